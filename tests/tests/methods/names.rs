//! `#[mcp_tools]` adds no inherent items to the user's type. The user's items can therefore have any name.

use mcp_tool_runtime::{ToolRegistry, mcp_tool, mcp_tools, tools};
use mcp_tool_tests::Peer;
use serde_json::json;

struct Server;

struct Entry;
struct Declaration;

#[mcp_tools(prefix = "s_")]
impl Server {
    pub const NAMES: u8 = 1;
    pub const ENTRIES: u8 = 2;
    pub const CALL: u8 = 3;
    pub const DECLARATION: Declaration = Declaration;
    #[allow(non_upper_case_globals)]
    const __MCP0: u8 = 5;
    const __TOOL_NAME: u8 = 6;

    fn entries() -> Entry {
        Entry
    }

    fn entry(&self) -> u8 {
        Self::NAMES + Self::ENTRIES + Self::CALL
    }

    fn state(&self) -> u8 {
        7
    }

    /// Adds all up.
    #[mcp_tool]
    fn sum(
        &self,
        #[arg(default = Self::__MCP0)] __mcp: u8,
        #[arg(default = Self::CALL)] __state: u8,
    ) -> u8 {
        let Declaration = Self::DECLARATION;
        let Entry = Self::entries();
        self.entry() + self.state() + __mcp + __state + Self::__TOOL_NAME
    }

    /// Has names that the generated code may also use.
    #[mcp_tool(name = "data")]
    fn __data(&self, __arguments: u8, __context: u8, __argument1: u8, this: u8) -> u8 {
        __arguments + __context + __argument1 + this
    }

    /// Has the name of a trait's method.
    #[mcp_tool]
    async fn clone(&self) -> &'static str {
        "not a clone"
    }
}

/// A trait that every type implements. Its items share names with items of `Server`.
trait Everything {
    const NAMES: &'static str = "everything";

    fn sum(&self) -> &'static str {
        "everything"
    }
}

impl<T> Everything for T {}

#[test]
fn names_resolve_as_in_the_method() {
    let registry = ToolRegistry::builder(Server)
        .tools(tools![Server])
        .build()
        .unwrap();
    let peer = Peer::new(&registry);
    assert_eq!(peer.text("s_sum", json!({})), "27");
    assert_eq!(
        peer.text(
            "s_data",
            json!({ "__arguments": 1, "__context": 2, "__argument1": 3, "this": 4 })
        ),
        "10"
    );
    assert_eq!(peer.text("s_clone", json!({})), "not a clone");
    assert_eq!(Server::NAMES + Server::ENTRIES + Server::CALL, 6);
    assert_eq!(Server.sum(1, 2), 6 + 7 + 1 + 2 + 6);
    assert_eq!(<Server as Everything>::NAMES, "everything");
    assert_eq!(Everything::sum(&Server), "everything");
}

mod shadowed {
    //! A module that shadows names of the prelude.
    #![allow(dead_code, non_camel_case_types)]

    use mcp_tool_runtime::{mcp_tool, mcp_tools};

    pub struct Option;
    pub struct Some;
    pub struct None;
    pub struct Box;
    pub struct String;
    pub struct Vec;
    pub trait Send {}
    pub trait Sync {}

    pub struct Server;

    #[mcp_tools]
    impl Server {
        /// Adds.
        #[mcp_tool]
        pub async fn add(&self, a: u8, #[arg(default = 2, range(1..=9))] b: u8) -> u8 {
            a + b
        }
    }
}

#[test]
fn names_of_the_prelude_can_be_shadowed() {
    let registry = ToolRegistry::builder(shadowed::Server)
        .tools(tools![shadowed::Server])
        .build()
        .unwrap();
    assert_eq!(Peer::new(&registry).text("add", json!({ "a": 1 })), "3");
}

/// Has a raw identifier as its name.
struct r#Match;

#[mcp_tools]
impl r#Match {
    /// Has keywords as names.
    #[mcp_tool]
    fn r#type(&self, r#in: u8) -> u8 {
        r#in
    }
}

#[test]
fn a_raw_name_loses_its_prefix() {
    let registry = ToolRegistry::builder(r#Match)
        .tools(tools![r#Match])
        .build()
        .unwrap();
    assert_eq!(Peer::new(&registry).text("type", json!({ "in": 1 })), "1");
}
