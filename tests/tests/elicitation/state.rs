//! Calls with several rounds of questions. Sealed state carries the answers from one round to the next.

use std::time::Duration;

use mcp_tool_runtime::context::Principal;
use mcp_tool_runtime::registry::{BuildProblem, ToolRegistryBuilder};
use mcp_tool_runtime::{
    CallToolRequest, CallToolResponse, InputRequired, Tool, ToolContext, ToolRegistry,
};
use serde_json::{Value, json};

use crate::tools::*;

const KEY: [u8; 32] = *b"0123456789abcdef0123456789abcdef";
const OTHER: [u8; 40] = *b"another key that is a bit longer, namely";

fn asker(name: &str) -> Tool<()> {
    Tool::builder(name)
        .description("Asks three things, one after the other.")
        .input_schema(json!({ "type": "object", "properties": { "n": { "type": "integer" } } }))
        .request_state()
        .handler(|_, cx: ToolContext| async move {
            let mut said = Vec::new();
            for key in ["one", "two", "three"] {
                said.push(cx.elicit::<Sure>(key, key).await.accepted().is_some());
            }
            json!(said).to_string()
        })
}

fn builder() -> ToolRegistryBuilder<()> {
    ToolRegistry::builder(()).tools([asker("ask"), asker("ask_too")])
}

fn registry() -> ToolRegistry<()> {
    builder().request_state_key(KEY).build().unwrap()
}

async fn try_call(
    registry: &ToolRegistry<()>,
    request: CallToolRequest,
    principal: &str,
) -> Result<CallToolResponse, mcp_tool_runtime::ProtocolError> {
    let meta = json!({ "io.modelcontextprotocol/clientCapabilities": { "elicitation": {} } });
    let principal = match principal.split_once(" of ") {
        Some((name, issuer)) => Principal::new(name).issuer(issuer),
        None => Principal::new(principal),
    };
    let context = ToolContext::detached().with_extension(principal);
    registry.call(request.with_meta(map(meta)), &context).await
}

async fn call(registry: &ToolRegistry<()>, request: CallToolRequest) -> CallToolResponse {
    try_call(registry, request, "ada").await.unwrap()
}

fn asks(response: CallToolResponse) -> InputRequired {
    match response {
        CallToolResponse::InputRequired(input) => *input,
        other => panic!("complete: {other:?}"),
    }
}

fn yes() -> Value {
    accept(json!({ "sure": true }))
}

/// Calls `ask`, answers the first question, and returns the sealed state from the second response.
async fn second_state(registry: &ToolRegistry<()>) -> String {
    let first = asks(call(registry, CallToolRequest::new("ask")).await);
    let request = CallToolRequest::new("ask")
        .with_request_state(first.request_state.unwrap())
        .with_input_response("one", yes());
    asks(call(registry, request).await).request_state.unwrap()
}

#[tokio::test]
async fn each_round_asks_only_new_questions() {
    // R193, R197
    let registry = registry();
    let mut request = CallToolRequest::new("ask");
    for key in ["one", "two", "three"] {
        let input = asks(call(&registry, request).await);
        assert_eq!(Vec::from_iter(input.input_requests.keys()), [key]);
        let state = input.request_state.expect("sealed");
        request = CallToolRequest::new("ask")
            .with_request_state(state)
            .with_input_response(
                key,
                if key == "two" {
                    json!({ "action": "decline" })
                } else {
                    yes()
                },
            );
    }
    let result = call(&registry, request).await.complete().unwrap();
    assert_eq!(result.content()[0].as_text(), Some("[true,false,true]"));
}

