//! Answers with a text or content blocks beside the data.

use crate::ContentBlock;
use crate::bounds::ContentAndData;

/// An answer for people and for programs: a text to read, and data with a schema.
///
/// As a tool's answer, plain or in a `Result`, it becomes two text blocks: the text, and then the
/// data as JSON. The data are also the structured content. The tool's output schema is that of `T`
/// alone. [`WithContent`] is the same for content of any kind.
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
/// /// Tells the height of the tide.
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
    /// The text that people and models read first.
    pub text: String,
    /// The data that programs read.
    pub data: T,
}

impl<T> WithText<T> {
    /// The data, with a text about them.
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

/// An answer of content blocks and of data with a schema.
///
/// As a tool's answer, plain or in a `Result`, it becomes its own blocks and then a text block with
/// the JSON of the data, which are also the structured content. The tool's output schema is that of
/// `T` alone.
///
/// ```
/// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(run()).unwrap();
/// use mcp_tool_runtime::{
///     CallToolRequest, ContentBlock, ProtocolVersion, Role, ToolContext, ToolRegistry, WithContent, mcp_tool, tools,
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
    /// The blocks before the JSON of the data.
    pub content: Vec<ContentBlock>,
    /// The structured content.
    pub data: T,
}

impl<T> WithContent<T> {
    /// Creates an answer of content blocks and data.
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
