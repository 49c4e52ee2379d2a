//! Traps in schemas: the root, boolean schemas, references and constants.

use std::collections::BTreeMap;

use mcp_tool_runtime::lint::{Lint, Profile};
use mcp_tool_runtime::{ToolRegistry, mcp_tool, tools};
use mcp_tool_tests::Peer;
use mcp_tool_tests::schema::walk;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{harmless, listed, registry, said, taking, theirs, told};

/// T1: see also `an_enum_has_no_members_to_join` in `calls/flatten_build.rs`.
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
            "root_composition /inputSchema/{keyword}: openai session!, openai_strict session!, \
             claude session, gemini session, vscode meaning, cursor meaning"
        );
        assert!(told(root.clone()).contains(&expected), "{:?}", told(root));
    }
    // In `joined`, `#[arg(flatten)]` moves the enum to the root of the input schema. The root
    // then needs `oneOf` or `anyOf`, which some clients reject, so `build` fails.
    harmless(&registry(tools![nested]));
    let joined = ToolRegistry::builder(()).tools(tools![joined]).build();
    assert!(joined.is_err());
}

/// T2: see also `definitions/invariants.rs` (R15).
#[test]
fn t2_a_root_that_is_not_an_object() {
    /// Does it.
    #[mcp_tool]
    fn none() -> u8 {
        7
    }

    let everyone = "claude list!, vscode list!, cursor list!, openai session!, \
                    openai_strict session!, gemini session!";
    let empty = taking(json!({}));
    let expected = format!("root_object /inputSchema: {everyone}");
    assert_eq!(told(empty), [expected]);
    let mut bare = taking(json!({ "type": "object", "additionalProperties": false }));
    for output in [json!({}), json!({ "type": "integer" })] {
        bare["outputSchema"] = output;
        let expected = [
            "root_properties /inputSchema: openai session!, openai_strict session!, vscode session",
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

/// T3: see also `every_published_schema_is_portable` in `properties/cases.rs`.
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
    // The input schema of `anything` contains four schemas that accept any JSON. Each lists the types
    // of JSON, but the items of its arrays have no type. Gemini requires one, so the linter reports them.
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
    let expected = expected
        .map(|at| format!("no_type /inputSchema/properties/{at}/anyOf/4/items: gemini session"));
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
pub(crate) struct Place {
    /// North
    lat: f64,
}

/// T4: see also `definitions/invariants.rs` (R33, R35, R37).
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
pub(crate) enum Order {
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

/// T4c: the schema of a recursive type needs a reference. The linter reports the recursion.
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
