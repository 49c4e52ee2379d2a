//! A registry inside a server of the official SDK, and a `ToolServer` on the SDK's transports.

use std::sync::Arc;
use std::time::Duration;

use axum::http::Request as HttpRequest;
use axum::http::request::Parts;
use mcp_tool_rmcp::{call_tool, get_tool, handler, list_tools, tool_routes};
use mcp_tool_runtime::context::{LogLevel, Principal};
use mcp_tool_runtime::elicit::InputRequest;
use mcp_tool_runtime::{CallToolResult, ToolContext, ToolError, ToolRegistry, mcp_tool, tools};
use mcp_tool_server::ToolServer;
use mcp_tool_tests::{live_tool, put};
use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::model as sdk;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, ListToolsResult, PaginatedRequestParams,
    ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::{Peer, RequestContext};
use rmcp::{
    ErrorData, RoleServer, ServerHandler, ServiceExt as _, tool, tool_handler, tool_router,
};
use serde_json::{Value, json};
use tokio::io::{
    AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf,
};
use tokio::sync::Notify;
use tokio::time::timeout;

const OLDER: &str = "2025-11-25";
const NEWEST: &str = "2026-07-28";
const LIMIT: Duration = Duration::from_secs(30);

/// Signals of the tool `wait`.
#[derive(Default)]
struct Signals {
    started: Notify,
    dropped: Notify,
}

/// Adds two numbers.
#[mcp_tool(read_only)]
async fn add(
    /// First
    a: i64,
    /// Second
    b: i64,
) -> i64 {
    a + b
}

/// Returns nothing, as data.
#[mcp_tool(read_only)]
async fn nothing() -> CallToolResult {
    CallToolResult::structured(&()).unwrap()
}

/// Needs a capability.
#[mcp_tool]
async fn lacking() -> Result<String, ErrorData> {
    let required = json!({ "requiredCapabilities": { "sampling": {} } });
    Err(ErrorData::new(
        sdk::ErrorCode(-32021),
        "sampling is needed",
        Some(required),
    ))
}

/// Describes the request.
#[mcp_tool]
async fn request(#[context] cx: &ToolContext) -> CallToolResult {
    let client = cx.client().map(|client| client.name);
    let described = json!({
        "version": cx.protocol_version().as_str(),
        "client": client,
        "roots": cx.client_capabilities().has("roots"),
        "meta": cx.meta().get("example.com/n"),
        "user": cx.principal().map(Principal::name),
        "trace": cx.extension::<&'static str>(),
        "path": cx.extension::<Parts>().map(|parts| parts.uri.path()),
        "sdk": cx.extension::<Peer<RoleServer>>().is_some()
            && cx.extension::<RequestContext<RoleServer>>().is_some(),
    });
    CallToolResult::structured(&described).unwrap()
}

/// Sends messages.
#[mcp_tool]
async fn messages(#[context] cx: &ToolContext) {
    cx.progress(1, 2, "half".to_owned());
    cx.log(LogLevel::Debug, "quiet");
    cx.log(LogLevel::Warning, "loud");
    cx.notify("notifications/custom", json!({ "n": 1 }));
    let cx = cx.clone();
    tokio::spawn(async move {
        tokio::task::yield_now().await;
        cx.notify("notifications/late", json!({}));
    });
}

/// Waits for ever.
#[mcp_tool]
async fn wait(#[state] signals: &Signals) {
    struct Dropped<'a>(&'a Notify);
    impl Drop for Dropped<'_> {
        fn drop(&mut self) {
            self.0.notify_one();
        }
    }
    let _dropped = Dropped(&signals.dropped);
    signals.started.notify_one();
    std::future::pending::<()>().await;
}

/// Asks the user.
#[mcp_tool]
async fn ask(#[context] cx: &ToolContext) -> String {
    let schema = json!({ "type": "object", "properties": { "name": { "type": "string" } } });
    let form = InputRequest::form("Who?", schema);
    let answer = cx.request_input("who", form).await;
    answer["content"]["name"].as_str().unwrap().to_owned()
}

