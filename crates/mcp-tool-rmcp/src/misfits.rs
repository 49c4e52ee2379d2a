//! Requests that the SDK cannot read. It turns a known method whose parameters do not fit into a request of the
//! author's own, whose error would be -32601.

use mcp_tool_runtime::embed::{shorten, wrong_type};
use rmcp::model as sdk;
use rmcp::model::{CustomRequest, ErrorData, ServerCapabilities};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// Returns -32602 for a request whose method the SDK knows, and whose parameters do not fit. Returns `None` if
/// the server does not declare the capability of the method, and for any other method.
pub(crate) fn explain(request: &CustomRequest, declared: &ServerCapabilities) -> Option<ErrorData> {
    let method = &*request.method;
    let fault = fault(method)?;
    is_declared(method, declared).then(|| {
        let text = match &request.params {
            Some(Value::Object(params)) => fault(params),
            Some(other) => wrong_type("params", "an object", &other.to_string()),
            None => "`params` is missing".to_owned(),
        };
        ErrorData::invalid_params(shorten(&text, 512), None)
    })
}

/// Describes the fault of parameters.
type Fault = fn(&Map<String, Value>) -> String;

#[expect(deprecated, reason = "clients of older protocol versions have logs")]
fn fault(method: &str) -> Option<Fault> {
    Some(match method {
        "completion/complete" => of::<sdk::CompleteRequestParams>,
        "initialize" => of::<sdk::InitializeRequestParams>,
        "logging/setLevel" => of::<sdk::SetLevelRequestParams>,
        "prompts/get" => of::<sdk::GetPromptRequestParams>,
        "prompts/list"
        | "resources/list"
        | "resources/templates/list"
        | "skills/list"
        | "tools/list" => of::<sdk::PaginatedRequestParams>,
        "resources/directory/read" => of::<sdk::ReadResourceDirectoryRequestParams>,
        "resources/read" => of::<sdk::ReadResourceRequestParams>,
        "resources/subscribe" => of::<sdk::SubscribeRequestParams>,
        "resources/unsubscribe" => of::<sdk::UnsubscribeRequestParams>,
        "skills/get" => of::<sdk::GetSkillRequestParams>,
        "tasks/cancel" => of::<sdk::CancelTaskParams>,
        "tasks/get" => of::<sdk::GetTaskParams>,
        "tasks/update" => of::<sdk::UpdateTaskParams>,
        "tools/call" => of::<sdk::CallToolRequestParams>,
        _ => return None,
    })
}

fn is_declared(method: &str, declared: &ServerCapabilities) -> bool {
    let pointer = match method.split('/').next().unwrap_or_default() {
        "initialize" => return true,
        "completion" => "/completions".to_owned(),
        area @ ("skills" | "tasks") => format!("/extensions/io.modelcontextprotocol~1{area}"),
        _ if method.ends_with("subscribe") => "/resources/subscribe".to_owned(),
        area => format!("/{area}"),
    };
    let declared = serde_json::to_value(declared).unwrap_or_default();
    declared.pointer(&pointer).is_some_and(|it| *it != false)
}

/// Describes the fault of parameters that do not fit the type `P`.
fn of<P: DeserializeOwned>(params: &Map<String, Value>) -> String {
    let fault = |params: &Map<String, Value>| P::deserialize(params).err().map(|it| it.to_string());
    let Some(text) = fault(params) else {
        return "`_meta` must be an object".to_owned();
    };
    if text.starts_with("missing field") {
        return text;
    }
    // serde does not name the member. A member that causes the same fault alone is the wrong one.
    let wrong = params.iter().find(|&(name, value)| {
        let alone = Map::from_iter([(name.clone(), value.clone())]);
        fault(&alone).as_ref() == Some(&text)
    });
    match wrong {
        Some((name, _)) => format!("`{name}`: {text}"),
        None => text,
    }
}
