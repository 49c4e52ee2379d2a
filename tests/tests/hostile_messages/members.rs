//! Members of the wrong type or with odd values, and those that are missing.

use mcp_tool_runtime::ProtocolVersion;

use crate::{Client, META, UNKNOWN, filled, is_modern};

/// The method, the parameters, and the response before 2026-07-28 and since then.
const WRONG: [(&str, &str, &str, &str); 48] = [
    ("tools/call", "{}", "-32602 `name` is missing", SAME),
    (
        "tools/call",
        r#"{"name":7}"#,
        "-32602 `name` must be a string, not a number",
        SAME,
    ),
    (
        "tools/call",
        r#"{"name":["echo"]}"#,
        "-32602 `name` must be a string, not an array",
        SAME,
    ),
    (
        "tools/call",
        r#"{"name":<arrays>}"#,
        "-32602 `name` must be a string, not an array",
        SAME,
    ),
    (
        "tools/call",
        r#"{"name":"\ud800"}"#,
        "-32602 `name` cannot be decoded: unexpected end of hex escape at line 1 column 8",
        SAME,
    ),
    (
        "tools/call",
        r#"{"name":""}"#,
        "-32602 unknown tool ``",
        SAME,
    ),
    (
        "tools/call",
        r#"{"name":"ech"}"#,
        "-32602 unknown tool `ech`; did you mean `echo`?",
        SAME,
    ),
    (
        "tools/call",
        r#"{"name":"a\u2028b"}"#,
        "-32602 unknown tool `a\u{2028}b`",
        SAME,
    ),
    (
        "tools/call",
        "{\"name\":\"a\u{85}b\"}",
        "-32602 unknown tool `a\u{85}b`",
        SAME,
    ),
    (
        "tools/call",
        r#"{"name":"\u0000"}"#,
        "-32602 unknown tool `\0`",
        SAME,
    ),
    (
        "tools/call",
        r#"{"name":"echo","name":"echo"}"#,
        TWICE,
        SAME,
    ),
    (
        "tools/call",
        r#"{"name":"echo","n\u0061me":"count"}"#,
        TWICE,
        SAME,
    ),
    (
        "tools/call",
        r#"{"name":"echo","arguments":{},"arguments":{}}"#,
        TWICE,
        SAME,
    ),
    ("tools/call", r#"{"\ud800":1,"name":"count"}"#, TWICE, SAME),
    (
        "tools/call",
        r#"{"name":"echo","arguments":[]}"#,
        "-32602 `arguments` must be an object, not an array",
        SAME,
    ),
    (
        "tools/call",
        r#"{"name":"echo","arguments":"{}"}"#,
        "-32602 `arguments` must be an object, not a string",
        SAME,
    ),
    (
        "tools/call",
        r#"{"name":"echo","arguments":7}"#,
        "-32602 `arguments` must be an object, not a number",
        SAME,
    ),
    (
        "tools/call",
        r#"{"name":"echo","arguments":false}"#,
        "-32602 `arguments` must be an object, not a boolean",
        SAME,
    ),
    (
        "tools/call",
        r#"{"name":"echo","arguments":<arrays>}"#,
        "-32602 `arguments` must be an object, not an array",
        SAME,
    ),
    (
        "tools/call",
        r#"{"name":"count","requestState":7}"#,
        "[0,1,2]",
        "-32602 `requestState` must be a string, not a number",
    ),
    (
        "tools/call",
        r#"{"name":"count","inputResponses":7}"#,
        "[0,1,2]",
        "-32602 `inputResponses` must be an object, not a number",
    ),
    (
        "tools/call",
        r#"{"name":"count","more":<arrays>}"#,
        "[0,1,2]",
        SAME,
    ),
    (
        "tools/call",
        r#"{"name":"echo","arguments":null}"#,
        ECHO_MISSING,
        SAME,
    ),
    (
        "tools/call",
        r#"{"name":"echo","arguments":{"value":1,"value":1}}"#,
        ECHO_TWICE,
        SAME,
    ),
    (
        "tools/call",
        r#"{"name":"echo","arguments":{"value":<arrays>}}"#,
        ECHO_DEEP,
        SAME,
    ),
    (
        "tools/call",
        r#"{"name":"echo","arguments":{"value":<objects>}}"#,
        ECHO_DEEP,
        SAME,
    ),
    (
        "tools/call",
        r#"{"name":"echo","arguments":{"value":1e999}}"#,
        ECHO_DEEP,
        SAME,
    ),
    (
        "tools/call",
        r#"{"name":"echo","arguments":{"value":"\ud800"}}"#,
        ECHO_HALF,
        SAME,
    ),
    (
        "tools/call",
        r#"{"name":"write","arguments":{"\ud800":1}}"#,
        WRITE_HALF,
        SAME,
    ),
    (
        "tools/call",
        r#"{"name":"echo","arguments":{"value":123456789012345678901234567890}}"#,
        "1.2345678901234568e+29",
        SAME,
    ),
    (
        "tools/call",
        r#"{"name":"write","arguments":{"text":"\u0000"}}"#,
        "\0",
        SAME,
    ),
    (
        "tools/call",
        "{\"name\":\"write\",\"arguments\":{\"text\":\"\u{2028}\u{2029}\u{85}\"}}",
        "\u{2028}\u{2029}\u{85}",
        SAME,
    ),
    (
        "tools/call",
        r#"{"name":"write","arguments":{"text":"\u2028\u2029\u0085"}}"#,
        "\u{2028}\u{2029}\u{85}",
        SAME,
    ),
    (
        "tools/call",
        "{\"name\":\"echo\",\"arguments\":{\"value\":{\"\u{2028}\":\"\u{85}\"}}}",
        "{\"\u{2028}\":\"\u{85}\"}",
        SAME,
    ),
    (
        "tools/list",
        r#"{"cursor":7}"#,
        "-32602 `cursor` must be a string, not a number",
        SAME,
    ),
    (
        "tools/list",
        r#"{"cursor":[]}"#,
        "-32602 `cursor` must be a string, not an array",
        SAME,
    ),
    (
        "tools/list",
        r#"{"cursor":"\ud800"}"#,
        "-32602 `cursor` cannot be decoded: unexpected end of hex escape at line 1 column 8",
        SAME,
    ),
    ("tools/list", r#"{"cursor":""}"#, UNKNOWN_CURSOR, SAME),
    ("tools/list", r#"{"cursor":"x"}"#, UNKNOWN_CURSOR, SAME),
    ("tools/list", r#"{"cursor":"x","cursor":"x"}"#, TWICE, SAME),
    ("ping", "{}", "{}", "-32601 unknown method `ping`"),
    ("ping", "null", "{}", "{}"),
    (
        "ping",
        r#"{"a":<arrays>}"#,
        "{}",
        "-32601 unknown method `ping`",
    ),
    (
        "server/discover",
        "{}",
        "-32601 unknown method `server/discover`",
        DISCOVERED,
    ),
    ("no/such", "{}", UNKNOWN, SAME),
    ("no/such", r#"{"a":<arrays>}"#, UNKNOWN, SAME),
    (
        "a\u{2028}b",
        "{}",
        "-32601 unknown method `a\u{2028}b`",
        SAME,
    ),
    (r"\u0000", "{}", "-32601 unknown method `\0`", SAME),
];

const SAME: &str = "the response before 2026-07-28";
const TWICE: &str = "-32602 `params` has a duplicate member, or a name with half a surrogate pair";
const UNKNOWN_CURSOR: &str = "-32602 unknown cursor; ask for the list again without one";
const ECHO_MISSING: &str = "wrong argument for `echo`:\n- `value`: missing\na minimal valid call has the arguments {\"value\":\"<value>\"}";
const ECHO_TWICE: &str = "wrong argument for `echo`:\n- `value`: given more than once; send it once\na minimal valid call has the arguments {\"value\":\"<value>\"}";
const ECHO_DEEP: &str = "wrong argument for `echo`:\n- `value`: cannot be read: it is nested too deeply, or has a number that is out of range; send a plainer value\na minimal valid call has the arguments {\"value\":\"<value>\"}";
const ECHO_HALF: &str = "wrong argument for `echo`:\n- `value`: contains half a surrogate pair, such as `\\ud83d`; send whole characters\na minimal valid call has the arguments {\"value\":\"<value>\"}";
const WRITE_HALF: &str = "the arguments for `write` cannot be read: they are nested too deeply, or a name contains half a surrogate pair, such as `\\ud83d`; send whole characters";
const DISCOVERED: &str = r#"{"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"zoo","version":"1.2.3"}},"cacheScope":"private","capabilities":{"tools":{}},"resultType":"complete","supportedVersions":["2024-11-05","2025-03-26","2025-06-18","2025-11-25","2026-07-28"],"ttlMs":0}"#;

#[tokio::test]
async fn wrong_members_get_exact_responses() {
    // R143, R146, R147, R155
    let mut faults = Vec::new();
    for version in ProtocolVersion::ALL {
        let mut client = Client::of(*version).await;
        for (method, params, legacy, modern) in WRONG {
            let (sent, expected) = if !is_modern(*version) {
                (params.to_owned(), legacy)
            } else if modern == SAME {
                (with_meta(params), legacy)
            } else {
                (with_meta(params), modern)
            };
            let response = client.request(method, &filled(&sent)).await;
            if response != expected {
                faults.push(format!(
                    "{version} {method} {params}\n  {response}\n  {expected}"
                ));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[tokio::test]
async fn a_wrong_initialize_names_the_member() {
    // R147
    let mut client = Client::new();
    for (params, expected) in [
        ("null", "`params` is missing"),
        ("{}", "`protocolVersion` is missing"),
        (
            r#"{"protocolVersion":7}"#,
            "`protocolVersion` must be a string, not a number",
        ),
        (r#"{"protocolVersion":"x"}"#, "`capabilities` is missing"),
        (
            r#"{"protocolVersion":"x","capabilities":[]}"#,
            "`capabilities` must be an object, not an array",
        ),
        (
            r#"{"protocolVersion":"x","capabilities":{}}"#,
            "`clientInfo` is missing",
        ),
        (
            r#"{"protocolVersion":"x","capabilities":{},"clientInfo":7}"#,
            "`clientInfo` must be an object, not a number",
        ),
        (
            r#"{"protocolVersion":"x","capabilities":{},"clientInfo":{}}"#,
            "`name` is missing",
        ),
        (
            r#"{"protocolVersion":"x","capabilities":{},"clientInfo":{"name":7}}"#,
            "`name` must be a string, not a number",
        ),
        (
            r#"{"protocolVersion":"x","capabilities":{},"clientInfo":{"name":"a"}}"#,
            "`version` is missing",
        ),
        (
            r#"{"protocolVersion":"x","capabilities":{},"clientInfo":{"name":"a","version":1}}"#,
            "`version` must be a string, not a number",
        ),
    ] {
        let response = client.request("initialize", params).await;
        assert_eq!(response, format!("-32602 {expected}"), "{params}");
    }
    // None of these requests has begun a session.
    let params = r#"{"protocolVersion":"x","capabilities":{"elicitation":7},"clientInfo":{"name":"","version":""}}"#;
    let response = client.request("initialize", params).await;
    assert!(
        response.contains(r#""protocolVersion":"2025-11-25""#),
        "{response}"
    );
    let response = client.request("initialize", params).await;
    assert_eq!(response, "-32600 the client has sent `initialize` before");
}

/// Adds the `_meta` of protocol version 2026-07-28 to the parameters, if they are an object without it.
fn with_meta(params: &str) -> String {
    if params.contains("_meta") || !params.starts_with('{') {
        return params.to_owned();
    }
    let with_meta = params.replacen('{', &format!(r#"{{"_meta":{{{META}}},"#), 1);
    with_meta.replace("},}", "}}")
}
