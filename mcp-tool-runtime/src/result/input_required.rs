//! The response of a call that needs input from the client.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::elicit::InputRequest;

/// The response to a call that needs input from the client. The client then repeats the call with the input.
/// Clients receive this response since protocol version 2026-07-28. With older clients, only layers see it.
///
/// The registry creates an `InputRequired` when a tool [requests](crate::ToolContext::request_input) input
/// that the client has not sent. An `InputRequired` serializes to the result object of a JSON-RPC response.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct InputRequired {
    /// Always `input_required`.
    result_type: &'static str,
    /// The requests to the client: at least one. The client sends each answer under the key of its request.
    pub input_requests: BTreeMap<String, InputRequest>,
    /// State that the client must send back unchanged with the answers. `None` if the tool does not use
    /// `request_state`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request_state: Option<String>,
    /// The result's `_meta`.
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Map<String, Value>>,
}

impl InputRequired {
    pub(crate) fn new(
        input_requests: BTreeMap<String, InputRequest>,
        request_state: Option<String>,
    ) -> Self {
        InputRequired {
            result_type: "input_required",
            input_requests,
            request_state,
            meta: None,
        }
    }
}
