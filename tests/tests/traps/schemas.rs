//! What schemas say.

use std::collections::BTreeMap;
use std::num::NonZeroU32;

use mcp_tool_runtime::lint::Profile::{Claude, Gemini, OpenAi, OpenAiStrict, VsCode};
use mcp_tool_runtime::{ToolRegistry, mcp_tool, tools};
use mcp_tool_tests::Peer;
use mcp_tool_tests::schema::walk;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{harmless, listed, registry, theirs, told};

/// T1: also `an_enum_has_no_members_to_join` in `calls/flatten_build.rs`.
#[test]
fn t1_a_composition_at_the_root() {
    #[derive(Deserialize, JsonSchema)]
    #[serde(tag = "by")]
    #[allow(dead_code)]
    enum Search {
        Name { name: String },
        Number { number: u32 },
    }

    /// Searches.
    #[mcp_tool]
    fn nested(by: Search) {
        let _ = by;
    }

    /// Searches.
    #[mcp_tool]
    fn joined(#[arg(flatten)] by: Search) {
        let _ = by;
    }

    let root = json!({ "name": "search", "description": "Searches.", "inputSchema": {
        "type": "object", "properties": {}, "oneOf": [{ "required": ["name"] }, { "required": ["number"] }],
    } });
    assert!(told(Claude, root.clone()).contains(&"root_composition"));
    assert!(told(OpenAi, root).contains(&"root_composition"));
    // An argument of that type is one; without one there is nothing to build.
    harmless(&registry(tools![nested]));
    let joined = ToolRegistry::builder(()).tools(tools![joined]).build();
    assert!(joined.is_err());
}

/// T2: also `definitions/everywhere.rs`, and R15.
#[test]
fn t2_a_root_that_is_no_object() {
    /// Does it.
    #[mcp_tool]
    fn none() -> u8 {
        7
    }

    let empty = json!({ "name": "none", "description": "Does it.", "inputSchema": {} });
    assert_eq!(told(VsCode, empty), ["root_object"]);
    let bare = json!({ "name": "none", "description": "Does it.", "inputSchema": { "type": "object" },
                       "outputSchema": { "type": "integer" } });
    assert_eq!(told(VsCode, bare), ["root_properties", "output_object"]);
    let ours = registry(tools![none]);
    harmless(&ours);
    let tool = listed(&ours, "none");
    let input = json!({ "type": "object", "properties": {}, "additionalProperties": false });
    assert_eq!(tool["inputSchema"], input);
    assert_eq!(tool.get("outputSchema"), None);
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Anything {
    any: Value,
    some: Option<Value>,
    list: Vec<Value>,
    map: BTreeMap<String, Value>,
}

/// T3: also `schemas_are_portable` in `properties/cases.rs`.
#[test]
fn t3_a_boolean_schema() {
    /// Gives it back.
    #[mcp_tool]
    fn anything(it: Value, more: Anything) -> Anything {
        let _ = it;
        more
    }

    assert!(told(Claude, theirs(json!(true))).contains(&"boolean_schema"));
    let ours = registry(tools![anything]);
    harmless(&ours);
    let tool = listed(&ours, "anything");
    for schema in ["inputSchema", "outputSchema"] {
        walk(&tool[schema], &mut |path, schema| {
            assert!(!schema.is_boolean(), "{path}");
        });
    }
}

/// A place.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Place {
    /// North
    lat: f64,
}

/// T4: also `definitions/everywhere.rs` (R33, R35, R37).
#[test]
fn t4_a_reference() {
    /// Goes there.
    #[mcp_tool]
    fn go(
        /// From where
        from: Place,
        to: Option<Place>,
    ) -> Place {
        to.unwrap_or(from)
    }

    let reference = json!({ "$ref": "#/$defs/Place", "description": "From where" });
    assert!(told(Gemini, theirs(reference)).contains(&"reference"));
    let ours = registry(tools![go]);
    harmless(&ours);
    assert!(!listed(&ours, "go").to_string().contains("$ref"));
}

/// How to sort.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Order {
    /// Newest first
    Newest,
    Oldest,
}

/// T4b
#[test]
fn t4b_constants() {
    /// Sorts.
    #[mcp_tool]
    fn sort(order: Order) {
        let _ = matches!(order, Order::Newest | Order::Oldest);
    }

    let constants = json!({ "oneOf": [
        { "const": "newest", "description": "Newest first" },
        { "const": "oldest" },
    ] });
    let rules = told(Gemini, theirs(constants));
    assert_eq!(
        rules,
        ["constant", "constant", "unused_condition", "no_description"]
    );
    let ours = registry(tools![sort]);
    harmless(&ours);
    let order = Peer::new(&ours).argument("sort", "order");
    assert_eq!(order["type"], "string");
    let mut values: Vec<_> = order["enum"].as_array().unwrap().clone();
    values.sort_by_key(ToString::to_string);
    assert_eq!(values, ["newest", "oldest"]);
    let text = order["description"].as_str().unwrap();
    assert!(text.contains("`newest`: Newest first"), "{text}");
}

