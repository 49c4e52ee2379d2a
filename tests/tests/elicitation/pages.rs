//! Tools that ask the user to open a web page.

use std::sync::{Arc, Mutex};

use mcp_tool_runtime::context::{ClientCapabilities, ClientInfo};
use mcp_tool_runtime::elicit::Elicitation;
use mcp_tool_runtime::{
    CallToolRequest, CallToolResponse, ProtocolError, ProtocolVersion, ToolContext, ToolRegistry,
    mcp_tool, tools,
};
use mcp_tool_server::ToolServer;
use rmcp::model::{
    CallToolRequestParams, ClientConfig, ElicitRequestParams, ElicitResult, ElicitationAction,
    ErrorData, Implementation,
};
use rmcp::service::{RequestContext, serve_client_with_lifecycle};
use rmcp::{ClientHandler, RoleClient};
use serde_json::{Value, json};

use crate::sdk_client::lifecycles;
use crate::tools::map;

/// Connects the bank.
#[mcp_tool]
async fn connect(
    #[context] cx: &ToolContext,
    /// Where
    page: &str,
) -> &'static str {
    match cx.elicit_url("bank", "Log in to the bank", page).await {
        Elicitation::Accepted(()) => "on the way",
        Elicitation::Declined => "declined",
        Elicitation::Cancelled => "cancelled",
    }
}

/// Returns whether the client can open pages, and whether it can show forms.
#[mcp_tool]
async fn polite(#[context] cx: &ToolContext) -> String {
    format!("{} {}", cx.can_elicit_url(), cx.can_elicit())
}

fn registry() -> ToolRegistry<()> {
    let tools = tools![connect, polite];
    ToolRegistry::builder(()).tools(tools).build().unwrap()
}

const PAGE: &str = "https://bank.example/connect";

fn request(tool: &str, page: &str) -> CallToolRequest {
    let arguments = match tool {
        "connect" => json!({ "page": page }),
        _ => json!({}),
    };
    CallToolRequest::new(tool).with_arguments(arguments)
}

/// Creates the context of a client with these capabilities. The user of this client answers each question
/// with the action `does`. Also returns the list that records the questions.
fn client(
    version: ProtocolVersion,
    capabilities: Value,
    does: &'static str,
) -> (ToolContext, Arc<Mutex<Vec<Value>>>) {
    let asked = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&asked);
    let capabilities = ClientCapabilities::new(map(capabilities));
    let context = ToolContext::new(version)
        .with_client(ClientInfo::new("test", "1"), capabilities)
        .with_input_requests(move |request| {
            log.lock().unwrap().push(json!(request));
            async move { Ok::<_, std::io::Error>(json!({ "action": does })) }
        });
    (context, asked)
}

async fn call(
    request: CallToolRequest,
    context: &ToolContext,
) -> Result<CallToolResponse, ProtocolError> {
    registry().call(request, context).await
}

fn text(response: CallToolResponse) -> String {
    let result = response.complete().expect("a complete result");
    result.content()[0].as_text().unwrap().to_owned()
}

fn pages() -> Value {
    json!({ "elicitation": { "url": {} } })
}

const DECISIONS: [(&str, &str); 3] = [
    ("accept", "on the way"),
    ("decline", "declined"),
    ("cancel", "cancelled"),
];

#[tokio::test]
async fn a_page_is_a_result_and_the_consent_a_new_call() {
    // R190, R191, R197, R199
    for (action, expected) in DECISIONS {
        let (context, _) = client(ProtocolVersion::V2026_07_28, pages(), "cancel");
        let response = call(request("connect", PAGE), &context).await.unwrap();
        let CallToolResponse::InputRequired(input) = response else {
            panic!("{response:?}");
        };
        let params = json!({ "mode": "url", "message": "Log in to the bank", "url": PAGE });
        let asked = json!({ "bank": { "method": "elicitation/create", "params": params } });
        assert_eq!(json!(input.input_requests), asked);
        let retry =
            request("connect", PAGE).with_input_response("bank", json!({ "action": action }));
        assert_eq!(text(call(retry, &context).await.unwrap()), expected);
    }
}

#[tokio::test]
async fn an_older_client_gets_the_request_during_the_call() {
    // R199, R201: each request has its own `elicitationId`
    let mut names = Vec::new();
    for (action, expected) in DECISIONS {
        let (context, asked) = client(ProtocolVersion::V2025_11_25, pages(), action);
        let response = call(request("connect", PAGE), &context).await.unwrap();
        assert_eq!(text(response), expected);
        let mut asked = asked.lock().unwrap().pop().unwrap();
        let name = asked["params"].as_object_mut().unwrap();
        names.push(name.remove("elicitationId").unwrap());
        let params = json!({ "mode": "url", "message": "Log in to the bank", "url": PAGE });
        assert_eq!(
            asked,
            json!({ "method": "elicitation/create", "params": params })
        );
    }
    assert!(names.iter().all(Value::is_string));
    assert!(names[0] != names[1] && names[1] != names[2] && names[0] != names[2]);
}

#[tokio::test]
async fn an_answer_without_a_decision_repeats_the_question() {
    // R198
    let (context, _) = client(ProtocolVersion::V2026_07_28, pages(), "");
    let retry = request("connect", PAGE).with_input_response("bank", json!({ "action": "maybe" }));
    let CallToolResponse::InputRequired(input) = call(retry, &context).await.unwrap() else {
        panic!("it is complete");
    };
    let message = input.input_requests["bank"].params()["message"]
        .as_str()
        .unwrap();
    assert!(
        message
            .starts_with("Log in to the bank\n\n(The answer did not fit: its `action` is missing")
    );

    let (context, asked) = client(ProtocolVersion::V2025_11_25, pages(), "maybe");
    let result = text(call(request("connect", PAGE), &context).await.unwrap());
    assert!(
        result.starts_with(
            "`connect` cannot continue: it needs the user to open a web page (“Log in to the bank”), but no response matched the question: "
        ),
        "{result}"
    );
    assert_eq!(asked.lock().unwrap().len(), 3);
}