/// Asks the client for its roots.
#[mcp_tool]
async fn roots(#[context] cx: &ToolContext) -> Result<usize, ToolError> {
    let roots = cx.request("roots/list", json!({})).await?;
    Ok(roots["roots"].as_array().map_or(0, Vec::len))
}

fn registry(signals: &Arc<Signals>) -> ToolRegistry<Signals> {
    ToolRegistry::builder_arc(Arc::clone(signals))
        .tools(tools![
            add, nothing, lacking, request, messages, wait, ask, roots
        ])
        .build()
        .unwrap()
}

/// A server of the SDK whose tools are those of a registry.
#[derive(Clone)]
struct Inside {
    registry: ToolRegistry<Signals>,
}

type Request = RequestContext<RoleServer>;

impl ServerHandler for Inside {
    #[expect(deprecated, reason = "clients of older protocol versions have logs")]
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder().enable_tools();
        ServerConfig::new(capabilities.enable_logging().build())
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        context: Request,
    ) -> Result<ListToolsResult, ErrorData> {
        list_tools(&self.registry, request, context)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        mut context: Request,
    ) -> Result<CallToolResponse, ErrorData> {
        let http = HttpRequest::get("http://localhost/mcp").extension(Principal::new("ada"));
        let (parts, ()) = http.body(()).unwrap().into_parts();
        context.extensions.insert(parts);
        context.extensions.insert("trace 7");
        context.extensions.insert(LogLevel::Warning);
        call_tool(&self.registry, request, context).await
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        get_tool(&self.registry, name)
    }
}

/// The same tools in the SDK's router, beside a tool of the SDK.
struct Routed {
    tool_router: ToolRouter<Self>,
}

#[tool_router]
impl Routed {
    #[tool(description = "Says hello")]
    async fn hello(&self) -> String {
        "hello".to_owned()
    }
}

#[tool_handler(router = self.tool_router)]
impl ServerHandler for Routed {}

/// A client of a server on the SDK's own transport.
struct Client {
    lines: Lines<BufReader<ReadHalf<DuplexStream>>>,
    writer: WriteHalf<DuplexStream>,
    version: &'static str,
    last_id: u64,
}

impl Client {
    async fn connect(server: impl ServerHandler, version: &'static str) -> Self {
        let (stream, end) = tokio::io::duplex(64 * 1024);
        tokio::spawn(async move { server.serve(end).await.unwrap().waiting().await });
        let (reader, writer) = tokio::io::split(stream);
        let mut client = Client {
            lines: BufReader::new(reader).lines(),
            writer,
            version,
            last_id: 0,
        };
        if version != NEWEST {
            let params = json!({
                "protocolVersion": version,
                "capabilities": { "elicitation": { "form": {} }, "roots": {} },
                "clientInfo": { "name": "tester", "version": "0" },
            });
            let result = client.ask("initialize", params).await;
            assert_eq!(result["result"]["protocolVersion"], version);
            let initialized = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
            client.send(initialized).await;
        }
        client
    }

    async fn send(&mut self, message: Value) {
        let line = format!("{message}\n");
        self.writer.write_all(line.as_bytes()).await.unwrap();
    }

    async fn start(&mut self, method: &str, mut params: Value) -> u64 {
        self.last_id += 1;
        if self.version == NEWEST {
            for (key, value) in [
                ("protocolVersion", json!(NEWEST)),
                ("clientInfo", json!({ "name": "tester", "version": "0" })),
                (
                    "clientCapabilities",
                    json!({ "elicitation": { "form": {} }, "roots": {} }),
                ),
            ] {
                params["_meta"][format!("io.modelcontextprotocol/{key}")] = value;
            }
        }
        let id = self.last_id;
        let request = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        self.send(request).await;
        id
    }

    async fn receive(&mut self) -> Value {
        let line = timeout(LIMIT, self.lines.next_line()).await;
        let line = line.expect("a message in time").unwrap();
        serde_json::from_str(&line.expect("a message")).unwrap()
    }

    async fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.start(method, params).await;
        let response = self.receive().await;
        assert_eq!(response["id"], id, "{response}");
        response
    }

    async fn call(&mut self, tool: &str, arguments: Value) -> Value {
        let params = json!({ "name": tool, "arguments": arguments });
        self.ask("tools/call", params).await
    }
}

