//! Prints how large the tools are on both sides, and what clients make of them.

use mcp_tool_tests_sizes::{Sizes, ours, theirs};

fn main() {
    println!("{}", Sizes::of(&ours(), &theirs()));
}
