//! What schemas say.

use std::collections::BTreeMap;
use std::num::NonZeroU32;

use mcp_tool_runtime::lint::{Lint, Profile};
use mcp_tool_runtime::{ToolRegistry, mcp_tool, tools};
use mcp_tool_tests::Peer;
use mcp_tool_tests::schema::walk;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{harmless, listed, registry, said, taking, theirs, told};

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

    for keyword in ["oneOf", "anyOf", "allOf"] {
        let mut root = theirs(json!({ "type": "string" }));
        root["inputSchema"][keyword] = json!([{ "required": ["it"] }, { "maxProperties": 1 }]);
        let expected = format!(
            "root_composition /inputSchema/{keyword}: claude session!, openai session!, \
             openai_strict session!, gemini session, vscode meaning, cursor meaning"
        );
        assert!(told(root.clone()).contains(&expected), "{:?}", told(root));
    }
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

    let everyone = "claude list!, openai session!, openai_strict session!, gemini session!, \
                    vscode list!, cursor list!";
    let empty = taking(json!({}));
    let expected = format!("root_object /inputSchema: {everyone}");
    assert_eq!(told(empty), [expected]);
    let mut bare = taking(json!({ "type": "object", "additionalProperties": false }));
    for output in [json!({}), json!({ "type": "integer" })] {
        bare["outputSchema"] = output;
        let expected = [
            "root_properties /inputSchema: openai session!, openai_strict session!, vscode session!",
            "output_object /outputSchema: claude list!, vscode list!, cursor list!, gemini list",
        ];
        assert_eq!(told(bare.clone()), expected);
    }
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

    assert_eq!(
        told(theirs(json!(true))),
        ["boolean_schema /inputSchema/properties/it: \
          claude list!, gemini session, openai_strict session!"]
    );
    let mut answer = theirs(json!({ "type": "string" }));
    answer["outputSchema"] = json!({ "type": "object", "properties": { "it": true } });
    assert_eq!(
        told(answer),
        ["boolean_schema /outputSchema/properties/it: claude list!, cursor list"]
    );
    let ours = registry(tools![anything]);
    // That it may be anything is what the type says, and Gemini wants a type.
    let findings = Lint::new(Profile::ALL).check(&ours);
    let findings = findings
        .iter()
        .filter(|it| it.rule.id != "review")
        .map(said);
    let findings: Vec<_> = findings
        .filter(|it| !it.starts_with("no_description"))
        .collect();
    let expected = [
        "it",
        "more/properties/any",
        "more/properties/some",
        "more/properties/list/items",
    ];
    let expected =
        expected.map(|at| format!("no_type /inputSchema/properties/{at}: gemini session"));
    assert_eq!(findings, expected);
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

    let mut reference = theirs(json!({ "$ref": "#/$defs/Place" }));
    let nowhere = "unresolved_reference /inputSchema/properties/it/$ref: claude session, \
                   openai session, openai_strict session!, gemini session!, vscode tool, cursor tool";
    let beside = "strict_keyword /inputSchema/properties/it/$ref: openai_strict session!";
    assert_eq!(told(reference.clone()), [nowhere, beside]);
    reference["inputSchema"]["$defs"] = json!({ "Place": { "type": "string" } });
    let found = "reference /inputSchema/properties/it/$ref: gemini session!";
    assert_eq!(told(reference), [found, beside]);
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
    let it = "/inputSchema/properties/it";
    let by = "gemini session!, vscode meaning";
    assert_eq!(
        told(theirs(constants)),
        [
            format!("constant {it}/oneOf/0/const: {by}"),
            format!("constant {it}/oneOf/1/const: {by}"),
            format!("strict_keyword {it}/oneOf: openai_strict session!"),
        ]
    );
    let numbers = json!({ "type": "integer", "enum": [1, 2] });
    assert_eq!(
        told(theirs(numbers)),
        [format!("constant {it}/enum: gemini session!")]
    );
    let one = json!({ "allOf": [{ "type": "string" }] });
    assert_eq!(
        told(theirs(one)),
        [
            format!("single_branch {it}/allOf: gemini session, openai meaning, vscode meaning"),
            format!("strict_keyword {it}/allOf: openai_strict session!"),
        ]
    );
    let around = json!({ "anyOf": [{ "type": "string", "enum": ["a"] }, { "type": "integer" }] });
    assert_eq!(
        told(theirs(around)),
        [format!("constant {it}/anyOf/0/enum: gemini meaning")]
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
    let told = told(listed(&ours, "plant"));
    let circles: Vec<_> = told
        .iter()
        .filter(|it| it.starts_with("recursion"))
        .collect();
    assert_eq!(circles.len(), 1, "{told:#?}");
    assert!(
        circles[0].ends_with("$ref: claude list, gemini session!, openai session"),
        "{circles:?}"
    );
}

/// T5: also `definitions/parameter_rules.rs`.
#[test]
fn t5_null_for_what_is_optional() {
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
    // It is taken all the same, because some clients send it.
    let nulls = json!({ "words": null, "near": null, "limit": null });
    assert_eq!(Peer::new(&ours).text("search", nulls), "None false None");
}

/// T6
#[test]
fn t6_lists_of_no_known_items() {
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
    // Of two types, `items` cannot say which is where.
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

/// T7: also `definitions/everywhere.rs`.
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
                "invented_format {it}/format: claude meaning, openai_strict session!, gemini session, {others}"
            )],
        ),
        // Of numbers, Gemini has this one.
        (
            json!({ "type": "number", "format": "double" }),
            vec![format!(
                "invented_format {it}/format: claude meaning, openai_strict session!, {others}"
            )],
        ),
        (
            json!({ "type": "string", "format": "uri" }),
            vec![
                format!("gemini_format {it}/format: gemini session"),
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
    // What is optional, and a default.
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

/// T9: also `definitions/everywhere.rs` (R20).
#[test]
fn t9_dialects_and_titles() {
    /// Goes there.
    #[mcp_tool]
    fn go(to: Place) -> Place {
        to
    }

    let titled = json!({ "type": "string", "title": "It" });
    assert_eq!(
        told(theirs(titled)),
        [
            "generated_title /inputSchema/properties/it/title: claude tokens, openai tokens, \
          openai_strict tokens, gemini tokens, vscode tokens, cursor tokens"
        ]
    );
    let mut dialect = theirs(json!({ "type": "string" }));
    dialect["inputSchema"]["$schema"] = json!("https://json-schema.org/draft/2020-12/schema");
    assert_eq!(
        told(dialect),
        ["dialect /inputSchema/$schema: gemini session"]
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

    let by = "claude meaning, openai meaning, openai_strict meaning, gemini session, \
              vscode meaning, cursor meaning";
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
