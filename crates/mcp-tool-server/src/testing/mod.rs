//! A client for your tests. It calls a [`ToolServer`] in the same process, in any protocol version.
//!
//! ```
//! use mcp_tool_runtime::{ProtocolVersion, ToolContext, ToolRegistry, mcp_tool, tools};
//! use mcp_tool_server::ToolServer;
//! use mcp_tool_server::testing::TestClient;
//! use serde_json::json;
//!
//! /// Adds two numbers.
//! #[mcp_tool(read_only)]
//! async fn add(
//!     /// The first number
//!     a: i64,
//!     /// The second number
//!     b: i64,
//!     #[context] cx: &ToolContext,
//! ) -> i64 {
//!     cx.progress(1.0, 2.0, "adding");
//!     a + b
//! }
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), mcp_tool_runtime::BuildError> {
//! let registry = ToolRegistry::builder(()).tools(tools![add]).build()?;
//! let server = ToolServer::new("calculator", "1.0.0", registry);
//! for version in ProtocolVersion::ALL {
//!     let client = TestClient::connect(server.clone(), *version).await;
//!     assert_eq!(client.list_tools().await[0]["name"], "add");
//!
//!     let result = client.call("add", json!({ "a": 1, "b": 2 })).await;
//!     assert_eq!(result["content"][0]["text"], "3");
//!     let progress = client.next_notification("notifications/progress").await;
//!     assert_eq!(progress["progress"], 1.0);
//! }
//! # Ok(())
//! # }
//! ```
//!
//! To call a tool without a server, use `mcp_tool_runtime::testing`.

mod connection;

use std::collections::VecDeque;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use std::{fmt, mem};

use mcp_tool_runtime::{ProtocolError, ProtocolVersion};
use serde_json::{Map, Value, json};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinSet;

use self::connection::{Connection, State, write_lines};
use crate::mutex::lock;
use crate::server::ToolServer;

/// The bytes that a stream holds before its writer waits.
const STREAM: usize = 64 * 1024;

/// A client of one [`ToolServer`], connected by a stream in memory.
///
/// The methods take `&self`, so `tokio::join!` runs several calls at a time. A clone uses the same connection,
/// for example in a spawned task. If a future of [`call`](Self::call) or [`request`](Self::request) is
/// dropped before the response, the client cancels the request. When the last clone is dropped, the server
/// stops, and cancels all calls.
///
/// # Panics
///
/// A method that waits panics after the [time limit](Connect::time_limit), and if the server ends or sends an
/// invalid message.
#[derive(Clone)]
pub struct TestClient {
    connection: Arc<Connection>,
    /// Aborts the tasks when the last client is dropped.
    tasks: Arc<JoinSet<()>>,
}

/// Options of a connection that opens with `.await`. [`TestClient::connect`] creates it.
#[must_use = "a client connects when you `.await` it"]
pub struct Connect {
    server: ToolServer,
    connection: Connection,
    info: Value,
    capabilities: Option<Value>,
}

/// The direction of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// The client sent the message.
    ClientToServer,
    /// The server sent the message.
    ServerToClient,
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Direction::ClientToServer => "client to server",
            Direction::ServerToClient => "server to client",
        })
    }
}

