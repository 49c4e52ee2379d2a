//! `blocking`: tools that run on separate threads.

use std::future::Future;
use std::pin::pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};
use std::thread::{self, ThreadId};
use std::time::Duration;

use mcp_tool_runtime::{
    CallToolRequest, ProtocolVersion, ToolContext, ToolError, ToolRegistry, mcp_tool, tools,
};
use mcp_tool_tests::Peer;
use serde_json::json;

use crate::log::logged;

/// The state that the tools share with the test.
#[derive(Default)]
struct Log {
    calls: Mutex<Vec<ThreadId>>,
    dropped: Arc<AtomicUsize>,
}

/// Repeats a text, and names the protocol version.
#[mcp_tool(blocking)]
fn wait(#[state] log: &Log, #[context] cx: &ToolContext, text: &str, times: Option<&u8>) -> String {
    log.calls.lock().unwrap().push(thread::current().id());
    format!(
        "{} in {}",
        text.repeat(times.copied().unwrap_or(1).into()),
        cx.protocol_version()
    )
}

/// Panics.
#[mcp_tool(blocking)]
fn bang() {
    panic!("hidden words");
}

/// Fails.
#[mcp_tool(blocking)]
fn fail() -> Result<u8, ToolError> {
    Err(ToolError::new("not today").suggest("come again tomorrow"))
}

/// Logs an event with `tracing`.
#[mcp_tool(blocking)]
fn place() -> Vec<u8> {
    tracing::info!("on its way");
    vec![1]
}

/// Fails with an error that panics when it is dropped.
#[mcp_tool(blocking)]
fn noisy(#[state] log: &Log) -> Result<u8, ToolError> {
    #[derive(Debug)]
    struct Cause(#[allow(dead_code)] Arc<AtomicUsize>);
    impl std::fmt::Display for Cause {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("cause")
        }
    }
    impl std::error::Error for Cause {}
    impl Drop for Cause {
        fn drop(&mut self) {
            self.0.fetch_add(1, Ordering::SeqCst);
            panic!("hidden words");
        }
    }
    Err(ToolError::new("no").with_cause(Cause(Arc::clone(&log.dropped))))
}

type Job = Box<dyn FnOnce() + Send>;

fn registry(pool: impl Fn(Job) + Send + Sync + 'static) -> ToolRegistry<Log> {
    ToolRegistry::builder(Log::default())
        .blocking_pool(pool)
        .tools(tools![wait, bang, fail, place, noisy])
        .build()
        .unwrap()
}

fn on_a_thread() -> ToolRegistry<Log> {
    registry(|job| {
        thread::spawn(job);
    })
}

#[test]
fn the_function_runs_on_a_thread_of_the_pool() {
    let registry = on_a_thread();
    for peer in Peer::all(&registry) {
        assert_eq!(
            peer.text("wait", json!({ "text": "a", "times": 2 })),
            format!("aa in {}", peer.protocol_version()),
        );
    }
    let calls = registry.state().calls.lock().unwrap();
    assert_eq!(calls.len(), ProtocolVersion::ALL.len());
    assert!(!calls.contains(&thread::current().id()));
}

#[test]
fn its_answer_is_any_answer() {
    let registry = on_a_thread();
    let peer = Peer::new(&registry);
    assert_eq!(
        peer.error("fail", json!({})),
        "not today\ncome again tomorrow"
    );
    assert_eq!(
        peer.call("place", json!({}))["structuredContent"],
        json!([1])
    );
    assert_eq!(
        Peer::of(&registry, ProtocolVersion::V2025_11_25)
            .call("place", json!({}))
            .get("structuredContent"),
        None,
    );
}

#[test]
fn wrong_arguments_are_refused_as_ever() {
    // R148
    let registry = on_a_thread();
    assert_eq!(
        Peer::new(&registry).error("wait", json!({ "times": 300, "more": 1 })),
        "3 wrong arguments for `wait`:\n\
         - `more`: no such argument; the known names are `text`, `times`\n\
         - `text`: missing; expected a string\n\
         - `times`: expected an integer from 0 to 255, got 300\n\
         a minimal valid call has the arguments {\"text\":\"<text>\"}",
    );
    assert!(registry.state().calls.lock().unwrap().is_empty());
}

#[test]
fn a_panic_on_the_thread_is_an_answer_of_its_call() {
    // R153, R154
    let registry = on_a_thread();
    let peer = Peer::new(&registry);
    for tool in ["bang", "noisy"] {
        let text = peer.error(tool, json!({}));
        assert!(
            text == "no" || text.starts_with(&format!("`{tool}` failed unexpectedly (error ")),
            "{text}",
        );
        assert!(!text.contains("hidden"), "{text}");
    }
    peer.text("wait", json!({ "text": "a" }));
}

