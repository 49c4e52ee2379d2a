//! In protocol versions before 2026-07-28, the server sends each question as a request. The call waits for
//! the answer.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use mcp_tool_runtime::context::{ClientCapabilities, ClientInfo};
use mcp_tool_runtime::elicit::InputRequest;
use mcp_tool_runtime::{
    CallToolRequest, CallToolResult, ProtocolVersion, ToolContext, ToolRegistry, mcp_tool, tools,
};
use serde_json::{Value, json};

use crate::tools::*;

/// A user who gives prepared answers in order, and then only errors. `asked` records the questions.
#[derive(Clone, Default)]
struct User {
    answers: Arc<Mutex<VecDeque<Value>>>,
    asked: Arc<Mutex<Vec<Value>>>,
}

impl User {
    fn new(answers: impl IntoIterator<Item = Value>) -> Self {
        let answers = Arc::new(Mutex::new(answers.into_iter().collect()));
        User {
            answers,
            asked: Arc::default(),
        }
    }

    async fn answer(self, request: InputRequest) -> Result<Value, &'static str> {
        self.asked.lock().unwrap().push(json!(request));
        tokio::task::yield_now().await;
        self.answers
            .lock()
            .unwrap()
            .pop_front()
            .ok_or("the user has gone")
    }

    fn context(&self, version: ProtocolVersion, capabilities: Value) -> ToolContext {
        let user = self.clone();
        let capabilities = ClientCapabilities::new(map(capabilities));
        ToolContext::new(version)
            .with_client(ClientInfo::new("test", "1"), capabilities)
            .with_input_requests(move |request| user.clone().answer(request))
    }
}

async fn call(tool: &str, context: &ToolContext) -> CallToolResult {
    let request = CallToolRequest::new(tool)
        // Protocol versions before 2026-07-28 do not define `inputResponses` and `requestState`,
        // so the server ignores both members.
        .with_input_response("trip", json!({ "action": "decline" }))
        .with_request_state("?");
    let response = registry().call(request, context).await.unwrap();
    response.complete().unwrap()
}

fn text(result: &CallToolResult) -> &str {
    result.content()[0].as_text().unwrap()
}

const OLDER: [ProtocolVersion; 2] = [ProtocolVersion::V2025_06_18, ProtocolVersion::V2025_11_25];

#[tokio::test]
async fn the_call_waits_for_the_answer() {
    // R201
    for version in OLDER {
        for (answer, expected) in [
            (oslo(), "Oslo for 2, with nothing"),
            (json!({ "action": "decline" }), "declined"),
            (json!({ "action": "cancel" }), "cancelled"),
        ] {
            let user = User::new([answer]);
            let context = user.context(version, json!({ "elicitation": {} }));
            assert_eq!(text(&call("book", &context).await), expected);
        }
    }
}

#[tokio::test]
async fn a_form_has_the_keywords_of_its_version() {
    // R199, R201
    for version in OLDER {
        let user = User::new([json!({ "action": "cancel" })]);
        let context = user.context(version, json!({ "elicitation": {} }));
        call("book", &context).await;
        let asked = user.asked.lock().unwrap();
        let params = &asked[0]["params"];
        let has_modes = version > ProtocolVersion::V2025_06_18;
        assert_eq!(params.get("mode").is_some(), has_modes, "{version}");
        assert_eq!(
            params["requestedSchema"]["properties"]["city"]["type"],
            "string"
        );
    }
}

#[tokio::test]
async fn one_question_after_the_other() {
    let user = User::new([oslo(), accept(json!({ "sure": true }))]);
    let context = user.context(
        ProtocolVersion::V2025_11_25,
        json!({ "elicitation": { "form": {} } }),
    );
    assert_eq!(text(&call("book_surely", &context).await), "to Oslo");

    let no = || accept(json!({ "sure": false }));
    let user = User::new([no(), no(), accept(json!({ "sure": true }))]);
    let context = user.context(
        ProtocolVersion::V2025_11_25,
        json!({ "elicitation": { "form": {} } }),
    );
    assert_eq!(text(&call("insist", &context).await), "after 3");
}

#[tokio::test]
async fn a_question_is_repeated_at_most_twice() {
    // R198
    let wrong = || accept(json!({ "city": "Oslo", "people": 10 }));
    let user = User::new([wrong(), oslo()]);
    let context = user.context(ProtocolVersion::V2025_11_25, json!({ "elicitation": {} }));
    assert_eq!(
        text(&call("book", &context).await),
        "Oslo for 2, with nothing"
    );
    let asked = user.asked.lock().unwrap().clone();
    assert_eq!(
        asked[1]["params"]["message"],
        "Where to?\n\n(The answer did not fit: `people` must be an integer from 1 to 9.)"
    );

    let user = User::new([wrong(), wrong(), wrong(), oslo()]);
    let context = user.context(ProtocolVersion::V2025_11_25, json!({ "elicitation": {} }));
    let result = call("book", &context).await;
    assert!(result.is_error);
    assert_eq!(user.asked.lock().unwrap().len(), 3);
    assert_eq!(
        text(&result),
        "`book` cannot continue: it needs the user's answer to “Where to?”, but no response matched the question: \
         `people` must be an integer from 1 to 9"
    );

    // `user` has one wrong answer and no second answer. The server repeats the question, and the
    // request with the repeated question fails.
    let user = User::new([wrong()]);
    let context = user.context(ProtocolVersion::V2025_11_25, json!({ "elicitation": {} }));
    assert_eq!(
        text(&call("book", &context).await),
        "`book` cannot continue: it needs the user's answer to “Where to?”, but the request to the client failed: the user has gone"
    );
}

