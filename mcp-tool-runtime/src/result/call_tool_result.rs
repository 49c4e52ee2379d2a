//! The results of calls, and their JSON.

use std::sync::OnceLock;
use std::{fmt, mem};

use serde::ser::Error as _;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::input_required::InputRequired;
use super::structured_content::StructuredContent;
use crate::content::{ContentBlock, ResourceContents, TextContent};
use crate::error::{ERROR_KEY, ProtocolError};
use crate::protocol::ProtocolVersion;

/// The response of a tool call. Serializes to the result object of a JSON-RPC response.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum CallToolResponse {
    /// The call succeeded, or failed with an error for the model.
    Complete(CallToolResult),
    /// The call needs input from the client. The client calls again with this input. Clients receive this
    /// response since protocol version 2026-07-28.
    InputRequired(Box<InputRequired>),
}

impl From<CallToolResult> for CallToolResponse {
    fn from(result: CallToolResult) -> Self {
        CallToolResponse::Complete(result)
    }
}

impl From<InputRequired> for CallToolResponse {
    fn from(input: InputRequired) -> Self {
        CallToolResponse::InputRequired(Box::new(input))
    }
}

impl CallToolResponse {
    /// Returns the result, or `None` if the call needs input from the client.
    pub fn complete(self) -> Option<CallToolResult> {
        match self {
            CallToolResponse::Complete(result) => Some(result),
            CallToolResponse::InputRequired(_) => None,
        }
    }

    /// Writes the result object into a buffer. `server_info` is the JSON of the server's name and version.
    pub(crate) fn write(
        &self,
        out: &mut Vec<u8>,
        server_info: Option<&str>,
    ) -> Result<(), serde_json::Error> {
        match self {
            CallToolResponse::Complete(result) => result.write(out, server_info),
            CallToolResponse::InputRequired(input) => {
                out.extend_from_slice(br#"{"resultType":"input_required","inputRequests":"#);
                serde_json::to_writer(&mut *out, &input.input_requests)?;
                if let Some(state) = &input.request_state {
                    out.extend_from_slice(br#","requestState":"#);
                    serde_json::to_writer(&mut *out, state)?;
                }
                write_meta(out, input.meta.as_ref(), server_info)?;
                out.push(b'}');
                Ok(())
            }
        }
    }

    /// Returns the approximate size of the response in bytes.
    pub(crate) fn size(&self) -> usize {
        match self {
            // JSON escapes characters such as quotes, so assume a quarter more bytes.
            CallToolResponse::Complete(result) => {
                result.content_size() * 5 / 4 + result.blocks.len() * 128 + 224
            }
            CallToolResponse::InputRequired(_) => 1024,
        }
    }

    /// Returns the member `result` of a JSON-RPC response, in the form of a protocol version.
    pub fn to_value(&self, version: ProtocolVersion) -> Value {
        match self {
            CallToolResponse::Complete(result) => result.to_value(version),
            // Ignore `version`, because only protocol version 2026-07-28 has `InputRequired`.
            // Serializing `input` cannot fail, because `input` consists of text and JSON.
            CallToolResponse::InputRequired(input) => {
                serde_json::to_value(input).unwrap_or_default()
            }
        }
    }
}

/// The result of a call: content blocks for people and models, structured content for programs.
///
/// Most tools return another type, and the registry converts it. Return a `CallToolResult` to set
/// every member yourself.
///
/// A `CallToolResult` serializes to the result object of a JSON-RPC response. A registry adapts it to the
/// protocol version of the request. A result that you build has the form of the newest version, until you
/// [project](Self::project) it.
///
/// ```
/// use mcp_tool_runtime::{CallToolResult, ProtocolVersion};
/// use serde_json::json;
///
/// let result = CallToolResult::structured(&json!({ "celsius": 21.5 }))?;
/// assert_eq!(
///     result.to_value(ProtocolVersion::V2025_11_25),
///     json!({
///         "content": [{ "type": "text", "text": r#"{"celsius":21.5}"# }],
///         "structuredContent": { "celsius": 21.5 },
///     }),
/// );
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Default)]
#[non_exhaustive]
pub struct CallToolResult {
    /// The content blocks, except for the hidden text block.
    pub(crate) blocks: Vec<ContentBlock>,
    structured_content: Option<StructuredContent>,
    /// Whether the tool failed. If so, the model reads the content to correct its call.
    pub is_error: bool,
    /// The protocol version that [`project`](Self::project) set. `None` means the newest version.
    version: Option<ProtocolVersion>,
    /// Whether a text block that repeats the structured content follows `blocks`. Most results are only written, so this
    /// hidden block needs no copy of the text.
    has_hidden_mirror: bool,
    /// The parts that few results have. A call moves its result several times, so a result is small.
    details: OnceLock<Box<Details>>,
}

