//! The tools of the server, by the SDK's own macros.

#![expect(
    deprecated,
    reason = "clients of older protocol versions have logs, sampling and roots"
)]

use std::collections::BTreeMap;
use std::time::Duration;

use rmcp::handler::server::tool::{InputResponses, RequestState};
use rmcp::handler::server::wrapper::{Json, Parameters};
use rmcp::model::*;
use rmcp::service::{Peer, PeerRequestOptions};
use rmcp::{ErrorData, RoleServer, tool, tool_router};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::server::{Everything, Request, typed};

#[derive(Deserialize, JsonSchema)]
struct Text {
    /// Any text
    text: String,
}

#[derive(Deserialize, JsonSchema)]
struct Code {
    code: i32,
}

#[derive(Deserialize, JsonSchema)]
struct Numbers {
    a: i64,
    b: Option<i64>,
}

#[derive(Serialize, JsonSchema)]
struct Sum {
    sum: i64,
}

fn form(message: &str) -> ElicitRequest {
    ElicitRequest::new(typed(json!({
        "mode": "form",
        "message": message,
        "requestedSchema": {
            "type": "object",
            "properties": { "name": { "type": "string", "title": "Name" } },
            "required": ["name"],
        },
    })))
}

/// Returns a question for the result of a call.
pub(crate) fn question(message: &str) -> InputRequest {
    InputRequest::Elicitation(form(message))
}

fn text_of<T: Serialize, E: std::fmt::Display>(answer: Result<T, E>) -> String {
    match answer {
        Ok(answer) => json!(answer).to_string(),
        Err(error) => format!("error: {error}"),
    }
}

/// Asks the user, and returns the answer or the error as a text.
pub(crate) async fn elicitation(peer: &Peer<RoleServer>, message: &str) -> String {
    let request = ServerRequest::ElicitRequest(form(message));
    text_of(peer.send_request(request).await)
}

#[tool_router(vis = "pub(crate)")]
impl Everything {
    /// Returns the text.
    #[tool(annotations(title = "Echo", read_only_hint = true))]
    async fn echo(&self, Parameters(Text { text }): Parameters<Text>) -> String {
        text
    }

    /// Adds two numbers.
    #[tool]
    async fn add(&self, Parameters(Numbers { a, b }): Parameters<Numbers>) -> Json<Sum> {
        Json(Sum {
            sum: a + b.unwrap_or_default(),
        })
    }

    /// Returns a list instead of an object.
    #[tool]
    async fn list(&self) -> Json<Vec<i64>> {
        Json(vec![1, 2, 3])
    }

    /// Fails.
    #[tool]
    async fn fail(&self) -> Result<String, String> {
        Err("it failed".to_owned())
    }

    /// Fails with an error of the protocol, which has this code.
    #[tool]
    async fn refuse(
        &self,
        Parameters(Code { code }): Parameters<Code>,
    ) -> Result<String, ErrorData> {
        let data = json!({ "retryAfter": 5 });
        Err(ErrorData::new(ErrorCode(code), "refused", Some(data)))
    }

    /// Returns content of each kind, and `_meta`.
    #[tool]
    async fn blocks(&self) -> CallToolResult {
        let link = Resource::new("book:emma", "Emma").with_mime_type("text/plain");
        let mut result = CallToolResult::success(vec![
            ContentBlock::text("a text\u{2028}of two lines"),
            ContentBlock::image("iVBORw0KGgo=", "image/png"),
            ContentBlock::audio("UklGRg==", "audio/wav"),
            ContentBlock::resource_link(link),
            ContentBlock::embedded_text("book:emma", "Emma Woodhouse"),
        ]);
        result.meta = typed(json!({ "example.com/blocks": 5, "example.com/big": 1e300 }));
        result
    }

    /// Reports progress three times, if the client wants it.
    #[tool]
    async fn count(&self, context: Request) -> String {
        let Some(token) = context.meta.get_progress_token() else {
            return "without a token".to_owned();
        };
        for step in 1..=3_u8 {
            let progress = ProgressNotificationParam::new(token.clone(), f64::from(step) / 2.0)
                .with_total(1.5)
                .with_message(format!("step {step}"));
            context.peer.notify_progress(progress).await.unwrap();
        }
        "counted".to_owned()
    }

    /// Reports progress many times, with much text.
    #[tool]
    async fn flood(&self, context: Request) -> String {
        let token = context.meta.get_progress_token().expect("a token");
        for step in 1..=700_u16 {
            let progress = ProgressNotificationParam::new(token.clone(), f64::from(step));
            let progress = progress.with_message("a long text ".repeat(100));
            context.peer.notify_progress(progress).await.unwrap();
        }
        "flooded".to_owned()
    }

    /// Logs a message of each of three levels.
    #[tool]
    async fn log(&self, context: Request) -> String {
        for level in [
            LoggingLevel::Debug,
            LoggingLevel::Warning,
            LoggingLevel::Alert,
        ] {
            if self.logs(level, &context) {
                let data = json!({ "level": format!("{level:?}") });
                let message = LoggingMessageNotificationParam::new(level, data);
                let message = message.with_logger("parity");
                context.peer.notify_logging_message(message).await.unwrap();
            }
        }
        "logged".to_owned()
    }

