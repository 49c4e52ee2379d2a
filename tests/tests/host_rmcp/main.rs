//! `ToolServer` over a pair of streams in memory: what a client sends, and what it gets.

mod answers;
mod beside;
mod calls;
mod client;
mod composed;
mod context;
mod end;
mod lines;
mod requests;
mod revisions;
