//! Tools that change while clients are connected.

use crate::table::{CASE, CONNECTED, Case, NEW, OLD};
use crate::tools::Server;
use crate::transport::Transport;

const NO_NEWS: &str = "without a session, the client has no stream for notifications";

#[test]
fn changed_tools() {
    // R132, R145
    assert_cases!(
        Case {
            name: "a session gets each change once",
            server: Server::Live,
            versions: OLD,
            over: CONNECTED,
            because: NO_NEWS,
            begins: false,
            script: r#"
                initialize {"protocolVersion":"VERSION","capabilities":{},"clientInfo":{"name":"a","version":"1"}} => {"capabilities":{"tools":{"listChanged":true}},*
                // The client learns of this change when it is ready.
                call change {"tool":"add"} => *
                > notifications/initialized
                < {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}
                call add {"a":1,"b":2} => -32602 unknown tool `add`*
                call change {"tool":"add"} => *
                < {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}
                call add {"a":1,"b":2} => 3
                call change {"tool":"none"} => *
            "#,
            ..CASE
        },
        Case {
            name: "a stream gets each change once",
            server: Server::Live,
            versions: NEW,
            script: r#"
                server/discover => {"capabilities":{"tools":{"listChanged":true}},*
                call change {"tool":"add"} => *
                > "news" subscriptions/listen {"notifications":{"toolsListChanged":true}}
                < notifications/subscriptions/acknowledged {"_meta":{"io.modelcontextprotocol/subscriptionId":"news"},"notifications":{"toolsListChanged":true}}
                > 7.0 subscriptions/listen {"notifications":{"promptsListChanged":true}}
                < notifications/subscriptions/acknowledged {"_meta":{"io.modelcontextprotocol/subscriptionId":7.0},"notifications":{}}
                call change {"tool":"add"} => *
                < {"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":"news"}}}
                call add {"a":1,"b":2} => 3
                subscriptions/listen {} => -32602 `notifications` is missing
                subscriptions/listen {"notifications":[]} => -32602 `notifications` must be an object, not an array
            "#,
            ..CASE
        },
        Case {
            name: "without a session, a server declares no changes",
            server: Server::Live,
            versions: OLD,
            over: &[Transport::Sessionless],
            because: NO_NEWS,
            begins: false,
            script: r#"
                initialize {"protocolVersion":"VERSION","capabilities":{},"clientInfo":{"name":"a","version":"1"}} => {"capabilities":{"tools":{}},*
                call change {"tool":"add"} => *
                call add {"a":1,"b":2} => -32602 unknown tool `add`*
            "#,
            ..CASE
        },
        Case {
            name: "fixed tools offer no notifications",
            script: r#"
                old|initialize {"protocolVersion":"VERSION"} => -32602 *
                new|server/discover => {"capabilities":{"tools":{}},*
                subscriptions/listen {"notifications":{"toolsListChanged":true}} => -32601 unknown method `subscriptions/listen`
            "#,
            ..CASE
        },
        Case {
            name: "a running call survives the removal of its tool",
            server: Server::Live,
            versions: NEW,
            script: r#"
                > 1 start wait
                < notifications/progress *
                call change {"tool":"wait"} => *
                call wait => -32602 unknown tool `wait`*
                call release => *
                < 1 waited
            "#,
            ..CASE
        },
        Case {
            name: "a client that reads gets all changes, or fewer notifications",
            server: Server::Live,
            versions: OLD,
            over: CONNECTED,
            because: NO_NEWS,
            script: r#"
                call change {"tool":"add","times":1001} => *
                < {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}
                call add {"a":1,"b":2} => -32602 *
            "#,
            ..CASE
        },
    );
}
