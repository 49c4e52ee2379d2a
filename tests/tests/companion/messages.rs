//! Messages that the server passes on.

use serde_json::json;

use crate::client::{Client, Got};

#[tokio::test]
async fn requests_go_on_as_they_came_and_results_come_back_so() {
    let mut client = Client::initialized(|got| match got.method() {
        "prompts/list" => {
            let params = r#""params":{ "cursor":  "ä", "n": 18446744073709551617 }"#;
            assert!(
                got.message.json().contains(params),
                "{}",
                got.message.json()
            );
            got.answer("{\n \"prompts\": [],\r\n \"n\": 1.0 }");
        }
        _ => got.answer_basics(),
    })
    .await;
    // The id is no number that every client could hold.
    client
        .write(
            r#"{"jsonrpc":"2.0","id":18446744073709551617,"method":"prompts/list","params": { "cursor":  "ä", "n": 18446744073709551617 }}"#,
        )
        .await;
    assert_eq!(
        client.line().await,
        r#"{"jsonrpc":"2.0","id":18446744073709551617,"result":{ "prompts": [], "n": 1.0 }}"#
    );
}

#[tokio::test]
async fn methods_without_a_declared_capability_go_on_too() {
    let mut client = Client::initialized(|got| match got.method() {
        "completion/complete" | "example.com/own" => got.answer(r#"{"done":true}"#),
        _ => got.answer_basics(),
    })
    .await;
    for method in ["completion/complete", "example.com/own"] {
        let response = client.request(method, json!({})).await;
        assert_eq!(response["result"], json!({ "done": true }), "{method}");
    }
    let response = client.request("example.com/unknown", json!({})).await;
    assert_eq!(
        response["error"],
        json!({ "code": -32601, "message": "refused" })
    );
}

#[tokio::test]
async fn only_the_methods_of_a_version_go_on() {
    // R76
    let mut client = Client::initialized(|got| match got.method() {
        "initialize" => got.answer_basics(),
        _ if got.json.get("id").is_some() => got.answer("{}"),
        _ => {}
    })
    .await;
    for method in [
        "initialize",
        "ping",
        "logging/setLevel",
        "resources/subscribe",
    ] {
        let response = client.modern(method, json!({})).await;
        assert_eq!(response["error"]["code"], -32601, "{method}: {response}");
    }
    for method in ["server/discover", "subscriptions/listen"] {
        let response = client.request(method, json!({})).await;
        assert_eq!(response["error"]["code"], -32601, "{method}: {response}");
    }
    let response = client.request("resources/subscribe", json!({})).await;
    assert_eq!(response["result"], json!({}));
    let response = client.modern("prompts/list", json!({})).await;
    assert_eq!(response["result"]["resultType"], "complete");
    let info = &response["result"]["_meta"]["io.modelcontextprotocol/serverInfo"];
    assert_eq!(info["name"], "demo");
}

/// Asks the client during `prompts/get`, and answers with its answer.
fn asks(got: &Got<'_>) {
    match got.method() {
        "prompts/get" => {
            let token = &got.json["params"]["_meta"]["progressToken"];
            let progress = json!({ "progressToken": token, "progress": 1 });
            let message =
                json!({ "jsonrpc": "2.0", "method": "notifications/progress", "params": progress });
            got.sender.send(message.to_string());
            let id = format!("about {}", got.id());
            let question = json!({ "jsonrpc": "2.0", "id": id, "method": "roots/list" });
            got.sender.send_during(got.id(), question.to_string());
        }
        "" => {
            let id = got.json["id"]
                .as_str()
                .unwrap()
                .strip_prefix("about ")
                .unwrap();
            let outcome = got.json.get("result").or(got.json.get("error")).unwrap();
            let result = json!({ "answer": outcome });
            let response = format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#);
            got.sender.send(response);
        }
        _ => got.answer_basics(),
    }
}

#[tokio::test]
async fn progress_and_questions_come_before_the_response() {
    let mut client = Client::initialized(asks).await;
    for answer in [
        r#""result":{"roots":[]}"#,
        r#""error":{"code":-1,"message":"no"}"#,
    ] {
        let params = json!({ "name": "p", "_meta": { "progressToken": "t" } });
        let progress = client.request("prompts/get", params).await;
        assert_eq!(progress["method"], "notifications/progress");
        assert_eq!(progress["params"]["progressToken"], "t");
        let question = client.next().await;
        assert_eq!(question["method"], "roots/list");
        let id = &question["id"];
        client
            .write(&format!(r#"{{"jsonrpc":"2.0","id":{id},{answer}}}"#))
            .await;
        let response = client.next().await;
        assert_eq!(response["id"], 7);
        assert!(
            answer.contains(&response["result"]["answer"].to_string()),
            "{response}"
        );
    }
}

/// A client of this version takes no requests.
#[tokio::test]
async fn a_question_in_2026_is_refused_for_the_client() {
    let mut client = Client::connect(asks);
    let params = json!({ "name": "p" });
    let progress = client.modern("prompts/get", params).await;
    let code = &progress["result"]["answer"]["code"];
    assert_eq!(code, -32603, "{progress}");
}

#[tokio::test]
async fn a_cancelled_request_is_cancelled_by_its_number_and_gets_no_response() {
    let (cancelled, mut seen) = tokio::sync::mpsc::unbounded_channel();
    let mut client = Client::initialized(move |got| match got.method() {
        "prompts/get" => {
            let question = json!({ "jsonrpc": "2.0", "id": 1, "method": "roots/list" });
            got.sender.send_during(got.id(), question.to_string());
            cancelled.send((got.id(), json!("enough"))).unwrap();
        }
        "notifications/cancelled" => {
            let number = got.json["params"]["requestId"].as_u64().unwrap();
            let reason = got.json["params"]["reason"].clone();
            cancelled.send((number, reason)).unwrap();
            // Too late.
            got.sender.send(format!(
                r#"{{"jsonrpc":"2.0","id":{number},"result":{{}}}}"#
            ));
        }
        _ => got.answer_basics(),
    })
    .await;
    let question = client.request("prompts/get", json!({ "name": "p" })).await;
    let cancel = json!({ "requestId": 7, "reason": "enough" });
    client
        .send(&json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": cancel }))
        .await;
    let withdrawn = client.next().await;
    assert_eq!(withdrawn["method"], "notifications/cancelled");
    assert_eq!(withdrawn["params"]["requestId"], question["id"]);
    assert_eq!(seen.recv().await, seen.recv().await);
    let response = client.request("ping", json!({})).await;
    assert_eq!(response["result"], json!({}));
}

#[tokio::test]
async fn notifications_of_the_client_go_on_and_those_of_the_companion_come_back() {
    let mut client = Client::initialized(|got| {
        if got.method().starts_with("notifications/") {
            let params = json!({ "seen": got.method() });
            let message =
                json!({ "jsonrpc": "2.0", "method": "notifications/seen", "params": params });
            got.sender.send(message.to_string());
        }
        got.answer_basics();
    })
    .await;
    assert_eq!(
        client.next().await["params"]["seen"],
        "notifications/initialized"
    );
    client
        .write(r#"{"jsonrpc":"2.0","method":"notifications/roots/list_changed"}"#)
        .await;
    assert_eq!(
        client.next().await["params"]["seen"],
        "notifications/roots/list_changed"
    );
}

/// A withdrawn question must not count any more: the client could be asked nothing else.
#[tokio::test]
async fn a_question_that_the_companion_withdraws_is_withdrawn_for_the_client() {
    let mut client = Client::initialized(|got| match got.method() {
        "prompts/get" => {
            let question = json!({ "jsonrpc": "2.0", "id": "\u{e4}", "method": "roots/list" });
            got.sender.send_during(got.id(), question.to_string());
            // The same id, spelled differently.
            got.sender.send(
                r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"\u00e4"}}"#,
            );
            got.answer("{}");
        }
        _ => got.answer_basics(),
    })
    .await;
    for _ in 0..2_000 {
        let question = client.request("prompts/get", json!({})).await;
        assert_eq!(question["method"], "roots/list", "{question}");
        let withdrawn = client.next().await;
        assert_eq!(withdrawn["params"]["requestId"], question["id"]);
        assert_eq!(client.next().await["result"], json!({}));
    }
}

/// What a companion need not know of protocol version 2026-07-28.
#[tokio::test]
async fn results_and_errors_follow_the_protocol_version() {
    // R137, R161
    let mut client = Client::initialized(|got| match got.method() {
        "prompts/list" => got.answer(r#"{"prompts":[]}"#),
        "resources/list" => {
            got.answer(r#"{"resources":[],"ttlMs":5,"cacheScope":"public"}"#);
        }
        "resources/templates/list" => got.answer(r#"{"resourceTemplates":[],"ttlMs":5}"#),
        "resources/read" if got.json["params"]["uri"] == "a:b" => {
            got.answer(r#"{"resultType":"input_required","inputRequests":{}}"#);
        }
        "resources/read" => got.refuse(-32002),
        "prompts/get" => got.answer(r#"{"messages":[]}"#),
        _ => got.answer_basics(),
    })
    .await;
    for (method, ttl, scope) in [
        ("prompts/list", json!(0), json!("private")),
        ("resources/list", json!(5), json!("public")),
        ("resources/templates/list", json!(5), json!("private")),
        ("resources/read", json!(null), json!(null)),
        ("prompts/get", json!(null), json!(null)),
    ] {
        let params = json!({ "uri": "a:b" });
        let result = &client.modern(method, params.clone()).await["result"];
        let hints = (&result["ttlMs"], &result["cacheScope"]);
        assert_eq!(hints, (&ttl, &scope), "{method}");
        let result = &client.request(method, params).await["result"];
        if method == "prompts/list" {
            assert_eq!(result, &json!({ "prompts": [] }));
        }
    }
    let params = json!({ "uri": "a:c" });
    let response = client.modern("resources/read", params.clone()).await;
    assert_eq!(
        response["error"],
        json!({ "code": -32602, "message": "refused" })
    );
    let response = client.request("resources/read", params).await;
    assert_eq!(response["error"]["code"], -32002);
}