#[tokio::test]
async fn an_invalid_state_is_rejected() {
    // R193, R194
    let registry = registry();
    let state = second_state(&registry).await;
    let answered = |name: &str, state: &str| {
        CallToolRequest::new(name)
            .with_request_state(state)
            .with_input_response("two", yes())
    };
    let next = asks(call(&registry, answered("ask", &state)).await);
    assert_eq!(Vec::from_iter(next.input_requests.keys()), ["three"]);

    let tampered = format!("{state}-TAMPERED");
    for (request, principal) in [
        (answered("ask", &tampered), "ada"),
        (answered("ask", "nonsense"), "ada"),
        // The user, the tool or the arguments differ from those of the call whose response
        // contains `state`.
        (answered("ask", &state), "eve"),
        (answered("ask", &state), "ada of https://other.example"),
        (answered("ask_too", &state), "ada"),
        (
            answered("ask", &state).with_arguments(json!({ "n": 1 })),
            "ada",
        ),
    ] {
        let error = try_call(&registry, request, principal).await.unwrap_err();
        assert_eq!(error.code(), -32602);
        assert!(
            error
                .message()
                .starts_with("`requestState` has expired, or `ask"),
            "{error}"
        );
    }

    let old = builder()
        .request_state_key(KEY)
        .request_state_lifetime(Duration::ZERO)
        .build()
        .unwrap();
    let state = asks(call(&old, CallToolRequest::new("ask")).await)
        .request_state
        .unwrap();
    let request = CallToolRequest::new("ask").with_request_state(state);
    assert_eq!(
        try_call(&old, request, "ada").await.unwrap_err().code(),
        -32602
    );
}

#[tokio::test]
async fn any_server_with_the_key_can_continue() {
    // R197
    let state = second_state(&registry()).await;
    let request = || {
        CallToolRequest::new("ask")
            .with_request_state(&*state)
            .with_input_response("two", yes())
    };
    let same = registry();
    asks(call(&same, request()).await);
    // A registry that has the new key `OTHER` and also keeps the old key `KEY` still opens states
    // that were sealed with `KEY`.
    let rotated = builder()
        .request_state_key(OTHER)
        .request_state_key(KEY)
        .build()
        .unwrap();
    asks(call(&rotated, request()).await);
    let other = builder().request_state_key(OTHER).build().unwrap();
    assert_eq!(
        try_call(&other, request(), "ada").await.unwrap_err().code(),
        -32602
    );
}

#[test]
fn build_requires_a_key() {
    // R193
    let error = builder().build().unwrap_err();
    let missing = |tool: &str| BuildProblem::NoRequestStateKey {
        tool: tool.to_owned(),
    };
    assert_eq!(error.problems(), [missing("ask"), missing("ask_too")]);
    let text = error.to_string();
    assert!(text.contains(".request_state_key(key)"), "{text}");

    let error = builder()
        .request_state_key(*b"too short")
        .build()
        .unwrap_err();
    assert_eq!(
        error.problems(),
        [BuildProblem::ShortRequestStateKey { length: 9 }]
    );
}

#[tokio::test]
async fn equal_arguments_in_other_spellings_keep_the_state() {
    // R194
    let registry = registry();
    let round = async |arguments: &str, state: Option<&str>| {
        let state = state.map(|state| format!(r#","requestState":"{state}""#));
        let message = format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"ask",
                "arguments":{arguments}{},"_meta":{{
                "io.modelcontextprotocol/clientCapabilities":{{"elicitation":{{}}}}}}}}}}"#,
            state.unwrap_or_default()
        );
        let context = ToolContext::detached();
        let answer = registry.handle_json(message.as_bytes(), &context).await;
        serde_json::from_slice::<Value>(&answer.unwrap()).unwrap()
    };
    let sealed = async |arguments: &str| {
        let answer = round(arguments, None).await;
        let state = answer["result"]["requestState"].as_str();
        state.unwrap_or_else(|| panic!("{answer}")).to_owned()
    };
    for (one, other, same) in [
        (r#"{"n":1}"#, r#" { "n" : 1 } "#, true),
        (r#"{"n":1}"#, r#"{"\u006e":1}"#, true),
        (r#"{"n":1}"#, r#"{"n":1.0}"#, true),
        (r#"{"n":100}"#, r#"{"n":1e2}"#, true),
        (r#"{"n":1}"#, r#"{"n":2}"#, false),
        (r#"{"n":1}"#, r#"{"n":"1"}"#, false),
        (r#"{"n":1}"#, r#"{"n":1,"n":2}"#, false),
        (r#"{"n":1}"#, r#"{"n":2,"n":1}"#, false),
        ("{}", r#"{"n":null}"#, false),
        (
            r#"{"n":9007199254740993}"#,
            r#"{"n":9007199254740992}"#,
            false,
        ),
    ] {
        let state = sealed(one).await;
        let answer = round(other, Some(&state)).await;
        let goes_on = answer["result"]["resultType"] == "input_required";
        assert_eq!(goes_on, same, "{one} {other}: {answer}");
    }
}
