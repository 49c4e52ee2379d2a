//! Decodes methods and parameters as the SDK's types.

#[cfg(feature = "http")]
use crate::sdk::messages::Message;
use mcp_tool_runtime::ProtocolError;
use mcp_tool_runtime::embed::sdk_engine::with_exact_integers;
#[cfg(feature = "http")]
use rmcp::model::ClientJsonRpcMessage;
use rmcp::model::{
    CallToolRequest, CallToolRequestParams, ClientNotification, ClientRequest, CustomRequest,
    RequestMetaObject,
};
use serde_json::value::RawValue;
use serde_json::{Value, json};

use crate::methods::{is_removed, is_served};
use crate::sdk::arguments_text::ArgumentsText;
use crate::sdk::request_fault;

/// Decodes a request. A request that fits none of the SDK's types becomes a custom request.
///
/// # Errors
///
/// Fails if the method is one that every tool server serves, and the parameters cannot be decoded. Examples
/// are a missing member, too deep nesting and half a surrogate pair. Also fails if the protocol version of the
/// request has removed the method.
///
/// If `reads_text` is true, the handler reads `ArgumentsText`. Then half a surrogate pair in an argument does not
/// fail here.
pub(super) fn request(
    method: String,
    params: Option<&RawValue>,
    reads_text: bool,
) -> Result<ClientRequest, ProtocolError> {
    match method.as_str() {
        "tools/call" => call(params, reads_text),
        _ => other(method, params),
    }
}

/// Decodes a `tools/call` request. Parses the parameters a second time only if they are invalid, to find the
/// fault.
fn call(params: Option<&RawValue>, reads_text: bool) -> Result<ClientRequest, ProtocolError> {
    // Accept only an object, because serde can also deserialize a struct from a JSON array.
    let object = params.filter(|params| params.get().starts_with('{'));
    let typed =
        object.and_then(|params| serde_json::from_str(&with_exact_integers(params.get())).ok());
    let mut text = None;
    let typed = typed.or_else(|| {
        let (params, arguments) = ArgumentsText::replace(object.filter(|_| reads_text)?.get())?;
        text = Some(arguments);
        serde_json::from_str(&with_exact_integers(&params)).ok()
    });
    let Some::<CallToolRequestParams>(mut typed) = typed else {
        return Err(request_fault::refuse("tools/call", value(params)?.as_ref()));
    };
    let meta = typed.meta.take();
    let mut request = CallToolRequest::new(typed);
    if let Some(meta) = meta {
        request.extensions.insert(meta);
    }
    if let Some(text) = text {
        request.extensions.insert(text);
    }
    Ok(request.into())
}

/// Decodes a request for any method except `tools/call`.
fn other(method: String, params: Option<&RawValue>) -> Result<ClientRequest, ProtocolError> {
    let is_served = is_served(&method);
    let params = match value(params) {
        Ok(params) => params,
        Err(error) if is_served => return Err(error),
        Err(_) => return Ok(CustomRequest::new(method, None).into()),
    };
    let members = params
        .as_ref()
        .and_then(|params| params.get("_meta")?.as_object());
    let meta = RequestMetaObject(members.cloned().unwrap_or_default().into());
    let version = meta.protocol_version();
    if version.is_some_and(|version| is_removed(&method, &version)) {
        return Err(ProtocolError::method_not_found(&method));
    }
    request_fault::check(&method, params.as_ref())?;
    let params = params.unwrap_or_else(|| json!({}));
    let request = serde_json::from_value(json!({ "method": &method, "params": &params }));
    match request {
        Ok(ClientRequest::CustomRequest(_)) | Err(_) if is_served => {
            Err(request_fault::refuse(&method, Some(&params)))
        }
        Ok(ClientRequest::PingRequest(mut ping)) => {
            // The SDK drops the parameters of `ping`, so store `_meta` in the extensions.
            ping.extensions.insert(meta);
            Ok(ping.into())
        }
        Ok(request) => Ok(request),
        Err(_) => Ok(CustomRequest::new(method, Some(params)).into()),
    }
}

fn value(params: Option<&RawValue>) -> Result<Option<Value>, ProtocolError> {
    let value = params.map(|params| serde_json::from_str(params.get()));
    value.transpose().map_err(|error| {
        ProtocolError::invalid_params(format!("`params` cannot be decoded: {error}"))
    })
}

/// Decodes a notification.
///
/// # Errors
///
/// Fails if the parameters do not fit the SDK's type of the notification.
pub(super) fn notification(
    method: &str,
    params: Option<&RawValue>,
) -> serde_json::Result<ClientNotification> {
    let params: Value = match params {
        Some(params) => serde_json::from_str(params.get())?,
        None => json!({}),
    };
    serde_json::from_value(json!({ "method": method, "params": params }))
}

/// Returns the fault that keeps the SDK from reading or serving a message.
#[cfg(feature = "http")]
pub(crate) fn fault(message: Message<'_>) -> Option<ProtocolError> {
    match message {
        Message::Request { method, params, .. } => {
            // The SDK reads `_meta` even for an unknown method, so check `_meta` for every
            // method.
            let fault = value(params).and_then(|value| request_fault::check_object(value.as_ref()));
            request(method, params, false).err().or(fault.err())
        }
        Message::Notification { method, params } => {
            let error = notification(&method, params).err()?;
            let fault = format!("the notification cannot be decoded: {error}");
            Some(ProtocolError::invalid_request(fault))
        }
        Message::Response(answer) => {
            let error = serde_json::from_str::<ClientJsonRpcMessage>(answer).err()?;
            let fault = format!("the response cannot be decoded: {error}");
            Some(ProtocolError::invalid_request(fault))
        }
    }
}

