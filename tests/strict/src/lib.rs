//! A library that denies as many lints as possible. The code that the macros generate must not violate any of
//! these lints. If this library compiles, that code violates none of the denied rustc lints. Only
//! `cargo clippy` checks clippy's lints.

#![deny(
    deprecated,
    elided_lifetimes_in_paths,
    explicit_outlives_requirements,
    future_incompatible,
    keyword_idents,
    let_underscore,
    macro_use_extern_crate,
    missing_copy_implementations,
    missing_debug_implementations,
    missing_docs,
    non_ascii_idents,
    nonstandard_style,
    redundant_lifetimes,
    rust_2018_idioms,
    rust_2021_compatibility,
    rust_2024_compatibility,
    single_use_lifetimes,
    trivial_casts,
    trivial_numeric_casts,
    unnameable_types,
    unreachable_pub,
    unsafe_code,
    unused,
    unused_crate_dependencies,
    unused_import_braces,
    unused_lifetimes,
    unused_qualifications,
    unused_results,
    variant_size_differences,
    warnings
)]
#![deny(
    clippy::all,
    clippy::pedantic,
    clippy::nursery,
    clippy::cargo,
    clippy::absolute_paths,
    clippy::allow_attributes_without_reason,
    clippy::clone_on_ref_ptr,
    clippy::dbg_macro,
    clippy::exit,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::missing_docs_in_private_items,
    clippy::panic,
    clippy::print_stdout,
    clippy::redundant_type_annotations,
    clippy::shadow_unrelated,
    clippy::str_to_string,
    clippy::todo,
    clippy::unwrap_used,
    clippy::wildcard_enum_match_arm
)]
// Use `forbid`, so that an `#[allow]` for one of these lints in the expansion of a macro is a
// compile error.
#![forbid(
    missing_copy_implementations,
    missing_debug_implementations,
    missing_docs,
    unsafe_op_in_unsafe_fn
)]
#![allow(
    clippy::cargo_common_metadata,
    clippy::missing_const_for_fn,
    clippy::multiple_crate_versions,
    clippy::redundant_pub_crate,
    reason = "these are about the tools here, and not about what is made of them"
)]

use std::error::Error;
use std::fmt::{Display, Formatter, Result as Formatted};
use std::future::ready;
use std::sync::Arc;

use mcp_tool_runtime::{
    BuildError, ElicitForm, HasState, ToolContext, ToolError, ToolRegistry, mcp_tool, mcp_tools,
    tools,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A place on Earth.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Place {
    /// Degrees north
    pub lat: f64,
    /// Degrees east
    pub lon: f64,
}

/// A database.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Database;

/// The state of the tools.
#[derive(Debug, HasState)]
#[non_exhaustive]
pub struct App {
    /// A part of the state, which tools can borrow.
    database: Database,
    /// Another part. Tools borrow the value inside the `Arc`.
    #[state(deref)]
    limit: Arc<u32>,
    /// Tools cannot borrow this field as a part of the state.
    #[state(skip)]
    _name: String,
}

/// A question to the user.
#[derive(Debug, ElicitForm, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct Question {
    /// A choice.
    pub answer: Answer,
    /// Several choices.
    pub answers: Option<Vec<Answer>>,
    /// A text.
    pub reason: Reason,
    /// Always empty.
    #[deprecated = "nobody fills this in"]
    pub old: Option<bool>,
}

/// The choices.
#[derive(Clone, Copy, Debug, ElicitForm, Deserialize, JsonSchema)]
#[non_exhaustive]
pub enum Answer {
    /// This.
    This,
    /// That.
    That,
}

/// A text.
#[derive(Debug, ElicitForm, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct Reason(
    /// Its words.
    pub String,
);

/// The reasons why reading a note fails.
#[derive(Debug, ToolError)]
#[non_exhaustive]
pub enum NoteError {
    /// There is no such note.
    #[tool_error("no note {id}", suggest = "ask for less than {limit}")]
    Missing {
        /// The number of the missing note.
        id: u32,
        /// The number of notes.
        limit: u32,
        /// The reader of the note.
        #[deprecated = "nobody asks"]
        reader: String,
    },
    /// An inner error.
    #[tool_error(transparent)]
    Inside(Box<Self>),
    /// The database is closed.
    #[tool_error(private, retry_after = "1m")]
    #[deprecated = "it is always open"]
    Closed(String),
}

impl Display for NoteError {
    fn fmt(&self, f: &mut Formatter<'_>) -> Formatted {
        f.write_str("the note cannot be read")
    }
}

impl Error for NoteError {}

/// Reads a note.
///
/// # Errors
///
/// Always returns an error.
#[mcp_tool]
pub fn read(
    #[state] limit: &u32,
    /// The number of the note
    id: u32,
) -> Result<String, NoteError> {
    let missing = NoteError::Missing {
        id,
        limit: *limit,
        reader: String::new(),
    };
    Err(NoteError::Inside(Box::new(missing)))
}

