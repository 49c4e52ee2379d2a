//! The registry inlines the schemas of nested types if the definition stays small. Otherwise, it keeps
//! references.

use std::cell::Cell;

use mcp_tool_runtime::lint::{Lint, Profile};
use mcp_tool_runtime::schema::SchemaProfile;

use super::*;

thread_local! {
    /// Counts how often schemars has generated the schema of [`Leaf`].
    static LEAVES: Cell<usize> = const { Cell::new(0) };
}

#[derive(Default, Clone, Serialize, Deserialize, PartialEq, Debug)]
struct Leaf(u8);

impl JsonSchema for Leaf {
    fn schema_name() -> Cow<'static, str> {
        "Leaf".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        LEAVES.set(LEAVES.get() + 1);
        u8::json_schema(generator)
    }
}

macro_rules! levels {
    ($($name:ident: $inner:ty,)*) => {$(
        /// Holds two inner levels
        #[derive(Default, Clone, Serialize, Deserialize, JsonSchema, PartialEq, Debug)]
        #[serde(default)]
        pub struct $name {
            /// To the left.
            left: Option<Box<$inner>>,
            right: Option<Box<$inner>>,
            leaf: Leaf,
        }
    )*};
}

/// Twelve levels of nested types. Without references, the schema of `L12` would contain `Leaf` 4,095 times.
mod deep {
    use super::*;

    levels! {
        L1: u8, L2: L1, L3: L2, L4: L3, L5: L4, L6: L5, L7: L6, L8: L7, L9: L8, L10: L9, L11: L10,
        L12: L11,
    }

    #[derive(Serialize, Deserialize, JsonSchema, Debug)]
    #[serde(tag = "kind")]
    pub enum Tagged {
        First(L1),
        Second(L2),
    }

    #[derive(Clone, Serialize, Deserialize, JsonSchema, Debug)]
    #[serde(deny_unknown_fields)]
    pub struct Closed {
        deep: L12,
        name: String,
    }

    /// Returns the argument `it`.
    #[mcp_tool]
    fn whole(it: L12) -> L12 {
        it
    }

    /// Returns the argument `it`.
    #[mcp_tool]
    fn maybe(it: Option<L12>, tagged: Option<Tagged>, list: Vec<L11>) -> Option<L12> {
        let _ = (tagged, list);
        it
    }

    /// Returns its flattened argument.
    #[mcp_tool]
    fn flat(
        #[arg(flatten)] closed: Closed,
        #[arg(header = "Count")] count: u8,
        #[arg(default = L12::default(), example = L12::default())] other: L12,
    ) -> Closed {
        let _ = (count, other);
        closed
    }

    pub(super) fn registry(profile: SchemaProfile) -> ToolRegistry<()> {
        let builder = ToolRegistry::builder(()).schema_profile(profile);
        builder.tools(tools![whole, maybe, flat]).build().unwrap()
    }
}

/// Five levels of nested types.
mod shallow {
    use super::*;

    levels! { L1: u8, L2: L1, L3: L2, L4: L3, L5: L4, }

    /// Returns the argument `it`.
    #[mcp_tool]
    fn whole(it: L5) -> L5 {
        it
    }

    pub(super) fn registry() -> ToolRegistry<()> {
        ToolRegistry::builder(())
            .tools(tools![whole])
            .build()
            .unwrap()
    }
}

/// Eight types that each contain all eight. Suppose that a reference replaced a type only inside that same
/// type. The schema would then contain 109,601 types and references.
mod circle {
    use super::*;

    macro_rules! circle {
        ($($name:ident)*) => { circle! { @each [$($name)*] $($name)* } };
        (@each $all:tt $($name:ident)*) => { $(circle! { @one $all $name })* };
        (@one [$($all:ident)*] $name:ident) => {
            #[derive(Serialize, Deserialize, JsonSchema)]
            #[allow(non_snake_case)]
            pub struct $name { $($all: Option<Box<$all>>,)* }
        };
    }

    circle! { A B C D E F G H }

    /// Returns the argument `it`.
    #[mcp_tool]
    fn whole(it: A) -> A {
        it
    }

    pub(super) fn registry() -> ToolRegistry<()> {
        ToolRegistry::builder(())
            .tools(tools![whole])
            .build()
            .unwrap()
    }
}

