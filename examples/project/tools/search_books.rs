use mcp_tool_runtime::mcp_tool;
use schemars::JsonSchema;
use serde::Serialize;

use crate::state::{Book, Library};

#[derive(Serialize, JsonSchema)]
pub(super) struct Found {
    books: Vec<Book>,
}

/// Searches the library's books by title.
#[mcp_tool(title = "Search books", read_only, open_world = false)]
pub(super) async fn search_books(
    #[state] library: &Library,
    /// Words of the title; an empty text finds all books
    #[arg(default)]
    words: &str,
) -> Found {
    Found {
        books: library.search(words),
    }
}