impl Connect {
    /// Sets a function that answers the questions of the server. It takes the method and the parameters of a
    /// question, and returns the result. Default: the client has no answers.
    ///
    /// Before 2026-07-28, the server asks during a call. Since then, the result of the call is
    /// `input_required`, and the client sends the call again with the answers. One function serves both, so
    /// one test serves all protocol versions.
    ///
    /// ```
    /// use mcp_tool_runtime::{ProtocolVersion, ToolContext, ToolRegistry, mcp_tool, tools};
    /// use mcp_tool_server::ToolServer;
    /// use mcp_tool_server::testing::TestClient;
    /// use serde_json::json;
    ///
    /// /// Takes a payment.
    /// #[mcp_tool]
    /// async fn pay(#[context] cx: &ToolContext) -> bool {
    ///     cx.elicit_url("pay", "Pay 5 euros", "https://shop.example/pay").await.accepted().is_some()
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), mcp_tool_runtime::BuildError> {
    /// let registry = ToolRegistry::builder(()).tools(tools![pay]).build()?;
    /// let server = ToolServer::new("shop", "1.0.0", registry);
    /// for version in [ProtocolVersion::V2025_11_25, ProtocolVersion::V2026_07_28] {
    ///     let client = TestClient::connect(server.clone(), version)
    ///         .answer(|method, params| {
    ///             assert_eq!((method, &params["message"]), ("elicitation/create", &json!("Pay 5 euros")));
    ///             json!({ "action": "accept" })
    ///         })
    ///         .await;
    ///     assert_eq!(client.call("pay", json!({})).await["content"][0]["text"], "true");
    /// }
    /// # Ok(())
    /// # }
    /// ```
    pub fn answer(
        mut self,
        answer: impl Fn(&str, &Value) -> Value + Send + Sync + 'static,
    ) -> Self {
        self.connection.answer = Some(Box::new(answer));
        self
    }

    /// Sets the capabilities that the client declares. Default: `{}`, or with [`answer`](Self::answer) all
    /// that questions need.
    pub fn capabilities(mut self, capabilities: Value) -> Self {
        self.capabilities = Some(capabilities);
        self
    }

    /// Sets the name and the version of the client. Default: `test` and `1.0.0`.
    pub fn client_info(mut self, name: &str, version: &str) -> Self {
        self.info = json!({ "name": name, "version": version });
        self
    }

    /// Sets the longest time that a method waits. Default: 30 seconds. The limit counts real time, so a tool
    /// can sleep for an hour in a test that pauses tokio's clock.
    pub fn time_limit(mut self, limit: Duration) -> Self {
        self.connection.limit = limit;
        self
    }

    async fn open(self) -> TestClient {
        let Connect {
            server,
            mut connection,
            info,
            capabilities,
        } = self;
        let capabilities = capabilities.unwrap_or_else(|| match connection.answer {
            Some(_) => json!({
                "elicitation": { "form": {}, "url": {} },
                "sampling": { "tools": {} },
                "roots": {},
            }),
            None => json!({}),
        });
        let (version, is_modern) = (connection.version, connection.is_modern());
        if is_modern {
            connection.meta = meta(version, &info, &capabilities);
        }
        let (outbox, messages) = mpsc::unbounded_channel();
        connection.outbox = Mutex::new(Some(outbox));
        let connection = Arc::new(connection);
        let (to_server, input) = tokio::io::duplex(STREAM);
        let (output, from_server) = tokio::io::duplex(STREAM);
        let (ended, end) = oneshot::channel();
        let mut tasks = JoinSet::new();
        tasks.spawn(async move {
            let _ = ended.send(server.serve_io(input, output).await);
        });
        tasks.spawn(write_lines(messages, to_server));
        tasks.spawn(Arc::clone(&connection).read(from_server, end));
        let client = TestClient {
            connection,
            tasks: Arc::new(tasks),
        };

        let (method, params) = if is_modern {
            ("server/discover", json!({}))
        } else {
            let version = version.as_str();
            let params = json!({ "protocolVersion": version, "capabilities": capabilities, "clientInfo": info });
            ("initialize", params)
        };
        let server = match client.request(method, params).await {
            Ok(server) => server,
            Err(error) => panic!("`{method}` of version {version} fails: {error}"),
        };
        if !is_modern {
            let agreed = &server["protocolVersion"];
            let is_offered = agreed == version.as_str();
            assert!(
                is_offered,
                "the server answers version {version} with {agreed}"
            );
            client.notify("notifications/initialized", Value::Null);
        }
        let _ = client.connection.server.set(server);
        client
    }
}

