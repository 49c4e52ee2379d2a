use mcp_tool_runtime::mcp_tool;

use crate::error::LibraryError;
use crate::state::{Book, Library};

/// Lends a book to a reader.
#[mcp_tool(title = "Lend a book", destructive = false, open_world = false)]
pub(super) async fn lend_book(
    #[state] library: &Library,
    /// Number of the book, from `search_books`
    book: u32,
    /// Name of the reader
    #[arg(length(1..=100))]
    reader: &str,
) -> Result<Book, LibraryError> {
    library.lend(book, reader)
}
