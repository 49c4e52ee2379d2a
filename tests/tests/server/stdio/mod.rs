//! What only streams have: back-pressure, the end of the input, and the standard streams of a process.

mod backpressure;
pub(crate) mod client;
mod process;
mod shutdown;
