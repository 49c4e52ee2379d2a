//! The registry reads flattened arguments as leniently as other arguments.

use std::collections::BTreeMap;

use mcp_tool_runtime::schema::SchemaProfile;
use mcp_tool_runtime::{ToolRegistry, mcp_tool, tools};
use mcp_tool_tests::Peer;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer};
use serde_json::{Value, json};

#[derive(Debug, Clone, Deserialize, JsonSchema, PartialEq)]
struct Point {
    x: i8,
    y: i8,
}

/// The members that `joined`, `nested` and `plain` all take.
#[derive(Debug, Deserialize, JsonSchema)]
struct All {
    number: Option<u8>,
    #[serde(default = "seven")]
    filled: u8,
    truth: Option<bool>,
    text: Option<String>,
    list: Option<Vec<i16>>,
    map: Option<BTreeMap<String, u8>>,
    point: Option<Point>,
    any: Option<Value>,
    float: Option<f64>,
}

fn seven() -> u8 {
    7
}

/// Takes all members with a single flattened parameter.
#[mcp_tool]
fn joined(#[arg(flatten)] all: All) -> String {
    let All {
        number,
        filled,
        truth,
        text,
        list,
        map,
        point,
        any,
        float,
    } = all;
    format!(
        "{:?}",
        (number, filled, truth, text, list, map, point, any, float)
    )
}

/// A struct around `All`.
#[derive(Debug, Deserialize, JsonSchema)]
struct Outer {
    #[serde(flatten)]
    all: All,
}

/// Takes all members in a struct inside another struct.
#[mcp_tool]
fn nested(#[arg(flatten)] outer: Outer) -> String {
    let All {
        number,
        filled,
        truth,
        text,
        list,
        map,
        point,
        any,
        float,
    } = outer.all;
    format!(
        "{:?}",
        (number, filled, truth, text, list, map, point, any, float)
    )
}

/// Has a separate parameter for each member.
#[mcp_tool]
#[allow(clippy::too_many_arguments)]
fn plain(
    number: Option<u8>,
    #[arg(default = 7)] filled: u8,
    truth: Option<bool>,
    text: Option<String>,
    list: Option<Vec<i16>>,
    map: Option<BTreeMap<String, u8>>,
    point: Option<Point>,
    any: Option<Value>,
    float: Option<f64>,
) -> String {
    format!(
        "{:?}",
        (number, filled, truth, text, list, map, point, any, float)
    )
}

fn registry() -> ToolRegistry<()> {
    registry_of(SchemaProfile::Portable)
}

fn registry_of(profile: SchemaProfile) -> ToolRegistry<()> {
    ToolRegistry::builder(())
        .schema_profile(profile)
        .tools(tools![joined, nested, plain])
        .build()
        .unwrap()
}

