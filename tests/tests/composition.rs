//! Operations on registries: extend, prefix, rename and filter.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use mcp_tool_runtime::registry::{BuildProblem, UnknownArguments};
use mcp_tool_runtime::{BuildError, ProtocolVersion, Tool, ToolRegistry, mcp_tool, tools};
use mcp_tool_tests::Peer;
use serde_json::{Value, json};

/// Looks.
#[mcp_tool(read_only, title = "Look")]
fn look(
    /// Where
    #[arg(header = "Place")]
    place: String,
) -> String {
    place
}

/// Changes.
#[mcp_tool]
fn change() {}

/// Counts.
#[mcp_tool]
fn count(#[state] counter: &AtomicUsize) -> usize {
    counter.fetch_add(1, Ordering::Relaxed)
}

/// Fails.
#[mcp_tool]
fn fail() -> Result<(), &'static str> {
    Err("a secret")
}

/// Returns the text of the state.
#[mcp_tool]
#[allow(clippy::ptr_arg)] // The state has this type.
fn say(#[state] text: &String) -> String {
    text.clone()
}

fn plain() -> ToolRegistry<()> {
    ToolRegistry::builder(())
        .tools(tools![look, change])
        .build()
        .unwrap()
}

fn counting() -> ToolRegistry<AtomicUsize> {
    ToolRegistry::builder(AtomicUsize::new(0))
        .tools(tools![count, fail])
        .build()
        .unwrap()
}

fn names<S>(registry: &ToolRegistry<S>) -> Vec<&str> {
    registry
        .definitions()
        .iter()
        .map(|tool| tool.name.as_str())
        .collect()
}

fn problems<S>(result: Result<ToolRegistry<S>, BuildError>) -> Vec<String> {
    result
        .unwrap_err()
        .problems()
        .iter()
        .map(ToString::to_string)
        .collect()
}

#[test]
fn a_registry_combines_tools_of_different_states() {
    // R136: `extend` puts the tools of the other registry after the existing tools
    let text = ToolRegistry::builder("text".to_owned())
        .tools(tools![say])
        .build()
        .unwrap();
    let all = plain().extend(counting()).unwrap().extend(text).unwrap();
    assert_eq!(names(&all), ["look", "change", "count", "fail", "say"]);
    let peer = Peer::new(&all);
    assert_eq!(peer.text("look", json!({ "place": "here" })), "here");
    assert_eq!(peer.text("count", json!({})), "0");
    assert_eq!(peer.text("count", json!({})), "1");
    assert_eq!(peer.text("say", json!({})), "text");
    for peer in Peer::all(&all) {
        let listed: Vec<_> = peer
            .tools()
            .as_array()
            .unwrap()
            .iter()
            .map(|tool| tool["name"].clone())
            .collect();
        assert_eq!(json!(listed), json!(names(&all)));
    }
}

#[test]
fn composed_registries_share_their_state() {
    let counter = Arc::new(AtomicUsize::new(0));
    let counting = ToolRegistry::builder_arc(Arc::clone(&counter))
        .tools(tools![count])
        .build()
        .unwrap();
    let all = plain().extend(counting.clone()).unwrap();
    let again = all.clone().prefixed("again_").unwrap();
    Peer::new(&counting).text("count", json!({}));
    Peer::new(&all).text("count", json!({}));
    Peer::new(&again).text("again_count", json!({}));
    assert_eq!(counter.load(Ordering::Relaxed), 3);
}

#[test]
fn each_tool_keeps_its_settings() {
    let masked = ToolRegistry::builder(AtomicUsize::new(0))
        .tools(tools![count, fail])
        .mask_errors(true)
        .unknown_arguments(UnknownArguments::Ignore)
        .build()
        .unwrap();
    let ignoring = ToolRegistry::builder(())
        .tools(tools![change])
        .ignore_arguments(["why"])
        .build()
        .unwrap();
    let all = counting()
        .prefixed("open_")
        .unwrap()
        .extend(masked.prefixed("masked_").unwrap())
        .unwrap()
        .extend(ignoring)
        .unwrap();
    let peer = Peer::new(&all);
    assert_eq!(peer.error("open_fail", json!({})), "a secret");
    let text = peer.error("masked_fail", json!({}));
    assert!(text.starts_with("`masked_fail` failed (error "), "{text}");
    peer.text("masked_count", json!({ "why": 1, "what": 2 }));
    let text = peer.error("open_count", json!({ "why": 1 }));
    assert!(
        text.starts_with("wrong argument for `open_count`:\n- `why`: no such argument"),
        "{text}"
    );
    peer.text("change", json!({ "why": 1 }));
    let text = peer.error("change", json!({ "why": 1, "what": 2 }));
    assert!(
        text.contains("`what`: no such argument") && !text.contains("`why`"),
        "{text}"
    );
    let is_closed = |tool| peer.tool(tool)["inputSchema"]["additionalProperties"] == json!(false);
    assert!(is_closed("open_count") && is_closed("change") && !is_closed("masked_count"));
}

