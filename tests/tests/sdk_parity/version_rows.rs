//! The tables of requests that only one protocol version has.

use serde_json::json;

use crate::row::{Row, call, initialize, request, subscription};

/// Requests of 2025-11-25, and requests that it does not have.
pub(crate) fn legacy() -> Vec<Row> {
    let emma = json!({ "uri": "book:emma" });
    vec![
        request("a subscription", "resources/subscribe", emma.clone()),
        call("a changed resource", "change_lists", json!({})),
        request("the end of a subscription", "resources/unsubscribe", emma),
        call(
            "a changed resource without a subscription",
            "change_lists",
            json!({}),
        ),
        request(
            "a subscription to an unknown resource",
            "resources/subscribe",
            json!({ "uri": "x:y" }),
        ),
        request(
            "a subscription without an address",
            "resources/subscribe",
            json!({}),
        ),
        request(
            "a log level",
            "logging/setLevel",
            json!({ "level": "warning" }),
        ),
        call("log messages of a level", "log", json!({})),
        request(
            "an unknown log level",
            "logging/setLevel",
            json!({ "level": "loud" }),
        ),
        call("a result for 2026-07-28", "rounds", json!({})),
        call("a task", "start", json!({ "text": "working" })),
        request(
            "a working task",
            "tasks/get",
            json!({ "taskId": "working" }),
        ),
        request(
            "a request of 2026-07-28",
            "subscriptions/listen",
            json!({ "notifications": {} }),
        ),
        request(
            "a ping that the handler refuses",
            "ping",
            json!({ "_meta": { "example.com/refuse": true } }),
        ),
        request(
            "a second `initialize`",
            "initialize",
            initialize("2025-06-18"),
        )
        .for_streams(),
    ]
}

/// Requests of 2026-07-28, and requests that it removed.
pub(crate) fn modern() -> Vec<Row> {
    let all = json!({
        "toolsListChanged": true,
        "promptsListChanged": true,
        "resourcesListChanged": true,
        "resourceSubscriptions": ["book:emma"],
    });
    let some = json!({ "promptsListChanged": true, "resourceSubscriptions": ["book:emma"] });
    let answers = json!({ "name": { "action": "accept", "content": { "name": "Ada" } } });
    let round = |state: &str| json!({ "name": "rounds", "arguments": {}, "requestState": state, "inputResponses": answers });
    let version = |version: &str| {
        let key = "io.modelcontextprotocol/protocolVersion";
        json!({ "_meta": { key: version } })
    };
    let level = json!({ "io.modelcontextprotocol/logLevel": "warning" });
    let none = json!({ "io.modelcontextprotocol/clientCapabilities": {} });
    vec![
        subscription("a subscription to everything", all.clone(), "parity/change"),
        subscription("a subscription to a part", some, "parity/change")
            .id(json!("caf\u{e9} \"7\"")),
        subscription("a subscription that the server ends", all, "parity/end"),
        subscription("a subscription to nothing", json!({}), "parity/end"),
        request(
            "a subscription without a filter",
            "subscriptions/listen",
            json!({}),
        ),
        request(
            "log messages of a level",
            "tools/call",
            json!({ "name": "log", "_meta": level }),
        ),
        call("a first round", "rounds", json!({})),
        request("a second round", "tools/call", round("second round")),
        request("a last round", "tools/call", round("third round")),
        request("a wrong state", "tools/call", round("x")),
        request(
            "a prompt with answers",
            "prompts/get",
            json!({ "name": "doubt", "inputResponses": { "doubt": { "action": "decline" } } }),
        ),
        request(
            "a resource that asks for roots",
            "resources/read",
            json!({ "uri": "book:draft" }),
        ),
        request(
            "a resource with answers",
            "resources/read",
            json!({ "uri": "book:draft", "requestState": "draft", "inputResponses": { "roots": { "roots": [] } } }),
        ),
        call("a working task", "start", json!({ "text": "working" })),
        call("a task that asks", "start", json!({ "text": "asking" })),
        call("a failed task", "start", json!({ "text": "failed" })),
        request(
            "the state of a working task",
            "tasks/get",
            json!({ "taskId": "working" }),
        ),
        request(
            "the state of a task that asks",
            "tasks/get",
            json!({ "taskId": "asking" }),
        ),
        request(
            "the state of a failed task",
            "tasks/get",
            json!({ "taskId": "failed" }),
        ),
        request(
            "answers for a task",
            "tasks/update",
            json!({ "taskId": "asking", "inputResponses": answers }),
        ),
        request(
            "the result of a task",
            "tasks/get",
            json!({ "taskId": "asking" }),
        ),
        request(
            "the end of a task",
            "tasks/cancel",
            json!({ "taskId": "working" }),
        ),
        request(
            "the state of a cancelled task",
            "tasks/get",
            json!({ "taskId": "working" }),
        ),
        request(
            "the end of an unknown task",
            "tasks/cancel",
            json!({ "taskId": "none" }),
        ),
        request(
            "a task for a client without tasks",
            "tools/call",
            json!({ "name": "start", "arguments": { "text": "working" }, "_meta": none }),
        ),
        request(
            "the state of a task for a client without tasks",
            "tasks/get",
            json!({ "taskId": "working", "_meta": none }),
        ),
        request("a request without `_meta`", "prompts/list", json!({})).bare(),
        request(
            "a request without the client's capabilities",
            "prompts/list",
            version("2026-07-28"),
        )
        .bare(),
        request(
            "an unknown protocol version",
            "prompts/list",
            version("2099-01-01"),
        ),
        request("`ping`, which is removed", "ping", json!({})),
        request("`initialize`, which is removed", "initialize", json!({})),
        request(
            "`logging/setLevel`, which is removed",
            "logging/setLevel",
            json!({ "level": "debug" }),
        ),
        request(
            "`resources/subscribe`, which is removed",
            "resources/subscribe",
            json!({ "uri": "book:emma" }),
        ),
        request(
            "`resources/unsubscribe`, which is removed",
            "resources/unsubscribe",
            json!({ "uri": "book:emma" }),
        ),
    ]
}
