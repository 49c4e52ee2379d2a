//! Checks tool lists, results and errors against independent descriptions of the protocol. These are the
//! official schema of each version, and the Rust types of `rmcp`.

mod client_requests;
mod examples;

use std::collections::BTreeSet;
use std::fmt::Debug;

use jsonschema::Validator;
use mcp_tool_runtime::ProtocolVersion;
use mcp_tool_tests::{Peer, official, zoo};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

/// The responses of the zoo and of three examples in one protocol version.
struct Seen {
    lists: Vec<Value>,
    results: Vec<Value>,
    /// Whole responses that contain a result. `errors` has the other responses.
    responses: Vec<Value>,
    errors: Vec<Value>,
}

fn seen(version: ProtocolVersion) -> Seen {
    let registry = zoo::registry();
    let peer = Peer::of(&registry, version);
    let mut seen = Seen {
        lists: vec![peer.list()],
        results: Vec::new(),
        responses: Vec::new(),
        errors: Vec::new(),
    };
    for (name, arguments) in zoo::calls() {
        if let Ok(result) = peer.try_call(name, arguments.clone()) {
            seen.results.push(result);
        }
        let message = json!({
            "jsonrpc": "2.0",
            "id": 7,
            "method": "tools/call",
            "params": { "name": name, "arguments": arguments },
        });
        let response = peer.json(message.to_string()).unwrap();
        match response.get("error") {
            Some(_) => seen.errors.push(response),
            None => seen.responses.push(response),
        }
    }
    let meta = json!({ "io.modelcontextprotocol/protocolVersion": "2024-10-07" });
    for message in [
        json!({ "jsonrpc": "2.0", "id": "a", "method": "tools/list" }),
        json!({ "jsonrpc": "2.0", "id": "a", "method": "tools/list", "params": { "_meta": meta } }),
        json!({ "jsonrpc": "2.0", "id": "a", "method": "tools/list", "params": { "cursor": "" } }),
        json!({ "jsonrpc": "2.0", "id": "a", "method": "tools/run" }),
    ] {
        let response = peer.json(message.to_string()).unwrap();
        match response.get("error") {
            Some(_) => seen.errors.push(response),
            None => {
                seen.lists.push(response["result"].clone());
                seen.responses.push(response);
            }
        }
    }
    for response in examples::responses(version) {
        if response.get("error").is_some() {
            seen.errors.push(response);
            continue;
        }
        let result = response["result"].clone();
        match result.get("tools") {
            Some(_) => seen.lists.push(result),
            None => seen.results.push(result),
        }
        seen.responses.push(response);
    }
    assert!(seen.results.len() > 40 && seen.errors.len() > 3 && seen.lists.len() > 3);
    seen
}

/// Builds the validator of one definition of an official schema.
fn validator(schema: &Value, name: &str) -> Validator {
    jsonschema::options()
        .should_validate_formats(true)
        .build(&official::definition(schema, name))
        .unwrap()
}

#[track_caller]
fn check(schema: &Value, definition: &str, values: &[Value]) {
    let validator = validator(schema, definition);
    for value in values {
        let errors: Vec<_> = validator
            .iter_errors(value)
            .map(|error| format!("{error} at {}", error.instance_path()))
            .collect();
        assert!(errors.is_empty(), "{definition}: {errors:#?}\n{value:#}");
    }
}

fn check_version(version: ProtocolVersion) {
    let schema = official::schema(version);
    let seen = seen(version);
    check(&schema, "ListToolsResult", &seen.lists);
    check(&schema, "CallToolResult", &seen.results);
    for list in &seen.lists {
        check(&schema, "Tool", list["tools"].as_array().unwrap());
    }
    let (response, error) = if version <= ProtocolVersion::V2025_06_18 {
        ("JSONRPCResponse", "JSONRPCError")
    } else {
        ("JSONRPCResultResponse", "JSONRPCErrorResponse")
    };
    check(&schema, response, &seen.responses);
    check(&schema, error, &seen.errors);
    // Check that the validator also rejects an invalid result.
    let broken = validator(&schema, "CallToolResult");
    assert!(!broken.is_valid(&json!({ "content": [{ "type": "text" }] })));
}

