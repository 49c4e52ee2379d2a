// Every form in which a method can be a tool, and every key of its block.
#![deny(warnings)]
#![allow(deprecated)] // arguments without a description
#![allow(clippy::needless_arbitrary_self_type)] // So as to show that it can be written.

use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use mcp_tool_runtime::context::Principal;
use mcp_tool_runtime::{
    CallToolResult, HasState, ToolContext, ToolRegistry, mcp_tool, mcp_tools, tools,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
struct Page {
    text: String,
}

#[derive(Default)]
struct Server {
    calls: AtomicU32,
    log: Log,
}

#[derive(Default)]
struct Log;

impl HasState<Log> for Server {
    fn state(&self) -> &Log {
        &self.log
    }
}

const NAME: &str = "by_a_constant";

#[mcp_tools]
impl Server {
    const LIMIT: u8 = 9;
    const OWN_NAME: &'static str = "by_its_own_constant";

    /// Borrows the type.
    #[mcp_tool]
    async fn borrows(&self) -> u32 {
        self.count()
    }

    /// Says so in other words.
    #[mcp_tool]
    async fn in_other_words(self: &Self, #[context] context: &ToolContext) -> String {
        context.protocol_version().to_string()
    }

    /// With its type.
    #[mcp_tool]
    fn with_its_type(self: &Server) {}

    /// With a lifetime.
    #[mcp_tool]
    async fn with_a_lifetime<'s>(&'s self, text: &'s str) -> &'s str {
        text
    }

    /// Without the type.
    #[mcp_tool]
    pub(crate) async fn without_it(text: String) -> String {
        text
    }

    /// A part of the state, beside the whole.
    #[mcp_tool]
    async fn parts(&self, #[state] log: &Log) {
        let Log = log;
    }

    /// Arguments of all kinds.
    #[mcp_tool]
    async fn arguments(
        &self,
        /// What to look for
        query: &str,
        #[arg(default = Self::LIMIT, range(..=Self::LIMIT))] limit: u8,
        #[arg(rename = "from", length(1..), pattern("^a"))] start: Option<String>,
        #[arg(flatten)] page: Page,
        #[arg(header = "Region", example = "north")] region: String,
        #[arg(sensitive)] token: &str,
    ) -> Result<Page, String> {
        let _ = (query, limit, start, region, token);
        Ok(page)
    }

    /// Patterns, optional references and the principal.
    #[mcp_tool]
    async fn further_arguments<'s>(
        &'s self,
        #[arg(flatten)] Page { text }: Page,
        word: Option<&str>,
        #[arg(default = Some(&Self::LIMIT))] limit: Option<&u8>,
        #[principal] user: &Principal,
    ) -> &'s str {
        let _ = (text, word, limit, user.name());
        Self::OWN_NAME
    }

    /// Every key.
    #[mcp_tool(
        name = "every.key",
        title = "Every key",
        description = "Every key.",
        read_only,
        destructive = false,
        idempotent,
        open_world = false,
        icon = "https://tools.example/i.png",
        meta(limit = Self::LIMIT),
        timeout = "30s",
        wrap = "pages",
        allow_unknown
    )]
    async fn every_key(&self) -> Vec<Page> {
        Vec::new()
    }

    /// Waits.
    #[mcp_tool(blocking, timeout = "1s", output = false)]
    fn waits(&self) -> Vec<Page> {
        Vec::new()
    }

    /// Returns the result that it builds.
    #[mcp_tool(output = Vec<Page>)]
    fn builds(&self) -> CallToolResult {
        CallToolResult::default()
    }

    /// Is named by a constant.
    #[mcp_tool(name = NAME)]
    fn by_a_constant(&self) {}

    /// Is named by a constant of its type.
    #[mcp_tool(name = Self::OWN_NAME)]
    fn by_its_own_constant(&self) {}

    /// Has a raw name.
    #[mcp_tool]
    fn r#match(&self) {}

    /// Is not there.
    #[cfg(any())]
    #[mcp_tool]
    fn not_there(&self) {}

    /// Is there.
    #[cfg(any(unix, windows))]
    #[mcp_tool]
    fn there(&self) {}

    /// Is no tool.
    fn count(&self) -> u32 {
        self.calls.fetch_add(1, Ordering::Relaxed)
    }
}

#[mcp_tools(
    prefix = "admin.",
    read_only = false,
    destructive,
    idempotent = true,
    open_world = false,
    timeout = "30s",
    allow_unknown = false,
    companion = AdminTools,
    crate = ::mcp_tool_runtime
)]
impl Server {
    /// Empties the archive.
    #[mcp_tool]
    async fn purge(&self) {}

