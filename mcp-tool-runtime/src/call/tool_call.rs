//! A registered tool with the settings of its registry, and the call that guards and layers receive.
//! These types name each other.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use serde_json::{Map, Value};
use tracing::{Level, Span};

use super::call_request::RawArguments;
#[cfg(feature = "tower")]
use super::layer_stack::Stack;
use super::request_state::{Binding, StateKeys};
use crate::arguments::{Arguments, Input, WrongArguments};
use crate::context::ToolContext;
use crate::definition::{DefinitionText, HeaderBinding, ToolDefinition};
use crate::error::{ProtocolError, ToolError};
use crate::json::exact_integers;
use crate::result::CallToolResponse;
use crate::return_type::Outcome;
use crate::services::Timer;

/// A tool with all data that its calls need. The tool keeps the settings of its first registry, even if it
/// moves to another registry.
#[derive(Clone)]
pub(crate) struct RegisteredTool {
    pub(crate) definition: DefinitionText,
    pub(crate) settings: Arc<CallSettings>,
    pub(crate) input: Arc<Input>,
    pub(crate) handler: Arc<dyn Handler>,
    /// Whether the registry refuses callers who are not logged in.
    pub(crate) needs_principal: bool,
    pub(crate) limit: Option<Limit>,
    /// If set, the registry wraps structured content into an object with one member of this name.
    pub(crate) wrap: Option<&'static str>,
    /// The output schema from `output = Type` or `Tool::builder`, unless it is handwritten. The registry
    /// validates each result without `isError` against this schema, if the protocol version allows the schema.
    pub(crate) checked_output: Option<Arc<Map<String, Value>>>,
    pub(crate) headers: Arc<[HeaderBinding]>,
    /// Whether the server seals the user's answers in `requestState`. If not, a repeated call may ask
    /// answered questions again.
    pub(crate) request_state: bool,
    /// The layers that apply only to this tool.
    #[cfg(feature = "tower")]
    pub(crate) layers: Option<Stack<ToolCall>>,
    /// Whether `allow(nested_input)` turns off the warning about a tool whose whole input is nested under one
    /// argument.
    pub(crate) allow_nested_input: bool,
}

/// The settings that all tools of a registry share, and that their calls read.
#[derive(Clone, Default)]
pub(crate) struct CallSettings {
    /// The names of unknown arguments that every call drops, even if the tool rejects all other unknown
    /// arguments.
    pub(crate) ignored_arguments: Vec<String>,
    pub(crate) mask_errors: bool,
    pub(crate) wrong_arguments: WrongArgumentsReply,
    /// Decides whether a caller sees a tool. Default: every caller sees it.
    pub(crate) visible: Option<Visible>,
    pub(crate) on_span: Option<OnSpan>,
    /// The keys that seal the user's answers.
    pub(crate) state_keys: StateKeys,
    pub(crate) guards: Vec<Guard>,
    /// The layers around all tools.
    #[cfg(feature = "tower")]
    pub(crate) layers: Option<Stack<ToolCall>>,
}

/// Decides whether a caller sees a tool.
pub(crate) type Visible = Arc<dyn Fn(&ToolDefinition, &ToolContext) -> bool + Send + Sync>;

/// The time limit of a call, and the timer that measures it.
#[derive(Clone)]
pub(crate) struct Limit {
    pub(crate) after: Duration,
    pub(crate) timer: Timer,
}

/// Changes the span of a call before the call enters it.
pub(crate) type OnSpan = Arc<dyn Fn(&Span, &ToolContext) + Send + Sync>;

/// Decides whether a call may run.
pub(crate) type Guard = Arc<dyn Fn(ToolCall) -> Decision + Send + Sync>;

/// The future of a guard's decision.
pub(crate) type Decision = Pin<Box<dyn Future<Output = Result<(), ToolError>> + Send>>;

/// A function that writes the response to wrong arguments.
pub(crate) type ReplyText = Arc<dyn Fn(&WrongArguments) -> String + Send + Sync>;

/// Determines how a registry responds to wrong arguments, and how it logs them.
#[derive(Clone)]
pub(crate) struct WrongArgumentsReply {
    pub(crate) words: Option<ReplyText>,
    pub(crate) level: Level,
    pub(crate) logs_values: bool,
}

impl Default for WrongArgumentsReply {
    fn default() -> Self {
        WrongArgumentsReply {
            words: None,
            level: Level::DEBUG,
            logs_values: false,
        }
    }
}

/// The future of a started call.
pub type Reply<'a> = Pin<Box<dyn Future<Output = Outcome> + Send + 'a>>;

/// Runs the calls of one tool. Each handler owns the state that its tool uses. So you can join registries
/// whose states have different types.
pub(crate) trait Handler: Send + Sync {
    fn call<'a>(&'a self, context: &'a ToolContext, arguments: &mut Arguments<'_>) -> Reply<'a>;

    /// Returns whether the function continues after a cancellation or the time limit has ended its call.
    fn outlives_its_call(&self) -> bool {
        false
    }
}

impl RegisteredTool {
    /// Returns whether guards or layers are around the calls of the tool.
    pub(super) fn has_middleware(&self) -> bool {
        self.has_layers() || !self.settings.guards.is_empty()
    }