#[tokio::test]
async fn the_model_reads_why_the_user_cannot_be_asked() {
    // R192, R201
    for version in OLDER {
        let user = User::new([oslo()]);
        let context = user.context(version, json!({ "sampling": {} }));
        let result = call("book", &context).await;
        assert!(result.is_error);
        assert_eq!(
            text(&result),
            "`book` cannot continue: it needs the user's answer to “Where to?”, but the client has not declared the capability `elicitation`"
        );
        assert!(user.asked.lock().unwrap().is_empty());
        assert_eq!(text(&call("polite", &context).await), "took the usual");

        // The client can show forms, but without `with_input_requests`, the context cannot send
        // requests to the client.
        let capabilities = ClientCapabilities::new(map(json!({ "elicitation": {} })));
        let info = ClientInfo::new("test", "1");
        let context = ToolContext::new(version).with_client(info, capabilities);
        let result = call("book", &context).await;
        assert!(result.is_error);
        assert_eq!(
            text(&result),
            "`book` cannot continue: it needs the user's answer to “Where to?”, but this connection cannot send requests to the client"
        );
        assert_eq!(text(&call("polite", &context).await), "took the usual");
    }
}

/// If the connection cannot carry requests to the client, the error does not blame the client's capabilities.
#[tokio::test]
async fn without_a_connection_capabilities_are_not_mentioned() {
    // R201
    for version in OLDER {
        let result = call("book", &ToolContext::new(version)).await;
        assert_eq!(
            text(&result),
            "`book` cannot continue: it needs the user's answer to “Where to?”, but this connection cannot send requests to the client"
        );
    }
}

#[tokio::test]
async fn a_client_that_fails_ends_the_call() {
    let user = User::new([]);
    let context = user.context(ProtocolVersion::V2025_11_25, json!({ "elicitation": {} }));
    let result = call("book", &context).await;
    assert!(result.is_error);
    assert!(
        text(&result).ends_with("the request to the client failed: the user has gone"),
        "{}",
        text(&result)
    );
}

#[tokio::test]
#[should_panic(expected = "a tool asked the client outside of a call of a registry")]
async fn a_direct_call_of_the_function_cannot_ask() {
    let context = ToolContext::detached();
    let _ = context.elicit::<Sure>("sure", "Sure?").await;
}

#[tokio::test]
async fn a_direct_call_asks_the_client_of_the_test() {
    let user = User::new([accept(json!({ "sure": true }))]);
    let sender = user.clone();
    let context =
        ToolContext::detached().with_input_requests(move |request| sender.clone().answer(request));
    assert!(context.can_elicit());
    assert!(
        context
            .elicit::<Sure>("sure", "Sure?")
            .await
            .accepted()
            .is_some()
    );
    assert!(!ToolContext::detached().can_elicit());
}

/// Asks the user. If `too_long` is true, the tool then exceeds its time limit.
#[mcp_tool(timeout = "1s")]
async fn hurry(
    #[context] cx: &ToolContext,
    /// Whether to exceed the time limit
    too_long: bool,
) -> String {
    let sure = cx.elicit::<Sure>("sure", "Sure?").await;
    if too_long {
        std::future::pending::<()>().await;
    }
    format!("{}", sure.accepted().is_some())
}

#[tokio::test(start_paused = true)]
async fn waiting_for_the_user_does_not_count_as_timeout() {
    let registry = ToolRegistry::builder(())
        .tools(tools![hurry])
        .build()
        .unwrap();
    let capabilities = ClientCapabilities::new(map(json!({ "elicitation": {} })));
    let context = ToolContext::new(ProtocolVersion::V2025_11_25)
        .with_client(ClientInfo::new("test", "1"), capabilities)
        .with_input_requests(|_| async {
            tokio::time::sleep(Duration::from_secs(600)).await;
            Ok::<_, std::io::Error>(accept(json!({ "sure": true })))
        });
    let hurry = async |too_long: bool| {
        let request = CallToolRequest::new("hurry").with_arguments(json!({ "too_long": too_long }));
        let response = registry.call(request, &context).await.unwrap();
        response.complete().unwrap()
    };
    assert_eq!(text(&hurry(false).await), "true");
    let began = tokio::time::Instant::now();
    let late = hurry(true).await;
    assert!(
        text(&late).contains("within its limit of 1 second"),
        "{}",
        text(&late)
    );
    assert_eq!(began.elapsed().as_secs(), 601);
}
