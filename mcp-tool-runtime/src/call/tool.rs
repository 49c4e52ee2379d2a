use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;

use super::future::{Running, State};
use super::handler::Handler;
use super::input_round::Seal;
use super::request_state::StateKeys;
use super::span::{CallSpan, OnSpan};
use super::{CallFuture, EarlierRounds, Middleware, RawArguments, Refusal, ToolCall};
use crate::arguments::{Accept, Arguments, Input};
use crate::error::catch;
use crate::packed_definition::PackedDefinition;
use crate::services::Timer;
use crate::{HeaderBinding, ToolContext, ToolDefinition};

/// A tool with everything that its calls need. The settings of its registry are resolved, so that other
/// registries can take it over.
#[derive(Clone)]
pub(crate) struct RegisteredTool {
    pub(crate) definition: PackedDefinition,
    /// Whether a caller sees the tool. Default: everyone does.
    pub(crate) visible: Option<Visible>,
    pub(crate) input: Arc<Input>,
    pub(crate) handler: Arc<dyn Handler>,
    pub(crate) accept: Accept,
    pub(crate) mask_errors: bool,
    pub(crate) refusal: Arc<Refusal>,
    pub(crate) limit: Option<Limit>,
    /// The name of the member that wraps structured content into an object.
    pub(crate) wrap: Option<&'static str>,
    /// The output schema of a tool that builds its answers by hand. Answers are checked against it.
    pub(crate) promise: Option<Arc<Value>>,
    pub(crate) headers: Arc<[HeaderBinding]>,
    /// The keys that seal the answers of earlier rounds, if the tool keeps them.
    pub(crate) state_keys: Option<Arc<StateKeys>>,
    pub(crate) on_span: Option<OnSpan>,
    pub(crate) middleware: Option<Arc<Middleware>>,
    /// Whether the whole input may be nested under one argument.
    pub(crate) allow_nested_input: bool,
}

/// Whether a caller sees a tool.
pub(crate) type Visible = Arc<dyn Fn(&ToolDefinition, &ToolContext) -> bool + Send + Sync>;

/// The time limit of a call, and its clock.
#[derive(Clone)]
pub(crate) struct Limit {
    pub(crate) after: Duration,
    pub(crate) timer: Timer,
}

impl RegisteredTool {
    /// Starts a call: checks the scopes of the caller, and then sends it through the layers and guards, or
    /// to the function.
    pub(crate) fn call<'c>(
        self: &'c Arc<Self>,
        arguments: RawArguments<'_>,
        earlier: EarlierRounds,
        context: &'c ToolContext,
    ) -> CallFuture<'c> {
        let mut call = CallFuture {
            tool: self,
            context,
            span: CallSpan::begin(self, &arguments, context),
            #[cfg(feature = "metrics")]
            began: Some(std::time::Instant::now()),
            seal: None,
            state: State::Ended,
            cancelled: None,
            is_inner: false,
        };
        let start = || {
            let seal = self.seal(context, &arguments);
            let state = self.begin(arguments, earlier, seal.as_ref(), context);
            (seal, state)
        };
        let (seal, state) = match &call.span {
            None => start(),
            Some(span) => span.span().in_scope(start),
        };
        call.seal = seal;
        call.state = state;
        call
    }

    fn begin<'c>(
        self: &'c Arc<Self>,
        arguments: RawArguments<'_>,
        earlier: EarlierRounds,
        seal: Option<&Seal<'_>>,
        context: &'c ToolContext,
    ) -> State<'c> {
        if let Err(error) = self.resume(earlier, seal, context) {
            return State::failed(Err(error));
        }
        if !self.definition.scopes.is_empty()
            && let Some(refusal) = self.lacking_scopes(context)
        {
            return State::failed(Ok(refusal));
        }
        if self.middleware.is_none() {
            return self.start(arguments, context);
        }
        let binding = seal.map(|seal| seal.binding.clone());
        let call = ToolCall::new(Arc::clone(self), context.clone(), arguments, binding);
        #[cfg(feature = "tower")]
        let answer = call.answer();
        #[cfg(not(feature = "tower"))]
        let answer = call.run();
        State::Layered(Box::pin(answer))
    }

    /// Returns the guards and layers of the tool.
    pub(super) fn middleware(&self) -> &Middleware {
        static NONE: Middleware = Middleware::NONE;
        self.middleware.as_deref().unwrap_or(&NONE)
    }

    /// Starts a call inside of its layers, which have a context and a span already.
    pub(super) fn call_inside<'c>(
        &'c self,
        arguments: RawArguments<'_>,
        seal: Option<Seal<'c>>,
        context: &'c ToolContext,
    ) -> CallFuture<'c> {
        CallFuture {
            tool: self,
            context,
            span: None,
            #[cfg(feature = "metrics")]
            began: None,
            seal,
            state: self.start(arguments, context),
            cancelled: None,
            is_inner: true,
        }
    }

    /// Decodes the arguments, and calls the function.
    fn start<'c>(&'c self, arguments: RawArguments<'_>, context: &'c ToolContext) -> State<'c> {
        let call = || {
            let (input, accept) = (&self.input, &self.accept);
            let arguments = match arguments {
                RawArguments::Map(map) => Arguments::from_map(input, map, accept),
                RawArguments::Text(text) => Arguments::from_text(input, text, accept),
            };
            // A tool without parameters reads no slot, and so would not report an unknown argument.
            if input.is_empty() && arguments.is_faulty() {
                return arguments.refuse();
            }
            self.handler.call(context, arguments)
        };
        let panicked = |panicked| State::failed(Ok(self.panicked(&panicked)));
        let mut running = match catch(call) {
            Ok(reply) => Running::new(reply),
            Err(error) => return panicked(error),
        };
        if let Some(limit) = &self.limit {
            match catch(|| (limit.timer)(limit.after)) {
                Ok(sleep) => running.sleep = Some(sleep),
                Err(error) => {
                    running.stop();
                    return panicked(error);
                }
            }
        }
        State::Running(running)
    }
}
