//! Log messages, notifications, requests to the client, and questions to the user.

use crate::table::{CASE, CONNECTED, Case, NEW, OLD, STREAMS};
use crate::tools::Server;
use crate::transport::Transport;

const UNSURE: &str = "without a session, a level would count for other clients";
const NO_QUESTIONS: &str = "without a session, the server cannot ask the client";

#[test]
fn log_messages() {
    // R173
    assert_cases!(
        Case {
            name: "a server without logging sends notifications only",
            script: r#"
                > 1 call talk
                < notifications/resources/updated {"uri":"file:///*"}
                < {"jsonrpc":"2.0","id":1,*a\u2028b\u2029c\u0085d*
                logging/setLevel {"level":"debug"} => -32601 unknown method `logging/setLevel`
            "#,
            ..CASE
        },
        Case {
            name: "a session sets its log level",
            server: Server::Logging,
            versions: OLD,
            over: CONNECTED,
            because: UNSURE,
            script: r#"
                > 1 call talk
                < notifications/resources/updated {"uri":"file:///*"}
                < notifications/message {"data":"a fact","level":"info","logger":"talk"}
                < notifications/message {"data":{"left":1},"level":"warning","logger":"talk"}
                < 1 a*
                logging/setLevel {"level":"error"} => {}
                > 2 call talk
                < notifications/resources/updated *
                < 2 a*
                logging/setLevel {"level":"loud"} => -32602 *
                logging/setLevel {"level":7} => -32602 `level` must be a string, not a number
                logging/setLevel {} => -32602 `level` is missing
                logging/setLevel {"level":"debug"} => {}
                > 3 call talk
                < notifications/resources/updated *
                < notifications/message {"data":"a detail","level":"debug","logger":"talk"}
                < notifications/message {"data":"a fact","level":"info","logger":"talk"}
                < notifications/message {"data":{"left":1},"level":"warning","logger":"talk"}
                < 3 a*
            "#,
            ..CASE
        },
        Case {
            name: "without a session, the log level does not change",
            server: Server::Logging,
            versions: OLD,
            over: &[Transport::Sessionless],
            because: UNSURE,
            script: r#"
                logging/setLevel {"level":"error"} => {}
                > 1 call talk
                < notifications/resources/updated *
                < notifications/message {"data":"a fact","level":"info","logger":"talk"}
                < notifications/message {"data":{"left":1},"level":"warning","logger":"talk"}
                < 1 a*
            "#,
            ..CASE
        },
        Case {
            name: "a request sets its log level",
            server: Server::Logging,
            versions: NEW,
            script: r#"
                > 1 call talk
                < notifications/resources/updated *
                < 1 a*
                > 2 tools/call {"name":"talk","_meta":{"io.modelcontextprotocol/logLevel":"warning"}}
                < notifications/resources/updated *
                < notifications/message {"data":{"left":1},"level":"warning","logger":"talk"}
                < 2 a*
                tools/call {"name":"talk","_meta":{"io.modelcontextprotocol/logLevel":"loud"}} => -32602 *`warning`*
                tools/call {"name":"talk","_meta":{"io.modelcontextprotocol/logLevel":7}} => -32602 *`warning`*
                logging/setLevel {"level":"debug"} => -32601 unknown method `logging/setLevel`
            "#,
            ..CASE
        },
    );
}

#[test]
fn requests_to_the_client() {
    // R183, R198, R201
    assert_cases!(
        Case {
            name: "a tool sends requests to the client",
            versions: OLD,
            over: CONNECTED,
            because: NO_QUESTIONS,
            script: r#"
                > 1 call roots
                < roots/list {}
                > answer "result":{"roots":[{},{}]}
                < 1 2
                > 2 call roots
                < roots/list {}
                > answer "error":{"code":1,"message":"no roots here"}
                < 2 failed: no roots here
                > 3 call roots
                < roots/list {}
                > answer "error":"odd"
                < 3 failed: its response cannot be decoded
                // Another answer has no effect.
                > answer "result":{}
            "#,
            ..CASE
        },
        Case {
            name: "without a session, a tool cannot send requests to the client",
            versions: OLD,
            over: &[Transport::Sessionless],
            because: NO_QUESTIONS,
            capabilities: r#"{"elicitation":{}}"#,
            script: r#"
                call roots => failed: the client cannot get requests
                call book => failed: *this connection cannot send requests to the client
                tools/call {"name":"book","_meta":{"io.modelcontextprotocol/clientCapabilities":{"elicitation":{}}}} => failed: *this connection cannot send requests to the client
            "#,
            ..CASE
        },
        Case {
            name: "since 2026-07-28, a tool cannot send requests to the client",
            versions: NEW,
            script: "call roots => failed: the client cannot get requests",
            ..CASE
        },
    );
}

#[test]
fn questions_to_the_user() {
    // R183, R189, R190, R192, R198, R201
    const ASKS: &str = r#"{"elicitation":{}}"#;
    assert_cases!(
        Case {
            name: "a call waits for the user",
            versions: &["2025-06-18", "2025-11-25"],
            over: CONNECTED,
            because: NO_QUESTIONS,
            capabilities: ASKS,
            script: r#"
                > 1 call book
                < elicitation/create {*"message":"Where to?"*
                call add {"a":1,"b":2} => 3
                > answer "result":{"action":"accept","content":{"city":"Oslo"}}
                < 1 to Oslo
                > 2 call book
                < elicitation/create *
                > answer "result":{"action":"decline"}
                < 2 declined
                > 3 call book
                < elicitation/create *
                > answer "result":{"action":"accept","content":{"city":"\ud83d"}}
                < 3 failed: *the request to the client failed*
                > 4 call book
                < elicitation/create *
                > answer "result":{"action":"accept","content":{"city":1e999}}
                < 4 failed: *the request to the client failed*
                > 5 call book
                < elicitation/create *
                > answer "error":{"code":-32603,"message":"no window"}
                < 5 failed: *the request to the client failed: no window
                > 6 call book
                < elicitation/create *
                > answer "error":7
                < 6 failed: *the request to the client failed*
                > 7 call book
                < elicitation/create *
                > answer "result":{"action":"accept","content":{"city":ARRAYS}}
                < 7 failed: *the request to the client failed*
                > 8 call book
                < elicitation/create *
                > answer "result":{"action":"accept","more":ARRAYS}
                < 8 failed: *the request to the client failed*
                > 9 call book
                < elicitation/create *
                > answer "error":{"code":"x"}
                < 9 failed: *the request to the client failed*
                // Another answer has no effect.
                > answer "result":{"action":"accept","content":{"city":"Oslo"}}
                call add {"a":1,"b":2} => 3
            "#,
            ..CASE
        },
        Case {
            name: "a task of a call asks the user",
            versions: &["2025-06-18", "2025-11-25"],
            over: CONNECTED,
            because: NO_QUESTIONS,
            capabilities: ASKS,
            script: r#"
                > 1 call book_by_task
                < elicitation/create {*"message":"Where to?"*
                > answer "result":{"action":"accept","content":{"city":"Oslo"}}
                < 1 to Oslo
            "#,
            ..CASE
        },
        Case {
            name: "a tool that stops waiting withdraws its question",
            versions: &["2025-06-18", "2025-11-25"],
            over: CONNECTED,
            because: NO_QUESTIONS,
            capabilities: ASKS,
            script: r#"
                > 1 call book_soon
                < elicitation/create *
                < notifications/cancelled {"reason":"the call has ended","requestId":*}
                < 1 without an answer
                > answer "result":{"action":"accept","content":{"city":"Oslo"}}
                call add {"a":1,"b":2} => 3
            "#,
            ..CASE
        },
        Case {
            name: "a cancelled call withdraws its question",
            versions: &["2025-06-18", "2025-11-25"],
            over: STREAMS,
            because: "over HTTP, the cancellation ends the response, which carries the question",
            capabilities: ASKS,
            script: r#"
                > 1 call book
                < elicitation/create *
                > notifications/cancelled {"requestId":1}
                < notifications/cancelled {"reason":"the call has ended","requestId":*}
                call add {"a":1,"b":2} => 3
            "#,
            ..CASE
        },
        Case {
            name: "a question is the result of its call",
            versions: NEW,
            capabilities: ASKS,
            script: r#"
                call book => {"inputRequests":{"trip":{"method":"elicitation/create",*"resultType":"input_required"}
                tools/call {"name":"book","inputResponses":{"trip":{"action":"accept","content":{"city":"Oslo"}}}} => to Oslo
                tools/call {"name":"book","inputResponses":{"trip":{"action":"cancel"}}} => cancelled
            "#,
            ..CASE
        },
        Case {
            name: "the model reads what the client lacks",
            versions: &["2025-06-18", "2025-11-25"],
            over: CONNECTED,
            because: NO_QUESTIONS,
            script: "call book => failed: *the client has not declared the capability `elicitation`",
            ..CASE
        },
        Case {
            name: "the error names the capability that the client lacks",
            versions: NEW,
            script: r#"call book => -32021 *the client has not declared the capability `elicitation` {"requiredCapabilities":{"elicitation":{"form":{}}}}"#,
            ..CASE
        },
    );
}
