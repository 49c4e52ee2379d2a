//! Tools that ask the user. Since 2026-07-28, a call ends with its questions. In older versions, the
//! server sends a request.

mod abandoned_questions;
mod http;
mod older_versions;
mod pages;
mod rounds;
mod sdk_client;
mod state;
mod tools;
mod unanswered_questions;
