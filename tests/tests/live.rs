//! Registries whose tools change at run time.

#![allow(deprecated)] // This lint also reports arguments without a description.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use mcp_tool_runtime::registry::BuildProblem;
use mcp_tool_runtime::{
    CallToolRequest, LiveRegistry, ProtocolVersion, Tool, ToolContext, ToolRegistry, definitions,
    mcp_tool, tools,
};
use mcp_tool_tests::{Peer, block_on, live_tool as tool, put, remove, toggle};
use serde_json::{Value, json};

/// Reads.
#[mcp_tool(read_only)]
fn read() -> &'static str {
    "read"
}

/// Writes.
#[mcp_tool]
fn write() -> &'static str {
    "written"
}

fn live(names: &[&str]) -> LiveRegistry<()> {
    let tools = names.iter().map(|name| tool(name, 1));
    let builder = ToolRegistry::builder(()).tools(tools);
    builder.build_live().unwrap()
}

fn names(live: &LiveRegistry<()>) -> Vec<String> {
    let registry = live.registry();
    let definitions = registry.definitions().iter();
    definitions.map(|tool| tool.name.clone()).collect()
}

/// Calls a tool, and returns the text of the result, or the message of the JSON-RPC error.
fn answer(live: &LiveRegistry<()>, name: &str) -> String {
    let registry = live.registry();
    match Peer::new(&registry).try_call(name, json!({})) {
        Ok(result) => result["content"][0]["text"].as_str().unwrap().to_owned(),
        Err(error) => error.message().to_owned(),
    }
}

#[test]
fn each_change_keeps_the_order_of_the_other_tools() {
    let live = live(&["a", "b", "c"]);
    put(&live, tools![write]);
    assert_eq!(names(&live), ["a", "b", "c", "write"]);
    assert_eq!(answer(&live, "write"), "written");

    put(&live, [tool("b", 2)]);
    assert_eq!(names(&live), ["a", "b", "c", "write"]);
    assert_eq!(
        (answer(&live, "a"), answer(&live, "b")),
        ("1".into(), "2".into())
    );

    let all = live.registry();
    toggle(&live, &all, "b");
    assert_eq!(names(&live), ["a", "c", "write"]);
    assert_eq!(answer(&live, "b"), "unknown tool `b`");
    toggle(&live, &all, "b");
    assert_eq!(names(&live), ["a", "b", "c", "write"]);
    assert_eq!(answer(&live, "b"), "2");

    remove(&live, "a");
    remove(&live, "b");
    put(&live, [tool("b", 5)]);
    assert_eq!(names(&live), ["c", "write", "b"]);

    let other = ToolRegistry::builder("state").tools(tools![read]).build();
    live.update(|_| other).unwrap();
    assert_eq!(names(&live), ["read"]);
    assert_eq!(answer(&live, "read"), "read");
}

#[test]
fn a_failed_change_keeps_the_tools() {
    let live = live(&["a", "b"]);
    let changes = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&changes);
    let _listener = live.on_change(move || {
        count.fetch_add(1, Ordering::Relaxed);
    });
    let schema = json!({ "type": "string" });
    let wrong = Tool::builder("d").description("D.").input_schema(schema);
    let wrong = wrong.handler(|_, _| async { "" });
    let add = |added: Vec<Tool<()>>| {
        live.update(|tools| tools.extend(live.build(added)?))
            .unwrap_err()
    };
    let errors = [
        add(vec![tool("c", 1), tool("a", 2)]),
        add(vec![tool("c", 1), tool("c", 2)]),
        add(vec![tool("c", 1), wrong]),
        live.update(|tools| tools.filter(|_| false).rename("bb", "b"))
            .unwrap_err(),
    ];
    let problems = errors.map(|error| error.problems()[0].clone());
    let [taken, twice, schema, unknown] = &problems;
    assert!(matches!(taken, BuildProblem::DuplicateName { tool } if tool == "a"));
    assert!(matches!(twice, BuildProblem::DuplicateName { tool } if tool == "c"));
    assert!(
        matches!(schema, BuildProblem::Part { tool, .. } if tool == "d"),
        "{schema}"
    );
    assert!(matches!(unknown, BuildProblem::UnknownTool { tool, .. } if tool == "bb"));
    assert_eq!(names(&live), ["a", "b"]);
    assert_eq!(answer(&live, "a"), "1");
    assert_eq!(changes.load(Ordering::Relaxed), 0);
}

#[test]
fn a_running_call_keeps_its_registry() {
    let (send, receive) = tokio::sync::oneshot::channel::<()>();
    let receive = Arc::new(Mutex::new(Some(receive)));
    let slow = Tool::builder("slow")
        .description("Waits.")
        .handler(move |_, cx| {
            let receive = receive.lock().unwrap().take();
            let names: Vec<_> = cx.tools().map(|tool| tool.name.clone()).collect();
            async move {
                receive.unwrap().await.unwrap();
                names.join(", ")
            }
        });
    let live = live(&["a"]);
    put(&live, [slow]);
    let text = block_on(async {
        let registry = live.registry();
        let context = ToolContext::detached();
        let call = registry.call(CallToolRequest::new("slow"), &context);
        let change = async {
            remove(&live, "slow");
            put(&live, [tool("a", 2)]);
            drop(registry.clone());
            send.send(()).unwrap();
        };
        let (result, ()) = tokio::join!(call, change);
        result.unwrap().complete().unwrap().content()[0]
            .as_text()
            .unwrap()
            .to_owned()
    });
    assert_eq!(text, "a, slow");
    assert_eq!(answer(&live, "slow"), "unknown tool `slow`");
}