#[test]
fn all_output_matches_the_official_schema_of_2024_11_05() {
    check_version(ProtocolVersion::V2024_11_05);
}

#[test]
fn all_output_matches_the_official_schema_of_2025_03_26() {
    check_version(ProtocolVersion::V2025_03_26);
}

#[test]
fn all_output_matches_the_official_schema_of_2025_06_18() {
    check_version(ProtocolVersion::V2025_06_18);
}

#[test]
fn all_output_matches_the_official_schema_of_2025_11_25() {
    check_version(ProtocolVersion::V2025_11_25);
}

#[test]
fn all_output_matches_the_official_schema_of_2026_07_28() {
    check_version(ProtocolVersion::V2026_07_28);
}

/// Returns the members that an official schema defines for an object, and the schema of each.
#[track_caller]
fn defined<'s>(schema: &'s Value, name: &str) -> &'s Map<String, Value> {
    let all = schema.get("$defs").unwrap_or(&schema["definitions"]);
    let members = all[name]["properties"].as_object();
    members.unwrap_or_else(|| panic!("{name} is not an object of this version"))
}

/// Checks that an official schema defines each member of an object.
#[track_caller]
fn only(schema: &Value, definition: &str, value: &Value) {
    let known = defined(schema, definition);
    for member in value.as_object().unwrap().keys() {
        assert!(
            known.contains_key(member),
            "{definition}: {member} in {value:#}"
        );
    }
}

#[test]
fn clients_get_only_the_members_of_their_version() {
    // R66, R103, R112, R119, R141, O01 to O08: the official schemas allow unknown members, so validation
    // does not detect a member of a newer version
    for version in ProtocolVersion::ALL {
        let schema = official::schema(*version);
        let seen = seen(*version);
        for list in &seen.lists {
            only(&schema, "ListToolsResult", list);
            for tool in list["tools"].as_array().unwrap() {
                only(&schema, "Tool", tool);
                if let Some(annotations) = tool.get("annotations") {
                    only(&schema, "ToolAnnotations", annotations);
                }
            }
        }
        for result in &seen.results {
            only(&schema, "CallToolResult", result);
            let structured = result.get("structuredContent");
            if *version < ProtocolVersion::V2026_07_28 {
                assert!(structured.is_none_or(Value::is_object), "{result:#}");
            }
            for block in result["content"].as_array().unwrap() {
                let kind = match block["type"].as_str().unwrap() {
                    "text" => "TextContent",
                    "image" => "ImageContent",
                    "audio" => "AudioContent",
                    "resource_link" => "ResourceLink",
                    _ => "EmbeddedResource",
                };
                only(&schema, kind, block);
                if let Some(contents) = block.get("resource") {
                    let kind = match contents.get("text") {
                        Some(_) => "TextResourceContents",
                        None => "BlobResourceContents",
                    };
                    only(&schema, kind, contents);
                }
                let Some(annotations) = block.get("annotations") else {
                    continue;
                };
                // In version 2024-11-05, each block has its own definition of annotations.
                let known = match defined(&schema, kind)["annotations"].get("properties") {
                    Some(known) => known.as_object().unwrap(),
                    None => defined(&schema, "Annotations"),
                };
                for member in annotations.as_object().unwrap().keys() {
                    assert!(known.contains_key(member), "{member} in {block:#}");
                }
            }
        }
    }
}

#[test]
fn structured_content_conforms_to_the_published_schema() {
    // R100, R101, R107: each successful result of a tool with an output schema has valid
    // structured content
    for version in ProtocolVersion::ALL {
        let registry = zoo::registry();
        let peer = Peer::of(&registry, *version);
        for (name, arguments) in zoo::calls() {
            let Ok(result) = peer.try_call(name, arguments.clone()) else {
                continue;
            };
            let Some(schema) = peer.tool(name).get("outputSchema").cloned() else {
                continue;
            };
            let structured = result.get("structuredContent");
            if result.get("isError") == Some(&json!(true)) {
                assert_eq!(structured, None, "{name} {arguments}");
                continue;
            }
            let structured = structured.unwrap_or_else(|| panic!("{name} {arguments}: {result}"));
            jsonschema::draft202012::new(&schema)
                .unwrap()
                .validate(structured)
                .unwrap_or_else(|error| panic!("{name} {arguments}: {error} in {structured}"));
        }
    }
}