    /// Takes none of what the block says.
    #[mcp_tool(
        name = "look",
        read_only,
        destructive = false,
        idempotent = false,
        open_world,
        timeout = "1s",
        allow_unknown
    )]
    async fn look_around(&self) {}

    /// Cannot be stopped, and need not be.
    #[mcp_tool]
    fn in_place(&self) {}
}

trait Database: Send + Sync + 'static {
    const KIND: &'static str;
}

struct Postgres;

impl Database for Postgres {
    const KIND: &'static str = "postgres";
}

struct Generic<D, const N: usize> {
    database: PhantomData<D>,
}

#[mcp_tools(prefix = "db_")]
impl<D: Database, const N: usize> Generic<D, N>
where
    D: Sized,
{
    /// What kind it is.
    #[mcp_tool]
    async fn kind(&self, #[arg(default = N)] size: usize) -> String {
        format!("{}{size}", D::KIND)
    }
}

#[mcp_tools(companion = MoreOfIt)]
impl<D: Database, const N: usize> Generic<D, N> {
    /// How large it is.
    #[mcp_tool]
    fn size(&self) -> usize {
        N
    }
}

#[mcp_tools(companion = PostgresTools)]
impl Generic<Postgres, 3> {
    /// Is there for one type only.
    #[mcp_tool]
    fn only_here(&self) {}
}

struct Named<D: ?Sized>(PhantomData<fn() -> Box<D>>);

#[mcp_tools(companion = NamedTools)]
impl<D: ?Sized + 'static> Named<D> {
    /// Is of a type that has no size.
    #[mcp_tool]
    fn unsized_name(&self) -> &'static str {
        std::any::type_name::<D>()
    }
}

struct Borrowed<'a> {
    text: &'a str,
}

#[mcp_tools]
impl<'a> Borrowed<'a> {
    /// Reads what is borrowed for ever.
    #[mcp_tool]
    async fn read(&self) -> &str {
        self.text
    }
}

mod elsewhere {
    use mcp_tool_runtime::{mcp_tool, mcp_tools};

    pub(super) struct Inner;

    #[mcp_tools]
    impl Inner {
        /// Is in a module.
        #[mcp_tool]
        pub(super) async fn inside(&self) {}
    }
}

macro_rules! server {
    ($server:ident, $method:ident, $ty:ty) => {
        struct $server;

        #[mcp_tools]
        impl $server {
            /// Is made by a macro.
            #[mcp_tool]
            async fn $method(&self, value: $ty) -> $ty {
                value
            }
        }
    };
}

server!(Made, made, Vec<u8>);

fn names<S: Send + Sync + 'static>(registry: &ToolRegistry<S>) -> Vec<&str> {
    let definitions = registry.definitions();
    definitions.iter().map(|tool| tool.name.as_str()).collect()
}

pub(crate) fn main() {
    let registry = ToolRegistry::builder_arc(Arc::new(Server::default()))
        .tools(tools![Server, AdminTools])
        .build()
        .unwrap();
    let names_of_all = names(&registry);
    for name in [
        "every.key",
        NAME,
        "match",
        "there",
        "admin.purge",
        "admin.look",
    ] {
        assert!(names_of_all.contains(&name), "{name}: {names_of_all:?}");
    }
    assert_eq!(names_of_all.len(), 18);
    drop(Server::without_it(String::new()));

    let generic = Generic::<Postgres, 3> {
        database: PhantomData,
    };
    let registry = ToolRegistry::builder(generic)
        .tools(tools![Generic<Postgres, 3>, MoreOfIt<Postgres, 3>, PostgresTools])
        .build()
        .unwrap();
    assert_eq!(names(&registry), ["db_kind", "size", "only_here"]);

    let named = ToolRegistry::builder(Named::<str>(PhantomData))
        .tools(tools![NamedTools<str>])
        .build()
        .unwrap();
    assert_eq!(names(&named), ["unsized_name"]);

    let registry = ToolRegistry::builder(Borrowed { text: "text" })
        .tools(tools![Borrowed<'static>])
        .build()
        .unwrap();
    assert_eq!(names(&registry), ["read"]);

    let inner = ToolRegistry::builder(elsewhere::Inner)
        .tools(tools![elsewhere::Inner])
        .build()
        .unwrap();
    assert_eq!(names(&inner), ["inside"]);

    let made = ToolRegistry::builder(Made)
        .tools(tools![Made])
        .build()
        .unwrap();
    assert_eq!(names(&made), ["made"]);
}
