//! Tools that ask the user, the forms of these tools, and helpers that create a client's answers.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use mcp_tool_runtime::elicit::{Elicitation, InputRequest};
use mcp_tool_runtime::{ElicitForm, ToolContext, ToolRegistry, mcp_tool, tools};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};

#[derive(Deserialize, JsonSchema, ElicitForm)]
pub(crate) struct Trip {
    /// Name of the city
    city: String,
    /// How many people
    #[schemars(range(min = 1, max = 9))]
    people: u8,
    /// Anything else
    wishes: Option<String>,
}

#[derive(Deserialize, JsonSchema, ElicitForm)]
pub(crate) struct Sure {
    /// Whether to go on
    sure: bool,
}

/// An invalid form. `#[derive(ElicitForm)]` rejects it, so this type implements `ElicitForm` by hand.
#[derive(Deserialize, JsonSchema)]
#[expect(dead_code, reason = "nothing is ever read into it")]
struct Nested {
    trip: Vec<Trip>,
}

impl ElicitForm for Nested {}

/// The state that the tools share with a test.
#[derive(Default)]
pub(crate) struct Log {
    pub(crate) runs: AtomicUsize,
    pub(crate) dropped: AtomicUsize,
}

impl Log {
    pub(crate) fn runs(&self) -> usize {
        self.runs.load(Ordering::SeqCst)
    }
}

struct Dropped<'a>(&'a Log);

impl Drop for Dropped<'_> {
    fn drop(&mut self) {
        self.0.dropped.fetch_add(1, Ordering::SeqCst);
    }
}

/// Books a trip.
#[mcp_tool]
async fn book(#[state] log: &Log, #[context] cx: &ToolContext) -> String {
    log.runs.fetch_add(1, Ordering::SeqCst);
    let _dropped = Dropped(log);
    match cx.elicit::<Trip>("trip", "Where to?").await {
        Elicitation::Accepted(trip) => {
            let wishes = trip.wishes.as_deref().unwrap_or("nothing");
            format!("{} for {}, with {wishes}", trip.city, trip.people)
        }
        Elicitation::Declined => "declined".to_owned(),
        Elicitation::Cancelled => "cancelled".to_owned(),
    }
}

/// Books a trip, if the user is sure.
#[mcp_tool]
async fn book_surely(#[state] log: &Log, #[context] cx: &ToolContext) -> String {
    log.runs.fetch_add(1, Ordering::SeqCst);
    let Some(trip) = cx.elicit::<Trip>("trip", "Where to?").await.accepted() else {
        return "no trip".to_owned();
    };
    let question = format!("Really to {}?", trip.city);
    match cx.elicit::<Sure>("sure", &question).await {
        Elicitation::Accepted(Sure { sure: true }) => format!("to {}", trip.city),
        _ => "not sure".to_owned(),
    }
}

/// Asks two questions at once.
#[mcp_tool]
async fn at_once(#[context] cx: &ToolContext) -> String {
    let trip = cx.elicit::<Trip>("trip", "Where to?");
    let sure = cx.elicit::<Sure>("sure", "Sure?");
    let (trip, sure) = tokio::join!(trip, sure);
    let city = trip.accepted().map(|trip| trip.city);
    format!("{city:?} {:?}", sure.accepted().map(|it| it.sure))
}

/// Repeats a question until the user is sure.
#[mcp_tool]
async fn insist(#[context] cx: &ToolContext) -> String {
    let mut times = 1;
    while let Elicitation::Accepted(Sure { sure: false }) = cx.elicit("sure", "Sure?").await {
        times += 1;
    }
    format!("after {times}")
}

/// Asks the user only if the client can show forms.
#[mcp_tool]
async fn polite(#[context] cx: &ToolContext) -> String {
    if !cx.can_elicit() {
        return "took the usual".to_owned();
    }
    format!(
        "{:?}",
        cx.elicit::<Sure>("sure", "Sure?")
            .await
            .accepted()
            .map(|it| it.sure)
    )
}

/// Asks in a spawned task.
#[mcp_tool]
async fn by_task(#[context] cx: &ToolContext) -> String {
    let cx = cx.clone();
    let answer = tokio::spawn(async move { cx.elicit::<Sure>("sure", "Sure?").await.accepted() });
    format!("{:?}", answer.await.unwrap().map(|it| it.sure))
}

/// Asks, and stops waiting for the answer after 20 milliseconds.
#[mcp_tool]
async fn impatient(#[context] cx: &ToolContext) -> &'static str {
    let question = cx.elicit::<Sure>("sure", "Sure?");
    match tokio::time::timeout(Duration::from_millis(20), question).await {
        Ok(_) => "with an answer",
        Err(_) => "without an answer",
    }
}

/// Asks, and abandons the question at once.
#[mcp_tool]
async fn fickle(#[context] cx: &ToolContext) {
    let question = cx.elicit::<Sure>("sure", "Sure?");
    let _ = tokio::time::timeout(Duration::ZERO, question).await;
}

/// Asks one question in a spawned task, and another in a thread.
#[mcp_tool]
async fn in_background(#[state] log: &Arc<Log>, #[context] cx: &ToolContext) -> &'static str {
    let (task, thread) = ((cx.clone(), log.clone()), (cx.clone(), log.clone()));
    tokio::spawn(async move {
        let _dropped = Dropped(&task.1);
        let _ = task.0.elicit::<Sure>("sure", "Sure?").await;
    });
    let runtime = tokio::runtime::Handle::current();
    std::thread::spawn(move || {
        let _dropped = Dropped(&thread.1);
        let _ = runtime.block_on(thread.0.elicit::<Sure>("really", "Really?"));
    });
    std::future::pending().await
}

/// Asks with an invalid form.
#[mcp_tool]
async fn misuse(#[context] cx: &ToolContext) -> String {
    let _ = cx.elicit::<Nested>("nested", "?").await;
    "never".to_owned()
}

/// Requests the client's roots, and a reply from the client's model.
#[mcp_tool]
#[expect(deprecated, reason = "clients still have both")]
async fn ask_client(#[context] cx: &ToolContext) -> String {
    let prompt = json!({
        "messages": [{ "role": "user", "content": { "type": "text", "text": "Hello" } }],
        "maxTokens": 10,
    });
    let sampling = InputRequest::sampling(prompt);
    let (words, roots) = tokio::join!(
        cx.request_input("words", sampling),
        cx.request_input("roots", InputRequest::roots()),
    );
    format!(
        "{} in {}",
        words["content"]["text"], roots["roots"][0]["uri"]
    )
}

pub(crate) fn registry() -> ToolRegistry<Log> {
    ToolRegistry::builder(Log::default())
        .tools(tools![
            book,
            book_surely,
            at_once,
            insist,
            polite,
            by_task,
            misuse,
            ask_client,
            impatient,
            fickle
        ])
        .build()
        .unwrap()
}

/// Returns a registry with the tool `in_background`.
pub(crate) fn background() -> ToolRegistry<Arc<Log>> {
    ToolRegistry::builder(Arc::default())
        .tools(tools![in_background])
        .build()
        .unwrap()
}

pub(crate) fn map(value: Value) -> Map<String, Value> {
    value.as_object().cloned().unwrap()
}

pub(crate) fn accept(content: Value) -> Value {
    json!({ "action": "accept", "content": content })
}

pub(crate) fn oslo() -> Value {
    accept(json!({ "city": "Oslo", "people": 2 }))
}
