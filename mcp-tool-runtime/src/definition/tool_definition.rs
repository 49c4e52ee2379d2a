//! The definition of a tool, and its form for each protocol version.

use std::borrow::Cow;

use mcp_tool_schema::json_values::retain;
use mcp_tool_schema::keywords::Keywords as _;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::tool_annotations::ToolAnnotations;
use crate::content::Icon;
use crate::protocol::ProtocolVersion;

/// The definition of a tool in `tools/list`.
///
/// The definition serializes to the protocol's `Tool` object, and deserializes from such an object.
/// [`ToolRegistry::definitions`] returns definitions that are not adapted to a protocol version.
/// [`project`](Self::project) adapts a definition.
///
/// [`ToolRegistry::definitions`]: crate::ToolRegistry::definitions
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ToolDefinition {
    /// 1 to 128 characters of `A-Za-z0-9_.-`, unique in a registry.
    pub name: String,
    /// The title for users.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The description. The model uses it to choose a tool.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// JSON Schema of the arguments: 2020-12, unless `$schema` names draft-07. The root always has
    /// `"type": "object"`.
    pub input_schema: Map<String, Value>,
    /// JSON Schema of the structured content: 2020-12, unless `$schema` names draft-07. `None` if the tool
    /// has no output schema.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output_schema: Option<Map<String, Value>>,
    /// The hints about the tool's effects, if there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub annotations: Option<ToolAnnotations>,
    /// The icons. The protocol supports icons since version 2025-11-25.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub icons: Vec<Icon>,
    /// The `_meta` of the definition.
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Map<String, Value>>,
    /// The scopes. A caller needs all of them to call the tool. The protocol's `Tool` object does not contain
    /// them.
    #[serde(skip)]
    pub scopes: Vec<String>,
}

impl ToolDefinition {
    /// Creates a definition with a name only.
    pub(crate) fn new(name: String) -> Self {
        ToolDefinition {
            name,
            title: None,
            description: None,
            input_schema: Map::new(),
            output_schema: None,
            annotations: None,
            icons: Vec::new(),
            meta: None,
            scopes: Vec::new(),
        }
    }

    /// Sorts the members of every object in the schemas and in `_meta`. Otherwise, the order changes if
    /// another crate enables serde_json's feature `preserve_order`.
    pub(crate) fn sort(&mut self) {
        let optional = [&mut self.output_schema, &mut self.meta];
        let parts = optional.into_iter().flatten();
        for part in parts.chain([&mut self.input_schema]) {
            part.sort_keys();
            part.values_mut().for_each(Value::sort_all_objects);
        }
    }

    /// Returns the definition for a client of `version`.
    ///
    /// For versions before 2026-07-28, this method omits an output schema whose root does not have
    /// `"type": "object"`. For versions before 2025-11-25, it omits icons. For versions before
    /// 2025-06-18, this method omits the output schema, and the `_meta` except the page of
    /// an MCP App. For 2025-03-26, it moves the title to [`ToolAnnotations::title`], unless that title is set.
    /// For 2024-11-05, it omits the title and the annotations.
    pub fn project(&self, version: ProtocolVersion) -> ToolDefinition {
        self.for_version(version).into_owned()
    }

    /// Returns the definition for a client of `version`. Borrows `self` if nothing changes.
    pub(crate) fn for_version(&self, version: ProtocolVersion) -> Cow<'_, ToolDefinition> {
        let mut projected = Cow::Borrowed(self);
        if version.structured_is_object()
            && self.output_schema.is_some()
            && !self.has_object_output()
        {
            projected.to_mut().output_schema = None;
        }
        if !version.has_icons() && !self.icons.is_empty() {
            projected.to_mut().icons.clear();
        }
        if !version.has_structured_content() {
            projected.to_mut().drop_structured(version);
        }
        projected
    }

    /// Removes the members that exist since 2025-06-18, and the annotations before 2025-03-26.
    fn drop_structured(&mut self, version: ProtocolVersion) {
        self.output_schema = None;
        let title = self.title.take();
        if !version.has_hints() {
            self.annotations = None;
        } else if title.is_some() {
            let annotations = self.annotations.get_or_insert_default();
            annotations.title = annotations.title.take().or(title);
        }
        // MCP Apps is an extension outside the versions of the protocol. Its clients read these keys in
        // every version.
        self.meta = self.meta.take().and_then(|mut meta| {
            retain(&mut meta, &mut |key, _| {
                key == "ui" || key == "ui/resourceUri"
            });
            (!meta.is_empty()).then_some(meta)
        });
    }

    /// Returns whether the output schema describes a JSON object.
    pub(crate) fn has_object_output(&self) -> bool {
        self.output_schema
            .as_ref()
            .is_some_and(|schema| schema.text("type") == Some("object"))
    }
}
