//! `ToolServer`: serves a registry.

use std::io::{IsTerminal as _, Write as _};
use std::sync::Arc;
use std::time::Duration;
use std::{fmt, io};

use mcp_tool_runtime::content::Icon;
use mcp_tool_runtime::registry::BuildProblem;
use mcp_tool_runtime::{BuildError, ProtocolVersion};
#[cfg(doc)]
use mcp_tool_runtime::{LiveRegistry, ToolContext, ToolRegistry};
use tokio::io::{AsyncRead, AsyncWrite};

use crate::companion::Companion;
#[cfg(feature = "http")]
use crate::http::{HttpConfig, HttpService};
use crate::serve_error::ServeError;
use crate::served::{IncomingRequest, ServerInfo, Settings};
use crate::served_tools::ServedRegistry;
use crate::stdio::serve::{GRACE, serve_io, serve_stdio};

/// Serves the tools of a registry.
///
/// Most programs call [`serve_stdio`](Self::serve_stdio).
///
/// By default, the server offers the protocol versions in [`ProtocolVersion::ALL`], and
/// tools as its only capability. [`logging`](Self::logging) adds log messages. [`beside`](Self::beside), or
/// `beside_handler` of the crate `mcp-tool-rmcp`, adds prompts, resources and more.
///
/// The tools of a [`LiveRegistry`] can change while the server runs. With such a
/// registry, the server declares `listChanged`. After a change, it notifies each initialized session, and each
/// stream of `subscriptions/listen` that requests these notifications. A client that reads slowly gets one
/// notification for several changes. A change does not affect running calls. Over HTTP without sessions,
/// notifications cannot reach clients that use a protocol version before 2026-07-28. So the server does not
/// declare `listChanged` to these clients.
///
/// ```no_run
/// use mcp_tool_runtime::{ToolRegistry, mcp_tool, tools};
/// use mcp_tool_server::ToolServer;
///
/// /// Adds two numbers.
/// #[mcp_tool(read_only)]
/// async fn add(
///     /// The first number
///     a: i64,
///     /// The second number
///     b: i64,
/// ) -> i64 {
///     a + b
/// }
///
/// #[tokio::main(flavor = "current_thread")]
/// async fn main() -> Result<(), Box<dyn std::error::Error>> {
///     let registry = ToolRegistry::builder(()).tools(tools![add]).build()?;
///     ToolServer::new("calculator", env!("CARGO_PKG_VERSION"), registry)
///         .title("Calculator")
///         .serve_stdio()
///         .await?;
///     Ok(())
/// }
/// ```
#[derive(Clone)]
pub struct ToolServer {
    pub(crate) settings: Settings,
}

impl ToolServer {
    /// Creates a server from its `name`, its `version`, and a [`ToolRegistry`] or
    /// [`LiveRegistry`].
    ///
    /// ```
    /// use mcp_tool_runtime::ToolRegistry;
    /// use mcp_tool_server::ToolServer;
    ///
    /// let live = ToolRegistry::builder(()).build_live()?;
    /// let server = ToolServer::new("live", "1.0.0", live.clone());
    /// // Serve it. Clients get a notification after each change of `live`.
    /// # Ok::<(), mcp_tool_runtime::BuildError>(())
    /// ```
    pub fn new(
        name: impl Into<String>,
        version: impl Into<String>,
        registry: impl ServedRegistry,
    ) -> Self {
        ToolServer {
            settings: Settings {
                info: ServerInfo {
                    name: name.into(),
                    version: version.into(),
                    ..ServerInfo::default()
                },
                instructions: None,
                tools: registry.into(),
                before_call: None,
                versions: ProtocolVersion::ALL.to_vec(),
                logs: false,
                companion: None,
            },
        }
    }

    /// Returns the line for a person who starts the program in a terminal.
    pub(crate) fn greeting(&self) -> String {
        let ServerInfo { name, version, .. } = &self.settings.info;
        let tools = match self.settings.tools.snapshot().definitions().len() {
            1 => "1 tool".to_owned(),
            count => format!("{count} tools"),
        };
        let companion = match self.settings.companion {
            Some(_) => " and those of a companion",
            None => "",
        };
        format!("{name} {version}: {tools}{companion}, waiting for a client on standard input")
    }

