//! `ToolServer` as a client sees it. [`cases`] is one table of conversations, which run over every transport, in
//! every protocol version.
//!
//! ```text
//! tools       the servers of the cases, and their tools
//! received    a message of the server, and the line that describes it
//! transport   the client's side of each transport
//! script      runs the lines of a case
//! table       runs cases over the transports, and compares what each has received
//! cases       the cases, one file for each topic
//! mutated     messages with random faults
//! gate        the state of tools that wait for their test
//! stdio       what only streams have
//! http        what only HTTP has
//! sdk         handlers of the official SDK beside the tools
//! ```

#[macro_use]
mod table;

mod cases;
mod gate;
mod http;
mod mutated;
mod received;
mod script;
mod sdk;
mod stdio;
mod tools;
mod transport;
