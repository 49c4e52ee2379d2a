// usage: an error without a mapping is converted by a word
use mcp_tool_runtime::ToolError;

fn failed(error: std::io::Error) -> ToolError {
    ToolError::from(error)
}

fn main() {}