#[cfg(test)]
mod tests {
    use rmcp::model::GetMeta as _;

    use super::*;
    use crate::methods::REMOVED;

    fn decoded(method: &str, params: &str) -> Result<ClientRequest, ProtocolError> {
        let params = RawValue::from_string(params.to_owned()).unwrap();
        request(method.to_owned(), Some(&params), false)
    }

    #[test]
    fn supported_methods_are_typed_and_keep_their_metadata() {
        let cases = [
            ("ping", ""),
            ("server/discover", r#","more":1"#),
            ("tools/list", r#","cursor":"2""#),
            ("tools/list", r#","cursor":null"#),
            ("tools/call", r#","name":"add","arguments":{"a":1}"#),
            ("tools/call", r#","name":"add","arguments":null,"more":[1]"#),
            (
                "initialize",
                r#","protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"c","version":"1"}"#,
            ),
        ];
        for (method, members) in cases {
            let request = decoded(method, &format!(r#"{{"_meta":{{"x":1}}{members}}}"#)).unwrap();
            assert!(
                !matches!(request, ClientRequest::CustomRequest(_)),
                "{method} {members}"
            );
            assert_eq!(request.method(), method);
            assert_eq!(
                request.get_meta().get("x"),
                Some(&json!(1)),
                "{method} {members}"
            );
        }
        for method in ["ping", "server/discover", "tools/list"] {
            let request = request(method.to_owned(), None, false).unwrap();
            assert!(
                !matches!(request, ClientRequest::CustomRequest(_)),
                "{method}"
            );
        }
    }

    #[test]
    fn wrong_parameters_are_rejected() {
        for (method, params, member) in [
            ("tools/call", r#"["_meta","add"]"#, "`params`"),
            ("tools/call", r#"{"name":7}"#, "`name`"),
            (
                "tools/call",
                r#"{"name":"add","arguments":[]}"#,
                "`arguments`",
            ),
            ("tools/list", r#"{"cursor":7}"#, "`cursor`"),
            ("tools/list", "7", "`params`"),
            ("ping", "[]", "`params`"),
            ("initialize", "{}", "`protocolVersion`"),
        ] {
            let error = decoded(method, params).unwrap_err();
            assert_eq!(error.code(), -32602, "{method} {params}");
            assert!(error.message().contains(member), "{error}");
        }
    }

    #[test]
    fn unknown_methods_accept_any_parameters() {
        for params in [
            r#"{"_meta":{"x":1}}"#,
            r#"{"a":"\ud800"}"#,
            "[]",
            r#"{"_meta":7}"#,
        ] {
            let request = decoded("things/list", params).unwrap();
            let has_meta = params.contains("\"x\"");
            assert_eq!(
                request.get_meta().get("x"),
                has_meta.then_some(&json!(1)),
                "{params}"
            );
            assert!(
                matches!(request, ClientRequest::CustomRequest(_)),
                "{params}"
            );
        }
    }

    #[test]
    fn other_methods_are_typed_for_the_handler() {
        for (method, members) in [
            ("prompts/list", ""),
            ("prompts/get", r#","name":"explain","arguments":{"a":"b"}"#),
            ("resources/read", r#","uri":"a:b""#),
            ("logging/setLevel", r#","level":"debug""#),
        ] {
            let request = decoded(method, &format!(r#"{{"_meta":{{"x":1}}{members}}}"#)).unwrap();
            assert!(
                !matches!(request, ClientRequest::CustomRequest(_)),
                "{method}"
            );
            assert_eq!(request.method(), method);
            assert_eq!(request.get_meta().get("x"), Some(&json!(1)), "{method}");
        }
    }

    #[test]
    fn removed_methods_are_unknown_only_to_that_version() {
        // R155
        for method in REMOVED {
            for (version, known) in [
                ("2025-11-25", true),
                ("2026-07-28", false),
                ("2030-01-01", true),
            ] {
                let params = format!(
                    r#"{{"_meta":{{"io.modelcontextprotocol/protocolVersion":"{version}"}},"uri":"a:b","level":"debug",
                        "protocolVersion":"","capabilities":{{}},"clientInfo":{{"name":"","version":""}}}}"#
                );
                let code = decoded(method, &params).map_err(|error| error.code());
                assert_eq!(code.err(), (!known).then_some(-32601), "{method} {version}");
            }
        }
    }

    #[test]
    fn ids_that_the_sdk_cannot_hold_are_rejected() {
        let deep = "[".repeat(10_000) + &"]".repeat(10_000);
        for (value, reason) in [
            (deep.as_str(), "recursion limit"),
            (r#""\ud800""#, "hex escape"),
        ] {
            let params = format!(r#"{{"name":"add","arguments":{{"a":{value}}}}}"#);
            let error = decoded("tools/call", &params).unwrap_err();
            assert_eq!(error.code(), -32602);
            assert!(error.message().contains(reason), "{error}");
        }
    }

    #[test]
    fn notifications_with_invalid_parameters_are_rejected() {
        let params = RawValue::from_string(r#"{"_meta":7}"#.to_owned()).unwrap();
        for (method, params, understood) in [
            ("notifications/initialized", None, true),
            ("$/setTrace", None, true),
            ("notifications/initialized", Some(&*params), false),
        ] {
            assert_eq!(notification(method, params).is_ok(), understood, "{method}");
        }
    }
}
