//! Declare tools of the Model Context Protocol (MCP) as plain Rust functions.
//!
//! `#[mcp_tool]` turns a function into a tool, [`tools!`] lists tools, and a [`ToolRegistry`] calls them in
//! every [`ProtocolVersion`]. This crate has no transport and no async runtime: the crate `mcp-tool-server`
//! serves a registry on standard input and output, and over HTTP. Your own server needs only
//! [`ToolRegistry::handle_json`]. In programs that use the official Rust SDK, `mcp-tool-rmcp` joins both.
//!
//! ```
//! use mcp_tool_runtime::{ProtocolVersion, ToolContext, ToolError, ToolRegistry, mcp_tool, tools};
//!
//! /// The state that tools share.
//! struct Library {
//!     titles: Vec<String>,
//! }
//!
//! #[derive(serde::Serialize, schemars::JsonSchema)]
//! struct Found {
//!     titles: Vec<String>,
//! }
//!
//! /// Searches the library by title.
//! #[mcp_tool(title = "Search titles", read_only)]
//! async fn search(
//!     #[state] library: &Library,
//!     /// Words of the title
//!     words: &str,
//!     /// Largest number of titles
//!     #[arg(default = 10, range(1..=100))]
//!     limit: usize,
//! ) -> Result<Found, ToolError> {
//!     if words.trim().is_empty() {
//!         return Err(ToolError::new("`words` is empty").suggest("send a word of the title"));
//!     }
//!     let found = library.titles.iter().filter(|title| title.contains(words));
//!     Ok(Found { titles: found.take(limit).cloned().collect() })
//! }
//!
//! # async fn run() -> Result<(), Box<dyn std::error::Error>> {
//! let library = Library { titles: vec!["Emma".to_owned()] };
//! let registry = ToolRegistry::builder(library).tools(tools![search]).build()?;
//!
//! let request = br#"{"jsonrpc":"2.0","id":1,"method":"tools/call",
//!                    "params":{"name":"search","arguments":{"words":"Em"}}}"#;
//! let context = ToolContext::new(ProtocolVersion::V2025_11_25);
//! let response = registry.handle_json(request, &context).await.unwrap();
//! assert!(String::from_utf8(response)?.contains(r#""structuredContent":{"titles":["Emma"]}"#));
//! # Ok(())
//! # }
//! # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(run()).unwrap();
//! ```
//!
//! Add these crates to your `Cargo.toml`: `mcp-tool-runtime`, `mcp-tool-server`, `serde` with `derive`,
//! `schemars`, and `tokio` with `macros` and `rt-multi-thread`.
//!
//! # Where to look
//!
//! | topic | page |
//! |---|---|
//! | attribute keys, parameters and return types of a tool | [`#[mcp_tool]`](macro@mcp_tool) |
//! | methods as tools | [`#[mcp_tools]`](macro@mcp_tools) |
//! | tools that borrow one field of the state | [`HasState`](derive@HasState) |
//! | errors: the text for the model, the cause for the log | [`ToolError`](struct@ToolError), [`#[derive(ToolError)]`](derive@ToolError) |
//! | progress, cancellation, information about the client, questions to the user | [`ToolContext`], [`#[derive(ElicitForm)]`](derive@ElicitForm) |
//! | stdio and HTTP servers | the crate `mcp-tool-server` |
//! | your own server, with requests and responses as bytes | [`ToolRegistry::handle_json`], [`embed`] |
//! | making tools at run time; joining registries, filtering and renaming their tools | [`Tool::builder`], [`ToolRegistry::extend`] |
//! | tests of tools, and the linter (feature `testing`) | `testing`, `check_tools!`, `lint` |
//!
//! The repository has a guide, which includes a tutorial. It also has example programs.
//!
//! # A call in a test
//!
//! ```
//! use mcp_tool_runtime::{CallToolRequest, ToolContext, ToolRegistry, mcp_tool, tools};
//! use serde_json::json;
//!
//! /// Adds two numbers.
//! #[mcp_tool(title = "Add", read_only)]
//! async fn add(
//!     /// The first number
//!     a: i64,
//!     /// The second number
//!     #[arg(default = 1)]
//!     b: i64,
//! ) -> i64 {
//!     a + b
//! }
//!
//! # async fn run() -> Result<(), Box<dyn std::error::Error>> {
//! let registry = ToolRegistry::builder(()).tools(tools![add]).build()?;
//!
//! let request = CallToolRequest::new("add").with_arguments(json!({ "a": 41 }));
//! let result = registry.call(request, &ToolContext::detached()).await?.complete().unwrap();
//! assert_eq!(result.content()[0].as_text(), Some("42"));
//!
//! // The function is still a function.
//! assert_eq!(add(1, 2).await, 3);
//! # Ok(())
//! # }
//! # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(run()).unwrap();
//! ```
//!
//! # Features
//!
//! Default: none. Without any feature, the dependency tree has no async runtime.
//!
//! | feature | adds |
//! |---|---|
//! | `garde` | validation of arguments whose types derive `garde::Validate` |
//! | `inventory` | `collect_tools!`: collections that tools join with `register = …` |
//! | `metrics` | a counter and a duration histogram of calls, for the `metrics` facade |
//! | `regex` | `#[arg(pattern("…"))]`, and `pattern` in the schemas of argument types |
//! | `request-state` | `#[mcp_tool(request_state)]`: the client keeps the user's earlier answers, which the server signs with a secret key |
//! | `testing` | for tests: the modules `testing` and `lint`, and `check_tools!`. They call tools, compare golden files, and check that clients accept the tools |
//! | `tower` | `ToolRegistryBuilder::layer` and `Tool::layer`: `tower` layers around calls |
//!
//! Other crates of this project enable these features:
//!
//! | feature | adds |
//! |---|---|
//! | `http-types` | [`ToolContext::extension`] finds what middleware put into the HTTP request (`mcp-tool-server`) |
//! | `rmcp-types` | results and errors of the official Rust SDK as those of tools (`mcp-tool-rmcp`) |
//! | `tokio` | a default clock for `timeout`, and default threads for `blocking` (`mcp-tool-server`) |
#![cfg_attr(docsrs, feature(doc_cfg))]
#![warn(missing_docs)]
// Warn about `print!`, `println!`, `eprint!` and `eprintln!`. These macros panic if the other end
// of the stream is closed.
#![cfg_attr(not(test), warn(clippy::print_stderr, clippy::print_stdout))]

