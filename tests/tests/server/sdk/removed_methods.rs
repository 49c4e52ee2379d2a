//! Methods that protocol version 2026-07-28 has removed. The handler still implements these methods, so the
//! server itself must reject them in that version.

#![expect(deprecated, reason = "it is what they are")]

use rmcp::model::{
    ServerCapabilities, ServerConfig, SetLevelRequestParams, SubscribeRequestParams,
    UnsubscribeRequestParams,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::json;

use crate::stdio::client::*;

#[derive(Clone)]
struct Old;

impl ServerHandler for Old {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_logging()
            .enable_resources()
            .enable_resources_subscribe();
        ServerConfig::new(capabilities.build())
    }

    async fn set_level(
        &self,
        _: SetLevelRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        Ok(())
    }

    async fn subscribe(
        &self,
        _: SubscribeRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        Ok(())
    }

    async fn unsubscribe(
        &self,
        _: UnsubscribeRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        Ok(())
    }
}

#[tokio::test]
async fn methods_that_a_version_removed_are_unknown() {
    // R155, R174
    let mut client = Client::of(alone(Old), Gate::new());
    let client_info = json!({ "name": "test", "version": "0" });
    let initialize = json!({
        "protocolVersion": LEGACY[1],
        "capabilities": {},
        "clientInfo": client_info,
    });
    let methods = [
        ("initialize", initialize),
        ("ping", json!({})),
        ("logging/setLevel", json!({ "level": "debug" })),
        ("resources/subscribe", json!({ "uri": "a:b" })),
        ("resources/unsubscribe", json!({ "uri": "a:b" })),
    ];
    // The server must reject the `modern` requests before and after a handshake. The first pass
    // performs the handshake with `initialize`, so the second pass tests the `modern` requests
    // after the handshake.
    for pass in 0..2 {
        for (method, params) in &methods {
            let unknown = (-32601, format!("unknown method `{method}`"));
            for params in [params.clone(), json!({})] {
                assert_eq!(client.error(method, modern(params)).await, unknown);
            }
        }
        for (method, params) in &methods[pass..] {
            client.result(method, params.clone()).await;
        }
    }
}

#[tokio::test]
async fn requests_to_an_sdk_handler_are_validated_strictly() {
    // R75, R147, R176
    let mut client = Client::of(alone(Old), Gate::new());
    let level = json!({ "level": "debug" });
    let version = "io.modelcontextprotocol/protocolVersion";
    for (method, params, part) in [
        ("tools/call", json!({}), "`name` is missing"),
        ("tools/call", modern(json!({ "name": 7 })), "`name`"),
        ("tools/list", json!([]), "`params`"),
        ("logging/setLevel", level.clone(), "protocolVersion"),
        ("server/discover", json!({}), "protocolVersion"),
        (
            "server/discover",
            json!({ "_meta": { version: MODERN } }),
            "clientCapabilities",
        ),
    ] {
        let (code, message) = client.error(method, params).await;
        assert_eq!(code, -32602, "{method}: {message}");
        assert!(message.contains(part), "{method}: {message}");
    }
    client.initialize(LEGACY[1]).await;
    client.result("logging/setLevel", level).await;
}
