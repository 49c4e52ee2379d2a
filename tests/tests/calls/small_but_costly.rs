//! Small requests that could keep a server busy for long.

use std::collections::HashMap;

use mcp_tool_runtime::{Tool, ToolRegistry, mcp_tool, tools};
use mcp_tool_tests::Peer;
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// Counts.
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

/// Evaluates.
#[mcp_tool]
fn evaluate(expression: Expression) -> i64 {
    expression.sum()
}

/// Takes a cube.
#[mcp_tool]
fn cube(cells: [[[f32; 16]; 16]; 16]) {
    let _ = cells;
}

fn registry() -> ToolRegistry<()> {
    ToolRegistry::builder(())
        .tools(tools![count, evaluate, cube])
        .build()
        .unwrap()
}

#[test]
fn many_numbers_in_strings_are_read_in_a_few_passes() {
    // Each pass copies all of them: one for each would be tens of gigabytes here.
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
    // Three forms at each level: looking into all of them would be 3 to the power of 28.
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
fn no_call_is_shown_that_is_longer_than_the_fault() {
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
