//! The hints of a tool: `annotations` in its definition.

use serde::{Deserialize, Serialize};

/// The four hints of a tool about its behaviour, and a title. Each member may be absent.
///
/// The registry leaves absent hints out of the definition. Clients then assume the protocol's defaults: the
/// tool is destructive and open-world, but neither read-only nor idempotent. Hints are advice from the
/// author. A client may use hints to decide whether to ask the user before a call. Hints are not a security
/// control.
///
/// ```
/// use mcp_tool_runtime::ToolAnnotations;
///
/// let annotations = ToolAnnotations::default().read_only(true);
/// assert_eq!(serde_json::to_string(&annotations)?, r#"{"readOnlyHint":true}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ToolAnnotations {
    /// The title for users. Some clients show this title instead of the `title` of the definition.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// If `true`, the tool does not modify its environment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub read_only_hint: Option<bool>,
    /// If `true`, the tool may delete or overwrite data. This hint matters only if the tool is not read-only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub destructive_hint: Option<bool>,
    /// If `true`, a repeated call with the same arguments has no further effect. This hint matters only if the
    /// tool is not read-only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub idempotent_hint: Option<bool>,
    /// If `true`, the tool interacts with an open world, such as the web.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open_world_hint: Option<bool>,
}

impl ToolAnnotations {
    /// Sets `readOnlyHint`.
    pub fn read_only(mut self, hint: bool) -> Self {
        self.read_only_hint = Some(hint);
        self
    }

    /// Sets `destructiveHint`.
    pub fn destructive(mut self, hint: bool) -> Self {
        self.destructive_hint = Some(hint);
        self
    }

    /// Sets `idempotentHint`.
    pub fn idempotent(mut self, hint: bool) -> Self {
        self.idempotent_hint = Some(hint);
        self
    }

    /// Sets `openWorldHint`.
    pub fn open_world(mut self, hint: bool) -> Self {
        self.open_world_hint = Some(hint);
        self
    }

    /// Returns whether the title and all hints are absent.
    pub fn is_empty(&self) -> bool {
        *self == ToolAnnotations::default()
    }
}
