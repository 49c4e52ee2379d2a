//! Errors about wrong arguments, as a model reads them.
//!
//! `snapshots/refusals.txt` has the complete texts of selected errors for review. Several tests in this
//! file call many tools with many values, and check the texts of all errors.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;
use std::path::PathBuf;

use mcp_tool_runtime::{ToolRegistry, mcp_tool, tools};
use mcp_tool_tests::{Peer, snapshot};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// A temperature scale.
#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[allow(dead_code)]
enum Unit {
    Celsius,
    Fahrenheit,
    Kelvin,
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
struct Place {
    /// Degrees north
    lat: f64,
    /// Degrees east
    lon: f64,
    name: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
struct Route {
    stops: Vec<Place>,
    #[serde(default)]
    unit: Option<Unit>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
struct Strict {
    latitude: f64,
    longitude: f64,
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
struct Page {
    offset: u32,
    size: u8,
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
struct Search {
    query: String,
    #[serde(flatten)]
    page: Page,
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
struct SearchBy {
    query: String,
    #[serde(flatten)]
    by: Internal,
}

#[derive(Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
#[allow(dead_code)]
enum Internal {
    Circle { radius: f64 },
    Rectangle { width: f64, height: f64 },
    Point,
}

#[derive(Deserialize, JsonSchema)]
#[serde(tag = "op", content = "value", rename_all = "lowercase")]
#[allow(dead_code)]
enum Adjacent {
    Set(u8),
    Move { x: i32, y: i32 },
    Clear,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[allow(dead_code)]
enum External {
    Equals(String),
    Between(i64, i64),
    Near { place: Place },
    Nothing,
}

#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
#[allow(dead_code)]
enum Untagged {
    One(u8),
    Many(Vec<u8>),
    Named { name: String },
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
struct Tree {
    value: i32,
    left: Option<Box<Tree>>,
    right: Option<Box<Tree>>,
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
enum Filter {
    Not(Box<Filter>),
    All(Vec<Filter>),
    Word(String),
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
struct Newtype(u16);

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
struct Pair(u8, String);

#[derive(Deserialize, JsonSchema)]
struct UnitStruct;

/// An even number. The schema also allows odd numbers, so only the conversion rejects them.
#[derive(Deserialize, JsonSchema)]
#[serde(try_from = "u8")]
#[schemars(with = "u8")]
struct Even;

impl TryFrom<u8> for Even {
    type Error = String;

