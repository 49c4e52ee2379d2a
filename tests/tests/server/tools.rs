//! The servers of the cases, and their tools. A case sees and controls running calls only through other calls, so it
//! also works with a server in a process of its own.

use std::collections::BTreeMap;
use std::sync::{Arc, Barrier, LazyLock, Mutex, OnceLock};
use std::time::Duration;

use mcp_tool_runtime::content::Icon;
use mcp_tool_runtime::context::LogLevel;
use mcp_tool_runtime::elicit::Elicitation;
use mcp_tool_runtime::{
    CallToolResult, ContentBlock, ElicitForm, LiveRegistry, ProtocolError, ProtocolVersion, Tool,
    ToolContext, ToolError, ToolRegistry, WithText, mcp_tool, tools,
};
use mcp_tool_server::{Companion, ToolServer, companion_fn};
use mcp_tool_tests::{toggle, zoo};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::sync::{Semaphore, watch};

/// A server of a case.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Server {
    /// Fixed tools.
    Tools,
    /// Tools that change, see [`change`].
    Live,
    /// Fixed tools that log.
    Logging,
    /// Two protocol versions before 2026-07-28 only.
    Older,
    /// Protocol version 2026-07-28 only.
    Newest,
    /// A server that describes itself.
    Described,
    /// The tools of the zoo.
    Zoo,
}

impl Server {
    pub(crate) const ALL: [Server; 7] = [
        Server::Tools,
        Server::Live,
        Server::Logging,
        Server::Older,
        Server::Newest,
        Server::Described,
        Server::Zoo,
    ];

    /// Builds the server, alone or beside a companion with prompts.
    pub(crate) fn build(self, is_beside: bool) -> ToolServer {
        let server = self.alone();
        if is_beside {
            return server.beside(prompts()).unwrap();
        }
        server
    }

    fn alone(self) -> ToolServer {
        if self == Server::Zoo {
            static ZOO: LazyLock<ToolServer> =
                LazyLock::new(|| ToolServer::new("zoo", "1.2.3", zoo::registry()));
            return ZOO.clone();
        }
        if self == Server::Live {
            return ToolServer::new("live", "1", LIVE.with(live));
        }
        let server = ToolServer::new("demo", "1.2.3", FIXED.with(fixed))
            .title("Demonstration")
            .instructions("Add what is to be added.");
        match self {
            Server::Logging => server.logging(),
            Server::Older => server
                .protocol_versions([ProtocolVersion::V2025_11_25, ProtocolVersion::V2025_03_26]),
            Server::Newest => server.protocol_versions([ProtocolVersion::V2026_07_28]),
            Server::Described => server
                .description("Adds numbers")
                .website("https://demo.example")
                .icons([Icon::new("https://demo.example/icon.png")]),
            _ => server,
        }
    }
}

thread_local! {
    static FIXED: (Arc<State>, ToolRegistry<State>) = {
        let state = Arc::default();
        let registry = registry(&state).build().unwrap();
        (state, registry)
    };
    static LIVE: Arc<State> = {
        let state = Arc::default();
        let live = registry(&state).build_live().unwrap();
        let _ = state.live.set((live.clone(), live.registry()));
        state
    };
}

/// Returns the fixed tools, for calls of another server.
fn fixed((state, registry): &(Arc<State>, ToolRegistry<State>)) -> ToolRegistry<State> {
    *state.calls.lock().unwrap() = Arc::default();
    registry.clone()
}

/// Returns all tools that change, for calls of another server.
fn live(state: &Arc<State>) -> LiveRegistry<State> {
    *state.calls.lock().unwrap() = Arc::default();
    let (live, all) = state.live.get().expect("a live registry");
    live.update(|_| Ok(all.clone())).unwrap();
    live.clone()
}

