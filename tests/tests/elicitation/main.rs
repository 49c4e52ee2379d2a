//! Tools that ask the user: in a result since 2026-07-28, by a request of the server's before.

mod abandoned;
mod older;
mod over_http;
mod over_rmcp;
mod pages;
mod rounds;
mod state;
mod tools;
mod unanswered;
