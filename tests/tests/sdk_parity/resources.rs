//! The prompts and resources of the server.

#![expect(deprecated, reason = "one resource asks for the roots")]

use std::collections::BTreeMap;

use rmcp::ErrorData;
use rmcp::model::*;
use serde_json::{Value, json};

use crate::server::{Request, typed};
use crate::tools::{elicitation, question};

/// The largest list has two pages.
pub(crate) fn prompts(cursor: Option<String>) -> Result<ListPromptsResult, ErrorData> {
    let (prompt, next) = match cursor.as_deref() {
        None => {
            let argument = PromptArgument::new("topic").with_description("About what");
            let arguments = vec![argument.with_required(true)];
            let prompt = Prompt::new("explain", Some("Explains a topic"), Some(arguments));
            (prompt.with_title("Explain"), Some("2".to_owned()))
        }
        Some("2") => (Prompt::new("doubt", None::<&str>, None), None),
        Some(_) => return Err(ErrorData::invalid_params("no such page", None)),
    };
    let mut page = ListPromptsResult::with_all_items(vec![prompt]);
    page.next_cursor = next;
    Ok(page)
}

/// `doubt` asks the user first: by a request to the client, or since 2026-07-28 by its result.
pub(crate) async fn prompt(
    request: GetPromptRequestParams,
    context: Request,
) -> Result<GetPromptResponse, ErrorData> {
    let text = match &*request.name {
        "explain" => {
            let topic = request
                .arguments
                .as_ref()
                .and_then(|given| given.get("topic"));
            let topic = topic.and_then(Value::as_str);
            let missing = || {
                ErrorData::invalid_params(
                    "`topic` is missing",
                    Some(json!({ "argument": "topic" })),
                )
            };
            format!("Explain {}.", topic.ok_or_else(missing)?)
        }
        "doubt" => match request.input_responses {
            Some(answers) => format!("Doubt {}.", json!(answers)),
            None if context.protocol_version() >= Some(ProtocolVersion::V_2026_07_28) => {
                let questions = BTreeMap::from([("doubt".to_owned(), question("Doubt what?"))]);
                return Ok(InputRequiredResult::from_input_requests(questions).into());
            }
            None => format!("Doubt {}.", elicitation(&context.peer, "Doubt what?").await),
        },
        _ => return Err(ErrorData::invalid_params("no such prompt", None)),
    };
    let mut result = GetPromptResult::new(vec![
        PromptMessage::new_text(Role::User, text),
        PromptMessage::new_text(Role::Assistant, "Well."),
    ]);
    result.description = Some("A prompt".to_owned());
    Ok(result.into())
}

pub(crate) fn list(cursor: Option<String>) -> Result<ListResourcesResult, ErrorData> {
    if cursor.is_some() {
        return Err(ErrorData::invalid_params("no such page", None));
    }
    let emma = Resource::new("book:emma", "Emma")
        .with_title("Emma, a novel")
        .with_description("By Jane Austen")
        .with_mime_type("text/plain")
        .with_size(24);
    let cover = Resource::new("book:cover", "Cover").with_mime_type("image/png");
    let mut page = ListResourcesResult::with_all_items(vec![emma, cover]);
    page.meta = typed(json!({ "example.com/shelf": 3 }));
    Ok(page)
}

pub(crate) fn templates() -> ListResourceTemplatesResult {
    let chapter = ResourceTemplate::new("book:emma/{chapter}", "Chapter");
    let mut page = ListResourceTemplatesResult::with_all_items(vec![chapter]);
    page.ttl_ms = Some(60_000);
    page.cache_scope = Some(CacheScope::Public);
    page
}

/// `book:draft` asks for the roots first, since 2026-07-28.
pub(crate) async fn read(
    request: ReadResourceRequestParams,
    context: Request,
) -> Result<ReadResourceResponse, ErrorData> {
    let uri = request.uri;
    let contents = match uri.strip_prefix("book:") {
        Some("emma") => ResourceContents::text("Emma Woodhouse, handsome", uri)
            .with_mime_type("text/plain")
            .with_meta(typed(json!({ "example.com/page": 1 }))),
        Some("cover") => ResourceContents::blob("iVBORw0KGgo=", uri).with_mime_type("image/png"),
        Some("draft") if context.protocol_version() >= Some(ProtocolVersion::V_2026_07_28) => {
            match request.input_responses {
                Some(answers) => ResourceContents::text(json!(answers).to_string(), uri),
                None => {
                    let question = InputRequest::ListRoots(ListRootsRequest::default());
                    let questions = BTreeMap::from([("roots".to_owned(), question)]);
                    let state = Some("draft".to_owned());
                    return Ok(InputRequiredResult::new(Some(questions), state).into());
                }
            }
        }
        Some(chapter) if chapter.starts_with("emma/") => {
            ResourceContents::text(format!("Chapter {chapter}"), uri)
        }
        _ => {
            let data = json!({ "uri": uri });
            return Err(ErrorData::resource_not_found("no such book", Some(data)));
        }
    };
    Ok(ReadResourceResult::new(vec![contents]).into())
}
