//! Building a registry, sharing it, and calling it from many places at once.

#![allow(deprecated)] // This lint also reports arguments without a description.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use mcp_tool_runtime::lint::{Lint, Profile};
use mcp_tool_runtime::registry::BuildProblem;
use mcp_tool_runtime::{
    BuildError, CallToolRequest, ProtocolError, ProtocolVersion, Tool, ToolAnnotations,
    ToolContext, ToolDefaults, ToolError, ToolRegistry, UnsupportedProtocolVersion, mcp_tool,
    mcp_tools, tools,
};
use mcp_tool_tests::Peer;
use serde_json::json;

/// One.
#[mcp_tool]
fn one() -> &'static str {
    "one"
}

/// Two.
#[mcp_tool]
fn two() -> &'static str {
    "two"
}

mod other {
    use super::*;

    /// Another one.
    #[mcp_tool(name = "one", companion = AnotherOne)]
    pub(super) fn another_one() {}
}

#[test]
fn duplicate_tool_names_are_a_build_error() {
    // R06: if two tools have the same name, `build` fails and does not choose one of them
    let error = ToolRegistry::builder(())
        .tools(tools![one, two])
        .tools(tools![other::AnotherOne])
        .tools(tools![two])
        .build()
        .unwrap_err();
    let names: Vec<_> = error
        .problems()
        .iter()
        .map(|problem| match problem {
            BuildProblem::DuplicateName { tool, .. } => tool.as_str(),
            other => panic!("{other}"),
        })
        .collect();
    assert_eq!(names, ["one", "two"], "every problem at once");
    let text = error.to_string();
    assert!(text.contains("`one`") && text.contains("`two`"), "{text}");
    other::another_one();
}

#[test]
fn tool_names_are_case_sensitive() {
    // R05
    /// One, in capitals.
    #[mcp_tool(name = "ONE", companion = Capitals)]
    fn capitals() -> &'static str {
        "ONE"
    }
    let registry = ToolRegistry::builder(())
        .tools(tools![one, Capitals])
        .build()
        .unwrap();
    let peer = Peer::new(&registry);
    assert_eq!(peer.text("one", json!({})), "one");
    assert_eq!(peer.text("ONE", json!({})), "ONE");
    assert_eq!(peer.try_call("One", json!({})).unwrap_err().code(), -32602);
}

#[test]
fn a_registry_may_be_empty() {
    // R133
    let registry = ToolRegistry::builder(()).build().unwrap();
    for peer in Peer::all(&registry) {
        assert_eq!(peer.tools(), json!([]));
        let error = peer.try_call("one", json!({})).unwrap_err();
        assert_eq!(error.message(), "unknown tool `one`");
    }
}

struct Counter(AtomicUsize);

/// Counts its calls.
#[mcp_tool]
async fn count(#[state] counter: &Counter, #[arg(default = 1)] by: usize) -> usize {
    let before = counter.0.fetch_add(by, Ordering::Relaxed);
    tokio::task::yield_now().await;
    before + by
}

#[test]
fn clones_share_the_state() {
    let counter = Arc::new(Counter(AtomicUsize::new(0)));
    let registry = ToolRegistry::builder_arc(Arc::clone(&counter))
        .tools(tools![count])
        .build()
        .unwrap();
    let clone = registry.clone();
    assert_eq!(Peer::new(&registry).text("count", json!({ "by": 2 })), "2");
    assert_eq!(Peer::new(&clone).text("count", json!({})), "3");
    assert_eq!(counter.0.load(Ordering::Relaxed), 3);
    assert!(std::ptr::eq(registry.state(), clone.state()));
}

#[tokio::test]
async fn calls_run_concurrently() {
    /// Waits until three calls have started.
    #[mcp_tool]
    async fn meet(#[state] barrier: &tokio::sync::Barrier, name: &str) -> String {
        barrier.wait().await;
        name.to_owned()
    }
    let registry = ToolRegistry::builder(tokio::sync::Barrier::new(3))
        .tools(tools![meet])
        .build()
        .unwrap();
    let calls: Vec<_> = ["a", "b", "c"]
        .into_iter()
        .map(|name| {
            let registry = registry.clone();
            // `tokio::spawn` compiles only if the future of `handle_json` is `Send`.
            tokio::spawn(async move {
                let context = ToolContext::new(ProtocolVersion::V2025_11_25);
                let message = json!({
                    "jsonrpc": "2.0",
                    "id": name,
                    "method": "tools/call",
                    "params": { "name": "meet", "arguments": { "name": name } },
                });
                let message = message.to_string().into_bytes();
                let response = registry.handle_json(&message, &context).await;
                let request = CallToolRequest::new("unknown");
                registry.call(request, &context).await.unwrap_err();
                serde_json::from_slice::<serde_json::Value>(&response.unwrap()).unwrap()
            })
        })
        .collect();
    for (call, name) in calls.into_iter().zip(["a", "b", "c"]) {
        let response = call.await.unwrap();
        assert_eq!(response["id"], name);
        assert_eq!(response["result"]["content"][0]["text"], name);
    }
}

