//! The tools of the Notion server.

use mcp_tool_runtime::{Tool, ToolError, mcp_tool, tools};
use serde_json::{Map, Value, json};

use super::Workspace;
use super::types::{
    Block, Cover, Icon, InsertContent, MarkdownChange, MoveTo, PageParent, Parent, Piece,
    Properties, ReplaceContent, ReplaceContentRange, SearchFilter, SearchSort, Sort, UpdateContent,
};

pub(super) fn tools() -> Vec<Tool<Workspace>> {
    tools![
        post_search,
        patch_block_children,
        update_a_block,
        patch_page,
        post_page,
        create_a_comment,
        query_data_source,
        update_a_data_source,
        create_a_data_source,
        move_page,
        update_page_markdown,
    ]
}

/// Finds pages and data sources by their titles.
#[mcp_tool(name = "API-post-search", title = "Post Search", destructive)]
fn post_search(
    #[state] workspace: &Workspace,
    /// Words to find in titles
    query: Option<String>,
    /// Sort order
    sort: Option<SearchSort>,
    /// Filter
    filter: Option<SearchFilter>,
    /// Cursor from the previous answer
    start_cursor: Option<String>,
    /// Maximum number of results
    #[arg(default = 100)]
    page_size: u32,
) -> Result<Value, ToolError> {
    workspace.keep(json!({
        "query": query, "sort": sort, "filter": filter, "from": start_cursor, "size": page_size,
    }))
}

/// Appends blocks to a block or a page.
#[mcp_tool(
    name = "API-patch-block-children",
    title = "Patch Block Children",
    destructive
)]
fn patch_block_children(
    #[state] workspace: &Workspace,
    /// Id of the block or page to append to
    block_id: String,
    /// New items
    children: Vec<Block>,
    /// Id of the existing child to insert after. Default: the last child
    after: Option<String>,
) -> Result<Value, ToolError> {
    workspace.keep(json!({ "block_id": block_id, "children": children, "after": after }))
}

/// Changes the content of a block.
#[mcp_tool(name = "API-update-a-block", title = "Update A Block", destructive)]
fn update_a_block(
    #[state] workspace: &Workspace,
    /// The block
    block_id: String,
    /// New content, in Notion's format for this kind of block
    #[arg(rename = "type")]
    content: Option<Map<String, Value>>,
    /// Archive it
    #[arg(default = true)]
    archived: bool,
) -> Result<Value, ToolError> {
    workspace.keep(json!({ "block_id": block_id, "content": content, "archived": archived }))
}

/// Changes the properties, the icon or the cover of a page.
#[mcp_tool(name = "API-patch-page", title = "Patch Page", destructive)]
fn patch_page(
    #[state] workspace: &Workspace,
    /// The page
    page_id: String,
    /// The changed properties
    properties: Option<Properties>,
    /// Move the page to the trash
    #[arg(default = false)]
    in_trash: bool,
    /// Archive it
    archived: Option<bool>,
    /// A new icon
    icon: Option<Icon>,
    /// A new cover
    cover: Option<Cover>,
) -> Result<Value, ToolError> {
    workspace.keep(json!({
        "page_id": page_id,
        "properties": properties,
        "in_trash": in_trash,
        "archived": archived,
        "icon": icon,
        "cover": cover,
    }))
}

/// Creates a page.
#[mcp_tool(name = "API-post-page", title = "Post Page", destructive)]
fn post_page(
    #[state] workspace: &Workspace,
    /// Parent
    parent: Parent,
    /// Its properties
    properties: Properties,
    /// Content of the page
    children: Option<Vec<Block>>,
    /// Its icon
    icon: Option<Icon>,
    /// Its cover
    cover: Option<Cover>,
) -> Result<Value, ToolError> {
    workspace.keep(json!({
        "parent": parent,
        "properties": properties,
        "children": children,
        "icon": icon,
        "cover": cover,
    }))
}

