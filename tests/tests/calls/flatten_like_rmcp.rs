//! A flattened struct has the input schema of `Parameters<Struct>` in the official SDK, with few differences.
//! After a migration from the SDK, clients can send the same arguments as before, except unknown ones.

use std::collections::BTreeMap;

use mcp_tool_runtime::{ToolRegistry, mcp_tool, tools};
use mcp_tool_tests::Peer;
use rmcp::handler::server::tool::{ToolRoute, ToolRouter};
use rmcp::handler::server::wrapper::Parameters;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

/// How hot
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[allow(dead_code)]
enum Unit {
    Celsius,
    Fahrenheit,
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
struct Page {
    offset: i64,
    #[serde(default)]
    tags: Vec<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[allow(dead_code)]
struct Weather {
    /// City name
    city: String,
    /// Number of days
    #[serde(default = "three")]
    #[schemars(range(min = 1, max = 14))]
    day_count: u8,
    as_text: bool,
    height: f64,
    labels: BTreeMap<String, String>,
    tags: Vec<String>,
}

fn three() -> u8 {
    3
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
struct Optional {
    word: Option<String>,
    unit: Option<Unit>,
    page: Page,
}

struct Server;

/// Returns the SDK's input schema for a struct.
fn theirs<T: serde::de::DeserializeOwned + JsonSchema + Send + 'static>() -> Value {
    fn call<T>(_: Parameters<T>) -> String {
        String::new()
    }
    let tool = rmcp::model::Tool::new("tool", "A tool.", serde_json::Map::new());
    let tool = tool.with_input_schema::<T>();
    let route = ToolRoute::<Server>::new(tool, call::<T>);
    let router = ToolRouter::new().with_route(route);
    let tool = serde_json::to_value(&router.list_all()[0]).unwrap();
    tool["inputSchema"].clone()
}

/// Edits the SDK's schema, so that these keywords no longer differ from this crate's schema:
///
/// - `$schema`: this crate omits the keyword, because its value is the default dialect of MCP (R20).
/// - `title`: this crate omits titles, because they only repeat the names of Rust types or members.
/// - `format`: JSON Schema does not define number formats such as `uint8`, so this crate omits them. For
///   `uint8`, this crate publishes the bounds 0 and 255.
/// - `"type": ["string", "null"]` or `anyOf` for an optional member: this crate does not publish `null` as a
///   value.
/// - `$defs`: this crate inlines definitions, because many clients do not follow references.
fn without_what_differs(schema: &mut Value, definitions: &Value) {
    if let Some(name) = schema["$ref"]
        .as_str()
        .and_then(|path| path.strip_prefix("#/$defs/"))
    {
        let mut target = definitions[name].clone();
        if let Some(description) = schema.get("description") {
            target["description"] = description.clone();
        }
        *schema = target;
    }
    match schema {
        Value::Object(members) => {
            for keyword in ["$schema", "title", "$defs"] {
                if !members
                    .get(keyword)
                    .is_some_and(|value| keyword == "title" && value.is_object())
                {
                    members.remove(keyword);
                }
            }
            let bounds = match members.get("format").and_then(Value::as_str) {
                Some("uint8") => Some((json!(0), json!(255))),
                Some("int64" | "double") => None,
                other => {
                    assert_eq!(other, None);
                    None
                }
            };
            members.remove("format");
            if let Some((low, high)) = bounds {
                members.entry("minimum").or_insert(low);
                members.entry("maximum").or_insert(high);
            }
            if let Some(Value::Array(kinds)) = members.get("type") {
                let only = kinds[0].clone();
                members.insert("type".to_owned(), only);
            }
            if let Some(Value::Array(branches)) = members.remove("anyOf")
                && let Value::Object(mut only) = branches[0].clone()
            {
                if let Some(name) = only.remove("$ref") {
                    let name = name
                        .as_str()
                        .unwrap()
                        .trim_start_matches("#/$defs/")
                        .to_owned();
                    only = definitions[&name].as_object().unwrap().clone();
                }
                for (keyword, value) in only {
                    members.entry(keyword).or_insert(value);
                }
            }
            members
                .values_mut()
                .for_each(|inner| without_what_differs(inner, definitions));
        }
        Value::Array(items) => items
            .iter_mut()
            .for_each(|inner| without_what_differs(inner, definitions)),
        _ => {}
    }
}

/// Takes a struct that rejects unknown members.
#[mcp_tool]
fn weather(#[arg(flatten)] weather: Weather) {
    let _ = weather;
}

/// Takes a struct with optional members.
#[mcp_tool]
fn optional(#[arg(flatten)] optional: Optional) {
    let _ = optional;
}

#[track_caller]
fn check(ours: &str, mut theirs: Value, is_closed: bool) {
    let registry = ToolRegistry::builder(())
        .tools(tools![weather, optional])
        .build()
        .unwrap();
    let ours = Peer::new(&registry).tool(ours)["inputSchema"].take();
    let definitions = theirs["$defs"].clone();
    without_what_differs(&mut theirs, &definitions);
    if !is_closed {
        // By default, this crate rejects unknown arguments.
        theirs["additionalProperties"] = json!(false);
    }
    assert_eq!(
        ours, theirs,
        "\nours (left) {ours:#}\ntheirs (right) {theirs:#}"
    );
}

#[test]
fn the_schema_of_a_struct_is_that_of_the_official_sdk() {
    check("weather", theirs::<Weather>(), true);
    check("optional", theirs::<Optional>(), false);
}