/// The size of a large definition grows with the number of types, and not with the number of paths to them.
#[test]
fn a_large_definition_keeps_references() {
    let registry = deep::registry(SchemaProfile::Portable);
    let asked = LEAVES.take();
    // schemars generates the schema of `Leaf` at most once for each input and output schema of
    // the three tools.
    assert!(asked <= 6, "{asked}");
    let peer = Peer::new(&registry);
    for tool in ["whole", "maybe", "flat"] {
        let definition = peer.tool(tool);
        let bytes = definition.to_string().len();
        assert!(bytes < 10_000, "{tool}: {bytes} bytes");
        for part in schema::of_tool(&definition) {
            jsonschema::draft202012::new(part).unwrap();
            assert!(part.get("$ref").is_none(), "{part:#}");
            schema::walk(part, &mut |path, schema| {
                // Many clients ignore the keywords next to a `$ref`. So allow only `description`
                // and `default` there, because these keywords do not change which values are
                // valid.
                let alone =
                    |key: &String| ["$ref", "description", "default"].contains(&key.as_str());
                let members = schema.as_object().into_iter().flatten();
                let alone = members.map(|(key, _)| key).all(alone);
                assert!(alone || schema.get("$ref").is_none(), "{path}: {schema}");
                assert!(schema.get("allOf").is_none(), "{path}: {schema}");
                // A client omits an optional value and does not send `null`, so no part of an
                // input schema has the type `null`.
                let is_null = part == &definition["inputSchema"] && schema["type"] == "null";
                assert!(!is_null, "{path}: {schema}");
            });
        }
    }
    let bytes = Peer::new(&circle::registry())
        .tool("whole")
        .to_string()
        .len();
    assert!(bytes < 10_000, "{bytes} bytes");
    assert_eq!(peer.argument("flat", "count")["type"], "integer");
}

#[test]
fn a_small_definition_has_no_references() {
    let registry = shallow::registry();
    let definition = Peer::new(&registry).tool("whole").to_string();
    assert!(!definition.contains("$ref"), "{definition}");
    assert!(
        (5_000..20_000).contains(&definition.len()),
        "{}",
        definition.len()
    );
}

#[test]
fn schemas_with_references_are_read_as_before() {
    let tree = json!({ "left": { "right": { "leaf": 3 } }, "leaf": 2 });
    for profile in [SchemaProfile::Portable, SchemaProfile::AsGenerated] {
        let registry = deep::registry(profile);
        let peer = Peer::new(&registry);
        for (tool, arguments, taken) in [
            ("whole", json!({ "it": tree }), true),
            (
                "whole",
                json!({ "it": { "left": { "right": { "leaf": "x" } } } }),
                false,
            ),
            (
                "maybe",
                json!({ "list": [tree], "tagged": { "kind": "Second", "left": {} } }),
                true,
            ),
            (
                "maybe",
                json!({ "list": [], "tagged": { "kind": "Third" } }),
                false,
            ),
            (
                "flat",
                json!({ "deep": tree, "name": "a", "count": 1 }),
                true,
            ),
            (
                "flat",
                json!({ "deep": tree, "name": "a", "count": 1, "more": 1 }),
                false,
            ),
            (
                "flat",
                json!({ "deep": { "left": 1 }, "name": "a", "count": 1 }),
                false,
            ),
        ] {
            let schema = peer.tool(tool)["inputSchema"].take();
            let published = jsonschema::draft202012::new(&schema).unwrap();
            assert_eq!(
                published.is_valid(&arguments),
                taken,
                "{profile:?} {tool} {arguments}"
            );
            let is_refused = peer.call(tool, arguments.clone())["isError"] == true;
            assert_eq!(is_refused, !taken, "{profile:?} {tool} {arguments}");
        }
        let text = peer.error(
            "whole",
            json!({ "it": { "left": { "right": { "leaf": "x" } } } }),
        );
        let words = "`it.left.right.leaf`: expected an integer from 0 to 255, got \"x\"";
        assert!(text.contains(words), "{text}");
    }
}

/// If a checked client does not support references, the linter reports the references that remain.
#[test]
fn remaining_references_are_reported() {
    let findings = Lint::new(&[Profile::Gemini]).check(&deep::registry(SchemaProfile::Portable));
    let finding = findings
        .iter()
        .find(|finding| finding.rule.id == "reference");
    let repair = finding.expect("a finding").rule.repair;
    assert!(repair.contains("make its types smaller"), "{repair}");
}
