//! `ToolServer` over HTTP, on real sockets.

mod access;
mod client;
mod concurrency;
mod connections;
mod existing_handler;
mod flood;
mod headers;
mod hostile;
mod limits;
mod live_tools;
mod messages_to_the_client;
mod owners;
mod process;
mod rejections;
mod requests;
mod serve_http;
mod sessions;
mod shutdown;
mod slow_responses;
mod spans;
mod stores;
mod streams;
mod transport_parity;
mod user;
mod writes;
