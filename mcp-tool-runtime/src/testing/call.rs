//! Calls of tools in tests.

use serde_json::{Map, Value, json};

use crate::call::{CallToolRequest, output_fault};
use crate::context::ToolContext;
use crate::elicit::InputRequest;
use crate::registry::ToolRegistry;
use crate::result::{CallToolResponse, CallToolResult};

/// The maximum number of times that a tool may ask for input in one test call. The test panics if the tool
/// asks once more.
const ROUNDS: u32 = 32;

/// Calls a tool as a client of protocol version 2026-07-28 does, with arguments such as `json!({ "city":
/// "Oslo" })`.
///
/// ```
/// use mcp_tool_runtime::{ToolRegistry, mcp_tool, testing, tools};
/// use serde_json::json;
///
/// /// Doubles a number.
/// #[mcp_tool]
/// async fn double(
///     /// The number
///     it: i32,
/// ) -> i32 {
///     it * 2
/// }
///
/// # async fn test() {
/// let registry = ToolRegistry::builder(()).tools(tools![double]).build().unwrap();
/// let result = testing::call_json(&registry, "double", json!({ "it": 4 })).await;
/// assert_eq!(serde_json::to_value(&result).unwrap()["structuredContent"], 8);
/// # }
/// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(test());
/// ```
///
/// # Panics
///
/// Panics if [`ToolRegistry::call`] returns an error, for example because the tool does not exist. Also panics
/// if the tool asks for input: use [`call_json_with`] for such a tool. Also panics if a successful result violates
/// the tool's output schema, for example because of `#[serde(serialize_with)]`, or of a `#[schemars(range)]` on a
/// field. If the arguments are invalid for the tool, this function does not panic, and the result has `is_error`.
pub async fn call_json<S: Send + Sync + 'static>(
    registry: &ToolRegistry<S>,
    name: &str,
    arguments: Value,
) -> CallToolResult {
    call_json_with(registry, &ToolContext::detached(), name, arguments, |key, _| {
        panic!(
            "`{name}` asks the client under the key `{key}`; answer with `testing::call_json_with`"
        )
    })
    .await
}

/// Calls a tool like [`call_json`], but takes a context, and answers the tool's questions with `answer`. Put
/// values such as the logged-in user into the context. `answer` takes the key and the request of a question,
/// and returns the client's result, such as `json!({ "action": "accept", "content": { "sure": true } })`.
///
/// ```
/// use mcp_tool_runtime::context::Principal;
/// use mcp_tool_runtime::elicit::Elicitation;
/// use mcp_tool_runtime::{ElicitForm, ToolContext, ToolRegistry, mcp_tool, testing, tools};
/// use schemars::JsonSchema;
/// use serde::Deserialize;
/// use serde_json::json;
///
/// #[derive(ElicitForm, Deserialize, JsonSchema)]
/// struct Sure {
///     /// Delete them for good
///     sure: bool,
/// }
///
/// /// Deletes the drafts of the user.
/// #[mcp_tool(destructive)]
/// async fn delete_drafts(#[context] cx: &ToolContext) -> Result<String, &'static str> {
///     let user = cx.extension::<Principal>().ok_or("log in first")?;
///     match cx.elicit("sure", "Really delete 12 drafts?").await {
///         Elicitation::Accepted(Sure { sure: true }) => Ok(format!("no drafts of {}", user.name())),
///         _ => Err("the user keeps them"),
///     }
/// }
///
/// # async fn test() {
/// let registry = ToolRegistry::builder(()).tools(tools![delete_drafts]).build().unwrap();
/// let ada = ToolContext::detached().with_extension(Principal::new("ada"));
/// let result = testing::call_json_with(&registry, &ada, "delete_drafts", json!({}), |key, request| {
///     assert_eq!((key, &request.params()["message"]), ("sure", &json!("Really delete 12 drafts?")));
///     json!({ "action": "accept", "content": { "sure": true } })
/// });
/// assert_eq!(result.await.content()[0].as_text(), Some("no drafts of ada"));
/// # }
/// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(test());
/// ```
///
/// The simulated client declares every capability that a question can need. It sends the answers in new calls
/// until the tool returns a result. In a test that calls the tool's function directly, use
/// [`ToolContext::with_input_requests`] instead.
///
/// # Panics
///
/// Panics if [`ToolRegistry::call`] returns an error, for example because the tool does not exist. Also panics
/// if a successful result violates the tool's output schema, or if the tool asks for the 33rd time, for example
/// because each answer is invalid.
pub async fn call_json_with<S: Send + Sync + 'static>(
    registry: &ToolRegistry<S>,
    context: &ToolContext,
    name: &str,
    arguments: Value,
    mut answer: impl FnMut(&str, &InputRequest) -> Value,
) -> CallToolResult {
    let mut request = CallToolRequest::new(name).with_arguments(arguments);
    request.meta = Some(capable(context.meta()));
    for _ in 0..=ROUNDS {
        let input = match registry.call(request.clone(), context).await {
            Ok(CallToolResponse::Complete(result)) => {
                check_output(registry, name, &result);
                return result;
            }
            Ok(CallToolResponse::InputRequired(input)) => input,
            Err(error) => panic!("`{name}` cannot be called: {error}"),
        };
        let questions = input.input_requests.iter();
        let answers = questions.map(|(key, request)| (key.clone(), answer(key, request)));
        request.input_responses = Some(answers.collect());
        request.request_state = input.request_state;
    }
    panic!("`{name}` never stops asking; check that the response fits the question")
}

/// Panics if a successful result violates the tool's output schema. The registry itself checks only the results
/// of tools whose return type does not define the schema.
fn check_output<S>(registry: &ToolRegistry<S>, name: &str, result: &CallToolResult) {
    let mut definitions = registry.definitions().iter();
    let schema = definitions
        .find(|definition| definition.name == name)
        .and_then(|definition| definition.output_schema.as_ref());
    let content = result.structured_content();
    if let Some((schema, content)) = schema.zip(content.filter(|_| !result.is_error))
        && let Some(fault) = output_fault(schema, content)
    {
        panic!(
            "`{name}` returned a result that does not match its output schema: {fault}; clients reject such a \
             result, so change the value or the schema of its type"
        );
    }
}

/// Returns a copy of `meta` for protocol version 2026-07-28, with every capability that a question can need.
fn capable(meta: &Map<String, Value>) -> Map<String, Value> {
    let mut meta = meta.clone();
    let capabilities = json!({
        "elicitation": { "form": {}, "url": {} },
        "sampling": { "tools": {} },
        "roots": {},
    });
    for (key, value) in [
        ("protocolVersion", json!("2026-07-28")),
        ("clientCapabilities", capabilities),
    ] {
        meta.insert(format!("io.modelcontextprotocol/{key}"), value);
    }
    meta
}
