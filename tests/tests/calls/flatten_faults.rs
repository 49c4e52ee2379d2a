//! Errors about the members of flattened structs.

use std::collections::BTreeMap;

use mcp_tool_runtime::schema::SchemaProfile;
use mcp_tool_runtime::{ToolRegistry, mcp_tool, tools};
use mcp_tool_tests::Peer;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Unit {
    Celsius,
    Kelvin,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Point {
    x: i8,
    y: i8,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Place {
    /// Degrees north
    lat: f64,
    lon: f64,
    unit: Option<Unit>,
    #[serde(default)]
    points: Vec<Point>,
    shape: Option<Shape>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
#[allow(dead_code)]
enum Shape {
    Circle { radius: f64 },
    Square { side: u8 },
}

#[derive(Deserialize, JsonSchema)]
struct Page {
    offset: u32,
    size: u8,
}

#[derive(Deserialize, JsonSchema)]
struct Search {
    query: String,
    #[serde(flatten)]
    page: Page,
}

/// Looks around.
#[mcp_tool]
fn look(
    #[arg(range(1..=14))] days: u8,
    #[arg(flatten)] place: Place,
    #[arg(flatten)] page: &Page,
    #[arg(length(..=3))] word: Option<String>,
) {
    let _ = (
        days,
        place.lat,
        place.lon,
        place.unit.is_some(),
        place.points.len(),
    );
    let _ = (page.offset, page.size, word, place.shape.is_some());
    if let Some(Point { x, y }) = place.points.first() {
        let _ = (x, y);
    }
}

/// Searches.
#[mcp_tool]
fn search(#[arg(flatten)] search: Search) -> String {
    format!(
        "{} {} {}",
        search.query, search.page.offset, search.page.size
    )
}

/// Takes arguments with any names and small numbers as values.
#[mcp_tool]
fn open(#[arg(flatten)] rest: BTreeMap<String, u8>) {
    let _ = rest;
}

fn registry() -> ToolRegistry<()> {
    ToolRegistry::builder(())
        .tools(tools![look, search, open])
        .build()
        .unwrap()
}

#[test]
fn faults_of_plain_and_flattened_arguments_come_together() {
    // R148, R152
    let registry = registry();
    let text = Peer::new(&registry).error(
        "look",
        json!({
            "days": 15, "lat": "north", "lon": 1, "offset": -1, "size": 1, "word": "long", "dayz": 1,
        }),
    );
    assert_eq!(
        text,
        "5 wrong arguments for `look`:\n\
         - `dayz`: no such argument; did you mean `days`?\n\
         - `days`: expected an integer from 1 to 14, got 15\n\
         - `lat`: expected a number, got \"north\"\n\
         - `offset`: expected an integer from 0 to 4294967295, got -1\n\
         - `word`: expected a string of at most 3 characters, got 4 characters\n\
         a minimal valid call has the arguments {\"days\":1,\"lat\":1,\"lon\":1,\"offset\":1,\"size\":1}",
    );
}

#[test]
fn each_missing_member_is_reported() {
    // R148, R152
    let registry = registry();
    assert_eq!(
        Peer::new(&registry).error("look", json!({ "lon": 1 })),
        "4 wrong arguments for `look`:\n\
         - `days`: missing; expected an integer from 1 to 14\n\
         - `lat`: missing; expected a number (Degrees north)\n\
         - `offset`: missing; expected an integer from 0 to 4294967295\n\
         - `size`: missing; expected an integer from 0 to 255\n\
         a minimal valid call has the arguments {\"days\":1,\"lat\":1,\"lon\":1,\"offset\":1,\"size\":1}",
    );
}

#[test]
fn a_misspelt_member_is_one_slip_told_once() {
    // R152
    let registry = registry();
    let text = Peer::new(&registry).error("search", json!({ "query": "a", "ofset": 1, "size": 1 }));
    assert!(
        text.contains("wrong argument for `search`:\n- `ofset`: no such argument; did you mean `offset`, which is missing?"),
        "{text}",
    );
}

#[test]
fn the_place_inside_a_member_is_reported() {
    // R152
    let registry = registry();
    let peer = Peer::new(&registry);
    let base = json!({ "days": 1, "lat": 1, "lon": 1, "offset": 1, "size": 1 });
    let with = |name: &str, value| {
        let mut arguments = base.clone();
        arguments[name] = value;
        peer.error("look", arguments)
    };
    for (text, expected) in [
        (
            with("points", json!([{ "x": 1, "y": 1 }, { "x": 300, "y": 1 }])),
            "`points[1].x`: expected an integer from -128 to 127, got 300",
        ),
        (
            with("points", json!([{ "x": 1, "y": 1, "z": 1 }])),
            "`points[0]`: has no member `z`",
        ),
        (
            with("points", json!([{ "x": 1 }])),
            "`points[0]`: lacks the member `y`; expected an integer from -128 to 127",
        ),
        (
            with("unit", json!("kelvins")),
            "`unit`: got \"kelvins\", expected one of \"celsius\", \"kelvin\"; did you mean \"kelvin\"?",
        ),
        (
            with("shape", json!({ "type": "square", "side": 256 })),
            "`shape.side`: expected an integer from 0 to 255, got 256",
        ),
        (
            with("shape", json!({ "type": "circle" })),
            "`shape`: lacks the member `radius`; expected a number",
        ),
    ] {
        assert!(text.contains(expected), "{text}");
    }
}

#[test]
fn the_place_is_reported_although_serde_loses_it() {
    // R152: serde's errors about members of a `#[serde(flatten)]` struct do not contain the path
    // of the wrong value. The registry's error must still contain the path.
    let registry = registry();
    let peer = Peer::new(&registry);
    let text = peer.error("search", json!({ "query": "a", "offset": [], "size": 1 }));
    assert!(
        text.contains("`offset`: expected an integer from 0 to 4294967295, got an array"),
        "{text}"
    );
    let text = peer.error("search", json!({ "query": "a", "offset": 1, "size": 256 }));
    assert!(
        text.contains("`size`: expected an integer from 0 to 255, got 256"),
        "{text}"
    );
    let text = peer.error("search", json!({ "query": [], "offset": 1, "size": 6 }));
    assert!(
        text.contains("`query`: expected a string, got an array"),
        "{text}"
    );
}

#[test]
fn an_unnamed_member_is_reported_too() {
    let registry = registry();
    let text = Peer::new(&registry).error("open", json!({ "a": 1, "b": "x" }));
    assert!(
        text.contains("`b`: expected an integer from 0 to 255, got \"x\""),
        "{text}"
    );
}

#[test]
fn a_member_that_is_given_twice() {
    let registry = registry();
    let result = Peer::new(&registry)
        .json(
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search","arguments":
                {"query":"a","offset":1,"size":1,"offset":2}}}"#,
        )
        .unwrap();
    let text = result["result"]["content"][0]["text"].as_str().unwrap();
    assert!(
        text.contains("`offset`: given more than once; send it once"),
        "{text}"
    );
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[allow(dead_code)]
enum Source {
    File { path: String, lines: Option<u8> },
    Url(String),
    Point(Point),
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
struct Sourced {
    own: u8,
    #[serde(flatten)]
    source: Source,
}

/// Reads sources.
#[mcp_tool]
fn read_flat(#[arg(flatten)] sourced: Wrapped) {
    drop(sourced);
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
struct Wrapped {
    inner: Sourced,
    list: Option<Vec<Sourced>>,
}

/// Reads a source.
#[mcp_tool]
fn read_one(it: Sourced) {
    drop(it);
}

#[test]
fn a_fault_inside_a_flattened_external_enum_names_its_place() {
    let forms = "matches none of the accepted forms; expected an object with";
    let profiles = [SchemaProfile::Portable, SchemaProfile::AsGenerated];
    for registry in profiles.map(|profile| {
        let builder = ToolRegistry::builder(()).schema_profile(profile);
        builder.tools(tools![read_one, read_flat]).build().unwrap()
    }) {
        for (it, place, words) in [
            (
                json!({ "own": 1, "file": { "path": 3 } }),
                ".file.path",
                "expected a string, got 3",
            ),
            (
                json!({ "own": 1, "file": { "path": "a", "lines": 300 } }),
                ".file.lines",
                "expected an integer from 0 to 255",
            ),
            (
                json!({ "own": 1, "file": {} }),
                ".file",
                "lacks the member `path`; expected a string",
            ),
            (
                json!({ "own": 1, "file": "a" }),
                ".file",
                "expected an object with `path`, got \"a\"",
            ),
            (
                json!({ "own": 1, "url": 3 }),
                ".url",
                "expected a string, got 3",
            ),
            (
                json!({ "own": "x", "url": "a" }),
                ".own",
                "expected an integer from 0 to 255, got \"x\"",
            ),
            (
                json!({ "own": 1, "point": { "x": 1 } }),
                ".point",
                "lacks the member `y`; expected an integer",
            ),
            (
                json!({ "own": 1, "point": { "x": 1, "y": "b" } }),
                ".point.y",
                "expected an integer",
            ),
            (
                json!({ "own": 1, "point": { "x": 1, "y": 2, "z": 3 } }),
                ".point",
                "has no member `z`; the known names are `x`, `y`",
            ),
            (
                json!({ "own": 1, "more": 3, "file": { "path": 3 } }),
                ".file.path",
                "expected a string, got 3",
            ),
            (json!({ "own": 1, "fiel": { "path": "a" } }), "", forms),
            (json!({ "own": 1 }), "", forms),
        ] {
            for (tool, arguments, name) in [
                ("read_one", json!({ "it": it }), "it"),
                ("read_flat", json!({ "inner": it }), "inner"),
                (
                    "read_flat",
                    json!({ "inner": { "own": 1, "url": "a" }, "list": [it] }),
                    "list[0]",
                ),
            ] {
                let answer = Peer::new(&registry).call(tool, arguments);
                let text = answer["content"][0]["text"].as_str().unwrap();
                let expected = format!("\n- `{name}{place}`: {words}");
                assert!(text.contains(&expected), "{expected}: {text}");
            }
        }
    }
}
