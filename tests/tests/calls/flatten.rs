//! `#[arg(flatten)]`: the members of a type become arguments of the tool.

use std::collections::{BTreeMap, HashMap};

use mcp_tool_runtime::registry::UnknownArguments;
use mcp_tool_runtime::{Tool, ToolRegistry, mcp_tool, tools};
use mcp_tool_tests::Peer;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Page {
    /// Where to start
    first_item: u32,
    /// How many
    #[serde(default = "ten", rename = "size")]
    page_size: u8,
    after: Option<String>,
}

fn ten() -> u8 {
    10
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Place {
    lat: f64,
    lon: f64,
}

/// A struct that flattens another struct.
#[derive(Debug, Deserialize, JsonSchema)]
struct Nested {
    word: String,
    #[serde(flatten)]
    page: Page,
}

/// Shows a page.
#[mcp_tool]
fn one(#[arg(flatten)] page: Page) -> String {
    format!("{} {} {:?}", page.first_item, page.page_size, page.after)
}

/// Shows a page and a text.
#[mcp_tool]
fn lent(#[arg(flatten)] page: &Page, text: &str) -> String {
    format!(
        "{} {} {:?} {text}",
        page.first_item, page.page_size, page.after
    )
}

/// Takes two structs and other arguments.
#[mcp_tool]
fn two(
    text: String,
    #[arg(flatten)] page: Page,
    #[arg(default = 1)] number: u8,
    #[arg(flatten)] place: Place,
) -> String {
    format!(
        "{text} {} {number} {} {}",
        page.first_item, place.lat, place.lon
    )
}

/// Shows a nested struct.
#[mcp_tool]
fn nested(#[arg(flatten)] nested: Nested) -> String {
    format!(
        "{} {} {}",
        nested.word, nested.page.first_item, nested.page.page_size
    )
}

#[derive(Debug, Deserialize, JsonSchema)]
struct At(Place);

/// Takes structs apart.
#[mcp_tool]
async fn patterns(
    #[arg(flatten)] Page {
        first_item, after, ..
    }: Page,
    text: &str,
    #[arg(flatten)] At(Place { lat, lon }): &At,
    #[arg(flatten)] _: Settings,
) -> String {
    tokio::task::yield_now().await;
    format!("{first_item} {after:?} {text} {lat} {lon}")
}

/// Takes arguments with any names and small numbers as values.
#[mcp_tool]
fn open(#[arg(flatten)] rest: BTreeMap<String, u8>, known: Option<bool>) -> String {
    format!("{rest:?} {known:?}")
}

/// Takes any further arguments.
#[mcp_tool]
fn wide_open(known: bool, #[arg(flatten)] rest: Map<String, Value>) -> String {
    format!("{known} {}", Value::Object(rest))
}

/// A struct with a map for all other members.
#[derive(Debug, Deserialize, JsonSchema)]
struct Labelled {
    name: String,
    #[serde(flatten)]
    labels: HashMap<String, String>,
}

/// Takes labels.
#[mcp_tool]
fn labelled(#[arg(flatten)] labelled: Labelled, #[arg(flatten)] page: Page) -> String {
    let mut labels: Vec<_> = labelled.labels.into_iter().collect();
    labels.sort();
    format!("{} {labels:?} {}", labelled.name, page.first_item)
}

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
struct Settings {
    depth: u8,
    wide: bool,
}

/// Needs no arguments.
#[mcp_tool]
fn settings(#[arg(flatten)] settings: Settings) -> String {
    format!("{} {}", settings.depth, settings.wide)
}

/// A tree.
#[derive(Debug, Deserialize, JsonSchema)]
struct Tree {
    word: String,
    #[serde(default)]
    branches: Vec<Tree>,
}

/// Returns words of a tree.
#[mcp_tool]
fn tree(#[arg(flatten)] tree: Tree) -> String {
    format!(
        "{} {:?}",
        tree.word,
        tree.branches
            .iter()
            .map(|tree| &tree.word)
            .collect::<Vec<_>>()
    )
}

fn registry() -> ToolRegistry<()> {
    ToolRegistry::builder(())
        .tools(tools![
            one, lent, two, nested, patterns, open, wide_open, labelled, settings, tree
        ])
        .build()
        .unwrap()
}

