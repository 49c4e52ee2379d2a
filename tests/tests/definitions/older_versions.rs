//! One declaration as clients of versions before 2025-06-18 read it. The official schemas allow unknown
//! members, so these tests compare whole definitions.

use mcp_tool_runtime::{ProtocolVersion, Tool, ToolAnnotations, ToolBuilder, ToolRegistry};
use mcp_tool_tests::{Peer, snapshot};
use serde_json::{Value, json};

use crate::{metadata, tool_options};

fn city_report() -> ToolBuilder {
    Tool::builder("city_report")
        .title("City report")
        .description("Temperature for a city.")
        .annotations(ToolAnnotations::default().read_only(true))
        .input_schema(json!({
            "type": "object",
            "properties": { "city": { "type": "string" } },
            "required": ["city"],
        }))
        .output_schema(json!({
            "type": "object",
            "properties": { "celsius": { "type": "number" } },
            "required": ["celsius"],
        }))
        .meta("com.example/made", "at run time")
}

/// Returns the definition of a tool in 2024-11-05 and 2025-03-26.
fn projected(tool: ToolBuilder) -> [Value; 2] {
    let tool = tool.handler(|_, _| async { json!({ "celsius": 21.5 }) });
    let registry = ToolRegistry::builder(()).tool(tool).build().unwrap();
    // Renaming a tool builds its definition again.
    let registry = registry.prefixed("a_").unwrap();
    [ProtocolVersion::V2024_11_05, ProtocolVersion::V2025_03_26].map(|version| {
        let peer = Peer::of(&registry, version);
        let tool = peer.tool("a_city_report");
        let list = registry.list(version, None).unwrap();
        assert_eq!(json!(list.tools()[0]), tool);
        assert_eq!(json!(registry.definitions()[0].project(version)), tool);
        tool
    })
}

#[test]
fn a_definition_has_the_members_of_its_version() {
    // R10, R80, R98, O01, O02, O03
    let mut expected = json!({
        "name": "a_city_report",
        "description": "Temperature for a city.",
        "inputSchema": {
            "type": "object",
            "properties": { "city": { "type": "string" } },
            "required": ["city"],
        },
    });
    let [oldest, older] = projected(city_report());
    assert_eq!(oldest, expected);
    expected["annotations"] = json!({ "title": "City report", "readOnlyHint": true });
    assert_eq!(older, expected);

    let mut annotated = ToolAnnotations::default();
    annotated.title = Some("Report".to_owned());
    let [oldest, older] = projected(city_report().annotations(annotated));
    assert_eq!(oldest.get("annotations"), None);
    assert_eq!(older["annotations"]["title"], "Report");
}

#[test]
fn the_page_of_an_app_is_there_in_every_version() {
    // R79, O04
    let page = json!({ "resourceUri": "ui://city/report.html" });
    let tool = city_report()
        .meta("ui", page.clone())
        .meta("ui/resourceUri", "ui://city/report.html");
    for definition in projected(tool) {
        let meta = json!({ "ui": page, "ui/resourceUri": "ui://city/report.html" });
        assert_eq!(definition["_meta"], meta);
    }
}

#[test]
fn tools_with_all_options() {
    let mut all = serde_json::Map::new();
    for version in [ProtocolVersion::V2024_11_05, ProtocolVersion::V2025_03_26] {
        let tools = [
            Peer::of(&metadata::declared::registry(), version).tools(),
            Peer::of(&tool_options::declared::registry(), version).tools(),
        ];
        let tools: Vec<_> = tools
            .iter()
            .flat_map(|tools| tools.as_array().unwrap())
            .filter(|tool| {
                let chosen = ["titled", "icon", "meta", "list", "tree"];
                chosen.iter().any(|name| tool["name"] == *name)
            })
            .cloned()
            .collect();
        all.insert(version.to_string(), Value::Array(tools));
    }
    snapshot::json("definitions/older_versions", &Value::Object(all));
}
