//! Entries of `tools!` lists: functions, and types that have tools.

use mcp_tool_runtime::registry::BuildProblem;
use mcp_tool_runtime::{HasState, ToolRegistry, mcp_tool, mcp_tools, tools};
use mcp_tool_tests::Peer;
use serde_json::json;

struct Notes(&'static str);

#[mcp_tools(prefix = "notes_")]
impl Notes {
    /// Lists.
    #[mcp_tool]
    fn list(&self) -> &'static str {
        self.0
    }
}

#[mcp_tools(companion = NotesForAdmins, prefix = "admin.", destructive)]
impl Notes {
    /// Purges.
    #[mcp_tool]
    fn purge(&self) -> usize {
        self.0.len()
    }

    /// Lists all.
    #[mcp_tool(destructive = false)]
    fn list_all(&self) -> &'static str {
        self.list()
    }
}

struct Clock<T>(T);

#[mcp_tools(companion = ClockTools)]
impl<T: Send + Sync + Clone + Into<i64>> Clock<T> {
    /// Tells the time.
    #[mcp_tool]
    fn time(&self) -> i64 {
        self.0.clone().into()
    }
}

struct App {
    notes: Notes,
    clock: Clock<u8>,
}

impl HasState<Notes> for App {
    fn state(&self) -> &Notes {
        &self.notes
    }
}

impl HasState<Clock<u8>> for App {
    fn state(&self) -> &Clock<u8> {
        &self.clock
    }
}

/// Uses two parts of the state.
#[mcp_tool]
fn both(#[state] notes: &Notes, #[state] clock: &Clock<u8>) -> String {
    format!("{} at {}", notes.0, clock.0)
}

fn app() -> App {
    App {
        notes: Notes("a, b"),
        clock: Clock(7),
    }
}

#[test]
fn tools_keep_the_order_of_their_list_entries() {
    // R136
    let registry = ToolRegistry::builder(app())
        .tools(tools![NotesForAdmins, both, Notes, ClockTools<u8>])
        .build()
        .unwrap();
    let names: Vec<_> = registry
        .definitions()
        .iter()
        .map(|tool| tool.name.as_str())
        .collect();
    assert_eq!(
        names,
        [
            "admin.purge",
            "admin.list_all",
            "both",
            "notes_list",
            "time"
        ]
    );
    let peer = Peer::new(&registry);
    assert_eq!(peer.text("admin.purge", json!({})), "4");
    assert_eq!(peer.text("admin.list_all", json!({})), "a, b");
    assert_eq!(peer.text("both", json!({})), "a, b at 7");
    assert_eq!(peer.text("time", json!({})), "7");
    assert_eq!(
        peer.tool("admin.purge")["annotations"],
        json!({ "destructiveHint": true })
    );
    assert_eq!(
        peer.tool("admin.list_all")["annotations"],
        json!({ "destructiveHint": false })
    );
}

#[test]
fn a_type_with_its_own_state_works() {
    let registry = ToolRegistry::builder(Notes("c"))
        .tools(tools![Notes, NotesForAdmins])
        .build()
        .unwrap();
    assert_eq!(Peer::new(&registry).text("notes_list", json!({})), "c");
    let registry = ToolRegistry::builder_arc(std::sync::Arc::new(Clock(8_i32)))
        .tools(tools![ClockTools<i32>])
        .build()
        .unwrap();
    assert_eq!(Peer::new(&registry).text("time", json!({})), "8");
}

#[test]
fn duplicate_names_across_lists_are_build_problems() {
    // R06
    /// Has the same name as a method's tool.
    #[mcp_tool(name = "admin.purge")]
    fn purge() {}
    let error = ToolRegistry::builder(app())
        .tools(tools![NotesForAdmins])
        .tools(tools![purge, Notes])
        .tools(tools![Notes])
        .build()
        .unwrap_err();
    let names: Vec<_> = error
        .problems()
        .iter()
        .map(|problem| match problem {
            BuildProblem::DuplicateName { tool, .. } => tool.as_str(),
            other => panic!("{other}"),
        })
        .collect();
    assert_eq!(names, ["admin.purge", "notes_list"]);
}

#[test]
fn a_list_entry_can_be_compiled_conditionally() {
    let registry = ToolRegistry::builder(app())
        .tools(tools![
            Notes,
            #[cfg(any())]
            Missing,
            #[cfg(not(any()))]
            NotesForAdmins
        ])
        .build()
        .unwrap();
    assert_eq!(registry.definitions().len(), 3);
}

mod elsewhere {
    use super::*;

    pub(super) type Alias = Clock<u8>;

    pub(super) mod deeper {
        use super::*;

        pub struct Hidden;

        #[mcp_tools]
        impl Hidden {
            /// Is there.
            #[mcp_tool]
            pub fn here(&self) -> &'static str {
                "here"
            }
        }
    }
}

#[test]
fn a_type_can_be_listed_by_its_path() {
    let registry = ToolRegistry::builder(elsewhere::deeper::Hidden)
        .tools(tools![elsewhere::deeper::Hidden])
        .build()
        .unwrap();
    assert_eq!(Peer::new(&registry).text("here", json!({})), "here");
    let _: Option<elsewhere::Alias> = None;
}

struct Plain(u8);

type Renamed = Plain;

#[mcp_tools]
impl Renamed {
    /// Is a method in the block of a type alias.
    #[mcp_tool]
    fn of_an_alias(&self) -> u8 {
        self.0
    }
}

#[test]
fn a_type_alias_can_be_listed() {
    let registry = ToolRegistry::builder(Plain(1))
        .tools(tools![Plain])
        .build()
        .unwrap();
    assert_eq!(Peer::new(&registry).text("of_an_alias", json!({})), "1");
    let registry = ToolRegistry::builder(Plain(2))
        .tools(tools![Renamed])
        .build()
        .unwrap();
    assert_eq!(Peer::new(&registry).text("of_an_alias", json!({})), "2");
}
