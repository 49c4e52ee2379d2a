//! Keywords that Gemini accepts, and those that it rejects.

use mcp_tool_runtime::lint::Profile;
use serde_json::{Value, json};

use super::{IT, described, of_input, of_tools};

fn found(it: Value) -> Vec<String> {
    of_input(Profile::Gemini, described(it))
}

/// T7: an unknown keyword makes a request to Gemini fail.
#[test]
fn gemini_supports_only_these_keywords() {
    for (keyword, value) in [
        ("examples", json!(["a"])),
        ("propertyNames", json!({ "type": "string" })),
        ("x-mcp-header", json!("X-It")),
        ("x-google-enum-descriptions", json!(["a"])),
        ("$comment", json!("a")),
        ("$id", json!("a")),
        ("deprecated", json!(true)),
        ("readOnly", json!(true)),
        ("contentEncoding", json!("base64")),
    ] {
        let found = found(json!({ "type": "string", keyword: value }));
        assert_eq!(found, [format!("gemini_keyword {IT}/{keyword}")]);
    }
    let set = json!({ "type": "array", "items": { "type": "string" }, "uniqueItems": true });
    assert_eq!(found(set), [format!("gemini_keyword {IT}/uniqueItems")]);
    for (keyword, value) in [
        ("default", json!("a")),
        ("title", json!("What")),
        ("minLength", json!(1)),
        ("pattern", json!("^a")),
        ("nullable", json!(true)),
        ("example", json!("a")),
        ("enum", json!(["a"])),
    ] {
        assert_eq!(
            found(json!({ "type": "string", keyword: value })),
            [""; 0],
            "{keyword}"
        );
    }
    // For Gemini, a schema with `enum` needs a `type`. The values must be of this type.
    assert_eq!(found(json!({ "enum": ["a"] })), [format!("no_type {IT}")]);
    let integers = json!({ "type": "integer", "enum": ["1"] });
    assert_eq!(found(integers), [format!("contradiction {IT}/enum")]);
    let undefined = json!({ "type": "object", "properties": {}, "required": ["b"] });
    assert_eq!(
        found(undefined),
        [format!("undefined_required {IT}/required")]
    );
}

/// T21: beside `anyOf`, Gemini accepts only a title and a description.
#[test]
fn a_gemini_union_allows_only_title_and_description() {
    let union = json!({ "anyOf": [{ "type": "string" }, { "type": "number" }], "title": "Name" });
    assert_eq!(found(union.clone()), [""; 0]);
    for (keyword, value) in [
        ("type", json!("string")),
        ("default", json!("a")),
        ("enum", json!(["a"])),
        ("nullable", json!(true)),
        ("minLength", json!(1)),
    ] {
        let mut union = union.clone();
        union[keyword] = value;
        let found = found(union);
        let expected = format!("beside_any_of {IT}/anyOf");
        assert!(found.contains(&expected), "{keyword}: {found:?}");
    }
    // The schema below has a `default` beside the `anyOf`. If the author follows the repair for
    // `optional_null` and removes `null`, the `anyOf` has only one branch and is unnecessary. So
    // the linter reports only `optional_null`, and not also `beside_any_of`.
    let optional = json!({
        "name": "search", "description": "Searches.",
        "inputSchema": { "type": "object", "properties": { "it": {
            "anyOf": [{ "type": "string" }, { "type": "null" }],
            "default": null, "description": "What to look for",
        } } },
    });
    let optional = of_tools(Profile::Gemini, json!([optional]));
    assert_eq!(optional, [format!("optional_null {IT}")]);
}
