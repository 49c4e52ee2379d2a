//! Tests `handle_json`, which takes the bytes of a JSON-RPC message and returns the bytes of its response.

use mcp_tool_runtime::{
    CallToolRequest, ProtocolError, ProtocolVersion, ToolContext, ToolRegistry, mcp_tool, tools,
};
use mcp_tool_tests::zoo::{self, Zoo};
use mcp_tool_tests::{Peer, block_on};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

/// Returns the response to a client of `version`, as text. Returns `None` if there is no response.
fn raw(registry: &ToolRegistry<Zoo>, version: ProtocolVersion, message: &[u8]) -> Option<String> {
    let response = block_on(registry.handle_json(message, &ToolContext::new(version)))?;
    Some(String::from_utf8(response).expect("a response is UTF-8"))
}

/// Returns the zoo's response in the newest protocol version, and checks which members it has. Panics if there is
/// no response.
#[track_caller]
fn answer(message: impl AsRef<[u8]>) -> Value {
    let text =
        raw(&zoo::registry(), ProtocolVersion::LATEST, message.as_ref()).expect("a response");
    let response: Value = serde_json::from_str(&text).expect("a response is JSON");
    assert_eq!(response["jsonrpc"], "2.0", "{text}");
    let members = response.as_object().unwrap().len();
    let with_id = usize::from(response.get("id").is_some());
    assert_eq!(members, 2 + with_id, "{text}");
    assert!(response.get("result").is_some() != response.get("error").is_some());
    response
}

/// Sends a message. Checks the code and the id of the error response, and returns the error's message.
#[track_caller]
fn refused(message: impl AsRef<[u8]>, code: i32, id: Value) -> String {
    let message = message.as_ref();
    let response = answer(message);
    let shown = String::from_utf8_lossy(&message[..message.len().min(200)]);
    assert_eq!(response["error"]["code"], code, "{shown}: {response}");
    // Callers pass `null` for `id` if the server cannot read the id of the request. The response
    // then has no `id`.
    let id = Some(id).filter(|id| !id.is_null());
    assert_eq!(response.get("id"), id.as_ref(), "{shown}: {response}");
    response["error"]["message"].as_str().unwrap().to_owned()
}

const LIST: &str = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;

fn with_params(method: &str, params: &Value) -> String {
    json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params }).to_string()
}

/// A tool can return the error of another, cancelled call. The tool's own call is not cancelled, so the client
/// gets a response.
#[test]
fn the_error_of_another_cancelled_call_is_a_response() {
    /// Forwards a call.
    #[mcp_tool]
    fn forward() -> Result<(), ProtocolError> {
        Err(ProtocolError::internal_error(
            "the server has cancelled the call",
        ))
    }

    let registry = ToolRegistry::builder(()).tools(tools![forward]).build();
    let message = with_params("tools/call", &json!({ "name": "forward" }));
    let response = Peer::new(&registry.unwrap()).json(message);
    assert_eq!(response.unwrap()["error"]["code"], -32603);
}

#[test]
fn both_methods_respond_in_the_form_of_the_version() {
    // R112, R176
    let registry = zoo::registry();
    for peer in Peer::all(&registry) {
        let newest = peer.protocol_version() >= ProtocolVersion::V2026_07_28;
        let list = peer.json(LIST).unwrap();
        assert_eq!(list["result"], peer.list());
        assert_eq!(list["result"].get("ttlMs").is_some(), newest);
        let call = with_params("tools/call", &json!({ "name": "count" }));
        let call = peer.json(call).unwrap();
        assert_eq!(call["result"].get("structuredContent").is_some(), newest);
        assert_eq!(call["result"].get("resultType").is_some(), newest);
    }
}

