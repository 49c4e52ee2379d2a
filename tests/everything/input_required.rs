//! Tools that need input from the client: the user's answer, a message of the client's model, or the
//! workspace's roots. Since version 2026-07-28, the result of such a call is a request for input. The client
//! then repeats the call with the input.

#![expect(deprecated, reason = "clients still have sampling and roots")]

use mcp_tool_runtime::{ElicitForm, Elicitation, InputRequest, ToolContext, mcp_tool};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize, JsonSchema, ElicitForm)]
struct Person {
    /// Name of the user
    name: String,
}

#[derive(Deserialize, JsonSchema, ElicitForm)]
struct Favourite {
    /// Favourite colour of the user
    color: String,
}

#[derive(Deserialize, JsonSchema, ElicitForm)]
struct Confirmation {
    /// Whether to go on
    ok: bool,
}

/// Sends a prompt to the client's model, and returns the answer.
#[mcp_tool(title = "Ask the model", read_only)]
pub(crate) async fn test_sampling(
    #[context] cx: &ToolContext,
    /// What to ask
    prompt: &str,
) -> String {
    format!("LLM response: {}", ask_model(cx, "prompt", prompt).await)
}

/// Greets the user by name.
#[mcp_tool(title = "Greet the user", read_only)]
pub(crate) async fn test_input_required_result_elicitation(#[context] cx: &ToolContext) -> String {
    format!("Hello, {}!", ask_name(cx, "user_name").await)
}

/// Asks the client's model for a capital.
#[mcp_tool(title = "Capital of France", read_only)]
pub(crate) async fn test_input_required_result_sampling(#[context] cx: &ToolContext) -> String {
    ask_model(cx, "capital_question", "What is the capital of France?").await
}

/// Lists the roots of the client's workspace.
#[mcp_tool(title = "Roots", read_only)]
pub(crate) async fn test_input_required_result_list_roots(#[context] cx: &ToolContext) -> String {
    ask_roots(cx, "client_roots").await
}

/// Asks the user to confirm, and accepts the request state that it sent with the question.
#[mcp_tool(title = "Confirmation", read_only, request_state)]
pub(crate) async fn test_input_required_result_request_state(
    #[context] cx: &ToolContext,
) -> &'static str {
    confirm(cx).await
}

/// Asks the user to confirm, and rejects a request state that the client has changed.
#[mcp_tool(title = "Confirmation, tampered with", read_only, request_state)]
pub(crate) async fn test_input_required_result_tampered_state(
    #[context] cx: &ToolContext,
) -> &'static str {
    confirm(cx).await
}

/// Asks the user, the client's model and the client in one round.
#[mcp_tool(title = "Several questions", read_only, request_state)]
pub(crate) async fn test_input_required_result_multiple_inputs(
    #[context] cx: &ToolContext,
) -> String {
    let (name, greeting, roots) = tokio::join!(
        ask_name(cx, "user_name"),
        ask_model(cx, "greeting", "Generate a greeting"),
        ask_roots(cx, "client_roots"),
    );
    format!("{greeting} To {name}, who works on {roots}.")
}

/// Asks the user twice. With the second answer, the client sends back the first one, sealed.
#[mcp_tool(title = "Two rounds", read_only, request_state)]
pub(crate) async fn test_input_required_result_multi_round(#[context] cx: &ToolContext) -> String {
    let name = cx
        .elicit::<Person>("step1", "Step 1: What is your name?")
        .await;
    let Elicitation::Accepted(Person { name }) = name else {
        return "Nobody in particular likes no colour.".to_owned();
    };
    let colour = cx
        .elicit::<Favourite>("step2", "Step 2: What is your favorite color?")
        .await;
    let colour = colour.accepted().map(|it| it.color);
    format!("{name} likes {}.", colour.as_deref().unwrap_or("no colour"))
}

/// Asks only for input that the client supports.
#[mcp_tool(title = "Questions that can be asked", read_only)]
pub(crate) async fn test_input_required_result_capabilities(#[context] cx: &ToolContext) -> String {
    let capabilities = cx.client_capabilities();
    let name = async {
        match cx.can_elicit() {
            true => ask_name(cx, "user_name").await,
            false => "somebody".to_owned(),
        }
    };
    let greeting = async {
        match capabilities.has("sampling") {
            true => ask_model(cx, "greeting", "Generate a greeting").await,
            false => "Hello!".to_owned(),
        }
    };
    let (name, greeting) = tokio::join!(name, greeting);
    format!("{greeting} To {name}.")
}

/// Asks the client's model. The server rejects calls of clients that do not declare sampling.
#[mcp_tool(title = "A capability is needed", read_only)]
pub(crate) async fn test_missing_capability(#[context] cx: &ToolContext) -> String {
    ask_model(cx, "question", "Are you there?").await
}

/// Reports progress and asks the user, on the response stream of the call.
#[mcp_tool(title = "Ask on the stream", read_only)]
pub(crate) async fn test_streaming_elicitation(#[context] cx: &ToolContext) -> String {
    cx.progress(0.5, 1.0, "asking");
    format!("Hello, {}!", ask_name(cx, "user_name").await)
}

async fn confirm(cx: &ToolContext) -> &'static str {
    match cx.elicit::<Confirmation>("confirm", "Please confirm").await {
        Elicitation::Accepted(Confirmation { ok: true }) => "state-ok: confirmed",
        _ => "state-ok: not confirmed",
    }
}

async fn ask_name(cx: &ToolContext, key: &str) -> String {
    let answer = cx.elicit::<Person>(key, "What is your name?").await;
    let name = answer.accepted().map(|person| person.name);
    name.unwrap_or_else(|| "stranger".to_owned())
}

async fn ask_model(cx: &ToolContext, key: &str, prompt: &str) -> String {
    let content = json!({ "type": "text", "text": prompt });
    let message = json!({ "role": "user", "content": content });
    let request = InputRequest::sampling(json!({ "messages": [message], "maxTokens": 100 }));

    let answer = cx.request_input(key, request).await;
    let text = answer.pointer("/content/text").and_then(Value::as_str);
    text.unwrap_or("(no text)").to_owned()
}

async fn ask_roots(cx: &ToolContext, key: &str) -> String {
    let answer = cx.request_input(key, InputRequest::roots()).await;
    let roots = answer["roots"].as_array().into_iter().flatten();
    let roots: Vec<_> = roots.filter_map(|root| root["uri"].as_str()).collect();
    roots.join(", ")
}