impl IntoFuture for Connect {
    type Output = TestClient;
    type IntoFuture = Pin<Box<dyn Future<Output = TestClient> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.open())
    }
}

impl TestClient {
    /// Connects to a server in one protocol version. Before 2026-07-28, the client sends `initialize` and
    /// `notifications/initialized`. Since then, it sends `server/discover`, and the required `_meta` in each
    /// request.
    ///
    /// Await the returned [`Connect`], directly or after one of its options.
    ///
    /// # Panics
    ///
    /// Panics if the server does not offer the protocol version. Panics outside of a Tokio runtime with time.
    pub fn connect(server: ToolServer, version: ProtocolVersion) -> Connect {
        Connect {
            server,
            connection: Connection::new(version),
            info: json!({ "name": "test", "version": "1.0.0" }),
            capabilities: None,
        }
    }

    /// Returns the result of `initialize`, or of `server/discover` since 2026-07-28: the capabilities and
    /// instructions of the server.
    pub fn server(&self) -> &Value {
        self.connection.server.get().unwrap_or(&Value::Null)
    }

    /// Returns the definitions of all tools, from all pages of `tools/list`.
    ///
    /// # Panics
    ///
    /// Panics if the server responds with an error.
    pub async fn list_tools(&self) -> Vec<Value> {
        let mut tools = Vec::new();
        let mut params = json!({});
        loop {
            let mut page = match self.request("tools/list", params).await {
                Ok(page) => page,
                Err(error) => panic!("`tools/list` fails: {error}"),
            };
            if let Value::Array(more) = page["tools"].take() {
                tools.extend(more);
            }
            match page.get("nextCursor") {
                None => return tools,
                Some(cursor) => params = json!({ "cursor": cursor }),
            }
        }
    }

    /// Calls a tool, and returns the result. If the tool fails, `isError` of the result is true. The call
    /// accepts progress: read it with [`notifications`](Self::notifications).
    ///
    /// # Panics
    ///
    /// Panics if the server responds with a JSON-RPC error, for example because there is no such tool. To test
    /// such errors, use [`request`](Self::request).
    pub async fn call(&self, tool: &str, arguments: Value) -> Value {
        let params = json!({ "name": tool, "arguments": arguments });
        match self.connection.request("tools/call", params, true).await {
            Ok(result) => result,
            Err(error) => panic!("`{tool}` cannot be called: {error}"),
        }
    }

