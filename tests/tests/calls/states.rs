//! `#[derive(HasState)]`: tools borrow the parts of a state.

use std::sync::{Arc, LazyLock};

use mcp_tool_runtime::{HasState, ToolRegistry, mcp_tool, tools};
use mcp_tool_tests::Peer;
use serde_json::json;

trait Database: Send + Sync {
    fn name(&self) -> &'static str;
}

struct Memory;

impl Database for Memory {
    fn name(&self) -> &'static str {
        "memory"
    }
}

struct Cache(u32);

struct Config {
    city: &'static str,
}

/// Uses two parts of the state, and an argument.
#[mcp_tool]
async fn several(#[state] database: &Memory, #[state] cache: &Cache, count: u32) -> String {
    tokio::task::yield_now().await;
    format!("{} {}", database.name(), cache.0 + count)
}

/// Uses two parts of the state.
#[mcp_tool]
fn configured(#[state] config: &Config, #[state] cache: &Cache) -> String {
    format!("{} {}", config.city, cache.0)
}

/// Uses any database.
#[mcp_tool]
fn dynamic(#[state] database: &dyn Database) -> &'static str {
    database.name()
}

#[derive(HasState)]
struct Owned {
    database: Memory,
    cache: Cache,
    #[state(skip)]
    _name: String,
    #[state(skip)]
    _other_name: String,
}

#[derive(HasState)]
struct Shared {
    #[state(deref)]
    database: Arc<Memory>,
    #[state(deref)]
    any: Box<dyn Database>,
    #[state(deref)]
    config: LazyLock<Config>,
    cache: Cache,
}

#[derive(HasState)]
struct Tuple(Memory, Cache, #[state(deref)] Arc<Config>);

#[derive(HasState)]
struct Generic<D: Database, const N: usize>
where
    D: 'static,
{
    database: D,
    cache: Cache,
    numbers: [u8; N],
}

#[derive(HasState)]
struct GenericInside<D> {
    #[state(deref)]
    database: Arc<D>,
}

#[test]
fn each_field_is_a_part() {
    let registry = ToolRegistry::builder(Owned {
        database: Memory,
        cache: Cache(40),
        _name: String::new(),
        _other_name: String::new(),
    })
    .tools(tools![several])
    .build()
    .unwrap();
    let peer = Peer::new(&registry);
    assert_eq!(peer.text("several", json!({ "count": 2 })), "memory 42");

    let registry =
        ToolRegistry::builder(Tuple(Memory, Cache(1), Arc::new(Config { city: "Bern" })))
            .tools(tools![several, configured])
            .build()
            .unwrap();
    let peer = Peer::new(&registry);
    assert_eq!(peer.text("several", json!({ "count": 2 })), "memory 3");
    assert_eq!(peer.text("configured", json!({})), "Bern 1");
}

#[test]
fn the_target_of_a_pointer_field_is_a_part() {
    let registry = ToolRegistry::builder(Shared {
        database: Arc::new(Memory),
        any: Box::new(Memory),
        config: LazyLock::new(|| Config { city: "Oslo" }),
        cache: Cache(1),
    })
    .tools(tools![several, dynamic, configured])
    .build()
    .unwrap();
    let peer = Peer::new(&registry);
    assert_eq!(peer.text("several", json!({ "count": 2 })), "memory 3");
    assert_eq!(peer.text("dynamic", json!({})), "memory");
    assert_eq!(peer.text("configured", json!({})), "Oslo 1");
}

#[test]
fn a_state_may_be_generic() {
    let state = Generic {
        database: Memory,
        cache: Cache(1),
        numbers: [1, 2],
    };
    let numbers: &[u8; 2] = state.state();
    assert_eq!(numbers, &[1, 2]);
    let registry = ToolRegistry::builder(state)
        .tools(tools![several])
        .build()
        .unwrap();
    let peer = Peer::new(&registry);
    assert_eq!(peer.text("several", json!({ "count": 2 })), "memory 3");

    let inside = GenericInside {
        database: Arc::new(Memory),
    };
    let database: &Memory = inside.state();
    assert_eq!(database.name(), "memory");
}

/// Uses any database behind an `Arc`.
#[mcp_tool]
fn shared(#[state] database: &Arc<dyn Database>) -> &'static str {
    database.name()
}

/// A state with handwritten implementations of `HasState<Arc<Node>>` and `HasState<Arc<Node2>>`.
struct Node {
    next: Arc<Node2>,
    own: Option<Arc<Node>>,
}

struct Node2;

impl HasState<Arc<Node>> for Node {
    fn state(&self) -> &Arc<Node> {
        self.own.as_ref().unwrap()
    }
}

impl HasState<Arc<Node2>> for Node {
    fn state(&self) -> &Arc<Node2> {
        &self.next
    }
}

impl HasState<Node2> for Arc<Node2> {
    fn state(&self) -> &Node2 {
        self
    }
}

/// Returns whether the state and the node in its field `own` share one `Node2`.
#[mcp_tool]
fn next(#[state] node: &Arc<Node>, #[state] next: &Arc<Node2>) -> bool {
    Arc::ptr_eq(&node.next, next)
}

#[test]
fn a_state_can_have_an_arc_of_itself() {
    let next_one = Arc::new(Node2);
    let _: &Node2 = next_one.state();
    let own = Node {
        next: Arc::clone(&next_one),
        own: None,
    };
    let registry = ToolRegistry::builder(Node {
        next: next_one,
        own: Some(Arc::new(own)),
    })
    .tools(tools![next])
    .build()
    .unwrap();
    assert_eq!(Peer::new(&registry).text("next", json!({})), "true");
}

#[test]
fn an_arc_of_a_trait_object_is_a_state() {
    let database: Arc<dyn Database> = Arc::new(Memory);
    let registry = ToolRegistry::builder(database)
        .tools(tools![shared])
        .build()
        .unwrap();
    assert_eq!(Peer::new(&registry).text("shared", json!({})), "memory");
}

#[test]
fn a_state_in_an_arc_is_found_with_and_without_it() {
    fn of_nothing() -> ToolRegistry<()> {
        ToolRegistry::builder_arc(Arc::default()).build().unwrap()
    }
    fn of_any<S: HasState<Memory> + Send + Sync>(state: Arc<S>) -> ToolRegistry<S> {
        ToolRegistry::builder_arc(state).build().unwrap()
    }
    assert!(of_nothing().definitions().is_empty());
    let inside = Arc::new(GenericInside {
        database: Arc::new(Memory),
    });
    assert!(of_any(inside).definitions().is_empty());
}
