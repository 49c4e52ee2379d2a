//! The parts of messages from and to the companion.

use mcp_tool_runtime::ProtocolError;
use mcp_tool_runtime::embed::normalize_id;
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::companion::members::Members;

/// The member of `_meta` with the id of a `subscriptions/listen` request.
pub(crate) const SUBSCRIPTION: &str = "io.modelcontextprotocol/subscriptionId";

/// The error for a request that the companion will not answer.
pub(crate) const STOPPED: &str =
    r#"{"code":-32603,"message":"the part of the server for this request does not answer"}"#;

/// Writes the parameters of a cancellation. `params` are those that the other side has sent, with another id.
pub(super) fn cancellation(number: u64, params: Option<&str>) -> String {
    let mut params = params.and_then(Members::read).unwrap_or_default();
    params.set("requestId", number.to_string());
    params.to_string()
}

pub(super) fn reason(text: &str) -> String {
    let error = ProtocolError::internal_error(text);
    serde_json::to_string(&error).unwrap_or_else(|_| STOPPED.to_owned())
}

/// Returns the JSON of the error in a response.
pub(super) fn error_of(response: &str) -> Option<&str> {
    #[derive(Deserialize)]
    struct Response<'a> {
        #[serde(borrow)]
        error: &'a RawValue,
    }

    let response: Response<'_> = serde_json::from_str(response).ok()?;
    Some(response.error.get()).filter(|error| error.starts_with('{'))
}

/// Returns whether a notification belongs to a stream.
pub(super) fn is_of_stream(params: &str) -> bool {
    params.contains(SUBSCRIPTION)
        && Members::read(params)
            .and_then(|params| {
                Members::read(params.get("_meta")?)?
                    .get(SUBSCRIPTION)
                    .map(drop)
            })
            .is_some()
}

/// Returns the JSON of a request's progress token in its normal form.
pub(super) fn progress_token(params: &str) -> Option<String> {
    let params = Members::read(Some(params).filter(|it| it.contains("progressToken"))?)?;
    let meta = Members::read(params.get("_meta")?)?;
    Some(normalize_id(meta.get("progressToken")?).into_owned())
}
