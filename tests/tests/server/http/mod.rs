//! What only HTTP has: hosts, tokens, sessions, event streams and listeners, on real sockets.

mod access;
mod client;
mod connections;
mod existing_handler;
mod flood;
mod headers;
mod hostile;
mod limits;
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
mod user;
mod writes;
