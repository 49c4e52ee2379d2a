use std::borrow::Cow;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::schema::Keywords as _;
use crate::schema::{either_dialect, fits_either_dialect};
use crate::{Icon, ProtocolVersion, ToolAnnotations};

/// A tool as `tools/list` describes it.
///
/// It serialises to the protocol's `Tool` object. What [`ToolRegistry::definitions`] gives is
/// neutral; [`project`](Self::project) makes the form for one revision.
///
/// [`ToolRegistry::definitions`]: crate::ToolRegistry::definitions
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ToolDefinition {
    /// 1 to 128 characters of `A-Za-z0-9_.-`, unique in a registry.
    pub name: String,
    /// Text for people, where the name is text for programs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What a model reads to choose the tool.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// JSON Schema 2020-12 of the arguments; its root is always `"type": "object"`.
    pub input_schema: Map<String, Value>,
    /// JSON Schema 2020-12 of the structured content, if the tool has any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output_schema: Option<Map<String, Value>>,
    /// The four hints, those that were given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub annotations: Option<ToolAnnotations>,
    /// Icons that a client may show, from 2025-11-25 on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub icons: Vec<Icon>,
    /// The definition's `_meta`.
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Map<String, Value>>,
    /// Which of the schemas somebody wrote by hand; these are published as they are.
    #[serde(skip)]
    pub(crate) by_hand: ByHand,
}

/// The schemas that nobody generated.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct ByHand {
    pub(crate) input: bool,
    pub(crate) output: bool,
}

impl ToolDefinition {
    /// A definition of nothing but a name.
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
            by_hand: ByHand::default(),
        }
    }

    /// Puts the members of every object in order: whether serde_json keeps the order in which they
    /// were written is decided by whoever else switches its feature on.
    pub(crate) fn sort(&mut self) {
        let parts = [&mut self.output_schema, &mut self.meta];
        let parts = parts.into_iter().flatten();
        for part in parts.chain([&mut self.input_schema]) {
            part.sort_keys();
            part.values_mut().for_each(Value::sort_all_objects);
        }
    }

    /// The definition for a peer of `revision`: an output schema whose root is no object is left
    /// out before 2026-07-28, icons before 2025-11-25. 2025-06-18 does not say
    /// which dialect schemas are in: generated ones then keep to keywords that mean the same in
    /// draft-07 and in 2020-12.
    pub fn project(&self, revision: ProtocolVersion) -> ToolDefinition {
        self.for_version(revision).into_owned()
    }

    /// As [`project`](Self::project), without a copy where nothing changes.
    pub(crate) fn for_version(&self, revision: ProtocolVersion) -> Cow<'_, ToolDefinition> {
        let mut projected = Cow::Borrowed(self);
        if revision.structured_is_object()
            && self.output_schema.is_some()
            && !self.has_object_output()
        {
            projected.to_mut().output_schema = None;
        }
        if !revision.has_icons() && !self.icons.is_empty() {
            projected.to_mut().icons.clear();
        }
        if revision == ProtocolVersion::V2025_06_18 {
            if !self.by_hand.input && !fits_either_dialect(&self.input_schema) {
                either_dialect(&mut projected.to_mut().input_schema);
            }
            let output = projected.output_schema.as_ref();
            if !self.by_hand.output
                && output.is_some_and(|output| !fits_either_dialect(output))
                && let Some(output) = &mut projected.to_mut().output_schema
            {
                either_dialect(output);
            }
            if let Cow::Owned(projected) = &mut projected {
                projected.sort();
            }
        }
        projected
    }

    /// Whether there is an output schema and it describes a JSON object.
    pub(crate) fn has_object_output(&self) -> bool {
        self.output_schema
            .as_ref()
            .is_some_and(|schema| schema.text("type") == Some("object"))
    }
}
