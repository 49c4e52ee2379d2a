//! A server with the tools of several registries. Some tools have a time limit, are `blocking`, or come from
//! `Tool::builder`.

use std::time::Duration;

use mcp_tool_runtime::{Tool, ToolRegistry, mcp_tool, mcp_tools, tools};
use mcp_tool_server::ToolServer;
use serde_json::{Value, json};

use crate::client::*;

struct Notes(&'static str);

#[mcp_tools(prefix = "notes_", read_only)]
impl Notes {
    /// Reads.
    #[mcp_tool(
        icon = "https://tools.example/i.png",
        meta("com.example/owner" = "team"),
        wrap = "lines"
    )]
    async fn read(&self) -> Vec<&str> {
        self.0.lines().collect()
    }

    /// Returns the id of the thread that runs this call.
    #[mcp_tool(blocking)]
    fn thread(&self) -> String {
        format!("{:?}", std::thread::current().id())
    }
}

/// Never ends.
#[mcp_tool(timeout = "30s")]
async fn endless() {
    std::future::pending::<()>().await;
}

fn composed() -> ToolRegistry<Gate> {
    let by_value = Tool::builder("echo")
        .description("Says it back.")
        .input_schema(json!({ "type": "object", "required": ["text"] }))
        .handler(|arguments, _| async move { Value::Object(arguments) });
    let notes = ToolRegistry::builder(Notes("a\nb"))
        .tools(tools![Notes])
        .build()
        .unwrap();
    let limited = ToolRegistry::builder(7_u8)
        .tool(by_value)
        .tools(tools![endless])
        .build()
        .unwrap();
    let own = ToolRegistry::builder_arc(Gate::new()).build().unwrap();
    own.extend(notes)
        .and_then(|all| all.extend(limited.prefixed("more.")?))
        .and_then(|all| all.rename("notes_read", "read"))
        .unwrap()
}

fn client() -> Client {
    Client::of(ToolServer::new("composed", "1", composed()), Gate::new())
}

#[tokio::test]
async fn a_composed_registry_is_served_like_any_other() {
    // R57, R66, R67, R98, R136
    for version in LEGACY {
        let mut client = client();
        client.initialize(version).await;
        let list = client.result("tools/list", json!({})).await;
        let tools = list["tools"].as_array().unwrap();
        let names: Vec<_> = tools
            .iter()
            .map(|tool| tool["name"].as_str().unwrap())
            .collect();
        assert_eq!(names, ["read", "notes_thread", "more.echo", "more.endless"]);
        assert_eq!(tools[0].get("icons").is_some(), version == LEGACY[1]);
        assert_eq!(tools[0]["_meta"], json!({ "com.example/owner": "team" }));
        assert_eq!(tools[0]["outputSchema"]["required"], json!(["lines"]));
        let read = client.result("tools/call", call("read", json!({}))).await;
        assert_eq!(read["structuredContent"], json!({ "lines": ["a", "b"] }));
        let echo = client
            .result("tools/call", call("more.echo", json!({ "text": 1 })))
            .await;
        assert_eq!(echo["structuredContent"], json!({ "text": 1 }));
        let refused = client
            .result("tools/call", call("more.echo", json!({})))
            .await;
        assert_eq!(refused["isError"], true);
        let (code, message) = client
            .error("tools/call", call("notes_read", json!({})))
            .await;
        assert_eq!(code, -32602);
        assert!(message.contains("unknown tool `notes_read`"), "{message}");
    }
}

#[tokio::test]
async fn a_blocking_tool_runs_on_a_thread_of_the_runtime() {
    let mut client = client();
    client.initialize(LEGACY[1]).await;
    let thread = client
        .result("tools/call", call("notes_thread", json!({})))
        .await;
    let here = format!("{:?}", std::thread::current().id());
    assert_ne!(thread["content"][0]["text"], here.as_str());
}

#[tokio::test(start_paused = true)]
async fn the_timeout_of_a_call_applies() {
    let mut client = client();
    client.initialize(LEGACY[1]).await;
    let id = client
        .start("tools/call", call("more.endless", json!({})))
        .await;
    tokio::time::sleep(Duration::from_secs(31)).await;
    let answer = client.receive().await;
    assert_eq!(answer["id"], id);
    let text = answer["result"]["content"][0]["text"].as_str().unwrap();
    assert!(
        text.contains("`more.endless` did not finish within its limit of 30 seconds"),
        "{text}"
    );
}
