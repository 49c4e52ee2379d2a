//! The types of the tools' arguments.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A map from property names to their values.
pub(super) type Properties = Map<String, Value>;

/// A piece of text.
#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RichText {
    pub(super) text: Text,
    #[serde(rename = "type")]
    pub(super) kind: Option<TextKind>,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Text {
    pub(super) content: String,
    /// A link object with the member `url`
    pub(super) link: Option<Map<String, Value>>,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum TextKind {
    Text,
}

/// A piece of rich text: plain text, or an object of another kind, such as a mention.
#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum Piece {
    Text(RichText),
    Other(Map<String, Value>),
}

#[derive(Deserialize, Serialize, JsonSchema)]
pub(super) struct RichTexts {
    pub(super) rich_text: Vec<RichText>,
}

/// A block: a paragraph, a bulleted list item, or a block of another kind.
#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum Block {
    Paragraph {
        paragraph: RichTexts,
        r#type: Option<ParagraphKind>,
    },
    Bullet {
        bulleted_list_item: RichTexts,
        r#type: Option<BulletKind>,
    },
    Other(Map<String, Value>),
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum ParagraphKind {
    Paragraph,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum BulletKind {
    BulletedListItem,
}

/// A page, identified by its id.
#[derive(Deserialize, Serialize, JsonSchema)]
pub(super) struct PageParent {
    pub(super) page_id: uuid::Uuid,
}

/// The parent of a new page.
#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum Parent {
    Page(PageParent),
    Database {
        database_id: uuid::Uuid,
        r#type: Option<DatabaseKind>,
    },
    Workspace {
        r#type: WorkspaceKind,
    },
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum DatabaseKind {
    DatabaseId,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum WorkspaceKind {
    Workspace,
}

/// The new parent of a page.
#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum MoveTo {
    PageId { page_id: uuid::Uuid },
    DatabaseId { database_id: uuid::Uuid },
    Workspace,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Icon {
    /// A single emoji
    pub(super) emoji: String,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Cover {
    pub(super) external: External,
    #[serde(rename = "type")]
    pub(super) kind: Option<CoverKind>,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum CoverKind {
    External,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct External {
    /// URL of the image
    pub(super) url: String,
}

#[derive(Clone, Copy, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Direction {
    Ascending,
    Descending,
}

#[derive(Deserialize, Serialize, JsonSchema)]
pub(super) struct Sort {
    /// Name of the property to sort by
    pub(super) property: String,
    pub(super) direction: Direction,
}

#[derive(Deserialize, Serialize, JsonSchema)]
pub(super) struct SearchSort {
    pub(super) direction: Option<String>,
    pub(super) timestamp: Option<String>,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Kind {
    Page,
    DataSource,
}

#[derive(Deserialize, Serialize, JsonSchema)]
pub(super) struct SearchFilter {
    pub(super) value: Option<Kind>,
    pub(super) property: Option<String>,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum MarkdownChange {
    ReplaceContent,
    UpdateContent,
    InsertContent,
    ReplaceContentRange,
}

#[derive(Deserialize, Serialize, JsonSchema)]
pub(super) struct ReplaceContent {
    /// The new text of the whole page
    pub(super) new_str: String,
    /// Allow the change to delete pages inside this page
    pub(super) allow_deleting_content: Option<bool>,
}

#[derive(Deserialize, Serialize, JsonSchema)]
pub(super) struct UpdateContent {
    pub(super) content_updates: Vec<ContentUpdate>,
    /// Allow the change to delete pages inside this page
    pub(super) allow_deleting_content: Option<bool>,
}

#[derive(Deserialize, Serialize, JsonSchema)]
pub(super) struct ContentUpdate {
    /// The exact text to replace
    pub(super) old_str: String,
    /// The new text
    pub(super) new_str: String,
    /// Replace all occurrences
    pub(super) replace_all_matches: Option<bool>,
}

#[derive(Deserialize, Serialize, JsonSchema)]
pub(super) struct InsertContent {
    pub(super) content: String,
    /// Insert the new content after this text
    pub(super) after: Option<String>,
    pub(super) position: Option<Position>,
}

#[derive(Deserialize, Serialize, JsonSchema)]
pub(super) struct Position {
    pub(super) r#type: Option<End>,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum End {
    Start,
    End,
}

#[derive(Deserialize, Serialize, JsonSchema)]
pub(super) struct ReplaceContentRange {
    pub(super) content: String,
    /// Text at the start of the range, then `...`, then text at the end of the range
    pub(super) content_range: String,
    /// Allow the change to delete pages inside this page
    pub(super) allow_deleting_content: Option<bool>,
}