// Each file or folder imports only those that are listed above it.
//
// const_checks  checks of names, texts and icons in the compiler
// content       content blocks
// error         errors for the model, the client and the author of the server
// services      timers, and threads for blocking functions
// json          exact integers and strict writing of JSON
// protocol      protocol versions, and what clients declare
// definition    what a client reads about a tool
// arguments     from a client's JSON to the values that a function takes
// elicit        questions to the user
// context       the request of a call, its client, and messages to the client
// result        the result of a call, and its JSON for each protocol version
// return_type   from the value that a function returns to the outcome of its call
// call          one call: guards, layers, the function, the result
// json_rpc      JSON-RPC messages
// tool          tools from declarations, and tools made at run time
// registry      the tools of a server
// embed         what a server needs
// testing       helpers for the tests of users
// private       what expansions need

#[allow(missing_docs)] // Users use only the items that `bounds` and `registry` export.
mod arguments;
mod call;
#[allow(missing_docs)] // Only expansions use these items.
mod const_checks;
pub mod content;
pub mod context;
mod definition;
pub mod elicit;
pub mod embed;
mod error;
mod json;
mod json_rpc;
mod protocol;
pub mod registry;
mod result;
#[allow(missing_docs)] // Only expansions use these items.
mod return_type;
mod services;
#[cfg(feature = "testing")]
#[cfg_attr(docsrs, doc(cfg(feature = "testing")))]
pub mod testing;
/// Replaces `check_tools!` if the feature `testing` is off. Its compile error explains how to enable the
/// feature.
#[cfg(not(feature = "testing"))]
#[doc(hidden)]
#[macro_export]
macro_rules! check_tools {
    ($($any:tt)*) => {
        ::core::compile_error!(
            "`check_tools!` needs the feature `testing` of `mcp-tool-runtime`\n\nhelp: add the \
             feature under `[dev-dependencies]`, and write `check_tools!` inside of `#[cfg(test)] mod tests`"
        );
    };
}
#[allow(missing_docs)] // Users use only `HasState`, `Tool` and `ToolBuilder`.
mod tool;

#[doc(hidden)]
#[allow(missing_docs)]
#[path = "private.rs"]
pub mod __private;

/// Guards and layers around the calls of tools.
///
/// [`ToolRegistryBuilder::guard`](registry::ToolRegistryBuilder::guard), [`ToolRegistryBuilder::layer`](registry::ToolRegistryBuilder::layer) and [`Tool::layer`] add them.
pub mod middleware {
    #[doc(hidden)]
    pub use crate::call::GuardResult;
    #[cfg(feature = "tower")]
    #[cfg_attr(docsrs, doc(cfg(feature = "tower")))]
    pub use crate::call::{BoxError, LayerError, ToolService};
    pub use crate::call::{GuardedCall, ToolCall};
}

/// Traits that the type of an argument must implement if rules restrict the argument.
///
/// Implement them for your own type, so that `range`, `length`, `pattern` and `header` work with it. If a
/// compile error names another trait of this module, do not implement that trait. Derives and the macros of
/// this crate implement it.
pub mod bounds {
    #[cfg(feature = "regex")]
    #[cfg_attr(docsrs, doc(cfg(feature = "regex")))]
    pub use crate::arguments::TextArgument;
    pub use crate::arguments::{HeaderArgument, LengthArgument, LengthUnit, NumberArgument};

