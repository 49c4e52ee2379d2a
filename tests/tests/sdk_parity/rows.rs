//! The tables of requests.

use mcp_tool_runtime::ProtocolVersion;
use serde_json::{Value, json};

use crate::row::{
    Row, call, call_with_token, cancelled, initialize, is_modern, notification, request,
};
use crate::version_rows::{legacy, modern};

pub(crate) fn rows(version: ProtocolVersion) -> Vec<Row> {
    let (first, last) = if is_modern(version) {
        (discovery(), modern())
    } else {
        (opening(version.as_str()), legacy())
    };
    let rows = [first, tools(), prompts_and_resources(), rest(), last];
    rows.into_iter().flatten().collect()
}

/// Begins a connection with `initialize`.
fn opening(version: &str) -> Vec<Row> {
    let incomplete = json!({ "protocolVersion": version, "capabilities": {} });
    vec![
        request("a ping before `initialize`", "ping", Value::Null).for_streams(),
        request("`initialize` without a client", "initialize", incomplete).for_streams(),
        request("`initialize`", "initialize", initialize(version)),
        notification("`initialized`", "notifications/initialized", Value::Null),
        request("a ping", "ping", Value::Null),
    ]
}

fn discovery() -> Vec<Row> {
    vec![
        request("discovery", "server/discover", json!({})),
        request("discovery without `_meta`", "server/discover", json!({})).bare(),
    ]
}

/// Calls the SDK's own tools.
fn tools() -> Vec<Row> {
    vec![
        request("a list of tools", "tools/list", json!({})),
        request(
            "a list of tools with a wrong cursor",
            "tools/list",
            json!({ "cursor": "x" }),
        ),
        call(
            "a text",
            "echo",
            json!({ "text": "caf\u{e9} \u{1F600} \u{2028}" }),
        ),
        call("a structured result", "add", json!({ "a": 1, "b": 2 })),
        call("a structured result that is no object", "list", json!({})),
        call("content of each kind", "blocks", json!({})),
        call("an argument of a wrong type", "add", json!({ "a": "one" })),
        call("a missing argument", "add", json!({})),
        call("a tool that fails", "fail", json!({})),
        call(
            "an error of the author",
            "refuse",
            json!({ "code": -32050 }),
        ),
        call(
            "an error for an invalid request",
            "refuse",
            json!({ "code": -32600 }),
        ),
        call(
            "an error for a missing capability",
            "refuse",
            json!({ "code": -32021 }),
        ),
        call(
            "an error for an unknown method",
            "refuse",
            json!({ "code": -32601 }),
        ),
        call("an unknown tool", "ad", json!({})),
        request(
            "a call without a name",
            "tools/call",
            json!({ "arguments": {} }),
        ),
        request(
            "a call without arguments",
            "tools/call",
            json!({ "name": "list" }),
        ),
        request(
            "a call whose arguments are a list",
            "tools/call",
            json!({ "name": "list", "arguments": [1] }),
        ),
        request(
            "a call with members of `_meta`",
            "tools/call",
            json!({
                "name": "meta",
                "arguments": {
                    "z": [1.5, 3.0, -0.0, 1e300, null, { "y": -7 }],
                    "a": [9_007_199_254_740_993_i64, u64::MAX],
                },
                "_meta": { "example.com/a": [1, { "b": null }], "traceparent": "00-01" },
            }),
        ),
        call("a string as the id", "list", json!({})).id(json!("caf\u{e9} \"1\"")),
        call("a negative id", "list", json!({})).id(json!(-7)),
        call("the largest id of the SDK", "list", json!({})).id(json!(i64::MAX)),
        call_with_token("progress with a number as the token", "count", json!(42)),
        call_with_token(
            "progress with a text as the token",
            "count",
            json!("a \"token\""),
        ),
        call_with_token(
            "progress with a token that is no integer",
            "count",
            json!(2.5),
        ),
        call_with_token("much progress", "flood", json!("f")),
        call("progress without a token", "count", json!({})),
        call("log messages", "log", json!({})),
        call(
            "a question to the user",
            "ask",
            json!({ "text": "Accept?" }),
        ),
        call("a declined question", "ask", json!({ "text": "Decline?" })),
        call("a cancelled question", "ask", json!({ "text": "Cancel?" })),
        call(
            "a question that the client refuses",
            "ask",
            json!({ "text": "Fail?" }),
        ),
        call("an answer that is none", "ask", json!({ "text": "Odd?" })),
        call("a question without an answer", "ask_briefly", json!({})),
        call(
            "a request of the author",
            "ask_custom",
            json!({ "params": { "a": [1] } }),
        ),
        call(
            "a request of the author without parameters",
            "ask_custom",
            json!({}),
        ),
        call("two questions at a time", "ask_both", json!({})),
        call("a question after the call", "ask_later", json!({})).events(1, 1),
        call(
            "a question to the model",
            "sample",
            json!({ "text": "Two and two?" }),
        ),
        call(
            "a question to the model that fails",
            "sample",
            json!({ "text": "Fail?" }),
        ),
        call("roots", "roots", json!({})),
        call_with_token(
            "progress, log messages and questions in turns",
            "mixed",
            json!("m"),
        ),
        call("changed lists", "change_lists", json!({})),
        cancelled(call_with_token("a cancelled call", "wait", json!("w"))),
    ]
}

