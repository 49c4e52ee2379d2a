// usage: every argument can be read
#![allow(deprecated)]
use mcp_tool_runtime::mcp_tool;
use schemars::JsonSchema;
use serde09::{Deserialize, Deserializer};

#[derive(JsonSchema)]
struct Filter {
    word: String,
}

impl Deserialize for Filter {
    fn deserialize<D: Deserializer>(deserializer: D) -> Result<Self, D::Error> {
        let word = String::deserialize(deserializer)?;
        Ok(Filter { word })
    }
}

/// Searches the archive.
#[mcp_tool]
async fn search(filter: Filter) {
    let _ = filter;
}

fn main() {}