/// T4c: a type that contains itself has no other form. It cannot be had by accident, and `lint`
/// tells it.
#[test]
fn t4c_recursion() {
    #[derive(Deserialize, JsonSchema)]
    #[allow(dead_code)]
    struct Tree {
        word: String,
        branches: Vec<Tree>,
    }

    /// Plants it.
    #[mcp_tool]
    fn plant(tree: Tree) {
        let _ = tree;
    }

    let ours = registry(tools![plant]);
    assert!(told(Gemini, listed(&ours, "plant")).contains(&"recursion"));
    assert!(told(Claude, listed(&ours, "plant")).contains(&"recursion"));
}

/// T5: also `definitions/parameter_rules.rs`.
#[test]
fn t5_null_for_what_is_optional() {
    /// Searches.
    #[mcp_tool]
    fn search(words: Option<String>, near: Option<Place>, limit: Option<u8>) -> String {
        format!("{words:?} {} {limit:?}", near.is_some())
    }

    let several = json!({ "type": ["string", "null"], "description": "It" });
    assert_eq!(told(Gemini, theirs(several)), ["several_types"]);
    let ours = registry(tools![search]);
    harmless(&ours);
    assert!(
        !listed(&ours, "search")["inputSchema"]
            .to_string()
            .contains("null")
    );
    // It is taken all the same, because some clients send it.
    let nulls = json!({ "words": null, "near": null, "limit": null });
    assert_eq!(Peer::new(&ours).text("search", nulls), "None false None");
}

/// T6
#[test]
fn t6_lists_of_no_known_items() {
    /// Draws it.
    #[mcp_tool]
    fn draw(from: (f64, f64), label: (String, u8), rest: Vec<Value>) {
        let _ = (from, label, rest);
    }

    let list = json!({ "type": "array", "description": "It" });
    assert_eq!(told(VsCode, theirs(list)), ["array_items"]);
    let tuple = json!({ "type": "array", "prefixItems": [{}, {}], "description": "It" });
    assert_eq!(told(VsCode, theirs(tuple)), ["array_items"]);
    let ours = registry(tools![draw]);
    harmless(&ours);
    for argument in ["from", "label", "rest"] {
        let schema = Peer::new(&ours).argument("draw", argument);
        assert!(schema["items"].is_object(), "{schema}");
    }
}

/// T7: also `definitions/everywhere.rs`.
#[test]
fn t7_formats() {
    /// Counts.
    #[mcp_tool]
    fn count(small: u8, large: u64, huge: i128, positive: NonZeroU32, share: f32, format: String) {
        let _ = (small, large, huge, positive, share, format);
    }

    let small = json!({ "type": "integer", "format": "uint8", "description": "It" });
    assert_eq!(told(Claude, theirs(small)), ["invented_format"]);
    let ours = registry(tools![count]);
    harmless(&ours);
    walk(
        &listed(&ours, "count")["inputSchema"],
        &mut |path, schema| {
            assert_eq!(schema.get("format"), None, "{path}");
        },
    );
    // The bounds stay, and a property may have that name.
    let small = Peer::new(&ours).argument("count", "small");
    assert_eq!(
        small,
        json!({ "type": "integer", "minimum": 0, "maximum": 255 })
    );
    let _ = Peer::new(&ours).argument("count", "format");
}

/// T8: strict mode wants the opposite of T5. What it would refuse is told to whom asks; nothing is
/// published for it.
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

    let open = theirs(json!({ "type": "string", "default": "a", "description": "It" }));
    assert_eq!(
        told(OpenAiStrict, open),
        ["strict_object", "strict_keyword"]
    );
    let ours = registry(tools![all_required, optional]);
    harmless(&ours);
    // What is optional, and a default.
    let rules = told(OpenAiStrict, listed(&ours, "optional"));
    assert!(rules.contains(&"strict_object"), "{rules:?}");
    assert!(rules.contains(&"strict_keyword"), "{rules:?}");
    let rules = told(OpenAiStrict, listed(&ours, "all_required"));
    assert!(!rules.contains(&"strict_object"), "{rules:?}");
}

/// T9: also `definitions/everywhere.rs` (R20).
#[test]
fn t9_dialects_and_titles() {
    /// Goes there.
    #[mcp_tool]
    fn go(to: Place) -> Place {
        to
    }

    let mut dialect = theirs(json!({ "type": "string", "description": "It" }));
    dialect["inputSchema"]["$schema"] = json!("https://json-schema.org/draft/2020-12/schema");
    assert_eq!(told(Gemini, dialect), ["dialect"]);
    let ours = registry(tools![go]);
    harmless(&ours);
    for schema in ["inputSchema", "outputSchema"] {
        walk(&listed(&ours, "go")[schema], &mut |path, schema| {
            assert_eq!(schema.get("$schema"), None, "{path}");
            assert_eq!(schema.get("title"), None, "{path}");
        });
    }
}

/// T21: what a value must be is said by its type alone; what two arguments must be together is for
/// the function to say, in an error that the model reads.
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

    let mut condition = theirs(json!({ "type": "string", "description": "It" }));
    condition["inputSchema"]["if"] = json!({ "required": ["it"] });
    assert_eq!(told(Claude, condition), ["unused_condition"]);
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
