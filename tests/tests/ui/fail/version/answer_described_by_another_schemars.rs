// usage: an answer with structured content has a schema
use mcp_tool_runtime::mcp_tool;
use schemars08::JsonSchema;
use schemars08::r#gen::SchemaGenerator;
use schemars08::schema::Schema;
use serde::Serialize;

#[derive(Serialize)]
struct Page {
    text: String,
}

// As the derive of schemars 0.8 does it.
impl JsonSchema for Page {
    fn schema_name() -> String {
        "Page".to_owned()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        String::json_schema(generator)
    }
}

/// Searches the archive.
#[mcp_tool]
async fn search() -> Result<Vec<Page>, String> {
    Ok(Vec::new())
}

fn main() {}