#[test]
fn members_are_arguments_under_the_names_that_serde_gives_them() {
    let registry = registry();
    let peer = Peer::new(&registry);
    assert_eq!(
        peer.tool("one")["inputSchema"],
        json!({
            "type": "object",
            "properties": {
                "firstItem": {
                    "type": "integer", "minimum": 0, "maximum": u32::MAX,
                    "description": "Where to start",
                },
                "size": {
                    "type": "integer", "minimum": 0, "maximum": 255, "default": 10,
                    "description": "How many",
                },
                "after": { "type": "string" },
            },
            "required": ["firstItem"],
            "additionalProperties": false,
        }),
    );
    assert_eq!(peer.text("one", json!({ "firstItem": 3 })), "3 10 None");
    assert_eq!(
        peer.text("one", json!({ "after": "x", "size": 2, "firstItem": 3.0 })),
        "3 2 Some(\"x\")",
    );
}

#[test]
fn the_struct_may_be_borrowed() {
    let registry = registry();
    let arguments = json!({ "firstItem": 3, "text": "a" });
    assert_eq!(Peer::new(&registry).text("lent", arguments), "3 10 None a");
}

#[test]
fn a_flattened_struct_needs_no_name() {
    let registry = registry();
    let peer = Peer::new(&registry);
    assert_eq!(
        peer.tool("patterns")["inputSchema"]["required"],
        json!(["firstItem", "text", "lat", "lon"])
    );
    let arguments = json!({ "firstItem": 3, "after": "x", "text": "a", "lat": 59, "lon": 10.7 });
    assert_eq!(peer.text("patterns", arguments), "3 Some(\"x\") a 59 10.7");
}

#[test]
fn members_of_several_structs_join_plain_arguments() {
    let registry = registry();
    let peer = Peer::new(&registry);
    let schema = peer.tool("two")["inputSchema"].take();
    assert_eq!(
        schema["required"],
        json!(["text", "firstItem", "lat", "lon"])
    );
    assert_eq!(schema["additionalProperties"], json!(false));
    // The decoder of `Place` rejects unknown members. So the registry must pass only `lat` and
    // `lon` to this decoder.
    let arguments = json!({ "lon": 10.7, "firstItem": 3, "text": "a", "lat": 59 });
    assert_eq!(peer.text("two", arguments.clone()), "a 3 1 59 10.7");
    assert_eq!(
        peer.call_json("two", &arguments.to_string())["content"][0]["text"],
        "a 3 1 59 10.7",
    );
}

#[test]
fn a_struct_in_a_struct_comes_along() {
    let registry = registry();
    let peer = Peer::new(&registry);
    let schema = peer.tool("nested")["inputSchema"].take();
    let names: Vec<_> = schema["properties"].as_object().unwrap().keys().collect();
    assert_eq!(names, ["after", "firstItem", "size", "word"]);
    assert_eq!(
        peer.text("nested", json!({ "word": "a", "firstItem": 3 })),
        "a 3 10"
    );
}

#[test]
fn a_map_takes_the_other_arguments() {
    // R31
    let registry = registry();
    let peer = Peer::new(&registry);
    let schema = peer.tool("open")["inputSchema"].take();
    assert_eq!(
        schema["additionalProperties"],
        json!({ "type": "integer", "minimum": 0, "maximum": 255 }),
    );
    assert_eq!(peer.text("open", json!({})), "{} None");
    assert_eq!(
        peer.text("open", json!({ "b": 2, "known": true, "a": 1.0 })),
        "{\"a\": 1, \"b\": 2} Some(true)",
    );
    let text = peer.error("open", json!({ "a": 300 }));
    assert!(
        text.contains("`a`: expected an integer from 0 to 255, got 300"),
        "{text}"
    );
    let schema = peer.tool("wide_open")["inputSchema"].take();
    assert_eq!(schema.get("additionalProperties"), None, "{schema:#}");
    assert_eq!(
        peer.text("wide_open", json!({ "known": false, "": 1, "a": [null] })),
        "false {\"\":1,\"a\":[null]}",
    );
    assert_eq!(peer.text("wide_open", json!({ "known": true })), "true {}");
}

#[test]
fn a_struct_with_an_open_end_takes_the_rest_and_no_more() {
    let registry = registry();
    let peer = Peer::new(&registry);
    let schema = peer.tool("labelled")["inputSchema"].take();
    assert_eq!(schema["additionalProperties"], json!({ "type": "string" }));
    assert_eq!(
        peer.text(
            "labelled",
            json!({ "name": "a", "firstItem": 1, "size": 2, "colour": "red", "age": "7" }),
        ),
        "a [(\"age\", \"7\"), (\"colour\", \"red\")] 1",
    );
}

