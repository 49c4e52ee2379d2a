//! Completion of arguments. The SDK serves these requests.

use rmcp::ErrorData;
use rmcp::model::{CompleteRequestParams, CompleteResult, CompletionInfo, Reference};

/// The completions. Each entry has a prompt's name or a resource's URI template, the name of an argument, and
/// the argument's known values.
const KNOWN: [(&str, &str, &[&str]); 3] = [
    (
        "test_prompt_with_arguments",
        "arg1",
        &["paris", "park", "party", "test"],
    ),
    ("test_prompt_with_arguments", "arg2", &["today", "tomorrow"]),
    ("test://template/{id}/data", "id", &["1", "12", "123"]),
];

pub(crate) fn complete(request: &CompleteRequestParams) -> Result<CompleteResult, ErrorData> {
    let of = match &request.r#ref {
        Reference::Prompt(prompt) => prompt.name.as_str(),
        Reference::Resource(resource) => resource.uri.as_str(),
        _ => "",
    };
    let (name, typed) = (&request.argument.name, &request.argument.value);
    let known = KNOWN
        .iter()
        .filter(|(owner, argument, _)| *owner == of && argument == name);
    let values = known.flat_map(|(_, _, values)| *values);
    let values = values.filter(|value| value.starts_with(typed.as_str()));
    let values = values.map(|value| (*value).to_owned()).collect();
    let completion = CompletionInfo::with_all_values(values);
    let completion = completion.map_err(|error| ErrorData::internal_error(error, None))?;
    Ok(CompleteResult::new(completion))
}