    #[doc(hidden)]
    pub use crate::arguments::{
        ArgumentType, Bound, DefaultArgument, DescribeArgument, NoType, Parameter, ReadArgument,
        ReferenceArgument, Rules, SchemaFunction, TextDefault, ToJson, WriteArgument,
    };
    #[doc(hidden)]
    pub use crate::context::{
        FromContext, PrincipalArgument, ProgressAmount, ProgressMessage, ProgressTotal,
    };
    #[doc(hidden)]
    pub use crate::elicit::{DescribeForm, FormChoice, FormField, ReadForm};
    #[doc(hidden)]
    pub use crate::error::{LoggedError, Mapping, TransparentError};
    #[doc(hidden)]
    pub use crate::return_type::select::*;
    #[doc(hidden)]
    pub use crate::return_type::{
        AwaitedResult, ContentAndData, DescribeOutput, ExplainFailure, HandBuiltResult,
        HandlerError, HandlerResult, OneResult, OneResultOutside, OwnResult, Publish, Returns,
        SerializeResult, Success,
    };
    #[doc(hidden)]
    pub use crate::tool::{
        AsyncState, CallTool, DeclaredTool, IsTool, McpTool, NewName, NoState, NoText, NoTools,
        OneTool, PlainFunction, Pointer, SecondBlockNeeds, SharedState, State, Text, TextOption,
        ToolList, ToolsOf, ToolsOfType, async_state, reply_later,
    };
    #[cfg(feature = "inventory")]
    #[doc(hidden)]
    pub use crate::tool::{CollectedTools, ToolCollection};
    #[doc(hidden)]
    pub use mcp_tool_schema::manual::ManualSchema;
}

/// How the registry rewrites the schemas of arguments and results.
pub mod schema {
    /// How the registry rewrites generated schemas before it publishes them.
    ///
    /// ```
    /// use mcp_tool_runtime::schema::SchemaProfile;
    /// use mcp_tool_runtime::{ToolRegistry, mcp_tool, tools};
    /// use serde_json::json;
    ///
    /// /// Waits.
    /// #[mcp_tool]
    /// async fn wait(
    ///     /// For how long
    ///     seconds: Option<u8>,
    /// ) {
    ///     let _ = seconds;
    /// }
    ///
    /// let published = |profile| {
    ///     let builder = ToolRegistry::builder(()).schema_profile(profile);
    ///     let registry = builder.tools(tools![wait]).build()?;
    ///     Ok(registry.definitions()[0].input_schema["properties"]["seconds"].clone())
    /// };
    /// assert_eq!(
    ///     published(SchemaProfile::Portable)?,
    ///     json!({ "description": "For how long", "type": "integer", "minimum": 0, "maximum": 255 }),
    /// );
    /// assert_eq!(
    ///     published(SchemaProfile::AsGenerated)?,
    ///     json!({
    ///         "description": "For how long",
    ///         "type": ["integer", "null"], "format": "uint8", "minimum": 0, "maximum": 255,
    ///     }),
    /// );
    /// # Ok::<(), mcp_tool_runtime::BuildError>(())
    /// ```
    #[doc(inline)]
    pub use mcp_tool_schema::generate::SchemaProfile;

    #[doc(hidden)]
    pub use mcp_tool_schema::generate::SchemaFn;
    #[cfg(feature = "testing")]
    #[doc(hidden)]
    pub use mcp_tool_schema::generate::portable_schema;
    #[doc(hidden)]
    pub use mcp_tool_schema::manual::ManualSchema;
}
pub use content::block::ContentBlock;
pub use context::tool_context::ToolContext;
pub use definition::{ToolAnnotations, ToolDefinition};
pub use elicit::bounds::ElicitForm;
pub use error::{BuildError, IntoToolError, ProtocolError, ToolError};
#[doc = include_str!("../docs/elicit_form.md")]
pub use mcp_tool_macros::ElicitForm;
#[doc = include_str!("../docs/has_state.md")]
pub use mcp_tool_macros::HasState;
#[doc = include_str!("../docs/tool_error.md")]
pub use mcp_tool_macros::ToolError;
#[doc = include_str!("../docs/mcp_tool.md")]
pub use mcp_tool_macros::mcp_tool;
#[doc = include_str!("../docs/mcp_tools.md")]
pub use mcp_tool_macros::mcp_tools;
// For users who import `tool` as from the official SDK. The macro reports the right name.
pub use call::CallToolRequest;
#[doc(hidden)]
pub use mcp_tool_macros::tool;
#[doc(inline)]
pub use mcp_tool_schema::safe_int::{SafeInt, SafeIntError};
pub use protocol::{ProtocolVersion, UnsupportedProtocolVersion};
pub use registry::defaults::ToolDefaults;
pub use registry::definitions::definitions;
pub use registry::live_registry::LiveRegistry;
pub use registry::tool_registry::ToolRegistry;
pub use result::{CallToolResponse, CallToolResult, InputRequired, StructuredContent};
pub use return_type::{WithContent, WithText};
pub use tool::{HasState, Tool, ToolBuilder};

