//! A companion beside the tools, which speaks plain JSON-RPC.

mod client;
mod companion_fn;
mod hostile;
mod hostile_http;
mod http;
mod joined;
mod messages;
mod streams;
mod trouble;