/// Adds a comment to a page.
#[mcp_tool(name = "API-create-a-comment", title = "Create A Comment", destructive)]
fn create_a_comment(
    #[state] workspace: &Workspace,
    /// The page
    parent: PageParent,
    /// Text of the comment
    rich_text: Vec<Piece>,
) -> Result<Value, ToolError> {
    workspace.keep(json!({ "parent": parent, "rich_text": rich_text }))
}

/// Lists the entries of a data source.
#[mcp_tool(
    name = "API-query-data-source",
    title = "Query Data Source",
    destructive
)]
fn query_data_source(
    #[state] workspace: &Workspace,
    /// The data source
    data_source_id: String,
    /// Only these properties
    filter_properties: Option<Vec<String>>,
    /// A filter in Notion's format. The operators `and` and `or` combine conditions
    filter: Option<Map<String, Value>>,
    /// Sort orders, the most important first
    sorts: Option<Vec<Sort>>,
    /// Cursor from the previous answer
    start_cursor: Option<String>,
    /// Maximum number of results
    #[arg(default = 100)]
    page_size: u32,
    /// Include archived entries
    archived: Option<bool>,
    /// Include entries that are in the trash
    in_trash: Option<bool>,
) -> Result<Value, ToolError> {
    workspace.keep(json!({
        "data_source_id": data_source_id,
        "filter_properties": filter_properties,
        "filter": filter,
        "sorts": sorts,
        "from": start_cursor,
        "size": page_size,
        "archived": archived,
        "in_trash": in_trash,
    }))
}

/// Changes the title, the description or the columns of a data source.
#[mcp_tool(
    name = "API-update-a-data-source",
    title = "Update A Data Source",
    destructive
)]
fn update_a_data_source(
    #[state] workspace: &Workspace,
    /// The data source
    data_source_id: String,
    /// The new title
    title: Option<Vec<Piece>>,
    /// The new description
    description: Option<Vec<Piece>>,
    /// The changed columns
    properties: Option<Properties>,
) -> Result<Value, ToolError> {
    workspace.keep(json!({
        "data_source_id": data_source_id,
        "title": title,
        "description": description,
        "properties": properties,
    }))
}

/// Creates a data source on a page.
#[mcp_tool(
    name = "API-create-a-data-source",
    title = "Create A Data Source",
    destructive
)]
fn create_a_data_source(
    #[state] workspace: &Workspace,
    /// The page
    parent: PageParent,
    /// Its columns
    properties: Properties,
    /// Its title
    title: Option<Vec<Piece>>,
) -> Result<Value, ToolError> {
    workspace.keep(json!({ "parent": parent, "properties": properties, "title": title }))
}

/// Moves a page.
#[mcp_tool(name = "API-move-page", title = "Move Page", destructive)]
fn move_page(
    #[state] workspace: &Workspace,
    /// The page
    page_id: uuid::Uuid,
    /// New parent
    parent: MoveTo,
) -> Result<Value, ToolError> {
    workspace.keep(json!({ "page_id": page_id, "parent": parent }))
}

/// Changes the Markdown of a page.
#[mcp_tool(
    name = "API-update-page-markdown",
    title = "Update Page Markdown",
    destructive
)]
fn update_page_markdown(
    #[state] workspace: &Workspace,
    /// The page
    page_id: uuid::Uuid,
    /// Kind of change
    r#type: MarkdownChange,
    /// Another text
    replace_content: Option<ReplaceContent>,
    /// Replacements of texts
    update_content: Option<UpdateContent>,
    /// More text
    insert_content: Option<InsertContent>,
    /// The range of text to replace, and its new content
    replace_content_range: Option<ReplaceContentRange>,
) -> Result<Value, ToolError> {
    workspace.keep(json!({
        "page_id": page_id,
        "type": r#type,
        "changes": [
            json!(replace_content),
            json!(update_content),
            json!(insert_content),
            json!(replace_content_range),
        ],
    }))
}
