//! Protocol versions: what the client and the server agree on, and the forms of results.

use crate::table::{CASE, CONNECTED, Case, NEW, OLD, STREAMS};
use crate::tools::Server;
use crate::transport::Transport;

#[test]
fn handshake() {
    // R75, R76, R104, R112, R137, R164, R174, R176, R205, R206, O09
    assert_cases!(
        Case {
            name: "initialize before 2025-06-18",
            versions: &["2024-11-05", "2025-03-26"],
            begins: false,
            script: r#"0 initialize {"protocolVersion":"VERSION","capabilities":{},"clientInfo":{"name":"a","version":"1"}} => {"capabilities":{"tools":{}},"instructions":"Add what is to be added.","protocolVersion":"VERSION","serverInfo":{"name":"demo","version":"1.2.3"}}"#,
            ..CASE
        },
        Case {
            name: "initialize since 2025-06-18",
            versions: &["2025-06-18", "2025-11-25"],
            begins: false,
            script: r#"0 initialize {"protocolVersion":"VERSION","capabilities":{},"clientInfo":{"name":"a","version":"1"}} => {"capabilities":{"tools":{}},"instructions":"Add what is to be added.","protocolVersion":"VERSION","serverInfo":{"name":"demo","title":"Demonstration","version":"1.2.3"}}"#,
            ..CASE
        },
        Case {
            name: "initialize with an unknown version",
            versions: &["2025-11-25"],
            begins: false,
            script: r#"initialize {"protocolVersion":"2024-10-07","capabilities":{},"clientInfo":{"name":"a","version":"1"}} => {*"protocolVersion":"2025-11-25"*"#,
            ..CASE
        },
        Case {
            name: "initialize with a version without it",
            versions: &["2025-11-25"],
            begins: false,
            script: r#"initialize {"protocolVersion":"2026-07-28","capabilities":{},"clientInfo":{"name":"a","version":"1"}} => {*"protocolVersion":"2025-11-25"*"#,
            ..CASE
        },
        Case {
            name: "a client need not wait for the response to initialize",
            versions: OLD,
            over: STREAMS,
            because: "over HTTP, only the response names the session",
            begins: false,
            script: r#"
                > 0 initialize {"protocolVersion":"VERSION","capabilities":{},"clientInfo":{"name":"a","version":"1"}}
                > notifications/initialized
                > 1 tools/list
                < 0 {*"protocolVersion":"VERSION"*
                < 1 {"tools":[*
            "#,
            ..CASE
        },
        Case {
            name: "forms before 2025-06-18",
            versions: &["2024-11-05", "2025-03-26"],
            script: r#"
                > 1 call count {"to":2}
                < {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"[1,2]"}]}}
                > 2 call raw
                < {"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"raw"}],"_meta":{"example.com/n":1}}}
                > 3 ping
                < {"jsonrpc":"2.0","id":3,"result":{}}
                > 4 tools/list
                < {"jsonrpc":"2.0","id":4,"result":{"tools":[{"name":"add","description":"Adds two numbers.",*}]}}
                tools/list {"cursor":null} => {"tools":[*
                tools/list {"_meta":{}} => {"tools":[*
            "#,
            ..CASE
        },
        Case {
            name: "forms of 2026-07-28",
            versions: NEW,
            begins: false,
            script: r#"
                > 1 call count {"to":2}
                < {"jsonrpc":"2.0","id":1,"result":{*"resultType":"complete"*"structuredContent":[1,2]*"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"demo","title":"Demonstration","version":"1.2.3"}}}}
                > 2 call raw
                < {"jsonrpc":"2.0","id":2,"result":{*"resultType":"complete"*"_meta":{"example.com/n":1,"io.modelcontextprotocol/serverInfo":{*}}}}
                > 3 call nothing
                < {*"structuredContent":null*
                > 4 tools/list
                < {"jsonrpc":"2.0","id":4,"result":{*"ttlMs":0*"cacheScope":"private"*
                > 5 server/discover
                < {"jsonrpc":"2.0","id":5,"result":{*
                ping => -32601 unknown method `ping`
                tools/list {"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}} => -32602 *
            "#,
            ..CASE
        },
        Case {
            name: "a server with fewer versions agrees on one of them",
            server: Server::Older,
            versions: &["2025-06-18"],
            begins: false,
            script: r#"
                tools/list {"_meta":{MODERN}} => -32022 unsupported protocol version `2026-07-28`; supported are 2025-03-26, 2025-11-25 {"requested":"2026-07-28","supported":["2025-03-26","2025-11-25"]}
                server/discover {"_meta":{MODERN}} => -32022 *
                tools/list {"_meta":{"io.modelcontextprotocol/protocolVersion":"2099-01-01","io.modelcontextprotocol/clientCapabilities":{}}} => -32022 *; supported are 2025-03-26, 2025-11-25 *
                server/discover {"_meta":{"io.modelcontextprotocol/protocolVersion":"2099-01-01","io.modelcontextprotocol/clientCapabilities":{}}} => -32022 *; supported are 2025-03-26, 2025-11-25 *
                tools/call {"name":"raw","_meta":{MODERN}} => -32022 *
                initialize {"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"a","version":"1"}} => {*"protocolVersion":"2025-11-25"*
            "#,
            ..CASE
        },
        Case {
            name: "a server with fewer versions agrees on the client's",
            server: Server::Older,
            versions: &["2025-03-26"],
            begins: false,
            script: r#"initialize {"protocolVersion":"2025-03-26","capabilities":{},"clientInfo":{"name":"a","version":"1"}} => {*"protocolVersion":"2025-03-26"*"#,
            ..CASE
        },
        Case {
            name: "a server without initialize",
            server: Server::Newest,
            versions: &["2025-11-25"],
            begins: false,
            script: r#"
                server/discover {"_meta":{MODERN}} => {*"supportedVersions":["2026-07-28"]}
                initialize {"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"a","version":"1"}} => -32022 *supported are 2026-07-28 *
            "#,
            ..CASE
        },
        Case {
            name: "a server describes itself",
            server: Server::Described,
            versions: &["2025-11-25"],
            begins: false,
            script: r#"
                > 1 server/discover {"_meta":{MODERN}}
                < {*"_meta":{"io.modelcontextprotocol/serverInfo":{"description":"Adds numbers","icons":[{"src":"https://demo.example/icon.png"}],"name":"demo","title":"Demonstration","version":"1.2.3","websiteUrl":"https://demo.example"}}*
                initialize {"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"a","version":"1"}} => {*"serverInfo":{"description":"Adds numbers","icons":[{"src":"https://demo.example/icon.png"}],"name":"demo","title":"Demonstration","version":"1.2.3","websiteUrl":"https://demo.example"}}
            "#,
            ..CASE
        },
    );
}

#[test]
fn clients() {
    // R74, R174, R206
    const BY_META: &str = r#"
        tools/call {"name":"who","_meta":{MODERN}} => nobody, elicitation true, progress false
        tools/call {"name":"who","_meta":{MODERN,"io.modelcontextprotocol/clientInfo":{"name":"other","version":"9"},"progressToken":1}} => other 9, elicitation true, progress true
    "#;
    const ASKS: &str = r#"{"elicitation":{}}"#;
    assert_cases!(
        Case {
            name: "a session remembers its client",
            versions: OLD,
            over: CONNECTED,
            because: "without a session, nothing is remembered",
            capabilities: ASKS,
            script: r#"
                call who => test 0, elicitation true, progress false
                tools/call {"name":"who","_meta":{"progressToken":1}} => test 0, elicitation true, progress true
                0 initialize {"protocolVersion":"VERSION","capabilities":{},"clientInfo":{"name":"b","version":"1"}} => -32600 the client has sent `initialize` before
            "#,
            ..CASE
        },
        Case {
            name: "without a session, a client before 2026-07-28 is unknown",
            versions: OLD,
            over: &[Transport::Sessionless],
            because: "without a session, nothing is remembered",
            capabilities: ASKS,
            script: r#"
                call who => nobody, elicitation false, progress false
                0 initialize {"protocolVersion":"VERSION","capabilities":{},"clientInfo":{"name":"b","version":"1"}} => {*
            "#,
            ..CASE
        },
        Case {
            name: "a request of 2026-07-28 describes its client, also in a session",
            capabilities: ASKS,
            script: BY_META,
            ..CASE
        },
        Case {
            name: "one connection serves all versions",
            versions: OLD,
            over: STREAMS,
            because: "over HTTP, `_meta` and the header name one version",
            script: r#"
                > 1 tools/call {"name":"count","arguments":{"to":1},"_meta":{MODERN}}
                < {*"structuredContent":[1]*
                > 2 call count {"to":1}
                < {"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"[1]"}]}}
                tools/list {"_meta":{"io.modelcontextprotocol/protocolVersion":"2025-06-18"}} => {"tools":[*
            "#,
            ..CASE
        },
    );
}