#[tokio::test]
async fn clients_without_url_support_get_no_url() {
    // R163, R192
    let words = "`connect` cannot continue: it needs the user to open a web page (“Log in to the bank”), \
                 but the client has not declared the capability `elicitation.url`";
    for capabilities in [
        json!({}),
        json!({ "elicitation": {} }),
        json!({ "elicitation": { "form": {} } }),
    ] {
        let newest = client(ProtocolVersion::V2026_07_28, capabilities.clone(), "accept");
        let error = call(request("connect", PAGE), &newest.0).await.unwrap_err();
        assert_eq!((error.code(), error.message()), (-32021, words));
        let required = json!({ "requiredCapabilities": { "elicitation": { "url": {} } } });
        assert_eq!(error.data(), Some(&required));
        let older = client(ProtocolVersion::V2025_11_25, capabilities, "accept");
        assert_eq!(
            text(call(request("connect", PAGE), &older.0).await.unwrap()),
            words
        );
        assert!(older.1.lock().unwrap().is_empty());
    }
    // Protocol version 2025-06-18 has no requests to open a web page. So the declared capability
    // has no effect.
    let (context, asked) = client(ProtocolVersion::V2025_06_18, pages(), "accept");
    assert_eq!(
        text(call(request("connect", PAGE), &context).await.unwrap()),
        words
    );
    assert!(asked.lock().unwrap().is_empty());
}

#[tokio::test]
async fn a_tool_can_look_first() {
    // R192
    for (version, capabilities, expected) in [
        (
            ProtocolVersion::V2025_03_26,
            json!({ "elicitation": { "form": {}, "url": {} } }),
            "false false",
        ),
        (ProtocolVersion::V2025_06_18, pages(), "false false"),
        (ProtocolVersion::V2025_11_25, pages(), "true false"),
        (ProtocolVersion::V2026_07_28, pages(), "true false"),
        (
            ProtocolVersion::V2026_07_28,
            json!({ "elicitation": {} }),
            "false true",
        ),
        (
            ProtocolVersion::V2025_11_25,
            json!({ "elicitation": { "form": {}, "url": {} } }),
            "true true",
        ),
        (ProtocolVersion::V2026_07_28, json!({}), "false false"),
    ] {
        let (context, _) = client(version, capabilities, "accept");
        assert_eq!(
            text(call(request("polite", ""), &context).await.unwrap()),
            expected
        );
    }
    // These calls bypass the registry. If a tool is called without a registry, the context does
    // not check the client's capabilities. `polite` then returns `true true` if the context can
    // send requests to the client, and `false false` otherwise.
    assert_eq!(polite(&ToolContext::detached()).await, "false false");
    let (context, _) = client(ProtocolVersion::V2026_07_28, json!({}), "decline");
    assert_eq!(polite(&context).await, "true true");
    assert_eq!(connect(&context, PAGE).await, "declined");
}

#[tokio::test]
async fn an_invalid_url_is_a_fault_of_the_server() {
    // R153
    for page in ["bank.example", "javascript:alert(1)", "file:///etc/passwd"] {
        let (context, asked) = client(ProtocolVersion::V2025_11_25, pages(), "accept");
        let result = text(call(request("connect", page), &context).await.unwrap());
        assert!(
            result.starts_with("`connect` cannot ask the user a required question (error "),
            "{result}"
        );
        assert!(asked.lock().unwrap().is_empty());
    }
}

#[derive(Clone, Default)]
struct User(Arc<Mutex<Vec<(String, String)>>>);

impl ClientHandler for User {
    fn get_info(&self) -> ClientConfig {
        let capabilities = serde_json::from_value(pages()).unwrap();
        ClientConfig::new(capabilities, Implementation::new("user", "1"))
    }

    async fn create_elicitation(
        &self,
        request: ElicitRequestParams,
        _context: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        let ElicitRequestParams::UrlElicitationParams {
            url,
            elicitation_id,
            ..
        } = request
        else {
            return Err(ErrorData::invalid_params("no page", None));
        };
        self.0.lock().unwrap().push((url, elicitation_id));
        Ok(ElicitResult::new(ElicitationAction::Accept))
    }
}

#[tokio::test]
async fn the_sdks_own_client_opens_it() {
    // R199, R201
    for (lifecycle, is_named) in lifecycles().into_iter().zip([true, false]) {
        let (to_server, input) = tokio::io::duplex(64 * 1024);
        let (output, from_server) = tokio::io::duplex(64 * 1024);
        tokio::spawn(ToolServer::new("demo", "1", registry()).serve_io(input, output));
        let user = User::default();
        let streams = (from_server, to_server);
        let client = serve_client_with_lifecycle(user.clone(), streams, lifecycle);
        let client = client.await.unwrap();
        let mut request = CallToolRequestParams::new("connect");
        request.arguments = Some(map(json!({ "page": PAGE })));
        let result = client.call_tool(request).await.unwrap();
        assert_eq!(result.content[0].as_text().unwrap().text, "on the way");
        let opened = user.0.lock().unwrap();
        assert_eq!((opened.len(), &*opened[0].0), (1, PAGE));
        // The SDK's client passes an empty `elicitationId` to its handler if the request has
        // none.
        assert_eq!(!opened[0].1.is_empty(), is_named);
    }
}
