//! Passes requests to a service without sockets. Each count includes the work of the client: it copies a request, and
//! reads the body of the response.

use std::fmt::Debug;
use std::future::Future;
use std::hint::black_box;

use bytes::Bytes;
use http::{Request, Response};
use http_body::Body;
use http_body_util::{BodyExt as _, Full};
use serde_json::json;

use super::message::Message;
use super::mode::Mode;
use super::services::{answer, hand, ours, rmcp, session_id};
use crate::response::{check, message};
use crate::sdk;

/// Calls `add` through the service of an implementation.
pub(crate) fn run(side: &str, mode: Mode, times: u64) {
    sdk::runtime().block_on(async {
        match side {
            "ours" => {
                let service = ours(mode);
                repeat(|request| answer(service.clone(), request), mode, times).await;
            }
            "hand" => repeat(hand, mode, times).await,
            _ => {
                let service = rmcp(mode);
                repeat(|request| answer(service.clone(), request), mode, times).await;
            }
        }
    });
}

async fn repeat<F, B>(mut answer: impl FnMut(Request<Full<Bytes>>) -> F, mode: Mode, times: u64)
where
    F: Future<Output = Response<B>>,
    B: Body<Data = Bytes, Error: Debug>,
{
    let mut session = None;
    if mode == Mode::Session {
        let (head, body) = answer(Message::initialize().request()).await.into_parts();
        body.collect().await.expect("a body");
        let id = session_id(&head.headers);
        let response = answer(Message::initialized(id).request()).await;
        assert_eq!(response.status(), 202, "the session opens");
        session = Some(id.to_owned());
    }
    let request = Message::call(mode, session.as_deref()).request();
    let checked = body(answer(request.clone()).await).await;
    let expected = message(&checked);
    check(expected, &json!({ "sum": 42 }));
    for _ in 0..times {
        let body = body(answer(black_box(request.clone())).await).await;
        let length = message(black_box(&body)).len();
        assert_eq!(length, expected.len(), "the response changes");
    }
    let last = body(answer(request).await).await;
    assert!(message(&last) == expected, "the response changes");
}

/// Reads the body of a response.
async fn body<B>(response: Response<B>) -> Bytes
where
    B: Body<Data = Bytes, Error: Debug>,
{
    assert_eq!(response.status(), 200, "the call has an answer");
    let body = response.into_body().collect().await;
    body.expect("a body").to_bytes()
}
