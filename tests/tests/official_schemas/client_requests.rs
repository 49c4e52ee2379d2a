//! Requests to clients, in each protocol version.

use std::sync::{Arc, Mutex};

use mcp_tool_runtime::context::{ClientCapabilities, ClientInfo};
use mcp_tool_runtime::elicit::InputRequest;
use mcp_tool_runtime::{
    CallToolRequest, CallToolResponse, ElicitForm, ProtocolVersion, ToolContext, ToolRegistry,
    mcp_tool, tools,
};
use mcp_tool_tests::official;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::check;

/// A form whose fields every protocol version supports: strings, numbers, a boolean and choices.
#[derive(Deserialize, JsonSchema, ElicitForm)]
#[expect(dead_code, reason = "nobody answers")]
struct Everything {
    /// A text
    text: String,
    #[schemars(length(min = 1, max = 9))]
    short: String,
    #[schemars(email)]
    mail: String,
    #[schemars(range(min = -3, max = 7))]
    whole: i16,
    number: f32,
    count: Option<u64>,
    #[serde(default)]
    truth: bool,
    plain: Plain,
    #[serde(default = "second")]
    titled: Titled,
}

#[derive(Deserialize, JsonSchema, ElicitForm)]
enum Plain {
    One,
    Two,
}

#[derive(Deserialize, serde::Serialize, JsonSchema, ElicitForm)]
enum Titled {
    /// The first one
    First,
    /// The second choice
    Second,
}

fn second() -> Titled {
    Titled::Second
}

/// A form with lists, which protocol version 2025-06-18 does not support.
#[derive(Deserialize, JsonSchema, ElicitForm)]
#[expect(dead_code, reason = "nobody answers")]
struct Lists {
    plain: Vec<Plain>,
    #[schemars(length(min = 1, max = 2))]
    titled: Vec<Titled>,
}

/// Asks for everything.
#[mcp_tool]
async fn ask(#[context] cx: &ToolContext) {
    let _ = cx.elicit::<Everything>("everything", "Everything?").await;
}

/// Asks for lists.
#[mcp_tool]
async fn ask_for_lists(#[context] cx: &ToolContext) {
    let _ = cx.elicit::<Lists>("lists", "Which?").await;
}

/// Sends the user to a page.
#[mcp_tool]
async fn ask_for_consent(#[context] cx: &ToolContext) {
    let page = "https://bank.example/connect?from=tools#top";
    let _ = cx.elicit_url("bank", "Log in to the bank", page).await;
}

/// Sends the deprecated requests for sampling and roots.
#[mcp_tool]
#[expect(deprecated, reason = "clients still have both")]
async fn ask_client(#[context] cx: &ToolContext) {
    let message = json!({ "role": "user", "content": { "type": "text", "text": "Hello" } });
    let params = json!({ "messages": [message], "maxTokens": 10 });
    tokio::join!(
        cx.request_input("words", InputRequest::sampling(params)),
        cx.request_input("roots", InputRequest::roots()),
    );
}

fn registry() -> ToolRegistry<()> {
    let tools = tools![ask, ask_for_lists, ask_for_consent, ask_client];
    ToolRegistry::builder(()).tools(tools).build().unwrap()
}

fn capabilities() -> ClientCapabilities {
    let capabilities =
        json!({ "elicitation": { "form": {}, "url": {} }, "sampling": {}, "roots": {} });
    ClientCapabilities::new(capabilities.as_object().unwrap().clone())
}

/// Returns the requests that one call sends to the client, without their ids. If the response contains the
/// requests, also checks this response.
fn requests(tool: &str, version: ProtocolVersion) -> Vec<Value> {
    let asked = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&asked);
    let context = ToolContext::new(version)
        .with_client(ClientInfo::new("test", "1"), capabilities())
        .with_input_requests(move |request| {
            log.lock().unwrap().push(json!(request));
            async { Ok::<_, std::io::Error>(json!({ "action": "cancel" })) }
        });
    let registry = registry();
    let call = registry.call(CallToolRequest::new(tool), &context);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    let response = runtime.block_on(call).unwrap();
    match response {
        CallToolResponse::InputRequired(input) => {
            let schema = official::schema(version);
            check(&schema, "InputRequiredResult", &[json!(input)]);
            input.input_requests.values().map(|it| json!(it)).collect()
        }
        _ => std::mem::take(&mut asked.lock().unwrap()),
    }
}

#[test]
fn client_requests_conform_to_the_official_schema() {
    // R190, R191, R199, R201
    for &version in ProtocolVersion::ALL {
        for tool in ["ask", "ask_for_lists", "ask_for_consent", "ask_client"] {
            let mut requests = requests(tool, version);
            let expected = match (tool, version) {
                ("ask_client", _) => 2,
                // Older versions have no questions to the user. So the call fails, and the server sends no
                // request.
                (_, ProtocolVersion::V2024_11_05 | ProtocolVersion::V2025_03_26) => 0,
                // In version 2025-06-18, a form field cannot accept several choices. So the call
                // fails, and the server sends no request.
                ("ask_for_lists", ProtocolVersion::V2025_06_18) => 0,
                // In version 2025-06-18, a server cannot send the user to a URL. So the call
                // fails, and the server sends no request.
                ("ask_for_consent", ProtocolVersion::V2025_06_18) => 0,
                _ => 1,
            };
            assert_eq!(requests.len(), expected, "{tool} {version}");
            // In versions before 2026-07-28, each request to the client is a JSON-RPC request with
            // the members `jsonrpc` and `id`. The values in `requests` have neither member, so add
            // both.
            if !matches!(version, ProtocolVersion::V2026_07_28) {
                for request in &mut requests {
                    request["jsonrpc"] = json!("2.0");
                    request["id"] = json!(1);
                }
            }
            let schema = official::schema(version);
            for request in requests {
                let definition = match request["method"].as_str().unwrap() {
                    "elicitation/create" => "ElicitRequest",
                    "sampling/createMessage" => "CreateMessageRequest",
                    _ => "ListRootsRequest",
                };
                check(&schema, definition, &[request]);
            }
        }
    }
}

#[test]
fn the_sdk_reads_our_client_requests() {
    for tool in ["ask", "ask_for_lists", "ask_for_consent", "ask_client"] {
        for mut request in requests(tool, ProtocolVersion::V2026_07_28) {
            let read: rmcp::model::InputRequest = serde_json::from_value(request.clone()).unwrap();
            // `rmcp` omits empty `params`, so remove them from the expected value.
            if request["params"] == json!({}) {
                request.as_object_mut().unwrap().remove("params");
            }
            let mut read = json!(read);
            // `rmcp` serializes a missing `elicitationId` as an empty string. Remove such an
            // empty string.
            if read["params"]["elicitationId"] == "" {
                let params = read["params"].as_object_mut().unwrap();
                params.remove("elicitationId");
            }
            assert_eq!(read, request);
        }
    }
}
