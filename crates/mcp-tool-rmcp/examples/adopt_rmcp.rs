//! Migrates a server from the macros of the official SDK (`rmcp`) to `#[mcp_tool]`, one tool at a time:
//! `cargo run --example adopt_rmcp`.
//!
//! `list_books` still uses the SDK's `#[tool]`. `lend_book` is migrated: its attribute is `#[mcp_tool]`, and
//! each argument is a separate parameter. The function can still return the SDK's result and error types. To
//! keep one struct for all arguments, write `#[arg(flatten)]` before the parameter of this struct type.
//! Without this attribute, all arguments are nested under the name of the parameter.

use std::collections::BTreeMap;
use std::error::Error;
use std::sync::{Arc, Mutex, PoisonError};

use mcp_tool_rmcp::BesideHandler as _;

use mcp_tool_runtime::{BuildError, ToolRegistry, mcp_tool, tools};
use mcp_tool_server::ToolServer;
use rmcp::model::{CallToolResult, ContentBlock};
use rmcp::{ErrorData, ServerHandler, tool, tool_handler, tool_router};

/// The titles of books, each with the reader who has the book, or `None` if nobody has it.
struct Books(Mutex<BTreeMap<String, Option<String>>>);

impl Default for Books {
    fn default() -> Self {
        let titles = ["Emma", "Dracula", "Walden"];
        let books = titles.map(|title| (title.to_owned(), None));
        Books(Mutex::new(books.into()))
    }
}

#[derive(Clone)]
struct Library {
    books: Arc<Books>,
}

// `list_books` still uses the macros of rmcp.

#[tool_router]
impl Library {
    #[tool(description = "Lists the books that are here")]
    async fn list_books(&self) -> String {
        let books = self.books.0.lock().unwrap_or_else(PoisonError::into_inner);
        let here = books.iter().filter(|(_, reader)| reader.is_none());
        here.map(|(title, _)| title.as_str())
            .collect::<Vec<_>>()
            .join(", ")
    }
}

#[tool_handler]
impl ServerHandler for Library {}

// `lend_book` already uses `#[mcp_tool]`.

/// Lends a book to a reader.
#[mcp_tool(title = "Lend a book")]
async fn lend_book(
    #[state] books: &Books,
    /// Title of the book
    title: &str,
    /// Who takes it
    reader: String,
) -> Result<CallToolResult, ErrorData> {
    let mut books = books.0.lock().unwrap_or_else(PoisonError::into_inner);
    let Some(book) = books.get_mut(title) else {
        // `#[mcp_tool]` returns the text of this error in a tool result, which the model reads.
        // The macros of rmcp return a JSON-RPC error instead, and many clients do not show
        // JSON-RPC errors to the model.
        return Err(ErrorData::invalid_params(
            format!("there is no `{title}`"),
            None,
        ));
    };
    let text = match book {
        Some(other) => format!("{other} has it"),
        None => format!("{reader} has it now"),
    };
    book.get_or_insert(reader);
    Ok(CallToolResult::success(vec![ContentBlock::text(text)]))
}

/// Builds the registry of migrated tools. These tools use the same `Books` as the tools declared with the
/// SDK's macros.
fn registry(books: &Arc<Books>) -> Result<ToolRegistry<Books>, BuildError> {
    ToolRegistry::builder_arc(Arc::clone(books))
        .tools(tools![lend_book])
        .build()
}

/// Returns a server with the migrated tools and the tools declared with the SDK's macros. Returns an error if
/// the registry rejects a tool, or if both groups contain the same tool name.
fn server() -> Result<ToolServer, BuildError> {
    let books = Arc::default();
    let registry = registry(&books)?;
    ToolServer::new("library", env!("CARGO_PKG_VERSION"), registry)
        .beside_handler(Library { books })
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    server()?.serve_stdio().await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use mcp_tool_runtime::ProtocolVersion;
    use mcp_tool_server::testing::TestClient;
    use serde_json::json;

    use super::{registry, server};

    mcp_tool_runtime::check_tools!(
        registry(&Arc::default()).unwrap(),
        golden = "examples/golden/adopt_rmcp.json"
    );

    #[tokio::test]
    async fn tools_of_both_kinds_are_called() {
        let client = TestClient::connect(server().unwrap(), ProtocolVersion::LATEST).await;
        let call = async |name, arguments| {
            let result = client.call(name, arguments).await;
            let text = result["content"][0]["text"].as_str().unwrap().to_owned();
            (result["isError"] == true, text)
        };
        let lend = |title| json!({ "title": title, "reader": "Ada" });
        assert_eq!(
            call("list_books", json!({})).await,
            (false, "Dracula, Emma, Walden".to_owned())
        );
        assert_eq!(
            call("lend_book", lend("Emma")).await,
            (false, "Ada has it now".to_owned())
        );
        assert_eq!(
            call("list_books", json!({})).await,
            (false, "Dracula, Walden".to_owned())
        );
        assert_eq!(
            call("lend_book", lend("Ulysses")).await,
            (true, "there is no `Ulysses`".to_owned())
        );

        let tools = client.list_tools().await;
        let names = Vec::from_iter(tools.iter().map(|tool| &tool["name"]));
        assert_eq!(names, ["lend_book", "list_books"]);
        client.close().await;
    }
}
