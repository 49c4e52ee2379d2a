//! `timeout = "…"`: the time limit of a call.

use std::future::{Future, poll_fn};
use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use mcp_tool_runtime::{
    CallToolRequest, CallToolResponse, ProtocolError, ProtocolVersion, Tool, ToolContext,
    ToolRegistry, mcp_tool, tools,
};
use mcp_tool_tests::{Peer, block_on};
use serde_json::{Value, json};

/// The state that the tools share with the test.
#[derive(Default)]
struct Log {
    started: AtomicUsize,
    dropped: AtomicUsize,
}

struct Dropped<'l>(&'l Log);

impl Drop for Dropped<'_> {
    fn drop(&mut self) {
        self.0.dropped.fetch_add(1, Ordering::SeqCst);
    }
}

/// Never ends.
#[mcp_tool(timeout = "30s")]
async fn endless(#[state] log: &Log, text: Option<String>) -> String {
    let _dropped = Dropped(log);
    log.started.fetch_add(1, Ordering::SeqCst);
    std::future::pending::<()>().await;
    text.unwrap_or_default()
}

/// Ends at once.
#[mcp_tool(timeout = "250ms")]
async fn quick(#[state] log: &Log) -> usize {
    log.started.load(Ordering::SeqCst)
}

/// Has no limit.
#[mcp_tool]
async fn unlimited() -> &'static str {
    "no hurry"
}

/// A clock whose timers complete when the test sets `rings`.
#[derive(Clone, Default)]
struct Clock {
    asked: Arc<Mutex<Vec<Duration>>>,
    rings: Arc<AtomicBool>,
}

impl Clock {
    fn timer(&self) -> impl Fn(Duration) -> Pin<Box<dyn Future<Output = ()> + Send>> + use<> {
        let clock = self.clone();
        move |after| {
            clock.asked.lock().unwrap().push(after);
            let rings = Arc::clone(&clock.rings);
            Box::pin(poll_fn(move |_| match rings.load(Ordering::SeqCst) {
                true => Poll::Ready(()),
                false => Poll::Pending,
            }))
        }
    }
}

fn registry(clock: &Clock) -> ToolRegistry<Log> {
    ToolRegistry::builder(Log::default())
        .timer(clock.timer())
        .tools(tools![endless, quick, unlimited])
        .build()
        .unwrap()
}

type Answer = Result<CallToolResponse, ProtocolError>;

/// Polls a call once, with a waker that does nothing. Returns the response as JSON in protocol version
/// 2025-11-25.
fn poll(call: Pin<&mut (impl Future<Output = Answer> + ?Sized)>) -> Poll<Value> {
    call.poll(&mut Context::from_waker(Waker::noop()))
        .map(|answer| answer.unwrap().to_value(ProtocolVersion::V2025_11_25))
}

#[test]
fn a_call_beyond_its_timeout_is_dropped() {
    // R148, R152, R168
    let clock = Clock::default();
    let registry = registry(&clock);
    let context = ToolContext::detached();
    let mut call = pin!(registry.call(CallToolRequest::new("endless"), &context));
    assert_eq!(poll(call.as_mut()), Poll::Pending);
    assert_eq!(registry.state().started.load(Ordering::SeqCst), 1);
    assert_eq!(registry.state().dropped.load(Ordering::SeqCst), 0);
    clock.rings.store(true, Ordering::SeqCst);
    let answer = poll(call.as_mut());
    assert_eq!(
        answer,
        Poll::Ready(json!({
            "content": [{
                "type": "text",
                "text": "`endless` did not finish within its limit of 30 seconds and was stopped; \
                         ask for less at once, or try again later",
            }],
            "isError": true,
        })),
    );
    assert_eq!(registry.state().dropped.load(Ordering::SeqCst), 1);
    assert_eq!(*clock.asked.lock().unwrap(), [Duration::from_secs(30)]);
}

#[test]
fn other_calls_go_on() {
    let clock = Clock::default();
    let registry = registry(&clock);
    let context = ToolContext::detached();
    let mut first = pin!(registry.call(CallToolRequest::new("endless"), &context));
    let mut second = pin!(registry.call(CallToolRequest::new("endless"), &context));
    assert!(poll(first.as_mut()).is_pending());
    assert!(poll(second.as_mut()).is_pending());
    clock.rings.store(true, Ordering::SeqCst);
    assert!(poll(first.as_mut()).is_ready());
    clock.rings.store(false, Ordering::SeqCst);
    assert!(poll(second.as_mut()).is_pending());
    assert_eq!(Peer::new(&registry).text("quick", json!({})), "2");
    assert_eq!(
        Peer::new(&registry).text("unlimited", json!({})),
        "no hurry"
    );
    assert_eq!(registry.state().dropped.load(Ordering::SeqCst), 1);
}

#[test]
fn a_call_that_ends_with_its_timer_gets_its_result() {
    let clock = Clock::default();
    clock.rings.store(true, Ordering::SeqCst);
    let registry = registry(&clock);
    assert_eq!(Peer::new(&registry).text("quick", json!({})), "0");
    assert_eq!(*clock.asked.lock().unwrap(), [Duration::from_millis(250)]);
}

#[test]
fn a_tool_without_a_timeout_needs_no_timer() {
    let clock = Clock::default();
    let registry = registry(&clock);
    Peer::new(&registry).text("unlimited", json!({}));
    assert!(clock.asked.lock().unwrap().is_empty());
}