#[test]
fn a_response_has_exact_bytes() {
    let registry = zoo::registry();
    let message = br#"{"jsonrpc":"2.0","id":"a","method":"tools/call",
        "params":{"name":"shapes.scale","arguments":{"shape":{"type":"circle","radius":1}}}}"#;
    assert_eq!(
        raw(&registry, ProtocolVersion::V2025_11_25, message).unwrap(),
        r#"{"jsonrpc":"2.0","id":"a","result":{"content":[{"type":"text","text":"{\"type\":\"circle\",\"radius\":2.0}"}],"structuredContent":{"type":"circle","radius":2.0}}}"#,
    );
    assert_eq!(
        raw(&registry, ProtocolVersion::V2026_07_28, message).unwrap(),
        r#"{"jsonrpc":"2.0","id":"a","result":{"resultType":"complete","content":[{"type":"text","text":"{\"type\":\"circle\",\"radius\":2.0}"}],"structuredContent":{"type":"circle","radius":2.0}}}"#,
    );
    assert_eq!(
        raw(&registry, ProtocolVersion::V2025_06_18, b"{\"id\":7}").unwrap(),
        r#"{"jsonrpc":"2.0","id":7,"error":{"code":-32600,"message":"`method` is missing"}}"#,
    );
}

#[test]
fn responses_contain_no_line_breaks() {
    // R172: on stdio, each message is one line
    let registry = zoo::registry();
    for version in ProtocolVersion::ALL {
        let list = raw(&registry, *version, LIST.as_bytes()).unwrap();
        assert!(!list.contains(['\n', '\r']));
        for (name, arguments) in zoo::calls() {
            let message = with_params(
                "tools/call",
                &json!({ "name": name, "arguments": arguments }),
            );
            let response = raw(&registry, *version, message.as_bytes()).unwrap();
            assert!(!response.contains(['\n', '\r']), "{response}");
        }
    }
}

