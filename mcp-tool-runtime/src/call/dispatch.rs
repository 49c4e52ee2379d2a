//! Starts calls: opens the span, restores earlier answers, and checks the principal and the scopes of the caller.
//! Then passes the call to the layers, the guards or the function.

use std::sync::Arc;
use std::time::Instant;

use super::future::{CallFuture, State};
use super::raw_call::{EarlierRounds, RawArguments};
use super::request_state::Binding;
use super::span::call_span;
use super::tool::{RegisteredTool, ToolCall};
use crate::context::ToolContext;
use crate::result::CallToolResult;
use crate::return_type::Outcome;

impl RegisteredTool {
    /// Starts a call. Restores earlier answers, and checks the principal and the scopes of the caller. If the tool has neither
    /// layers nor guards, starts the tool's function. Otherwise, the first poll starts the layers and guards.
    pub(crate) fn call<'c>(
        self: &'c Arc<Self>,
        arguments: RawArguments<'_>,
        earlier: EarlierRounds,
        context: &'c ToolContext,
    ) -> CallFuture<'c> {
        let span = call_span(self, &arguments, context);
        let is_timed = !span.is_disabled() || cfg!(feature = "metrics");
        let mut call = CallFuture {
            tool: self,
            context,
            span,
            began: is_timed.then(Instant::now),
            binding: None,
            state: State::Ended,
            cancelled: None,
            is_inner: false,
        };
        call.span.clone().in_scope(|| {
            call.binding = self.binding(context, &arguments);
            call.state = self.begin(arguments, earlier, call.binding.as_ref(), context);
        });
        call
    }

    fn begin<'c>(
        self: &'c Arc<Self>,
        arguments: RawArguments<'_>,
        earlier: EarlierRounds,
        binding: Option<&Binding>,
        context: &'c ToolContext,
    ) -> State<'c> {
        if let Err(error) = self.resume(earlier, binding, context) {
            return State::failed(Err(error));
        }
        if self.needs_principal && context.principal().is_none() {
            return State::failed(Ok(self.result(Outcome::no_principal())));
        }
        if !self.definition.scopes.is_empty()
            && let Some(refusal) = self.lacking_scopes(context)
        {
            return State::failed(Ok(refusal));
        }
        if !self.has_middleware() {
            return self.start(arguments, context);
        }
        let binding = binding.cloned();
        let call = ToolCall::new(Arc::clone(self), context.clone(), arguments, binding);
        #[cfg(feature = "tower")]
        let answer = call.answer();
        #[cfg(not(feature = "tower"))]
        let answer = call.run();
        State::Layered(Box::pin(answer))
    }

    /// Returns an error result if the caller lacks a scope that the tool requires.
    pub(super) fn lacking_scopes(&self, context: &ToolContext) -> Option<CallToolResult> {
        let scopes = &self.definition.scopes;
        let is_lacking = |scope: &&String| {
            let principal = context.principal();
            principal.is_none_or(|principal| !principal.has_scopes([scope]))
        };
        let lacking = scopes.iter().filter(is_lacking).map(String::as_str);
        let lacking: Vec<_> = lacking.collect();
        if lacking.is_empty() {
            return None;
        }
        let (name, lacking) = (&self.definition.name, lacking.join("`, `"));
        tracing::info!(tool = name, lacking, "the caller lacks scopes");
        let text = format!("`{name}` was not run: the caller lacks the scope `{lacking}`");
        Some(CallToolResult::error(text).with_failure_kind("insufficient_scope"))
    }
}
