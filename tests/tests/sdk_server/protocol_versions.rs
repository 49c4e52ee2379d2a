//! Requests of each protocol version, on separate streams or all on one stream.

use mcp_tool_runtime::ProtocolVersion;
use mcp_tool_runtime::content::Icon;
use serde_json::{Value, json};

use crate::client::*;
use crate::existing_handler::SERVER_INFO;

#[tokio::test]
async fn legacy_clients_list_and_call() {
    // R76, R112, R137, R146, R176
    for version in OLDEST.into_iter().chain(LEGACY) {
        let mut client = Client::new();
        // O09
        let mut info = server_info();
        if OLDEST.contains(&version) {
            info.as_object_mut().unwrap().remove("title");
        }
        assert_eq!(
            client.initialize(version).await,
            json!({
                "protocolVersion": version,
                "capabilities": { "tools": {} },
                "serverInfo": info,
                "instructions": "Add what is to be added.",
            })
        );
        let version: ProtocolVersion = version.parse().unwrap();
        let list = registry(Gate::new())
            .list(version, None)
            .map(|list| json!(list))
            .unwrap();
        for params in [json!({}), json!({ "cursor": null }), json!({ "_meta": {} })] {
            assert_eq!(client.result("tools/list", params).await, list);
        }
        assert_eq!(
            client
                .result("tools/call", call("count", json!({ "to": 2 })))
                .await,
            json!({ "content": [{ "type": "text", "text": "[1,2]" }] })
        );
        assert_eq!(
            client.result("tools/call", json!({ "name": "raw" })).await,
            json!({ "content": [{ "type": "text", "text": "raw" }], "_meta": { "example.com/n": 1 } })
        );
        assert_eq!(client.result("ping", json!({})).await, json!({}));
        let (rest, end) = client.end().await;
        assert!(rest.is_empty() && end.is_ok(), "{rest:?} {end:?}");
    }
}

#[tokio::test]
async fn modern_clients_list_and_call() {
    // R76, R104, R112, R137, R176, R205
    let meta = json!({ "io.modelcontextprotocol/serverInfo": server_info() });
    let mut client = Client::new();
    assert_eq!(
        client.result("server/discover", modern(json!({}))).await,
        json!({
            "resultType": "complete",
            "supportedVersions": [OLDEST[0], OLDEST[1], LEGACY[0], LEGACY[1], MODERN],
            "capabilities": { "tools": {} },
            "instructions": "Add what is to be added.",
            "ttlMs": 0,
            "cacheScope": "private",
            "_meta": meta,
        })
    );
    let mut list = json!(
        registry(Gate::new())
            .list(ProtocolVersion::V2026_07_28, None)
            .unwrap()
    );
    list["_meta"] = meta.clone();
    assert_eq!(client.result("tools/list", modern(json!({}))).await, list);
    assert_eq!(
        client
            .result("tools/call", modern(call("count", json!({ "to": 2 }))))
            .await,
        json!({
            "resultType": "complete",
            "content": [{ "type": "text", "text": "[1,2]" }],
            "structuredContent": [1, 2],
            "_meta": meta,
        })
    );
    let none = client
        .result("tools/call", modern(call("find_none", json!({}))))
        .await;
    assert_eq!(none.get("structuredContent"), Some(&Value::Null));
    let raw = client
        .result("tools/call", modern(call("raw", Value::Null)))
        .await;
    assert_eq!(raw.get("structuredContent"), None);
    assert_eq!(raw["_meta"]["example.com/n"], 1);
    assert_eq!(
        raw["_meta"]["io.modelcontextprotocol/serverInfo"],
        server_info()
    );
}

#[tokio::test]
async fn only_five_versions_are_supported() {
    // R164
    for (asked, given) in [
        ("2024-10-07", "2025-11-25"),
        ("2099-01-01", "2025-11-25"),
        (MODERN, "2025-11-25"),
        ("x", "2025-11-25"),
    ] {
        let result = Client::new().initialize(asked).await;
        assert_eq!(result["protocolVersion"], given, "{asked}");
    }
    for version in ["2024-10-07", "2099-01-01"] {
        let mut client = Client::new();
        let answer = client
            .ask("tools/list", modern_version(version, json!({})))
            .await;
        assert_eq!(answer["error"]["code"], -32022);
        assert_eq!(
            answer["error"]["data"],
            json!({
                "supported": [OLDEST[0], OLDEST[1], LEGACY[0], LEGACY[1], MODERN],
                "requested": version,
            })
        );
    }
}

#[tokio::test]
async fn a_request_must_name_its_version() {
    // R75, R164, R174
    let mut client = Client::new();
    for params in [json!({}), json!({ "_meta": {} })] {
        let (code, message) = client.error("tools/list", params).await;
        assert_eq!(code, -32602);
        assert!(
            message.contains("`io.modelcontextprotocol/protocolVersion`"),
            "{message}"
        );
    }
    let incomplete = json!({ "_meta": { "io.modelcontextprotocol/protocolVersion": MODERN } });
    assert_eq!(client.error("tools/list", incomplete).await.0, -32602);
    // R155: in protocol version 2026-07-28, `initialize` is an unknown method, whatever its
    // parameters are
    assert_eq!(
        client.error("initialize", modern(json!({}))).await.0,
        -32601
    );
    let handshake = modern(json!({
        "protocolVersion": MODERN,
        "capabilities": {},
        "clientInfo": { "name": "test", "version": "0" },
    }));
    assert_eq!(client.error("initialize", handshake).await.0, -32601);
    assert_eq!(client.error("ping", modern(json!({}))).await.0, -32601);
}