#[cfg(feature = "testing")]
#[cfg_attr(docsrs, doc(cfg(feature = "testing")))]
#[doc(no_inline)]
pub use mcp_tool_lint as lint;
#[doc(no_inline)]
pub use {schemars, serde};

/// Lists tools for [`ToolRegistryBuilder::tools`](registry::ToolRegistryBuilder::tools). A list with two tools of the same name does not compile. For
/// generic entries, such as `Server<D>`, `build()` reports duplicate names instead.
///
/// An entry is the path of a function with [`#[mcp_tool]`](macro@mcp_tool), or a type with methods that
/// [`#[mcp_tools]`](macro@mcp_tools) turns into tools. An entry can have attributes such as `#[cfg]`. The
/// macro returns a `Vec<Tool<S>>`, where `S` is the type of the state. If a tool and its file are both named
/// `search`, [list the tool as `search::search`](macro@mcp_tool#one-file-per-tool).
///
/// ```
/// use mcp_tool_runtime::{ToolRegistry, mcp_tool, tools};
///
/// mod admin {
///     use mcp_tool_runtime::mcp_tool;
///
///     /// Empties the cache.
///     #[mcp_tool(destructive)]
///     pub async fn purge_cache() {}
/// }
///
/// /// Reports whether the server is healthy.
/// #[mcp_tool(read_only)]
/// fn health() -> &'static str {
///     "healthy"
/// }
///
/// let registry = ToolRegistry::builder(())
///     .tools(tools![health, admin::purge_cache])
///     .build()?;
/// assert_eq!(registry.definitions().len(), 2);
/// # Ok::<(), mcp_tool_runtime::BuildError>(())
/// ```
///
/// The expansion contains `#[allow(deprecated)]`, because a list may contain deprecated tools. So a crate
/// that uses `tools!` can `deny` this lint, but cannot `forbid` it.
///
/// A function without `#[mcp_tool]` is not a tool. If you list one, the compiler reports an error at its
/// entry.
#[macro_export]
macro_rules! tools {
    ($($entries:tt)*) => {
        $crate::__private::tools_impl!(($crate) $($entries)*)
    };
}

/// Declares a collection of tools. Tools anywhere in the program join it with
/// `#[mcp_tool(register = AppTools)]`.
///
/// Write the name of the collection, and then the type of the state that its tools share. A tool can borrow
/// this state or a [part](trait@HasState) of it. A tool that needs any other state does not compile.
/// `AppTools::tools()` returns the tools, sorted by name. A collection contains only the tools whose
/// `register` key names the collection.
///
/// ```
/// use mcp_tool_runtime::{ToolRegistry, collect_tools, mcp_tool};
///
/// collect_tools!(pub AppTools: ());
///
/// mod admin {
///     use mcp_tool_runtime::mcp_tool;
///
///     /// Empties the cache.
///     #[mcp_tool(destructive, register = super::AppTools)]
///     async fn purge_cache() {}
/// }
///
/// /// Reports whether the server is healthy.
/// #[mcp_tool(read_only, register = AppTools)]
/// fn health() -> &'static str {
///     "healthy"
/// }
///
/// # fn main() -> Result<(), mcp_tool_runtime::BuildError> {
/// let registry = ToolRegistry::builder(()).tools(AppTools::tools()).build()?;
/// let names: Vec<_> = registry.definitions().iter().map(|tool| &tool.name).collect();
/// assert_eq!(names, ["health", "purge_cache"]);
/// # Ok(())
/// # }
/// ```
///
/// The linker drops the tools of a library crate if the program uses nothing else from that crate.
#[cfg(feature = "inventory")]
#[cfg_attr(docsrs, doc(cfg(feature = "inventory")))]
#[macro_export]
macro_rules! collect_tools {
    ($(#[$attribute:meta])* $visibility:vis $name:ident: $state:ty $(;)?) => {
        $(#[$attribute])*
        #[allow(missing_copy_implementations, missing_debug_implementations)]
        $visibility struct $name;
        const _: () = {
            use $crate::__private as __mcp;
            impl $name {
                /// Returns the tools of the collection, sorted by name.
                #[allow(dead_code)]
                pub fn tools() -> ::std::vec::Vec<$crate::Tool<$state>> {
                    __mcp::collected::<$name>()
                }
            }
            impl __mcp::ToolCollection for $name {
                type State = $state;
            }
        };
    };
}
