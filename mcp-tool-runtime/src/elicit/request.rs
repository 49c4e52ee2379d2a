//! Requests to the client during a call: forms, pages, sampling and roots.

use mcp_tool_schema::json_values::object_of;
use serde::ser::SerializeMap as _;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Map, Value, json};

use crate::error::random_number;
use crate::json::json_kind;
use crate::protocol::{ClientCapabilities, ProtocolVersion};

/// A request from the server to the client during a call. The request asks the user for input, or uses
/// sampling or roots. The protocol deprecates both sampling and roots. [`ToolContext::request_input`] sends
/// any such request.
///
/// To ask the user to open a web page, the server uses such a request, and never the error -32042. Only
/// protocol version 2025-11-25 defines this error.
///
/// An `InputRequest` serializes to the method and the parameters of a JSON-RPC request. If a form comes from
/// a struct, the form keeps the order of the struct's fields.
///
/// [`ToolContext::request_input`]: crate::ToolContext::request_input
#[derive(Clone, Debug, PartialEq)]
pub struct InputRequest {
    method: &'static str,
    params: Map<String, Value>,
    /// The names of a form's fields in the order of the struct. Empty if the form does not come from a
    /// struct.
    order: Vec<String>,
}

impl InputRequest {
    fn ordered_params(&self) -> OrderedObject<'_> {
        OrderedObject {
            members: &self.params,
            path: &["requestedSchema", "properties"],
            order: &self.order,
        }
    }

    /// Returns the JSON of the parameters, with the fields of a form in their order.
    pub(crate) fn params_json(&self) -> String {
        // JSON values with text keys always serialize.
        serde_json::to_string(&self.ordered_params()).unwrap_or_default()
    }
}

impl Serialize for InputRequest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut request = serializer.serialize_map(Some(2))?;
        request.serialize_entry("method", self.method)?;
        request.serialize_entry("params", &self.ordered_params())?;
        request.end()
    }
}

/// A JSON object to serialize. The object at `path` inside it gets its members in the order of `order`.
struct OrderedObject<'a> {
    members: &'a Map<String, Value>,
    path: &'a [&'a str],
    order: &'a [String],
}

impl Serialize for OrderedObject<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Some((key, path)) = self.path.split_first() else {
            let is_ordered = |name: &String| self.order.contains(name);
            let others = self.members.iter().filter(|(name, _)| !is_ordered(name));
            let ordered = self.order.iter();
            let ordered = ordered.filter_map(|name| self.members.get_key_value(name));
            return serializer.collect_map(others.chain(ordered));
        };
        let mut map = serializer.serialize_map(Some(self.members.len()))?;
        for (name, member) in self.members {
            match member {
                Value::Object(members) if name == key => map.serialize_entry(
                    name,
                    &OrderedObject {
                        members,
                        path,
                        order: self.order,
                    },
                )?,
                member => map.serialize_entry(name, member)?,
            }
        }
        map.end()
    }
}

impl InputRequest {
    fn new(method: &'static str, params: Map<String, Value>) -> Self {
        InputRequest {
            method,
            params,
            order: Vec::new(),
        }
    }

    fn elicitation(params: [(&str, Value); 3]) -> Self {
        let mut members = Map::new();
        members.extend(params.map(|(name, value)| (name.to_owned(), value)));
        InputRequest::new("elicitation/create", members)
    }

    /// Sets the order of a form's fields.
    pub(super) fn in_order(self, order: Vec<String>) -> Self {
        InputRequest { order, ..self }
    }

    /// Creates a form for the user: a message, and the schema of a flat object as `json!` or a
    /// `Map`. The response is an object with `action` and, if the user submits the form, `content`.
    ///
    /// [`ToolContext::elicit`](crate::ToolContext::elicit) builds the schema from a type and
    /// decodes the response.
    ///
    /// ```
    /// use mcp_tool_runtime::elicit::InputRequest;
    /// use serde_json::json;
    ///
    /// let schema = json!({ "type": "object", "properties": { "name": { "type": "string" } } });
    /// let request = InputRequest::form("What is your name?", schema);
    /// assert_eq!(request.params()["requestedSchema"]["type"], "object");
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the schema is not a JSON object. In a call, the registry converts a panic to a result with
    /// `isError`.
    #[track_caller]
    pub fn form(message: impl Into<String>, requested_schema: impl Into<Value>) -> Self {
        let schema = object(requested_schema.into(), "the schema of a form");
        let message = message.into();
        InputRequest::elicitation([
            ("mode", json!("form")),
            ("message", Value::String(message)),
            ("requestedSchema", Value::Object(schema)),
        ])
    }

