//! The tools of the server.

use std::collections::HashSet;
use std::panic::resume_unwind;
use std::sync::{Arc, Mutex, PoisonError};

use mcp_tool_runtime::context::{LogLevel, Principal};
use mcp_tool_runtime::{
    ElicitForm, LiveRegistry, ToolContext, ToolError, ToolRegistry, mcp_tool, tools,
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use tokio::sync::watch;

/// The calls of the tools `wait` and `report`.
#[derive(Default)]
pub(crate) struct Calls {
    /// The keys of the calls that may return.
    pub(crate) released: watch::Sender<HashSet<u32>>,
    running: Mutex<HashSet<u32>>,
}

/// A running call. Dropping it ends the call.
struct Running<'a> {
    calls: &'a Calls,
    key: u32,
}

impl Calls {
    fn start(&self, key: u32) -> Running<'_> {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        running.insert(key);
        Running { calls: self, key }
    }

    async fn wait(&self, key: u32) {
        let mut released = self.released.subscribe();
        let _ = released.wait_for(|keys| keys.contains(&key)).await;
    }

    pub(crate) fn is_running(&self, key: u32) -> bool {
        let running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        running.contains(&key)
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        let mut running = (self.calls.running.lock()).unwrap_or_else(PoisonError::into_inner);
        running.remove(&self.key);
    }
}

pub(crate) fn registry(calls: &Arc<Calls>) -> LiveRegistry<Calls> {
    ToolRegistry::builder_arc(Arc::clone(calls))
        .tools(tools![add, wait, ask, report, large, panic, fail, extra])
        .build_live()
        .unwrap()
}

/// Removes the tool `extra`, or adds it again.
pub(crate) fn toggle_extra(live: &LiveRegistry<Calls>) {
    let extra = live.build(tools![extra]).unwrap();
    live.update(|tools| {
        if tools.definition("extra").is_none() {
            return tools.extend(extra);
        }
        Ok(tools.filter(|tool| tool.name != "extra"))
    })
    .unwrap();
}

#[derive(Deserialize, JsonSchema, ElicitForm)]
struct Agreement {
    agreed: bool,
}

/// Adds two numbers.
#[mcp_tool(allow(undocumented))]
async fn add(a: i64, b: i64) -> i64 {
    a + b
}

/// Waits until the key is released.
#[mcp_tool(allow(undocumented))]
async fn wait(#[state] calls: &Calls, key: u32) -> String {
    let _running = calls.start(key);
    calls.wait(key).await;
    format!("waited {key}")
}

/// Sends `count` notifications after each of the keys from `key` on.
#[mcp_tool(allow(undocumented))]
async fn report(
    #[context] cx: &ToolContext,
    #[state] calls: &Calls,
    key: u32,
    count: u32,
    stages: u32,
    size: usize,
) -> String {
    let _running = calls.start(key);
    let user = cx.principal().map(Principal::name);
    let padding = "x".repeat(size);
    for stage in 0..stages {
        calls.wait(key + stage).await;
        for number in stage * count..(stage + 1) * count {
            let data = json!({ "key": key, "number": number, "user": user, "padding": padding });
            match Notification::of(number) {
                Notification::Progress => cx.progress(number + 1, stages * count, format!("{key}")),
                Notification::Log => cx.log(LogLevel::Error, data),
                Notification::Other => cx.notify("notifications/report", data),
            }
        }
    }
    format!("waited {key}")
}

/// The form of a notification.
pub(crate) enum Notification {
    Progress,
    Log,
    Other,
}

impl Notification {
    pub(crate) fn of(number: u32) -> Self {
        match number % 3 {
            // The runtime limits the rate of progress, but lets ten reports through.
            0 if number < 30 => Notification::Progress,
            1 => Notification::Log,
            _ => Notification::Other,
        }
    }
}

/// Asks the user.
#[mcp_tool(allow(undocumented))]
async fn ask(#[context] cx: &ToolContext, key: u32) -> String {
    let answer = cx.elicit::<Agreement>("form", &key.to_string()).await;
    match answer.accepted() {
        Some(Agreement { agreed: true }) => format!("agreed {key}"),
        _ => format!("declined {key}"),
    }
}

/// Returns a long text.
#[mcp_tool]
async fn large() -> String {
    "large ".repeat(50_000)
}

/// Panics, without the message of the panic hook.
#[mcp_tool]
async fn panic() {
    resume_unwind(Box::new("secret"))
}

/// Fails.
#[mcp_tool]
async fn fail() -> Result<(), ToolError> {
    Err(ToolError::new("failed"))
}

/// Comes and goes.
#[mcp_tool]
async fn extra() {}
