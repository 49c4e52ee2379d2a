//! Tools in generic `impl` blocks. `tools!` lists a type with its generic arguments, such as `Server<Numbers>`.

use std::collections::BTreeMap;
use std::fmt::Display;

use mcp_tool_runtime::{ToolError, ToolRegistry, mcp_tool, mcp_tools, tools};
use mcp_tool_tests::Peer;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::json;

/// The storage of a server.
trait Database: Send + Sync + 'static {
    type Key: DeserializeOwned + JsonSchema + Serialize + Ord + Clone + Send + Sync;
    type Row: Serialize + JsonSchema + Clone + Send + Sync;
    const NAME: &'static str;
    const PATTERN: &'static str;
    const FIRST: Self::Key;

    fn row(&self, key: &Self::Key) -> Option<Self::Row>;
}

struct Numbers;

impl Database for Numbers {
    type Key = u8;
    type Row = u64;
    const NAME: &'static str = "numbers";
    const PATTERN: &'static str = "^[0-9]+$";
    const FIRST: u8 = 1;

    fn row(&self, key: &u8) -> Option<u64> {
        (*key < 10).then(|| u64::from(*key) * 100)
    }
}

struct Words(BTreeMap<String, Word>);

#[derive(Clone, Serialize, JsonSchema)]
struct Word {
    letters: usize,
}

impl Database for Words {
    type Key = String;
    type Row = Word;
    const NAME: &'static str = "words";
    const PATTERN: &'static str = "^[a-z]+$";
    const FIRST: String = String::new();

    fn row(&self, key: &String) -> Option<Word> {
        self.0.get(key).cloned()
    }
}

struct Server<D> {
    database: D,
}

#[mcp_tools(read_only)]
impl<D: Database> Server<D> {
    const NAME: &'static str = D::NAME;

    /// Gives a row.
    #[mcp_tool]
    async fn row(
        &self,
        #[arg(default = D::FIRST)] key: D::Key,
        fallback: Option<D::Key>,
    ) -> Result<D::Row, ToolError> {
        let row = self.database.row(&key);
        row.or_else(|| self.database.row(&fallback?))
            .ok_or_else(|| ToolError::new(format!("no such row of {}", Self::NAME)))
    }

    /// Gives rows.
    #[mcp_tool(wrap = "rows")]
    async fn rows(&self, keys: &[D::Key]) -> Vec<Option<D::Row>> {
        keys.iter().map(|key| self.database.row(key)).collect()
    }

    /// Checks a text.
    #[mcp_tool]
    fn check(&self, #[arg(pattern(D::PATTERN))] text: &str) -> &'static str {
        let _ = text;
        D::NAME
    }

    /// Takes its name from an associated constant of the database type.
    #[mcp_tool(name = D::NAME)]
    fn named(&self, #[arg(default = Self::NAME.to_owned())] name: String) -> String {
        name
    }
}

#[test]
fn associated_types_are_arguments_and_results() {
    let registry = ToolRegistry::builder(Server { database: Numbers })
        .tools(tools![Server<Numbers>])
        .build()
        .unwrap();
    let peer = Peer::new(&registry);
    assert_eq!(
        peer.argument("row", "key"),
        json!({ "type": "integer", "minimum": 0, "maximum": 255, "default": 1 }),
    );
    assert_eq!(peer.text("row", json!({})), "100");
    assert_eq!(
        peer.text("row", json!({ "key": 20, "fallback": "3" })),
        "300"
    );
    assert_eq!(
        peer.error("row", json!({ "key": 20 })),
        "no such row of numbers"
    );
    let rows = peer.call("rows", json!({ "keys": [1, 10] }));
    assert_eq!(rows["structuredContent"], json!({ "rows": [100, null] }));
}