    /// Sets the name that people see. The `name` from [`new`](Self::new) is for programs.
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.settings.info.title = Some(title.into());
        self
    }

    /// Sets a description for people. [`instructions`](Self::instructions) are for the model.
    ///
    /// ```
    /// use mcp_tool_runtime::content::Icon;
    /// use mcp_tool_runtime::ToolRegistry;
    /// use mcp_tool_server::ToolServer;
    ///
    /// let registry = ToolRegistry::builder(()).build()?;
    /// let server = ToolServer::new("calculator", "1.0.0", registry)
    ///     .title("Calculator")
    ///     .description("Adds and multiplies numbers of any size")
    ///     .website("https://calculator.example")
    ///     .icons([Icon::new("https://calculator.example/icon.png")])
    ///     .instructions("Prefer one call with many numbers.");
    /// # Ok::<(), mcp_tool_runtime::BuildError>(())
    /// ```
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.settings.info.description = Some(description.into());
        self
    }

    /// Sets the URL of the server's website.
    pub fn website(mut self, url: impl Into<String>) -> Self {
        self.settings.info.website_url = Some(url.into());
        self
    }

    /// Sets the icons that a client may show for the server.
    pub fn icons(mut self, icons: impl IntoIterator<Item = Icon>) -> Self {
        self.settings.info.icons = Some(icons.into_iter().collect());
        self
    }

    /// Sets what a model should know about the server as a whole.
    pub fn instructions(mut self, instructions: impl Into<String>) -> Self {
        self.settings.instructions = Some(instructions.into());
        self
    }

    /// Sets the protocol versions that the server offers. Default: all that the runtime supports.
    ///
    /// Offer fewer versions only to work around a client. For example, a connector of Claude was reported to mix two
    /// versions in one request (anthropics/claude-code#93290).
    ///
    /// ```
    /// use mcp_tool_runtime::{ProtocolVersion, ToolRegistry};
    /// use mcp_tool_server::ToolServer;
    ///
    /// let registry = ToolRegistry::builder(()).build()?;
    /// let server = ToolServer::new("calculator", "1.0.0", registry)
    ///     .protocol_versions([ProtocolVersion::V2025_06_18, ProtocolVersion::V2025_11_25]);
    /// # Ok::<(), mcp_tool_runtime::BuildError>(())
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if `versions` is empty.
    pub fn protocol_versions(
        mut self,
        versions: impl IntoIterator<Item = ProtocolVersion>,
    ) -> Self {
        let mut versions: Vec<_> = versions.into_iter().collect();
        assert!(
            !versions.is_empty(),
            "a server offers at least one protocol version"
        );
        versions.sort_unstable();
        versions.dedup();
        self.settings.versions = versions;
        self
    }

    /// Offers log messages to clients: the server declares the capability `logging`, and
    /// [`ToolContext::log`] sends messages. Default: the server does not
    /// offer them. Over HTTP, clients of protocol versions before 2026-07-28 can set the level only in a session.
    pub fn logging(mut self) -> Self {
        self.settings.logs = true;
        self
    }

    /// Sets a function that runs before each call, and can add values to its request. The tool can read the
    /// request's extensions through its context. If a [`visible`](mcp_tool_runtime::registry::ToolRegistryBuilder::visible)
    /// function decides which tools a caller sees, the function set here also runs for each `tools/list`
    /// request.
    ///
    /// Over HTTP, the extensions already include the head of the HTTP request, as `http::request::Parts`, and the
    /// values that middleware inserted.
    ///
    /// ```
    /// use axum::http::request::Parts;
    /// use mcp_tool_runtime::{ToolContext, ToolRegistry, mcp_tool, tools};
    /// use mcp_tool_server::ToolServer;
    ///
    /// #[derive(Clone)]
    /// struct Language(String);
    ///
    /// /// Says hello in the language of the user.
    /// #[mcp_tool(read_only)]
    /// async fn hello(#[context] cx: &ToolContext) -> &'static str {
    ///     match cx.extension::<Language>() {
    ///         Some(Language(language)) if language.starts_with("fr") => "Bonjour",
    ///         _ => "Hello",
    ///     }
    /// }
    ///
    /// let registry = ToolRegistry::builder(()).tools(tools![hello]).build()?;
    /// let server = ToolServer::new("greeter", "1.0.0", registry).before_call(|request| {
    ///     let parts = request.extension::<Parts>();
    ///     let language = parts.and_then(|parts| parts.headers.get("accept-language"));
    ///     if let Some(language) = language.and_then(|language| language.to_str().ok()) {
    ///         let language = Language(language.to_owned());
    ///         request.insert(language);
    ///     }
    /// });
    /// # Ok::<(), mcp_tool_runtime::BuildError>(())
    /// ```
    pub fn before_call(
        mut self,
        prepare: impl Fn(&mut IncomingRequest) + Send + Sync + 'static,
    ) -> Self {
        self.settings.before_call = Some(Arc::new(prepare));
        self
    }

    /// Adds a [`Companion`], which serves prompts, resources and more beside the tools. The example is at
    /// [`Companion`].
    ///
    /// - **Capabilities and instructions** of both are joined. Name and version are this server's. If this server lacks a
    ///   title, a description, icons or a website, clients see the companion's.
    /// - **Requests** that this server does not handle itself go to the companion as they came.
    /// - **Tools** of the companion follow this server's tools in the list, and the companion serves their calls.
    ///   If both have a tool of one name, clients see only this server's, and each listing logs an error.
    /// - **Protocol versions** are those that both speak.
    ///
    /// # Errors
    ///
    /// Returns an error if the companion [knows](Companion::has_tool) the name of a tool of this server. The error lists
    /// all such tools.
    ///
    /// # Panics
    ///
    /// Panics if the server has a companion already.
    pub fn beside(mut self, companion: impl Companion) -> Result<Self, BuildError> {
        assert!(
            self.settings.companion.is_none(),
            "a server can have only one companion beside its tools"
        );
        let tools = self.settings.tools.snapshot();
        let both = tools
            .definitions()
            .iter()
            .filter(|tool| companion.has_tool(&tool.name));
        let problems: Vec<_> = both
            .map(|tool| BuildProblem::Part {
                tool: tool.name.clone(),
                part: "name".to_owned(),
                reason: "what serves beside the registry also has a tool of this name; remove one of the two, for example from `#[tool_router]`"
                    .to_owned(),
            })
            .collect();
        if !problems.is_empty() {
            return Err(BuildError::new(problems));
        }
        self.settings.companion = Some(Arc::new(companion));
        Ok(self)
    }
}

