//! Checks the tool definitions, and calls the tools with JSON arguments, as a client does.

use mcp_tool_runtime::testing::call_json;
use serde_json::json;

use crate::state::Library;
use crate::tools::registry;

mcp_tool_runtime::check_tools!(
    registry(Library::default()).unwrap(),
    golden = "golden/project.json",
    budget = 2_000
);

#[tokio::test]
async fn a_book_can_be_lent_once() {
    let registry = registry(Library::with_books()).unwrap();
    let lend = json!({ "book": 2, "reader": "Ada" });
    let first = call_json(&registry, "lend_book", lend.clone()).await;
    assert!(!first.is_error);
    let second = call_json(&registry, "lend_book", lend).await;
    assert_eq!(
        second.content()[0].as_text(),
        Some("\"Emma\" is already lent")
    );
}

#[tokio::test]
async fn the_error_for_an_unknown_book_suggests_search_books() {
    let registry = registry(Library::with_books()).unwrap();
    let lend = json!({ "book": 9, "reader": "Ada" });
    let result = call_json(&registry, "lend_book", lend).await;
    let text = serde_json::to_string(&result).unwrap();
    assert!(result.is_error && text.contains("search_books"), "{text}");
}
