//! The client of the `rmcp` SDK answers a tool's questions for the user, with and without a handshake.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use mcp_tool_server::ToolServer;
use rmcp::model as sdk;
use rmcp::model::{
    CallToolRequestParams, CallToolResult, ClientCapabilities, ClientConfig, ElicitRequestParams,
    ElicitResult, ElicitationAction, ErrorData, Implementation,
};
use rmcp::service::{
    ClientLifecycleMode, RequestContext, RunningService, ServiceError, serve_client_with_lifecycle,
};
use rmcp::{ClientHandler, RoleClient};
use serde_json::{Value, json};
use tokio::time::timeout;

use crate::tools::*;

const LIMIT: Duration = Duration::from_secs(60);

/// A user and the user's client. `does` answers a form, given its message. `shown` lists the messages so far.
/// `capabilities` belong to the client.
#[derive(Clone)]
struct User {
    does: fn(&str) -> ElicitResult,
    shown: Arc<Mutex<Vec<String>>>,
    capabilities: ClientCapabilities,
}

impl User {
    fn who(does: fn(&str) -> ElicitResult) -> Self {
        let capabilities = ClientCapabilities::builder().enable_elicitation().build();
        User {
            does,
            shown: Arc::default(),
            capabilities,
        }
    }

    fn shown(&self) -> Vec<String> {
        self.shown.lock().unwrap().clone()
    }
}

impl ClientHandler for User {
    fn get_info(&self) -> ClientConfig {
        ClientConfig::new(self.capabilities.clone(), Implementation::new("user", "1"))
    }

    async fn create_elicitation(
        &self,
        request: ElicitRequestParams,
        _context: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        let ElicitRequestParams::FormElicitationParams { message, .. } = request else {
            return Err(ErrorData::invalid_params("no form", None));
        };
        let result = (self.does)(&message);
        self.shown.lock().unwrap().push(message);
        Ok(result)
    }
}

fn decides(action: ElicitationAction) -> ElicitResult {
    ElicitResult::new(action)
}

fn accepts(content: Value) -> ElicitResult {
    decides(ElicitationAction::Accept).with_content(content)
}

/// Returns the two ways to begin a connection: the handshake with `initialize`, and `server/discover`.
pub(crate) fn lifecycles() -> [ClientLifecycleMode; 2] {
    [
        ClientLifecycleMode::Initialize,
        ClientLifecycleMode::Discover {
            preferred_versions: vec![sdk::ProtocolVersion::V_2026_07_28],
        },
    ]
}

async fn connect(user: &User, lifecycle: ClientLifecycleMode) -> RunningService<RoleClient, User> {
    let (to_server, input) = tokio::io::duplex(64 * 1024);
    let (output, from_server) = tokio::io::duplex(64 * 1024);
    let server = ToolServer::new("demo", "1.0.0", registry());
    tokio::spawn(server.serve_io(input, output));
    let streams = (from_server, to_server);
    let client = serve_client_with_lifecycle(user.clone(), streams, lifecycle);
    timeout(LIMIT, client).await.expect("in time").unwrap()
}

async fn call(
    client: &RunningService<RoleClient, User>,
    tool: &'static str,
) -> Result<CallToolResult, ServiceError> {
    let call = client.call_tool(CallToolRequestParams::new(tool));
    timeout(LIMIT, call).await.expect("an answer in time")
}

fn text(result: &CallToolResult) -> &str {
    &result.content[0].as_text().expect("a text").text
}

#[tokio::test]
async fn the_user_accepts_declines_or_cancels() {
    // R189, R201
    type Does = fn(&str) -> ElicitResult;
    let cases: [(Does, &str); 3] = [
        (
            |_| accepts(json!({ "city": "Oslo", "people": 2 })),
            "Oslo for 2, with nothing",
        ),
        (|_| decides(ElicitationAction::Decline), "declined"),
        (|_| decides(ElicitationAction::Cancel), "cancelled"),
    ];
    for lifecycle in lifecycles() {
        for (does, expected) in cases {
            let user = User::who(does);
            let client = connect(&user, lifecycle.clone()).await;
            assert_eq!(text(&call(&client, "book").await.unwrap()), expected);
            assert_eq!(user.shown(), ["Where to?"]);
        }
    }
}

