//! Serves one JSON-RPC message for `tools/list` or `tools/call`: from its bytes to the bytes of the response.

use std::sync::Arc;

use super::tools::Tools;
use crate::call::start_call;
use crate::context::ToolContext;
use crate::json_rpc::message::InvalidMessage;
use crate::json_rpc::request::{self, Method};
use crate::json_rpc::{error_response, success};

/// Returns `None` if the message needs no response.
pub(super) async fn handle_json(
    tools: &Arc<Tools>,
    message: &[u8],
    context: &ToolContext,
) -> Option<Vec<u8>> {
    let (id, request) = match request::read(message, context) {
        Ok(Some(request)) => request,
        Ok(None) => return None,
        Err(InvalidMessage { id, error }) => {
            let version = Some(context.protocol_version());
            return Some(error_response(id.as_deref(), &error, version));
        }
    };
    let response = match request {
        Err(error) => Err(error),
        Ok(request) => match request.method {
            Method::List { cursor } => {
                let version = request.version.unwrap_or(context.protocol_version());
                let context = context.for_request(version, request.meta);
                tools
                    .list_for(&context, cursor.as_deref())
                    .and_then(|list| success(id, list.size(), |out| list.write(out, None)))
            }
            Method::Call(call) => {
                let version = request.version.unwrap_or(context.protocol_version());
                let mut context = context.for_request(version, request.meta);
                let answer = match tools.called(&call.name, &mut context) {
                    Ok(tool) => {
                        let mut call = start_call(tool, call.arguments, call.earlier, &context);
                        (&mut call).await
                    }
                    Err(error) => Err(error),
                };
                answer.and_then(|answer| success(id, answer.size(), |out| answer.write(out, None)))
            }
        },
    };
    match response {
        Ok(response) => Some(response),
        // Do not respond to a cancelled request. A tool can also return this error for another
        // request, which it made itself.
        Err(error) if error.is_cancelled() && context.is_cancelled() => None,
        Err(error) => Some(error_response(Some(id), &error, None)),
    }
}