fn names(response: &Value) -> Vec<&str> {
    let tools = response["result"]["tools"].as_array().unwrap();
    let names = tools.iter().map(|tool| tool["name"].as_str());
    names.map(Option::unwrap).collect()
}

#[tokio::test]
async fn lists_calls_and_errors_are_those_of_the_registry() {
    // R104, R143, R146, R147, R148, R163
    for version in [OLDER, NEWEST] {
        let signals = Arc::default();
        let inside = Inside {
            registry: registry(&signals),
        };
        let mut client = Client::connect(inside, version).await;
        let list = client.ask("tools/list", json!({})).await;
        assert_eq!(
            names(&list),
            [
                "add", "nothing", "lacking", "request", "messages", "wait", "ask", "roots"
            ]
        );
        let is_newest = version == NEWEST;
        assert_eq!(list["result"].get("ttlMs").is_some(), is_newest, "{list}");
        let has_output = list["result"]["tools"][0].get("outputSchema").is_some();
        assert_eq!(has_output, is_newest, "{list}");

        for (tool, arguments, pointer, expected) in [
            (
                "add",
                json!({ "a": 1, "b": 2 }),
                "/result/content/0/text",
                json!("3"),
            ),
            (
                "add",
                json!({ "a": "x", "b": 2 }),
                "/result/isError",
                json!(true),
            ),
            ("ad", json!({}), "/error/code", json!(-32602)),
            (
                "ad",
                json!({}),
                "/error/message",
                json!("unknown tool `ad`; did you mean `add`?"),
            ),
        ] {
            let response = client.call(tool, arguments).await;
            assert_eq!(response.pointer(pointer), Some(&expected), "{response}");
        }
        let cursor = client.ask("tools/list", json!({ "cursor": "x" })).await;
        assert_eq!(cursor["error"]["code"], -32602, "{cursor}");

        let nothing = client.call("nothing", json!({})).await;
        let null = nothing["result"].get("structuredContent");
        assert_eq!(null, is_newest.then_some(&Value::Null), "{nothing}");
        let lacking = client.call("lacking", json!({})).await;
        let data = json!({ "requiredCapabilities": { "sampling": {} } });
        if is_newest {
            assert_eq!(lacking["error"]["code"], -32021);
            assert_eq!(lacking["error"]["data"], data);
        } else {
            assert_eq!(lacking["result"]["isError"], true, "{lacking}");
        }
    }
}

/// The SDK decodes the arguments before the registry sees them.
#[tokio::test]
async fn the_last_of_two_equal_arguments_counts() {
    let signals = Arc::default();
    let inside = Inside {
        registry: registry(&signals),
    };
    let mut client = Client::connect(inside, OLDER).await;
    let line = r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"add","arguments":{"a":1,"b":2,"a":5}}}"#;
    client
        .writer
        .write_all(format!("{line}\n").as_bytes())
        .await
        .unwrap();
    assert_eq!(client.receive().await["result"]["content"][0]["text"], "7");
}

#[tokio::test]
async fn a_tool_sees_the_request_of_the_sdk() {
    // R174, R176
    for version in [OLDER, NEWEST] {
        let inside = Inside {
            registry: registry(&Arc::default()),
        };
        let mut client = Client::connect(inside, version).await;
        let params = json!({ "name": "request", "_meta": { "example.com/n": 1 } });
        let response = client.ask("tools/call", params).await;
        assert_eq!(
            response["result"]["structuredContent"],
            json!({
                "version": version,
                "client": "tester",
                "roots": true,
                "meta": 1,
                "user": "ada",
                "trace": "trace 7",
                "path": "/mcp",
                "sdk": true,
            })
        );
    }
}

