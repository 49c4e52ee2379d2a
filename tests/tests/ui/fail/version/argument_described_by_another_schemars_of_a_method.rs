// R14: every argument has a schema
#![allow(deprecated)]
use mcp_tool_runtime::{mcp_tool, mcp_tools};
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

struct Server;

#[mcp_tools]
impl Server {
    /// Searches the archive.
    #[mcp_tool]
    async fn search(&self, filter: &Filter) {
        let _ = filter;
    }
}

fn main() {}
