use std::sync::Mutex;

use mcp_tool_runtime::{mcp_tool, mcp_tools};

/// The names of all pages.
#[derive(Default)]
pub(crate) struct Archive(pub(super) Mutex<Vec<String>>);

impl Archive {
    pub(super) fn pages(&self) -> Vec<String> {
        self.0.lock().unwrap().clone()
    }
}

#[mcp_tools]
impl Archive {
    /// Keeps a page, and returns the number of pages.
    #[mcp_tool(destructive = false)]
    fn keep(&self, page: String) -> usize {
        let mut pages = self.0.lock().unwrap();
        pages.push(page);
        pages.len()
    }

    /// Lists the pages.
    #[mcp_tool(read_only)]
    fn list(&self) -> Vec<String> {
        self.pages()
    }
}
