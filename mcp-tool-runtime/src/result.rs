use serde::ser::SerializeMap as _;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

use crate::{ContentBlock, InputRequired, ProtocolVersion, StructuredContent, TextContent};

/// What a call of a tool answers.
///
/// It serialises to the result object of a JSON-RPC response.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum CallToolResponse {
    /// The call has ended, in success or in an error that the model can read.
    Complete(CallToolResult),
    /// The call needs something from the client first, and is to be made again with it (2026-07-28).
    InputRequired(InputRequired),
}

impl CallToolResponse {
    /// The result, if the call has ended.
    pub fn complete(self) -> Option<CallToolResult> {
        match self {
            CallToolResponse::Complete(result) => Some(result),
            CallToolResponse::InputRequired(_) => None,
        }
    }

    /// Returns about how many bytes the response takes.
    pub(crate) fn size(&self) -> usize {
        match self {
            CallToolResponse::Complete(result) => result.size(),
            CallToolResponse::InputRequired(_) => 1024,
        }
    }

    /// The response as the result object of a JSON-RPC response, for a peer of `revision`.
    pub fn to_value(&self, revision: ProtocolVersion) -> Value {
        match self {
            CallToolResponse::Complete(result) => result.to_value(revision),
            // It holds text and JSON: it can always be written. Other revisions have none.
            CallToolResponse::InputRequired(input) => {
                serde_json::to_value(input).unwrap_or_default()
            }
        }
    }
}

/// The result of a call: content blocks for people and models, structured content for programs.
///
/// Most tools never name this type: what they return is mapped onto it. A tool that returns it
/// says everything itself.
///
/// It serialises to the result object of a JSON-RPC response. What a registry answers has the form
/// of the revision that the request asked for; a result that was made by hand has the form of the
/// newest one until it is [projected](Self::project).
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
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct CallToolResult {
    /// Content blocks, in the order in which they are to be read (R110).
    pub content: Vec<ContentBlock>,
    /// The answer as JSON. Older revisions carry it only where it is an object (R103).
    pub structured_content: Option<StructuredContent>,
    /// Whether the tool failed; the model then reads the content to do better (R111).
    pub is_error: bool,
    /// The result's `_meta`.
    pub meta: Option<Map<String, Value>>,
    /// The revision for which this has been projected.
    revision: Option<ProtocolVersion>,
    /// What kind of failure it is, for the log alone.
    failure: Option<&'static str>,
}

impl CallToolResult {
    /// A success with the given content blocks.
    pub fn new(content: impl IntoIterator<Item = ContentBlock>) -> Self {
        CallToolResult {
            content: content.into_iter().collect(),
            ..CallToolResult::default()
        }
    }

    /// A success with one text block.
    pub fn text(text: impl Into<String>) -> Self {
        CallToolResult::new([ContentBlock::text(text)])
    }

    /// A failure with one text block that tells the model what went wrong and what to do.
    pub fn error(text: impl Into<String>) -> Self {
        CallToolResult {
            is_error: true,
            ..CallToolResult::text(text)
        }
    }

    /// A success with structured content, and the same JSON as a text block (R105).
    ///
    /// # Errors
    ///
    /// Fails where `value` cannot be written as JSON: a map whose keys are no strings, a number that
    /// is not finite, an integer outside of `i64::MIN..=u64::MAX`, a flattened map that repeats a member.
    pub fn structured<T: Serialize + ?Sized>(value: &T) -> Result<Self, serde_json::Error> {
        let structured = StructuredContent::new(value)?;
        Ok(CallToolResult {
            content: vec![ContentBlock::Text(TextContent::new(structured.as_str()))],
            structured_content: Some(structured),
            ..CallToolResult::default()
        })
    }

    /// Puts the structured content into an object under `name`, and the text that mirrors it (R105).
    pub(crate) fn wrap(&mut self, name: &str) {
        let Some(structured) = &mut self.structured_content else {
            return;
        };
        // The mirror comes last; a text beside it may read the same.
        let mirror = self
            .content
            .iter_mut()
            .rev()
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

    /// Adds a text block that mirrors the structured content, unless there is one (R105).
    pub(crate) fn mirror(&mut self) {
        let Some(structured) = &self.structured_content else {
            return;
        };
        let value = structured.to_value();
        let is_mirror = |text: &str| {
            text == structured.as_str()
                || serde_json::from_str::<Value>(text).is_ok_and(|text| text == value)
        };
        let mut texts = self.content.iter().filter_map(ContentBlock::as_text);
        if !texts.any(is_mirror) {
            let mirror = ContentBlock::text(structured.as_str());
            self.content.push(mirror);
        }
    }

    /// Returns about how many bytes the result takes.
    fn size(&self) -> usize {
        let content = self.content.iter().map(|block| match block {
            // Escapes of quotes make the text longer.
            ContentBlock::Text(text) => text.text.len() * 5 / 4 + 32,
            ContentBlock::Image(image) => image.data.len() + 128,
            ContentBlock::Audio(audio) => audio.data.len() + 128,
            _ => 512,
        });
        let structured = self.structured_content.as_ref();
        let structured = structured.map_or(0, |structured| structured.as_str().len());
        content.sum::<usize>() + structured + 96
    }

    /// Says for the log what kind of failure it is.
    pub(crate) fn because(mut self, failure: &'static str) -> Self {
        self.failure = Some(failure);
        self
    }

    /// What kind of failure it is, where it is one: the tool's own, unless something else was said.
    pub(crate) fn failure(&self) -> Option<&'static str> {
        self.is_error.then(|| self.failure.unwrap_or("tool_error"))
    }

    /// Sets the result's `_meta`.
    pub fn with_meta(mut self, meta: Map<String, Value>) -> Self {
        self.meta = Some(meta);
        self
    }

    /// The result in the form that a peer of `revision` understands: members that the revision
    /// does not know are dropped (R66, R98, R103, R119).
    pub fn project(mut self, revision: ProtocolVersion) -> Self {
        if revision.structured_is_object()
            && self
                .structured_content
                .as_ref()
                .is_some_and(|content| !content.is_object())
        {
            self.structured_content = None;
        }
        if !revision.has_icons() {
            for block in &mut self.content {
                block.drop_icons();
            }
        }
        self.revision = Some(revision);
        self
    }

    /// The result as the result object of a JSON-RPC response, for a peer of `revision`.
    pub fn to_value(&self, revision: ProtocolVersion) -> Value {
        // A result holds text, maps with string keys and JSON that was written before.
        serde_json::to_value(self.clone().project(revision)).unwrap_or_default()
    }
}

impl Serialize for CallToolResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        if self
            .revision
            .unwrap_or(ProtocolVersion::LATEST)
            .has_result_type()
        {
            map.serialize_entry("resultType", "complete")?;
        }
        map.serialize_entry("content", &self.content)?;
        if let Some(structured) = &self.structured_content {
            map.serialize_entry("structuredContent", structured)?;
        }
        if self.is_error {
            map.serialize_entry("isError", &true)?;
        }
        if let Some(meta) = &self.meta {
            map.serialize_entry("_meta", meta)?;
        }
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// R112, R176: whoever writes an answer need not ask again for which revision it was made.
    #[test]
    fn a_result_keeps_the_form_that_it_was_projected_for() {
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