#[derive(Clone, Default)]
struct Details {
    meta: Option<Map<String, Value>>,
    /// The kind of failure, for the span and the metrics. For a failed tool, `None` means `tool_error`.
    failure: Option<&'static str>,
    /// The JSON-RPC error to send instead of the result, if the tool failed with a `ProtocolError`.
    protocol_error: Option<Box<ProtocolError>>,
    /// All content blocks, if code has read them while one was hidden.
    shown: OnceLock<Vec<ContentBlock>>,
}

impl CallToolResult {
    /// Removes and returns the JSON-RPC error to send instead of this result, if the protocol version has its
    /// code.
    pub(crate) fn take_protocol_error(
        &mut self,
        version: ProtocolVersion,
    ) -> Option<ProtocolError> {
        let error = self.details.get_mut()?.protocol_error.take()?;
        version.has_error(&error).then_some(*error)
    }

    /// Sets the JSON-RPC error to send instead of the result.
    pub(crate) fn set_protocol_error(&mut self, error: Box<ProtocolError>) {
        self.change_details(|details| details.protocol_error = Some(error));
    }

    /// Changes the JSON-RPC error to send instead of the result, if there is one.
    #[cfg(feature = "tower")]
    pub(crate) fn map_protocol_error(
        &mut self,
        change: impl FnOnce(ProtocolError) -> ProtocolError,
    ) {
        if let Some(details) = self.details.get_mut() {
            let error = details.protocol_error.take();
            details.protocol_error = error.map(|error| Box::new(change(*error)));
        }
    }

    fn change_details(&mut self, change: impl FnOnce(&mut Details)) {
        let mut details = self.details.take().unwrap_or_default();
        change(&mut details);
        self.details = details.into();
    }

    /// Creates a success with content blocks.
    pub fn new(content: impl IntoIterator<Item = ContentBlock>) -> Self {
        CallToolResult {
            blocks: content.into_iter().collect(),
            ..CallToolResult::default()
        }
    }

    /// Creates a success with one text block.
    pub fn text(text: impl Into<String>) -> Self {
        CallToolResult::new([ContentBlock::text(text)])
    }

    /// Creates a failure with one text block. The text should explain to the model what failed and
    /// how to avoid it.
    pub fn error(text: impl Into<String>) -> Self {
        CallToolResult {
            is_error: true,
            ..CallToolResult::text(text)
        }
    }

    /// Creates a success with structured content, and the same JSON as a text block.
    ///
    /// # Errors
    ///
    /// Returns an error if JSON cannot represent `value` exactly. Examples are a map key that cannot become a
    /// string, and a flattened map that repeats a member. Other examples are a number that is not finite, and
    /// an integer outside of `i64::MIN..=u64::MAX`.
    pub fn structured<T: Serialize + ?Sized>(value: &T) -> Result<Self, serde_json::Error> {
        Ok(CallToolResult {
            structured_content: Some(StructuredContent::new(value)?),
            has_hidden_mirror: true,
            ..CallToolResult::default()
        })
    }

    /// Returns the content blocks in reading order.
    pub fn content(&self) -> &[ContentBlock] {
        let Some(structured) = self.hidden_mirror() else {
            return &self.blocks;
        };
        let details = self.details.get_or_init(Box::default);
        details.shown.get_or_init(|| {
            let mirror = ContentBlock::text(structured.as_str());
            self.blocks.iter().cloned().chain([mirror]).collect()
        })
    }

