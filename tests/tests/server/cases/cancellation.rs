//! Cancelled calls, progress, and ids.

use crate::table::{CASE, CONNECTED, Case, HTTP, NEW, OLD, STREAMS};
use crate::transport::Transport;

const NOBODY: &str = "without a session, a cancellation may be that of another client";
const BY_STREAM: &str = "over HTTP, a client since 2026-07-28 cancels by closing the response";

#[test]
fn cancellation() {
    // R184, R185
    const CANCELLED: &str = r#"
        > 7 start wait
        < notifications/progress {"progress":1.0,"progressToken":7}
        > notifications/cancelled {"requestId":7.0,"reason":"enough"}
        > notifications/cancelled {"requestId":7}
        call until {"what":"dropped"} => *
        call release => *
        // The id is free again, and the late cancellation cancels nothing.
        7 call add {"a":1,"b":2} => 3
        > 7 start wait
        < notifications/progress {"progress":1.0,"progressToken":7}
        > notifications/cancelled {"requestId":"7"}
        > notifications/cancelled {}
        > notifications/cancelled
        call release => *
        < 7 waited
    "#;
    const NOTICED: &str = r#"
        > "a" call wait_blocking
        call until {"what":"started"} => *
        > notifications/cancelled {"requestId":"a"}
        call until {"what":"noticed"} => *
        > 18446744073709551615 call watched
        call until {"what":"started","calls":2} => *
        > notifications/cancelled {"requestId":18446744073709551615}
        call until {"what":"noticed","calls":2} => *
    "#;
    assert_cases!(
        Case {
            name: "a cancelled call gets no response",
            versions: OLD,
            over: CONNECTED,
            because: NOBODY,
            script: CANCELLED,
            ..CASE
        },
        Case {
            name: "a cancelled call of 2026-07-28 gets no response",
            versions: NEW,
            over: STREAMS,
            because: BY_STREAM,
            script: CANCELLED,
            ..CASE
        },
        Case {
            name: "threads and tasks notice the cancellation",
            versions: OLD,
            over: CONNECTED,
            because: NOBODY,
            script: NOTICED,
            ..CASE
        },
        Case {
            name: "threads and tasks notice the cancellation in 2026-07-28",
            versions: NEW,
            over: STREAMS,
            because: BY_STREAM,
            script: NOTICED,
            ..CASE
        },
        Case {
            name: "without a session, nobody cancels the call of another client",
            versions: OLD,
            over: &[Transport::Sessionless],
            because: NOBODY,
            script: r#"
                > 7 start wait
                < notifications/progress {"progress":1.0,"progressToken":7}
                > notifications/cancelled {"requestId":7}
                call release => *
                < 7 waited
            "#,
            ..CASE
        },
    );
}

#[test]
fn progress() {
    // R178, R179, R180, R181, R182, R183
    assert_cases!(
        Case {
            name: "progress comes before the response",
            script: r#"
                > "a" start steps {"to":3}
                < notifications/progress {*"progress":1.0,"progressToken":"a","total":3.0}
                < notifications/progress {*"progress":2.0,"progressToken":"a","total":3.0}
                < notifications/progress {*"progress":3.0,"progressToken":"a","total":3.0}
                < "a" counted
                > -7 start steps {"to":1}
                < notifications/progress {*"progress":1.0,"progressToken":-7,"total":1.0}
                < -7 counted
            "#,
            ..CASE
        },
        Case {
            name: "a call without a token reports no progress",
            script: r#"
                call steps {"to":3} => counted
                > 1 start steps {"to":1}
                < notifications/progress *
                < 1 counted
            "#,
            ..CASE
        },
        Case {
            name: "progress has a message since 2025-03-26",
            versions: &["2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"],
            script: r#"
                > 1 start steps {"to":1}
                < notifications/progress {"message":"step 1","progress":1.0,"progressToken":1,"total":1.0}
                < 1 counted
            "#,
            ..CASE
        },
        Case {
            name: "ten calls report their own progress",
            script: r#"
                1..10|> # start steps {"to":3}
                1..10|< notifications/progress {*"progress":1.0,"progressToken":#,"total":3.0}
                1..10|< notifications/progress {*"progress":2.0,"progressToken":#,"total":3.0}
                1..10|< notifications/progress {*"progress":3.0,"progressToken":#,"total":3.0}
                1..10|< # counted
            "#,
            ..CASE
        },
        Case {
            name: "an ended call sends nothing",
            server: crate::tools::Server::Logging,
            script: r#"
                1 start late => *
                call release => *
                call until {"what":"noticed"} => *
            "#,
            ..CASE
        },
    );
}

#[test]
fn ids() {
    // L03: some clients send all requests with one id (python-sdk#3060)
    assert_cases!(
        Case {
            name: "a response has the id of its request",
            script: r#"
                18446744073709551615 call silent => *
                9223372036854775808 call silent => *
                -1 call silent => *
                > 9007199254740992.0 call silent
                < {"jsonrpc":"2.0","id":9007199254740992.0,*
                > 7.0 call silent
                < {"jsonrpc":"2.0","id":7.0,*
                > -0 call silent
                < {"jsonrpc":"2.0","id":-0,*
                > 99999999999999999999999 call silent
                < {"jsonrpc":"2.0","id":99999999999999999999999,*
                > 1e3 call silent
                < {"jsonrpc":"2.0","id":1e3,*
                > "\u0001" call silent
                < {"jsonrpc":"2.0","id":"\u0001",*
                > "" call silent
                < {"jsonrpc":"2.0","id":"",*
                > "7.0" call silent
                < {"jsonrpc":"2.0","id":"7.0",*
                > "ü\"" call silent
                < {"jsonrpc":"2.0","id":"ü\"",*
            "#,
            ..CASE
        },
        Case {
            name: "an open id is refused",
            over: STREAMS,
            because: "over HTTP, each response has a way of its own",
            script: r#"
                > 7 start wait
                < notifications/progress {"progress":1.0,"progressToken":7}
                > 7.0 call add {"a":1,"b":2}
                < 7.0 -32600 the id 7.0 is in use by a request that has not been answered yet
                call release => *
                < 7 waited
                7 call add {"a":1,"b":2} => 3
            "#,
            ..CASE
        },
        Case {
            name: "requests with one id run side by side",
            over: HTTP,
            because: "over streams, nothing else tells the responses apart",
            script: r#"
                > 7 start wait
                < notifications/progress {"progress":1.0,"progressToken":7}
                7 call add {"a":1,"b":2} => 3
                > 7 call wait
                call until {"what":"started","calls":2} => *
                call release {"permits":2} => *
                < 7 waited
                < 7 waited
            "#,
            ..CASE
        },
        Case {
            name: "a cancellation cancels all requests with its id",
            versions: OLD,
            over: &[Transport::Session],
            because: "elsewhere, only one request has the id, or nobody can cancel it",
            script: r#"
                > 7 call wait
                > 7 call wait
                call until {"what":"started","calls":2} => *
                > notifications/cancelled {"requestId":7.0}
                call until {"what":"dropped","calls":2} => *
            "#,
            ..CASE
        },
    );
}
