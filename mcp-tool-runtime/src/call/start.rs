//! Starts the function of a tool: decodes the arguments, and sets the time limit.

use tracing::Span;

use super::future::{CallFuture, RunningTool, State};
use super::raw_call::RawArguments;
use super::request_state::Binding;
use super::tool::RegisteredTool;
use crate::arguments::{Accept, Arguments};
use crate::context::ToolContext;
use crate::error::catch;

impl RegisteredTool {
    /// Starts the function of a call that has passed its layers and guards. The `CallFuture` around the
    /// layers holds the span and ends the context.
    pub(super) fn call_inside<'c>(
        &'c self,
        arguments: RawArguments<'_>,
        binding: Option<Binding>,
        context: &'c ToolContext,
    ) -> CallFuture<'c> {
        CallFuture {
            tool: self,
            context,
            span: Span::none(),
            began: None,
            binding,
            state: self.start(arguments, context),
            cancelled: None,
            is_inner: true,
        }
    }

    /// Calls the function with the arguments, and starts the time limit.
    pub(super) fn start<'c>(
        &'c self,
        arguments: RawArguments<'_>,
        context: &'c ToolContext,
    ) -> State<'c> {
        let call = || {
            let input = &self.input;
            let accept = Accept {
                unknown: self.allow_unknown,
                ignored: &self.settings.ignored_arguments,
            };
            let arguments = match arguments {
                RawArguments::Map(map) => Arguments::from_map(input, map, accept),
                RawArguments::Text(text) => Arguments::from_text(input, text, accept),
                RawArguments::Unreadable(text) => Arguments::unreadable(input, text, accept),
            };
            // Decoding a parameter reports the faults of the call, such as unknown arguments. A
            // tool without parameters decodes nothing, so report the faults here.
            if input.is_empty() && arguments.is_faulty() {
                return arguments.refuse();
            }
            self.handler.call(context, arguments)
        };
        let panicked = |panicked| State::failed(Ok(self.panicked(&panicked)));
        let mut running = match catch(call) {
            Ok(reply) => RunningTool::new(reply),
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