    fn try_from(number: u8) -> Result<Self, String> {
        match number % 2 {
            0 => Ok(Even),
            _ => Err(format!("{number} is odd; send an even number")),
        }
    }
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
struct L1 {
    a: L2,
}
#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
struct L2 {
    b: BTreeMap<String, L3>,
}
#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
struct L3 {
    c: Vec<Option<L4>>,
}
#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
struct L4 {
    d: (u8, Option<External>),
}

macro_rules! takers {
    ($($name:ident: $ty:ty;)*) => {
        $(
            #[doc = "Takes it."]
            #[mcp_tool]
            fn $name(it: $ty) {
                let _ = it;
            }
        )*

        const NAMES: &[&str] = &[$(stringify!($name)),*];

        fn registry() -> ToolRegistry<()> {
            ToolRegistry::builder(())
                .tools(tools![forecast, $($name),*])
                .build()
                .unwrap()
        }
    };
}

/// Forecast for a city.
#[mcp_tool]
fn forecast(
    /// City name, for example "Oslo"
    city: &str,
    /// Number of days
    days: u8,
    /// Temperature unit; Celsius when absent
    unit: Option<Unit>,
    #[arg(default = true)] detailed: bool,
) {
    let _ = (city, days, unit, detailed);
}

takers! {
    text: String;
    letter: char;
    file: PathBuf;
    flag: bool;
    byte: u8;
    short: i16;
    word: u32;
    long: u64;
    long_signed: i64;
    wide: i128;
    float: f64;
    nonzero: std::num::NonZeroU8;
    option: Option<u8>;
    unit: Unit;
    unit_option: Option<Unit>;
    place: Place;
    place_option: Option<Place>;
    route: Route;
    strict: Strict;
    search: Search;
    search_by: SearchBy;
    internal: Internal;
    adjacent: Adjacent;
    external: External;
    untagged: Untagged;
    tree: Tree;
    filter: Filter;
    newtype: Newtype;
    pair: Pair;
    unit_struct: UnitStruct;
    even: Even;
    deep: L1;
    list: Vec<u8>;
    list_of_list: Vec<Vec<u8>>;
    list_of_internal: Vec<Internal>;
    array: [u8; 3];
    array_long: [u8; 32];
    tuple: (u8, String);
    map: HashMap<String, u8>;
    map_by_number: BTreeMap<u8, u8>;
    map_by_unit: BTreeMap<String, Unit>;
    anything: Value;
    list_of_anything: Vec<Value>;
    object: serde_json::Map<String, Value>;
    nothing: ();
    when: chrono::DateTime<chrono::Utc>;
    local: chrono::NaiveDateTime;
    day: chrono::NaiveDate;
    time: chrono::NaiveTime;
    address: std::net::IpAddr;
    duration: std::time::Duration;
}

/// Returns values that most types reject.
fn values() -> Vec<Value> {
    let long = "a text that goes on and on and on ".repeat(5);
    vec![
        Value::Null,
        json!(true),
        json!(0),
        json!(-1),
        json!(3),
        json!(1.5),
        json!(70000),
        json!(u64::MAX),
        json!(1e300),
        json!(""),
        json!("x"),
        json!("circel"),
        json!("Celsius"),
        json!(long),
        json!([]),
        json!([null]),
        json!([1]),
        json!(["x", "y", "z"]),
        json!([1, 2, 3, 4]),
        json!([[1], ["x"]]),
        json!([{ "type": "circle" }]),
        json!({}),
        json!({ "x": 1 }),
        json!({ "x": "kelwin" }),
        json!({ "lat": 1, "lon": "x" }),
        json!({ "lat": 1 }),
        json!({ "latitude": 1, "longitude": 2, "longtitude": 3 }),
        json!({ "stops": [{ "lat": 1, "lon": 2 }, { "lat": 1, "lon": [] }] }),
        json!({ "stops": [], "unit": "celcius" }),
        json!({ "query": "a", "offset": 1, "size": 256 }),
        json!({ "query": 5, "offset": 1, "size": 2 }),
        json!({ "query": "a", "type": "circle", "radius": "wide" }),
        json!({ "type": "circle", "radius": "wide" }),
        json!({ "type": "circel", "radius": 1 }),
        json!({ "type": "rectangle", "width": 1 }),
        json!({ "type": 5 }),
        json!({ "radius": 1 }),
        json!({ "op": "set", "value": 256 }),
        json!({ "op": "sett", "value": 1 }),
        json!({ "op": "move", "value": { "x": 1 } }),
        json!({ "op": "set" }),
        json!({ "value": 1 }),
        json!({ "equals": 5 }),
        json!({ "equal": "x" }),
        json!({ "between": [1] }),
        json!({ "between": [1, 2, 3] }),
        json!({ "near": { "place": { "lat": 1, "lon": "x" } } }),
        json!({ "near": {} }),
        json!({ "nothing": 1 }),
        json!({ "equals": "a", "nothing": 1 }),
        json!({ "name": 5 }),
        json!({ "value": 1, "left": { "value": 2, "right": { "value": "x" } } }),
        json!({ "All": [{ "Not": { "Word": 5 } }] }),
        json!({ "All": [{ "Nott": 5 }] }),
        json!({ "a": { "b": { "k": { "c": [null, { "d": [1, { "equals": 5 }] }] } } } }),
        json!({ "a": { "b": { "k": { "c": [null, { "d": [1, "x"] }] } } } }),
        json!({ "a": { "b": { "k": { "c": [{ "d": [1] }] } } } }),
        json!({ "300": 1 }),
        json!({ "7": 256 }),
        json!({ "secs": 1 }),
        json!({ "secs": 1, "nanos": -1 }),
        json!("2026-13-01"),
        json!("2026-01-31T12:00:00"),
        json!("2026-01-31"),
        json!("12:00"),
    ]
}

/// Calls each tool in `NAMES` with each of `values()`, and once without arguments. Returns the tool, the value or
/// `(absent)`, and the error text of each rejected call.
fn refusals() -> Vec<(&'static str, Value, String)> {
    let registry = registry();
    let peer = Peer::new(&registry);
    let mut refusals = Vec::new();
    for tool in NAMES {
        for value in values() {
            let result = peer.call(tool, json!({ "it": value }));
            if result["isError"] == true {
                refusals.push((*tool, value, mcp_tool_tests::peer::only_text(&result)));
            }
        }
        let result = peer.call(tool, json!({}));
        if result["isError"] == true {
            refusals.push((
                *tool,
                json!("(absent)"),
                mcp_tool_tests::peer::only_text(&result),
            ));
        }
    }
    assert!(refusals.len() > 1000, "{}", refusals.len());
    refusals
}

#[test]
fn refusals_that_a_model_reads() {
    let cases = [
        ("forecast", json!({})),
        ("forecast", json!({ "city": "Oslo", "days": 300 })),
        (
            "forecast",
            json!({ "city": 5, "days": "many", "unit": "celcius", "detailed": "yes" }),
        ),
        (
            "forecast",
            json!({ "City": "Oslo", "day": 3, "verbose": true }),
        ),
        ("text", json!({ "it": null })),
        ("letter", json!({ "it": "ab" })),
        ("byte", json!({ "it": 1.5 })),
        ("long", json!({ "it": -1 })),
        ("long_signed", json!({ "it": u64::MAX })),
        ("long", json!({ "it": 1e300 })),
        ("nonzero", json!({ "it": 0 })),
        ("unit", json!({ "it": "Celsius" })),
        ("unit", json!({ "it": "rankine" })),
        ("unit", json!({ "it": 5 })),
        ("place", json!({ "it": { "lat": 1 } })),
        ("place", json!({ "it": { "lat": 1, "lon": "east" } })),
        ("place", json!({ "it": "Oslo" })),
        ("place", json!({ "it": "{\"lat\": 1}" })),
        (
            "route",
            json!({ "it": { "stops": [{ "lat": 1, "lon": 2 }, { "lat": 1, "lon": [] }] } }),
        ),
        ("route", json!({ "it": { "stops": [], "unit": "celcius" } })),
        (
            "strict",
            json!({ "it": { "latitude": 1, "longitude": 2, "longtitude": 3 } }),
        ),
        (
            "search",
            json!({ "it": { "query": "a", "offset": 1, "size": 256 } }),
        ),
        (
            "search",
            json!({ "it": { "query": "a", "offset": "x", "size": 1 } }),
        ),
        (
            "search_by",
            json!({ "it": { "query": "a", "type": "circle" } }),
        ),
        (
            "internal",
            json!({ "it": { "type": "circel", "radius": 1 } }),
        ),
        (
            "internal",
            json!({ "it": { "type": "circle", "radius": "wide" } }),
        ),
        (
            "internal",
            json!({ "it": { "type": "rectangle", "width": 1 } }),
        ),
        ("internal", json!({ "it": { "radius": 1 } })),
        ("internal", json!({ "it": "circle" })),
        (
            "list_of_internal",
            json!({ "it": [{ "type": "point" }, { "type": "circle", "radius": "wide" }] }),
        ),
        ("adjacent", json!({ "it": { "op": "set", "value": 256 } })),
        ("adjacent", json!({ "it": { "op": "set" } })),
        (
            "adjacent",
            json!({ "it": { "op": "move", "value": { "x": 1 } } }),
        ),
        ("external", json!({ "it": "nothin" })),
        ("external", json!({ "it": "equals" })),
        ("external", json!({ "it": { "equals": 5 } })),
        ("external", json!({ "it": { "between": [1] } })),
        ("external", json!({ "it": { "between": [1, 2, 3] } })),
        (
            "external",
            json!({ "it": { "near": { "place": { "lat": 1, "lon": "x" } } } }),
        ),
        ("external", json!({ "it": { "equals": "a", "nothing": 1 } })),
        ("untagged", json!({ "it": "x" })),
        ("untagged", json!({ "it": [1, 256] })),
        (
            "tree",
            json!({ "it": { "value": 1, "left": { "value": 2, "right": { "value": "x" } } } }),
        ),
        ("filter", json!({ "it": { "All": [{ "Nott": 5 }] } })),
        (
            "filter",
            json!({ "it": { "All": [{ "Not": { "Word": 5 } }] } }),
        ),
        (
            "deep",
            json!({ "it": { "a": { "b": { "k": { "c": [null, { "d": [1, { "equals": 5 }] }] } } } } }),
        ),
        ("even", json!({ "it": 3 })),
        ("list", json!({ "it": [1, 2, 300] })),
        ("list", json!({ "it": "1, 2" })),
        ("array", json!({ "it": [1, 2] })),
        ("array", json!({ "it": [1, 2, 3, 4] })),
        ("array_long", json!({ "it": [1, 2] })),
        ("tuple", json!({ "it": [1] })),
        ("tuple", json!({ "it": [1, "a", 2] })),
        ("pair", json!({ "it": { "0": 1 } })),
        ("map", json!({ "it": { "a": 1, "b": 256 } })),
        ("map_by_number", json!({ "it": { "300": 1 } })),
        ("map_by_unit", json!({ "it": { "a": "kelwin" } })),
        ("anything", json!({})),
        ("nothing", json!({ "it": 1 })),
        ("when", json!({ "it": "yesterday" })),
        ("local", json!({ "it": "yesterday" })),
        ("address", json!({ "it": "localhost" })),
        ("duration", json!({ "it": "5s" })),
    ];
    let registry = registry();
    let peer = Peer::new(&registry);
    let mut texts = String::new();
    for (tool, mut arguments) in cases {
        // The snapshot needs the same order of members in every build. The order changes if
        // another crate enables the serde_json feature `preserve_order`, so sort the members.
        arguments.sort_all_objects();
        let mut text = peer.error(tool, arguments.clone());
        if let Some((before, call)) = text.split_once("has the arguments ") {
            let mut call: Value = serde_json::from_str(call).unwrap();
            call.sort_all_objects();
            text = format!("{before}has the arguments {call}");
        }
        let _ = writeln!(texts, ">>> {tool} {arguments}\n{text}\n");
    }
    snapshot::text("refusals", &texts);
}

/// Panics if `wrong` is not empty, and shows its first 12 texts.
#[track_caller]
fn none(wrong: &[String]) {
    let shown = &wrong[..wrong.len().min(12)];
    assert!(
        wrong.is_empty(),
        "{} wrong texts:\n\n{}",
        wrong.len(),
        shown.join("\n\n")
    );
}

/// Returns the arguments of the call that an error text suggests, or `None` if it suggests no call.
fn offered(text: &str) -> Option<Value> {
    let (_, call) = text.rsplit_once("a minimal valid call has the arguments ")?;
    Some(serde_json::from_str(call).unwrap_or_else(|error| panic!("{error}: {text}")))
}

#[test]
fn the_suggested_call_is_accepted() {
    // R152
    let registry = registry();
    let peer = Peer::new(&registry);
    let mut tried = 0;
    for (tool, _, text) in refusals() {
        if let Some(arguments) = offered(&text) {
            peer.text(tool, arguments);
            tried += 1;
        }
    }
    assert!(tried > 500, "{tried}");
}

#[test]
fn the_suggested_call_fits_the_published_schema() {
    let registry = registry();
    let peer = Peer::new(&registry);
    for tool in NAMES {
        let schema = peer.tool(tool)["inputSchema"].take();
        let text = peer.error(tool, json!({ "other": 1 }));
        if let Some(arguments) = offered(&text) {
            let validator = jsonschema::draft202012::new(&schema).unwrap();
            if let Err(error) = validator.validate(&arguments) {
                panic!("{tool}: {arguments}: {error}");
            }
        }
    }
}

#[test]
fn the_suggested_call_of_a_recursive_type_is_flat() {
    #[derive(Deserialize, JsonSchema)]
    #[allow(dead_code)]
    struct Folder {
        name: String,
        folders: Vec<Folder>,
        parents: Option<Vec<Folder>>,
    }

    #[derive(Deserialize, JsonSchema)]
    #[serde(rename_all = "snake_case")]
    #[allow(dead_code)]
    enum Sum {
        Add(Box<Sum>, Box<Sum>),
        All(Vec<Sum>),
        Number(i32),
    }

    /// Takes recursive types.
    #[mcp_tool]
    fn take(folder: Folder, folders: Vec<Folder>, sum: Sum, by_name: BTreeMap<String, Folder>) {
        let _ = (folder, folders, sum, by_name);
    }

    let registry = ToolRegistry::builder(()).tools(tools![take]);
    let registry = registry.build().unwrap();
    let peer = Peer::new(&registry);
    let call = offered(&peer.error("take", json!({}))).unwrap();
    let flat = json!({
        "folder": { "name": "<name>", "folders": [] },
        "folders": [],
        "sum": { "number": 1 },
        "by_name": {},
    });
    assert_eq!(call, flat);
    peer.text("take", call);
}

#[test]
fn every_refusal_suggests_a_call() {
    // R152: an error ends with a minimal valid call, if the registry finds one
    let registry = registry();
    let peer = Peer::new(&registry);
    let without: Vec<_> = NAMES
        .iter()
        .filter(|tool| offered(&peer.error(tool, json!({ "other": 1 }))).is_none())
        .collect();
    // The registry suggests only calls whose arguments the tool accepts. For `even`, the registry
    // makes only the example 1 from the schema, and `Even` rejects odd numbers. So the error of
    // `even` suggests no call.
    assert_eq!(without, [&"even"], "no call is offered for them");
}

#[test]
fn no_text_mentions_rust() {
    // R153: error texts must use terms of JSON and not of Rust
    let words = [
        "::",
        "struct",
        "enum",
        "variant",
        "newtype",
        "tuple",
        "serde",
        "Option",
        "Vec<",
        "usize",
        "u8",
        "u16",
        "u32",
        "u64",
        "i16",
        "i32",
        "i64",
        "i128",
        "f64",
        "sequence",
        "a map",
        "unit ",
        "boolean",
        "UnitStruct",
        "Place",
        "Route",
        "Strict",
        "Page",
        "Search",
        "Internal",
        "Adjacent",
        "External",
        "Untagged",
        "Tree",
        "Filter",
        "Newtype",
        "Pair",
        "Even",
        "L1",
        "L2",
        "L3",
        "L4",
        "DateTime",
        "IpAddr",
        "Duration",
        "field",
        "deserialize",
        "elements in",
    ];
    let mut wrong = Vec::new();
    for (tool, value, text) in refusals() {
        // Remove the tool's name, because some tools have a name from `words`, such as `tuple`.
        let ours = text.replace(&format!("`{tool}`"), "");
        for word in words {
            if ours.contains(word) {
                wrong.push(format!("{word:?}, for {tool} with {value}:\n{text}"));
            }
        }
    }
    none(&wrong);
}

#[test]
fn no_text_expects_the_given_value() {
    let mut wrong = Vec::new();
    for (tool, value, text) in refusals() {
        for line in text.lines() {
            let Some((_, rest)) = line.split_once(": expected ") else {
                continue;
            };
            let Some((wanted, got)) = rest.rsplit_once(", got ") else {
                continue;
            };
            let Some(kind) = kind(got) else { continue };
            // If the value already has the expected type, a message that names only this type
            // does not help.
            if wanted == kind {
                wrong.push(format!("{tool} with {value}:\n{text}"));
            }
        }
    }
    none(&wrong);
}

/// Returns the JSON type of a wrong value, as error texts name it. `got` is the description of this value in an
/// error text. Returns `None` if `got` does not show the type.
fn kind(got: &str) -> Option<&'static str> {
    match got {
        "true" | "false" => Some("true or false"),
        "null" => Some("null"),
        "an array" => Some("an array"),
        "an object" => Some("an object"),
        _ if got.starts_with('"') => Some("a string"),
        _ if got.ends_with("items") || got.ends_with("item") => Some("an array"),
        _ => match got.parse::<f64>() {
            Ok(number) if number.fract() == 0.0 => Some("an integer"),
            Ok(_) => Some("a number"),
            Err(_) => None,
        },
    }
}

#[test]
fn a_text_names_the_place_of_the_fault() {
    // Each error states the path of the wrong value inside a list, a map, a struct or an enum.
    let registry = registry();
    let peer = Peer::new(&registry);
    let mut wrong = Vec::new();
    for (tool, it, place) in [
        ("place", json!({ "lat": 1, "lon": "x" }), "it.lon"),
        (
            "route",
            json!({ "stops": [{ "lat": 1, "lon": [] }] }),
            "it.stops[0].lon",
        ),
        ("list", json!([1, 300]), "it[1]"),
        ("list_of_list", json!([[1], ["x"]]), "it[1][0]"),
        ("map", json!({ "a": 256 }), "it.a"),
        ("tuple", json!([1, 2]), "it[1]"),
        ("external", json!({ "equals": 5 }), "it.equals"),
        (
            "external",
            json!({ "near": { "place": { "lat": "x", "lon": 1 } } }),
            "it.near.place.lat",
        ),
        (
            "tree",
            json!({ "value": 1, "left": { "value": "x" } }),
            "it.left.value",
        ),
        (
            "search",
            json!({ "query": "a", "offset": "x", "size": 1 }),
            "it.offset",
        ),
        (
            "search",
            json!({ "query": 5, "offset": 1, "size": 1 }),
            "it.query",
        ),
        (
            "internal",
            json!({ "type": "circle", "radius": "x" }),
            "it.radius",
        ),
        ("adjacent", json!({ "value": 256, "op": "set" }), "it.value"),
        (
            "adjacent",
            json!({ "op": "move", "value": { "x": 1, "y": "x" } }),
            "it.value.y",
        ),
        (
            "internal",
            json!({ "type": "circel", "radius": 1 }),
            "it.type",
        ),
        (
            "list_of_internal",
            json!([{ "type": "circle", "radius": "x" }]),
            "it[0].radius",
        ),
    ] {
        let text = peer.error(tool, json!({ "it": it }));
        if !text.contains(&format!("\n- `{place}`: ")) {
            wrong.push(format!("`{place}` of {it}:\n{text}"));
        }
    }
    none(&wrong);
}

#[test]
fn a_text_names_the_allowed_values() {
    let registry = registry();
    let peer = Peer::new(&registry);
    let mut wrong = Vec::new();
    for (tool, it, words) in [
        (
            "unit",
            json!("rankine"),
            &["\"celsius\"", "\"fahrenheit\"", "\"kelvin\""][..],
        ),
        ("unit", json!("celcius"), &["did you mean \"celsius\"?"]),
        ("unit", json!("Celsius"), &["did you mean \"celsius\"?"]),
        ("unit_option", json!(5), &["\"celsius\""]),
        (
            "internal",
            json!({ "type": "circel" }),
            &["\"circle\"", "\"rectangle\"", "\"point\""],
        ),
        ("internal", json!("circle"), &["`type`"]),
        ("external", json!("nothin"), &["did you mean \"nothing\"?"]),
        (
            "external",
            json!({ "equal": 1 }),
            &["did you mean \"equals\"?"],
        ),
        ("byte", json!(256), &["from 0 to 255"]),
        ("nonzero", json!(0), &["from 1 to 255"]),
        ("long", json!(-1), &["an integer of at least 0"]),
        ("long", json!(1e30), &["from 0 to 18446744073709551615"]),
        ("array", json!([1, 2]), &["3 items", "2 items"]),
        ("array", json!([1, 2, 3, 4]), &["3 items", "4 items"]),
        ("tuple", json!([1]), &["2 items"]),
        ("external", json!({ "between": [1] }), &["2 items"]),
        (
            "strict",
            json!({ "latitude": 1, "longtitude": 2 }),
            &["did you mean `longitude`?"],
        ),
        ("place", json!({ "lat": 1 }), &["`lon`", "a number"]),
        ("even", json!(3), &["3 is odd; send an even number"]),
        ("day", json!("31.1.2026"), &["2026-01-31"]),
        ("untagged", json!("x"), &["0 to 255", "an array", "`name`"]),
        (
            "map_by_number",
            json!({ "x": 1 }),
            &["\"x\"", "member name"],
        ),
    ] {
        let text = peer.error(tool, json!({ "it": it }));
        for word in words {
            if !text.contains(word) {
                wrong.push(format!("no {word} for {it}:\n{text}"));
            }
        }
    }
    none(&wrong);
}

#[test]
fn every_text_is_short() {
    // R152: the error quotes only a part of a long value
    let mut wrong = Vec::new();
    for (tool, value, text) in refusals() {
        // One line each for the tool and the example, and at most 20 faults.
        let is_long = text.lines().any(|line| line.len() > 500);
        if is_long || text.lines().count() > 22 {
            wrong.push(format!("{tool} with {value}:\n{text}"));
        }
    }
    none(&wrong);
}

#[test]
fn a_registry_can_reword_refusals() {
    let registry = ToolRegistry::builder(())
        .wrong_arguments(|wrong| {
            let names = wrong.faults().iter().map(|fault| fault.argument.as_str());
            let names: Vec<_> = names.collect();
            let example = wrong.example().unwrap();
            format!("{}: {} ({example})", wrong.tool(), names.join(", "))
        })
        .tools(tools![own_words])
        .build()
        .unwrap();
    let peer = Peer::new(&registry);
    let text = peer.error("own_words", json!({ "count": -1, "cuont": 2 }));
    assert_eq!(
        text,
        r#"own_words: cuont, count, unit ({"count":1,"unit":"celsius"})"#
    );
}

/// Takes a count and a unit.
#[mcp_tool]
async fn own_words(count: u8, unit: Unit) {
    let _ = (count, unit);
}