#[test]
fn bytes_are_served_with_the_current_tools() {
    let live = live(&["a"]);
    let list = |version| {
        let context = ToolContext::new(version);
        let request = br#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;
        let response = block_on(live.handle_json(request, &context)).unwrap();
        let response: Value = serde_json::from_slice(&response).unwrap();
        response["result"]["tools"].clone()
    };
    for version in ProtocolVersion::ALL {
        assert_eq!(list(*version).as_array().unwrap().len(), 1);
        put(&live, tools![write]);
        let tools = list(*version);
        assert_eq!(tools[1]["name"], "write");
        assert_eq!(tools, list(*version), "the same bytes without a change");
        remove(&live, "write");
    }
    // R134: requests do not change the list.
    let registry = live.registry();
    let peer = Peer::new(&registry);
    let before = peer.tools();
    let _ = peer.try_call("a", json!({}));
    let _ = peer.try_call("none", json!({}));
    assert_eq!(peer.tools(), before);
}

#[test]
fn every_cursor_is_rejected() {
    let live = live(&["a"]);
    for name in ["b", "c"] {
        let registry = live.registry();
        let context = ToolContext::detached();
        let error = registry.list_for(&context, Some("1")).unwrap_err();
        assert_eq!(error.code(), -32602);
        put(&live, [tool(name, 1)]);
    }
}

#[test]
fn listeners_get_each_change_once() {
    let live = live(&["a"]);
    let count = Arc::new(AtomicUsize::new(0));
    let listen = |live: &LiveRegistry<()>| {
        let (count, shared) = (Arc::clone(&count), live.clone());
        live.on_change(move || {
            // A listener can read the tools. Reading the tools must not cause a deadlock.
            count.fetch_add(shared.registry().definitions().len(), Ordering::Relaxed);
        })
    };
    let (first, second) = (listen(&live), listen(&live.clone()));
    put(&live, tools![read, write]);
    assert_eq!(count.swap(0, Ordering::Relaxed), 6);
    remove(&live, "read");
    assert_eq!(count.swap(0, Ordering::Relaxed), 4);
    // An update that changes nothing is no change.
    remove(&live, "read");
    assert_eq!(count.load(Ordering::Relaxed), 0);
    drop(first);
    put(&live, tools![read]);
    assert_eq!(count.swap(0, Ordering::Relaxed), 3);
    drop(second);
    remove(&live, "read");
    assert_eq!(count.load(Ordering::Relaxed), 0);

    let panicking = live.on_change(|| panic!("a listener"));
    let _last = listen(&live);
    remove(&live, "write");
    assert_eq!(
        count.load(Ordering::Relaxed),
        1,
        "others hear of it all the same"
    );
    drop(panicking);
}

#[test]
fn many_threads_change_the_tools() {
    let live = live(&[]);
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let live = &live;
            scope.spawn(move || {
                for number in 0..50 {
                    let name = format!("t{thread}_{number}");
                    put(live, [tool(&name, 1)]);
                    if number % 2 == 1 {
                        remove(live, &name);
                    }
                }
            });
        }
    });
    assert_eq!(live.registry().definitions().len(), 100);
}

#[test]
fn a_change_does_not_copy_other_definitions() {
    let many: Vec<_> = (0..10_000).map(|number| format!("tool_{number}")).collect();
    let live = live(&many.iter().map(String::as_str).collect::<Vec<_>>());
    let before = live.registry();
    put(&live, [tool("last", 1)]);
    remove(&live, "tool_0");
    let after = live.registry();
    assert_eq!(after.definitions().len(), 10_000);
    for (old, new) in before.definitions()[1..].iter().zip(after.definitions()) {
        assert!(Arc::ptr_eq(old, new), "{}", old.name);
    }
    assert_eq!(answer(&live, "tool_9999"), "1");
    assert_eq!(answer(&live, "last"), "1");
}

struct Database;

/// Counts.
#[mcp_tool(blocking, timeout = "1s")]
fn count(#[state] _database: &Database, #[arg(range(1..=9))] from: u32) -> u32 {
    from
}

#[test]
fn definitions_need_no_state() {
    let found = definitions::<Database>(tools![count, read]).unwrap();
    let registry = ToolRegistry::builder(Database).tools(tools![count, read]);
    assert_eq!(found, registry.build().unwrap().definitions());
    let error = definitions::<()>(tools![read].into_iter().chain(tools![read])).unwrap_err();
    assert!(matches!(
        error.problems(),
        [BuildProblem::DuplicateName { .. }]
    ));
    assert_eq!(count(&Database, 1), 1);
}