    /// Creates a request to open a web page (URL mode). `message` states the purpose, and `url` is the
    /// address of the page. The `action` of the response says whether the user agreed to open the page. It
    /// does not say what the user did on the page. URL mode exists since protocol version 2025-11-25.
    ///
    /// [`ToolContext::elicit_url`](crate::ToolContext::elicit_url) explains how to use pages, and which data
    /// the address must not contain.
    ///
    /// ```
    /// use mcp_tool_runtime::elicit::InputRequest;
    ///
    /// let request = InputRequest::url("Log in to the bank", "https://bank.example/connect");
    /// assert_eq!(request.params()["mode"], "url");
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the scheme is not `https` or `http`, or if the host is missing. A space or a control
    /// character in the address also causes a panic. `http://` does not panic, but use it only for a web
    /// server on the user's machine. In a call, the registry converts a panic to a result with `isError`.
    #[track_caller]
    pub fn url(message: impl Into<String>, url: impl Into<String>) -> Self {
        match InputRequest::page(message.into(), url.into()) {
            Ok(request) => request,
            Err(fault) => panic!("{fault}"),
        }
    }

    /// Creates a request to open a page. Returns an error message if the address is invalid.
    pub(crate) fn page(message: String, url: String) -> Result<Self, String> {
        let (scheme, rest) = url.split_once("://").unwrap_or_default();
        let is_web = ["https", "http"]
            .iter()
            .any(|it| it.eq_ignore_ascii_case(scheme));
        let has_host = !rest.is_empty() && !rest.starts_with(['/', '?', '#', ':']);
        if !is_web || !has_host || url.contains(|it: char| it.is_whitespace() || it.is_control()) {
            return Err(format!(
                "the address of a page must be like `https://example.com/connect`, not {url:?}"
            ));
        }
        Ok(InputRequest::elicitation([
            ("mode", json!("url")),
            ("message", Value::String(message)),
            ("url", Value::String(url)),
        ]))
    }

    /// Returns the same request with another message.
    pub(crate) fn saying(&self, message: String) -> Self {
        let mut request = self.clone();
        request
            .params
            .insert("message".to_owned(), Value::String(message));
        request
    }

    /// Returns whether the request asks the user, with a form or a page.
    pub(crate) fn is_elicitation(&self) -> bool {
        self.method == "elicitation/create"
    }

    pub(crate) fn is_page(&self) -> bool {
        self.params.contains_key("url") && self.is_elicitation()
    }

    /// Creates a request for a message from the client's model. The parameters and the response have the
    /// format of `sampling/createMessage`. Pass the parameters as `json!` or a `Map`.
    ///
    /// Sampling is deprecated since 2026-07-28. New servers call a model themselves.
    ///
    /// # Panics
    ///
    /// Panics if the parameters are not a JSON object. In a call, the registry converts a panic to a result
    /// with `isError`.
    #[deprecated(note = "the protocol deprecates sampling; let the server call a model itself")]
    #[track_caller]
    pub fn sampling(params: impl Into<Value>) -> Self {
        let params = object(params.into(), "what is asked of a model");
        InputRequest::new("sampling/createMessage", params)
    }

    /// Creates a request for the roots of the user's workspace. The response is that of
    /// `roots/list`.
    ///
    /// Roots are deprecated since 2026-07-28. New tools take a path as an argument.
    #[deprecated(note = "the protocol deprecates roots; let the tool take a path as an argument")]
    pub fn roots() -> Self {
        InputRequest::new("roots/list", Map::new())
    }

