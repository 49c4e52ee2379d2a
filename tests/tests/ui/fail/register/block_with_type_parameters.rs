// usage: what joins a collection has no parameters
use mcp_tool_runtime::{collect_tools, mcp_tool, mcp_tools};

struct Archive<D>(D);

collect_tools!(pub AppTools: Archive<u8>);

#[mcp_tools(register = AppTools)]
impl<D: Send + Sync> Archive<D> {
    /// Counts the books.
    #[mcp_tool]
    async fn count(&self) {
        let _ = &self.0;
    }
}

fn main() {
    let _ = (AppTools::tools(), Archive(0_u8));
}
