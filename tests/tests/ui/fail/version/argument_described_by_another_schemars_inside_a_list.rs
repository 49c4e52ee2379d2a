// R14: every argument has a schema
#![allow(deprecated)]
use mcp_tool_runtime::mcp_tool;
use schemars08::JsonSchema;
use schemars08::r#gen::SchemaGenerator;
use schemars08::schema::Schema;
use serde::Deserialize;

#[derive(Deserialize)]
struct Filter {
    word: String,
}

// As the derive of schemars 0.8 does it.
impl JsonSchema for Filter {
    fn schema_name() -> String {
        "Filter".to_owned()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        String::json_schema(generator)
    }
}

/// Searches the archive.
#[mcp_tool]
async fn search(filters: Vec<Option<Filter>>) {
    let _ = filters;
}

fn main() {}
