use mcp_tool_runtime::{mcp_tool, mcp_tools};

use super::Archive;

#[mcp_tools(companion = AdminTools, prefix = "admin_")]
impl Archive {
    /// Removes every page.
    #[mcp_tool(destructive)]
    fn purge(&self) {
        self.0.lock().unwrap().clear();
    }
}
