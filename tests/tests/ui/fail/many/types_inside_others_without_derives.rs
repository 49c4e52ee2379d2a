// R41: each type inside an argument or an answer has the derives
use std::collections::HashMap;
use std::sync::Arc;

use mcp_tool_runtime::{WithText, mcp_tool};

struct Bare;

#[derive(serde::Deserialize, serde::Serialize)]
struct NoSchema {
    text: String,
}

#[derive(schemars::JsonSchema)]
struct SchemaAlone {
    text: String,
}

#[derive(serde::Deserialize, serde::Serialize, schemars::JsonSchema)]
struct Page<T> {
    items: Vec<T>,
}

struct Frame<T>(T);

/// Searches the archive.
#[mcp_tool]
async fn search(
    /// Filters
    filters: Vec<Option<NoSchema>>,
    /// Names
    names: Option<Arc<Bare>>,
    /// Places
    places: HashMap<String, SchemaAlone>,
    /// Sizes
    sizes: &[Page<Bare>],
    /// Frames
    frames: Vec<Frame<u8>>,
) {
}

/// Lists the pages.
#[mcp_tool]
async fn list() -> Result<Vec<Option<NoSchema>>, String> {
    todo!()
}

/// Finds a page.
#[mcp_tool]
async fn find() -> Option<Page<Bare>> {
    todo!()
}

/// Reads a page.
#[mcp_tool]
async fn read() -> WithText<SchemaAlone> {
    todo!()
}

/// Counts the pages.
#[mcp_tool(output = false)]
async fn count() -> HashMap<String, Bare> {
    todo!()
}

fn main() {}
