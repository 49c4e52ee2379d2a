//! Helpers that compare the checks of a tool with its published schema, or list the problems of `build()`.

use mcp_tool_runtime::SafeInt;
use mcp_tool_tests::Peer;
use serde_json::{Value, json};

/// Returns whether a call of `tool` with these arguments succeeds.
pub(crate) fn accepts<S: Send + Sync>(peer: &Peer<'_, S>, tool: &str, arguments: &Value) -> bool {
    peer.call(tool, arguments.clone()).get("isError").is_none()
}

/// Returns those of `values` that the tool accepts as the argument `value`. Checks that the published schema
/// accepts the same values. The schema has no bounds beyond ±(2^53 − 1), so outside this range, it may accept a
/// number that the tool rejects.
#[track_caller]
pub(crate) fn admitted<S: Send + Sync>(
    peer: &Peer<'_, S>,
    tool: &str,
    values: impl IntoIterator<Item = Value>,
) -> Vec<Value> {
    let schema = peer.tool(tool)["inputSchema"].take();
    let validator = jsonschema::draft202012::new(&schema).unwrap();
    let mut admitted = Vec::new();
    for value in values {
        let arguments = json!({ "value": value });
        let accepted = accepts(peer, tool, &arguments);
        let is_large = value
            .as_f64()
            .is_some_and(|it| it.abs() > SafeInt::MAX.get() as f64);
        let published = validator.is_valid(&arguments);
        assert!(
            accepted == published || published && is_large,
            "enforced: {accepted}, published: {published}, `{tool}` with {value}; {schema:#}",
        );
        if accepted {
            admitted.push(value);
        }
    }
    admitted
}

/// Returns the problems that `build()` reports for these tools. Panics if `build()` succeeds.
#[track_caller]
pub(crate) fn problems<S>(tools: Vec<mcp_tool_runtime::Tool<S>>, state: S) -> Vec<String>
where
    S: Send + Sync + 'static,
{
    problems_of(mcp_tool_runtime::ToolRegistry::builder(state).tools(tools))
}

/// Returns the problems that `build()` reports. Panics if `build()` succeeds.
#[track_caller]
pub(crate) fn problems_of<S>(
    builder: mcp_tool_runtime::registry::ToolRegistryBuilder<S>,
) -> Vec<String>
where
    S: Send + Sync + 'static,
{
    let error = builder
        .build()
        .expect_err("something is wrong with the tools");
    error.problems().iter().map(ToString::to_string).collect()
}