    /// Returns the content blocks mutably.
    pub fn content_mut(&mut self) -> &mut Vec<ContentBlock> {
        self.show_mirror();
        &mut self.blocks
    }

    /// Returns the data of the result as JSON, if the result has data. Before protocol version 2026-07-28, the
    /// response omits a value that is not an object. Before 2025-06-18, it has only the JSON in a text block.
    pub fn structured_content(&self) -> Option<&StructuredContent> {
        self.structured_content.as_ref()
    }

    /// Replaces or removes the data of the result. Does not change the content blocks.
    pub fn set_structured_content(&mut self, data: impl Into<Option<StructuredContent>>) {
        self.show_mirror();
        self.structured_content = data.into();
    }

    /// Returns the data that the hidden text block repeats, if there is such a block.
    fn hidden_mirror(&self) -> Option<&StructuredContent> {
        let structured = self.structured_content.as_ref();
        structured.filter(|_| self.has_hidden_mirror)
    }

    /// Drops the copies that [`content`](Self::content) made.
    fn forget_shown(&mut self) {
        if let Some(details) = self.details.get_mut() {
            details.shown.take();
        }
    }

    /// Adds the hidden text block to `blocks`.
    fn show_mirror(&mut self) {
        self.forget_shown();
        if mem::take(&mut self.has_hidden_mirror)
            && let Some(structured) = &self.structured_content
        {
            self.blocks.reserve_exact(1);
            self.blocks.push(ContentBlock::text(structured.as_str()));
        }
    }

    /// Wraps the structured content into an object with the member `name`. Does the same with the text block
    /// that repeats this content as JSON.
    pub(crate) fn wrap(&mut self, name: &str) {
        self.forget_shown();
        let Some(structured) = &mut self.structured_content else {
            return;
        };
        // Search from the end, because one of the tool's own blocks can have the same text. The
        // block that repeats the structured content usually comes last.
        let is_hidden = self.has_hidden_mirror;
        let mirror = self
            .blocks
            .iter_mut()
            .rev()
            .filter(|_| !is_hidden)
            .filter_map(|block| match block {
                ContentBlock::Text(text) => Some(&mut text.text),
                _ => None,
            })
            .find(|text| *text == structured.as_str());
        structured.wrap(name);
        if let Some(text) = mirror {
            structured.as_str().clone_into(text);
        }
    }

    /// Adds a text block that repeats the structured content as JSON, unless a text block already repeats it.
    pub(crate) fn mirror(&mut self) {
        let structured = self.structured_content.as_ref();
        let Some(structured) = structured.filter(|_| !self.has_hidden_mirror) else {
            return;
        };
        let value = structured.to_value();
        let is_mirror = |text: &str| {
            text == structured.as_str()
                || serde_json::from_str::<Value>(text).is_ok_and(|text| text == value)
        };
        let mut texts = self.blocks.iter().filter_map(ContentBlock::as_text);
        self.has_hidden_mirror = !texts.any(is_mirror);
    }

    /// Removes the structured content. A text block that repeats it stays.
    pub(crate) fn drop_structured(&mut self) {
        self.set_structured_content(None);
    }

    fn has_result_type(&self) -> bool {
        let version = self.version.unwrap_or(ProtocolVersion::LATEST);
        version.has_result_type()
    }