#[test]
fn a_pool_that_works_at_once() {
    let registry = registry(|job| job());
    let peer = Peer::new(&registry);
    assert_eq!(peer.text("wait", json!({ "text": "a" })), "a in 2026-07-28");
    let text = peer.error("bang", json!({}));
    assert!(text.starts_with("`bang` failed unexpectedly"), "{text}");
    assert_eq!(
        *registry.state().calls.lock().unwrap(),
        [thread::current().id()]
    );
}

#[test]
fn a_pool_that_drops_its_work() {
    // R154: a call ends even if the pool drops the job without running it
    let registry = registry(drop);
    assert_eq!(
        Peer::new(&registry).error("wait", json!({ "text": "a" })),
        "`wait` was stopped before it returned a result",
    );
    assert!(registry.state().calls.lock().unwrap().is_empty());
}

#[test]
fn a_pool_that_panics() {
    // R154
    let registry = registry(|_| panic!("hidden words"));
    let text = Peer::new(&registry).error("wait", json!({ "text": "a" }));
    assert!(
        text.starts_with("`wait` failed unexpectedly (error "),
        "{text}"
    );
    assert!(!text.contains("hidden"), "{text}");
}

/// Returns a registry and a list. The registry's thread pool only adds each job to the list, so the test
/// decides when to run it.
fn kept() -> (ToolRegistry<Log>, Arc<Mutex<Vec<Job>>>) {
    let jobs = Arc::new(Mutex::new(Vec::new()));
    let pool = Arc::clone(&jobs);
    (registry(move |job| pool.lock().unwrap().push(job)), jobs)
}

fn poll_once(call: std::pin::Pin<&mut impl Future>) -> bool {
    let mut context = Context::from_waker(Waker::noop());
    matches!(call.poll(&mut context), Poll::Ready(_))
}

#[test]
fn a_call_that_is_given_up_before_it_began_does_not_begin() {
    let (registry, jobs) = kept();
    let context = ToolContext::detached();
    for (tool, arguments) in [
        ("wait", json!({ "text": "a" })),
        ("bang", json!({})),
        ("noisy", json!({})),
    ] {
        let request = CallToolRequest::new(tool).with_arguments(arguments);
        let mut call = Box::pin(registry.call(request, &context));
        assert!(!poll_once(call.as_mut()));
    }
    // The loop above dropped each call before the job of the call ran. So the jobs must not run
    // the tools' functions.
    for job in jobs.lock().unwrap().drain(..) {
        job();
    }
    assert_eq!(registry.state().calls.lock().unwrap().len(), 0);
    assert_eq!(registry.state().dropped.load(Ordering::SeqCst), 0);
}

#[test]
fn the_work_holds_all_that_it_needs() {
    let (registry, jobs) = kept();
    let context = ToolContext::detached();
    let request = CallToolRequest::new("wait").with_arguments(json!({ "text": "a" }));
    let mut call = Box::pin(registry.call(request, &context));
    assert!(!poll_once(call.as_mut()));
    drop(call);
    drop(registry);
    let job = jobs.lock().unwrap().pop().unwrap();
    thread::spawn(job).join().unwrap();
}

#[test]
fn the_work_begins_when_the_call_is_polled() {
    let (registry, jobs) = kept();
    let context = ToolContext::detached();
    let request = CallToolRequest::new("wait").with_arguments(json!({ "text": "a" }));
    let mut call = pin!(registry.call(request, &context));
    assert!(jobs.lock().unwrap().is_empty());
    assert!(!poll_once(call.as_mut()));
    assert!(!poll_once(call.as_mut()));
    assert_eq!(jobs.lock().unwrap().len(), 1);
    let job = jobs.lock().unwrap().pop().unwrap();
    job();
    assert!(poll_once(call.as_mut()));
}

#[test]
fn logs_of_a_blocking_tool_belong_to_the_call() {
    let registry = registry(|job| job());
    let log = logged(|| {
        let span = tracing::info_span!("request", id = 7);
        let _entered = span.enter();
        Peer::new(&registry).call("place", json!({}));
    });
    assert!(log.contains("request{id=7}"), "{log}");
}