#[test]
fn a_response_repeats_the_id_unchanged() {
    let registry = zoo::registry();
    for id in [
        "0",
        "1",
        "-1",
        "9007199254740993",
        "18446744073709551615",
        "-9223372036854775808",
        r#""""#,
        r#""1""#,
        r#""a\"b\\cé""#,
        r#""😀""#,
        // `1.0` is a valid id, because JSON Schema counts `1.0` as an integer.
        "1.0",
    ] {
        let message = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/list"}}"#);
        let response = raw(&registry, ProtocolVersion::LATEST, message.as_bytes()).unwrap();
        assert!(
            response.starts_with(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":"#)),
            "{response:.200}"
        );
        // An error response repeats the id in the same way.
        let message = format!(r#"{{"id":{id},"jsonrpc":"2.0","method":"tools/run"}}"#);
        let response = raw(&registry, ProtocolVersion::LATEST, message.as_bytes()).unwrap();
        assert!(
            response.starts_with(&format!(r#"{{"jsonrpc":"2.0","id":{id},"error":"#)),
            "{response}"
        );
    }
}

#[test]
fn an_id_may_be_written_with_escapes() {
    let registry = zoo::registry();
    for id in [r#""a\u00e9\/""#, r#""\ud83d\ude00""#, "1e3"] {
        let message = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/list"}}"#);
        let response = raw(&registry, ProtocolVersion::LATEST, message.as_bytes()).unwrap();
        let response: Value = serde_json::from_str(&response).unwrap();
        assert_eq!(response["id"], serde_json::from_str::<Value>(id).unwrap());
    }
}

#[test]
fn an_id_of_another_kind_is_rejected() {
    // R155: an MCP id is a string or an integer, although JSON-RPC also allows fractions and
    // `null`
    for id in ["null", "true", "{}", "[]", "[1]", r#""\ud800""#] {
        for method in ["tools/list", "tools/run"] {
            let message = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}"}}"#);
            refused(message, -32600, Value::Null);
        }
    }
    // A fraction or a huge number is not a valid id. The error still repeats the number as the
    // id, so that the client can find its request.
    for id in ["1.5", "1e300"] {
        let message = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/list"}}"#);
        refused(message, -32600, serde_json::from_str(id).unwrap());
    }
}

#[test]
fn a_notification_has_no_response() {
    let registry = zoo::registry();
    for message in [
        r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#,
        r#"{"jsonrpc":"2.0","method":"tools/list"}"#,
        r#"{"jsonrpc":"2.0","method":"tools/call","params":{"name":"delete"}}"#,
        r#"{"jsonrpc":"2.0","method":"tools/call","params":7}"#,
        r#"{"jsonrpc":"2.0","method":"whatever","params":[]}"#,
    ] {
        assert_eq!(
            raw(&registry, ProtocolVersion::LATEST, message.as_bytes()),
            None,
            "{message}"
        );
    }
}

#[test]
fn invalid_json_is_a_parse_error() {
    // R155
    for message in [
        &b""[..],
        b" ",
        b"x",
        b"{",
        b"{\"jsonrpc\":\"2.0\",\"id\":1,",
        b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"} {}",
        b"{\"jsonrpc\":\"2.0\",\"id\":01,\"method\":\"tools/list\"}",
        b"{'jsonrpc':'2.0'}",
        b"NaN",
        b"\x00",
        // These messages are not valid UTF-8.
        b"{\"jsonrpc\":\"2.0\",\"id\":\"\xff\",\"method\":\"tools/list\"}",
        b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"x\":\"\xc3\x28\"}",
        b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"\xed\xa0\x80\":0}",
        b"\xff",
    ] {
        refused(message, -32700, Value::Null);
    }
}

#[test]
fn other_json_is_an_invalid_request() {
    // R155
    for (message, id) in [
        ("1", json!(null)),
        ("null", json!(null)),
        ("true", json!(null)),
        (r#""tools/list""#, json!(null)),
        ("{}", json!(null)),
        (r#"{"id":1}"#, json!(1)),
        (r#"{"id":1,"method":"tools/list"}"#, json!(1)),
        (
            r#"{"jsonrpc":"1.0","id":1,"method":"tools/list"}"#,
            json!(1),
        ),
        (r#"{"jsonrpc":2.0,"id":1,"method":"tools/list"}"#, json!(1)),
        (r#"{"jsonrpc":"2.0","id":1}"#, json!(1)),
        (r#"{"jsonrpc":"2.0","id":1,"method":null}"#, json!(1)),
        (r#"{"jsonrpc":"2.0","id":1,"method":7}"#, json!(1)),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":["tools/list"]}"#,
            json!(1),
        ),
        (r#"{"jsonrpc":"2.0","id":1,"method":"\ud800"}"#, json!(1)),
    ] {
        refused(message, -32600, id);
    }
}

#[test]
fn an_unknown_id_is_null_before_2025_11_25() {
    // R155
    let registry = zoo::registry();
    let null = r#"{"jsonrpc":"2.0","id":null,"#;
    for (version, start) in [
        (ProtocolVersion::V2024_11_05, null),
        (ProtocolVersion::V2025_03_26, null),
        (ProtocolVersion::V2025_06_18, null),
        (ProtocolVersion::V2025_11_25, r#"{"jsonrpc":"2.0","error":"#),
        (ProtocolVersion::V2026_07_28, r#"{"jsonrpc":"2.0","error":"#),
    ] {
        for message in ["{", "[]"] {
            let response = raw(&registry, version, message.as_bytes()).expect("a response");
            assert!(response.starts_with(start), "{version}: {response}");
        }
    }
}

#[test]
fn a_batch_is_rejected() {
    // R172: MCP allows no batches from version 2025-06-18 on
    for message in [
        "[]".to_owned(),
        format!("[{LIST}]"),
        format!(" [{LIST},{LIST}]"),
        "[1]".to_owned(),
    ] {
        let text = refused(message, -32600, Value::Null);
        assert!(text.contains("batch"), "{text}");
    }
}

#[test]
fn a_response_receives_no_response() {
    // If both sides answered responses, the exchange would never end. So the server ignores a
    // response.
    let registry = zoo::registry();
    for message in [
        r#"{"jsonrpc":"2.0","id":1,"result":{}}"#,
        r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":null}"#,
        // A client sends this error if it cannot read a message from the server.
        r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"no"}}"#,
        r#"{"jsonrpc":"2.0","id":1.5,"result":{}}"#,
    ] {
        assert_eq!(
            raw(&registry, ProtocolVersion::LATEST, message.as_bytes()),
            None,
            "{message}"
        );
    }
}

#[test]
fn a_duplicate_member_is_rejected() {
    // Different parsers may read different values from a message with a duplicate member.
    for (message, id) in [
        (
            r#"{"jsonrpc":"2.0","id":2,"id":1,"method":"tools/list"}"#,
            json!(null),
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","method":"tools/call"}"#,
            json!(1),
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","meth\u006fd":"tools/call"}"#,
            json!(1),
        ),
    ] {
        let text = refused(message, -32600, id);
        assert!(text.contains("duplicate"), "{text}");
    }
    for params in [
        r#"{"name":"delete","name":"count"}"#,
        r#"{"name":"delete","arguments":{},"arguments":{}}"#,
        r#"{"name":"delete","_meta":{},"_meta":{}}"#,
    ] {
        let message =
            format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{params}}}"#);
        let text = refused(message, -32602, json!(1));
        assert!(text.contains("duplicate"), "{text}");
    }
}

#[test]
fn unknown_members_are_ignored() {
    let message = r#"{"extra":[{}],"params":{"more":null,"cursor":null},"method":"tools/list",
        "id":1,"jsonrpc":"2.0","\ud83d\ude00":0}"#;
    assert!(answer(message)["result"]["tools"].is_array());
}

#[test]
fn an_unknown_method_is_rejected() {
    // R155
    for method in [
        "tools/run",
        "",
        "ping",
        "initialize",
        "TOOLS/LIST",
        "tools/list ",
    ] {
        let text = refused(with_params(method, &json!({})), -32601, json!(1));
        assert!(text.contains(&format!("`{method}`")), "{text}");
    }
    let long = "x".repeat(1 << 20);
    assert!(refused(with_params(&long, &json!({})), -32601, json!(1)).len() < 500);
}

#[test]
fn parameters_of_the_wrong_shape_are_named() {
    // R147
    for (method, params, words) in [
        ("tools/list", json!([]), "`params`"),
        ("tools/list", json!("x"), "`params`"),
        ("tools/list", json!({ "cursor": 7 }), "`cursor`"),
        ("tools/list", json!({ "_meta": [] }), "`_meta`"),
        ("tools/call", json!([]), "`params`"),
        ("tools/call", json!(7), "`params`"),
        ("tools/call", json!({}), "`name`"),
        ("tools/call", json!({ "name": null }), "`name`"),
        ("tools/call", json!({ "name": 7 }), "`name`"),
        ("tools/call", json!({ "name": ["delete"] }), "`name`"),
        (
            "tools/call",
            json!({ "name": "delete", "arguments": [] }),
            "`arguments`",
        ),
        (
            "tools/call",
            json!({ "name": "delete", "arguments": "{}" }),
            "`arguments`",
        ),
        (
            "tools/call",
            json!({ "name": "delete", "arguments": 0 }),
            "`arguments`",
        ),
        (
            "tools/call",
            json!({ "name": "delete", "arguments": false }),
            "`arguments`",
        ),
        (
            "tools/call",
            json!({ "name": "delete", "_meta": "x" }),
            "`_meta`",
        ),
    ] {
        let text = refused(with_params(method, &params), -32602, json!(1));
        assert!(text.contains(words), "{params}: {text}");
    }
    let missing = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call"}"#;
    assert!(refused(missing, -32602, json!(1)).contains("`params`"));
}

#[test]
fn null_parameters_count_as_absent() {
    let list = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":null}"#;
    assert!(answer(list)["result"]["tools"].is_array());
    let params = json!({ "name": "delete", "arguments": null, "_meta": null });
    assert_eq!(
        answer(with_params("tools/call", &params))["result"]["content"][0]["text"],
        "ok"
    );
}

#[test]
fn a_foreign_cursor_is_rejected() {
    // R143, R144
    for cursor in ["", "2"] {
        let text = refused(
            with_params("tools/list", &json!({ "cursor": cursor })),
            -32602,
            json!(1),
        );
        assert!(text.contains("cursor"), "{text}");
    }
}

const VERSION: &str = "io.modelcontextprotocol/protocolVersion";
const CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";

#[test]
fn a_request_may_name_its_version() {
    // R75, R176: the version in a request takes precedence over that of the connection
    let registry = zoo::registry();
    for connection in ProtocolVersion::ALL {
        for named in ProtocolVersion::ALL {
            let meta = json!({
                VERSION: named.as_str(), CAPABILITIES: {}, "example.com/more": 1,
            });
            for (method, params) in [
                ("tools/list", json!({ "_meta": meta })),
                ("tools/call", json!({ "name": "count", "_meta": meta })),
                ("tools/call", json!({ "name": "gallery", "_meta": meta })),
            ] {
                let named_result =
                    Peer::of(&registry, *connection).json(with_params(method, &params));
                let mut plain = params.clone();
                plain.as_object_mut().unwrap().remove("_meta");
                let own_result = Peer::of(&registry, *named).json(with_params(method, &plain));
                assert_eq!(
                    named_result, own_result,
                    "{method} of {named} over {connection}"
                );
            }
        }
    }
}

#[test]
fn an_unsupported_version_is_rejected_with_the_supported_ones() {
    // R164
    for version in ["2024-10-07", "2099-01-01", "draft", ""] {
        let meta = json!({ VERSION: version });
        for (method, params) in [
            ("tools/list", json!({ "_meta": meta })),
            ("tools/call", json!({ "name": "delete", "_meta": meta })),
            // The tool does not exist, but the server checks the version first.
            (
                "tools/call",
                json!({ "name": "no_such_tool", "_meta": meta }),
            ),
        ] {
            let error = answer(with_params(method, &params))["error"].take();
            assert_eq!(error["code"], -32022);
            assert_eq!(
                error["data"],
                json!({
                    "supported": [
                        "2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28",
                    ],
                    "requested": version,
                }),
            );
        }
    }
}

#[test]
fn a_request_of_2026_07_28_declares_client_capabilities() {
    // R75
    let meta = |capabilities: Option<Value>| {
        let mut meta = json!({ VERSION: "2026-07-28" });
        if let Some(capabilities) = capabilities {
            meta[CAPABILITIES] = capabilities;
        }
        json!({ "name": "count", "_meta": meta })
    };
    for wrong in [None, Some(json!(7)), Some(json!(null)), Some(json!([]))] {
        for method in ["tools/list", "tools/call"] {
            let message = with_params(method, &meta(wrong.clone()));
            let text = refused(message, -32602, json!(1));
            assert!(text.contains(CAPABILITIES), "{text}");
        }
    }
    let response = answer(with_params("tools/call", &meta(Some(json!({})))));
    assert!(response.get("result").is_some(), "{response}");
}

#[test]
fn a_version_of_five_megabytes_is_not_repeated() {
    let meta = json!({ VERSION: "x".repeat(5 << 20) });
    let text = refused(
        with_params("tools/list", &json!({ "_meta": meta })),
        -32022,
        json!(1),
    );
    assert!(text.len() < 1000, "{} bytes", text.len());
}

#[test]
fn a_version_of_the_wrong_type_is_a_wrong_parameter() {
    for version in [
        json!(null),
        json!(20_260_728),
        json!(["2026-07-28"]),
        json!({}),
    ] {
        let params = json!({ "_meta": { VERSION: version } });
        let text = refused(with_params("tools/list", &params), -32602, json!(1));
        assert!(text.contains(VERSION), "{text}");
    }
}

/// Returns the `_meta` of the request that calls the tool.
#[mcp_tool(read_only)]
fn meta(#[context] cx: &ToolContext) -> String {
    json!(cx.meta()).to_string()
}

#[test]
fn a_tool_reads_the_meta_of_its_request() {
    let registry = ToolRegistry::builder(()).tools(tools![meta]).build();
    let registry = registry.unwrap();
    let context = ToolContext::new(ProtocolVersion::V2025_11_25);
    for meta in [
        json!({}),
        json!({ "a": { "b": [1, -2.5, null, true, "1e9"] }, "c/d": "" }),
        json!({ "with \"quotes\"": "\n", "float": 1e300 }),
    ] {
        let call = with_params("tools/call", &json!({ "name": "meta", "_meta": meta }));
        let response = block_on(registry.handle_json(call.as_bytes(), &context)).unwrap();
        let response: Value = serde_json::from_slice(&response).unwrap();
        let text = response["result"]["content"][0]["text"].as_str().unwrap();
        assert_eq!(serde_json::from_str::<Value>(text).unwrap(), meta);
    }
}

#[test]
fn a_meta_that_cannot_be_decoded_is_rejected() {
    let nested = "[".repeat(200) + &"]".repeat(200);
    let digits = "1".repeat(400);
    for value in [r#""\ud800""#, "1e999", &digits, &nested] {
        let params = format!(r#"{{"name":"count","_meta":{{"x":{value}}}}}"#);
        let call = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{params}}}"#);
        let message = refused(call, -32602, json!(1));
        assert!(message.contains("`_meta`"), "{message}");
    }
}

#[test]
fn escapes_in_member_names_are_decoded() {
    let message = r#"{"jsonrpc":"2.0","id":1,"\u006dethod":"tools\/call",
        "params":{"arguments":{"sh\u0061pe":{"typ\u0065":"circl\u0065","radius":1}},
                  "n\u0061me":"sh\u0061pes.scale"}}"#;
    let result = answer(message)["result"].take();
    assert_eq!(
        result["structuredContent"],
        json!({ "type": "circle", "radius": 2.0 })
    );
}

#[test]
fn arguments_may_come_before_the_name() {
    let message = r#"{"params":{"arguments":{"b":2,"a":1},"name":"add"},
        "method":"tools/call","id":1,"jsonrpc":"2.0"}"#;
    assert_eq!(answer(message)["result"]["structuredContent"], 3);
}

#[test]
fn whitespace_between_tokens_is_ignored() {
    let message = " \r\n\t{ \"jsonrpc\" : \"2.0\" , \"id\" : 1 , \"method\" : \"tools/call\" ,\n \
        \"params\" : { \"name\" : \"add\" , \"arguments\" : \t{ \"a\" : 1 , \"b\" : 2 } } } \n";
    assert_eq!(answer(message)["result"]["structuredContent"], 3);
}

#[test]
fn bytes_and_values_give_the_same_results() {
    let registry = zoo::registry();
    for version in ProtocolVersion::ALL {
        let peer = Peer::of(&registry, *version);
        for (name, arguments) in zoo::calls() {
            let params = json!({ "name": name, "arguments": arguments });
            let from_bytes = peer.json(with_params("tools/call", &params)).unwrap();
            match peer.try_call(name, arguments) {
                Ok(result) => assert_eq!(from_bytes["result"], result, "{params}"),
                Err(error) => assert_eq!(
                    from_bytes["error"],
                    serde_json::to_value(&error).unwrap(),
                    "{params}"
                ),
            }
        }
    }
}

#[test]
fn a_complete_result_serializes_like_its_response() {
    let registry = zoo::registry();
    for version in ProtocolVersion::ALL {
        for (name, arguments) in zoo::calls() {
            let request = CallToolRequest::new(name).with_arguments(arguments.clone());
            let Ok(response) = block_on(registry.call(request, &ToolContext::new(*version))) else {
                continue;
            };
            let value = response.to_value(*version);
            let result = response.complete().unwrap();
            assert_eq!(result.to_value(*version), value, "{name} {arguments}");
        }
    }
}

#[test]
fn the_text_equals_the_json_of_the_structured_content() {
    // R105, R106: a text block repeats the JSON of the structured content byte for byte
    let registry = zoo::registry();
    let mut seen = 0;
    for (name, arguments) in zoo::calls() {
        if name == "full" {
            continue;
        }
        let message = with_params(
            "tools/call",
            &json!({ "name": name, "arguments": arguments }),
        );
        let response = raw(&registry, ProtocolVersion::LATEST, message.as_bytes()).unwrap();
        let Some((before, structured)) = response.split_once(r#","structuredContent":"#) else {
            continue;
        };
        let structured = structured.strip_suffix("}}").unwrap();
        let value: Value = serde_json::from_str(&format!("{before}}}}}")).unwrap();
        // The tools `built` and `charted` each return a content block of their own. This block
        // comes before the text block that contains the JSON.
        let own = usize::from(["built", "charted"].contains(&name));
        let content = &value["result"]["content"];
        // The response escapes the characters that some clients take for the end of a line.
        let text = content[own]["text"].as_str().unwrap();
        let text = text
            .replace('\u{85}', r"\u0085")
            .replace('\u{2028}', r"\u2028");
        assert_eq!(text, structured, "{name} {arguments}");
        assert_eq!(content.as_array().unwrap().len(), own + 1);
        seen += 1;
    }
    assert!(seen > 15, "{seen}");
}

/// Generates any small JSON value.
fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        ".{0,8}".prop_map(Value::from),
        prop_oneof![
            "tools/list",
            "tools/call",
            "2.0",
            "add",
            "forecast",
            "2025-11-25"
        ]
        .prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 32, 5, |inner| {
        let key = prop_oneof![
            4 => prop_oneof![
                "jsonrpc", "id", "method", "params", "name", "arguments", "_meta", "cursor", "city",
                "a", "b", "tree", "word", "branches", "io.modelcontextprotocol/protocolVersion",
            ],
            1 => ".{0,4}",
        ];
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::vec((key, inner), 0..6)
                .prop_map(|members| Value::Object(members.into_iter().collect::<Map<_, _>>())),
        ]
    })
}

fn any_id() -> impl Strategy<Value = Value> {
    prop_oneof![
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        ".{0,8}".prop_map(Value::from),
    ]
}

fn any_version() -> impl Strategy<Value = ProtocolVersion> {
    prop::sample::select(ProtocolVersion::ALL)
}

/// Generates the `params` of a tool call. The arguments are often almost valid.
fn any_call() -> impl Strategy<Value = Value> {
    let near = prop::sample::select(zoo::calls())
        .prop_map(|(name, arguments)| json!({ "name": name, "arguments": arguments }));
    let far = (prop::sample::select(zoo::calls()), any_json())
        .prop_map(|((name, _), arguments)| json!({ "name": name, "arguments": arguments }));
    let mixed = (
        prop::sample::select(zoo::calls()),
        prop::sample::select(zoo::calls()),
        any_json(),
    )
        .prop_map(|((name, mut arguments), (_, others), more)| {
            if let (Value::Object(arguments), Value::Object(others)) = (&mut arguments, others) {
                arguments.extend(others);
                if let Value::Object(more) = more {
                    arguments.extend(more);
                }
            }
            json!({ "name": name, "arguments": arguments })
        });
    prop_oneof![near, far, mixed]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn arbitrary_bytes_cause_no_panic(bytes in prop::collection::vec(any::<u8>(), 0..200), version in any_version()) {
        if let Some(response) = raw(&zoo::registry(), version, &bytes) {
            let response: Value = serde_json::from_str(&response).unwrap();
            prop_assert_eq!(&response["jsonrpc"], "2.0");
        }
    }

    #[test]
    fn broken_requests_cause_no_panic(
        call in any_call(),
        at in any::<prop::sample::Index>(),
        with in prop::collection::vec(any::<u8>(), 0..3),
        version in any_version(),
    ) {
        let mut bytes = with_params("tools/call", &call).into_bytes();
        let at = at.index(bytes.len());
        bytes.splice(at..=at, with);
        if let Some(response) = raw(&zoo::registry(), version, &bytes) {
            let response: Value = serde_json::from_str(&response).unwrap();
            prop_assert_eq!(&response["jsonrpc"], "2.0");
        }
    }

    #[test]
    fn arbitrary_json_causes_no_panic(value in any_json(), version in any_version()) {
        if let Some(response) = raw(&zoo::registry(), version, value.to_string().as_bytes()) {
            let response: Value = serde_json::from_str(&response).unwrap();
            prop_assert_eq!(&response["jsonrpc"], "2.0");
            prop_assert!(response.get("result").is_some() != response.get("error").is_some());
        }
    }

    #[test]
    fn every_request_with_an_id_gets_one_response(
        id in any_id(),
        method in prop_oneof![Just("tools/list".to_owned()), Just("tools/call".to_owned()), ".{0,8}"],
        params in prop::option::of(prop_oneof![any_json(), any_call()]),
        version in any_version(),
    ) {
        let mut request = json!({ "jsonrpc": "2.0", "id": id, "method": method });
        if let Some(params) = params {
            request["params"] = params;
        }
        let response = raw(&zoo::registry(), version, request.to_string().as_bytes());
        let response: Value = serde_json::from_str(&response.expect("a response")).unwrap();
        prop_assert_eq!(&response["jsonrpc"], "2.0");
        prop_assert_eq!(&response["id"], &id);
        prop_assert!(response.get("result").is_some() != response.get("error").is_some());
    }
}
