//! Small requests that could cost a server much time or memory.

use std::collections::HashMap;

use mcp_tool_runtime::schema::SchemaProfile;
use mcp_tool_runtime::{Tool, ToolRegistry, mcp_tool, tools};
use mcp_tool_tests::Peer;
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// Counts its arguments.
#[mcp_tool]
fn count(#[arg(flatten)] rest: HashMap<String, i64>) -> String {
    rest.len().to_string()
}

#[derive(Deserialize, schemars::JsonSchema)]
#[serde(tag = "op", rename_all = "lowercase")]
enum Expression {
    And {
        l: Box<Expression>,
        r: Box<Expression>,
    },
    Or {
        l: Box<Expression>,
        r: Box<Expression>,
    },
    Not {
        e: Box<Expression>,
    },
    Literal {
        v: i64,
    },
}

impl Expression {
    fn sum(&self) -> i64 {
        match self {
            Expression::And { l, r } | Expression::Or { l, r } => l.sum() + r.sum(),
            Expression::Not { e } => e.sum(),
            Expression::Literal { v } => *v,
        }
    }
}

/// Adds up all literals of an expression.
#[mcp_tool]
fn evaluate(expression: Expression) -> i64 {
    expression.sum()
}

/// Takes a cube.
#[mcp_tool]
fn cube(cells: [[[f32; 16]; 16]; 16]) {
    let _ = cells;
}

/// A number, or a list of numbers and lists.
#[derive(Deserialize, schemars::JsonSchema)]
#[serde(untagged)]
enum Nested {
    Number(i64),
    #[allow(dead_code)]
    List(Vec<Nested>),
}

/// Takes lists.
#[mcp_tool]
fn nested(lists: Nested) {
    if let Nested::Number(number) = lists {
        let _ = number;
    }
}

/// A folder with files and folders.
#[derive(Deserialize, schemars::JsonSchema)]
struct Folder {
    #[serde(default)]
    files: Vec<u8>,
    #[serde(flatten)]
    folders: HashMap<String, Folder>,
}

/// Takes folders.
#[mcp_tool]
fn folders(top: Folder) {
    let _ = (top.files, top.folders);
}

/// Takes the members of a folder as arguments.
#[mcp_tool]
fn folders_as_arguments(#[arg(flatten)] top: Folder) {
    let _ = (top.files, top.folders);
}

/// A tree without enums or flattened members.
#[derive(Deserialize, schemars::JsonSchema)]
struct Tree {
    numbers: Vec<u8>,
    left: Option<Box<Tree>>,
    others: Vec<Tree>,
}

/// Takes a tree.
#[mcp_tool]
fn tree(tree: Tree) {
    let _ = (tree.numbers, tree.left, tree.others);
}

fn registry() -> ToolRegistry<()> {
    ToolRegistry::builder(())
        .tools(tools![
            count,
            evaluate,
            cube,
            nested,
            folders,
            folders_as_arguments,
            tree
        ])
        .build()
        .unwrap()
}

#[test]
fn many_numbers_in_strings_are_read_in_a_few_passes() {
    // Each argument is a string that contains a number. The registry must convert all strings in
    // a few passes. Each pass copies all arguments, so one pass for each of the 20,000 strings
    // would copy tens of gigabytes.
    let registry = registry();
    let members: Map<String, Value> = (0..20_000)
        .map(|number| (format!("k{number}"), json!(number.to_string())))
        .collect();
    assert_eq!(
        Peer::new(&registry).text("count", Value::Object(members)),
        "20000"
    );
}

#[test]
fn a_fault_deep_inside_is_found_in_a_few_steps() {
    // The registry must search for the wrong value only in the variant that `op` selects. Three
    // variants contain further expressions, so a search in all three variants at each of the 28
    // levels would take 3^28 steps.
    let registry = registry();
    let mut expression = json!({ "op": "literal", "v": "none" });
    for _ in 0..28 {
        let right = json!({ "op": "literal", "v": 1 });
        expression = json!({ "op": "and", "l": expression, "r": right });
    }
    let peer = Peer::new(&registry);
    let answer = peer.call("evaluate", json!({ "expression": expression }));
    assert_eq!(answer["isError"], json!(true));
    let shallow = json!({ "op": "not", "e": { "op": "literal", "v": "none" } });
    let answer = peer.call("evaluate", json!({ "expression": shallow }));
    let text = answer["content"][0]["text"].as_str().unwrap();
    assert!(
        text.contains("`expression.e.v`: expected an integer"),
        "{text}"
    );
}