    /// Writes the result as JSON.
    fn write(&self, out: &mut Vec<u8>, server_info: Option<&str>) -> Result<(), serde_json::Error> {
        if self.has_result_type() {
            out.extend_from_slice(br#"{"resultType":"complete","content":["#);
        } else {
            out.extend_from_slice(br#"{"content":["#);
        }
        for (position, block) in self.blocks.iter().enumerate() {
            if position > 0 {
                out.push(b',');
            }
            match block {
                ContentBlock::Text(TextContent {
                    text,
                    annotations: None,
                    meta: None,
                }) => write_text(out, text)?,
                block => serde_json::to_writer(&mut *out, block)?,
            }
        }
        if let Some(structured) = self.hidden_mirror() {
            if !self.blocks.is_empty() {
                out.push(b',');
            }
            write_text(out, structured.as_str())?;
        }
        out.push(b']');
        if let Some(structured) = &self.structured_content {
            out.extend_from_slice(br#","structuredContent":"#);
            out.extend_from_slice(structured.as_str().as_bytes());
        }
        if self.is_error {
            out.extend_from_slice(br#","isError":true"#);
        }
        write_meta(out, self.meta(), server_info)?;
        out.push(b'}');
        Ok(())
    }

    /// Returns the number of bytes of the texts, the data and the structured content.
    pub(crate) fn content_size(&self) -> usize {
        let of_block = |block: &ContentBlock| match block {
            ContentBlock::Text(text) => text.text.len(),
            ContentBlock::Image(image) => image.data.len(),
            ContentBlock::Audio(audio) => audio.data.len(),
            ContentBlock::ResourceLink(link) => link.uri.len(),
            ContentBlock::Resource(resource) => match &resource.resource {
                ResourceContents::Text(text) => text.text.len(),
                ResourceContents::Blob(blob) => blob.blob.len(),
            },
        };
        let structured = self.structured_content.as_ref();
        let structured_size = structured.map_or(0, |structured| structured.as_str().len());
        let copies = 1 + usize::from(self.has_hidden_mirror);
        self.blocks.iter().map(of_block).sum::<usize>() + structured_size * copies
    }

    /// Sets the kind of failure, for the span and the metrics.
    pub(crate) fn with_failure_kind(mut self, failure: &'static str) -> Self {
        self.change_details(|details| details.failure = Some(failure));
        self
    }

    /// Returns the kind of failure, or `None` if `is_error` is false. The default kind is `tool_error`.
    pub(crate) fn failure(&self) -> Option<&'static str> {
        let failure = || self.details.get()?.failure;
        self.is_error.then(|| failure().unwrap_or("tool_error"))
    }

    /// Returns the [code](struct@crate::ToolError#method.code) of the tool's error, or `None` if there is no
    /// code. A layer can use the code to decide whether to retry the call.
    ///
    /// ```
    /// use mcp_tool_runtime::{ToolError, ToolRegistry, mcp_tool, testing::call_json, tools};
    /// use serde_json::json;
    ///
    /// /// Orders a lamp.
    /// #[mcp_tool]
    /// async fn order_lamp() -> Result<String, ToolError> {
    ///     Err(ToolError::new("no lamp is in stock").code("out_of_stock"))
    /// }
    ///
    /// # async fn run() -> Result<(), Box<dyn std::error::Error>> {
    /// let registry = ToolRegistry::builder(()).tools(tools![order_lamp]).build()?;
    /// let result = call_json(&registry, "order_lamp", json!({})).await;
    /// assert_eq!(result.error_code(), Some("out_of_stock"));
    /// # Ok(())
    /// # }
    /// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(run()).unwrap();
    /// ```
    pub fn error_code(&self) -> Option<&str> {
        self.meta()?.get(ERROR_KEY)?.get("code")?.as_str()
    }

    /// Returns the result's `_meta`, if there is one.
    pub fn meta(&self) -> Option<&Map<String, Value>> {
        self.details.get()?.meta.as_ref()
    }

    /// Sets the result's `_meta`.
    pub fn with_meta(mut self, meta: Map<String, Value>) -> Self {
        self.change_details(|details| details.meta = Some(meta));
        self
    }

    /// Returns the result in the form that a protocol version requires. Drops icons and structured content
    /// that the version does not allow.
    ///
    /// Before 2025-06-18, results have no structured content. A text block repeats its JSON. If there is none
    /// yet, this method adds one. A resource link becomes a text block with the title, URI and description. In
    /// 2024-11-05, a sound becomes an embedded resource. Other content blocks lose their `_meta` and
    /// `lastModified` before 2025-06-18.
    pub fn project(mut self, version: ProtocolVersion) -> Self {
        self.adapt(version);
        self
    }

    /// Works like [`project`](Self::project).
    pub(crate) fn adapt(&mut self, version: ProtocolVersion) {
        if !version.has_structured_content() {
            self.mirror();
            self.drop_structured();
        }
        if version.structured_is_object()
            && self
                .structured_content
                .as_ref()
                .is_some_and(|content| !content.is_object())
        {
            self.drop_structured();
        }
        if !version.has_icons() {
            let (has_links, has_audio) = (version.has_structured_content(), version.has_audio());
            self.forget_shown();
            for (position, block) in self.blocks.iter_mut().enumerate() {
                block.downgrade(position, has_links, has_audio);
            }
        }
        self.version = Some(version);
    }

    /// Returns the member `result` of a JSON-RPC response, in the form of a protocol version.
    pub fn to_value(&self, version: ProtocolVersion) -> Value {
        // The result consists of text, maps with string keys, and JSON, so serializing it cannot
        // fail.
        serde_json::to_value(self.clone().project(version)).unwrap_or_default()
    }
}

impl fmt::Debug for CallToolResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CallToolResult")
            .field("content", &self.content())
            .field("structured_content", &self.structured_content)
            .field("is_error", &self.is_error)
            .field("meta", &self.meta())
            .finish_non_exhaustive()
    }
}

impl Serialize for CallToolResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize_raw(serializer, |out| self.write(out, None))
    }
}

