//! Questions that a tool abandons, and questions with equal or similar keys.

use std::future::poll_fn;
use std::pin::pin;
use std::sync::atomic::Ordering;
use std::task::Poll;
use std::time::Duration;

use mcp_tool_runtime::{CallToolRequest, CallToolResponse, Tool, ToolContext, ToolRegistry};
use serde_json::json;
use tokio::time::timeout;

use crate::tools::*;

async fn call<S: Send + Sync + 'static>(
    registry: &ToolRegistry<S>,
    request: CallToolRequest,
) -> CallToolResponse {
    let meta = json!({ "io.modelcontextprotocol/clientCapabilities": { "elicitation": {} } });
    let request = request.with_meta(map(meta));
    let answer = registry.call(request, &ToolContext::detached()).await;
    answer.unwrap()
}

fn tool<F>(run: fn(ToolContext) -> F) -> ToolRegistry<()>
where
    F: Future<Output = String> + Send + 'static,
{
    let tool = Tool::builder("ask").description("Asks for something, or does not.");
    let tool = tool.handler(move |_, cx: ToolContext| run(cx));
    ToolRegistry::builder(()).tool(tool).build().unwrap()
}

fn keys(response: CallToolResponse) -> Vec<String> {
    match response {
        CallToolResponse::InputRequired(input) => input.input_requests.into_keys().collect(),
        other => panic!("complete: {other:?}"),
    }
}

#[tokio::test]
async fn a_dropped_question_is_not_sent() {
    let registry = tool(|cx| async move {
        {
            let mut question = pin!(cx.elicit::<Sure>("sure", "Sure?"));
            poll_fn(|waker| Poll::Ready(question.as_mut().poll(waker).is_ready())).await;
        }
        tokio::task::yield_now().await;
        "did without".to_owned()
    });
    let result = call(&registry, CallToolRequest::new("ask")).await;
    let result = result.complete().expect("no question");
    assert_eq!(result.content()[0].as_text(), Some("did without"));
}

#[tokio::test]
async fn similar_keys_are_distinct() {
    // R191
    let registry = tool(|cx| async move {
        let (one, two, three) = tokio::join!(
            cx.elicit::<Sure>("sure", "1"),
            cx.elicit::<Sure>("sure", "2"),
            cx.elicit::<Sure>("sure (2)", "3"),
        );
        let said = [one, two, three].map(|it| it.accepted().is_some());
        json!(said).to_string()
    });
    let keys = keys(call(&registry, CallToolRequest::new("ask")).await);
    assert_eq!(keys, ["sure", "sure (2)", "sure (2) (2)"]);
    let mut request = CallToolRequest::new("ask");
    for (key, sure) in keys.iter().zip([true, false, true]) {
        let answer = match sure {
            true => accept(json!({ "sure": true })),
            false => json!({ "action": "decline" }),
        };
        request = request.with_input_response(key, answer);
    }
    let result = call(&registry, request).await.complete().unwrap();
    assert_eq!(result.content()[0].as_text(), Some("[true,false,true]"));
}

#[tokio::test]
async fn background_questions_end_with_their_call() {
    // R196: a response with questions ends the call, and the client might never repeat the call
    // with answers. So the task and the thread that the tool starts must stop waiting for
    // answers.
    let registry = background();
    for calls in 1..=3 {
        let mut asked = Vec::new();
        // The task and the thread each ask a question. The first question ends the call, so the
        // response does not always contain both questions.
        asked.extend(keys(
            call(&registry, CallToolRequest::new("in_background")).await,
        ));
        assert!(!asked.is_empty());
        let ended = async {
            while registry.state().dropped.load(Ordering::SeqCst) < 2 * calls {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
        };
        let ended = timeout(Duration::from_secs(60), ended);
        ended.await.expect("the task and the thread end");
    }
}
