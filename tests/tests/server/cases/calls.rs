//! Calls of tools, and their results.

use mcp_tool_runtime::ToolContext;
use mcp_tool_tests::block_on;

use crate::table::{ALL, CASE, Case, play_over_streams};
use crate::tools::fixed_registry;

const RESULTS: &str = r#"
    call add {"a":1,"b":2} => 3
    call add {"a":9007199254740993.0,"b":0} => 9007199254740993
    call text {"with":"words"} => text with words*
    call object => {"name":"Tøyen *
    call list => [{"name":"Tøyen *
    call both => A place.
    call number => 1e+300
    call nothing => null
    call silent => *
    call fails => failed: there is no such place*ask for another
    call fails_with_data => failed: *
    call blocks => first
    call raw => raw
    call echo {"value":[1.5,"a"]} => {"value":[1.5,"a"]}
"#;

const ERRORS: &str = r#"
    call add {"a":"x","b":[]} => failed: 2 wrong arguments for `add`:*- `a`: *- `b`: *
    call add {"a":"x\ud800","b":1} => failed: wrong argument for `add`:*- `a`: contains half a surrogate pair*
    call text {"with":[],"more":1} => failed: *
    call text => failed: *`with`: missing*
    call texts => -32602 unknown tool `texts`; did you mean `text`?
    call text [] => -32602 `arguments` must be an object, not an array
    call text "{}" => -32602 `arguments` must be an object, not a string
    tools/call {"name":7} => -32602 `name` must be a string, not a number
    tools/call {} => -32602 `name` is missing
"#;

#[test]
fn results_and_errors() {
    // R101, R105, R147, R148, R149
    assert_cases!(
        Case {
            name: "results",
            script: RESULTS,
            ..CASE
        },
        Case {
            name: "errors of calls",
            script: ERRORS,
            ..CASE
        },
    );
}

#[test]
fn running_calls() {
    // R154
    assert_cases!(
        Case {
            name: "a panic is an error of the tool, and does not end the server",
            script: r#"
                call boom => failed: `boom` failed unexpectedly (error *)
                call add {"a":1,"b":2} => 3
            "#,
            ..CASE
        },
        Case {
            name: "a call that waits lets others run",
            script: r#"
                > 1 start wait
                < notifications/progress {"progress":1.0,"progressToken":1}
                call add {"a":1,"b":2} => 3
                > "two" start wait
                < notifications/progress {"progress":1.0,"progressToken":"two"}
                tools/list => {"tools":[*
                call release {"permits":2} => *
                < 1 waited
                < "two" waited
            "#,
            ..CASE
        },
        Case {
            name: "a call that blocks its thread lets others run",
            script: r#"
                > 1 call block
                call until {"what":"started"} => *
                call add {"a":1,"b":2} => 3
                call unblock => *
                < 1 unblocked
            "#,
            ..CASE
        },
        Case {
            name: "a call has its time limit",
            script: "call hurry => failed: `hurry` did not finish within its limit of 20 milliseconds*",
            ..CASE
        },
        Case {
            name: "many calls at once",
            script: r#"
                1..50|> # start wait
                1..50|< notifications/progress {"progress":1.0,"progressToken":#}
                51..100|> # call add {"a":#,"b":1000}
                51..100|< # 1*
                call release {"permits":50} => *
                1..50|< # waited
            "#,
            ..CASE
        },
    );
}

/// The registry gives the same answers without a server, except for the server's name.
#[test]
fn the_registry_alone_gives_the_same_results() {
    // R101, R105
    const SERVER: &str = r#""io.modelcontextprotocol/serverInfo":{"name":"demo","title":"Demonstration","version":"1.2.3"}"#;

    for version in ALL {
        for script in [RESULTS, ERRORS] {
            let (sent, received) = play_over_streams(&Case { script, ..CASE }, version);
            for (sent, received) in sent.iter().zip(received) {
                let context = ToolContext::new(version.parse().unwrap());
                let registry = fixed_registry();
                let alone = block_on(registry.handle_json(sent.as_bytes(), &context));
                let alone = String::from_utf8(alone.unwrap()).unwrap();
                let received = received.replace(&format!(r#","_meta":{{{SERVER}}}"#), "");
                let received = received.replace(&format!(",{SERVER}"), "");
                assert_eq!(alone, received, "{version}");
            }
        }
    }
}
