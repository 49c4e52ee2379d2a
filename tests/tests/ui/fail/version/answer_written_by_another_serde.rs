// usage: an answer with structured content is JSON
use mcp_tool_runtime::mcp_tool;
use schemars::JsonSchema;
use serde09::{Serialize, Serializer};

#[derive(JsonSchema)]
struct Page {
    text: String,
}

impl Serialize for Page {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.text.serialize(serializer)
    }
}

/// Searches the archive.
#[mcp_tool]
async fn search() -> Page {
    todo!()
}

fn main() {}
