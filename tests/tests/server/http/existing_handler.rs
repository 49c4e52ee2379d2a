//! Tools beside an existing handler of the `rmcp` SDK, over HTTP. Each session has its own clone of the
//! handler, with separate data.

#![expect(deprecated, reason = "peers of the older versions have logs")]

use std::sync::{Arc, Mutex};

use axum::Router;
use axum::http::request::Parts;
use mcp_tool_rmcp::BesideHandler as _;
use mcp_tool_runtime::context::Principal;
use mcp_tool_runtime::{SafeInt, mcp_tool, tools};
use mcp_tool_runtime::{ToolContext, ToolRegistry};
use mcp_tool_server::{HttpConfig, ToolServer};
use rmcp::model::{
    ListPromptsResult, LoggingLevel, PaginatedRequestParams, Prompt, ServerCapabilities,
    ServerConfig, SetLevelRequestParams,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::json;

use super::client::{Client, NEWEST, OLDER, alone, call, newest, post, request, serve_app};

/// A handler that stores a log level. Each session gets a clone, which starts without a level.
struct Prompts {
    level: Mutex<Option<LoggingLevel>>,
}

impl Clone for Prompts {
    fn clone(&self) -> Self {
        Prompts {
            level: Mutex::new(None),
        }
    }
}

impl ServerHandler for Prompts {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_prompts()
            .enable_logging();
        ServerConfig::new(capabilities.build())
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        let prompt = Prompt::new("explain", Some("Explains a harbour"), None);
        Ok(ListPromptsResult::with_all_items(vec![prompt]))
    }

    async fn set_level(
        &self,
        request: SetLevelRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        *self.level.lock().unwrap() = Some(request.level);
        Ok(())
    }
}

/// Returns the log level of the session.
#[mcp_tool(read_only)]
async fn level(
    /// Depth of the harbour
    #[arg(header = "Depth")]
    depth: Option<SafeInt>,
    #[context] cx: &ToolContext,
) -> String {
    let prompts = cx.extension::<Arc<Prompts>>().expect("the handler");
    let level = *prompts.level.lock().unwrap();
    format!("{level:?} {:?}", depth.map(SafeInt::get))
}

fn registry() -> ToolRegistry<()> {
    let registry = ToolRegistry::builder(()).tools(tools![level]);
    registry.build().unwrap()
}

const NAME: &str = "io.modelcontextprotocol/serverInfo";

#[tokio::test]
async fn each_session_has_its_own_handler_and_all_tools() {
    // R76, R174, R176
    let prompts = Prompts {
        level: Mutex::default(),
    };
    let server = ToolServer::new("demo", "1.2.3", registry()).beside_handler(prompts);
    let service = server.unwrap().http_service(HttpConfig::new());
    let address = serve_app(Router::new().route_service("/mcp", service)).await;

    let list = json!({ "jsonrpc": "2.0", "id": 1, "method": "prompts/list", "params": {} });
    let loud = json!({ "level": "debug" });
    let loud = json!({ "jsonrpc": "2.0", "id": 2, "method": "logging/setLevel", "params": loud });
    for version in OLDER {
        let (one, other) = (
            Client::new(address, version).await,
            Client::new(address, version).await,
        );
        let (_, answer) = one.ask(&list).await;
        assert_eq!(answer["result"]["prompts"][0]["name"], "explain");
        assert_eq!(answer["result"].get("_meta"), None);
        let (_, answer) = one.ask(&loud).await;
        assert_eq!(answer["result"], json!({}));
        for (client, text) in [(&one, "Some(Debug) None"), (&other, "None None")] {
            let (_, answer) = client.ask(&call(3, "level", json!({}))).await;
            assert_eq!(answer["result"]["content"][0]["text"], text);
        }
    }

    let newest_client = Client::new(address, NEWEST).await;
    let (_, answer) = newest_client.ask(&list).await;
    assert_eq!(answer["result"]["prompts"][0]["name"], "explain");
    assert_eq!(
        answer["result"]["_meta"][NAME],
        json!({ "name": "demo", "version": "1.2.3" })
    );
    let (_, answer) = newest_client.ask(&call(3, "level", json!({}))).await;
    assert_eq!(answer["result"]["content"][0]["text"], "None None");
    assert_eq!(answer["result"]["_meta"][NAME]["name"], "demo");
    // The schema of `level` declares a header for `depth`. The server rejects this call, because
    // the header is missing.
    let (_, answer) = newest_client
        .ask(&call(4, "level", json!({ "depth": 7 })))
        .await;
    assert_eq!(answer["error"]["code"], -32020);
}

