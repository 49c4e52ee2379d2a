//! The errors of all tools. The model reads the text of each error.

use mcp_tool_runtime::ToolError;

#[derive(Debug, thiserror::Error, ToolError)]
pub(crate) enum LibraryError {
    #[error("there is no book {0}")]
    #[tool_error(suggest = "call `search_books` for the numbers")]
    UnknownBook(u32),

    #[error("\"{0}\" is already lent")]
    AlreadyLent(String),
}
