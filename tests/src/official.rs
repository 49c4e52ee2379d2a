//! Reads the protocol's official schemas from `tests/schemas`.

use mcp_tool_runtime::ProtocolVersion;
use serde_json::{Value, json};

/// Returns the official schema of a protocol version.
pub fn schema(version: ProtocolVersion) -> Value {
    let text = match version.as_str() {
        "2024-11-05" => include_str!("../schemas/2024-11-05.schema.json"),
        "2025-03-26" => include_str!("../schemas/2025-03-26.schema.json"),
        "2025-06-18" => include_str!("../schemas/2025-06-18.schema.json"),
        "2025-11-25" => include_str!("../schemas/2025-11-25.schema.json"),
        "2026-07-28" => include_str!("../schemas/2026-07-28.schema.json"),
        other => panic!("`tests/schemas` has no schema of {other}"),
    };
    serde_json::from_str(text).unwrap()
}

/// Returns one definition of an official schema as a complete schema.
///
/// # Panics
///
/// Panics if the schema has no such definition.
pub fn definition(schema: &Value, name: &str) -> Value {
    let keyword = match schema.get("$defs") {
        Some(_) => "$defs",
        None => "definitions",
    };
    assert!(schema[keyword].get(name).is_some(), "no {name}");
    let mut root = json!({ "$ref": format!("#/{keyword}/{name}") });
    for member in ["$schema", keyword] {
        root[member] = schema[member].clone();
    }
    root
}