    /// Sends a request, and returns the result. [`answer`](Connect::answer) answers a result
    /// `input_required`. Without such a function, this method returns the result.
    ///
    /// ```
    /// use mcp_tool_runtime::{ProtocolVersion, ToolRegistry};
    /// use mcp_tool_server::ToolServer;
    /// use mcp_tool_server::testing::TestClient;
    /// use serde_json::json;
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), mcp_tool_runtime::BuildError> {
    /// let server = ToolServer::new("empty", "1.0.0", ToolRegistry::builder(()).build()?);
    /// let client = TestClient::connect(server, ProtocolVersion::LATEST).await;
    /// let error = client.request("tools/call", json!({ "name": "none" })).await.unwrap_err();
    /// assert_eq!(error.code(), -32602);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the JSON-RPC error of the server.
    pub async fn request(&self, method: &str, params: Value) -> Result<Value, ProtocolError> {
        self.connection.request(method, params, false).await
    }

    /// Sends a notification. `Value::Null` means no parameters.
    pub fn notify(&self, method: &str, params: Value) {
        self.connection.notify(method, &params);
    }

    /// Requests notifications about changes, such as `json!({ "toolsListChanged": true })`. Returns once the
    /// server has accepted. Before 2026-07-28, does nothing, because a server notifies each client.
    ///
    /// ```
    /// use mcp_tool_runtime::{ProtocolVersion, ToolRegistry, mcp_tool, tools};
    /// use mcp_tool_server::ToolServer;
    /// use mcp_tool_server::testing::TestClient;
    /// use serde_json::json;
    ///
    /// /// Says hello.
    /// #[mcp_tool(read_only)]
    /// fn hello() -> &'static str {
    ///     "hello"
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), mcp_tool_runtime::BuildError> {
    /// for version in ProtocolVersion::ALL {
    ///     let live = ToolRegistry::builder(()).build_live()?;
    ///     let server = ToolServer::new("live", "1.0.0", live.clone());
    ///     let client = TestClient::connect(server, *version).await;
    ///     client.listen(json!({ "toolsListChanged": true })).await;
    ///     let hello = live.build(tools![hello])?;
    ///     live.update(|tools| tools.extend(hello))?;
    ///     client.next_notification("notifications/tools/list_changed").await;
    ///     assert_eq!(client.list_tools().await.len(), 1);
    /// }
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the server rejects the request, for example because its tools cannot change.
    pub async fn listen(&self, notifications: Value) {
        let connection = &*self.connection;
        if !connection.is_modern() {
            return;
        }
        let params = json!({ "notifications": notifications });
        let (_, response) = connection.start("subscriptions/listen", params, false);
        tokio::select! {
            _ = self.next_notification("notifications/subscriptions/acknowledged") => {}
            Ok(Err(error)) = response => panic!("the server rejects `subscriptions/listen`: {error}"),
        }
    }

    /// Removes and returns the parameters of all notifications of a method that have arrived. Notifications
    /// of a call arrive before its response.
    pub fn notifications(&self, method: &str) -> Vec<Value> {
        let mut state = lock(&self.connection.state);
        let (wanted, others) = mem::take(&mut state.notifications)
            .into_iter()
            .partition::<VecDeque<_>, _>(|(name, _)| name == method);
        state.notifications = others;
        wanted.into_iter().map(|(_, params)| params).collect()
    }

    /// Removes and returns the parameters of the oldest notification of a method. Waits if there is none.
    pub async fn next_notification(&self, method: &str) -> Value {
        let find = |state: &mut State| {
            let mut unread = state.notifications.iter();
            if let Some(position) = unread.position(|(name, _)| name == method) {
                return state.notifications.remove(position);
            }
            let is_open = state.end.is_none();
            assert!(is_open, "no `{method}`: {}", state.end_text());
            None
        };
        let missing = |state: &State| {
            let unread = state.notifications.iter().map(|(name, _)| name.as_str());
            format!("no `{method}`, only {:?},", Vec::from_iter(unread))
        };
        self.connection.wait_for(find, missing).await.1
    }

    /// Calls a function with each later message, as the JSON on the wire. Use it to print the messages.
    pub fn inspect(&self, inspect: impl Fn(Direction, &str) + Send + Sync + 'static) {
        lock(&self.connection.state).inspect = Some(Arc::new(inspect));
    }

    /// Closes the connection of all clones, and waits until the server has ended. Use it to test the
    /// shutdown of a server, or to await running calls.
    ///
    /// # Panics
    ///
    /// Panics if the server ends with an error.
    pub async fn close(self) {
        lock(&self.connection.outbox).take();
        let end = |state: &mut State| state.end.clone();
        let missing = |_: &State| "the server does not end".to_owned();
        if let Err(fault) = self.connection.wait_for(end, missing).await {
            panic!("{fault}");
        }
    }
}

impl fmt::Debug for TestClient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TestClient")
            .field("version", &self.connection.version)
            .field("tasks", &self.tasks.len())
            .finish_non_exhaustive()
    }
}

/// Returns the `_meta` that each request needs since 2026-07-28.
fn meta(version: ProtocolVersion, info: &Value, capabilities: &Value) -> Map<String, Value> {
    let members = [
        ("protocolVersion", json!(version.as_str())),
        ("clientInfo", info.clone()),
        ("clientCapabilities", capabilities.clone()),
    ];
    let members = members.into_iter();
    members
        .map(|(name, value)| (format!("io.modelcontextprotocol/{name}"), value))
        .collect()
}