#[test]
fn flattened_members_accept_what_arguments_accept() {
    // The tools `joined`, `nested` and `plain` must decode each value in the same way, apart from
    // the two exceptions below.
    let [portable, generated] =
        [SchemaProfile::Portable, SchemaProfile::AsGenerated].map(registry_of);
    let [peer, generated] = [&portable, &generated].map(Peer::new);
    let values = [
        json!(null),
        json!(3),
        json!(3.0),
        json!(3.5),
        json!(-1),
        json!(300),
        json!(true),
        json!(""),
        json!("a"),
        json!("3"),
        json!("3.0"),
        json!(" 3"),
        json!("-1"),
        json!("300"),
        json!("true"),
        json!("null"),
        json!("[1, 2.0]"),
        json!("[\"a\"]"),
        json!("{\"x\": 1, \"y\": 2}"),
        json!("{\"x\": 1}"),
        json!({ "x": 1 }),
        json!("{\"a\": 300}"),
        json!("\"a\""),
        json!([1, 2.0]),
        json!(["1"]),
        json!({ "x": 1, "y": 2.0 }),
        json!({ "x": 1, "y": "2" }),
        json!({ "a": 1 }),
        json!({ "a": null }),
    ];
    let names = [
        "number", "filled", "truth", "text", "list", "map", "point", "any", "float",
    ];
    for name in names {
        for value in &values {
            let arguments = json!({ name: value });
            let outcome = |tool: &str| {
                let result = peer.call(tool, arguments.clone());
                let text = result["content"][0]["text"].as_str().unwrap().to_owned();
                // If the member `any` is `3.0`, `plain` prints `3.0` and `nested` prints `3`.
                // Remove `.0`, because the test allows this difference.
                text.replace(&format!("`{tool}`"), "it").replace(".0)", ")")
            };
            // Skip arrays for `point`, because `nested` accepts an array in place of a struct and
            // `plain` rejects the array.
            if !(name == "point" && value.is_array()) {
                assert_eq!(outcome("joined"), outcome("plain"), "joined: {arguments}");
                assert_eq!(outcome("nested"), outcome("plain"), "nested: {arguments}");
            }
            // A call must return the same result with both schema profiles, or fail with both.
            // The test does not compare the error texts of two failed calls.
            for tool in ["joined", "nested", "plain"] {
                let [one, other] = [&peer, &generated].map(|peer| {
                    let result = peer.call(tool, arguments.clone());
                    (result["isError"] != true).then_some(result)
                });
                assert_eq!(one, other, "{tool}: {arguments}");
            }
        }
    }
}

/// The text `null` means absence, as in an argument of its own.
#[test]
fn the_text_null_leaves_a_member_out() {
    let registry = registry();
    let peer = Peer::new(&registry);
    let names = ["number", "filled", "truth", "text", "list", "any"];
    let arguments: Value = names.iter().map(|name| (*name, json!("null"))).collect();
    for tool in ["joined", "nested", "plain"] {
        assert_eq!(
            peer.text(tool, arguments.clone()),
            r#"(None, 7, None, Some("null"), None, None, None, Some(String("null")), None)"#,
            "{tool}"
        );
    }
}

/// A struct with two optional groups of members.
#[derive(Debug, Deserialize, JsonSchema)]
struct Perhaps {
    own: u8,
    #[serde(flatten)]
    point: Option<Point>,
    #[serde(flatten)]
    level: Option<Level>,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Level {
    #[serde(default = "seven")]
    level: u8,
    steps: Vec<i16>,
}

#[test]
fn a_flattened_option_is_not_lost() {
    /// Takes optional groups of members.
    #[mcp_tool]
    fn perhaps(#[arg(flatten)] it: Perhaps) -> String {
        let level = it.level.map(|it| (it.level, it.steps));
        format!("{:?} {:?} {level:?}", it.own, it.point)
    }
    for profile in [SchemaProfile::Portable, SchemaProfile::AsGenerated] {
        let registry = ToolRegistry::builder(())
            .schema_profile(profile)
            .tools(tools![perhaps])
            .build()
            .unwrap();
        let peer = Peer::new(&registry);
        for arguments in [
            json!({ "own": 0, "x": 0, "y": 7, "level": 7, "steps": [1] }),
            json!({ "own": 0.0, "x": 0.0, "y": 7.0, "level": 7.0, "steps": [1.0] }),
            json!({ "own": "0", "x": "0", "y": "7", "level": "7", "steps": "[1.0]" }),
            json!({ "own": 0, "x": "0.0", "y": 7, "level": null, "steps": [1] }),
        ] {
            let text = peer.text("perhaps", arguments.clone());
            let expected = "0 Some(Point { x: 0, y: 7 }) Some((7, [1]))";
            assert_eq!(text, expected, "{arguments}");
        }
    }
}

#[test]
fn a_type_that_reads_more_than_its_schema_keeps_it() {
    #[derive(Debug, Deserialize, JsonSchema)]
    struct Ticket {
        #[serde(deserialize_with = "of_text")]
        number: u64,
        seat: u8,
    }

    fn of_text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(serde::de::Error::custom)
    }

