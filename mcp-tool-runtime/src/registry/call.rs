use serde_json::{Map, Value};

use super::{ToolRegistry, Tools};
use crate::call::{Earlier, Given};
use crate::json_kind;
use crate::suggestion::nearest;
use crate::tool::State;
use crate::{CallToolRequest, CallToolResponse, ProtocolError, ToolContext};

impl<S: State> ToolRegistry<S> {
    /// Calls a tool. The answer has the form of the revision that the request names in its
    /// `_meta`, or else of the context's.
    ///
    /// Whatever a model can repair is a result with `isError`: wrong arguments, an error or a
    /// panic of the tool.
    ///
    /// # Errors
    ///
    /// -32602 for a tool that does not exist and for arguments that are no object (R146, R147), and for
    /// a `requestState` that does not hold (R193); -32021 where the tool asks for what the client has
    /// not declared (2026-07-28, R163); -32022 for a request that names a revision which is not supported (R164), -32603 for a call that
    /// was [cancelled](ToolContext::with_cancellation) before it had an answer.
    pub async fn call(
        &self,
        request: CallToolRequest,
        context: &ToolContext,
    ) -> Result<CallToolResponse, ProtocolError> {
        self.tools.call(request, context).await
    }
}

impl Tools {
    async fn call(
        &self,
        request: CallToolRequest,
        context: &ToolContext,
    ) -> Result<CallToolResponse, ProtocolError> {
        let given = match request.arguments {
            Value::Object(map) => Given::Map(map),
            Value::Null => Given::Map(Map::new()),
            other => {
                let mismatch = json_kind::mismatch("arguments", "an object", json_kind::of(&other));
                return Err(ProtocolError::invalid_params(mismatch));
            }
        };
        let revision = context.version_of(request.meta.as_ref())?;
        let context = context.for_request(revision, request.meta);
        let earlier = Earlier {
            responses: request.input_responses.unwrap_or_default(),
            state: request.request_state,
        };
        self.call_tool(&request.name, given, earlier, &context)
            .await
    }

    /// Calls a tool with a context that is already the request's own.
    pub(crate) async fn call_tool(
        &self,
        name: &str,
        given: Given<'_>,
        earlier: Earlier,
        context: &ToolContext,
    ) -> Result<CallToolResponse, ProtocolError> {
        let Some(tool) = self.find(name) else {
            let known = self.definitions.iter().map(|tool| tool.name.as_str());
            return Err(ProtocolError::unknown_tool(name, nearest(name, known)));
        };
        tool.call(given, earlier, context).await
    }
}