/// A companion that declares nothing, and has only an empty list of prompts. So everything else stays as it is.
fn prompts() -> impl Companion {
    companion_fn(|request| async move {
        match request.method() {
            "initialize" | "server/discover" => Ok(json!({ "capabilities": {} })),
            "prompts/list" => Ok(json!({ "prompts": [] })),
            method => Err(ProtocolError::method_not_found(method)),
        }
    })
}

/// Returns the tools of all servers, without the server.
pub(crate) fn fixed_registry() -> ToolRegistry<State> {
    FIXED.with(fixed)
}

fn registry(state: &Arc<State>) -> mcp_tool_runtime::registry::ToolRegistryBuilder<State> {
    let echo = Tool::builder("echo")
        .description("Says it back.")
        .input_schema(json!({ "type": "object" }))
        .handler(|arguments, _| async move { Value::Object(arguments) });
    ToolRegistry::builder_arc(Arc::clone(state))
        .tools(tools![
            add,
            boom,
            fails,
            fails_with_data,
            count,
            nothing,
            silent,
            raw,
            text,
            object,
            list,
            both,
            number,
            blocks,
            who,
            wait,
            wait_blocking,
            block,
            unblock,
            hurry,
            watched,
            release,
            until,
            steps,
            late,
            talk,
            roots,
            book,
            book_by_task,
            book_soon,
            change
        ])
        .tool(echo)
}

/// The state of the tools. The servers of a thread share their tools, because it takes long to build them.
#[derive(Default)]
pub(crate) struct State {
    calls: Mutex<Arc<Calls>>,
    /// The live registry, and all its tools.
    live: OnceLock<(LiveRegistry<State>, ToolRegistry<State>)>,
}

impl State {
    fn calls(&self) -> Arc<Calls> {
        Arc::clone(&self.calls.lock().unwrap())
    }
}

/// The state that the calls of one server share.
struct Calls {
    /// Each permit ends one call of [`wait`].
    open: Arc<Semaphore>,
    /// How many calls have started, were dropped before their end, and have noticed their cancellation.
    counts: Counts,
    /// Two threads meet here.
    unblocked: Barrier,
}

impl Default for Calls {
    fn default() -> Self {
        Calls {
            open: Arc::new(Semaphore::new(0)),
            counts: Counts::default(),
            unblocked: Barrier::new(2),
        }
    }
}

