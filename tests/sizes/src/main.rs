//! Prints a table. For both declarations of each tool, it shows the size and the number of the linter's
//! findings.

use mcp_tool_tests_sizes::{Sizes, ours, theirs};

fn main() {
    println!("{}", Sizes::of(&ours(), &theirs()));
}
