//! `tools/call`: finds the tool among those that the caller sees.

use std::sync::Arc;

use serde_json::{Map, Value};

use super::tool_registry::ToolRegistry;
use super::tools::Tools;
use crate::call::CallToolRequest;
use crate::call::{CallFuture, EarlierRounds, RawArguments, RawCall, start_call};
use crate::context::{Meta, ToolContext, ToolSet as _};
use crate::error::ProtocolError;
use crate::json_kind;
use crate::result::CallToolResponse;
use crate::suggestion::nearest;
use crate::tool::State;

impl<S: State> ToolRegistry<S> {
    /// Calls a tool. The response has the form of the protocol version in the request's `_meta`. If `_meta`
    /// has no version, the context's version applies.
    ///
    /// The model reads most failures in a result with `isError`, for example wrong arguments, an error from
    /// the tool, or a panic in the tool. The errors below are the exceptions.
    ///
    /// # Errors
    ///
    /// - -32602 for an unknown tool, for arguments that are neither an object nor `null`, for a protocol
    ///   version that is not a string, and for an invalid `requestState`
    /// - -32021 (since protocol version 2026-07-28) if the tool requests input that the client has not
    ///   declared support for
    /// - -32022 for a request that names an unsupported protocol version
    /// - -32603 for a call that was [cancelled](ToolContext::with_cancellation)
    /// - any `ProtocolError` that a tool, a guard or a layer returns, if the protocol version has its code
    pub async fn call(
        &self,
        request: CallToolRequest,
        context: &ToolContext,
    ) -> Result<CallToolResponse, ProtocolError> {
        self.call_with_text(request, None, context).await
    }

    /// Calls a tool. If `text` is present, it contains the arguments in place of `request.arguments`.
    pub(crate) async fn call_with_text(
        &self,
        request: CallToolRequest,
        text: Option<&str>,
        context: &ToolContext,
    ) -> Result<CallToolResponse, ProtocolError> {
        let (name, arguments) = (request.name.into(), request.arguments);
        let arguments = match (text, arguments) {
            (Some(text), _) => RawArguments::Text(text),
            (None, Value::Object(map)) => RawArguments::Map(map),
            (None, Value::Null) => RawArguments::Map(Map::new()),
            (None, other) => {
                let mismatch = json_kind::mismatch("arguments", "an object", json_kind::of(&other));
                return Err(ProtocolError::invalid_params(mismatch));
            }
        };
        let version = context.version_of(request.meta.as_ref())?;
        let mut context = context.for_request(version, request.meta.map(Meta::from));
        let earlier = EarlierRounds {
            responses: request.input_responses.unwrap_or_default(),
            state: request.request_state,
        };
        let call = RawCall {
            name,
            arguments,
            earlier,
        };
        self.tools.call(call, &mut context)?.await
    }
}

impl Tools {
    /// Starts a call with the context of its request.
    pub(crate) fn call<'c>(
        self: &'c Arc<Self>,
        call: RawCall<'_>,
        context: &'c mut ToolContext,
    ) -> Result<CallFuture<'c>, ProtocolError> {
        let found = self.position(&call.name);
        let Some(position) = found.filter(|position| self.is_visible(*position, context)) else {
            let visible = self.visible(context);
            let nearest = nearest(
                &call.name,
                visible.map(|tool| tool.definition.name.as_str()),
            );
            return Err(ProtocolError::unknown_tool(&call.name, nearest));
        };
        context.set_tool(Arc::<Self>::clone(self), position);
        let tool = &self.entries[position];
        Ok(start_call(tool, call.arguments, call.earlier, context))
    }
}
