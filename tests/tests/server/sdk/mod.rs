//! Handlers and results of the official SDK, over a pair of streams in memory.

mod calls;
mod existing_handler;
mod forwarding;
mod live_tools;
mod own_tools;
mod removed_methods;
mod requests;
mod sdk_results;
mod streams;