#[test]
fn a_limit_frees_the_call_and_not_the_thread() {
    /// Returns a text.
    #[mcp_tool(blocking, timeout = "30s")]
    fn slow() -> &'static str {
        "done"
    }
    let jobs = Arc::new(Mutex::new(Vec::<Job>::new()));
    let pool = Arc::clone(&jobs);
    let registry = ToolRegistry::builder(())
        .blocking_pool(move |job| pool.lock().unwrap().push(job))
        .timer(|limit| {
            assert_eq!(limit, Duration::from_secs(30));
            std::future::ready(())
        })
        .tools(tools![slow])
        .build()
        .unwrap();
    let text = Peer::new(&registry).error("slow", json!({}));
    assert!(
        text.contains("did not finish within its limit of 30 seconds"),
        "{text}"
    );
    let job = jobs.lock().unwrap().pop().unwrap();
    job();
}

#[tokio::test]
async fn the_threads_of_the_host_are_there_without_being_asked_for() {
    let registry = ToolRegistry::builder(Log::default())
        .tools(tools![wait])
        .build()
        .unwrap();
    let request = CallToolRequest::new("wait").with_arguments(json!({ "text": "a" }));
    let answer = registry
        .call(request, &ToolContext::detached())
        .await
        .unwrap();
    assert!(!answer.complete().unwrap().is_error);
    let calls = registry.state().calls.lock().unwrap();
    assert!(!calls.contains(&thread::current().id()));
}

#[test]
fn another_executor_has_a_clock_and_threads() {
    // This test runs outside of a tokio runtime. So the registry measures time limits and runs
    // blocking functions on its own threads, without tokio.
    /// Never ends.
    #[mcp_tool(timeout = "20ms")]
    async fn endless() {
        std::future::pending().await
    }
    /// Ends in time.
    #[mcp_tool(timeout = "1h")]
    async fn quick() -> &'static str {
        "done"
    }
    assert!(tokio::runtime::Handle::try_current().is_err());
    let registry = ToolRegistry::builder(Log::default())
        .tools(tools![wait, endless, quick])
        .build()
        .unwrap();
    let peer = Peer::new(&registry);
    assert_eq!(peer.text("wait", json!({ "text": "a" })), "a in 2026-07-28");
    let calls = registry.state().calls.lock().unwrap();
    assert!(calls.len() == 1 && calls[0] != thread::current().id());
    assert_eq!(peer.text("quick", json!({})), "done");
    assert_eq!(
        peer.error("endless", json!({})),
        "`endless` did not finish within its limit of 20 milliseconds and was stopped; ask for less \
         at once, or try again later"
    );
}

/// Synchronizes a tool with the test. The tool reports its start, and then waits until the test lets it
/// continue.
struct Gate {
    begun: Mutex<std::sync::mpsc::Sender<()>>,
    go: Mutex<std::sync::mpsc::Receiver<()>>,
    dropped: Arc<AtomicUsize>,
}

/// Waits until the test opens the gate, and then fails with an error whose cause panics on drop.
#[mcp_tool(blocking)]
fn gated(#[state] gate: &Gate) -> Result<u8, ToolError> {
    #[derive(Debug)]
    struct Cause(Arc<AtomicUsize>);
    impl std::fmt::Display for Cause {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("cause")
        }
    }
    impl std::error::Error for Cause {}
    impl Drop for Cause {
        fn drop(&mut self) {
            self.0.fetch_add(1, Ordering::SeqCst);
            panic!("dropped");
        }
    }
    gate.begun.lock().unwrap().send(()).unwrap();
    gate.go.lock().unwrap().recv().unwrap();
    Err(ToolError::new("too late").with_cause(Cause(Arc::clone(&gate.dropped))))
}

#[test]
fn a_call_that_is_given_up_after_it_began_does_not_disturb_the_thread() {
    let (begun, has_begun) = std::sync::mpsc::channel();
    let (let_go, go) = std::sync::mpsc::channel();
    let dropped = Arc::default();
    let gate = Gate {
        begun: Mutex::new(begun),
        go: Mutex::new(go),
        dropped: Arc::clone(&dropped),
    };
    let threads = Arc::new(Mutex::new(Vec::new()));
    let pool = Arc::clone(&threads);
    let registry = ToolRegistry::builder(gate)
        .blocking_pool(move |job| pool.lock().unwrap().push(thread::spawn(job)))
        .tools(tools![gated])
        .build()
        .unwrap();
    let context = ToolContext::detached();
    let mut call = Box::pin(registry.call(CallToolRequest::new("gated"), &context));
    assert!(!poll_once(call.as_mut()));
    has_begun.recv().unwrap();
    drop(call);
    let_go.send(()).unwrap();
    for thread in threads.lock().unwrap().drain(..) {
        assert!(
            thread.join().is_ok(),
            "what it leaves behind is dropped quietly"
        );
    }
    assert_eq!(dropped.load(Ordering::SeqCst), 1);
}