impl ToolServer {
    /// The grace period of a shutdown: 5 seconds. The server then cancels the calls that still run, and
    /// responds to them with errors. Over stdio, and with [`serve_io`](Self::serve_io), it waits up to one
    /// more second for `blocking` functions and slow clients.
    pub const GRACE: Duration = GRACE;

    /// Serves the process's own standard input and output, one message per line. The shutdown starts when
    /// standard input ends, or on ctrl-c. On Unix, SIGTERM and SIGHUP also start it. The server then reads no more.
    /// Running calls have [`GRACE`](Self::GRACE) to finish. Before this method returns, the server writes
    /// every response, unless the client reads too slowly. A signal during the shutdown cancels running calls
    /// at once.
    ///
    /// Once the server has started, these signals no longer end the process directly, even after this method
    /// returns. On Linux, a process that ignores SIGHUP, for example under `nohup`, still ignores it.
    ///
    /// At most 256 requests run at a time. This limit ignores `subscriptions/listen` streams and requests
    /// that wait for a response from the client. Including these, at most 1,024 requests are open. While the
    /// open requests' messages total 16 MiB or more and at least one request runs, no further request starts.
    /// While the queue of further requests holds 1 MiB or more, the server does not read. While the server
    /// reads, it handles cancellations and the client's responses at once, ahead of queued requests. While 1 MiB
    /// or more waits for a client that reads slowly, no further request starts, and notifications of tools are
    /// dropped. In protocol version 2025-03-26, a batch has 1 to 50 messages. Other versions have no batches.
    ///
    /// If standard input is a terminal, the server prints one line to standard error: name, version, number
    /// of tools, and that it waits for a client.
    ///
    /// Only the protocol may use standard input and output. So on Unix, while the server runs:
    ///
    /// - the standard output of other code goes to standard error, including that of `println!`, C libraries
    ///   and child processes;
    /// - other code that reads standard input finds it empty, so no child process reads the client's
    ///   messages;
    /// - no code waits for a client that does not read standard error. If standard error is a pipe or a socket,
    ///   two threads copy text to it, keep up to 256 KiB for a slow client, and drop further text. A line in the
    ///   log then counts the lost bytes. Text that code prints just before it aborts the process or calls
    ///   `std::process::exit` can be lost.
    ///
    /// Standard output and standard error are restored when this method returns, or when its future is dropped.
    /// First, the client has up to one second to read the rest of the log. If it reads too slowly, or has
    /// closed its end, the copy continues. Standard input stays empty for other code, because the server may
    /// have read ahead. On other platforms, the server
    /// redirects nothing, so a tool must not print to standard output.
    ///
    /// # Errors
    ///
    /// Returns an error if the streams cannot be set up, read or written, if signals are unavailable.
    ///
    /// # Panics
    ///
    /// Panics outside of a Tokio runtime with I/O and time. `#[tokio::main]` creates such a runtime.
    pub async fn serve_stdio(self) -> Result<(), ServeError> {
        if io::stdin().is_terminal() {
            // `eprintln!` panics if it cannot write to standard error. So use `writeln!`, and
            // ignore its error.
            let _ = writeln!(io::stderr(), "{}", self.greeting());
        }
        serve_stdio(self.settings).await
    }

