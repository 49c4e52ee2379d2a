//! `ToolServer` over a pair of in-memory streams.

mod backpressure;
mod batches;
mod calls;
mod client;
mod composition;
mod context;
mod existing_handler;
mod forwarding;
mod lines;
mod live_tools;
mod messages_to_the_client;
mod own_tools;
mod protocol_versions;
mod removed_methods;
mod requests;
mod sdk_results;
mod shutdown;
mod streams;
