//! `ToolServer` over a pair of in-memory streams.

mod backpressure;
mod calls;
mod client;
mod existing_handler;
mod forwarding;
mod lines;
mod live_tools;
mod own_tools;
mod removed_methods;
mod requests;
mod sdk_results;
mod shutdown;
mod streams;