#[test]
fn each_instance_of_a_generic_type_has_its_own_tools() {
    let words = Words(BTreeMap::from([("tree".to_owned(), Word { letters: 4 })]));
    let words = ToolRegistry::builder(Server { database: words })
        .tools(tools![Server<Words>])
        .build()
        .unwrap();
    let numbers = ToolRegistry::builder(Server { database: Numbers })
        .tools(tools![Server<Numbers>])
        .build()
        .unwrap();
    let both = words
        .prefixed("w_")
        .unwrap()
        .extend(numbers.prefixed("n_").unwrap())
        .unwrap();
    let peer = Peer::new(&both);
    let row = peer.call("w_row", json!({ "key": "tree" }));
    assert_eq!(row["structuredContent"], json!({ "letters": 4 }));
    assert_eq!(peer.text("n_row", json!({ "key": 2 })), "200");
    assert_eq!(peer.argument("w_row", "key")["type"], "string");
    assert_eq!(peer.text("w_words", json!({})), "words");
    assert_eq!(peer.text("n_numbers", json!({})), "numbers");
    assert_eq!(peer.argument("w_check", "text")["pattern"], "^[a-z]+$");
    assert_eq!(peer.argument("n_check", "text")["pattern"], "^[0-9]+$");
    assert_eq!(peer.text("w_check", json!({ "text": "a" })), "words");
    assert_eq!(peer.text("n_check", json!({ "text": "1" })), "numbers");
    peer.error("w_check", json!({ "text": "1" }));
    peer.error("n_check", json!({ "text": "a" }));
}

struct Grid<const WIDTH: usize, T>([T; WIDTH]);

#[mcp_tools]
impl<const WIDTH: usize, T> Grid<WIDTH, T>
where
    T: Display + DeserializeOwned + JsonSchema + Serialize + PartialEq + Send + Sync,
    Self: Sized,
    Vec<T>: Send,
{
    /// Finds a cell.
    #[mcp_tool]
    fn find(&self, what: T, #[arg(range(0..WIDTH), default = 0)] from: usize) -> Option<usize> {
        let cells = self.0.iter().enumerate().skip(from);
        cells
            .filter(|(_, cell)| **cell == what)
            .map(|(at, _)| at)
            .next()
    }

    /// Returns its width.
    #[mcp_tool]
    async fn width() -> usize {
        WIDTH
    }
}

#[test]
fn const_generics_and_bounded_types_are_supported() {
    let registry = ToolRegistry::builder(Grid([1, 2, 3]))
        .tools(tools![Grid<3, i32>])
        .build()
        .unwrap();
    let peer = Peer::new(&registry);
    assert_eq!(peer.argument("find", "from")["maximum"], 2);
    assert_eq!(peer.text("find", json!({ "what": 3 })), "2");
    assert_eq!(peer.text("find", json!({ "what": 1, "from": 1 })), "null");
    peer.error("find", json!({ "what": 1, "from": 3 }));
    assert_eq!(peer.text("width", json!({})), "3");
}

/// Holds a borrowed text and a boxed value.
struct Borrowing<'a, T: ?Sized> {
    text: &'a str,
    other: Box<T>,
}

#[mcp_tools]
impl<'a, T: Display + Send + Sync + ?Sized> Borrowing<'a, T> {
    /// Returns its content.
    #[mcp_tool]
    fn give(&self, twice: Option<bool>) -> String {
        let times = if twice.unwrap_or_default() { 2 } else { 1 };
        format!("{} {}", self.text, self.other).repeat(times)
    }

    /// Returns the borrowed text.
    #[mcp_tool]
    async fn text(&self) -> &'a str {
        self.text
    }
}

#[test]
fn a_state_type_with_a_static_lifetime_has_tools() {
    let state: Borrowing<'static, str> = Borrowing {
        text: "a",
        other: "b".into(),
    };
    let registry = ToolRegistry::builder(state)
        .tools(tools![Borrowing<'static, str>])
        .build()
        .unwrap();
    let peer = Peer::new(&registry);
    assert_eq!(peer.text("give", json!({ "twice": true })), "a ba b");
    assert_eq!(peer.text("text", json!({})), "a");
    let local = String::from("c");
    let borrowing: Borrowing<'_, str> = Borrowing {
        text: &local,
        other: "d".into(),
    };
    assert_eq!(borrowing.give(None), "c d");
}

/// A list. Its tools take lists of the same type.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema, PartialEq)]
struct List<T> {
    items: Vec<T>,
}

#[mcp_tools]
impl<T> List<T>
where
    T: Clone + Serialize + DeserializeOwned + JsonSchema + Send + Sync + Default,
    Self: Clone,
{
    /// Adds another list.
    #[mcp_tool]
    fn plus(&self, other: Self, more: Option<Vec<Self>>, #[arg(default)] last: Self) -> Self {
        let lists = [self.clone(), other]
            .into_iter()
            .chain(more.into_iter().flatten())
            .chain([last]);
        List {
            items: lists.flat_map(|list| list.items).collect(),
        }
    }

    /// Adds another list, which it borrows.
    #[mcp_tool]
    async fn plus_lent(&self, #[arg(flatten)] other: &Self) -> Result<Self, ToolError> {
        Ok(self.plus(other.clone(), None, Self::default()))
    }
}