#[tokio::test]
async fn one_stream_serves_all_versions() {
    // R174, R206
    for version in OLDEST.into_iter().chain(LEGACY) {
        let mut client = Client::new();
        client.result("server/discover", modern(json!({}))).await;
        let result = client
            .result("tools/call", modern(call("count", json!({ "to": 1 }))))
            .await;
        assert_eq!(result["structuredContent"], json!([1]));
        client.initialize(version).await;
        let result = client.result("tools/list", json!({})).await;
        assert_eq!(result.get("resultType"), None);
        let result = client
            .result("tools/call", call("count", json!({ "to": 1 })))
            .await;
        assert_eq!(result.get("structuredContent"), None);
        let other = modern_version(LEGACY[0], json!({}));
        let list = client.result("tools/list", other).await;
        assert_eq!(list.get("resultType"), None);
        let again = json!({
            "protocolVersion": version, "capabilities": {}, "clientInfo": { "name": "a", "version": "0" },
        });
        assert_eq!(client.error("initialize", again).await.0, -32600);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn requests_can_precede_the_end_of_the_handshake() {
    for _ in 0..50 {
        let mut client = Client::new();
        let info = json!({ "name": "test", "version": "0" });
        let params =
            json!({ "protocolVersion": LEGACY[0], "capabilities": {}, "clientInfo": info });
        let messages = [
            json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params }),
            json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }),
            json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/list" }),
        ];
        client
            .send_raw(messages.map(|message| format!("{message}\n")).concat())
            .await;
        let (rest, end) = client.end().await;
        assert_eq!(rest[0]["result"]["protocolVersion"], LEGACY[0]);
        assert!(rest[1]["result"]["tools"].is_array(), "{rest:?}");
        assert!(rest.len() == 2 && end.is_ok());
    }
}

#[tokio::test]
async fn server_info_includes_description_website_and_icons() {
    let icon = Icon::new("https://demo.example/icon.png");
    let server = server(&Gate::new())
        .description("Adds numbers")
        .website("https://demo.example")
        .icons([icon]);
    let mut expected = server_info();
    expected["description"] = json!("Adds numbers");
    expected["websiteUrl"] = json!("https://demo.example");
    expected["icons"] = json!([{ "src": "https://demo.example/icon.png" }]);
    for version in LEGACY {
        let mut client = Client::of(server.clone(), Gate::new());
        let info = &client.initialize(version).await["serverInfo"];
        if version < "2025-11-25" {
            assert_eq!(*info, server_info());
        } else {
            assert_eq!(*info, expected);
        }
    }
    for version in OLDEST {
        // O09
        let mut client = Client::of(server.clone(), Gate::new());
        let info = client.initialize(version).await["serverInfo"].take();
        assert_eq!(info, json!({ "name": "demo", "version": "1.2.3" }));
    }
    let mut client = Client::of(server, Gate::new());
    let discovered = client.result("server/discover", modern(json!({}))).await;
    assert_eq!(discovered["_meta"][SERVER_INFO], expected);
}

#[tokio::test]
async fn a_server_can_offer_fewer_versions() {
    // R164, R205
    use mcp_tool_runtime::ProtocolVersion;

    let old = [ProtocolVersion::V2025_11_25, ProtocolVersion::V2025_03_26];
    let old = || server(&Gate::new()).protocol_versions(old);
    for (requested, agreed) in [
        ("2025-03-26", "2025-03-26"),
        ("2025-06-18", "2025-11-25"),
        ("2024-11-05", "2025-11-25"),
        (MODERN, "2025-11-25"),
    ] {
        let mut client = Client::of(old(), Gate::new());
        let result = client.initialize(requested).await;
        assert_eq!(result["protocolVersion"], agreed);
        for method in ["tools/list", "tools/call", "server/discover"] {
            let (code, message) = client.error(method, modern(call("raw", json!({})))).await;
            assert_eq!(code, -32022, "{method}");
            let expected =
                "unsupported protocol version `2026-07-28`; supported are 2025-03-26, 2025-11-25";
            assert_eq!(message, expected);
        }
    }
    let modern_only = server(&Gate::new()).protocol_versions([ProtocolVersion::V2026_07_28]);
    let mut client = Client::of(modern_only, Gate::new());
    let discovered = client.result("server/discover", modern(json!({}))).await;
    assert_eq!(discovered["supportedVersions"], json!([MODERN]));
    let initialize = json!({
        "protocolVersion": LEGACY[1], "capabilities": {}, "clientInfo": { "name": "a", "version": "0" },
    });
    let (code, message) = client.error("initialize", initialize).await;
    assert_eq!(code, -32022);
    assert!(message.ends_with("supported are 2026-07-28"), "{message}");
}