#[test]
fn no_suggested_call_is_longer_than_the_fault() {
    let registry = registry();
    let answer = Peer::new(&registry).call("cube", json!({}));
    let text = answer["content"][0]["text"].as_str().unwrap();
    assert!(
        text.contains("`cells`: missing") && text.len() < 1000,
        "{}",
        text.len()
    );

    let mut schema = json!({ "type": "integer" });
    for _ in 0..6 {
        schema = json!({ "type": "array", "minItems": 64, "items": schema });
    }
    let foreign: Tool<()> = Tool::builder("foreign")
        .description("Comes from elsewhere.")
        .input_schema(json!({
            "type": "object",
            "properties": { "cells": schema },
            "required": ["cells"],
        }))
        .handler(|_, _| async {});
    let registry = ToolRegistry::builder(()).tool(foreign).build().unwrap();
    let answer = Peer::new(&registry).call("foreign", json!({}));
    let text = answer["content"][0]["text"].as_str().unwrap();
    assert!(
        text.contains("`cells`: missing") && text.len() < 1000,
        "{}",
        text.len()
    );
}

/// Creates a list that contains the number 1 `numbers` times, and applies `wrap` to it `levels` times.
fn levels(levels: usize, numbers: usize, wrap: impl Fn(Value) -> Value) -> Value {
    (0..levels).fold(json!(vec![1; numbers]), |inner, _| wrap(inner))
}

#[test]
fn deep_and_large_values_of_recursive_types_are_rejected() {
    // serde buffers the content of untagged enums and flattened members. At each level of
    // nesting, serde copies the inner values. Each copy of 100,000 numbers takes 3.2 MB, so the
    // copies for 120 levels would take 384 MB. The registry rejects an argument if its copies
    // could take more than 192 MiB.
    let in_a_list = |inner| json!([inner]);
    let in_a_folder = |inner| match inner {
        Value::Array(files) => json!({ "a": { "files": files } }),
        folder => json!({ "a": folder }),
    };
    let deep = levels(120, 100_000, in_a_list);
    let folder = levels(120, 100_000, in_a_folder);
    for profile in [SchemaProfile::Portable, SchemaProfile::AsGenerated] {
        let registry = ToolRegistry::builder(())
            .schema_profile(profile)
            .tools(tools![nested, folders, folders_as_arguments, tree])
            .build()
            .unwrap();
        let peer = Peer::new(&registry);
        for (tool, arguments, name) in [
            ("nested", json!({ "lists": deep }), "lists"),
            ("nested", json!({ "lists": deep.to_string() }), "lists"),
            ("folders", json!({ "top": folder }), "top"),
            ("folders_as_arguments", folder.clone(), "a"),
        ] {
            let text = peer.error(tool, arguments);
            let words = format!("- `{name}`: is nested too deeply for its size");
            assert!(text.contains(&words), "{tool}: {text}");
        }
        // A tree of half this size is below the limit.
        let in_a_tree = |inner| match inner {
            Value::Array(numbers) => json!({ "numbers": numbers, "others": [] }),
            tree => json!({ "numbers": [], "left": tree, "others": [] }),
        };
        let tree = levels(120, 50_000, in_a_tree);
        assert_eq!(peer.text("tree", json!({ "tree": tree })), "ok");
    }
}

#[test]
fn deep_or_large_values_are_accepted() {
    let registry = registry();
    let peer = Peer::new(&registry);
    for lists in [
        levels(120, 1_000, |inner| json!([inner])),
        levels(3, 200_000, |inner| json!([inner])),
        json!(vec![vec![vec![1; 100]; 100]; 20]),
    ] {
        assert_eq!(peer.text("nested", json!({ "lists": lists })), "ok");
    }
}
