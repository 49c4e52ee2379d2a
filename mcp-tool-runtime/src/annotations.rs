use serde::{Deserialize, Serialize};

/// What a tool says about its behaviour: four hints, each of which may be absent.
///
/// Absent is a third state and stays absent on the wire; clients then assume the protocol's
/// defaults: not read-only, destructive, not idempotent, open world. Hints are the
/// author's word, which nothing here can prove. They are advice for clients, which may ask a
/// person first, and no security control: no call depends on them.
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
    /// The tool does not change anything outside itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub read_only_hint: Option<bool>,
    /// The tool may delete or overwrite; meaningful only when it is not read-only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub destructive_hint: Option<bool>,
    /// Calling it again with the same arguments changes nothing more; meaningful only when it is
    /// not read-only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub idempotent_hint: Option<bool>,
    /// The tool deals with an open world of other parties, such as the web.
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

    /// Whether no hint was given.
    pub fn is_empty(&self) -> bool {
        *self == ToolAnnotations::default()
    }
}