#[test]
fn values_can_move_to_other_threads() {
    fn shared<T: Send + Sync + 'static>() {}
    shared::<ToolRegistry<Counter>>();
    shared::<ToolContext>();
    shared::<CallToolRequest>();
    shared::<ToolError>();
    shared::<ProtocolError>();
    fn error<E: std::error::Error + Send + Sync + 'static>() {}
    error::<ProtocolError>();
    error::<BuildError>();
    error::<UnsupportedProtocolVersion>();
}

#[test]
fn debug_output_names_tools_and_no_state() {
    struct Secret(#[allow(dead_code)] &'static str);
    let builder = ToolRegistry::builder(Secret("1234")).tools(tools![one]);
    let text = format!("{builder:?}");
    assert!(text.contains("one") && !text.contains("1234"), "{text}");
    let text = format!("{:?}", builder.build().unwrap());
    assert!(text.contains("one") && !text.contains("1234"), "{text}");
}

#[test]
fn the_version_of_the_request_selects_the_form() {
    // R176
    /// Lists.
    #[mcp_tool]
    fn list() -> Vec<u8> {
        vec![1]
    }
    let registry = ToolRegistry::builder(())
        .tools(tools![list])
        .build()
        .unwrap();
    let meta = json!({ "io.modelcontextprotocol/protocolVersion": "2026-07-28" });
    let request = CallToolRequest::new("list").with_meta(meta.as_object().unwrap().clone());
    // Give the context an older protocol version. The result must have the form of the version in
    // `meta`.
    let context = ToolContext::new(ProtocolVersion::V2025_06_18);
    let response = mcp_tool_tests::block_on(registry.call(request, &context)).unwrap();
    let result = response.to_value(ProtocolVersion::V2026_07_28);
    assert_eq!(result["structuredContent"], json!([1]));
}

#[test]
fn a_blank_constant_is_rejected_as_a_description() {
    // R11: `Self::NOTHING` belongs to the generic type `Shelf<T>`. The macro cannot check
    // constants of generic types, so the `build` method of the registry builder checks this
    // constant.
    struct Shelf<T>(T);
    #[mcp_tools]
    impl<T: Send + Sync + 'static> Shelf<T> {
        const NOTHING: &'static str = "  ";

        /// The `description` replaces this text.
        #[mcp_tool(description = Self::NOTHING)]
        fn silent(&self) {
            let _ = &self.0;
        }
    }
    let error = ToolRegistry::builder(Shelf(1))
        .tools(tools![Shelf<i32>])
        .build()
        .unwrap_err();
    assert_eq!(error.problems().len(), 1, "{error}");
    assert!(
        error
            .to_string()
            .contains("the description of `silent` is empty"),
        "{error}"
    );
}

#[test]
fn a_result_is_serialized_once() {
    use std::sync::atomic::{AtomicUsize, Ordering};
    static TIMES: AtomicUsize = AtomicUsize::new(0);
    #[derive(schemars::JsonSchema)]
    #[allow(dead_code)]
    struct Counted {
        note: Option<String>,
    }
    impl serde::Serialize for Counted {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            TIMES.fetch_add(1, Ordering::Relaxed);
            serializer.collect_map([("note", &self.note)])
        }
    }
    /// Counts.
    #[mcp_tool]
    fn counted() -> Counted {
        Counted { note: None }
    }
    let registry = ToolRegistry::builder(())
        .tools(tools![counted])
        .build()
        .unwrap();
    let message = br#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"counted"}}"#;
    let context = ToolContext::new(ProtocolVersion::V2025_11_25);
    let answer = mcp_tool_tests::block_on(registry.handle_json(message, &context)).unwrap();
    assert_eq!(
        String::from_utf8(answer).unwrap(),
        r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"{\"note\":null}"}],"structuredContent":{"note":null}}}"#,
    );
    assert_eq!(TIMES.load(Ordering::Relaxed), 1);
}

/// Has a title.
#[mcp_tool(title = "First of all")]
fn titled() {}

#[test]
fn annotations_repeat_the_title_on_request() {
    let build = |repeat| {
        let builder = ToolRegistry::builder(()).annotation_titles(repeat);
        builder.tools(tools![titled, one]).build().unwrap()
    };
    let titles = |registry: &ToolRegistry<()>| {
        let tools = Peer::new(registry).tools();
        [0, 1].map(|it| tools[it]["annotations"]["title"].clone())
    };
    assert_eq!(titles(&build(true)), [json!("First of all"), json!(null)]);
    assert_eq!(titles(&build(false)), [json!(null), json!(null)]);
    titled();
}

/// Reads.
#[mcp_tool(read_only)]
fn reads() {}

/// Writes.
#[mcp_tool(destructive, idempotent = false)]
async fn writes() {}

/// Says nothing about itself.
#[mcp_tool]
fn bare() {}

