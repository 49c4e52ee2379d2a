//! Faults of a request that the SDK could not decode.

use crate::sdk::request_id::Id;
use mcp_tool_runtime::ProtocolError;
use mcp_tool_runtime::embed::{shorten, wrong_type};
use rmcp::model::{
    CompleteRequestParams, GetPromptRequestParams, InitializeRequestParams,
    ReadResourceRequestParams, ServerCapabilities, SubscribeRequestParams,
    UnsubscribeRequestParams,
};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::methods::{is_declared, is_served};

/// Returns the error for a request that the SDK could not decode. If a tool server serves `method`, the code
/// is -32602, and the message describes the fault in `params`. For any other method, the code is -32601.
pub(crate) fn refuse(method: &str, params: Option<&Value>) -> ProtocolError {
    match check(method, params) {
        _ if !is_served(method) => ProtocolError::method_not_found(method),
        Ok(()) => first_mismatch(method),
        Err(fault) => fault,
    }
}

/// Checks the parameters of a method that a tool server serves. Accepts any parameters of other methods.
pub(crate) fn check(method: &str, params: Option<&Value>) -> Result<(), ProtocolError> {
    let checked = match method {
        "tools/call" => object(params, true).and_then(call_fault),
        "tools/list" => page(params),
        "initialize" => members::<InitializeRequestParams>(params),
        "ping" | "server/discover" => object(params, false).map(drop),
        _ => Ok(()),
    };
    checked.map_err(ProtocolError::invalid_params)
}

/// Checks the parameters of any method. If present, `params` and its `_meta` must be objects.
#[cfg(feature = "http")]
pub(crate) fn check_object(params: Option<&Value>) -> Result<(), ProtocolError> {
    let checked = object(params, false);
    checked.map(drop).map_err(ProtocolError::invalid_params)
}

/// Returns the error for invalid parameters of a method that only a handler beside the tools serves. Returns
/// `None` if `capabilities` lack the method's capability, or if this function does not list the method.
#[expect(deprecated, reason = "clients of older protocol versions have logs")]
pub fn refuse_beside(
    method: &str,
    params: Option<&Value>,
    capabilities: &ServerCapabilities,
) -> Option<ProtocolError> {
    let check: fn(Option<&Value>) -> CheckResult = match method {
        "completion/complete" => members::<CompleteRequestParams>,
        "logging/setLevel" => members::<rmcp::model::SetLevelRequestParams>,
        "prompts/get" => members::<GetPromptRequestParams>,
        "prompts/list" | "resources/list" | "resources/templates/list" => page,
        "resources/read" => members::<ReadResourceRequestParams>,
        "resources/subscribe" => members::<SubscribeRequestParams>,
        "resources/unsubscribe" => members::<UnsubscribeRequestParams>,
        _ => return None,
    };
    let fault =
        || check(params).map_or_else(ProtocolError::invalid_params, |()| first_mismatch(method));
    is_declared(method, capabilities).then(fault)
}

fn first_mismatch(method: &str) -> ProtocolError {
    ProtocolError::invalid_params(format!("`params` do not fit `{method}`"))
}

fn page(params: Option<&Value>) -> CheckResult {
    object(params, false)?.map_or(Ok(()), |params| {
        member(params, "cursor", "a string", Value::is_string)
    })
}

type CheckResult<T = ()> = Result<T, String>;

fn object(params: Option<&Value>, required: bool) -> CheckResult<Option<&Map<String, Value>>> {
    match params {
        Some(Value::Object(params)) => {
            member(params, "_meta", "an object", Value::is_object)?;
            Ok(Some(params))
        }
        Some(other) => Err(mismatch("params", "an object", other)),
        None if required => Err("`params` is missing".to_owned()),
        None => Ok(None),
    }
}

fn call_fault(params: Option<&Map<String, Value>>) -> CheckResult {
    let Some(params) = params else { return Ok(()) };
    match params.get("name") {
        Some(Value::String(_)) => {}
        Some(other) => return Err(mismatch("name", "a string", other)),
        None => return Err("`name` is missing".to_owned()),
    }
    member(params, "arguments", "an object", Value::is_object)?;
    member(params, "inputResponses", "an object", Value::is_object)?;
    member(params, "requestState", "a string", Value::is_string)
}

/// Checks the parameters by decoding them as the SDK's type `P`. Returns an error message if they do not fit.
fn members<P: DeserializeOwned>(params: Option<&Value>) -> CheckResult {
    let Some(params) = object(params, true)? else {
        return Ok(());
    };
    P::deserialize(params)
        .map(drop)
        .map_err(|error| error.to_string())
}

/// Checks an optional member. `null` counts as absent.
fn member(
    params: &Map<String, Value>,
    name: &str,
    expected: &str,
    fits: fn(&Value) -> bool,
) -> CheckResult {
    match params.get(name) {
        Some(value) if !value.is_null() && !fits(value) => Err(mismatch(name, expected, value)),
        _ => Ok(()),
    }
}

fn mismatch(name: &str, expected: &str, found: &Value) -> String {
    wrong_type(name, expected, &found.to_string())
}

/// -32600: the id of the request belongs to an earlier request that still waits for its response.
pub(crate) fn id_in_use(id: &Id) -> ProtocolError {
    let json = id.json();
    let id = shorten(&json, 128);
    ProtocolError::invalid_request(format!(
        "the id {id} is in use by a request that has not been answered yet"
    ))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_wrong_member_is_named() {
        // R147
        let cases = [
            ("tools/call", None, "`params` is missing"),
            (
                "tools/call",
                Some(json!([])),
                "`params` must be an object, not an array",
            ),
            ("tools/call", Some(json!({})), "`name` is missing"),
            (
                "tools/call",
                Some(json!({ "name": 7 })),
                "`name` must be a string, not a number",
            ),
            (
                "tools/call",
                Some(json!({ "name": null })),
                "`name` must be a string, not null",
            ),
            (
                "tools/call",
                Some(json!({ "name": "add", "arguments": "{}" })),
                "`arguments` must be an object, not a string",
            ),
            (
                "tools/call",
                Some(json!({ "name": "add", "_meta": true })),
                "`_meta` must be an object, not a boolean",
            ),
            (
                "tools/call",
                Some(json!({ "name": "add", "requestState": {} })),
                "`requestState` must be a string, not an object",
            ),
            (
                "tools/list",
                Some(json!({ "cursor": 7 })),
                "`cursor` must be a string, not a number",
            ),
            (
                "ping",
                Some(json!(7)),
                "`params` must be an object, not a number",
            ),
            (
                "initialize",
                Some(json!({})),
                "missing field `protocolVersion`",
            ),
            (
                "tools/call",
                Some(json!({ "name": "add" })),
                "`params` do not fit `tools/call`",
            ),
        ];
        for (method, params, message) in cases {
            let error = refuse(method, params.as_ref());
            assert_eq!((error.code(), error.message()), (-32602, message));
        }
    }

    #[test]
    fn an_unknown_method_is_rejected() {
        // R155
        let error = refuse("tools/cal", None);
        assert_eq!(
            (error.code(), error.message()),
            (-32601, "unknown method `tools/cal`")
        );
    }
}