/// Deserializes each value and serializes it again. The new value must equal the original. Numbers are compared as
/// `f32`.
#[track_caller]
fn read<T: Serialize + DeserializeOwned + Debug>(values: &[Value]) {
    let name = std::any::type_name::<T>();
    for value in values {
        // Parse from text, as a client does.
        let typed: T = serde_json::from_str(&value.to_string())
            .unwrap_or_else(|error| panic!("{name}: {error}\n{value:#}"));
        let written = serde_json::to_value(&typed).unwrap();
        assert_eq!(normal(&written), normal(value), "{name}: {typed:?}");
    }
}

/// Rounds all numbers to `f32`, because `rmcp` stores some numbers as `f32`. Then `1` and `1.0` also compare as
/// equal.
fn normal(value: &Value) -> Value {
    match value {
        Value::Number(number) => match number.as_f64() {
            Some(number) => json!(number as f32),
            None => value.clone(),
        },
        Value::Array(items) => items.iter().map(normal).collect(),
        Value::Object(members) => members
            .iter()
            .map(|(name, value)| (name.clone(), normal(value)))
            .collect(),
        other => other.clone(),
    }
}

/// For `inputSchema` and `outputSchema`, the keywords at the root that clients of older versions can drop, because
/// the types of these versions do not list them.
const BESIDE_THE_SHAPE: [(&str, &[&str]); 2] = [
    ("inputSchema", &["$defs", "additionalProperties"]),
    (
        "outputSchema",
        &["$defs", "additionalProperties", "anyOf", "description"],
    ),
];

fn keywords_at_the_root(list: &mut Value) {
    for tool in list["tools"].as_array_mut().into_iter().flatten() {
        for (schema, lost) in BESIDE_THE_SHAPE {
            if let Some(Value::Object(schema)) = tool.get_mut(schema) {
                schema.retain(|keyword, _| !lost.contains(&keyword.as_str()));
            }
        }
    }
}

#[test]
fn older_clients_may_drop_keywords_at_the_root() {
    // R27: in versions before 2026-07-28, a client can drop all keywords at the root of a tool's
    // schema except `type`, `properties`, `required` and, in 2025-11-25, `$schema`
    for version in &ProtocolVersion::ALL[..4] {
        let mut recursive = BTreeSet::new();
        for mut list in seen(*version).lists {
            let whole = list.clone();
            keywords_at_the_root(&mut list);
            let tools = list["tools"].as_array().unwrap();
            for (tool, whole) in tools.iter().zip(whole["tools"].as_array().unwrap()) {
                for (schema, _) in BESIDE_THE_SHAPE {
                    let Some(Value::Object(left)) = tool.get(schema) else {
                        continue;
                    };
                    assert_eq!(left["type"], "object", "{whole:#}");
                    for keyword in left.keys() {
                        assert!(["type", "properties", "required"].contains(&&**keyword));
                    }
                    // `keywords_at_the_root` removed `$defs` from the schema `left`, so a
                    // remaining `$ref` has no target. Record the tools with such a `$ref`.
                    if tool[schema].to_string().contains("\"$ref\"") {
                        assert!(whole[schema].get("$defs").is_some(), "{whole:#}");
                        recursive.insert(tool["name"].as_str().unwrap().to_owned());
                    }
                }
            }
        }
        assert!(recursive.contains("tree"), "{recursive:?}");
    }
}

#[test]
fn rmcp_types_deserialize_all_lists_and_results() {
    use rmcp::model::{CallToolResult, ListToolsResult};
    for version in ProtocolVersion::ALL {
        let seen = seen(*version);
        read::<ListToolsResult>(&seen.lists);
        read::<CallToolResult>(&seen.results);
    }
}
