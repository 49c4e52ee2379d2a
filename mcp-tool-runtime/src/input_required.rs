use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::InputRequest;

/// What a call answers that needs something from the client first: the client gets it and calls
/// again (2026-07-28, R189, R190).
///
/// A tool never makes one: it [asks](crate::ToolContext::elicit). It serialises to the result object of
/// a JSON-RPC response.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct InputRequired {
    result_type: InputRequiredType,
    /// What the client is asked for, by the keys under which it answers (R191). There is at least one.
    pub input_requests: BTreeMap<String, InputRequest>,
    /// What the client sends back with the answers, untouched (R197).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request_state: Option<String>,
    /// The result's `_meta`.
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Map<String, Value>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
enum InputRequiredType {
    #[serde(rename = "input_required")]
    InputRequired,
}

impl InputRequired {
    pub(crate) fn new(
        input_requests: BTreeMap<String, InputRequest>,
        request_state: Option<String>,
    ) -> Self {
        InputRequired {
            result_type: InputRequiredType::InputRequired,
            input_requests,
            request_state,
            meta: None,
        }
    }
}
