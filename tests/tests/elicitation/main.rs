//! Tools that ask the user. Since protocol version 2026-07-28, the response to a call contains the tool's
//! questions. In older protocol versions, the server sends each question as a request.

mod abandoned_questions;
mod older_versions;
mod pages;
mod rounds;
mod sdk_client;
mod state;
mod tools;
mod unanswered_questions;
