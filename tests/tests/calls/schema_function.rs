//! `#[arg(schema = path)]`: replaces the schema of the argument's type.

use std::net::IpAddr;

use mcp_tool_runtime::{ToolRegistry, mcp_tool, tools};
use mcp_tool_tests::Peer;
use schemars::{Schema, SchemaGenerator, json_schema};
use serde_json::json;

use crate::agreement::{admitted, problems};

/// A colour type that does not implement `JsonSchema`.
#[derive(serde::Deserialize)]
struct Colour(String);

fn colour(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "string", "enum": ["red", "blue"] })
}

fn lower_case(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "string", "minLength": 2, "title": "Lower", "format": "x-word" })
}

fn from_generator(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<Vec<u8>>()
}

fn list_or_null(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": ["array", "null"], "items": true })
}

mod elsewhere {
    use super::*;

    pub(super) fn address(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "format": "ipv4" })
    }

    pub(super) fn of<const HIGH: u8>(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "integer", "minimum": 1, "maximum": HIGH })
    }
}

/// Shows its arguments.
#[mcp_tool]
fn described(
    #[arg(schema = colour)] colour: Colour,
    #[arg(schema = lower_case, description = "A word", length(1..=5))] word: Option<String>,
    #[arg(schema = from_generator)] bytes: Option<serde_json::Value>,
    #[arg(schema = list_or_null)] list: Option<Vec<serde_json::Value>>,
    #[arg(schema = elsewhere::address)] address: Option<IpAddr>,
    #[arg(schema = elsewhere::of::<9>, range(0..=20), default = 5)] digit: u8,
) -> String {
    let Colour(colour) = colour;
    format!("{colour} {word:?} {bytes:?} {list:?} {address:?} {digit}")
}

fn registry() -> ToolRegistry<()> {
    ToolRegistry::builder(())
        .tools(tools![described])
        .build()
        .unwrap()
}

#[test]
fn the_function_says_what_is_published() {
    let registry = registry();
    let peer = Peer::new(&registry);
    let schema = |name| peer.argument("described", name);
    assert_eq!(
        schema("colour"),
        json!({ "type": "string", "enum": ["red", "blue"] })
    );
    assert_eq!(
        schema("bytes"),
        json!({ "type": "array", "items": { "type": "integer", "minimum": 0, "maximum": 255 } }),
    );
    assert_eq!(
        schema("address"),
        json!({ "type": "string", "format": "ipv4" })
    );
}

#[test]
fn it_becomes_portable_like_any_other() {
    let registry = registry();
    let peer = Peer::new(&registry);
    let word = peer.argument("described", "word");
    assert_eq!(word.get("format"), None, "{word:#}");
    assert_eq!(word["description"], "A word");
    let list = peer.argument("described", "list");
    assert_eq!(list["type"], "array");
    assert_eq!(list["items"]["anyOf"][0], json!({ "type": "string" }));
}

#[test]
fn a_rule_does_not_widen_it() {
    // R31: the arguments `word` and `digit` have bounds both in `#[arg]` and in the function of
    // `#[arg(schema = …)]`. The registry publishes the narrower bound.
    let registry = registry();
    let peer = Peer::new(&registry);
    let word = peer.argument("described", "word");
    assert_eq!(
        (&word["minLength"], &word["maxLength"]),
        (&json!(2), &json!(5))
    );
    let digit = peer.argument("described", "digit");
    assert_eq!(
        (&digit["minimum"], &digit["maximum"]),
        (&json!(1), &json!(9))
    );
}

#[test]
fn the_type_reads_and_the_schema_explains() {
    let registry = registry();
    let peer = Peer::new(&registry);
    assert_eq!(
        peer.text("described", json!({ "colour": "red" })),
        "red None None None None 5",
    );
    assert_eq!(
        peer.error("described", json!({ "colour": 1 })),
        "wrong argument for `described`:\n\
         - `colour`: expected one of \"red\", \"blue\", got 1\n\
         a minimal valid call has the arguments {\"colour\":\"red\"}",
    );
}

#[test]
fn one_that_panics_is_a_problem_of_the_build() {
    fn broken(_: &mut SchemaGenerator) -> Schema {
        panic!("no schema today")
    }
    /// Has an argument whose schema function panics.
    #[mcp_tool]
    fn undescribed(#[arg(schema = broken)] value: String) {
        let _ = value;
    }
    let problems = problems(tools![undescribed], ());
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert!(
        problems[0].starts_with("the schemas of `undescribed` cannot be generated"),
        "{problems:?}"
    );
}

#[test]
fn one_that_fits_its_type_is_enforced() {
    fn even(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "integer", "minimum": 0, "maximum": 255 })
    }
    /// Takes a number.
    #[mcp_tool]
    fn number(#[arg(schema = even, range(2..))] value: u8) {
        let _ = value;
    }
    let registry = ToolRegistry::builder(())
        .tools(tools![number])
        .build()
        .unwrap();
    let values = [-1, 0, 1, 2, 255, 256].map(serde_json::Value::from);
    assert_eq!(
        json!(admitted(&Peer::new(&registry), "number", values)),
        json!([2, 255]),
    );
}
