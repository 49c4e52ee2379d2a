//! Parameters and return types of methods.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use mcp_tool_runtime::{
    ProtocolVersion, ToolContext, ToolError, ToolRegistry, mcp_tool, mcp_tools, tools,
};
use mcp_tool_tests::{Peer, block_on};
use serde_json::json;

/// Holds notes.
#[derive(Default)]
struct Notes {
    texts: Mutex<Vec<String>>,
    calls: AtomicU32,
}

#[derive(serde::Deserialize, serde::Serialize, schemars::JsonSchema, Clone, Copy, Default)]
#[serde(rename_all = "lowercase")]
enum Order {
    #[default]
    First,
    Last,
}

#[mcp_tools(open_world = false, timeout = "30s")]
impl Notes {
    /// The maximum number of notes.
    const LIMIT: usize = 3;
    const ORDER: Order = Order::Last;

    fn add(&self, text: String) -> Result<usize, ToolError> {
        let mut texts = self.texts.lock().unwrap();
        if texts.len() == Self::LIMIT {
            return Err(ToolError::new("full").suggest("forget something"));
        }
        texts.push(text);
        Ok(texts.len())
    }

    /// Keeps a note.
    ///
    /// The tool does not change its text.
    #[mcp_tool(title = "Keep", destructive = false)]
    async fn keep(
        &self,
        /// The note
        #[arg(length(1..=9))]
        text: String,
    ) -> Result<usize, ToolError> {
        self.calls.fetch_add(1, Ordering::Relaxed);
        self.add(text)
    }

    /// Finds notes.
    #[mcp_tool(read_only)]
    fn find<'a>(
        &'a self,
        #[context] cx: &ToolContext,
        word: &'a str,
        #[arg(default = Self::LIMIT, range(1..=Self::LIMIT))] most: usize,
        #[arg(default = Self::ORDER)] order: Order,
    ) -> Vec<String> {
        assert!(cx.meta().is_empty());
        let texts = self.texts.lock().unwrap();
        let found = texts.iter().filter(|text| text.contains(word)).cloned();
        let mut found: Vec<_> = found.collect();
        if matches!(order, Order::Last) {
            found.reverse();
        }
        found.truncate(most);
        found
    }

    /// Returns a word.
    #[mcp_tool(read_only)]
    async fn echo<'a>(&self, word: &'a str) -> &'a str {
        word
    }

    /// Counts the notes.
    #[mcp_tool(read_only, name = "about")]
    #[allow(clippy::needless_arbitrary_self_type)]
    fn describe(self: &Self) -> String {
        format!("{} notes", self.texts.lock().unwrap().len())
    }

    /// Needs no notes.
    #[mcp_tool(read_only, open_world)]
    async fn limit() -> usize {
        Self::LIMIT
    }

    /// Takes its time.
    #[mcp_tool(timeout = "1s")]
    pub async fn sleep(&self) {
        std::future::pending::<()>().await;
    }

    /// Runs on a thread of its own.
    #[mcp_tool(blocking)]
    pub(crate) fn wait(&self) -> &'static str {
        "waited"
    }
}

fn registry() -> ToolRegistry<Notes> {
    ToolRegistry::builder(Notes::default())
        .timer(|limit| async move {
            if limit != Duration::from_secs(1) {
                std::future::pending::<()>().await;
            }
        })
        .blocking_pool(|job| job())
        .tools(tools![Notes])
        .build()
        .unwrap()
}

#[test]
fn each_annotated_method_becomes_a_tool() {
    // R136
    let registry = registry();
    let names: Vec<_> = registry
        .definitions()
        .iter()
        .map(|tool| tool.name.as_str())
        .collect();
    assert_eq!(
        names,
        ["keep", "find", "echo", "about", "limit", "sleep", "wait"]
    );
    mcp_tool_tests::snapshot::json("definitions/methods", &Peer::new(&registry).tools());
}

#[test]
fn the_state_is_not_an_argument() {
    let registry = registry();
    let peer = Peer::new(&registry);
    let schema = peer.tool("find")["inputSchema"].take();
    assert_eq!(schema["required"], json!(["word"]));
    assert_eq!(schema["properties"]["most"]["default"], 3);
    assert_eq!(schema["properties"]["most"]["maximum"], 3);
    assert_eq!(schema["properties"]["order"]["default"], "last");
    assert_eq!(
        peer.tool("echo")["inputSchema"]["required"],
        json!(["word"])
    );
}

#[test]
fn options_of_the_block_apply_unless_a_method_overrides() {
    let registry = registry();
    let peer = Peer::new(&registry);
    let hints = |tool| peer.tool(tool)["annotations"].take();
    assert_eq!(
        hints("keep"),
        json!({ "destructiveHint": false, "openWorldHint": false })
    );
    assert_eq!(
        hints("limit"),
        json!({ "readOnlyHint": true, "openWorldHint": true })
    );
    let text = peer.error("sleep", json!({}));
    assert!(text.contains("within its limit of 1 second "), "{text}");
}

#[test]
fn all_calls_share_the_same_state() {
    let registry = registry();
    let peer = Peer::new(&registry);
    assert_eq!(peer.text("keep", json!({ "text": "a tree" })), "1");
    assert_eq!(peer.text("keep", json!({ "text": "trees" })), "2");
    assert_eq!(peer.text("keep", json!({ "text": "stones" })), "3");
    assert_eq!(
        peer.error("keep", json!({ "text": "more" })),
        "full\nforget something"
    );
    assert_eq!(registry.state().calls.load(Ordering::Relaxed), 4);
    let found = peer.call("find", json!({ "word": "tree" }));
    assert_eq!(found["structuredContent"], json!(["trees", "a tree"]));
    let found = peer.call(
        "find",
        json!({ "word": "tree", "most": 1, "order": "first" }),
    );
    assert_eq!(found["structuredContent"], json!(["a tree"]));
    assert_eq!(peer.text("about", json!({})), "3 notes");
    assert_eq!(peer.text("limit", json!({})), "3");
    assert_eq!(peer.text("echo", json!({ "word": "a" })), "a");
    assert_eq!(peer.text("wait", json!({})), "waited");
}

#[test]
fn wrong_arguments_are_reported_as_for_functions() {
    // R148
    let registry = registry();
    assert_eq!(
        Peer::of(&registry, ProtocolVersion::V2025_06_18)
            .error("find", json!({ "words": "a", "most": 4 })),
        "2 wrong arguments for `find`:\n\
         - `words`: no such argument; did you mean `word`, which is missing?\n\
         - `most`: expected an integer from 1 to 3, got 4\n\
         a minimal valid call has the arguments {\"word\":\"<word>\"}",
    );
}

#[test]
fn an_annotated_method_can_still_be_called_directly() {
    let notes = Notes::default();
    assert_eq!(block_on(notes.keep("a".to_owned())).unwrap(), 1);
    assert_eq!(
        notes.find(&ToolContext::detached(), "a", 1, Order::First),
        ["a"]
    );
    assert_eq!(block_on(notes.echo("b")), "b");
    assert_eq!(block_on(Notes::limit()), Notes::LIMIT);
    assert_eq!(
        (notes.describe().as_str(), notes.wait()),
        ("1 notes", "waited")
    );
    drop(notes.sleep());
}