#[tokio::test]
async fn messages_come_before_the_response_and_none_after_it() {
    // R178, R179
    for version in [OLDER, NEWEST] {
        let inside = Inside {
            registry: registry(&Arc::default()),
        };
        let mut client = Client::connect(inside, version).await;
        for token in [json!("a"), json!(-7), json!(u64::MAX)] {
            let mut params = json!({ "name": "messages", "_meta": { "progressToken": token } });
            params["_meta"]["io.modelcontextprotocol/logLevel"] = json!("warning");
            let id = client.start("tools/call", params).await;
            let progress = client.receive().await;
            assert_eq!(progress["method"], "notifications/progress");
            assert_eq!(progress["params"]["progressToken"], token);
            assert_eq!(progress["params"]["message"], "half");
            let log = client.receive().await;
            assert_eq!(log["method"], "notifications/message");
            let loud = json!({ "level": "warning", "logger": "messages", "data": "loud" });
            assert_eq!(log["params"], loud);
            let custom = client.receive().await;
            assert_eq!(custom["method"], "notifications/custom");
            assert_eq!(custom["params"], json!({ "n": 1 }));
            assert_eq!(client.receive().await["id"], id);
        }
        let sum = client.call("add", json!({ "a": 1, "b": 2 })).await;
        assert_eq!(sum["result"]["content"][0]["text"], "3");
    }
}

#[tokio::test]
async fn a_cancelled_call_is_dropped() {
    // R184, R185
    let signals = Arc::<Signals>::default();
    let inside = Inside {
        registry: registry(&signals),
    };
    let mut client = Client::connect(inside, OLDER).await;
    let id = client.start("tools/call", json!({ "name": "wait" })).await;
    timeout(LIMIT, signals.started.notified()).await.unwrap();
    let params = json!({ "requestId": id });
    let cancel = json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": params });
    client.send(cancel).await;
    timeout(LIMIT, signals.dropped.notified()).await.unwrap();
    let sum = client.call("add", json!({ "a": 1, "b": 2 })).await;
    assert_eq!(sum["result"]["content"][0]["text"], "3");
}

#[tokio::test]
async fn a_tool_can_ask_the_client() {
    let inside = || Inside {
        registry: registry(&Arc::default()),
    };
    let answer = json!({ "action": "accept", "content": { "name": "Ada" } });
    let mut client = Client::connect(inside(), OLDER).await;
    for (tool, method, result, text) in [
        ("ask", "elicitation/create", answer.clone(), "Ada"),
        (
            "roots",
            "roots/list",
            json!({ "roots": [{ "uri": "file:///a" }] }),
            "1",
        ),
    ] {
        let id = client.start("tools/call", json!({ "name": tool })).await;
        let question = client.receive().await;
        assert_eq!(question["method"], method);
        let answer = json!({ "jsonrpc": "2.0", "id": question["id"], "result": result });
        client.send(answer).await;
        let response = client.receive().await;
        assert_eq!(response["id"], id);
        assert_eq!(response["result"]["content"][0]["text"], text);
    }

    let mut client = Client::connect(inside(), NEWEST).await;
    let first = client.call("ask", json!({})).await;
    let result = &first["result"];
    assert_eq!(result["resultType"], "input_required", "{first}");
    assert_eq!(result["inputRequests"]["who"]["params"]["message"], "Who?");
    let second = json!({
        "name": "ask",
        "inputResponses": { "who": answer },
        "requestState": result["requestState"],
    });
    let second = client.ask("tools/call", second).await;
    assert_eq!(second["result"]["content"][0]["text"], "Ada", "{second}");
    // Since 2026-07-28, a client gets no requests.
    let refused = client.call("roots", json!({})).await;
    assert_eq!(refused["result"]["isError"], true, "{refused}");
}

#[tokio::test]
async fn a_question_of_a_cancelled_call_is_withdrawn() {
    let inside = Inside {
        registry: registry(&Arc::default()),
    };
    let mut client = Client::connect(inside, OLDER).await;
    let id = client.start("tools/call", json!({ "name": "ask" })).await;
    let question = client.receive().await;
    let params = json!({ "requestId": id });
    let cancel = json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": params });
    client.send(cancel).await;
    let withdrawn = client.receive().await;
    assert_eq!(withdrawn["method"], "notifications/cancelled");
    assert_eq!(withdrawn["params"]["requestId"], question["id"]);
}

