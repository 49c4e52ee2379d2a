//! A registered tool with its guards and layers, and the call that they receive.

use std::fmt;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use serde_json::{Map, Value};
use tracing::Span;

use super::guard::Decision;
use super::handler::Handler;
#[cfg(feature = "tower")]
use super::layer_stack::Stack;
use super::raw_call::RawArguments;
use super::request_state::{Binding, StateKeys};
use super::run_state::Run;
use super::wrong_arguments_reply::WrongArgumentsReply;
use crate::arguments::{Accept, Input};
use crate::definition_text::DefinitionText;
use crate::services::Timer;
use crate::{HeaderBinding, ToolContext, ToolDefinition};

/// A tool with everything that its calls need. It has a copy of its registry's settings, so it can move
/// to another registry.
#[derive(Clone)]
pub(crate) struct RegisteredTool {
    pub(crate) definition: DefinitionText,
    /// Decides whether a caller sees the tool. Default: every caller does.
    pub(crate) visible: Option<Visible>,
    pub(crate) input: Arc<Input>,
    pub(crate) handler: Arc<dyn Handler>,
    pub(crate) accept: Accept,
    pub(crate) mask_errors: bool,
    pub(crate) wrong_arguments: Arc<WrongArgumentsReply>,
    pub(crate) limit: Option<Limit>,
    /// The name of the member that wraps structured content into an object.
    pub(crate) wrap: Option<&'static str>,
    /// The output schema, if the tool builds its answers by hand. The registry checks each answer
    /// against it.
    pub(crate) checked_output: Option<Arc<Value>>,
    pub(crate) headers: Arc<[HeaderBinding]>,
    /// The keys that seal the user's answers, if the tool has `request_state`.
    pub(crate) state_keys: Option<Arc<StateKeys>>,
    pub(crate) on_span: Option<OnSpan>,
    pub(crate) middleware: Option<Arc<Middleware>>,
    /// Whether the author allows a whole input nested under one argument.
    pub(crate) allow_nested_input: bool,
}

/// Decides whether a caller sees a tool.
pub(crate) type Visible = Arc<dyn Fn(&ToolDefinition, &ToolContext) -> bool + Send + Sync>;

/// The time limit of a call, and its clock.
#[derive(Clone)]
pub(crate) struct Limit {
    pub(crate) after: Duration,
    pub(crate) timer: Timer,
}

/// Changes the span of a call before the call enters it.
pub(crate) type OnSpan = Arc<dyn Fn(&Span, &ToolContext) + Send + Sync>;

/// Decides whether a call may run.
pub(crate) type Guard = Arc<dyn Fn(ToolCall) -> Decision + Send + Sync>;

/// The guards and layers of a tool.
#[derive(Clone, Default)]
pub(crate) struct Middleware {
    pub(crate) guards: Vec<Guard>,
    #[cfg(feature = "tower")]
    pub(crate) layers: Layers,
}

/// The layers around all tools of a registry, and those around one tool.
#[cfg(feature = "tower")]
#[derive(Clone, Default)]
pub(crate) struct Layers {
    pub(crate) of_registry: Option<Stack<ToolCall>>,
    pub(crate) of_tool: Option<Stack<ToolCall>>,
}

impl Middleware {
    pub(super) const NONE: Middleware = Middleware {
        guards: Vec::new(),
        #[cfg(feature = "tower")]
        layers: Layers {
            of_registry: None,
            of_tool: None,
        },
    };

    pub(crate) fn is_empty(&self) -> bool {
        #[cfg(feature = "tower")]
        if !self.layers.is_empty() {
            return false;
        }
        self.guards.is_empty()
    }
}

impl RegisteredTool {
    /// Returns the guards and layers of the tool.
    pub(super) fn middleware(&self) -> &Middleware {
        static NONE: Middleware = Middleware::NONE;
        self.middleware.as_deref().unwrap_or(&NONE)
    }
}

/// A call of a tool, before its arguments are validated.
///
/// [Guards](crate::ToolRegistryBuilder::guard) and layers receive a `ToolCall`. It owns its data, so
/// a future can keep it. Clones belong to the same call.
#[derive(Clone)]
pub struct ToolCall {
    pub(super) tool: Arc<RegisteredTool>,
    pub(super) context: ToolContext,
    /// The arguments from the request, or the changed ones.
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

    /// Returns the arguments as the client sent them, or as a layer has changed them. They are not
    /// validated. The first call of this method parses them.
    pub fn arguments(&self) -> &Map<String, Value> {
        self.changed.as_ref().unwrap_or_else(|| {
            let text = self.text.as_deref().unwrap_or("{}");
            let parse = || serde_json::from_str(text).unwrap_or_default();
            self.parsed.get_or_init(parse)
        })
    }

    /// Returns the arguments to change them. The tool receives the changed arguments.
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
        // Omit the arguments, because they may be secret.
        f.debug_struct("ToolCall")
            .field("tool", &self.tool.definition.name)
            .finish_non_exhaustive()
    }
}
