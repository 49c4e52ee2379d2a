//! Each tool has a smaller definition with `#[mcp_tool]` than with rmcp's macros. Both definitions
//! have the same content.

use mcp_tool_tests_sizes::{Sizes, ours, theirs};
use serde_json::Value;

/// Skips the tool without arguments: only `#[mcp_tool]` publishes that it takes none.
#[test]
fn every_tool_with_arguments_is_smaller_than_with_rmcp() {
    let sizes = Sizes::of(&ours(), &theirs());
    for size in &sizes.0 {
        let is_smaller = size.ours.bytes < size.theirs.bytes;
        assert!(
            is_smaller || size.name == "list_allowed_directories",
            "{size:?}\n{sizes}"
        );
    }
}

#[test]
fn the_linter_finds_nothing() {
    let sizes = Sizes::of(&ours(), &theirs());
    let ours = sizes.total().ours;
    assert_eq!((ours.errors, ours.warnings), (0, 0), "{sizes}");
}

/// The comparison of sizes is fair only if both lists have the same content.
#[test]
fn both_sides_describe_the_same_tools() {
    let theirs = theirs();
    for tool in ours() {
        let other = theirs.iter().find(|other| other["name"] == tool["name"]);
        let other = other.expect("each tool is there twice");
        for member in ["title", "description", "annotations"] {
            assert_eq!(tool[member], other[member], "{member} of {}", tool["name"]);
        }
        let arguments = |tool: &Value| -> Vec<(String, Value, Value, bool)> {
            let schema = &tool["inputSchema"];
            let Some(properties) = schema["properties"].as_object() else {
                return Vec::new();
            };
            let required = schema["required"].as_array();
            let mut arguments: Vec<_> = properties
                .iter()
                .map(|(name, argument)| {
                    let required = required.is_some_and(|names| names.iter().any(|it| it == name));
                    // If the variants of an argument's enum have descriptions, `#[mcp_tool]` adds
                    // a blank line and these descriptions to the argument's description. The
                    // official SDK does not. So compare only the text before the first blank
                    // line.
                    let text = argument["description"].as_str().unwrap_or_default();
                    let text = text.split("\n\n").next().unwrap_or_default();
                    (
                        name.clone(),
                        text.into(),
                        argument["default"].clone(),
                        required,
                    )
                })
                .collect();
            arguments.sort_by(|a, b| a.0.cmp(&b.0));
            arguments
        };
        assert_eq!(arguments(&tool), arguments(other), "{}", tool["name"]);
        assert_eq!(
            tool.get("outputSchema").is_some(),
            other.get("outputSchema").is_some(),
            "{}",
            tool["name"]
        );
    }
}

#[test]
fn the_readme_contains_the_printed_sizes() {
    let table = Sizes::of(&ours(), &theirs()).to_string();
    let total = table.lines().last().unwrap_or_default();
    let figures: Vec<_> = total.split_whitespace().skip(1).collect();
    let [bytes, _, errors, _, their_bytes, _, their_errors, _] = figures[..] else {
        panic!("{total}");
    };
    let thousands = |figure: &str| {
        let (thousands, rest) = figure.split_at(figure.len() - 3);
        format!("{thousands},{rest}")
    };
    let (bytes, their_bytes) = (thousands(bytes), thousands(their_bytes));
    let readme = include_str!("../../../README.md");
    for text in [
        format!("have {bytes} bytes and {errors} linter errors"),
        format!("have {their_bytes} bytes and {their_errors}."),
    ] {
        assert!(readme.contains(&text), "the README lacks: {text}");
    }
}
