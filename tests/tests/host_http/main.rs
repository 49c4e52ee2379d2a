//! `ToolServer` over HTTP, on real sockets.

mod access;
mod beside;
mod client;
mod end;
mod equal;
mod headers;
mod hostile;
mod late;
mod limits;
mod live_tools;
mod many;
mod owners;
mod process;
mod rejections;
mod requests;
mod serve_http;
mod sessions;
mod spans;
mod streams;
mod user;
mod writes;
