//! What the SDK is asked, and what becomes of its answer.

use std::mem::replace;
use std::sync::Arc;

use ::rmcp::ServerHandler;
use bytes::Bytes;
use http::{Request, StatusCode};
use http_body_util::{BodyExt as _, Full};

use super::body::Counted;
use super::message::{Text, restore_ids};
use super::replay::{OpenRequest, Replay};
use super::requests::Room;
use super::service::{Answer, Sdk, empty};
use super::sessions::{Sessions, session};
use super::shutdown::Running;
use super::slow_response;
use crate::Principal;

/// A request that the SDK answers, and what its answer needs.
pub(super) struct Exchange<H> {
    pub(super) sdk: Arc<Sdk<H>>,
    pub(super) sessions: Arc<Sessions>,
    pub(super) principal: Option<Principal>,
    /// A request whose client goes away keeps the room until its call has it.
    pub(super) room: Option<Arc<Room>>,
    pub(super) replayed: Replayed,
    /// Of all but streams of news.
    pub(super) running: Option<Running>,
    /// Whether the request names a session.
    pub(super) in_session: bool,
    pub(super) is_older: bool,
    /// Whether the SDK may hold ids as text.
    pub(super) restores_ids: bool,
}

/// What the session keeps of the response.
pub(super) enum Replayed {
    Nothing,
    /// Its events, for a client that loses the stream.
    Recorded(OpenRequest),
    /// The events of an earlier request, after this one.
    Resumed(Arc<Replay>, String),
}

impl<H: ServerHandler> Exchange<H> {
    /// Returns the answer to a message, as a stream where it takes its time.
    pub(super) async fn answer(self, request: Request<Full<Text>>, message: Bytes) -> Answer {
        let keep_alive = self.sdk.config.sse_keep_alive;
        let answer = self.answer_without_client(request);
        match keep_alive {
            Some(every) => slow_response::or_stream(answer, message, every).await,
            None => answer.await,
        }
    }

    /// Returns the answer of the SDK, which some requests get also where nobody waits for it.
    async fn answer_without_client(self, request: Request<Full<Text>>) -> Answer {
        // A session that begins is known of, whether or not somebody is left to hear of it.
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

    /// R186, R187: to older peers, a lost stream is no cancellation. The SDK knows that of those with a
    /// session.
    fn outlives(&self) -> bool {
        self.running.is_some() && self.is_older && !self.sdk.config.legacy_session_mode
    }

    async fn ask(mut self, request: Request<Full<Text>>) -> Answer {
        let answer = self.sdk.handle(request).await;
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
            Replayed::Resumed(replay, last) => replay.resume(last, answer),
        };
        let outlives = self.outlives();
        match self.running {
            None => answer,
            Some(running) => answer.map(|body| {
                let body = Counted {
                    body,
                    outlives,
                    running,
                };
                body.boxed()
            }),
        }
    }
}