#[test]
fn a_struct_that_needs_nothing_needs_no_arguments() {
    // R18
    let registry = registry();
    let peer = Peer::new(&registry);
    let schema = peer.tool("settings")["inputSchema"].take();
    assert_eq!(schema.get("required"), None);
    assert_eq!(peer.text("settings", Value::Null), "0 false");
    assert_eq!(peer.text("settings", json!({ "depth": 2 })), "2 false");
}

#[test]
fn a_struct_may_hold_itself() {
    let registry = registry();
    let peer = Peer::new(&registry);
    let schema = peer.tool("tree")["inputSchema"].take();
    assert_eq!(schema["type"], "object");
    assert_eq!(schema["required"], json!(["word"]));
    let arguments = json!({ "word": "a", "branches": [{ "word": "b" }] });
    assert!(
        jsonschema::draft202012::new(&schema)
            .unwrap()
            .is_valid(&arguments)
    );
    assert_eq!(peer.text("tree", arguments), "a [\"b\"]");
}

#[test]
fn unknown_names_are_refused_where_no_part_is_open() {
    // R148
    let registry = registry();
    let text = Peer::new(&registry).error("one", json!({ "firstItem": 1, "sizes": 2 }));
    assert!(
        text.contains("`sizes`: no such argument; did you mean `size`?"),
        "{text}"
    );
    let lenient = ToolRegistry::builder(())
        .tools(tools![one, two])
        .unknown_arguments(UnknownArguments::Ignore)
        .build()
        .unwrap();
    let peer = Peer::new(&lenient);
    let schema = peer.tool("two")["inputSchema"].take();
    assert_eq!(schema.get("additionalProperties"), None);
    // `Place` rejects unknown members, so the registry must not pass the unknown argument `more`
    // to it.
    let arguments = json!({ "lon": 1, "firstItem": 3, "text": "a", "lat": 2, "more": 1 });
    assert_eq!(peer.text("two", arguments), "a 3 1 2 1");
}

#[test]
fn ignored_names_do_not_reach_an_open_end() {
    let registry = ToolRegistry::builder(())
        .tools(tools![open])
        .ignore_arguments(["reason", "known"])
        .build()
        .unwrap();
    let arguments = json!({ "reason": "because", "known": true, "a": 1 });
    assert_eq!(
        Peer::new(&registry).text("open", arguments),
        "{\"a\": 1} Some(true)",
    );
}

#[derive(Deserialize, JsonSchema)]
struct Query {
    #[serde(alias = "q", alias = "term")]
    query: String,
    /// How many
    #[serde(alias = "max")]
    limit: Option<u8>,
    #[serde(default)]
    #[schemars(skip)]
    hidden: bool,
}

/// Searches.
#[mcp_tool]
fn find(#[arg(flatten)] query: Query) -> String {
    format!("{} {:?} {}", query.query, query.limit, query.hidden)
}

/// Searches.
#[mcp_tool]
fn find_each(queries: Vec<Query>, count: u8) -> String {
    let queries = queries.iter().map(|it| (&it.query, it.limit));
    format!("{:?} {count}", queries.collect::<Vec<_>>())
}

fn aliases() -> ToolRegistry<()> {
    let by_value = Tool::builder("by_value")
        .description("Searches.")
        .input::<Query>()
        .handler(|query: Query, _| async move { query.query });
    let registry = ToolRegistry::builder(()).tools(tools![find, find_each]);
    registry.tools([by_value]).build().unwrap()
}

#[test]
fn an_alias_of_serde_is_an_argument_too() {
    let registry = aliases();
    for peer in Peer::all(&registry) {
        for (arguments, text) in [
            (json!({ "query": "a", "limit": 2 }), "a Some(2) false"),
            (json!({ "q": "a", "max": 2 }), "a Some(2) false"),
            (json!({ "term": "a" }), "a None false"),
            (json!({ "q": "a", "max": "2" }), "a Some(2) false"),
        ] {
            assert_eq!(peer.text("find", arguments), text);
        }
        assert_eq!(peer.text("by_value", json!({ "term": "a" })), "a");
        let each = json!({ "queries": [{ "q": "a" }, { "term": "b", "max": 1 }], "count": 2 });
        let text = r#"[("a", None), ("b", Some(1))] 2"#;
        assert_eq!(peer.text("find_each", each), text);
        let error = peer.error("find", json!({ "q": "a", "query": "b" }));
        assert!(error.contains("`query`"), "{error}");
        let error = peer.error("find", json!({ "max": 300, "q": "a" }));
        assert!(error.contains("- `limit`: expected an integer"), "{error}");
    }
}
