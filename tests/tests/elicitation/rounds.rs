//! In protocol version 2026-07-28, the response to a call contains the tool's questions. The client then
//! repeats the call with the answers.

use mcp_tool_runtime::{
    CallToolRequest, CallToolResponse, InputRequired, ProtocolError, ToolContext, ToolRegistry,
};
use serde_json::{Value, json};

use crate::tools::*;

/// Makes a call as a client with these capabilities.
async fn call_as(
    registry: &ToolRegistry<Log>,
    request: CallToolRequest,
    capabilities: Value,
) -> Result<CallToolResponse, ProtocolError> {
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": capabilities,
    });
    let request = request.with_meta(map(meta));
    registry.call(request, &ToolContext::detached()).await
}

async fn call(registry: &ToolRegistry<Log>, request: CallToolRequest) -> CallToolResponse {
    let capabilities = json!({ "elicitation": {}, "sampling": {}, "roots": {} });
    call_as(registry, request, capabilities).await.unwrap()
}

fn asks(response: CallToolResponse) -> InputRequired {
    match response {
        CallToolResponse::InputRequired(input) => *input,
        other => panic!("complete: {other:?}"),
    }
}

fn text(response: CallToolResponse) -> String {
    let result = response.complete().expect("a complete result");
    result.content()[0].as_text().unwrap().to_owned()
}

#[tokio::test]
async fn a_question_is_a_result_and_its_answer_a_new_call() {
    // R189, R190, R191, R197, R199
    let registry = registry();
    let input = asks(call(&registry, CallToolRequest::new("book")).await);
    assert_eq!(
        json!(input),
        json!({
            "resultType": "input_required",
            "inputRequests": {
                "trip": {
                    "method": "elicitation/create",
                    "params": {
                        "mode": "form",
                        "message": "Where to?",
                        "requestedSchema": {
                            "type": "object",
                            "properties": {
                                "city": { "type": "string", "description": "Name of the city" },
                                "people": {
                                    "type": "integer",
                                    "description": "How many people",
                                    "minimum": 1,
                                    "maximum": 9,
                                },
                                "wishes": { "type": "string", "description": "Anything else" },
                            },
                            "required": ["city", "people"],
                        },
                    },
                },
            },
        })
    );
    // The registry drops the tool's future after the first round. So it keeps no state of the
    // call between two rounds (R196).
    let log = registry.state();
    assert_eq!(log.runs(), 1);
    assert_eq!(log.dropped.load(std::sync::atomic::Ordering::SeqCst), 1);

    for (answer, expected) in [
        (oslo(), "Oslo for 2, with nothing"),
        (
            accept(json!({ "city": "Oslo", "people": 2, "wishes": "a view" })),
            "Oslo for 2, with a view",
        ),
        // The server accepts a number as a string, `null` for an optional field, and fields that
        // the form does not have (R198).
        (
            accept(json!({ "city": "Oslo", "people": "2", "wishes": null, "more": [1] })),
            "Oslo for 2, with nothing",
        ),
        (json!({ "action": "decline" }), "declined"),
        (json!({ "action": "cancel" }), "cancelled"),
    ] {
        let request = CallToolRequest::new("book").with_input_response("trip", answer);
        let request = request.with_input_response("unknown", json!(7));
        assert_eq!(text(call(&registry, request).await), expected);
    }
}

#[tokio::test]
async fn an_answer_of_the_wrong_type_repeats_the_question() {
    // R198
    let registry = registry();
    for (answer, fault) in [
        (json!(12345), "its `action` is missing"),
        (json!({ "action": "maybe" }), "its `action` is missing"),
        (json!({ "action": "accept" }), "`city` is missing"),
        (accept(json!({ "city": "Oslo" })), "`people` is missing"),
        (
            accept(json!({ "city": 7, "people": 1 })),
            "`city` must be text",
        ),
        (
            accept(json!({ "city": "Oslo", "people": 10 })),
            "`people` must be an integer from 1 to 9",
        ),
        (
            accept(json!({ "city": "Oslo", "people": 1.5 })),
            "`people` must be an integer from 1 to 9",
        ),
    ] {
        let request = CallToolRequest::new("book").with_input_response("trip", answer);
        let input = asks(call(&registry, request).await);
        assert_eq!(input.input_requests.len(), 1);
        let message = input.input_requests["trip"].params()["message"].as_str();
        let message = message.unwrap();
        assert!(
            message.starts_with("Where to?\n\n(The answer did not fit: ")
                && message.contains(fault),
            "{message}"
        );
    }
}

#[tokio::test]
async fn concurrent_questions_are_one_round() {
    // R191
    let registry = registry();
    let input = asks(call(&registry, CallToolRequest::new("at_once")).await);
    assert_eq!(
        Vec::from_iter(input.input_requests.keys()),
        ["sure", "trip"]
    );

    // If one answer is missing, the response asks both questions again.
    let request = CallToolRequest::new("at_once").with_input_response("trip", oslo());
    let input = asks(call(&registry, request.clone()).await);
    assert_eq!(
        Vec::from_iter(input.input_requests.keys()),
        ["sure", "trip"]
    );

    let request = request.with_input_response("sure", accept(json!({ "sure": true })));
    assert_eq!(
        text(call(&registry, request).await),
        r#"Some("Oslo") Some(true)"#
    );
}

