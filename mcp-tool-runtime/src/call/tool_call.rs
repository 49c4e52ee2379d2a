use std::fmt;
use std::sync::{Arc, OnceLock};

use serde_json::{Map, Value};

use super::request_state::Binding;
use super::run::Run;
use super::{RawArguments, RegisteredTool};
use crate::{ToolContext, ToolDefinition};

/// A call of a tool, before its arguments are validated.
///
/// [Guards](crate::ToolRegistryBuilder::guard) and layers receive it. It borrows nothing, so a future
/// can keep it. Clones belong to the same call.
#[derive(Clone)]
pub struct ToolCall {
    pub(super) tool: Arc<RegisteredTool>,
    pub(super) context: ToolContext,
    /// The text of the request, or what replaced it.
    text: Option<Arc<str>>,
    parsed: OnceLock<Map<String, Value>>,
    changed: Option<Map<String, Value>>,
    pub(super) run: Arc<Run>,
}

impl ToolCall {
    pub(super) fn new(
        tool: Arc<RegisteredTool>,
        context: ToolContext,
        arguments: RawArguments<'_>,
        binding: Option<Binding>,
    ) -> Self {
        let (text, changed) = match arguments {
            RawArguments::Map(map) => (None, Some(map)),
            RawArguments::Text(text) => (Some(text.into()), None),
        };
        ToolCall {
            tool,
            context,
            text,
            parsed: OnceLock::new(),
            changed,
            run: Arc::new(Run::new(binding)),
        }
    }

    /// Returns the definition of the tool, before it is adapted to a protocol version.
    pub fn tool(&self) -> &ToolDefinition {
        &self.tool.definition
    }

    /// Returns the context of the call.
    pub fn context(&self) -> &ToolContext {
        &self.context
    }

    /// Returns the arguments as the client sent them, or as a layer has changed them. Nothing has
    /// validated them. The first call parses them.
    pub fn arguments(&self) -> &Map<String, Value> {
        self.changed.as_ref().unwrap_or_else(|| {
            let text = self.text.as_deref().unwrap_or("{}");
            let parse = || serde_json::from_str(text).unwrap_or_default();
            self.parsed.get_or_init(parse)
        })
    }

    /// Returns the arguments for a change. The tool receives the changed ones.
    pub fn arguments_mut(&mut self) -> &mut Map<String, Value> {
        if self.changed.is_none() {
            self.changed = Some(self.arguments().clone());
        }
        self.changed.get_or_insert_default()
    }

    /// Returns the arguments for the tool.
    pub(super) fn raw_arguments(&mut self) -> RawArguments<'_> {
        match (self.changed.take(), &self.text) {
            (None, Some(text)) => RawArguments::Text(text),
            (changed, _) => RawArguments::Map(changed.unwrap_or_default()),
        }
    }
}

impl fmt::Debug for ToolCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Arguments may be secret.
        f.debug_struct("ToolCall")
            .field("tool", &self.tool.definition.name)
            .finish_non_exhaustive()
    }
}
