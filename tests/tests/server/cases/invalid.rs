//! Messages that are no valid request, and batches.

use crate::table::{CASE, CONNECTED, Case, HTTP, NEW, OLD, STREAMS};

#[test]
fn invalid_requests() {
    // R75, R143, R146, R147, R155, R156, R164, R172
    assert_cases!(
        Case {
            name: "half a message over streams",
            versions: OLD,
            over: STREAMS,
            because: "the error counts the end of the line",
            script: r#"
                > raw {"jsonrpc":"2.0","id":1
                < * -32700 the message is not JSON: EOF while parsing an object at line 2 column 0
            "#,
            ..CASE
        },
        Case {
            name: "half a message over HTTP",
            versions: OLD,
            over: HTTP,
            because: "the error counts the end of the line",
            script: r#"
                > raw {"jsonrpc":"2.0","id":1
                < * -32700 the message is not JSON: EOF while parsing an object at line 1 column 23
                > raw
                < * -32700 the message is not JSON: EOF while parsing a value at line 1 column 0
            "#,
            ..CASE
        },
        Case {
            name: "unknown methods",
            script: r#"
                tools/cal => -32601 unknown method `tools/cal`
                prompts/get {"name":"explain"} => -32601 unknown method `prompts/get`
                alone|prompts/list => -32601 unknown method `prompts/list`
                beside|prompts/list => {"prompts":[]}
                resources/list => -32601 unknown method `resources/list`
                resources/templates/list => -32601 unknown method `resources/templates/list`
                resources/read {"uri":"a:b"} => -32601 unknown method `resources/read`
                resources/subscribe {"uri":"a:b"} => -32601 unknown method `resources/subscribe`
                completion/complete {"ref":{"type":"ref/prompt","name":"a"},"argument":{"name":"b","value":""}} => -32601 unknown method `completion/complete`
                logging/setLevel {"level":"debug"} => -32601 unknown method `logging/setLevel`
                tasks/get {"taskId":"1"} => -32601 unknown method `tasks/get`
                skills/list => -32601 unknown method `skills/list`
                sampling/createMessage {"messages":[],"maxTokens":1} => -32601 unknown method `sampling/createMessage`
                new|initialize {"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"a","version":"1"}} => -32601 unknown method `initialize`
                new|initialize => -32601 unknown method `initialize`
                new|ping => -32601 unknown method `ping`
                old|server/discover => -32601 unknown method `server/discover`
                old|ping {"a":ARRAYS} => {}
            "#,
            ..CASE
        },
        Case {
            name: "a request before initialize names its version",
            versions: &["2025-11-25"],
            over: STREAMS,
            because: "over HTTP, a session or a header names it",
            begins: false,
            script: r#"
                tools/list => -32602 `_meta` must have `io.modelcontextprotocol/protocolVersion`, unless `initialize` came before
                tools/list {"_meta":{}} => -32602 `_meta` must have `io.modelcontextprotocol/protocolVersion`*
                // JSON-RPC requires the id `null`, until the server knows the version.
                > raw []
                < null -32600 *
                ping => {}
            "#,
            ..CASE
        },
        Case {
            name: "wrong initialize",
            versions: OLD,
            begins: false,
            script: r#"
                initialize null => -32602 `params` is missing
                initialize => -32602 `protocolVersion` is missing
                initialize {"protocolVersion":7} => -32602 `protocolVersion` must be a string, not a number
                initialize {"protocolVersion":"x"} => -32602 `capabilities` is missing
                initialize {"protocolVersion":"x","capabilities":[]} => -32602 `capabilities` must be an object, not an array
                initialize {"protocolVersion":"x","capabilities":{}} => -32602 `clientInfo` is missing
                initialize {"protocolVersion":"x","capabilities":{},"clientInfo":7} => -32602 `clientInfo` must be an object, not a number
                initialize {"protocolVersion":"x","capabilities":{},"clientInfo":{}} => -32602 `name` is missing
                initialize {"protocolVersion":"x","capabilities":{},"clientInfo":{"name":7}} => -32602 `name` must be a string, not a number
                initialize {"protocolVersion":"x","capabilities":{},"clientInfo":{"name":"a"}} => -32602 `version` is missing
                initialize {"protocolVersion":"x","capabilities":{},"clientInfo":{"name":"a","version":1}} => -32602 `version` must be a string, not a number
                // None of these has begun a session.
                initialize {"protocolVersion":"x","capabilities":{"elicitation":7},"clientInfo":{"name":"","version":""}} => {*"protocolVersion":"2025-11-25"*
            "#,
            ..CASE
        },
        Case {
            name: "notifications and responses get no answer",
            script: r#"
                > notifications/initialized
                > notifications/cancelled {"requestId":1}
                > notifications/progress {"progressToken":1}
                > notifications/progress {"a":"\ud800"}
                > $/setTrace [1]
                > notifications/a 7
                call silent => *
            "#,
            ..CASE
        },
        Case {
            name: "responses to nothing get no answer",
            versions: OLD,
            over: CONNECTED,
            because: "without a session, a client has nothing to respond to",
            script: r#"
                > raw {"jsonrpc":"2.0","id":1,"result":{}}
                > raw {"jsonrpc":"2.0","id":"a","result":7}
                > raw {"jsonrpc":"2.0","id":1,"result":{"a":"\ud800"}}
                > raw {"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"no"}}
                > raw {"jsonrpc":"2.0","id":1,"error":7}
                > raw {"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"no"}}
                > raw {"jsonrpc":"2.0","error":"no"}
                call silent => *
            "#,
            ..CASE
        },
        Case {
            name: "lines of a stream",
            over: STREAMS,
            because: "over HTTP, a body has no lines",
            script: "
                > raw \u{20}
                > raw \r
                > raw \u{feff}{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"no\",\"params\":{\"_meta\":{MODERN}}}\r
                < 1 -32601 *
            ",
            ..CASE
        },
        Case {
            name: "a byte order mark",
            script: "
                old|> raw \u{feff}{\"jsonrpc\":\"2.0\",\"id\":8.0,\"method\":\"tools/call\",\"params\":{\"name\":\"silent\"},\"more\":\"\\ud800\"}
                new|> raw \u{feff}{\"jsonrpc\":\"2.0\",\"id\":8.0,\"method\":\"tools/call\",\"params\":{\"name\":\"silent\",\"_meta\":{MODERN}},\"more\":\"\\ud800\"}
                < 8.0 *
            ",
            ..CASE
        },
    );
}

#[test]
fn batches() {
    // R172, R184
    const BATCHES: &[&str] = &["2025-03-26"];
    assert_cases!(
        Case {
            name: "a batch gets its responses in one array",
            alone: "the responses of a companion come later, so they are the last of a batch",
            versions: BATCHES,
            script: r#"
                > raw [{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"n"},{"jsonrpc":"2.0","id":9,"result":{}},{"jsonrpc":"2.0","id":"two","method":"no/such"},{"jsonrpc":"2.0","id":3,"method":"prompts/list"},{"jsonrpc":"2.0","id":4,"method":"tools/list","params":{"_meta":7}},7]
                < [{"jsonrpc":"2.0","id":1,"result":{}},*
                > raw []
                < null -32600 a batch has from 1 to 50 messages
                > raw [7,{}]
                < [{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"a message must be an object"}},{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"`method` is missing"}}]
                > raw ARRAYS
                < [{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"batches are not supported; send one request per message"}}]
                > raw [{"jsonrpc":"2.0","id":"SEPARATORS","method":"ping"}]
                < [{"jsonrpc":"2.0","id":"\u2028\u2029\u0085","result":{}}]
                > raw [{]
                < null -32700 the message is not JSON: *
                > raw [{"jsonrpc":"2.0","method":"notifications/initialized"}]
                ping => {}
            "#,
            ..CASE
        },
        Case {
            name: "a batch waits for its last request",
            versions: BATCHES,
            over: CONNECTED,
            because: "without a session, nothing cancels a call",
            script: r#"
                > raw [{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"wait"}},{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"wait"}},{"jsonrpc":"2.0","id":3,"method":"ping"}]
                call until {"what":"started","calls":2} => *
                > notifications/cancelled {"requestId":2}
                call until {"what":"dropped"} => *
                call release => *
                < [{"jsonrpc":"2.0","id":3,"result":{}},{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"waited"}]}}]
            "#,
            ..CASE
        },
        Case {
            name: "a batch has at most 50 messages",
            versions: BATCHES,
            script: r#"
                > raw [FIFTY]
                < [{"jsonrpc":"2.0","id":1,"result":{}},*,{"jsonrpc":"2.0","id":50,"result":{}}]
                > raw [FIFTY,{"jsonrpc":"2.0","id":51,"method":"ping"}]
                < null -32600 a batch has from 1 to 50 messages
            "#,
            ..CASE
        },
        Case {
            name: "initialize is no part of a batch over streams",
            versions: BATCHES,
            over: STREAMS,
            because: "over HTTP, a batch has no place for the headers of some requests",
            begins: false,
            script: r#"
                > raw [{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-03-26","capabilities":{},"clientInfo":{"name":"a","version":"1"}}}]
                < null -32600 batches are not supported; send one request per message
                initialize {"protocolVersion":"2025-03-26","capabilities":{},"clientInfo":{"name":"a","version":"1"}} => {*
                > raw [{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-03-26","capabilities":{},"clientInfo":{"name":"a","version":"1"}}}]
                < [{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"the client has sent `initialize` before"}}]
            "#,
            ..CASE
        },
        Case {
            name: "initialize and requests of 2026-07-28 are no part of a batch over HTTP",
            versions: BATCHES,
            over: HTTP,
            because: "over HTTP, a batch has no place for the headers of some requests",
            script: r#"
                > raw [{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-03-26","capabilities":{},"clientInfo":{"name":"a","version":"1"}}}]
                < [{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"a batch cannot have `initialize` or a request of protocol version 2026-07-28"}}]
                > raw [{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen","params":{"_meta":{MODERN}}}]
                < [{"jsonrpc":"2.0","id":1,"error":{"code":-32600,*
                > raw [{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"silent","_meta":{MODERN}}}]
                < [{"jsonrpc":"2.0","id":1,"error":{"code":-32600,*
                > raw [{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{"_meta":{MODERN}}}]
                < [{"jsonrpc":"2.0","id":1,"error":{"code":-32600,*
            "#,
            ..CASE
        },
        Case {
            name: "a batch of 2026-07-28",
            versions: NEW,
            over: HTTP,
            because: "over streams, the version of a batch is unknown, so its error has the id `null`",
            script: r#"
                > raw [{"jsonrpc":"2.0","id":1,"method":"ping"}]
                < none -32600 batches are not supported; send one request per message
            "#,
            ..CASE
        },
        Case {
            name: "only 2025-03-26 has batches",
            versions: &["2024-11-05", "2025-06-18", "2025-11-25"],
            script: r#"
                > raw [{"jsonrpc":"2.0","id":1,"method":"ping"}]
                < * -32600 batches are not supported; send one request per message
            "#,
            ..CASE
        },
    );
}