/// Finds a place.
///
/// # Errors
///
/// Returns an error if there is no such place.
#[mcp_tool(title = "Find", read_only)]
pub async fn find(
    #[state] database: &Database,
    #[context] cx: &ToolContext,
    /// The name of the place
    name: &str,
    /// Number of places to skip
    #[arg(default = 0)]
    skip: u32,
    /// Near this
    near: Option<Place>,
    /// Other names of the place
    #[arg(default)]
    others: Vec<String>,
) -> Result<Place, ToolError> {
    let Database = database;
    let _: mcp_tool_runtime::ProtocolVersion = ready(cx.protocol_version()).await;
    near.filter(|_| skip == 0 && others.is_empty())
        .ok_or_else(|| ToolError::new(name))
}

/// Returns nothing.
#[mcp_tool]
pub const fn nothing() {}

/// Returns its argument.
#[mcp_tool]
#[must_use]
pub fn echo(
    /// Text of the result
    text: String,
) -> String {
    text
}

/// A private module with tools.
mod private {
    use super::mcp_tool;

    /// Is visible in this crate only.
    #[mcp_tool]
    pub(crate) fn restricted() {}

    /// A tool that no `tools!` list contains. The compiler must give exactly one warning about this tool:
    /// that it is unused.
    #[expect(dead_code, reason = "it is neither listed nor called")]
    #[mcp_tool(read_only)]
    fn unlisted(
        /// A number
        number: u8,
    ) -> u8 {
        number
    }

    /// `caller` calls this tool as a function, so the compiler must not warn that it is unused.
    #[mcp_tool]
    fn called() {}

    /// Calls a tool as a function.
    pub(crate) fn caller() {
        called();
    }
}

/// Finds several places. No registry in this crate contains this tool. Its options `timeout` and `blocking`
/// need a timer and a thread pool, which no registry here sets.
#[mcp_tool(
    icon(src = "https://tools.example/i.png", sizes = ["any"], theme = "dark"),
    meta(owner = "search team"),
    timeout = "30s",
    blocking,
    wrap = "places"
)]
#[must_use]
pub fn several(
    /// How many
    #[arg(range(1..=10), example = 3, default = 5)]
    count: u8,
    /// Where to look
    #[arg(length(1..=64), header = "Region")]
    region: &str,
    /// How far
    #[arg(range(NEAREST..=100.5))]
    distance: f64,
    /// How old
    #[arg(range(1..=OLDEST), default = 1)]
    age: u64,
    /// Near this
    #[arg(flatten)]
    near: Place,
) -> Vec<Place> {
    let _ = (region, distance, age);
    vec![near; usize::from(count)]
}

/// The least distance that `several` accepts.
const NEAREST: f64 = 0.5;

/// The greatest age that `several` accepts.
const OLDEST: u64 = 1 << 40;

/// A server.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Server;

#[mcp_tools(prefix = "server.", open_world = false)]
impl Server {
    /// The greatest `start` that `count` accepts.
    const MOST: u8 = 9;

    /// Returns its argument.
    #[mcp_tool(read_only)]
    pub async fn count(
        &self,
        /// From where
        #[arg(range(..=Self::MOST), default = Self::MOST)]
        start: u8,
    ) -> u8 {
        ready(start).await
    }

    /// Private to the module.
    #[mcp_tool]
    fn hidden(&self, #[context] cx: &ToolContext) -> String {
        let Self = self;
        cx.protocol_version().to_string()
    }

    /// A deprecated tool.
    #[deprecated = "use `count`"]
    #[mcp_tool]
    pub const fn old(&self) {}
}

#[mcp_tools(companion = MoreTools)]
impl Server {
    /// Is in a second `impl` block.
    #[mcp_tool]
    pub const fn more(&self) {}
}

/// Builds a registry of the server's tools.
///
/// # Errors
///
/// Returns an error if `build()` rejects the tools.
pub fn server() -> Result<ToolRegistry<Server>, BuildError> {
    ToolRegistry::builder(Server)
        .tools(tools![Server, MoreTools])
        .build()
}

/// A deprecated tool.
#[deprecated = "use `find`"]
#[mcp_tool]
#[must_use]
pub const fn old(
    /// A number
    number: u8,
) -> u8 {
    number
}

/// Builds a registry of tools from functions.
///
/// # Errors
///
/// Returns an error if `build()` rejects the tools.
pub fn registry() -> Result<ToolRegistry<App>, BuildError> {
    private::caller();
    let app = App {
        database: Database,
        limit: Arc::new(9),
        _name: String::new(),
    };
    ToolRegistry::builder(app)
        .tools(tools![find, read, nothing, echo, private::restricted, old])
        .build()
}

#[cfg(test)]
mod tests {
    use super::{registry, server};

    #[test]
    fn the_server_can_be_built() {
        let names: Vec<String> = server()
            .into_iter()
            .flat_map(|registry| registry.definitions().to_vec())
            .map(|tool| tool.name.clone())
            .collect();
        assert_eq!(
            names,
            ["server.count", "server.hidden", "server.old", "more"]
        );
    }

    #[test]
    fn the_registry_can_be_built() {
        let names: Vec<String> = registry()
            .into_iter()
            .flat_map(|registry| registry.definitions().to_vec())
            .map(|tool| tool.name.clone())
            .collect();
        assert_eq!(
            names,
            ["find", "read", "nothing", "echo", "restricted", "old"]
        );
    }
}
