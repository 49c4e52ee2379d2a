//! Prints the sizes of the tools with both macros, and the linter's findings.

use mcp_tool_tests_sizes::{Sizes, ours, theirs};

fn main() {
    println!("{}", Sizes::of(&ours(), &theirs()));
}
