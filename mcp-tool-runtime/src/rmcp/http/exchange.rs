//! One request to the SDK, and its response.

use std::future::Future;
use std::mem::replace;
use std::pin::Pin;
use std::sync::Arc;
use std::task::ready;
use std::time::Duration;

use ::rmcp::ServerHandler;
use ::rmcp::transport::streamable_http_server::StreamableHttpService;
use bytes::Bytes;
use http::{Request, StatusCode};
use http_body_util::Full;

use super::super::request_limit::Room;
use super::message::{Text, restore_ids};
use super::replay::{OpenRequest, Replay};
use super::response::{Answer, empty, poll_frame, wrap, wrap_to_end};
use super::sessions::{Sessions, session};
use super::shutdown::Running;
use super::slow_response;
use crate::Principal;

/// The SDK's service, whatever its handler.
#[derive(Clone)]
pub(super) struct Sdk {
    pub(super) handle: Arc<dyn Fn(Request<Full<Text>>) -> Answering + Send + Sync>,
    pub(super) keep_alive: Option<Duration>,
    /// Whether clients of older protocol versions have sessions.
    pub(super) has_sessions: bool,
}

type Answering = Pin<Box<dyn Future<Output = Answer> + Send>>;

impl Sdk {
    pub(super) fn new<H: ServerHandler>(service: StreamableHttpService<H, Sessions>) -> Self {
        let keep_alive = service.config.sse_keep_alive;
        let has_sessions = service.config.legacy_session_mode;
        let service = Arc::new(service);
        Sdk {
            handle: Arc::new(move |request| {
                let service = Arc::clone(&service);
                Box::pin(async move { service.handle(request).await })
            }),
            keep_alive,
            has_sessions,
        }
    }
}

/// A request to the SDK, and what its response needs.
pub(super) struct Exchange {
    pub(super) sdk: Sdk,
    pub(super) sessions: Arc<Sessions>,
    pub(super) principal: Option<Principal>,
    /// The room of the request, until its call holds it. The client may go away before.
    pub(super) room: Option<Arc<Room>>,
    pub(super) replayed: Replayed,
    /// `None` for streams of news.
    pub(super) running: Option<Running>,
    /// Whether the request names a session.
    pub(super) in_session: bool,
    pub(super) is_older: bool,
    /// Whether the SDK may hold the client's ids as text.
    pub(super) restores_ids: bool,
}

/// How the session replays the response.
pub(super) enum Replayed {
    Nothing,
    /// Keeps its events for a client that loses the stream.
    Recorded(OpenRequest),
    /// Sends the events of an earlier request that follow this one.
    Resumed(Arc<Replay>, String),
}

impl Exchange {
    /// Returns the response to a message. A slow response becomes a stream.
    pub(super) async fn answer(self, request: Request<Full<Text>>, message: Bytes) -> Answer {
        let keep_alive = self.sdk.keep_alive;
        let answer = self.answer_without_client(request);
        match keep_alive {
            Some(every) => slow_response::or_stream(answer, message, every).await,
            None => answer.await,
        }
    }

    /// Returns the SDK's response. Some requests run to their end, also after their client has gone away.
    async fn answer_without_client(self, request: Request<Full<Text>>) -> Answer {
        // A new session must be recorded, also if its client is gone.
        let begins = self.may_begin() && self.is_older;
        if !begins && !self.outlives() {
            return self.ask(request).await;
        }
        let answer = tokio::spawn(self.ask(request)).await;
        answer.unwrap_or_else(|_| empty(StatusCode::INTERNAL_SERVER_ERROR))
    }

    fn may_begin(&self) -> bool {
        self.running.is_some() && !self.in_session
    }

    /// Returns whether the call outlives its stream: a lost stream cancels only since 2026-07-28. With a
    /// session, the SDK takes care of it.
    fn outlives(&self) -> bool {
        self.running.is_some() && self.is_older && !self.sdk.has_sessions
    }

    async fn ask(mut self, request: Request<Full<Text>>) -> Answer {
        let answer = (self.sdk.handle)(request).await;
        drop(self.room.take());
        if self.may_begin()
            && let Some(begun) = session(answer.headers())
        {
            let principal = self.principal.take();
            self.sessions.begun(begun, principal).await;
        }
        let answer = match self.restores_ids {
            true => restore_ids(answer),
            false => answer,
        };
        let answer = match replace(&mut self.replayed, Replayed::Nothing) {
            Replayed::Nothing => answer,
            Replayed::Recorded(request) => request.record(answer),
            Replayed::Resumed(replay, last) => {
                let answer = replay.resume(&last, answer);
                match self.sdk.keep_alive {
                    Some(every) => answer.map(|body| slow_response::with_comments(body, every)),
                    None => answer,
                }
            }
        };
        let answer = match self.outlives() {
            true => answer.map(|body| wrap_to_end(body, poll_frame)),
            false => answer,
        };
        match self.running {
            Some(mut running) => answer.map(|body| {
                wrap(body, move |body, context| {
                    ready!(running.poll_answer(context));
                    poll_frame(body, context)
                })
            }),
            None => answer,
        }
    }
}
