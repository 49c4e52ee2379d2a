// R14: every argument has a schema
#![allow(deprecated)]
use mcp_tool_runtime::mcp_tool;
use schemars08::r#gen::SchemaGenerator;
use schemars08::schema::Schema;

fn word(_: &mut SchemaGenerator) -> Schema {
    Schema::Bool(true)
}

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg(schema = word)] it: String) {
    let _ = it;
}

fn main() {}