    /// Asks the user.
    #[tool]
    async fn ask(&self, Parameters(Text { text }): Parameters<Text>, context: Request) -> String {
        elicitation(&context.peer, &text).await
    }

    /// Asks the user, and waits for the answer for a short time.
    #[tool]
    async fn ask_briefly(&self, context: Request) -> String {
        let request = ServerRequest::ElicitRequest(form("Silence?"));
        let options = PeerRequestOptions::with_timeout(Duration::from_millis(20));
        match context
            .peer
            .send_request_with_option(request, options)
            .await
        {
            Ok(sent) => text_of(sent.await_response().await),
            Err(error) => error.to_string(),
        }
    }

    /// Sends a request that the protocol does not have.
    #[tool]
    async fn ask_custom(&self, arguments: JsonObject, context: Request) -> String {
        let request = CustomRequest::new("parity/question", arguments.get("params").cloned());
        let request = ServerRequest::CustomRequest(request);
        text_of(context.peer.send_request(request).await)
    }

    /// Asks the user two questions at a time.
    #[tool]
    async fn ask_both(&self, context: Request) -> String {
        let (one, other) = tokio::join!(
            elicitation(&context.peer, "One?"),
            elicitation(&context.peer, "Other?")
        );
        format!("{one} {other}")
    }

    /// Asks the user from a task that outlives the call.
    #[tool]
    async fn ask_later(&self, context: Request) -> String {
        let handler = self.clone();
        self.spawn(async move {
            let answer = elicitation(&context.peer, "Later?").await;
            handler.record(answer);
        });
        "asking".to_owned()
    }

    /// Asks the client's model.
    #[tool]
    async fn sample(
        &self,
        Parameters(Text { text }): Parameters<Text>,
        context: Request,
    ) -> String {
        let messages = vec![SamplingMessage::user_text(text)];
        let params = CreateMessageRequestParams::new(messages, 10);
        text_of(context.peer.create_message(params).await)
    }

    /// Asks the client for its roots.
    #[tool]
    async fn roots(&self, context: Request) -> String {
        text_of(context.peer.list_roots().await)
    }

    /// Reports progress, logs and asks in turns, so that a test sees the order of the messages.
    #[tool]
    async fn mixed(&self, context: Request) -> String {
        let token = context.meta.get_progress_token().expect("a token");
        for step in 1..=2_u8 {
            let progress = ProgressNotificationParam::new(token.clone(), f64::from(step));
            context.peer.notify_progress(progress).await.unwrap();
            let message = LoggingMessageNotificationParam::new(LoggingLevel::Alert, json!(step));
            context.peer.notify_logging_message(message).await.unwrap();
            elicitation(&context.peer, &format!("Step {step}?")).await;
            let progress = ProgressNotificationParam::new(token.clone(), f64::from(step) + 0.5);
            context.peer.notify_progress(progress).await.unwrap();
        }
        "done".to_owned()
    }

    /// Reports progress, and waits until the client cancels the call.
    #[tool]
    async fn wait(&self, context: Request) -> String {
        let token = context.meta.get_progress_token().expect("a token");
        let progress = ProgressNotificationParam::new(token, 1.0);
        // Without a session, the client may be gone as soon as it has read the message.
        let _ = context.peer.notify_progress(progress).await;
        context.ct.cancelled().await;
        self.record("a call was cancelled");
        "cancelled".to_owned()
    }

    /// Asks in its result, in two rounds.
    #[tool]
    async fn rounds(
        &self,
        RequestState(state): RequestState,
        InputResponses(answers): InputResponses,
    ) -> Result<CallToolResponse, ErrorData> {
        let answers = json!(answers);
        let (key, next) = match state.as_deref() {
            None => ("name", "second round"),
            Some("second round") if answers["name"].is_object() => ("colour", "third round"),
            Some("third round") => {
                let text = ContentBlock::text(answers.to_string());
                return Ok(CallToolResult::success(vec![text]).into());
            }
            Some(_) => return Err(ErrorData::invalid_params("a wrong state", None)),
        };
        let questions = BTreeMap::from([(key.to_owned(), question(key))]);
        Ok(InputRequiredResult::new(Some(questions), Some(next.to_owned())).into())
    }

    /// Starts a task. `text` is its id and state.
    #[tool]
    async fn start(&self, Parameters(Text { text }): Parameters<Text>) -> CallToolResponse {
        let payload = match &*text {
            "asking" => TaskPayload::InputRequired {
                input_requests: BTreeMap::from([("name".to_owned(), question("Name?"))]),
            },
            "failed" => TaskPayload::Failed {
                error: typed(json!({ "code": -32603, "message": "broken" })),
            },
            _ => TaskPayload::Working,
        };
        let task = self.add_task(&text, payload);
        CreateTaskResult::new(task.with_status_message("Started")).into()
    }

    /// Changes the lists and a resource.
    #[tool]
    async fn change_lists(&self, context: Request) -> String {
        let version = context.protocol_version();
        let is_modern = version >= Some(ProtocolVersion::V_2026_07_28);
        self.change(&context.peer, is_modern).await;
        "changed".to_owned()
    }

    /// Returns how the SDK sees the call.
    #[tool]
    async fn meta(&self, context: Request, arguments: JsonObject) -> String {
        let arguments = Value::from(arguments);
        json!({ "meta": context.meta, "arguments": arguments }).to_string()
    }
}
