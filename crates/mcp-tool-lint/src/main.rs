//! The program `mcp-tool-lint`: reads the tools of a server, and reports which clients reject them.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run()
}
