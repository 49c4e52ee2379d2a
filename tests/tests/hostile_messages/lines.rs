//! Lines that are no valid request, and line separators inside of messages.

use mcp_tool_runtime::ProtocolVersion;

use crate::{Client, META, described, filled};

/// Lines that are no valid request: the id in the response, and the error.
const INVALID: [(&[u8], Option<&str>, &str); 37] = [
    (
        b"hello",
        None,
        "-32700 the message is not JSON: expected value at line 1 column 1",
    ),
    (
        b"{",
        None,
        "-32700 the message is not JSON: EOF while parsing an object at line 2 column 0",
    ),
    (
        b"\x00",
        None,
        "-32700 the message is not JSON: expected value at line 1 column 1",
    ),
    (
        b"{\"a\":\"\x00\"}",
        None,
        "-32700 the message is not JSON: control character (\\u0000-\\u001F) found while parsing a string at line 1 column 6",
    ),
    (
        b"\xff",
        None,
        "-32700 the message is not UTF-8: invalid utf-8 sequence of 1 bytes from index 0",
    ),
    (
        b"\xef\xbb",
        None,
        "-32700 the message is not UTF-8: invalid utf-8 sequence of 2 bytes from index 0",
    ),
    (
        b"{\"a\":\"\xed\xa0\x80\"}",
        None,
        "-32700 the message is not UTF-8: invalid utf-8 sequence of 1 bytes from index 6",
    ),
    (
        br#"{"jsonrpc":"2.0","id":1,"method":"ping"} {}"#,
        None,
        "-32700 the message is not JSON: trailing characters at line 1 column 42",
    ),
    (
        br#"{"jsonrpc":"2.0","id":01,"method":"ping"}"#,
        None,
        "-32700 the message is not JSON: invalid number at line 1 column 24",
    ),
    (
        br#"{"jsonrpc":"2.0","id":+1,"method":"ping"}"#,
        None,
        "-32700 the message is not JSON: expected value at line 1 column 23",
    ),
    (
        br#"{"jsonrpc":"2.0","id":NaN,"method":"ping"}"#,
        None,
        "-32700 the message is not JSON: expected value at line 1 column 23",
    ),
    (
        br#"{"jsonrpc":"2.0","id":1,"method":"ping",}"#,
        None,
        "-32700 the message is not JSON: key must be a string at line 1 column 41",
    ),
    (b"null", None, "-32600 a message must be an object"),
    (br#""ping""#, None, "-32600 a message must be an object"),
    (b"{}", None, "-32600 `method` is missing"),
    (
        br#"{"jsonrpc":"2.0","id":1}"#,
        Some("1"),
        "-32600 `method` is missing",
    ),
    (br#"{"jsonrpc":"2.0","id":1,"method":7}"#, Some("1"), METHOD),
    (
        br#"{"jsonrpc":"2.0","id":1,"method":null}"#,
        Some("1"),
        METHOD,
    ),
    (
        br#"{"jsonrpc":"2.0","id":1,"method":["ping"]}"#,
        Some("1"),
        METHOD,
    ),
    (
        br#"{"jsonrpc":"2.0","id":1,"method":<arrays>}"#,
        Some("1"),
        METHOD,
    ),
    (
        br#"{"jsonrpc":"2.0","id":1,"method":"\ud800"}"#,
        Some("1"),
        METHOD,
    ),
    (br#"{"id":1,"method":"ping"}"#, Some("1"), JSONRPC),
    (
        br#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#,
        Some("1"),
        JSONRPC,
    ),
    (
        br#"{"jsonrpc":2.0,"id":1,"method":"ping"}"#,
        Some("1"),
        JSONRPC,
    ),
    (
        br#"{"jsonrpc":<arrays>,"id":1,"method":"ping"}"#,
        Some("1"),
        JSONRPC,
    ),
    (br#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, None, ID),
    (br#"{"jsonrpc":"2.0","id":true,"method":"ping"}"#, None, ID),
    (br#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, None, ID),
    (br#"{"jsonrpc":"2.0","id":[1],"method":"ping"}"#, None, ID),
    (
        br#"{"jsonrpc":"2.0","id":<arrays>,"method":"ping"}"#,
        None,
        ID,
    ),
    (
        br#"{"jsonrpc":"2.0","id":"\ud800","method":"ping"}"#,
        None,
        ID,
    ),
    (
        br#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#,
        Some("1.5"),
        ID,
    ),
    (br#"{"jsonrpc":"2.0","id":1e999,"method":"ping"}"#, None, ID),
    (
        br#"{"jsonrpc":"2.0","id":1,"method":"ping","result":{}}"#,
        Some("1"),
        "-32600 a message must not have both `method` and `result` or `error`",
    ),
    (
        br#"{"jsonrpc":"2.0","id":1,"id":1,"method":"ping"}"#,
        None,
        DUPLICATE,
    ),
    (
        br#"{"jsonrpc":"2.0","id":1,"method":"ping","meth\u006fd":"ping"}"#,
        Some("1"),
        DUPLICATE,
    ),
    (
        br#"{"jsonrpc":"2.0","id":1,"method":"ping","\ud800":1}"#,
        None,
        DUPLICATE,
    ),
];

const METHOD: &str = "-32600 `method` must be a string";
const JSONRPC: &str = "-32600 `jsonrpc` must be \"2.0\"";
const ID: &str = "-32600 `id` must be a string or an integer";
const DUPLICATE: &str =
    "-32600 the message has a duplicate member, or a name with half a surrogate pair";

#[tokio::test]
async fn invalid_lines_get_exact_responses() {
    // R155, R172
    let mut faults = Vec::new();
    for version in ProtocolVersion::ALL {
        let mut client = Client::of(*version).await;
        for (line, id, expected) in INVALID {
            let filled = match str::from_utf8(line) {
                Ok(text) => filled(text).into_bytes(),
                Err(_) => line.to_vec(),
            };
            // If the id is unknown, it is null before 2025-11-25, and before the server knows the version.
            let id = match id {
                Some(id) => format!(r#""id":{id},"#),
                None if *version == ProtocolVersion::V2025_11_25 => String::new(),
                None => r#""id":null,"#.to_owned(),
            };
            let response = client.ask(&filled).await;
            let start = format!(r#"{{"jsonrpc":"2.0",{id}"error":"#);
            if !response.starts_with(&start) || described(&response) != expected {
                let line = String::from_utf8_lossy(line);
                faults.push(format!(
                    "{version} {line}\n  {response}\n  {start} {expected}"
                ));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Some clients split lines at these characters, too, and then wait for ever. So each message escapes them.
#[tokio::test]
async fn line_separators_are_escaped_in_each_message() {
    const TEXT: &str = "a\u{2028}\u{2029}\u{85}b";
    const ESCAPED: &str = r"a\u2028\u2029\u0085b";

    for version in ProtocolVersion::ALL {
        let mut client = Client::of(*version).await;
        for (line, expected) in [
            (
                format!(r#""id":"{TEXT}","method":"ping""#),
                format!(r#""id":"{ESCAPED}""#),
            ),
            (
                format!(r#""id":"{TEXT}","method":7"#),
                format!(r#""id":"{ESCAPED}""#),
            ),
            (
                format!(r#""id":1,"method":"{TEXT}","params":{{"_meta":{{{META}}}}}"#),
                format!("unknown method `{ESCAPED}`"),
            ),
            (
                format!(
                    r#""id":1,"method":"tools/call","params":{{"_meta":{{{META}}},"name":"{TEXT}"}}"#
                ),
                format!("unknown tool `{ESCAPED}`"),
            ),
            (
                format!(
                    r#""id":1,"method":"tools/call","params":{{"_meta":{{{META}}},"name":"echo","arguments":{{"value":{{"{TEXT}":"{TEXT}"}}}}}}"#
                ),
                format!(r#""structuredContent":{{"{ESCAPED}":"{ESCAPED}"}}"#),
            ),
            (
                format!(
                    r#""id":1,"method":"tools/list","params":{{"_meta":{{"io.modelcontextprotocol/protocolVersion":"{TEXT}"}}}}"#
                ),
                format!(r#""requested":"{ESCAPED}""#),
            ),
        ] {
            let response = client
                .ask(format!(r#"{{"jsonrpc":"2.0",{line}}}"#).as_bytes())
                .await;
            assert!(response.contains(&expected), "{response}");
        }
    }
}
