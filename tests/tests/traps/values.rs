//! Traps of `null`, arrays, formats, strict mode, dialects, titles and conditions.

use std::num::NonZeroU32;

use mcp_tool_runtime::{mcp_tool, tools};
use mcp_tool_tests::Peer;
use mcp_tool_tests::schema::walk;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use crate::schemas::{Order, Place};
use crate::{harmless, listed, registry, theirs, told};

/// T5: see also `definitions/parameter_rules.rs`.
#[test]
fn t5_null_for_optional_arguments() {
    /// Searches.
    #[mcp_tool]
    fn search(words: Option<String>, near: Option<Place>, limit: Option<u8>) -> String {
        format!("{words:?} {} {limit:?}", near.is_some())
    }

    let several = json!({ "type": ["string", "null"] });
    assert_eq!(
        told(theirs(several)),
        [
            "several_types /inputSchema/properties/it/type: gemini session!, claude tool, cursor tool"
        ]
    );
    let mut union = theirs(json!({ "anyOf": [{ "type": "string" }, { "type": "null" }] }));
    assert_eq!(told(union.clone()), [""; 0]);
    union["inputSchema"]["required"] = json!([]);
    assert_eq!(
        told(union),
        [
            "optional_null /inputSchema/properties/it: gemini session, claude tool",
            "strict_object /inputSchema/properties/it: openai_strict session!",
        ]
    );
    let ours = registry(tools![search]);
    harmless(&ours);
    assert!(
        !listed(&ours, "search")["inputSchema"]
            .to_string()
            .contains("null")
    );
    // The registry accepts `null`, because some clients send it.
    let nulls = json!({ "words": null, "near": null, "limit": null });
    assert_eq!(Peer::new(&ours).text("search", nulls), "None false None");
}

/// T6
#[test]
fn t6_lists_with_unspecified_items() {
    /// Draws it.
    #[mcp_tool]
    fn draw(from: (f64, f64), rest: Vec<u8>) {
        let _ = (from, rest);
    }

    /// Names it.
    #[mcp_tool]
    fn name(label: (String, u8)) {
        let _ = label;
    }

    let it = "/inputSchema/properties/it";
    let by = "vscode session!, openai session!, openai_strict session!, gemini session!";
    let list = json!({ "type": "array" });
    let nested = json!({ "anyOf": [{ "type": "array", "items": list }, { "type": "string" }] });
    assert_eq!(told(theirs(list)), [format!("array_items {it}: {by}")]);
    assert_eq!(
        told(theirs(nested)),
        [format!("array_items {it}/anyOf/0/items: {by}")]
    );
    let tuple = json!({ "type": "array", "prefixItems": [{ "type": "number" }] });
    assert_eq!(
        told(theirs(tuple)),
        [
            format!("array_items {it}: {by}"),
            format!("strict_keyword {it}/prefixItems: openai_strict session!"),
        ]
    );
    let ours = registry(tools![draw]);
    harmless(&ours);
    // `label` is a tuple of two types, so the schema needs `prefixItems`. Gemini does not support
    // `prefixItems`.
    let named = listed(&registry(tools![name]), "name");
    let told: Vec<_> = told(named)
        .into_iter()
        .filter(|it| it.contains("gemini session"))
        .collect();
    assert_eq!(
        told,
        ["array_items /inputSchema/properties/label/prefixItems: gemini session"]
    );
    for argument in ["from", "rest"] {
        let schema = Peer::new(&ours).argument("draw", argument);
        assert!(schema["items"].is_object(), "{schema}");
    }
}

/// T7: see also `definitions/invariants.rs`.
#[test]
fn t7_formats() {
    /// Counts.
    #[mcp_tool]
    fn count(small: u8, large: u64, huge: i128, positive: NonZeroU32, share: f32, format: String) {
        let _ = (small, large, huge, positive, share, format);
    }

    let it = "/inputSchema/properties/it";
    let others = "vscode meaning, cursor meaning";
    for (fault, expected) in [
        (
            json!({ "type": "integer", "format": "uint8" }),
            vec![format!(
                "invented_format {it}/format: claude meaning, {others}, openai_strict session!, gemini session"
            )],
        ),
        // Gemini accepts the format `double` for numbers. Among the clients that the linter
        // knows, only OpenAI's strict mode rejects `double`.
        (
            json!({ "type": "number", "format": "double" }),
            vec![format!(
                "invented_format {it}/format: openai_strict session!"
            )],
        ),
        (
            json!({ "type": "string", "format": "uri" }),
            vec![
                format!("gemini_keyword {it}/format: gemini session"),
                format!("strict_keyword {it}/format: openai_strict session!"),
            ],
        ),
        (
            json!({ "type": "integer", "exclusiveMinimum": 0 }),
            vec![format!(
                "gemini_keyword {it}/exclusiveMinimum: gemini session"
            )],
        ),
        (
            json!({ "type": "integer", "multipleOf": 2 }),
            vec![format!("gemini_keyword {it}/multipleOf: gemini session")],
        ),
    ] {
        assert_eq!(told(theirs(fault)), expected);
    }
    let ours = registry(tools![count]);
    harmless(&ours);
    walk(
        &listed(&ours, "count")["inputSchema"],
        &mut |path, schema| {
            assert_eq!(schema.get("format"), None, "{path}");
        },
    );
    // The registry removes the keyword `format`, but keeps the bounds of `u8`. It also keeps the
    // argument that is named `format`.
    let small = Peer::new(&ours).argument("count", "small");
    assert_eq!(
        small,
        json!({ "type": "integer", "minimum": 0, "maximum": 255 })
    );
    let _ = Peer::new(&ours).argument("count", "format");
}