    /// Serves any pair of streams, such as the halves of a socket, or of an in-memory pipe in a test. Works
    /// like [`serve_stdio`](Self::serve_stdio), but redirects no streams, prints no line to standard error,
    /// and ignores signals.
    ///
    /// The server stops when the input ends. To stop it earlier, drop the future, for example with `select!`.
    /// The server then stops reading, cancels running calls, and responds with errors. Its tasks continue in
    /// the background until the responses are written.
    ///
    /// The server answers every request exactly once, unless the client cancels the request. It also answers
    /// malformed requests. It accepts requests of all protocol versions in any order.
    ///
    /// ```
    /// use mcp_tool_runtime::ToolRegistry;
    /// use mcp_tool_server::ToolServer;
    /// use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let (mut client, stream) = tokio::io::duplex(4096);
    /// client.write_all(b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n").await?;
    /// client.shutdown().await?;
    ///
    /// let (input, output) = tokio::io::split(stream);
    /// let registry = ToolRegistry::builder(()).build()?;
    /// ToolServer::new("empty", "1.0.0", registry).serve_io(input, output).await?;
    ///
    /// let mut answers = String::new();
    /// client.read_to_string(&mut answers).await?;
    /// assert_eq!(answers, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the streams cannot be read or written.
    pub async fn serve_io<R, W>(self, input: R, output: W) -> Result<(), ServeError>
    where
        R: AsyncRead + Send + Unpin + 'static,
        W: AsyncWrite + Send + Unpin + 'static,
    {
        let (input, output) = (Box::new(input), Box::new(output));
        serve_io(self.settings, input, output).await
    }

    /// Returns the server as a `tower` service that speaks Streamable HTTP, for a path such as `/mcp`. All
    /// connections share the registry and its state. Pass the service to [`serve_http`](crate::serve_http),
    /// for example.
    ///
    /// # Panics
    ///
    /// Panics if a tool has `scopes`, and the configuration has no [protection](HttpConfig::protect).
    #[cfg(feature = "http")]
    #[cfg_attr(docsrs, doc(cfg(feature = "http")))]
    pub fn http_service(self, config: HttpConfig) -> HttpService {
        HttpService::new(self.settings, config)
    }
}

impl fmt::Debug for ToolServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolServer")
            .field("name", &self.settings.info.name)
            .field("version", &self.settings.info.version)
            .finish_non_exhaustive()
    }
}
