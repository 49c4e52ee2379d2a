//! Messages with faults that a broken client or an attacker may send. Each one gets an exact response, and the
//! connection goes on.

use crate::table::{CASE, Case, NEW, OLD, STREAMS};
use crate::tools::Server;

#[test]
fn invalid_messages() {
    // R155, R172
    assert_cases!(
        Case {
            name: "messages that are no valid request",
            server: Server::Zoo,
            script: r#"
                > raw hello
                < NOID -32700 the message is not JSON: expected value at line 1 column 1
                > raw <00>
                < NOID -32700 the message is not JSON: expected value at line 1 column 1
                > raw {"a":"<00>"}
                < NOID -32700 the message is not JSON: control character (\u0000-\u001F) found while parsing a string at line 1 column 6
                > raw <ff>
                < NOID -32700 the message is not UTF-8: invalid utf-8 sequence of 1 bytes from index 0
                > raw {"a":"<ef><bb>"}
                < NOID -32700 the message is not UTF-8: *
                > raw {"a":"<ed><a0><80>"}
                < NOID -32700 the message is not UTF-8: invalid utf-8 sequence of 1 bytes from index 6
                > raw {"jsonrpc":"2.0","id":1,"method":"ping"} {}
                < NOID -32700 the message is not JSON: trailing characters at line 1 column 42
                > raw {"jsonrpc":"2.0","id":01,"method":"ping"}
                < NOID -32700 the message is not JSON: invalid number at line 1 column 24
                > raw {"jsonrpc":"2.0","id":+1,"method":"ping"}
                < NOID -32700 the message is not JSON: expected value at line 1 column 23
                > raw {"jsonrpc":"2.0","id":NaN,"method":"ping"}
                < NOID -32700 the message is not JSON: expected value at line 1 column 23
                > raw {"jsonrpc":"2.0","id":1,"method":"ping",}
                < NOID -32700 the message is not JSON: key must be a string at line 1 column 41
                > raw null
                < NOID -32600 a message must be an object
                > raw "ping"
                < NOID -32600 a message must be an object
                > raw {}
                < NOID -32600 `method` is missing
                > raw {"jsonrpc":"2.0","id":1}
                < 1 -32600 `method` is missing
                > raw {"jsonrpc":"2.0","id":1,"method":7}
                < 1 -32600 `method` must be a string
                > raw {"jsonrpc":"2.0","id":1,"method":null}
                < 1 -32600 `method` must be a string
                > raw {"jsonrpc":"2.0","id":1,"method":["ping"]}
                < 1 -32600 `method` must be a string
                > raw {"jsonrpc":"2.0","id":1,"method":ARRAYS}
                < 1 -32600 `method` must be a string
                > raw {"jsonrpc":"2.0","id":1,"method":"\ud800"}
                < 1 -32600 `method` must be a string
                > raw {"id":1,"method":"ping"}
                < 1 -32600 `jsonrpc` must be "2.0"
                > raw {"jsonrpc":"1.0","id":1,"method":"ping"}
                < 1 -32600 `jsonrpc` must be "2.0"
                > raw {"jsonrpc":2.0,"id":1,"method":"ping"}
                < 1 -32600 `jsonrpc` must be "2.0"
                > raw {"jsonrpc":ARRAYS,"id":1,"method":"ping"}
                < 1 -32600 `jsonrpc` must be "2.0"
                each null true {} [1] ARRAYS "\ud800" 1e999|> raw {"jsonrpc":"2.0","id":#,"method":"ping"}
                1..7|< NOID -32600 `id` must be a string or an integer
                > raw {"jsonrpc":"2.0","id":1.5,"method":"ping"}
                < 1.5 -32600 `id` must be a string or an integer
                > raw {"jsonrpc":"2.0","id":1,"method":"ping","result":{}}
                < 1 -32600 a message must not have both `method` and `result` or `error`
                > raw {"jsonrpc":"2.0","id":1,"id":1,"method":"ping"}
                < NOID -32600 the message has a duplicate member, or a name with half a surrogate pair
                > raw {"jsonrpc":"2.0","id":1,"method":"ping","meth\u006fd":"ping"}
                < 1 -32600 the message has a duplicate member, or a name with half a surrogate pair
                > raw {"jsonrpc":"2.0","id":1,"method":"ping","\ud800":1}
                < NOID -32600 the message has a duplicate member, or a name with half a surrogate pair
                call count => [0,1,2]
            "#,
            ..CASE
        },
        Case {
            name: "line separators are escaped in each message",
            server: Server::Zoo,
            script: r#"
                > "SEPARATORS" a/b
                < {"jsonrpc":"2.0","id":"\u2028\u2029\u0085",*
                > raw {"jsonrpc":"2.0","id":"SEPARATORS","method":7}
                < {"jsonrpc":"2.0","id":"\u2028\u2029\u0085",*
                > 1 tools/call {"name":"write","arguments":{"text":"SEPARATORS"}}
                < {*"text":"\u2028\u2029\u0085"*
                > 2 tools/call {"name":"write","arguments":{"text":"\u2028\u2029\u0085"}}
                < {*"text":"\u2028\u2029\u0085"*
                > 3 tools/call {"name":"echo","arguments":{"value":{"SEPARATORS":"\u0085"}}}
                < {*\u2028\u2029\u0085*
                > 4 tools/call {"name":"SEPARATORS"}
                < {*unknown tool `\u2028\u2029\u0085`*
            "#,
            ..CASE
        },
        Case {
            name: "line separators in names that headers repeat",
            server: Server::Zoo,
            over: STREAMS,
            because: "over HTTP, no header has the name",
            script: r#"
                > 1 SEPARATORS
                < {*unknown method `\u2028\u2029\u0085`*
                > 2 tools/list {"_meta":{"io.modelcontextprotocol/protocolVersion":"SEPARATORS"}}
                < {*"requested":"\u2028\u2029\u0085"*
            "#,
            ..CASE
        },
    );
}

const WRONG_MEMBERS: &str = r#"
    tools/call {} => -32602 `name` is missing
    tools/call {"name":7} => -32602 `name` must be a string, not a number
    tools/call {"name":["echo"]} => -32602 `name` must be a string, not an array
    tools/call {"name":ARRAYS} => -32602 `name` must be a string, not an array
    tools/call {"name":"\ud800"} => -32602 `name` cannot be decoded: unexpected end of hex escape at line 1 column 8
    tools/call {"name":"ech"} => -32602 unknown tool `ech`; did you mean `echo`?
    tools/call {"name":"\u0000"} => -32602 unknown tool `*`
    tools/call {"name":"echo","name":"echo"} => -32602 `params` has a duplicate member, or a name with half a surrogate pair
    tools/call {"name":"echo","n\u0061me":"count"} => -32602 `params` has a duplicate member*
    tools/call {"name":"echo","arguments":{},"arguments":{}} => -32602 `params` has a duplicate member*
    tools/call {"\ud800":1,"name":"count"} => -32602 `params` has a duplicate member*
    tools/call {"name":"echo","arguments":[]} => -32602 `arguments` must be an object, not an array
    tools/call {"name":"echo","arguments":"{}"} => -32602 `arguments` must be an object, not a string
    tools/call {"name":"echo","arguments":7} => -32602 `arguments` must be an object, not a number
    tools/call {"name":"echo","arguments":false} => -32602 `arguments` must be an object, not a boolean
    tools/call {"name":"echo","arguments":ARRAYS} => -32602 `arguments` must be an object, not an array
    old|tools/call {"name":"count","requestState":7} => [0,1,2]
    new|tools/call {"name":"count","requestState":7} => -32602 `requestState` must be a string, not a number
    old|tools/call {"name":"count","inputResponses":7} => [0,1,2]
    new|tools/call {"name":"count","inputResponses":7} => -32602 `inputResponses` must be an object, not a number
    tools/call {"name":"count","more":ARRAYS} => [0,1,2]
    tools/call {"name":"echo","arguments":null} => failed: wrong argument for `echo`:*- `value`: missing*a minimal valid call has the arguments {"value":"<value>"}
    call echo {"value":1,"value":1} => failed: *- `value`: given more than once; send it once*
    call echo {"value":ARRAYS} => failed: *- `value`: cannot be read: it is nested too deeply, or has a number that is out of range; send a plainer value*
    call echo {"value":OBJECTS} => failed: *- `value`: cannot be read: it is nested too deeply*
    call echo {"value":1e999} => failed: *- `value`: cannot be read: it is nested too deeply, or has a number that is out of range*
    call echo {"value":"\ud800"} => failed: *- `value`: contains half a surrogate pair, such as `\ud83d`; send whole characters*
    call write {"\ud800":1} => failed: the arguments for `write` cannot be read: they are nested too deeply, or a name contains half a surrogate pair, such as `\ud83d`; send whole characters
    call echo {"value":123456789012345678901234567890} => 1.2345678901234568e+29
    call write {"text":"\u0000"} => *
    old|tools/call {"name":"count","_meta":{"a":"\ud800"}} => -32602 `_meta` cannot be decoded: *hex escape*
    old|tools/call {"name":"count","_meta":{"a":ARRAYS}} => -32602 `_meta` cannot be decoded: *recursion limit*
    tools/list {"a":"\ud800"} => {"tools":[*
    tools/list {"cursor":7} => -32602 `cursor` must be a string, not a number
    tools/list {"cursor":[]} => -32602 `cursor` must be a string, not an array
    tools/list {"cursor":"\ud800"} => -32602 `cursor` cannot be decoded: unexpected end of hex escape at line 1 column 8
    each "" "x" "2" "Mg=="|tools/list {"cursor":#} => -32602 unknown cursor; ask for the list again without one
    tools/list {"cursor":"x","cursor":"x"} => -32602 `params` has a duplicate member*
    old|ping => {}
    old|ping null => {}
    old|ping {"a":ARRAYS} => {}
    new|ping => -32601 unknown method `ping`
    new|ping {"a":ARRAYS} => -32601 unknown method `ping`
    old|server/discover => -32601 unknown method `server/discover`
    new|server/discover => {"capabilities":{"tools":{}},"supportedVersions":["2024-11-05","2025-03-26","2025-06-18","2025-11-25","2026-07-28"]}
    no/such => -32601 unknown method `no/such`
    old|each ping server/discover logging/setLevel|# {"\ud800":1} => -32602 `params` has a duplicate member, or a name with half a surrogate pair
    old|each ping server/discover logging/setLevel|# {"_meta":{},"_meta":{}} => -32602 `params` has a duplicate member*
"#;

/// Parameters that are wrong for each method.
const WRONG_FOR_EACH_METHOD: &str = r#"
    each METHODS|# 7 => -32602 `params` must be an object, not a number
    each METHODS|# "x" => -32602 `params` must be an object, not a string
    each METHODS|# [] => -32602 `params` must be an object, not an array
    each METHODS|# [{}] => -32602 `params` must be an object, not an array
    each METHODS|# true => -32602 `params` must be an object, not a boolean
    each METHODS|# ARRAYS => -32602 `params` must be an object, not an array
    each METHODS|# {"_meta":7} => -32602 `_meta` must be an object, not a number
    each METHODS|# {"_meta":"x"} => -32602 `_meta` must be an object, not a string
    each METHODS|# {"_meta":[]} => -32602 `_meta` must be an object, not an array
    each METHODS|# {"_meta":true} => -32602 `_meta` must be an object, not a boolean
"#;

/// Versions that are no text.
const ODD_VERSIONS: &str = r#"
    each METHODS no/such|# {"_meta":{"io.modelcontextprotocol/protocolVersion":7}} => -32602 `io.modelcontextprotocol/protocolVersion` in `_meta` must be a string
    each METHODS no/such|# {"_meta":{"io.modelcontextprotocol/protocolVersion":null}} => -32602 `io.modelcontextprotocol/protocolVersion` in `_meta` must be a string
    each METHODS no/such|# {"_meta":{"io.modelcontextprotocol/protocolVersion":["2026-07-28"]}} => -32602 `io.modelcontextprotocol/protocolVersion` in `_meta` must be a string
"#;

/// Versions that are wrong for each method.
const WRONG_VERSIONS: &str = r#"
    each METHODS no/such|# {"_meta":{"io.modelcontextprotocol/protocolVersion":"2099-01-01","io.modelcontextprotocol/clientCapabilities":{}}} => -32022 unsupported protocol version `2099-01-01`; supported are 2024-11-05, 2025-03-26, 2025-06-18, 2025-11-25, 2026-07-28 {"requested":"2099-01-01","supported":["2024-11-05","2025-03-26","2025-06-18","2025-11-25","2026-07-28"]}
    each METHODS no/such|# {"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}} => -32602 `_meta` must have `io.modelcontextprotocol/clientCapabilities`; write `{}` if the client has no capabilities
    each METHODS no/such|# {"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":[]}} => -32602 `io.modelcontextprotocol/clientCapabilities` must be an object, not an array
"#;

#[test]
fn wrong_members() {
    // R75, R143, R146, R147, R155, R164
    assert_cases!(
        Case {
            name: "wrong members",
            server: Server::Zoo,
            script: WRONG_MEMBERS,
            ..CASE
        },
        Case {
            name: "members that are wrong for each method",
            server: Server::Zoo,
            script: WRONG_FOR_EACH_METHOD,
            ..CASE
        },
        Case {
            name: "versions that are no text",
            server: Server::Zoo,
            versions: OLD,
            script: ODD_VERSIONS,
            ..CASE
        },
        Case {
            name: "versions that are no text, in 2026-07-28",
            server: Server::Zoo,
            versions: NEW,
            over: STREAMS,
            because: "over HTTP, the header and the body must have the same text",
            script: ODD_VERSIONS,
            ..CASE
        },
        Case {
            name: "the parameters of unknown methods",
            versions: OLD,
            alone: "a companion may know the method, so its parameters count",
            script: r#"
                each 7 "x" [] [{}] true ARRAYS {"_meta":7} {"_meta":"x"} {"a":ARRAYS}|no/such # => -32601 unknown method `no/such`
            "#,
            ..CASE
        },
        Case {
            name: "wrong versions",
            server: Server::Zoo,
            script: WRONG_VERSIONS,
            ..CASE
        },
    );
}
