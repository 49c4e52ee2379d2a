//! The linter reads lists of any shape and size.

use mcp_tool_runtime::lint::{Lint, ListSize};
use serde_json::{Value, json};

use super::{argument, everyone};

fn looked_at(list: &Value) -> Vec<String> {
    let findings = Lint::new(&everyone()).check_json(list);
    let _ = ListSize::of_json(list);
    findings.iter().map(ToString::to_string).collect()
}

fn of(input: Value) -> Value {
    json!([{ "name": "a", "description": "Does it.", "inputSchema": input }])
}

#[test]
fn nonsense_does_not_panic() {
    for list in [
        json!({ "tools": [null, 5, [], "a"] }),
        json!({ "result": { "tools": [{ "name": 5, "inputSchema": "a", "outputSchema": [] }] } }),
        of(json!({
            "type": 5, "properties": [true], "required": {}, "anyOf": {}, "enum": 3, "$ref": 7, "items": null,
        })),
        of(json!({ "$ref": "#", "properties": { "~/": { "$ref": "#/nowhere" } } })),
        of(json!({ "$ref": "#/$ref", "$defs": { "": { "$ref": "#%zz" }, "a": { "$ref": "%" } } })),
    ] {
        assert!(!looked_at(&list).is_empty(), "{list}");
    }
}

/// A finding is one line, whatever characters a name contains.
#[test]
fn control_characters_in_names_do_not_reach_findings() {
    let tool = json!({
        "name": "a\nb", "description": "Does it.",
        "inputSchema": argument(json!({ "type": "object", "properties": { "c\r\n\u{1b}": true } })),
    });
    for line in looked_at(&json!([tool])) {
        assert!(!line.contains(char::is_control), "{line:?}");
    }
}

#[test]
fn deeply_nested_schemas_are_found() {
    // serde_json drops nested values recursively, so run the test on a thread with a large stack.
    let run = || {
        for around in ["items", "not", "properties"] {
            let mut schema = json!({ "type": "string" });
            for _ in 0..10_000 {
                // Move the inner value instead of inserting it with `json!`, which would copy the
                // growing schema 10,000 times.
                let inner = match around {
                    "properties" => {
                        Value::Object([("a".to_owned(), schema.take())].into_iter().collect())
                    }
                    _ => schema.take(),
                };
                schema = json!({ "type": "object" });
                schema[around] = inner;
            }
            let mut list = of(argument(json!({})));
            list[0]["inputSchema"]["properties"]["it"] = schema;
            let lines = looked_at(&list);
            assert!(
                lines.iter().any(|line| line.contains("[deep_schema]")),
                "{around}"
            );
        }
    };
    let thread = std::thread::Builder::new().stack_size(256 << 20);
    thread.spawn(run).unwrap().join().unwrap();
}

#[test]
fn wide_schemas_are_read_once() {
    let count = 50_000;
    let names = || (0..count).map(|n| format!("p{n}"));
    let properties: serde_json::Map<String, Value> = names()
        .map(|name| (name, json!({ "$ref": "#/$defs/Tree" })))
        .collect();
    let required: Vec<_> = names().collect();
    let input = json!({
        "type": "object", "properties": properties, "required": required,
        "$defs": { "Tree": { "type": "object", "properties": { "inner": { "$ref": "#/$defs/Tree" } } } },
    });
    looked_at(&of(input));
}

#[test]
fn a_long_reference_cycle_is_reported_once() {
    let count = 5_000;
    let definitions: serde_json::Map<String, Value> = (0..count)
        .map(|n| {
            let next = format!("#/$defs/d{}", (n + 1) % count);
            (
                format!("d{n}"),
                json!({ "type": "array", "items": { "$ref": next } }),
            )
        })
        .collect();
    let lines = looked_at(&of(json!({
        "type": "object",
        "properties": { "it": { "$ref": "#/$defs/d0", "description": "What to look for" } },
        "$defs": definitions,
    })));
    let circles = lines.iter().filter(|line| line.contains("[recursion]"));
    assert_eq!(circles.count(), 1);
}
