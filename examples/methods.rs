//! Declares methods of a type as tools: `cargo run --example methods`.
//!
//! The type `Server` is generic over its store. The tools are methods in two `impl` blocks of `Server`, and
//! the function `health`. The example calls these tools through a registry, and then calls some methods
//! directly. The tests at the end also call methods directly.

use std::collections::BTreeMap;
use std::error::Error;
use std::io::Write as _;
use std::sync::{Mutex, PoisonError};

use mcp_tool_runtime::{
    BuildError, CallToolRequest, HasState, ToolContext, ToolError, ToolRegistry, mcp_tool,
    mcp_tools, tools,
};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

/// A store of notes. The program and the tests use different stores.
trait Store: Send + Sync + 'static {
    fn read(&self, title: &str) -> Option<String>;
    fn write(&self, title: &str, text: Option<String>) -> Option<String>;
    fn titles(&self) -> Vec<String>;
}

struct Server<S> {
    store: S,
}

// These keys apply to all tools in the block. The same key on a method takes precedence.
#[mcp_tools(prefix = "notes_", read_only, open_world = false)]
impl<S: Store> Server<S> {
    /// Read a note.
    #[mcp_tool(title = "Read a note")]
    async fn read(
        &self,
        /// Subject of the note, from `notes_list`
        title: &str,
    ) -> Result<String, ToolError> {
        let text = self.store.read(title);
        text.ok_or_else(|| ToolError::new(format!("there is no note about {title}")))
    }

    /// List the subjects of the notes.
    // Clients see the prefix followed by this name: `notes_list`.
    #[mcp_tool(name = "list", wrap = "titles")]
    async fn titles(
        &self,
        /// Maximum number of subjects
        #[arg(default = Self::PAGE, range(1..=100))]
        limit: usize,
    ) -> Vec<String> {
        self.store.titles().into_iter().take(limit).collect()
    }

    /// Keep a note. It replaces an earlier note on the same subject.
    #[mcp_tool(read_only = false, destructive, idempotent)]
    async fn keep(
        &self,
        #[context] cx: &ToolContext,
        /// Subject of the note
        #[arg(length(1..=64))]
        title: String,
        /// The note
        text: String,
    ) -> Kept {
        let replaced = self.store.write(&title, Some(text)).is_some();
        Kept {
            title,
            replaced,
            revision: cx.protocol_version().to_string(),
        }
    }

    // Items without `#[mcp_tool]` are not tools.
    const PAGE: usize = 20;

    fn is_empty(&self) -> bool {
        self.store.titles().is_empty()
    }
}

// In `tools!`, the name `Server` stands for the first `impl` block. The second block of `Server`
// needs a different name in `tools!`. The key `companion` sets this name.
#[mcp_tools(companion = AdminTools, prefix = "admin_", destructive)]
impl<S: Store> Server<S> {
    /// Throw all notes away.
    #[mcp_tool]
    async fn clear(&self) -> usize {
        let titles = self.store.titles();
        for title in &titles {
            self.store.write(title, None);
        }
        titles.len()
    }
}

/// Say whether the server works.
// With `#[state]`, a tool that is not a method can also borrow the `Server`.
#[mcp_tool(read_only)]
fn health(#[state] server: &Server<Memory>) -> &'static str {
    if server.is_empty() {
        "well, and empty"
    } else {
        "well"
    }
}

/// The state of the program. Each tool method borrows one field as `self`. The type of this field is the type
/// of the method's `impl` block.
#[derive(HasState)]
struct App {
    server: Server<Memory>,
}

#[derive(Serialize, JsonSchema)]
struct Kept {
    title: String,
    /// Whether the note replaced an earlier one
    replaced: bool,
    revision: String,
}

fn registry() -> Result<ToolRegistry<App>, BuildError> {
    let app = App {
        server: Server {
            store: Memory::default(),
        },
    };
    // `tools!` needs a concrete type, such as `Server<Memory>` for `Server<S>`.
    ToolRegistry::builder(app)
        .tools(tools![Server<Memory>, AdminTools<Memory>, health])
        .build()
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let registry = registry()?;

    let mut output = std::io::stdout();
    for tool in registry.definitions() {
        let hints = serde_json::to_string(&tool.annotations)?;
        // Stop if the program that reads this output has closed the pipe.
        if writeln!(output, "{:<12} {hints}", tool.name).is_err() {
            return Ok(());
        }
    }
    for (name, arguments) in [
        (
            "notes_keep",
            json!({ "title": "shopping", "text": "milk, bread" }),
        ),
        ("notes_list", json!({})),
        ("notes_list", json!({ "limit": 0 })),
        ("notes_read", json!({ "title": "shopping" })),
        ("notes_read", json!({ "title": "taxes" })),
        ("admin_clear", json!({})),
        ("health", json!({})),
    ] {
        let request = CallToolRequest::new(name).with_arguments(arguments.clone());
        let response = registry.call(request, &ToolContext::detached()).await?;
        let result = response.complete().ok_or("the call goes on")?;
        let text = result.content().first().and_then(|block| block.as_text());
        let _ = writeln!(
            output,
            "\n{name} {arguments}\n  {}",
            text.unwrap_or_default().replace('\n', "\n  ")
        );
    }

    // The tool methods are still ordinary methods, so Rust code can call them directly.
    let server = &registry.state().server;
    assert!(server.is_empty());
    server
        .keep(&ToolContext::detached(), "a".to_owned(), "b".to_owned())
        .await;
    assert_eq!(server.titles(20).await, ["a"]);
    assert_eq!(server.read("a").await.ok().as_deref(), Some("b"));
    Ok(())
}

#[derive(Default)]
struct Memory(Mutex<BTreeMap<String, String>>);

impl Store for Memory {
    fn read(&self, title: &str) -> Option<String> {
        let notes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        notes.get(title).cloned()
    }

    fn write(&self, title: &str, text: Option<String>) -> Option<String> {
        let mut notes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match text {
            Some(text) => notes.insert(title.to_owned(), text),
            None => notes.remove(title),
        }
    }

    fn titles(&self) -> Vec<String> {
        let notes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        notes.keys().cloned().collect()
    }
}

/// Checks the tool definitions, and calls methods without a registry and without JSON, on a store with one
/// note: `cargo test --example methods`.
#[cfg(test)]
mod tests {
    use super::*;

    mcp_tool_runtime::check_tools!(registry().unwrap(), golden = "golden/methods.json");

    struct OneNote;

    impl Store for OneNote {
        fn read(&self, title: &str) -> Option<String> {
            (title == "tea").then(|| "four minutes".to_owned())
        }

        fn write(&self, title: &str, _: Option<String>) -> Option<String> {
            self.read(title)
        }

        fn titles(&self) -> Vec<String> {
            vec!["tea".to_owned()]
        }
    }

    #[tokio::test]
    async fn a_note_is_read() -> Result<(), ToolError> {
        let server = Server { store: OneNote };
        assert_eq!(server.read("tea").await?, "four minutes");
        assert_eq!(
            server
                .read("coffee")
                .await
                .map_err(|error| error.to_string()),
            Err("there is no note about coffee".to_owned())
        );
        Ok(())
    }

    #[tokio::test]
    async fn a_note_is_replaced() {
        let server = Server { store: OneNote };
        let context = ToolContext::detached();
        let kept = server.keep(&context, "tea".to_owned(), "five".to_owned());
        assert!(kept.await.replaced);
        assert_eq!(server.clear().await, 1);
    }
}
