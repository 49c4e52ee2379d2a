//! Prompts, which `Handler` serves through the SDK.

use rmcp::model::{
    ClientCapabilities, ElicitRequest, ElicitRequestParams, ElicitationSchema,
    GetPromptRequestParams, GetPromptResponse, GetPromptResult, InputRequest, InputRequiredResult,
    Prompt, PromptArgument, PromptMessage, Role,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer};
use serde_json::Value;

use crate::samples::PICTURE;

pub(crate) fn list() -> Vec<Prompt> {
    vec![
        prompt("test_simple_prompt", "A prompt without arguments", &[]),
        prompt(
            "test_prompt_with_arguments",
            "A prompt that repeats its arguments",
            &[
                ("arg1", "The first argument"),
                ("arg2", "The second argument"),
            ],
        ),
        prompt(
            "test_prompt_with_embedded_resource",
            "A prompt about a resource",
            &[("resourceUri", "Address of the resource")],
        ),
        prompt("test_prompt_with_image", "A prompt about a picture", &[]),
        prompt(
            "test_input_required_result_prompt",
            "A prompt that asks the user what it should be about",
            &[],
        ),
    ]
}

fn prompt(name: &str, description: &str, arguments: &[(&str, &str)]) -> Prompt {
    let arguments: Vec<_> = arguments
        .iter()
        .map(|(name, description)| {
            let argument = PromptArgument::new(*name).with_description(*description);
            argument.with_required(true)
        })
        .collect();
    let arguments = (!arguments.is_empty()).then_some(arguments);
    Prompt::new(name, Some(description), arguments)
}

pub(crate) fn get(
    request: &GetPromptRequestParams,
    context: &RequestContext<RoleServer>,
) -> Result<GetPromptResponse, ErrorData> {
    let messages = match request.name.as_str() {
        "test_simple_prompt" => vec![user("This is a simple prompt for testing.")],
        "test_prompt_with_arguments" => {
            let (one, two) = (argument(request, "arg1")?, argument(request, "arg2")?);
            vec![user(format!(
                "Prompt with arguments: arg1='{one}', arg2='{two}'"
            ))]
        }
        "test_prompt_with_embedded_resource" => {
            let uri = argument(request, "resourceUri")?.to_owned();
            let text = Some("Embedded resource content for testing.".to_owned());
            let mime_type = Some("text/plain".to_owned());
            vec![
                PromptMessage::new_resource(Role::User, uri, mime_type, text, None, None, None),
                user("Please process the embedded resource above."),
            ]
        }
        "test_prompt_with_image" => vec![
            PromptMessage::new_image(Role::User, PICTURE, "image/png", None, None),
            user("Please analyze the image above."),
        ],
        "test_input_required_result_prompt" => match answered(request) {
            Some(context) => vec![user(format!("Prompt with elicited context: {context}"))],
            None => return ask(context).map(Into::into),
        },
        unknown => {
            let message = format!("there is no prompt `{unknown}`");
            return Err(ErrorData::invalid_params(message, None));
        }
    };
    Ok(GetPromptResult::new(messages).into())
}

fn user(text: impl Into<String>) -> PromptMessage {
    PromptMessage::new_text(Role::User, text)
}

fn argument<'r>(request: &'r GetPromptRequestParams, name: &str) -> Result<&'r str, ErrorData> {
    let arguments = request.arguments.as_ref();
    let argument = arguments.and_then(|arguments| arguments.get(name));
    argument.and_then(Value::as_str).ok_or_else(|| {
        let message = format!("`{}` needs a text as `{name}`", request.name);
        ErrorData::invalid_params(message, None)
    })
}

/// Returns the user's answer. Returns `None` for the client's first request, which does not contain the
/// user's answer yet.
fn answered(request: &GetPromptRequestParams) -> Option<&str> {
    let answer = request.input_responses.as_ref()?.get("user_context")?;
    let context = answer.pointer("/content/context").and_then(Value::as_str);
    // If the user has declined, use a default instead of asking again.
    Some(context.unwrap_or("none"))
}

/// Asks the user with an `InputRequiredResult`. The SDK rejects this result if the client's protocol version
/// is older than 2026-07-28. A tool would use `cx.elicit`, which also works with older clients.
fn ask(context: &RequestContext<RoleServer>) -> Result<InputRequiredResult, ErrorData> {
    let client = context.meta.client_capabilities();
    if client.is_some_and(|client| client.elicitation.is_none()) {
        let required = ClientCapabilities::builder().enable_elicitation().build();
        return Err(ErrorData::missing_required_client_capability(required));
    }
    let form = ElicitationSchema::builder()
        .required_string("context")
        .build();
    let form = ElicitRequestParams::FormElicitationParams {
        meta: None,
        message: "What context should the prompt use?".to_owned(),
        requested_schema: form.map_err(|error| ErrorData::internal_error(error, None))?,
    };
    let question = InputRequest::Elicitation(ElicitRequest::new(form));
    let questions = [("user_context".to_owned(), question)];
    Ok(InputRequiredResult::from_input_requests(questions.into()))
}
