use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;

use super::future::{Running, State};
use super::input_round::Seal;
use super::request_state::StateKeys;
use super::span::{CallSpan, OnSpan};
use super::{CallFuture, EarlierRounds, RawArguments, Refusal};
use crate::arguments::{Accept, Arguments, Input};
use crate::error::catch;
use crate::packed_definition::PackedDefinition;
use crate::services::Timer;
use crate::tool::Handler;
use crate::{CallToolResult, HeaderBinding, ProtocolError, ToolContext, ToolDefinition};

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
    /// Starts a call: decodes the arguments, and calls the function.
    pub(crate) fn call<'c>(
        &'c self,
        arguments: RawArguments<'_>,
        earlier: EarlierRounds,
        context: &'c ToolContext,
    ) -> CallFuture<'c> {
        let mut call = CallFuture {
            tool: self,
            context,
            span: CallSpan::begin(self, &arguments, context),
            seal: None,
            state: State::Ended,
        };
        let start = || {
            let seal = self.seal(context, &arguments);
            let started = self.start(arguments, earlier, seal.as_ref(), context);
            (seal, started)
        };
        let (seal, started) = match &call.span {
            None => start(),
            Some(span) => span.span().in_scope(start),
        };
        call.seal = seal;
        call.state = match started {
            Ok(running) => State::Running(running),
            Err(failed) => State::Failed(Box::new(failed)),
        };
        call
    }

    fn start<'c>(
        &'c self,
        arguments: RawArguments<'_>,
        earlier: EarlierRounds,
        seal: Option<&Seal<'_>>,
        context: &'c ToolContext,
    ) -> Result<Running<'c>, Result<CallToolResult, ProtocolError>> {
        self.resume(earlier, seal, context).map_err(Err)?;
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
        let panicked = |panicked| Ok(self.panicked(&panicked));
        let reply = catch(call).map_err(panicked)?;
        let mut running = Running::new(reply);
        if let Some(limit) = &self.limit {
            match catch(|| (limit.timer)(limit.after)) {
                Ok(sleep) => running.sleep = Some(sleep),
                Err(error) => {
                    running.stop();
                    return Err(panicked(error));
                }
            }
        }
        Ok(running)
    }
}