#[test]
fn a_dropped_call_drops_its_timer() {
    let clock = Clock::default();
    let registry = registry(&clock);
    let context = ToolContext::detached();
    {
        let mut call = pin!(registry.call(CallToolRequest::new("endless"), &context));
        assert!(poll(call.as_mut()).is_pending());
    }
    assert_eq!(registry.state().dropped.load(Ordering::SeqCst), 1);
    assert_eq!(
        Arc::strong_count(&clock.rings),
        2,
        "the test's and the timer's"
    );
}

#[test]
fn rejected_arguments_need_no_timer() {
    let clock = Clock::default();
    clock.rings.store(true, Ordering::SeqCst);
    let registry = registry(&clock);
    let text = Peer::new(&registry).error("endless", json!({ "text": 1 }));
    assert!(text.contains("`text`: expected a string, got 1"), "{text}");
}

#[test]
fn a_timeout_is_reported_in_its_own_unit() {
    /// Never ends.
    #[mcp_tool(timeout = "1s")]
    async fn second() {
        std::future::pending::<()>().await;
    }
    /// Never ends.
    #[mcp_tool(timeout = "1500 ms")]
    async fn more() {
        std::future::pending::<()>().await;
    }
    /// Never ends.
    #[mcp_tool(timeout = "2m")]
    async fn minutes() {
        std::future::pending::<()>().await;
    }
    /// Never ends.
    #[mcp_tool(timeout = "1h")]
    async fn hour() {
        std::future::pending::<()>().await;
    }
    let registry = ToolRegistry::builder(())
        .timer(|_| std::future::ready(()))
        .tools(tools![second, more, minutes, hour])
        .build()
        .unwrap();
    let peer = Peer::new(&registry);
    for (tool, words) in [
        ("second", "1 second"),
        ("more", "1500 milliseconds"),
        ("minutes", "120 seconds"),
        ("hour", "3600 seconds"),
    ] {
        let text = peer.error(tool, json!({}));
        assert!(
            text.contains(&format!("within its limit of {words} and was stopped")),
            "{text}"
        );
    }
}

#[test]
fn a_panic_of_a_timer_fails_only_its_call() {
    // R154
    struct Bang;
    impl Drop for Bang {
        fn drop(&mut self) {
            panic!("hidden words");
        }
    }
    let when_made = || -> std::future::Pending<()> { panic!("hidden words") };
    let check = |registry: ToolRegistry<Log>, of_endless: &str| {
        let peer = Peer::new(&registry);
        let text = peer.error("endless", json!({}));
        assert!(text.contains(of_endless), "{text}");
        assert!(!text.contains("hidden"), "{text}");
        assert_eq!(registry.state().dropped.load(Ordering::SeqCst), 1);
        assert_eq!(peer.text("unlimited", json!({})), "no hurry");
    };
    let failed = "`endless` failed unexpectedly (error ";
    let builder = || ToolRegistry::builder(Log::default()).tools(tools![endless, unlimited]);
    let registry = builder().timer(move |_| when_made()).build().unwrap();
    // Do not use `check`, because this timer panics before `endless` starts. `check` expects that
    // `endless` starts and is dropped.
    let text = Peer::new(&registry).error("endless", json!({}));
    assert!(text.starts_with(failed), "{text}");
    let when_polled = |_| async { panic!("hidden words") };
    check(builder().timer(when_polled).build().unwrap(), failed);
    let when_dropped = |_| {
        let bang = Bang;
        poll_fn(move |_| {
            let _bang = &bang;
            Poll::Ready(())
        })
    };
    check(
        builder().timer(when_dropped).build().unwrap(),
        "did not finish within its limit of 30 seconds",
    );
}

#[test]
fn a_late_panic_of_a_timer_is_ignored() {
    // R154
    struct Bang;
    impl Drop for Bang {
        fn drop(&mut self) {
            panic!("not needed");
        }
    }
    let registry = ToolRegistry::builder(Log::default())
        .tools(tools![quick])
        .timer(|_| {
            let bang = Bang;
            async move {
                let _bang = &bang;
                std::future::pending::<()>().await;
            }
        })
        .build()
        .unwrap();
    assert_eq!(Peer::new(&registry).text("quick", json!({})), "0");
}

#[test]
fn a_tool_by_value_has_a_timeout_too() {
    let tool: Tool<()> = Tool::builder("by_value")
        .description("Never ends.")
        .timeout(Duration::from_millis(1))
        .handler(|_, _| std::future::pending::<String>());
    let registry = ToolRegistry::builder(())
        .timer(|_| std::future::ready(()))
        .tool(tool)
        .build()
        .unwrap();
    let text = Peer::new(&registry).error("by_value", json!({}));
    assert!(
        text.contains("within its limit of 1 millisecond "),
        "{text}"
    );
}

#[tokio::test(start_paused = true)]
async fn the_timer_of_tokio_is_the_default() {
    let registry = ToolRegistry::builder(Log::default())
        .tools(tools![endless])
        .build()
        .unwrap();
    let context = ToolContext::detached();
    let before = tokio::time::Instant::now();
    let answer = registry
        .call(CallToolRequest::new("endless"), &context)
        .await
        .unwrap();
    assert!(answer.complete().unwrap().is_error);
    assert!(before.elapsed() >= Duration::from_secs(30));
}

#[test]
fn without_tokio_a_timeout_fails_only_its_call() {
    // R154
    let registry = ToolRegistry::builder(Log::default())
        .tools(tools![endless, unlimited])
        .build()
        .unwrap();
    let context = ToolContext::detached();
    let answer = block_on(registry.call(CallToolRequest::new("endless"), &context)).unwrap();
    assert!(answer.complete().unwrap().is_error);
    Peer::new(&registry).text("unlimited", json!({}));
}