#[test]
fn all_shared_names_are_reported() {
    // R06, R07
    let more = Tool::builder("look")
        .description("Looks elsewhere.")
        .handler(|_, _| async {});
    let other = ToolRegistry::builder(7_u8)
        .tool(more)
        .tools(tools![change])
        .build()
        .unwrap();
    let error = plain().extend(other).unwrap_err();
    let twice: Vec<_> = error
        .problems()
        .iter()
        .map(|problem| match problem {
            BuildProblem::DuplicateName { tool, .. } => tool.as_str(),
            other => panic!("{other}"),
        })
        .collect();
    assert_eq!(twice, ["look", "change"]);
    assert!(
        error.to_string().contains("`prefixed` or `rename`"),
        "{error}"
    );
    assert_eq!(plain().extend(plain()).unwrap_err().problems().len(), 2);
}

#[test]
fn a_prefix_changes_only_the_names() {
    // R07
    let registry = plain();
    let prefixed = registry.clone().prefixed("db.").unwrap();
    assert_eq!(names(&prefixed), ["db.look", "db.change"]);
    assert_eq!(names(&registry), ["look", "change"]);
    for version in ProtocolVersion::ALL {
        let mut expected = Peer::of(&registry, *version).tool("look");
        expected["name"] = json!("db.look");
        assert_eq!(Peer::of(&prefixed, *version).tool("db.look"), expected);
    }
    let peer = Peer::new(&prefixed);
    let error = peer.try_call("look", json!({})).unwrap_err();
    assert_eq!(
        (error.code(), error.message()),
        (-32602, "unknown tool `look`; did you mean `db.look`?")
    );
    let text = peer.error("db.look", json!({}));
    assert!(text.starts_with("wrong argument for `db.look`:"), "{text}");
    assert_eq!(prefixed.header_bindings("db.look").len(), 1);
    assert!(prefixed.header_bindings("look").is_empty());
    assert_eq!(names(&registry.prefixed("").unwrap()), ["look", "change"]);
}

#[test]
fn a_prefix_that_makes_an_invalid_name() {
    // R02, R03
    let long = "a".repeat(123);
    let problems = problems(plain().prefixed(&long));
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert!(
        problems[0].contains(&format!("`{long}change` cannot be the name of a tool")),
        "{problems:?}"
    );
    assert_eq!(self::problems(plain().prefixed(&"a".repeat(125))).len(), 2);
    // R03: a prefix with an invalid character is one problem, not one problem per tool.
    assert_eq!(
        self::problems(plain().prefixed("a b/")),
        [
            "`a b/` cannot be a prefix of tool names: only the characters `A` to `Z`, `a` to \
          `z`, `0` to `9`, `_`, `-` and `.` may appear in it"
        ],
    );
    assert_eq!(
        names(&plain().prefixed(&"a".repeat(122)).unwrap())[1].len(),
        128
    );
}

#[test]
fn a_tool_gets_another_name() {
    let registry = plain().rename("look", "see").unwrap();
    assert_eq!(names(&registry), ["see", "change"]);
    let peer = Peer::new(&registry);
    assert_eq!(peer.text("see", json!({ "place": "here" })), "here");
    assert_eq!(peer.tool("see")["title"], "Look");
    peer.try_call("look", json!({})).unwrap_err();
    // Two tools exchange their names through a third name.
    let swapped = registry
        .rename("see", "tmp")
        .and_then(|registry| registry.rename("change", "see"))
        .and_then(|registry| registry.rename("tmp", "change"))
        .unwrap();
    assert_eq!(names(&swapped), ["change", "see"]);
    assert_eq!(
        Peer::new(&swapped).text("change", json!({ "place": "x" })),
        "x"
    );
    assert_eq!(
        names(&plain().rename("look", "look").unwrap()),
        ["look", "change"]
    );
}