struct Group;

#[mcp_tools(open_world = true)]
impl Group {
    /// Belongs to a group.
    #[mcp_tool]
    fn grouped() {}
}

fn built() -> Tool<()> {
    let hints = ToolAnnotations::default().destructive(true);
    Tool::builder("built")
        .description("Is built.")
        .annotations(hints)
        .handler(|_, _| async {})
}

fn hinted() -> Vec<Tool<()>> {
    let mut all = tools![reads, writes, bare, Group];
    all.push(built());
    all
}

/// What a tool sets itself wins over a default. The two contradicting hints never come together.
#[test]
fn defaults_complete_the_hints_of_each_tool() {
    // R81
    const NONE: ToolDefaults = ToolDefaults::new();
    // The hints are `readOnlyHint`, `destructiveHint`, `idempotentHint` and `openWorldHint`: true, false or absent.
    let cases = [
        (NONE, ["t...", ".tf.", "....", "...t", ".t.."]),
        (
            NONE.open_world(false).idempotent(true),
            ["t.tf", ".tff", "..tf", "..tt", ".ttf"],
        ),
        (
            NONE.destructive(true),
            ["t...", ".tf.", ".t..", ".t.t", ".t.."],
        ),
        (
            NONE.read_only(true),
            ["t...", ".tf.", "t...", "t..t", ".t.."],
        ),
        (
            NONE.read_only(true).destructive(true),
            ["t...", ".tf.", "t...", "t..t", ".t.."],
        ),
        (
            NONE.read_only(false).destructive(false),
            ["tf..", "ftf.", "ff..", "ff.t", "ft.."],
        ),
    ];
    for (defaults, expected) in cases {
        let builder = || ToolRegistry::builder(()).defaults(defaults);
        let registry = builder().tools(hinted()).build().unwrap();
        assert_eq!(hints(&registry), expected, "{defaults:?}");
        assert_eq!(
            registry.definitions(),
            defaults.definitions(hinted()).unwrap()
        );
        let findings = Lint::new(Profile::ALL).check(&registry);
        assert!(
            findings
                .iter()
                .all(|it| it.rule.id != "contradicting_hints"),
            "{findings:?}"
        );
        // A live registry applies its defaults to tools that it gets later.
        let live = builder().build_live().unwrap();
        let later = live.build(hinted()).unwrap();
        live.update(|tools| tools.extend(later)).unwrap();
        assert_eq!(hints(&live.registry()), expected, "{defaults:?}");
        // A tool keeps the defaults of the registry that built it.
        let other = ToolRegistry::builder(()).defaults(NONE.idempotent(true));
        let moved = other.build().unwrap().extend(registry).unwrap();
        assert_eq!(
            hints(&moved.prefixed("a_").unwrap()),
            expected,
            "{defaults:?}"
        );
    }
}

fn hints(registry: &ToolRegistry<()>) -> Vec<String> {
    let text = |hint: Option<bool>| match hint {
        None => '.',
        Some(true) => 't',
        Some(false) => 'f',
    };
    let definitions = registry.definitions().iter();
    let hints = definitions.map(|tool| tool.annotations.clone().unwrap_or_default());
    hints
        .map(|hints| {
            let hints = [
                hints.read_only_hint,
                hints.destructive_hint,
                hints.idempotent_hint,
                hints.open_world_hint,
            ];
            hints.map(text).iter().collect()
        })
        .collect()
}

/// Blocks.
#[mcp_tool(blocking)]
fn blocks() {}

/// Never blocks.
#[mcp_tool(blocking = false)]
fn never_blocks() {}

struct Methods;

#[mcp_tools]
impl Methods {
    /// Says nothing about threads.
    #[mcp_tool]
    fn method(&self) {}
}

#[test]
fn defaults_select_the_functions_that_run_on_the_pool() {
    for (by_default, expected) in [
        (false, vec!["blocks"]),
        (true, vec!["bare", "blocks", "method"]),
    ] {
        let jobs = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&jobs);
        let mut all = tools![bare, writes, blocks, never_blocks, Methods];
        all.push(
            Tool::builder("built")
                .description("Is built.")
                .handler(|_, _| async {}),
        );
        let registry = ToolRegistry::builder(Methods)
            .defaults(ToolDefaults::new().blocking(by_default))
            .blocking_pool(move |work| {
                count.fetch_add(1, Ordering::SeqCst);
                work();
            })
            .tools(all)
            .build()
            .unwrap();
        let peer = Peer::new(&registry);
        let names = registry.definitions().iter().map(|tool| tool.name.as_str());
        let mut on_pool: Vec<_> = names
            .filter(|name| {
                let before = jobs.load(Ordering::SeqCst);
                assert_eq!(peer.text(name, json!({})), "ok");
                jobs.load(Ordering::SeqCst) > before
            })
            .collect();
        on_pool.sort_unstable();
        assert_eq!(on_pool, expected);
    }
}
