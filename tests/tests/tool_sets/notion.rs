//! Half of the Notion server's tools. Their arguments contain unions, maps with arbitrary JSON values, and
//! deeply nested objects.

mod tools;
mod types;

use std::sync::Mutex;

use mcp_tool_runtime::{ToolError, ToolRegistry};
use serde::Serialize;
use serde_json::{Value, json};

use crate::checks::{Fact, call, parsed};

/// The recorded calls. Each JSON object holds the arguments of one call.
#[derive(Default)]
struct Workspace(Mutex<Vec<Value>>);

impl Workspace {
    fn keep(&self, thing: impl Serialize) -> Result<Value, ToolError> {
        let thing = serde_json::to_value(thing).map_err(ToolError::display)?;
        let mut things = self
            .0
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        things.push(thing.clone());
        Ok(thing)
    }
}

fn registry() -> ToolRegistry<Workspace> {
    ToolRegistry::builder(Workspace::default())
        .tools(tools::tools())
        .build()
        .unwrap()
}

// The original server and the registry also accept an object as JSON in a string. `FACTS` omits
// this alternative. For blocks and rich text, the types in `FACTS` are more precise than the
// types in the original server.
#[rustfmt::skip]
const FACTS: &[Fact] = &[
    ("API-post-search", "destructive",
        r#"filter?: { property?: string, value?: "page" | "data_source" }, page_size?: integer = 100,
        query?: string, sort?: { direction?: string, timestamp?: string }, start_cursor?: string"#),
    ("API-patch-block-children", "destructive",
        r#"after?: string, block_id: string, children: [{ paragraph: { rich_text: [{ text: { content:
        string, link?: object }, type?: "text" }] }, type?: "paragraph" } or { bulleted_list_item:
        { rich_text: [{ text: { content: string, link?: object }, type?: "text" }] }, type?:
        "bulleted_list_item" } or object]"#),
    ("API-update-a-block", "destructive",
        "archived?: boolean = true, block_id: string, type?: object"),
    ("API-patch-page", "destructive",
        r#"archived?: boolean, cover?: { external: { url: string }, type?: "external" }, icon?: {
        emoji: string }, in_trash?: boolean = false, page_id: string, properties?: object"#),
    ("API-post-page", "destructive",
        r#"children?: [{ paragraph: { rich_text: [{ text: { content: string, link?: object }, type?:
        "text" }] }, type?: "paragraph" } or { bulleted_list_item: { rich_text: [{ text: {
        content: string, link?: object }, type?: "text" }] }, type?: "bulleted_list_item" } or
        object], cover?: { external: { url: string }, type?: "external" }, icon?: { emoji: string
        }, parent: { page_id: string } or { database_id: string, type?: "database_id" } or { type:
        "workspace" }, properties: object"#),
    ("API-create-a-comment", "destructive",
        r#"parent: { page_id: string }, rich_text: [{ text: { content: string, link?: object },
        type?: "text" } or object]"#),
    ("API-query-data-source", "destructive",
        r#"archived?: boolean, data_source_id: string, filter?: object, filter_properties?: [string],
        in_trash?: boolean, page_size?: integer = 100, sorts?: [{ direction: "ascending" |
        "descending", property: string }], start_cursor?: string"#),
    ("API-update-a-data-source", "destructive",
        r#"data_source_id: string, description?: [{ text: { content: string, link?: object }, type?:
        "text" } or object], properties?: object, title?: [{ text: { content: string, link?:
        object }, type?: "text" } or object]"#),
    ("API-create-a-data-source", "destructive",
        r#"parent: { page_id: string }, properties: object, title?: [{ text: { content: string,
        link?: object }, type?: "text" } or object]"#),
    ("API-move-page", "destructive",
        r#"page_id: string, parent: { page_id: string, type: "page_id" } or { database_id: string,
        type: "database_id" } or { type: "workspace" }"#),
    ("API-update-page-markdown", "destructive",
        r#"insert_content?: { after?: string, content: string, position?: { type?: "start" | "end" }
        }, page_id: string, replace_content?: { allow_deleting_content?: boolean, new_str: string
        }, replace_content_range?: { allow_deleting_content?: boolean, content: string,
        content_range: string }, type: "replace_content" | "update_content" | "insert_content" |
        "replace_content_range", update_content?: { allow_deleting_content?: boolean,
        content_updates: [{ new_str: string, old_str: string, replace_all_matches?: boolean }] }"#),
];

check_set!(registry(), "notion", FACTS);

const ID: &str = "67e55044-10b1-426f-9247-bb680e5fe0c8";