    /// Returns the JSON-RPC method of the request, such as `elicitation/create`.
    pub fn method(&self) -> &'static str {
        self.method
    }

    /// Returns the parameters.
    pub fn params(&self) -> &Map<String, Value> {
        &self.params
    }

    /// Returns the request in the format of `version`. There is no `mode` member before 2025-11-25. Only version
    /// 2025-11-25 has an `elicitationId` for pages.
    pub(crate) fn project(mut self, version: ProtocolVersion) -> Self {
        if !version.has_pages() && self.is_elicitation() {
            self.params.remove("mode");
        }
        if version == ProtocolVersion::V2025_11_25 && self.is_page() {
            let id = format!("{:016x}", random_number());
            self.params.insert("elicitationId".to_owned(), id.into());
        }
        self
    }

    /// Returns the capability that the client must declare for this request, and the required member of that
    /// capability, if there is one.
    fn needs(&self) -> (&'static str, Option<&'static str>) {
        match self.method {
            "elicitation/create" if self.is_page() => ("elicitation", Some("url")),
            "elicitation/create" => ("elicitation", Some("form")),
            "sampling/createMessage" => {
                let has_tools = self.params.contains_key("tools");
                ("sampling", has_tools.then_some("tools"))
            }
            _ => ("roots", None),
        }
    }

    /// Returns the name of the capability that this request needs, for an error message.
    pub(crate) fn capability(&self) -> &'static str {
        match self.needs() {
            (_, Some("url")) => "elicitation.url",
            (capability, _) => capability,
        }
    }

    /// Describes the request for an error message.
    pub(crate) fn subject(&self) -> String {
        match self.params.get("message") {
            Some(Value::String(message)) if self.is_page() => {
                format!("the user to open a web page (“{message}”)")
            }
            Some(Value::String(message)) => format!("the user's answer to “{message}”"),
            _ if self.method == "roots/list" => "the roots of the workspace".to_owned(),
            _ => "a message of the client's model".to_owned(),
        }
    }
}

/// Returns the capability that a request needs, as a JSON object, if the client has not declared it.
pub(crate) fn missing(
    request: &InputRequest,
    capabilities: &ClientCapabilities,
    version: ProtocolVersion,
) -> Option<Value> {
    let (capability, part) = request.needs();
    let is_declared = match part {
        Some("url") => capabilities.has_pages(version),
        Some("form") => capabilities.has_forms(version),
        Some(part) => {
            let parts = capabilities.members().get(capability);
            parts.is_some_and(|parts| parts.get(part).is_some())
        }
        None => capabilities.has(capability),
    };
    (!is_declared).then(|| {
        let parts = part.map_or(json!({}), |part| object_of(part, json!({})));
        object_of(capability, parts)
    })
}

#[track_caller]
fn object(value: Value, what: &str) -> Map<String, Value> {
    match value {
        Value::Object(members) => members,
        other => panic!(
            "{what} must be a JSON object, not {}",
            json_kind::of(&other)
        ),
    }
}

/// The client's response to a form, or to a request to open a page.
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
    fn an_object_is_unchanged() {
        let schema = json!({ "type": "object" });
        let form = InputRequest::form("Which?", schema.clone());
        assert_eq!(form.params()["requestedSchema"], schema);
        let members = schema.as_object().unwrap().clone();
        assert_eq!(form, InputRequest::form("Which?", members));
    }

    #[test]
    fn url_requests_require_an_http_url() {
        for url in [
            "https://example.com",
            "https://example.com/connect?key=1#top",
            "HTTPS://example.com",
            "http://127.0.0.1:8080/connect",
        ] {
            assert_eq!(InputRequest::url("Open it", url).params()["url"], url);
        }
        for url in [
            "",
            "example.com",
            "/connect",
            "https://",
            "https:///connect",
            "https:example.com",
            "file:///etc/passwd",
            "javascript:alert(1)",
            "https://example.com/a b",
            "https://example.com/\n",
            " https://example.com",
        ] {
            let fault = InputRequest::page("Open it".to_owned(), url.to_owned()).unwrap_err();
            assert!(fault.ends_with(&format!("not {url:?}")), "{fault}");
        }
    }

    #[test]
    fn only_one_version_supports_urls() {
        let page = || InputRequest::url("Open it", "https://example.com");
        let names = [ProtocolVersion::V2025_11_25; 2].map(|version| page().project(version).params);
        assert!(names[0]["elicitationId"].is_string());
        assert_ne!(names[0]["elicitationId"], names[1]["elicitationId"]);
        assert_eq!(page().project(ProtocolVersion::V2026_07_28), page());
    }

    #[test]
    #[should_panic(expected = "the schema of a form must be a JSON object, not an array")]
    fn parameters_other_than_an_object_are_a_fault_of_the_author() {
        InputRequest::form("Which?", json!([1]));
    }
}
