//! The list of tools. To add a tool, create a file beside this one, declare the module, and list the tool in
//! `registry`.

mod lend_book;
mod search_books;

use mcp_tool_runtime::{BuildError, ToolRegistry, tools};

use crate::state::Library;

pub(crate) fn registry(library: Library) -> Result<ToolRegistry<Library>, BuildError> {
    ToolRegistry::builder(library)
        .tools(tools![search_books::search_books, lend_book::lend_book])
        .build()
}
