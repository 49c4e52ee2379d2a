//! Tools that ask the user: with a result since 2026-07-28, and with a request of the server
//! before.

mod abandoned;
mod older;
mod over_http;
mod over_rmcp;
mod pages;
mod rounds;
mod state;
mod tools;
mod unanswered;