#[tokio::test]
async fn several_questions() {
    // R191, R197
    for lifecycle in lifecycles() {
        let rounds = matches!(lifecycle, ClientLifecycleMode::Discover { .. });
        let user = User::who(|message| match message {
            "Where to?" => accepts(json!({ "city": "Oslo", "people": 2 })),
            _ => accepts(json!({ "sure": true })),
        });
        let client = connect(&user, lifecycle).await;
        assert_eq!(
            text(&call(&client, "book_surely").await.unwrap()),
            "to Oslo"
        );
        let mut shown = user.shown();
        shown.sort();
        match rounds {
            false => assert_eq!(shown, ["Really to Oslo?", "Where to?"]),
            // `book_surely` uses no request state. So the second round asks both questions, and
            // the user answers the first question again.
            true => assert_eq!(shown, ["Really to Oslo?", "Where to?", "Where to?"]),
        }
        let both = call(&client, "at_once").await.unwrap();
        assert_eq!(text(&both), r#"Some("Oslo") Some(true)"#);
    }
}

#[tokio::test]
async fn a_client_without_forms() {
    // R163, R201
    for lifecycle in lifecycles() {
        let rounds = matches!(lifecycle, ClientLifecycleMode::Discover { .. });
        let mut user = User::who(|_| decides(ElicitationAction::Accept));
        user.capabilities = ClientCapabilities::default();
        let client = connect(&user, lifecycle).await;
        match call(&client, "book").await {
            Err(ServiceError::McpError(error)) if rounds => {
                assert_eq!(error.code.0, -32021);
                let required = json!({ "requiredCapabilities": { "elicitation": { "form": {} } } });
                assert_eq!(error.data, Some(required));
            }
            Ok(result) if !rounds => {
                assert_eq!(result.is_error, Some(true));
                let text = text(&result);
                assert!(
                    text.contains("has not declared the capability `elicitation`"),
                    "{text}"
                );
            }
            other => panic!("{other:?}"),
        }
        let usual = call(&client, "polite").await.unwrap();
        assert_eq!(text(&usual), "took the usual");
        assert!(user.shown().is_empty());
    }
}

#[tokio::test]
async fn a_user_who_closes_the_client_ends_the_call() {
    let user = User::who(|_| decides(ElicitationAction::Cancel));
    let (mut to_server, input) = tokio::io::duplex(64 * 1024);
    let (output, from_server) = tokio::io::duplex(64 * 1024);
    let registry = registry();
    let server = ToolServer::new("demo", "1.0.0", registry.clone());
    let serving = tokio::spawn(server.serve_io(input, output));
    drop(user);

    use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
    let mut lines = BufReader::new(from_server).lines();
    let initialize = json!({
        "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
            "protocolVersion": "2025-11-25",
            "capabilities": { "elicitation": {} },
            "clientInfo": { "name": "test", "version": "0" },
        },
    });
    let call = json!({
        "jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": { "name": "book" },
    });
    to_server
        .write_all(format!("{initialize}\n{call}\n").as_bytes())
        .await
        .unwrap();
    lines.next_line().await.unwrap().unwrap();
    let asked = timeout(LIMIT, lines.next_line())
        .await
        .expect("in time")
        .unwrap()
        .unwrap();
    let asked: Value = serde_json::from_str(&asked).unwrap();
    assert_eq!(asked["method"], "elicitation/create");
    assert_eq!(asked["params"]["message"], "Where to?");

    drop((to_server, lines));
    timeout(LIMIT, serving)
        .await
        .expect("the end in time")
        .unwrap()
        .unwrap();
    assert_eq!(
        registry
            .state()
            .dropped
            .load(std::sync::atomic::Ordering::SeqCst),
        1
    );
}