#[test]
fn unions_and_maps_are_accepted() {
    let registry = registry();
    let call = |name, arguments| call(&registry, name, arguments);
    let page = json!({
        "parent": { "page_id": ID },
        "properties": { "title": [{ "text": { "content": "Tides" } }] },
        "children": [
            { "paragraph": { "rich_text": [{ "text": { "content": "High water" }, "type": "text" }] } },
            { "type": "divider", "divider": {} },
        ],
        "icon": { "emoji": "🌊" },
    });
    assert_eq!(
        parsed(&call("API-post-page", page).1),
        parsed(
            r#"{"children":[{"paragraph":{"rich_text":[{"text":{"content":"High water","link":null},"type":"text"}]},"type":null},{"divider":{},"type":"divider"}],"cover":null,"icon":{"emoji":"🌊"},"parent":{"page_id":"67e55044-10b1-426f-9247-bb680e5fe0c8"},"properties":{"title":[{"text":{"content":"Tides"}}]}}"#
        )
    );
    // Some clients send objects and lists as JSON inside strings.
    let moved = json!({ "page_id": ID, "parent": "{\"type\":\"workspace\"}" });
    assert_eq!(
        parsed(&call("API-move-page", moved).1),
        parsed(
            r#"{"page_id":"67e55044-10b1-426f-9247-bb680e5fe0c8","parent":{"type":"workspace"}}"#
        )
    );
    let said =
        json!({ "parent": { "page_id": ID }, "rich_text": "[{\"mention\":{\"user\":\"ada\"}}]" });
    assert_eq!(
        parsed(&call("API-create-a-comment", said).1),
        parsed(
            r#"{"parent":{"page_id":"67e55044-10b1-426f-9247-bb680e5fe0c8"},"rich_text":[{"mention":{"user":"ada"}}]}"#
        )
    );
}

#[test]
fn wrong_arguments_are_reported() {
    let registry = registry();
    let call = |name, arguments| call(&registry, name, arguments).1;
    assert_eq!(
        call(
            "API-move-page",
            json!({ "page_id": ID, "parent": { "type": "block_id" } })
        ),
        r#"wrong argument for `API-move-page`:
- `parent.type`: got "block_id", expected one of "page_id", "database_id", "workspace"
a minimal valid call has the arguments {"page_id":"f81d4fae-7dec-11d0-a765-00a0c91e6bf6","parent":{"page_id":"f81d4fae-7dec-11d0-a765-00a0c91e6bf6","type":"page_id"}}"#
    );
    assert_eq!(
        call(
            "API-move-page",
            json!({ "page_id": "a page", "parent": { "page_id": ID } })
        ),
        r#"2 wrong arguments for `API-move-page`:
- `page_id`: expected a UUID such as "f81d4fae-7dec-11d0-a765-00a0c91e6bf6", got "a page": UUID parsing failed: invalid character: found ` ` at 1
- `parent`: lacks the member `type`; expected one of "page_id", "database_id", "workspace"
a minimal valid call has the arguments {"page_id":"f81d4fae-7dec-11d0-a765-00a0c91e6bf6","parent":{"page_id":"f81d4fae-7dec-11d0-a765-00a0c91e6bf6","type":"page_id"}}"#
    );
    assert_eq!(
        call(
            "API-post-page",
            json!({ "parent": { "pageId": ID }, "properties": [] })
        ),
        r#"2 wrong arguments for `API-post-page`:
- `parent`: matches none of the accepted forms; expected an object with `page_id`, an object with `database_id` or an object with `type`
- `properties`: expected an object, got an array
a minimal valid call has the arguments {"parent":{"page_id":"f81d4fae-7dec-11d0-a765-00a0c91e6bf6"},"properties":{}}"#
    );
    let children = json!(["{\"divider\":{}}"]);
    assert_eq!(
        call(
            "API-patch-block-children",
            json!({ "block_id": ID, "children": children })
        ),
        r#"wrong argument for `API-patch-block-children`:
- `children[0]`: matches none of the accepted forms; expected an object with `paragraph`, an object with `bulleted_list_item` or an object
a minimal valid call has the arguments {"block_id":"<block_id>","children":[{"paragraph":{"rich_text":[{"text":{"content":"<content>"}}]}}]}"#
    );
    let sorts = json!([{ "property": "Name", "direction": "up" }]);
    assert_eq!(
        call(
            "API-query-data-source",
            json!({ "data_source_id": ID, "sorts": sorts })
        ),
        r#"wrong argument for `API-query-data-source`:
- `sorts[0].direction`: got "up", expected one of "ascending", "descending"
a minimal valid call has the arguments {"data_source_id":"<data_source_id>"}"#
    );
    let change = json!({ "content_updates": [{ "old_str": "a", "newStr": "b" }] });
    assert_eq!(
        call(
            "API-update-page-markdown",
            json!({ "page_id": ID, "type": "update_content", "update_content": change })
        ),
        r#"wrong argument for `API-update-page-markdown`:
- `update_content.content_updates[0]`: lacks the member `new_str`, and has `newStr`; expected a string
a minimal valid call has the arguments {"page_id":"f81d4fae-7dec-11d0-a765-00a0c91e6bf6","type":"replace_content"}"#
    );
}