    /// Returns whether layers apply to the tool. If so, a call leaves the layers before it waits for the user.
    /// A time limit in a layer then does not count the waiting time.
    pub(super) fn has_layers(&self) -> bool {
        #[cfg(feature = "tower")]
        let has_layers = self.layers.is_some() || self.settings.layers.is_some();
        #[cfg(not(feature = "tower"))]
        let has_layers = false;
        has_layers
    }

    /// Returns the keys that seal the user's answers, if the tool seals answers.
    pub(super) fn state_keys(&self) -> Option<&StateKeys> {
        self.request_state.then_some(&self.settings.state_keys)
    }
}

/// A call of a tool, before its arguments are validated.
///
/// [Guards](crate::registry::ToolRegistryBuilder::guard) and layers receive a `ToolCall`. It owns its data, so
/// a future can keep it. Clones belong to the same call.
#[derive(Clone)]
pub struct ToolCall {
    pub(super) tool: Arc<RegisteredTool>,
    pub(super) context: ToolContext,
    /// The JSON text of the arguments. `None` if the caller passed a map, which is then in `changed`.
    /// Arguments in `changed` take precedence.
    text: Option<Arc<str>>,
    /// The parsed `text`, or `None` if it cannot be parsed. Clones share this value, so that the function
    /// receives the arguments that the guards and layers have seen.
    parsed: Arc<OnceLock<Option<Map<String, Value>>>>,
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
            RawArguments::Map(map) => (None, Some(tool.input.with_names(map))),
            RawArguments::Text(text) | RawArguments::Unreadable(text) => (Some(text.into()), None),
        };
        ToolCall {
            tool,
            context,
            text,
            parsed: Arc::default(),
            changed,
            run: Arc::new(Run::new(binding)),
        }
    }

    /// Returns the definition of the tool. This definition is not adapted to the protocol version of the
    /// call.
    pub fn tool(&self) -> &ToolDefinition {
        &self.tool.definition
    }

    /// Returns the context of the call.
    pub fn context(&self) -> &ToolContext {
        &self.context
    }

    /// Returns the arguments from the client. If a layer has changed them, returns the changed arguments. In
    /// both cases, the arguments are not validated, but have their published names: serde's aliases of
    /// arguments are replaced. The first use of this method parses the client's JSON. If this JSON cannot be
    /// parsed, for example because of deep nesting, returns an empty map, and the tool does not run.
    pub fn arguments(&self) -> &Map<String, Value> {
        static NONE: LazyLock<Map<String, Value>> = LazyLock::new(Map::new);

        self.changed.as_ref().unwrap_or_else(|| {
            let text = self.text.as_deref().unwrap_or("{}");
            let parse = || {
                Some(
                    self.tool
                        .input
                        .with_names(exact_integers::parse(text).ok()?),
                )
            };
            self.parsed.get_or_init(parse).as_ref().unwrap_or(&NONE)
        })
    }

    /// Returns the arguments mutably. If a layer changes them, the tool receives the changed arguments. A
    /// guard's changes have no effect, because each guard receives a clone of the call.
    pub fn arguments_mut(&mut self) -> &mut Map<String, Value> {
        if self.changed.is_none() {
            self.changed = Some(self.arguments().clone());
        }
        self.changed.get_or_insert_default()
    }

    /// Returns the arguments for decoding. Moves changed arguments out of this `ToolCall`. If a guard or a
    /// layer has seen no arguments because they cannot be parsed, the function must not see them either.
    pub(super) fn raw_arguments(&mut self) -> RawArguments<'_> {
        let changed = self.changed.take();
        match &self.text {
            Some(text) if matches!(self.parsed.get(), Some(None)) => RawArguments::Unreadable(text),
            Some(text) if changed.is_none() => RawArguments::Text(text),
            _ => RawArguments::Map(changed.unwrap_or_default()),
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

/// The outcome of a call: a response or a protocol error. Inside the layers, the registry has not yet
/// wrapped, checked or adapted the response.
pub(super) type CallResult = Result<CallToolResponse, ProtocolError>;

pub(super) type CallResultFuture = Pin<Box<dyn Future<Output = CallResult> + Send>>;

/// How far the function of one call has run. All clones of a `ToolCall` share one `Run`, because layers may start
/// the function again, or drop its future.
pub(super) struct Run {
    /// The digest that binds sealed answers to the call. It covers the arguments from the client, even if a
    /// layer changes the arguments. `None` if the call seals no answers.
    pub(super) binding: Option<Binding>,
    state: Mutex<RunState>,
}

pub(super) enum RunState {
    New,
    /// The function waits for the user's answer. The next run continues this future.
    #[cfg(feature = "tower")]
    Parked(CallResultFuture),
    Started,
    /// The function has failed with this error result or protocol error.
    #[cfg(feature = "tower")]
    Failed(CallResult),
}

impl Run {
    pub(super) fn new(binding: Option<Binding>) -> Self {
        Run {
            binding,
            state: Mutex::new(RunState::New),
        }
    }

    pub(super) fn replace(&self, state: RunState) -> RunState {
        let mut current = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::replace(&mut current, state)
    }

    #[cfg(feature = "tower")]
    pub(super) fn is(&self, test: impl FnOnce(&RunState) -> bool) -> bool {
        test(&self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
