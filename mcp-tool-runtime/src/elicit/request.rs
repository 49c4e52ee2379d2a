use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::{ClientCapabilities, Revision, kind};

/// What a server can ask a client for while it serves a call (R191): the user's input, and two things
/// that the protocol is giving up. [`ToolContext::request_input`] sends it.
///
/// A user is asked by forms, and not sent to a web page: there is no URL mode, and so no -32042 (R202).
///
/// It serialises to the method and the parameters of a JSON-RPC request.
///
/// [`ToolContext::request_input`]: crate::ToolContext::request_input
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct InputRequest {
    method: &'static str,
    params: Map<String, Value>,
}

impl InputRequest {
    /// A form for the user: a message, and the schema of a flat object (R199), written with `json!` or
    /// a `Map`. The answer is an object with `action` and `content`.
    ///
    /// [`ToolContext::elicit`](crate::ToolContext::elicit) makes the schema of a type, and reads the
    /// answer.
    ///
    /// ```
    /// use mcp_tool_runtime::InputRequest;
    /// use serde_json::json;
    ///
    /// let schema = json!({ "type": "object", "properties": { "name": { "type": "string" } } });
    /// let request = InputRequest::form("What is your name?", schema);
    /// assert_eq!(request.params()["requestedSchema"]["type"], "object");
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the schema is no JSON object. In a call, that is answered with an error, as every panic
    /// is.
    #[track_caller]
    pub fn form(message: impl Into<String>, requested_schema: impl Into<Value>) -> Self {
        let schema = object(requested_schema.into(), "the schema of a form");
        let mut params = Map::new();
        params.insert("mode".to_owned(), json!("form"));
        params.insert("message".to_owned(), Value::String(message.into()));
        params.insert("requestedSchema".to_owned(), Value::Object(schema));
        InputRequest {
            method: "elicitation/create",
            params,
        }
    }

    /// A message from the client's model: the parameters, written with `json!` or a `Map`, and the answer
    /// are those of `sampling/createMessage`.
    ///
    /// Sampling is deprecated since 2026-07-28 (R200): a new server calls a model of its own.
    ///
    /// # Panics
    ///
    /// Panics if the parameters are no JSON object, as [`form`](Self::form) does.
    #[deprecated(note = "the protocol gives up sampling; call a model of your own")]
    #[track_caller]
    pub fn sampling(params: impl Into<Value>) -> Self {
        InputRequest {
            method: "sampling/createMessage",
            params: object(params.into(), "what is asked of a model"),
        }
    }

    /// The roots of the user's workspace; the answer is that of `roots/list`.
    ///
    /// Roots are deprecated since 2026-07-28 (R200): a new tool takes a path as an argument.
    #[deprecated(note = "the protocol gives up roots; take a path as an argument")]
    pub fn roots() -> Self {
        InputRequest {
            method: "roots/list",
            params: Map::new(),
        }
    }

    /// The method of the request, such as `elicitation/create`.
    pub fn method(&self) -> &'static str {
        self.method
    }

    /// The parameters of the request.
    pub fn params(&self) -> &Map<String, Value> {
        &self.params
    }

    /// The request as a peer of `revision` knows it: 2025-06-18 has forms and no modes.
    pub(crate) fn project(mut self, revision: Revision) -> Self {
        if revision == Revision::V2025_06_18 && self.method == "elicitation/create" {
            self.params.remove("mode");
        }
        self
    }

    pub(crate) fn capability(&self) -> &'static str {
        match self.method {
            "elicitation/create" => "elicitation",
            "sampling/createMessage" => "sampling",
            _ => "roots",
        }
    }

    /// What the client must have declared to be asked this (R192).
    fn required(&self) -> Value {
        match self.method {
            "elicitation/create" => json!({ "elicitation": { "form": {} } }),
            "sampling/createMessage" if self.params.contains_key("tools") => {
                json!({ "sampling": { "tools": {} } })
            }
            "sampling/createMessage" => json!({ "sampling": {} }),
            _ => json!({ "roots": {} }),
        }
    }

    /// What it is about, for an explanation.
    pub(crate) fn subject(&self) -> String {
        match self.params.get("message") {
            Some(Value::String(message)) => format!("an answer of the user to “{message}”"),
            _ if self.method == "roots/list" => "the roots of the workspace".to_owned(),
            _ => "a message of the client's model".to_owned(),
        }
    }
}

#[track_caller]
fn object(value: Value, what: &str) -> Map<String, Value> {
    match value {
        Value::Object(members) => members,
        other => panic!("{what} must be a JSON object, not {}", kind::of(&other)),
    }
}

/// What `request` needs and a client with `capabilities` has not declared.
pub(crate) fn missing(request: &InputRequest, capabilities: &ClientCapabilities) -> Option<Value> {
    let required = request.required();
    let declared = match request.method {
        "elicitation/create" => capabilities.has_forms(),
        method => {
            let (name, part) = match method {
                "roots/list" => ("roots", None),
                _ => ("sampling", request.params.get("tools").map(|_| "tools")),
            };
            let members = capabilities.members().get(name);
            let members = members.and_then(Value::as_object);
            members.is_some_and(|members| part.is_none_or(|part| members.contains_key(part)))
        }
    };
    (!declared).then_some(required)
}

/// The answer to a form.
#[derive(Deserialize)]
pub(crate) struct Decision {
    pub(crate) action: Action,
    #[serde(default)]
    pub(crate) content: Option<Map<String, Value>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Action {
    Accept,
    Decline,
    Cancel,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_object_goes_in_as_it_is() {
        let schema = json!({ "type": "object" });
        let form = InputRequest::form("Which?", schema.clone());
        assert_eq!(form.params()["requestedSchema"], schema);
        let members = schema.as_object().unwrap().clone();
        assert_eq!(form, InputRequest::form("Which?", members));
    }

    #[test]
    #[should_panic(expected = "the schema of a form must be a JSON object, not an array")]
    fn what_is_no_object_is_the_authors_fault() {
        InputRequest::form("Which?", json!([1]));
    }
}
