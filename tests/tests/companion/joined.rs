//! Results that the server joins with its own.

use serde_json::{Value, json};

use std::time::Duration;

use mcp_tool_runtime::ToolRegistry;
use mcp_tool_runtime::registry::CacheScope;
use mcp_tool_server::ToolServer;

use crate::client::{Client, Got, add, duplicate, script, tools};

/// Serves two tools on two pages, prompts, and a tool that the server has, too.
fn library(got: &Got<'_>) {
    let cursor = got.json["params"]["cursor"].as_str();
    match (got.method(), cursor) {
        ("initialize", _) => got.answer(json!({
            "protocolVersion": "1999-01-01",
            "capabilities": { "prompts": { "listChanged": true }, "tools": { "listChanged": true } },
            "serverInfo": { "name": "theirs", "version": "9", "title": "Theirs" },
            "instructions": "Theirs.",
        })),
        ("server/discover", _) => got.answer(json!({
            "resultType": "complete",
            "supportedVersions": ["1999-01-01"],
            "capabilities": { "completions": {} },
            "instructions": "Theirs.",
            "ttlMs": 60000,
            "cacheScope": "public",
        })),
        ("tools/list", None) => got.answer(
            r#"{"tools":[{"name":"add","inputSchema":{}},{"name":"lend","inputSchema":{"maximum":1.10}}],
                "nextCursor":"2","ttlMs":5000,"cacheScope":"public"}"#,
        ),
        ("tools/list", Some("2")) => got.answer(r#"{"tools":[{"name":"return","inputSchema":{}}]}"#),
        ("tools/call", _) if got.json["params"]["name"] == "lend" => {
            got.answer(r#"{"content":[],"n":18446744073709551617}"#);
        }
        _ => got.answer_basics(),
    }
}

#[tokio::test]
async fn initialize_joins_capabilities_instructions_and_information() {
    let mut client = Client::connect(library);
    assert_eq!(
        client.initialize().await["result"],
        json!({
            "protocolVersion": "2025-11-25",
            "capabilities": { "prompts": { "listChanged": true }, "tools": { "listChanged": true } },
            "serverInfo": { "name": "demo", "version": "1.0.0", "title": "Theirs" },
            "instructions": "Ours.\n\nTheirs.",
        })
    );
}

#[tokio::test]
async fn discover_joins_them_too() {
    let mut client = Client::connect(library);
    let response = client.modern("server/discover", json!({})).await;
    let result = &response["result"];
    assert_eq!(
        result["capabilities"],
        json!({ "completions": {}, "tools": {} })
    );
    assert_eq!(result["instructions"], "Ours.\n\nTheirs.");
    assert_eq!(
        (&result["ttlMs"], &result["cacheScope"]),
        (&json!(60000), &json!("public"))
    );
    assert!(
        !result["supportedVersions"]
            .as_array()
            .unwrap()
            .contains(&json!("1999-01-01"))
    );
    let info = &result["_meta"]["io.modelcontextprotocol/serverInfo"];
    assert_eq!(info, &json!({ "name": "demo", "version": "1.0.0" }));
}

#[tokio::test]
async fn the_list_of_tools_continues_with_theirs() {
    let mut client = Client::initialized(library).await;
    client
        .write(r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#)
        .await;
    let line = client.line().await;
    // What the server does not know stays as it is.
    assert!(
        line.contains(r#"{"name":"lend","inputSchema":{"maximum":1.10}}"#),
        "{line}"
    );
    let names = |tools: &Value| {
        let tools = tools.as_array().unwrap().iter();
        tools
            .map(|tool| tool["name"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    let second = client
        .request("tools/list", json!({ "cursor": "companion:2" }))
        .await;
    assert_eq!(names(&second["result"]["tools"]), ["return"]);

    let first = client.modern("tools/list", json!({})).await;
    let result = &first["result"];
    assert_eq!(names(&result["tools"]), ["add", "borrow", "lend"]);
    assert_eq!(result["nextCursor"], "companion:2");
    assert_eq!(
        (&result["ttlMs"], &result["cacheScope"]),
        (&json!(5000), &json!("public"))
    );
    assert!(result["_meta"]["io.modelcontextprotocol/serverInfo"].is_object());

    let unknown = client.request("tools/list", json!({ "cursor": "2" })).await;
    assert_eq!(unknown["error"]["code"], -32602, "{unknown}");
}

#[tokio::test]
async fn a_joined_list_has_the_shorter_time_and_the_stricter_scope() {
    // R138: also on the pages that only the companion has.
    let page = |got: &Got<'_>| match (got.method(), got.json["params"]["cursor"].as_str()) {
        ("tools/list", None) => got.answer(
            r#"{"tools":[{"name":"lend"}],"nextCursor":"2","ttlMs":5000,"cacheScope":"public"}"#,
        ),
        ("tools/list", Some(_)) => {
            got.answer(r#"{"tools":[{"name":"return"}],"ttlMs":9000,"cacheScope":"public"}"#);
        }
        _ => got.answer_basics(),
    };
    for (ttl, scope, first_ms, second_ms, expected) in [
        (7, CacheScope::Public, 5000, 7000, "public"),
        (2, CacheScope::Private, 2000, 2000, "private"),
        (0, CacheScope::Public, 0, 0, "public"),
    ] {
        let registry = ToolRegistry::builder(())
            .cache(Duration::from_secs(ttl), scope)
            .tools(mcp_tool_runtime::tools![add]);
        let server = ToolServer::new("demo", "1.0.0", registry.build().unwrap());
        let mut client = Client::of(server.beside(script(page)).unwrap());
        for (params, ttl_ms) in [
            (json!({}), first_ms),
            (json!({ "cursor": "companion:2" }), second_ms),
        ] {
            let response = client.modern("tools/list", params).await;
            let hints = (
                &response["result"]["ttlMs"],
                &response["result"]["cacheScope"],
            );
            assert_eq!(hints, (&json!(ttl_ms), &json!(expected)), "{response}");
        }
    }
}

#[tokio::test]
async fn calls_go_to_the_one_that_has_the_tool() {
    let mut client = Client::initialized(library).await;
    let call = |name: &str, arguments: Value| json!({ "name": name, "arguments": arguments });
    let ours = client
        .request("tools/call", call("add", json!({ "a": 1, "b": 2 })))
        .await;
    assert_eq!(ours["result"]["content"][0]["text"], "3");
    client
        .send(&json!({ "jsonrpc": "2.0", "id": 8, "method": "tools/call", "params": call("lend", json!({})) }))
        .await;
    assert_eq!(
        client.line().await,
        r#"{"jsonrpc":"2.0","id":8,"result":{"content":[],"n":18446744073709551617}}"#
    );
    let neither = client.request("tools/call", call("ad", json!({}))).await;
    let message = neither["error"]["message"].as_str().unwrap();
    assert!(message.contains("`add`"), "{message}");
    let borrowed = client
        .request("tools/call", call("borrow", json!({})))
        .await;
    assert_eq!(borrowed["result"]["content"][0]["text"], "lent");
}

#[tokio::test]
async fn a_name_of_both_is_an_error_of_the_program() {
    let error = duplicate().beside(script(|_| {})).unwrap_err().to_string();
    assert!(error.contains("taken"), "{error}");
    assert!(tools().beside(script(|_| {})).is_ok());
}
