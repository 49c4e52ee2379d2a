// usage: the input of a tool by value has a schema
use mcp_tool_runtime::Tool;
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

fn search() -> Tool<()> {
    Tool::builder("search")
        .description("Searches the archive.")
        .input::<Filter>()
        .handler(|filter, _| async move { filter.word })
}

fn main() {}
