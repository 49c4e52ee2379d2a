//! `ToolServer` over a pair of in-memory streams.

mod answers;
mod backpressure;
mod beside;
mod calls;
mod client;
mod composed;
mod context;
mod end;
mod handed_on;
mod lines;
mod live_tools;
mod own_tools;
mod removed;
mod requests;
mod revisions;
mod streams;