#[derive(Clone, Default)]
struct Counts(Arc<watch::Sender<BTreeMap<&'static str, usize>>>);

impl Counts {
    fn add(&self, what: &'static str) {
        self.0
            .send_modify(|counts| *counts.entry(what).or_default() += 1);
    }
}

/// Adds two numbers.
#[mcp_tool(read_only)]
async fn add(
    /// First
    a: i64,
    /// Second
    b: i64,
) -> i64 {
    a + b
}

/// Panics.
#[mcp_tool]
async fn boom() {
    panic!("secret")
}

/// Counts up.
#[mcp_tool(read_only)]
async fn count(
    /// How far
    to: i64,
) -> Vec<i64> {
    (1..=to).collect()
}

/// Builds the whole result itself.
#[mcp_tool(read_only)]
async fn raw() -> CallToolResult {
    CallToolResult::text("raw")
        .with_meta(json!({ "example.com/n": 1 }).as_object().unwrap().clone())
}

#[derive(Serialize, JsonSchema)]
struct Place {
    name: &'static str,
    metres: f64,
    members: BTreeMap<&'static str, Vec<u64>>,
}

fn place() -> Place {
    Place {
        name: "Tøyen \u{1F3D4} \"q\" \\ \u{7f}\u{2028}",
        metres: 3.0,
        members: BTreeMap::from([("z", vec![1]), ("a", vec![u64::MAX, 0])]),
    }
}

/// A text.
#[mcp_tool(read_only, allow(undocumented))]
async fn text(with: String) -> String {
    format!("text with {with}\n\u{0}\u{1F600}")
}

/// An object.
#[mcp_tool(read_only)]
async fn object() -> Place {
    place()
}

/// A list.
#[mcp_tool(read_only)]
async fn list() -> Vec<Place> {
    vec![place(), place()]
}

/// An object and a text for people.
#[mcp_tool(read_only)]
async fn both() -> WithText<Place> {
    WithText::new("A place.", place())
}

/// A number.
#[mcp_tool(read_only)]
async fn number() -> f64 {
    1e300
}

/// A number, or nothing.
#[mcp_tool(read_only)]
async fn nothing() -> Option<u8> {
    None
}

/// An empty answer.
#[mcp_tool(read_only)]
async fn silent() {}

/// Fails.
#[mcp_tool(read_only)]
async fn fails() -> Result<Place, ToolError> {
    Err(ToolError::new("there is no such place").suggest("ask for another"))
}

/// Fails with data.
#[mcp_tool(read_only)]
async fn fails_with_data() -> CallToolResult {
    let mut result = CallToolResult::structured(&json!({ "code": 7, "b": [1.0, 2] })).unwrap();
    result.is_error = true;
    result
}

/// Content blocks.
#[mcp_tool(read_only)]
async fn blocks() -> Vec<ContentBlock> {
    vec![
        ContentBlock::text("first"),
        ContentBlock::image_bytes(b"\x89PNG\r\n\x1a\n", "image/png"),
        ContentBlock::resource_link("file:///a.txt", "a"),
    ]
}

/// Describes the client, and whether it accepts progress.
#[mcp_tool(read_only)]
async fn who(#[context] cx: &ToolContext) -> String {
    let client = cx.client().map(|it| format!("{} {}", it.name, it.version));
    let client = client.unwrap_or("nobody".to_owned());
    let elicitation = cx.client_capabilities().has("elicitation");
    let progress = cx.wants_progress();
    format!("{client}, elicitation {elicitation}, progress {progress}")
}

/// Counts a call when it is dropped before its end.
struct Counted<'a>(&'a Calls, &'static str);

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        self.0.counts.add(self.1);
    }
}

/// Waits for a permit.
#[mcp_tool]
async fn wait(#[state] state: &State, #[context] cx: &ToolContext) -> &'static str {
    let calls = state.calls();
    let counted = Counted(&calls, "dropped");
    cx.progress(1.0, None, None);
    calls.counts.add("started");
    calls.open.acquire().await.unwrap().forget();
    std::mem::forget(counted);
    "waited"
}

/// Blocks a thread until the call is cancelled.
#[mcp_tool(blocking)]
fn wait_blocking(#[state] state: &State, #[context] cx: &ToolContext) {
    let calls = state.calls();
    calls.counts.add("started");
    while !cx.is_cancelled() {
        std::thread::sleep(Duration::from_millis(1));
    }
    calls.counts.add("noticed");
}

/// Blocks a thread.
#[mcp_tool(blocking)]
fn block(#[state] state: &State) -> &'static str {
    let calls = state.calls();
    calls.counts.add("started");
    calls.unblocked.wait();
    "unblocked"
}

/// Ends a call of [`block`].
#[mcp_tool(blocking)]
fn unblock(#[state] state: &State) {
    let calls = state.calls();
    calls.unblocked.wait();
}

/// Never ends.
#[mcp_tool(timeout = "20ms")]
async fn hurry() {
    std::future::pending().await
}

/// Spawns a task that waits until the call is cancelled.
#[mcp_tool]
async fn watched(#[state] state: &State, #[context] cx: &ToolContext) {
    let calls = state.calls();
    let (counts, watching) = (calls.counts.clone(), cx.clone());
    calls.counts.add("started");
    tokio::spawn(async move {
        watching.cancelled().await;
        counts.add("noticed");
    });
    std::future::pending().await
}

/// Adds permits.
#[mcp_tool]
async fn release(
    #[state] state: &State,
    /// How many
    permits: Option<usize>,
) {
    let calls = state.calls();
    calls.open.add_permits(permits.unwrap_or(1));
}