#[tokio::test]
async fn methods_that_a_version_removed_are_unknown() {
    // R155
    let beside = |prompts| {
        ToolServer::new("demo", "1", registry())
            .beside_handler(prompts)
            .unwrap()
    };
    let prompts = || Prompts {
        level: Mutex::default(),
    };
    let apps = [
        Router::new().route_service("/mcp", alone(prompts()).http_service(HttpConfig::new())),
        Router::new().route_service("/mcp", beside(prompts()).http_service(HttpConfig::new())),
    ];
    for app in apps {
        let address = serve_app(app).await;
        for (method, params) in [
            ("initialize", json!({})),
            ("ping", json!({})),
            ("logging/setLevel", json!({ "level": "debug" })),
            ("resources/subscribe", json!({ "uri": "a:b" })),
            ("resources/unsubscribe", json!({ "uri": "a:b" })),
        ] {
            let answer = post(address, &newest(method), &request(method, params)).await;
            assert_eq!(answer.messages[0]["error"]["code"], -32601, "{method}");
            assert_eq!(answer.status, 404, "{method}");
            // The server checks the `Host` header before the MCP method. So a wrong host gets
            // 403, not 404.
            let [version, named] = newest(method);
            let headers = [version, named, ("host", "evil.example")];
            let answer = post(address, &headers, &request(method, json!({}))).await;
            assert_eq!(answer.status, 403, "{method}");
        }
    }
}

/// A handler that describes the request, after it has asked the client for its roots.
#[derive(Clone)]
struct Describing;

impl ServerHandler for Describing {
    #[expect(deprecated, reason = "clients of older protocol versions have roots")]
    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        let roots = match context.peer.list_roots().await {
            Ok(roots) => roots.roots.len().to_string(),
            Err(_) => "no".to_owned(),
        };
        let parts = context.extensions.get::<Parts>();
        let user = parts.and_then(|parts| parts.extensions.get::<Principal>());
        let text = format!(
            "{}, {}, {roots} roots, {}",
            context.protocol_version().unwrap(),
            user.map_or("nobody", Principal::name),
            parts.map_or("no path", |parts| parts.uri.path()),
        );
        Err(ErrorData::invalid_request(text, None))
    }
}

#[tokio::test]
async fn the_handler_gets_the_head_of_the_request() {
    let address = async |config| {
        let server = ToolServer::new("demo", "1.2.3", registry());
        let service = server.beside_handler(Describing).unwrap();
        let app = Router::new()
            .route_service("/mcp", service.http_service(config))
            .layer(axum::Extension(Principal::new("ada")));
        serve_app(app).await
    };
    let list = json!({ "jsonrpc": "2.0", "id": 1, "method": "prompts/list", "params": {} });
    let with_sessions = address(HttpConfig::new()).await;
    let client = Client::new(with_sessions, OLDER[1]).await;
    // The question comes on the stream of the request.
    let mut stream = client.open(&list).await;
    let question = stream.next().await.unwrap();
    assert_eq!(question["method"], "roots/list");
    let result = json!({ "roots": [{ "uri": "file:///a" }] });
    let answer = json!({ "jsonrpc": "2.0", "id": question["id"], "result": result });
    client.open(&answer).await;
    let response = stream.next().await.unwrap();
    let text = format!("{}, ada, 1 roots, /mcp", OLDER[1]);
    assert_eq!(response["error"]["message"], text);

    let client = Client::new(with_sessions, NEWEST).await;
    let (_, response) = client.ask(&list).await;
    let text = format!("{NEWEST}, ada, no roots, /mcp");
    assert_eq!(response["error"]["message"], text);

    let without_sessions = address(HttpConfig::new().without_sessions()).await;
    let version = ("mcp-protocol-version", OLDER[0]);
    let answer = post(without_sessions, &[version], &list).await;
    let text = format!("{}, ada, no roots, /mcp", OLDER[0]);
    assert_eq!(answer.messages[0]["error"]["message"], text);
}