    /// Takes a ticket.
    #[mcp_tool]
    fn take(#[arg(flatten)] ticket: Ticket) -> String {
        format!("{} {}", ticket.number, ticket.seat)
    }
    let registry = ToolRegistry::builder(())
        .tools(tools![take])
        .build()
        .unwrap();
    let arguments = json!({ "number": "7", "seat": 3 });
    assert_eq!(Peer::new(&registry).text("take", arguments), "7 3");
}

#[test]
fn several_at_once() {
    let registry = registry();
    let peer = Peer::new(&registry);
    let arguments = json!({
        "number": "3", "filled": null, "truth": "true", "text": "4", "list": "[1]", "map": null,
        "point": "{\"x\": 1, \"y\": 2}", "any": "5", "float": "0.5",
    });
    let expected = peer.text("plain", arguments.clone());
    assert_eq!(peer.text("joined", arguments.clone()), expected);
    assert_eq!(peer.text("nested", arguments), expected);
}

/// A type with a member for which `null` differs from a missing value.
#[derive(Debug, Deserialize, JsonSchema)]
struct Change {
    #[serde(default, deserialize_with = "double_option")]
    #[schemars(with = "Option<u8>")]
    level: Option<Option<u8>>,
    name: String,
}

fn double_option<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Option<u8>>, D::Error> {
    Option::<u8>::deserialize(deserializer).map(Some)
}

#[test]
fn a_member_for_which_null_is_a_value_keeps_it() {
    // `Change` distinguishes `null` from a missing `level`, so the registry must pass on `null`.
    /// Shows a change.
    #[mcp_tool]
    fn change(#[arg(flatten)] change: Change) -> String {
        format!("{:?} {}", change.level, change.name)
    }
    let registry = ToolRegistry::builder(())
        .tools(tools![change])
        .build()
        .unwrap();
    let peer = Peer::new(&registry);
    assert_eq!(peer.text("change", json!({ "name": "a" })), "None a");
    assert_eq!(
        peer.text("change", json!({ "name": "a", "level": null })),
        "Some(None) a"
    );
    assert_eq!(
        peer.text("change", json!({ "name": "a", "level": 3 })),
        "Some(Some(3)) a"
    );
    assert_eq!(
        peer.text("change", json!({ "name": "a", "level": "3" })),
        "Some(Some(3)) a"
    );
    peer.error("change", json!({ "name": null, "level": 3 }));
}

#[test]
fn a_plain_option_of_an_option_is_absent_for_null() {
    /// Shows a nested option.
    #[mcp_tool]
    fn change(level: Option<Option<u8>>) -> String {
        format!("{level:?}")
    }
    let registry = ToolRegistry::builder(())
        .tools(tools![change])
        .build()
        .unwrap();
    let peer = Peer::new(&registry);
    assert_eq!(peer.text("change", json!({})), "None");
    assert_eq!(peer.text("change", json!({ "level": null })), "None");
    assert_eq!(peer.text("change", json!({ "level": 3 })), "Some(Some(3))");
}

#[test]
fn a_fault_inside_json_in_a_string_is_reported_at_its_place() {
    let registry = registry();
    let peer = Peer::new(&registry);
    for tool in ["plain", "joined", "nested"] {
        for (name, it, fault) in [
            (
                "list",
                "[1, \"a\"]",
                r#"- `list[1]`: expected an integer from -32768 to 32767, got "a""#,
            ),
            (
                "point",
                "{\"x\": 1}",
                "- `point`: lacks the member `y`; expected an integer from -128 to 127",
            ),
            (
                "map",
                "{\"a\": 300}",
                "- `map.a`: expected an integer from 0 to 255, got 300",
            ),
            ("list", "1, 2", r#"- `list`: expected an array"#),
            ("number", "[7]", r#"got "[7]""#),
        ] {
            let text = peer.error(tool, json!({ name: it }));
            assert!(text.contains(fault), "{tool}: {text}");
        }
    }
}