#[test]
fn self_resolves_to_the_type_everywhere() {
    let registry = ToolRegistry::builder(List { items: vec![1_u8] })
        .tools(tools![List<u8>])
        .build()
        .unwrap();
    let peer = Peer::new(&registry);
    let sum = peer.call(
        "plus",
        json!({ "other": { "items": [2] }, "more": [{ "items": [3] }, { "items": [4] }] }),
    );
    assert_eq!(sum["structuredContent"], json!({ "items": [1, 2, 3, 4] }));
    let sum = peer.call("plus_lent", json!({ "items": [9] }));
    assert_eq!(sum["structuredContent"], json!({ "items": [1, 9] }));
}

struct Holder<T>(T);

#[mcp_tools]
impl<T: Display + Send + Sync> Holder<T> {
    /// Shows its content.
    #[mcp_tool]
    fn show(&self) -> String {
        self.0.to_string()
    }
}

/// Builds a registry with the state `Holder<T>`.
fn registry_of<T: Display + Send + Sync + 'static>(held: T) -> ToolRegistry<Holder<T>> {
    ToolRegistry::builder(Holder(held))
        .tools(tools![Holder<T>])
        .build()
        .unwrap()
}

impl<T: Display + Send + Sync + 'static> Holder<T> {
    fn registry(self) -> ToolRegistry<Self> {
        ToolRegistry::builder(self)
            .tools(tools![Self])
            .build()
            .unwrap()
    }
}

#[test]
fn a_list_can_be_in_a_generic_function() {
    assert_eq!(Peer::new(&registry_of(7)).text("show", json!({})), "7");
    let registry = Holder("text").registry();
    assert_eq!(Peer::new(&registry).text("show", json!({})), "text");
}

/// Constants that only a concrete type has.
trait Labels: Send + Sync + 'static {
    const TEXT: &'static str;
    const ICON: &'static str;
    const MOST: u8;
}

struct Right;

impl Labels for Right {
    const TEXT: &'static str = "Searches the disk.";
    const ICON: &'static str = "https://a.example/i.png";
    const MOST: u8 = 9;
}

struct Wrong;

impl Labels for Wrong {
    const TEXT: &'static str = "";
    const ICON: &'static str = "i.png";
    const MOST: u8 = 9;
}

struct Labelled<L, const N: usize>(L);

const TITLES: [&str; 2] = ["Find", "Search"];

#[mcp_tools]
impl<L: Labels, const N: usize> Labelled<L, N> {
    #[mcp_tool(title = TITLES[N], description = L::TEXT, icon = L::ICON, meta(most = L::MOST))]
    fn search(
        &self,
        #[arg(description = L::TEXT, range(..=L::MOST), default = N as u8)] limit: u8,
    ) -> u8 {
        limit
    }
}

#[test]
fn options_can_be_constants_of_the_parameters() {
    let state = Labelled::<_, 1>(Right);
    let tools = ToolRegistry::builder(state).tools(tools![Labelled<Right, 1>]);
    let registry = tools.build().unwrap();
    let peer = Peer::new(&registry);
    let tool = peer.tool("search");
    assert_eq!(tool["title"], "Search");
    assert_eq!(tool["description"], "Searches the disk.");
    assert_eq!(tool["icons"], json!([{ "src": "https://a.example/i.png" }]));
    assert_eq!(tool["_meta"], json!({ "most": 9 }));
    let limit = peer.argument("search", "limit");
    assert_eq!([&limit["maximum"], &limit["default"]], [9, 1]);
}

/// The compiler knows the values of these constants only for a concrete type, so `build()` checks them.
#[test]
fn build_reports_wrong_constants_of_the_parameters() {
    let state = Labelled::<_, 0>(Wrong);
    let tools = ToolRegistry::builder(state).tools(tools![Labelled<Wrong, 0>]);
    let error = tools.build().err().unwrap().to_string();
    assert!(
        error.contains("the description of `search` is empty"),
        "{error}"
    );
    assert!(
        error.contains("the icon of `search`: `i.png` is not a URL"),
        "{error}"
    );
}