fn prompts_and_resources() -> Vec<Row> {
    let complete = |reference: Value, context: Value| {
        let argument = json!({ "name": "topic", "value": "s" });
        let mut params = json!({ "ref": reference, "argument": argument });
        if context.is_object() {
            params["context"] = context;
        }
        params
    };
    let prompt = json!({ "type": "ref/prompt", "name": "explain" });
    let book = json!({ "type": "ref/resource", "uri": "book:emma/{chapter}" });
    let given = json!({ "arguments": { "style": "short" } });
    let method = "completion/complete";
    vec![
        request("prompts", "prompts/list", json!({})),
        request("prompts without parameters", "prompts/list", Value::Null),
        request(
            "prompts with more parameters",
            "prompts/list",
            json!({ "cursor": null, "a": 1 }),
        ),
        request(
            "prompts with a list of parameters",
            "prompts/list",
            json!([]),
        )
        .id(json!("list")),
        request(
            "a second page of prompts",
            "prompts/list",
            json!({ "cursor": "2" }),
        ),
        request(
            "a wrong page of prompts",
            "prompts/list",
            json!({ "cursor": "x" }),
        ),
        request(
            "a cursor of a wrong type",
            "prompts/list",
            json!({ "cursor": 7 }),
        ),
        request(
            "a prompt",
            "prompts/get",
            json!({ "name": "explain", "arguments": { "topic": "sums" } }),
        ),
        request(
            "a prompt without its argument",
            "prompts/get",
            json!({ "name": "explain" }),
        ),
        request("an unknown prompt", "prompts/get", json!({ "name": "x" })),
        request(
            "a prompt whose name is no text",
            "prompts/get",
            json!({ "name": 5 }),
        ),
        request("a prompt without a name", "prompts/get", json!({})),
        request(
            "a prompt that asks the user",
            "prompts/get",
            json!({ "name": "doubt" }),
        ),
        request("resources", "resources/list", json!({})),
        request(
            "a wrong page of resources",
            "resources/list",
            json!({ "cursor": "x" }),
        ),
        request("templates", "resources/templates/list", json!({})),
        request(
            "a text resource",
            "resources/read",
            json!({ "uri": "book:emma" }),
        ),
        request(
            "a binary resource",
            "resources/read",
            json!({ "uri": "book:cover" }),
        ),
        request(
            "a resource of a template",
            "resources/read",
            json!({ "uri": "book:emma/7" }),
        ),
        request(
            "an unknown resource",
            "resources/read",
            json!({ "uri": "book:x" }),
        ),
        request(
            "a resource whose address is no text",
            "resources/read",
            json!({ "uri": 5 }),
        ),
        request("a resource without an address", "resources/read", json!({})),
        request(
            "completion for a prompt",
            method,
            complete(prompt.clone(), Value::Null),
        ),
        request(
            "completion for a resource",
            method,
            complete(book, Value::Null),
        ),
        request(
            "completion with other arguments",
            method,
            complete(prompt, given),
        ),
        request("completion without a reference", method, json!({})),
    ]
}

fn rest() -> Vec<Row> {
    vec![
        request(
            "a custom request",
            "parity/context",
            json!({ "a": [1, 2.5], "_meta": { "example.com/a": 1 } }),
        ),
        request(
            "a custom result that is no object",
            "parity/list",
            json!({}),
        ),
        request("an unknown method", "parity/unknown", json!({ "a": 1 })),
        request("an unknown method without parameters", "x", Value::Null),
        request("an unknown task", "tasks/get", json!({ "taskId": "none" })),
        request("a list of tasks", "tasks/list", json!({})),
        request("skills that are not declared", "skills/list", json!({})),
        notification(
            "a custom notification",
            "notifications/parity/custom",
            json!({ "a": [1] }),
        ),
        notification(
            "progress of the client",
            "notifications/progress",
            json!({ "progressToken": 99, "progress": 1, "total": 2 }),
        ),
        notification(
            "changed roots",
            "notifications/roots/list_changed",
            Value::Null,
        ),
        notification(
            "a cancellation of an unknown request",
            "notifications/cancelled",
            json!({ "requestId": 999, "reason": "too late" }),
        )
        .events(1, 0),
    ]
}