#[tokio::test]
async fn tools_of_both_are_in_one_router() {
    for version in [OLDER, NEWEST] {
        let routes = tool_routes(&registry(&Arc::default()));
        let routed = Routed {
            tool_router: Routed::tool_router() + routes,
        };
        assert!(routed.get_tool("add").is_some());
        let mut client = Client::connect(routed, version).await;
        let list = client.ask("tools/list", json!({})).await;
        assert_eq!(
            names(&list),
            [
                "add", "ask", "hello", "lacking", "messages", "nothing", "request", "roots", "wait"
            ]
        );
        let hello = client.call("hello", json!({})).await;
        assert_eq!(hello["result"]["content"][0]["text"], "hello");
        let sum = client.call("add", json!({ "a": 1, "b": 2 })).await;
        assert_eq!(sum["result"]["content"][0]["text"], "3");
        let wrong = client.call("add", json!({ "a": "x", "b": [] })).await;
        let text = wrong["result"]["content"][0]["text"].as_str().unwrap();
        assert!(text.contains("`a`") && text.contains("`b`"), "{text}");
    }
}

fn tool_server() -> ToolServer {
    ToolServer::new("demo", "1.2.3", registry(&Arc::default()))
        .title("Demonstration")
        .instructions("Add what is to be added.")
        .logging()
        .before_call(|request| request.insert("before"))
}

const INFO: &str = "io.modelcontextprotocol/serverInfo";

#[tokio::test]
async fn a_tool_server_is_a_handler_of_the_sdk() {
    // R76, R112
    let info = json!({ "name": "demo", "title": "Demonstration", "version": "1.2.3" });
    for version in ["2025-03-26", OLDER, NEWEST] {
        let mut client = Client::connect(handler(tool_server()), version).await;
        if version == NEWEST {
            let discovered = client.ask("server/discover", json!({})).await;
            let result = &discovered["result"];
            assert_eq!(result["capabilities"], json!({ "tools": {} }));
            assert_eq!(result["instructions"], "Add what is to be added.");
            assert_eq!(result["_meta"][INFO], info);
            assert_eq!(result["supportedVersions"].as_array().unwrap().len(), 5);
        } else {
            let params = json!({
                "protocolVersion": version,
                "capabilities": {},
                "clientInfo": { "name": "tester", "version": "0" },
            });
            let again = client.ask("initialize", params).await;
            let name = &again["result"]["serverInfo"];
            let expected = match version {
                OLDER => info.clone(),
                // This version has no titles.
                _ => json!({ "name": "demo", "version": "1.2.3" }),
            };
            assert_eq!(name, &expected, "{again}");
        }
        let signed = (version == NEWEST).then_some(&info);
        let list = client.ask("tools/list", json!({})).await;
        assert_eq!(
            list["result"].pointer("/_meta").map(|meta| &meta[INFO]),
            signed
        );
        let called = client.call("request", json!({})).await;
        let described = called["result"]["content"][0]["text"].as_str().unwrap();
        assert!(described.contains(r#""trace":"before""#), "{described}");
        assert_eq!(
            called["result"].pointer("/_meta").map(|meta| &meta[INFO]),
            signed
        );

        for (method, params, code, part) in [
            ("prompts/list", json!({}), -32601, "prompts/list"),
            (
                "things/list",
                json!({}),
                -32601,
                "unknown method `things/list`",
            ),
            (
                "tools/call",
                json!({ "name": 7 }),
                -32602,
                "`name`: invalid type",
            ),
            ("tools/call", json!({}), -32602, "missing field `name`"),
        ] {
            let response = client.ask(method, params).await;
            let error = &response["error"];
            let message = error["message"].as_str().expect(method);
            assert_eq!(error["code"], code, "{method}: {message}");
            assert!(message.contains(part), "{method}: {message}");
        }
    }
}

#[tokio::test]
async fn a_handler_lists_the_current_tools_of_a_live_registry() {
    let live = ToolRegistry::builder(()).build_live().unwrap();
    let handler = handler(ToolServer::new("live", "1", live.clone()));
    assert_eq!(
        handler.get_info().capabilities.tools.unwrap().list_changed,
        None
    );
    let mut client = Client::connect(handler, OLDER).await;
    put(&live, [live_tool("first", 1)]);
    assert_eq!(names(&client.ask("tools/list", json!({})).await), ["first"]);
}