#[tokio::test]
async fn without_a_state_a_later_round_asks_everything_again() {
    // R197
    let registry = registry();
    let request = CallToolRequest::new("book_surely").with_input_response("trip", oslo());
    let input = asks(call(&registry, request.clone()).await);
    assert_eq!(input.request_state, None);
    assert_eq!(
        Vec::from_iter(input.input_requests.keys()),
        ["sure", "trip"]
    );
    let message = &input.input_requests["sure"].params()["message"];
    assert_eq!(message, "Really to Oslo?");

    let request = request.with_input_response("sure", accept(json!({ "sure": true })));
    assert_eq!(text(call(&registry, request).await), "to Oslo");
}

#[tokio::test]
async fn the_second_question_under_a_key_is_another_one() {
    // R191
    let registry = registry();
    let no = || accept(json!({ "sure": false }));
    let request = CallToolRequest::new("insist").with_input_response("sure", no());
    let input = asks(call(&registry, request.clone()).await);
    assert_eq!(
        Vec::from_iter(input.input_requests.keys()),
        ["sure", "sure (2)"]
    );

    let request = request.with_input_response("sure (2)", no());
    let request = request.with_input_response("sure (3)", accept(json!({ "sure": true })));
    assert_eq!(text(call(&registry, request).await), "after 3");
}

#[tokio::test]
async fn a_task_of_the_tool_can_ask() {
    let registry = registry();
    let asked = call(&registry, CallToolRequest::new("by_task"));
    let limit = std::time::Duration::from_secs(60);
    let input = asks(tokio::time::timeout(limit, asked).await.unwrap());
    assert_eq!(Vec::from_iter(input.input_requests.keys()), ["sure"]);
}

#[tokio::test]
async fn undeclared_capabilities_are_not_used() {
    // R163, R192
    let registry = registry();
    for capabilities in [
        json!({}),
        json!({ "elicitation": { "url": {} } }),
        json!({ "roots": {} }),
    ] {
        let request = CallToolRequest::new("book");
        let error = call_as(&registry, request, capabilities).await.unwrap_err();
        assert_eq!(error.code(), -32021);
        let required = json!({ "requiredCapabilities": { "elicitation": { "form": {} } } });
        assert_eq!(error.data(), Some(&required));
        assert_eq!(
            error.message(),
            "`book` cannot continue: it needs the user's answer to “Where to?”, but the client has not declared the capability `elicitation`"
        );
    }
    for capabilities in [
        json!({ "elicitation": {} }),
        json!({ "elicitation": { "form": {} } }),
        json!({ "elicitation": { "form": {}, "url": {} } }),
    ] {
        let request = CallToolRequest::new("book");
        asks(call_as(&registry, request, capabilities).await.unwrap());
    }

    let polite = |capabilities| call_as(&registry, CallToolRequest::new("polite"), capabilities);
    assert_eq!(text(polite(json!({})).await.unwrap()), "took the usual");
    asks(polite(json!({ "elicitation": {} })).await.unwrap());
}

#[tokio::test]
async fn a_tool_can_request_sampling_and_roots() {
    // R191, R192, R200
    let registry = registry();
    let input = asks(call(&registry, CallToolRequest::new("ask_client")).await);
    assert_eq!(
        json!(input.input_requests),
        json!({
            "roots": { "method": "roots/list", "params": {} },
            "words": {
                "method": "sampling/createMessage",
                "params": {
                    "messages": [{ "role": "user", "content": { "type": "text", "text": "Hello" } }],
                    "maxTokens": 10,
                },
            },
        })
    );
    let words = json!({ "role": "assistant", "content": { "type": "text", "text": "Hi" } });
    let roots = json!({ "roots": [{ "uri": "file:///a" }] });
    let request = CallToolRequest::new("ask_client")
        .with_input_response("words", words)
        .with_input_response("roots", roots);
    assert_eq!(
        text(call(&registry, request).await),
        r#""Hi" in "file:///a""#
    );

    let request = CallToolRequest::new("ask_client");
    let error = call_as(&registry, request, json!({ "roots": {} }))
        .await
        .unwrap_err();
    let required = json!({ "requiredCapabilities": { "sampling": {} } });
    assert_eq!((error.code(), error.data()), (-32021, Some(&required)));
}

#[tokio::test]
async fn an_invalid_form_is_a_fault_of_the_server() {
    // R199
    let registry = registry();
    let result = call(&registry, CallToolRequest::new("misuse")).await;
    let text = text(result);
    assert!(
        text.starts_with("`misuse` cannot ask the user a required question (error "),
        "{text}"
    );
}

#[tokio::test]
async fn rounds_on_the_wire() {
    // R190, R197
    let registry = registry();
    let context = ToolContext::detached();
    let answer = async |params: Value| {
        let mut params = params;
        params["_meta"] = json!({
            "io.modelcontextprotocol/clientCapabilities": { "elicitation": {} },
        });
        let message =
            json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params });
        let message = message.to_string();
        let answer = registry.handle_json(message.as_bytes(), &context).await;
        serde_json::from_slice::<Value>(&answer.unwrap()).unwrap()
    };
    let first = answer(json!({ "name": "book" })).await;
    assert_eq!(first["result"]["resultType"], "input_required");
    let asked = answer(json!({ "name": "book", "inputResponses": null })).await;
    assert_eq!(asked, first);
    let done = answer(json!({ "name": "book", "inputResponses": { "trip": oslo() } })).await;
    assert_eq!(done["result"]["resultType"], "complete");
    for (params, message) in [
        (
            json!({ "name": "book", "inputResponses": 7 }),
            "`inputResponses` must be an object, not a number",
        ),
        (
            json!({ "name": "book", "requestState": 7 }),
            "`requestState` must be a string, not a number",
        ),
    ] {
        let error = answer(params).await;
        assert_eq!(error["error"]["code"], -32602);
        assert_eq!(error["error"]["message"], message);
    }
}
