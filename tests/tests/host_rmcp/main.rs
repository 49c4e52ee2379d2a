//! `ToolServer` over a pair of streams in memory: what a peer sends, and what it gets.

mod calls;
mod end;
mod lines;
mod peer;
mod requests;
mod revisions;
