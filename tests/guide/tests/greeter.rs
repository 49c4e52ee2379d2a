//! The tests of docs/guide/src/testing.md.

use mcp_tool_runtime::elicit::Elicitation;
use mcp_tool_runtime::testing::{call_json, call_json_with};
use mcp_tool_runtime::{ElicitForm, ProtocolVersion, ToolContext, ToolRegistry, mcp_tool, tools};
use mcp_tool_server::ToolServer;
use mcp_tool_server::testing::TestClient;
use serde_json::json;

/// Says hello to somebody.
#[mcp_tool(read_only)]
async fn greet(
    /// Name of the guest
    #[arg(length(1..=64))]
    name: &str,
) -> String {
    format!("Hello, {name}!")
}

/// The registry of the server. Tests and `main` use the same function.
fn registry() -> ToolRegistry<()> {
    ToolRegistry::builder(())
        .tools(tools![greet, delete_drafts])
        .build()
        .unwrap()
}

#[tokio::test]
async fn a_guest_is_greeted() {
    assert_eq!(greet("Ada").await, "Hello, Ada!");
}

#[tokio::test]
async fn invalid_arguments_are_rejected() {
    let result = call_json(&registry(), "greet", json!({ "name": "Ada" })).await;
    assert_eq!(result.content()[0].as_text(), Some("Hello, Ada!"));

    let result = call_json(&registry(), "greet", json!({ "name": "" })).await;
    assert!(result.is_error);
}

/// A form for the user.
#[derive(ElicitForm, serde::Deserialize, schemars::JsonSchema)]
struct Confirmation {
    /// Delete them for good
    sure: bool,
}

/// Deletes the drafts of the user.
#[mcp_tool(destructive)]
async fn delete_drafts(#[context] cx: &ToolContext) -> &'static str {
    match cx.elicit("sure", "Really delete 12 drafts?").await {
        Elicitation::Accepted(Confirmation { sure: true }) => "deleted",
        _ => "kept",
    }
}

#[tokio::test]
async fn drafts_are_deleted_only_after_confirmation() {
    for (sure, text) in [(true, "deleted"), (false, "kept")] {
        let (registry, context) = (registry(), ToolContext::detached());
        let answer =
            |_key: &str, _request: &_| json!({ "action": "accept", "content": { "sure": sure } });
        let call = call_json_with(&registry, &context, "delete_drafts", json!({}), answer);
        assert_eq!(call.await.content()[0].as_text(), Some(text));
    }
}

mod definitions {
    mcp_tool_runtime::check_tools!(
        super::registry(),
        golden = "tests/greeter.json",
        budget = 4_000,
    );
}

#[tokio::test]
async fn a_client_calls_the_server() {
    let server = ToolServer::new("greeter", "1.0.0", registry());
    for version in ProtocolVersion::ALL {
        let client = TestClient::connect(server.clone(), *version)
            .answer(|_method, _params| json!({ "action": "accept", "content": { "sure": true } }))
            .await;
        let names = client.list_tools().await;
        assert_eq!(
            [&names[0]["name"], &names[1]["name"]],
            ["greet", "delete_drafts"]
        );

        let result = client.call("greet", json!({ "name": "Ada" })).await;
        assert_eq!(result["content"][0]["text"], "Hello, Ada!");
        // Clients of older versions cannot ask the user.
        if *version >= ProtocolVersion::V2025_06_18 {
            let result = client.call("delete_drafts", json!({})).await;
            assert_eq!(result["content"][0]["text"], "deleted");
        }
    }
}