/// Waits until as many calls have got so far.
#[mcp_tool]
async fn until(
    #[state] state: &State,
    /// `started`, `dropped` or `noticed`
    what: String,
    /// How many
    calls: Option<usize>,
) {
    let number = calls.unwrap_or(1);
    let mut counts = state.calls().counts.0.subscribe();
    let reached = |counts: &BTreeMap<&str, usize>| {
        counts.get(&*what).is_some_and(|reached| *reached >= number)
    };
    counts.wait_for(reached).await.unwrap();
}

/// Counts, and reports its progress.
#[mcp_tool]
async fn steps(
    #[context] cx: &ToolContext,
    /// How far
    to: u32,
) -> &'static str {
    for step in 1..=to {
        let message = format!("step {step}");
        cx.progress(f64::from(step), f64::from(to), &*message);
        tokio::task::yield_now().await;
    }
    "counted"
}

/// Sends everything that a call can send, after the call has ended.
#[mcp_tool]
async fn late(#[state] state: &State, #[context] cx: &ToolContext) {
    let calls = state.calls();
    let (open, counts, cx) = (Arc::clone(&calls.open), calls.counts.clone(), cx.clone());
    tokio::spawn(async move {
        open.acquire().await.unwrap().forget();
        cx.progress(1.0, None, None);
        cx.notify("notifications/resources/updated", json!({}));
        cx.log(LogLevel::Emergency, "late");
        let error = cx.request("roots/list", json!({})).await.unwrap_err();
        if !error.to_string().is_empty() {
            counts.add("noticed");
        }
    });
}

/// Sends notifications and logs, with characters that some clients take for the end of a line.
#[mcp_tool]
async fn talk(#[context] cx: &ToolContext) -> &'static str {
    cx.notify(
        "notifications/resources/updated",
        json!({ "uri": "file:///\u{2028}" }),
    );
    cx.notify("notifications/resources/updated", json!("no object"));
    cx.log(LogLevel::Debug, "a detail");
    cx.log(LogLevel::Info, "a fact");
    cx.log(LogLevel::Warning, json!({ "left": 1 }));
    "a\u{2028}b\u{2029}c\u{85}d"
}

/// Asks the client for its roots.
#[mcp_tool]
async fn roots(#[context] cx: &ToolContext) -> Result<usize, ToolError> {
    let roots = cx.request("roots/list", json!({})).await?;
    Ok(roots["roots"].as_array().map_or(0, Vec::len))
}

#[derive(Deserialize, JsonSchema, ElicitForm)]
struct Trip {
    /// Name of the city
    city: String,
}

/// Books a trip.
#[mcp_tool]
async fn book(#[context] cx: &ToolContext) -> String {
    booked(cx).await
}

/// Books a trip in a task.
#[mcp_tool]
async fn book_by_task(#[context] cx: &ToolContext) -> String {
    let cx = cx.clone();
    tokio::spawn(async move { booked(&cx).await })
        .await
        .unwrap()
}

/// Asks, and stops waiting for the answer after 20 milliseconds.
#[mcp_tool]
async fn book_soon(#[context] cx: &ToolContext) -> String {
    let booked = tokio::time::timeout(Duration::from_millis(20), booked(cx)).await;
    booked.unwrap_or("without an answer".to_owned())
}

async fn booked(cx: &ToolContext) -> String {
    match cx.elicit::<Trip>("trip", "Where to?").await {
        Elicitation::Accepted(trip) => format!("to {}", trip.city),
        Elicitation::Declined => "declined".to_owned(),
        Elicitation::Cancelled => "cancelled".to_owned(),
    }
}

/// Hides a tool, or shows it again.
#[mcp_tool]
async fn change(
    #[state] state: &State,
    /// Which tool
    tool: String,
    /// How often
    times: Option<usize>,
) {
    let (live, all) = state.live.get().expect("a live registry");
    for _ in 0..times.unwrap_or(1) {
        toggle(live, all, &tool);
    }
}