fn write_text(out: &mut Vec<u8>, text: &str) -> Result<(), serde_json::Error> {
    out.extend_from_slice(br#"{"type":"text","text":"#);
    serde_json::to_writer(&mut *out, text)?;
    out.push(b'}');
    Ok(())
}

/// Writes the member `_meta` of a result, after another member. Adds the server's name and version, whose JSON is
/// `server_info`, unless `meta` has them. Writes nothing if there is nothing to write.
pub(crate) fn write_meta(
    out: &mut Vec<u8>,
    meta: Option<&Map<String, Value>>,
    server_info: Option<&str>,
) -> Result<(), serde_json::Error> {
    const KEY: &str = "io.modelcontextprotocol/serverInfo";

    let server_info = server_info.filter(|_| meta.is_none_or(|meta| !meta.contains_key(KEY)));
    if meta.is_none() && server_info.is_none() {
        return Ok(());
    }
    out.extend_from_slice(br#","_meta":"#);
    match meta {
        Some(meta) => serde_json::to_writer(&mut *out, meta)?,
        None => out.extend_from_slice(b"{}"),
    }
    if let Some(server_info) = server_info {
        out.pop();
        if !out.ends_with(b"{") {
            out.push(b',');
        }
        out.extend_from_slice(br#""io.modelcontextprotocol/serverInfo":"#);
        out.extend_from_slice(server_info.as_bytes());
        out.push(b'}');
    }
    Ok(())
}

/// Serializes the JSON text that the function `write` produces.
pub(crate) fn serialize_raw<S: Serializer>(
    serializer: S,
    write: impl FnOnce(&mut Vec<u8>) -> Result<(), serde_json::Error>,
) -> Result<S::Ok, S::Error> {
    let mut out = Vec::new();
    write(&mut out).map_err(S::Error::custom)?;
    let raw: &RawValue = serde_json::from_slice(&out).map_err(S::Error::custom)?;
    raw.serialize(serializer)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// R112, R176
    #[test]
    fn a_result_serializes_in_its_projected_version() {
        let list = CallToolResult::structured(&[1, 2]).unwrap();
        let content = json!([{ "type": "text", "text": "[1,2]" }]);
        let older = list.clone().project(ProtocolVersion::V2025_11_25);
        assert_eq!(
            serde_json::to_value(&older).unwrap(),
            json!({ "content": content })
        );
        let newest = json!({
            "resultType": "complete",
            "content": content,
            "structuredContent": [1, 2],
        });
        assert_eq!(serde_json::to_value(&list).unwrap(), newest);
        let response = CallToolResponse::Complete(list.project(ProtocolVersion::V2026_07_28));
        assert_eq!(serde_json::to_value(&response).unwrap(), newest);
    }
}