/// T8: in OpenAI's strict mode, `required` must list every argument, so an optional value must accept `null`.
/// Some other clients reject `null` (T5), so the registry publishes optional arguments without `null`. The
/// linter checks strict mode only with `Profile::OpenAiStrict`. The registry has no schema profile for strict mode.
#[test]
fn t8_strict_mode() {
    /// Searches.
    #[mcp_tool]
    fn all_required(words: String, near: Place) {
        let _ = (words, near);
    }

    /// Searches.
    #[mcp_tool]
    fn optional(words: Option<String>, #[arg(default = 1)] page: u8) {
        let _ = (words, page);
    }

    let it = "/inputSchema/properties/it";
    let by = "openai_strict session!";
    let mut open = theirs(json!({ "type": "string", "default": "a" }));
    open["inputSchema"]["required"] = json!([]);
    open["inputSchema"]["additionalProperties"] = json!(true);
    assert_eq!(
        told(open),
        [
            format!("strict_object /inputSchema: {by}"),
            format!("strict_object {it}: {by}"),
            format!("strict_keyword {it}/default: {by}"),
        ]
    );
    let map = json!({ "type": "object", "additionalProperties": { "type": "string" } });
    assert_eq!(told(theirs(map)), [format!("strict_object {it}: {by}")]);
    let mut deep = json!({ "type": "string" });
    for _ in 0..10 {
        deep = theirs(deep)["inputSchema"].take();
    }
    assert_eq!(
        told(theirs(deep)),
        [format!("strict_size /inputSchema: {by}")]
    );
    let ours = registry(tools![all_required, optional]);
    harmless(&ours);
    // Strict mode allows neither optional arguments nor defaults.
    let strict = |tool: &str| -> Vec<String> {
        let told = told(listed(&ours, tool));
        told.into_iter()
            .filter(|it| it.starts_with("strict"))
            .collect()
    };
    assert_eq!(
        strict("optional"),
        [
            format!("strict_object /inputSchema/properties/page: {by}"),
            format!("strict_object /inputSchema/properties/words: {by}"),
            format!("strict_keyword /inputSchema/properties/page/default: {by}"),
        ]
    );
    assert_eq!(strict("all_required"), [""; 0]);
}

/// T9: see also `definitions/invariants.rs` (R20).
#[test]
fn t9_dialects_and_titles() {
    /// Goes there.
    #[mcp_tool]
    fn go(to: Place) -> Place {
        to
    }

    let mut dialect = theirs(json!({ "type": "string" }));
    dialect["inputSchema"]["$schema"] = json!("https://json-schema.org/draft/2020-12/schema");
    assert_eq!(
        told(dialect),
        ["dialect /inputSchema/$schema: gemini session, vscode tool"]
    );
    let ours = registry(tools![go]);
    harmless(&ours);
    for schema in ["inputSchema", "outputSchema"] {
        walk(&listed(&ours, "go")[schema], &mut |path, schema| {
            assert_eq!(schema.get("$schema"), None, "{path}");
            assert_eq!(schema.get("title"), None, "{path}");
        });
    }
}

/// T21: the registry generates schemas without conditions such as `if` and `dependentRequired`. If one argument
/// depends on another, the tool's function must check this dependency, and return an error that the model
/// can read.
#[test]
fn t21_conditions() {
    #[derive(Deserialize, JsonSchema)]
    #[serde(tag = "kind", rename_all = "lowercase")]
    #[allow(dead_code)]
    enum Shape {
        Circle { radius: f64 },
        Square { side: f64 },
    }

    /// Draws it.
    #[mcp_tool]
    fn draw(shape: Shape, order: Order) {
        let _ = (shape, order);
    }

    let by = "claude meaning, openai meaning, openai_strict meaning, vscode meaning, \
              cursor meaning, gemini session";
    for (keyword, value) in [
        ("if", json!({ "required": ["it"] })),
        ("dependentRequired", json!({ "it": ["it"] })),
    ] {
        let mut condition = theirs(json!({ "type": "string" }));
        condition["inputSchema"][keyword] = value;
        assert_eq!(
            told(condition),
            [
                format!("unused_condition /inputSchema/{keyword}: {by}"),
                format!("strict_keyword /inputSchema/{keyword}: openai_strict session!"),
            ]
        );
    }
    let ours = registry(tools![draw]);
    harmless(&ours);
    walk(
        &listed(&ours, "draw")["inputSchema"],
        &mut |path, schema| {
            for word in ["oneOf", "allOf", "not", "if"] {
                assert_eq!(schema.get(word), None, "{path}");
            }
        },
    );
}