#[test]
fn invalid_renames_are_rejected() {
    // R02, R03, R06
    assert_eq!(
        problems(plain().rename("lok", "see")),
        ["there is no tool `lok`; did you mean `look`?"]
    );
    let error = plain().rename("lok", "see").unwrap_err();
    assert!(matches!(error.problems(), [BuildProblem::UnknownTool { tool, .. }] if tool == "lok"));
    assert!(
        problems(plain().rename("look", "change"))[0].starts_with("two tools are named `change`")
    );
    assert!(problems(plain().rename("look", "lo ok"))[0].starts_with("`lo ok` cannot be the name"));
    assert!(problems(plain().rename("look", ""))[0].contains("cannot be the name"));
}

#[test]
fn filtered_tools_are_absent() {
    // R135, R146, R166: a server can filter a registry, so that each caller has different tools
    let registry = plain().extend(counting()).unwrap();
    let safe = registry.clone().filter(|tool| {
        tool.annotations
            .as_ref()
            .and_then(|hints| hints.read_only_hint)
            == Some(true)
    });
    assert_eq!(names(&safe), ["look"]);
    assert_eq!(names(&registry).len(), 4);
    let peer = Peer::new(&safe);
    let error = peer.try_call("count", json!({})).unwrap_err();
    assert_eq!(error.message(), "unknown tool `count`");
    assert_eq!(peer.text("look", json!({ "place": "here" })), "here");
    assert_eq!(
        names(&safe.extend(counting()).unwrap()),
        ["look", "count", "fail"]
    );
}

#[test]
fn an_empty_composition_is_allowed() {
    // R133
    let nothing = plain().filter(|_| false);
    for peer in Peer::all(&nothing) {
        assert_eq!(peer.tools(), json!([]));
    }
    let nothing = nothing.prefixed("x_").unwrap();
    assert_eq!(
        names(&nothing.clone().extend(plain()).unwrap()),
        ["look", "change"]
    );
    assert_eq!(names(&plain().extend(nothing).unwrap()), ["look", "change"]);
    let empty = ToolRegistry::builder(()).build().unwrap();
    assert_eq!(problems(empty.rename("a", "b")), ["there is no tool `a`"]);
}

#[test]
fn compositions_do_not_change_the_bytes_of_a_list() {
    // R134, R136
    let bytes = |registry: &ToolRegistry<()>| {
        let message = br#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;
        let context = mcp_tool_runtime::ToolContext::detached();
        mcp_tool_tests::block_on(registry.handle_json(message, &context)).unwrap()
    };
    let compose = || plain().extend(counting()).unwrap().prefixed("a_").unwrap();
    assert_eq!(bytes(&compose()), bytes(&compose()));
    let there_and_back = compose().filter(|_| true).rename("a_look", "b").unwrap();
    let there_and_back = there_and_back.rename("b", "a_look").unwrap();
    assert_eq!(bytes(&compose()), bytes(&there_and_back));
    let list: Value = serde_json::from_slice(&bytes(&compose())).unwrap();
    assert_eq!(list["result"]["tools"].as_array().unwrap().len(), 4);
}

#[test]
fn limits_and_pools_are_kept() {
    /// Never ends.
    #[mcp_tool(timeout = "30s")]
    async fn endless() {
        std::future::pending::<()>().await;
    }
    /// Waits.
    #[mcp_tool(blocking)]
    fn wait() -> &'static str {
        "waited"
    }
    let limited = ToolRegistry::builder(7_u8)
        .timer(|_| std::future::ready(()))
        .blocking_pool(|job| job())
        .tools(tools![endless, wait])
        .build()
        .unwrap();
    let all = plain().extend(limited.prefixed("x_").unwrap()).unwrap();
    let peer = Peer::new(&all);
    let text = peer.error("x_endless", json!({}));
    assert!(
        text.starts_with("`x_endless` did not finish within its limit of 30 seconds"),
        "{text}"
    );
    assert_eq!(peer.text("x_wait", json!({})), "waited");
}
