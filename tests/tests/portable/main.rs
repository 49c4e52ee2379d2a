//! Compares schemas before and after the portable transformation. Each row of `ROWS` and `ROOTS` has a Rust
//! type, and some of the linter rules that its generated schema violates. `snapshots/portable.json` contains
//! both schemas of each type.

#![allow(deprecated)] // This lint also reports arguments without a description.
#![allow(dead_code)] // The tests use only the schemas of the types.

mod doc_comments;
mod meaning;

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::num::NonZeroU32;
use std::time::Duration;

use mcp_tool_runtime::lint::{Finding, Lint, Profile, Severity};
use mcp_tool_runtime::schema::SchemaProfile;
use mcp_tool_runtime::{Tool, ToolRegistry, mcp_tool, tools};
use mcp_tool_tests::{Peer, snapshot};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// A place.
#[derive(Serialize, Deserialize, JsonSchema)]
struct Place {
    lat: f64,
    name: Option<String>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Plain {
    First,
    Second,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Documented {
    /// The newest first.
    Newest,
    /// In the order of discovery.
    Found,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Holds {
    /// Where it begins.
    place: Place,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Tagged {
    Circle { radius: f64 },
    Square { side: u8 },
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct WithFlattened {
    name: String,
    #[serde(flatten)]
    shape: Tagged,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Empty {}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Anything {
    any: Value,
    maybe: Option<Value>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Tree {
    value: i32,
    children: Vec<Tree>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Bounded {
    #[schemars(extend("exclusiveMinimum" = 0, "maximum" = 9))]
    size: u8,
}

/// The type of an argument, some of the linter's rules that its generated schema violates, and a tool that
/// takes the argument.
struct Row {
    rust: &'static str,
    breaks: &'static [&'static str],
    tool: fn() -> Vec<Tool<()>>,
}

macro_rules! rows {
    ($($name:ident: $type:ty, $breaks:expr;)*) => {
        mod takes {
            use super::*;
            $(
                /// Takes it.
                #[mcp_tool]
                pub(super) fn $name(it: $type) {
                    let _ = it;
                }
            )*
        }

        const ROWS: &[Row] = &[$(
            Row {
                rust: stringify!($type),
                breaks: &$breaks,
                tool: || tools![takes::$name],
            },
        )*];
    };
}

rows! {
    option_text: Option<String>, ["several_types"];
    option_struct: Option<Place>, ["reference"];
    option_enum: Option<Plain>, ["reference"];
    // An argument of type `Value` has the schema `{}`. A struct member or list item of type
    // `Value` has the schema `true`, which violates the rule `boolean_schema`. This rule allows
    // `"additionalProperties": true`, so a map of `Value` does not violate it.
    any: Value, [];
    members: Anything, ["boolean_schema"];
    list_of_any: Vec<Value>, ["boolean_schema"];
    map_of_any: BTreeMap<String, Value>, [];
    map: BTreeMap<String, u8>, ["invented_format"];
    byte: u8, ["invented_format"];
    word: u32, ["invented_format"];
    long: u64, ["invented_format"];
    size: usize, ["invented_format"];
    wide: u128, ["invented_format"];
    wide_signed: i128, ["invented_format"];
    nonzero: NonZeroU32, ["invented_format"];
    float: f32, [];
    double: f64, [];
    int: i32, [];
    long_signed: i64, [];
    tuple: (String, i32), ["array_items"];
    set: BTreeSet<String>, ["gemini_keyword"];
    set_by_hash: HashSet<String>, ["gemini_keyword"];
    nested: Place, ["reference"];
    nested_documented: Holds, ["reference"];
    plain: Plain, ["reference"];
    documented: Documented, ["constant"];
    tagged: Tagged, ["constant"];
    flattened: WithFlattened, ["constant"];
    empty: Empty, [];
    nothing: (), [];
    recursive: Tree, ["recursion"];
    duration: Duration, ["reference"];
    bounded: Bounded, ["gemini_keyword"];
}

/// The return type of a tool, some of the linter's rules that its generated schema violates, and the tool.
struct Root {
    rust: &'static str,
    breaks: &'static [&'static str],
    tool: fn() -> Vec<Tool<()>>,
}

macro_rules! roots {
    ($($name:ident: $type:ty, $breaks:expr;)*) => {
        mod gives {
            use super::*;
            $(
                /// Gives it.
                #[mcp_tool]
                pub(super) fn $name() -> $type {
                    unreachable!("nobody calls it")
                }
            )*
        }

        const ROOTS: &[Root] = &[$(
            Root {
                rust: stringify!($type),
                breaks: &$breaks,
                tool: || tools![gives::$name],
            },
        )*];
    };
}

roots! {
    tagged: Tagged, ["invented_format"];
    flattened: WithFlattened, ["invented_format"];
    empty: Empty, [];
    nested: Holds, [];
    option: Place, [];
    recursive: Tree, ["recursion"];
    map: BTreeMap<String, Vec<Value>>, ["boolean_schema"];
}

fn registry(tools: Vec<Tool<()>>, profile: SchemaProfile) -> ToolRegistry<()> {
    let builder = ToolRegistry::builder(()).schema_profile(profile);
    builder.tools(tools).build().unwrap()
}

fn argument(registry: &ToolRegistry<()>) -> Value {
    let tool = Peer::new(registry).tools()[0].take();
    let mut it = tool["inputSchema"]["properties"]["it"].clone();
    if let Some(definitions) = tool["inputSchema"].get("$defs") {
        it["$defs"] = definitions.clone();
    }
    it
}

fn rules(findings: &[Finding]) -> Vec<&'static str> {
    let mut rules: Vec<_> = findings.iter().map(|finding| finding.rule.id).collect();
    rules.sort_unstable();
    rules.dedup();
    rules
}

/// Checks that the generated schema violates the rules in `breaks`. Checks that the transformed schema has no
/// error other than recursion and the references that recursion needs. Returns the result of
/// `part` for both registries.
fn before_and_after(
    rust: &str,
    breaks: &[&str],
    tool: fn() -> Vec<Tool<()>>,
    part: fn(&ToolRegistry<()>) -> Value,
) -> Value {
    let [before, after] = [SchemaProfile::AsGenerated, SchemaProfile::Portable]
        .map(|profile| registry(tool(), profile));
    let lint = Lint::new(Profile::ALL);
    let (traps, left) = (lint.check(&before), lint.check(&after));
    for rule in breaks {
        assert!(rules(&traps).contains(rule), "{rust}: {traps:#?}");
    }
    let errors = left
        .iter()
        .filter(|left| left.severity() == Severity::Error);
    // The transformation does not remove recursion, so accept the finding `recursion`. The schema
    // of a recursive type needs `$ref`, so also accept the finding `reference` for a recursive
    // type.
    let is_recursive = rules(&left).contains(&"recursion");
    let is_known = |rule| rule == "recursion" || is_recursive && rule == "reference";
    let errors: Vec<_> = errors.filter(|left| !is_known(left.rule.id)).collect();
    assert!(errors.is_empty(), "{rust}: {errors:#?}");
    json!({ "before": part(&before), "after": part(&after) })
}

/// T3 to T9: the linter reports no error about the transformed schema of a type that is not recursive.
#[test]
fn types_become_portable_schemas() {
    let mut shown = Map::new();
    for (position, row) in ROWS.iter().enumerate() {
        let both = before_and_after(row.rust, row.breaks, row.tool, argument);
        shown.insert(format!("argument {:02}: {}", position + 1, row.rust), both);
    }
    for (position, root) in ROOTS.iter().enumerate() {
        let both = before_and_after(root.rust, root.breaks, root.tool, |registry| {
            Peer::new(registry).tools()[0]["outputSchema"].take()
        });
        shown.insert(format!("answer {:02}: {}", position + 1, root.rust), both);
    }
    snapshot::json("portable", &Value::Object(shown));
}

/// T1, T2: in each profile, `build` rejects an enum, `()` and `Value` as a tool's whole input. A struct
/// without fields is allowed.
#[test]
fn a_root_other_than_an_object_fails_the_build() {
    for profile in [SchemaProfile::AsGenerated, SchemaProfile::Portable] {
        let tool = || Tool::builder("takes").description("Takes it.");
        let tools = [
            tool().input::<Tagged>().handler(|_, _| async {}),
            tool().input::<()>().handler(|(), _| async {}),
            tool().input::<Value>().handler(|_, _| async {}),
        ];
        for tool in tools {
            let builder = ToolRegistry::builder(()).schema_profile(profile);
            let error = builder.tool(tool).build().unwrap_err().to_string();
            assert!(
                error.contains("make it the only field of a struct"),
                "{error}"
            );
        }
        let empty = tool().input::<Empty>().handler(|_, _| async {});
        assert_eq!(
            Peer::new(&registry(vec![empty], profile)).tools()[0]["inputSchema"],
            json!({ "type": "object", "properties": {}, "additionalProperties": false }),
        );
    }
}
