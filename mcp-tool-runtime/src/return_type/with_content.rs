//! Results that combine data with a text or content blocks.

use crate::content::ContentBlock;

/// A result that combines data with the tool's own content blocks: [`WithText`] or [`WithContent`]. The
/// output schema describes only the data. The blocks come before the text block that repeats the data as
/// JSON.
pub trait ContentAndData {
    /// The type that the output schema describes.
    type Data;

    #[doc(hidden)]
    fn split(self) -> (Vec<ContentBlock>, Self::Data);
}

/// A result with a text and structured data. People and models read the text, and programs read the data.
///
/// A tool can return `WithText` directly or in a `Result`. The tool's result has two text blocks: the text,
/// and then the data as JSON. The data is also the structured content. The tool's output schema is that of
/// `T` alone. Use [`WithContent`] for content blocks that are not text.
///
/// ```
/// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(run()).unwrap();
/// use mcp_tool_runtime::{CallToolRequest, ProtocolVersion, ToolContext, ToolRegistry, WithText, mcp_tool, tools};
/// use serde_json::json;
///
/// #[derive(serde::Serialize, schemars::JsonSchema)]
/// struct Tide {
///     /// Metres above chart datum
///     height: f64,
/// }
///
/// /// Returns the height of the tide.
/// #[mcp_tool(read_only)]
/// fn tide() -> WithText<Tide> {
///     let tide = Tide { height: 4.5 };
///     WithText::new(format!("The water stands at {} m.", tide.height), tide)
/// }
///
/// # async fn run() -> Result<(), Box<dyn std::error::Error>> {
/// let registry = ToolRegistry::builder(()).tools(tools![tide]).build()?;
/// let context = ToolContext::new(ProtocolVersion::V2025_11_25);
/// let response = registry.call(CallToolRequest::new("tide"), &context).await?;
/// assert_eq!(
///     response.to_value(context.protocol_version()),
///     json!({
///         "content": [
///             { "type": "text", "text": "The water stands at 4.5 m." },
///             { "type": "text", "text": r#"{"height":4.5}"# },
///         ],
///         "structuredContent": { "height": 4.5 },
///     }),
/// );
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WithText<T> {
    /// The text for people and models. It comes before the JSON of the data.
    pub text: String,
    /// The data that programs read.
    pub data: T,
}

impl<T> WithText<T> {
    /// Creates a result from data and a text about the data.
    pub fn new(text: impl Into<String>, data: T) -> Self {
        WithText {
            text: text.into(),
            data,
        }
    }
}

impl<T> ContentAndData for WithText<T> {
    type Data = T;

    fn split(self) -> (Vec<ContentBlock>, T) {
        (vec![ContentBlock::text(self.text)], self.data)
    }
}

/// A result with content blocks, and data with a schema.
///
/// A tool can return `WithContent` directly or in a `Result`. The tool's result has the content blocks, and
/// then a text block with the data as JSON. The data is also the structured content. The tool's output schema
/// is that of `T` alone.
///
/// ```
/// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(run()).unwrap();
/// use mcp_tool_runtime::content::Role;
/// use mcp_tool_runtime::{
///     CallToolRequest, ContentBlock, ProtocolVersion, ToolContext, ToolRegistry, WithContent,
///     mcp_tool, tools,
/// };
/// use serde_json::json;
///
/// #[derive(serde::Serialize, schemars::JsonSchema)]
/// struct Tide {
///     /// Metres above chart datum
///     height: f64,
/// }
///
/// /// Charts the tide.
/// #[mcp_tool(read_only)]
/// fn chart_tide() -> WithContent<Tide> {
///     let chart = ContentBlock::image_bytes(b"\x89PNG", "image/png").with_audience([Role::User]);
///     WithContent::new([chart], Tide { height: 4.5 })
/// }
///
/// # async fn run() -> Result<(), Box<dyn std::error::Error>> {
/// let registry = ToolRegistry::builder(()).tools(tools![chart_tide]).build()?;
/// let context = ToolContext::new(ProtocolVersion::V2025_11_25);
/// let response = registry.call(CallToolRequest::new("chart_tide"), &context).await?;
/// assert_eq!(
///     response.to_value(context.protocol_version()),
///     json!({
///         "content": [
///             {
///                 "type": "image",
///                 "data": "iVBORw==",
///                 "mimeType": "image/png",
///                 "annotations": { "audience": ["user"] },
///             },
///             { "type": "text", "text": r#"{"height":4.5}"# },
///         ],
///         "structuredContent": { "height": 4.5 },
///     }),
/// );
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct WithContent<T> {
    /// The content blocks that come before the JSON of the data.
    pub content: Vec<ContentBlock>,
    /// The structured content.
    pub data: T,
}

impl<T> WithContent<T> {
    /// Creates a result from content blocks and data.
    pub fn new(content: impl IntoIterator<Item = ContentBlock>, data: T) -> Self {
        WithContent {
            content: content.into_iter().collect(),
            data,
        }
    }
}

impl<T> ContentAndData for WithContent<T> {
    type Data = T;

    fn split(self) -> (Vec<ContentBlock>, T) {
        (self.content, self.data)
    }
}
