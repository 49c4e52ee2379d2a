//! Tools that ask the user. Since 2026-07-28, a call ends with its questions. In older versions, the
//! server sends a request.

mod abandoned;
mod older;
mod over_http;
mod over_rmcp;
mod pages;
mod rounds;
mod state;
mod tools;
mod unanswered;
