//! Errors of tools, and the error texts that the model reads.

use std::fmt;
use std::io;

use anyhow::Context as _;
use mcp_tool_runtime::{ProtocolError, ProtocolVersion, ToolError, ToolRegistry, mcp_tool, tools};
use mcp_tool_tests::Peer;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

#[derive(Debug, thiserror::Error)]
enum StationError {
    #[error("no station in {city}; the nearest is in {nearest}")]
    Unknown {
        city: &'static str,
        nearest: &'static str,
    },
    #[error("the station does not answer")]
    Upstream(#[source] io::Error),
}

fn secret() -> io::Error {
    io::Error::other("connect to db.internal:5432 as root")
}

#[derive(Serialize, JsonSchema)]
struct Report {
    celsius: f64,
}

/// Fails with an error enum.
#[mcp_tool]
async fn display() -> Result<Report, StationError> {
    tokio::task::yield_now().await;
    Err(StationError::Unknown {
        city: "Atlantis",
        nearest: "Athens",
    })
}

/// Fails with an error that has a source.
#[mcp_tool]
fn with_source() -> Result<Report, StationError> {
    Err(StationError::Upstream(secret()))
}

/// Fails with a text for the model.
#[mcp_tool]
fn suggesting() -> Result<Report, ToolError> {
    Err(ToolError::new("no station in Atlantis")
        .suggest("try the nearest larger city")
        .suggest("or `list_stations`")
        .with_cause(secret()))
}

/// Fails with a `ToolError` whose text is that of another error.
#[mcp_tool]
fn displayed() -> Result<Report, ToolError> {
    let celsius = "warm".parse().map_err(ToolError::display)?;
    Ok(Report { celsius })
}

/// Fails with a chain of errors.
#[mcp_tool]
fn chained() -> anyhow::Result<Report> {
    Err(secret()).context("the station does not answer")
}

/// Fails with an error of the standard library.
#[mcp_tool]
fn standard() -> io::Result<Vec<u8>> {
    Err(io::Error::from(io::ErrorKind::NotFound))
}

/// Fails with a string.
#[mcp_tool]
fn string() -> Result<(), String> {
    Err("line one\nline two: \"quoted\"".to_owned())
}

/// Fails with a literal.
#[mcp_tool]
fn literal() -> Result<String, &'static str> {
    Err("not today")
}

/// Fails with a boxed error.
#[mcp_tool]
fn boxed() -> Result<String, Box<dyn std::error::Error + Send + Sync>> {
    Err("not today".into())
}

struct Silent;

impl fmt::Display for Silent {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

/// Fails with an error whose text is empty.
#[mcp_tool]
fn silent() -> Result<(), Silent> {
    Err(Silent)
}

/// Needs a number.
#[mcp_tool]
fn picky(number: u8) -> Result<u8, ToolError> {
    Ok(number)
}

fn registry(mask: bool) -> ToolRegistry<()> {
    ToolRegistry::builder(())
        .mask_errors(mask)
        .tools(tools![
            display,
            with_source,
            suggesting,
            displayed,
            chained,
            standard,
            string,
            literal,
            boxed,
            silent,
            picky,
        ])
        .build()
        .unwrap()
}

#[test]
fn the_text_of_an_error_is_what_the_model_reads() {
    // R148, R150, R151
    let registry = registry(false);
    for peer in Peer::all(&registry) {
        let mut expected = json!({
            "content": [{
                "type": "text",
                "text": "no station in Atlantis; the nearest is in Athens",
            }],
            "isError": true,
        });
        if peer.protocol_version().as_str() >= "2026-07-28" {
            expected["resultType"] = json!("complete");
        }
        // R102: an error has no structured content, although the tool has an output schema
        assert_eq!(peer.call("display", json!({})), expected);
    }
    let peer = Peer::new(&registry);
    assert_eq!(peer.error("literal", json!({})), "not today");
    assert_eq!(peer.error("boxed", json!({})), "not today");
    assert_eq!(peer.error("standard", json!({})), "entity not found");
    assert_eq!(
        peer.error("string", json!({})),
        "line one\nline two: \"quoted\"",
    );
    assert_eq!(peer.error("displayed", json!({})), "invalid float literal",);
}

#[test]
fn suggestions_are_separate_lines() {
    // R152
    assert_eq!(
        Peer::new(&registry(false)).error("suggesting", json!({})),
        "no station in Atlantis\ntry the nearest larger city\nor `list_stations`",
    );
}

#[test]
fn causes_of_an_error_stay_private() {
    // R153: the model reads only the text of the outermost error; the log has the causes
    let registry = registry(false);
    let peer = Peer::new(&registry);
    for (tool, text) in [
        ("with_source", "the station does not answer"),
        ("chained", "the station does not answer"),
    ] {
        assert_eq!(peer.error(tool, json!({})), text);
    }
    for tool in ["with_source", "suggesting", "chained"] {
        let text = peer.error(tool, json!({}));
        assert!(!text.contains("db.internal"), "{tool}: {text}");
    }
}

#[test]
fn an_error_without_a_text_still_says_what_failed() {
    // T15
    assert_eq!(
        Peer::new(&registry(false)).error("silent", json!({})),
        "`silent` failed",
    );
}

#[test]
fn masking_hides_every_text_that_was_not_written_for_the_model() {
    // R153
    let registry = registry(true);
    let peer = Peer::new(&registry);
    for tool in [
        "display",
        "with_source",
        "displayed",
        "chained",
        "standard",
        "string",
        "literal",
        "boxed",
        "silent",
    ] {
        let text = peer.error(tool, json!({}));
        let id = text
            .strip_prefix(&format!("`{tool}` failed (error "))
            .and_then(|rest| rest.strip_suffix(')'))
            .unwrap_or_else(|| panic!("{tool}: {text}"));
        assert!(
            id.len() == 8 && id.chars().all(|c| c.is_ascii_hexdigit()),
            "{id}"
        );
        assert_ne!(
            text,
            peer.error(tool, json!({})),
            "each failure has its own id"
        );
    }
}

#[test]
fn masking_leaves_what_was_written_for_the_model() {
    // R152
    let registry = registry(true);
    let peer = Peer::new(&registry);
    assert_eq!(
        peer.error("suggesting", json!({})),
        "no station in Atlantis\ntry the nearest larger city\nor `list_stations`",
    );
    // R148: `mask_errors` does not hide errors about wrong arguments, because the model needs
    // these errors to correct the call
    let text = peer.error("picky", json!({ "number": 300 }));
    assert!(text.contains("from 0 to 255, got 300"), "{text}");
}

/// Fails with an error that has a code for programs.
#[mcp_tool]
fn coded(masked: bool) -> Result<Report, ToolError> {
    let error = match masked {
        false => ToolError::new("no lamp is in stock"),
        true => ToolError::private(secret()),
    };
    Err(error.code("out_of_stock").data(json!({ "days": 3 })))
}

/// Fails with an error that has data but no code.
#[mcp_tool]
fn detailed() -> Result<Report, ToolError> {
    Err(ToolError::display(secret()).data(7))
}

#[derive(Debug, thiserror::Error, ToolError)]
enum Coded {
    #[error("locked")]
    #[tool_error(code = "locked", suggest = "wait")]
    Locked,
    #[error(transparent)]
    #[tool_error(code = "lost")]
    Lost(io::Error),
}

/// Fails with an error whose code comes from `#[derive(ToolError)]`.
#[mcp_tool]
fn derived(lost: bool) -> Result<Report, Coded> {
    match lost {
        false => Err(Coded::Locked),
        true => Err(Coded::Lost(io::Error::other("gone"))),
    }
}

#[test]
fn programs_read_codes_and_details_in_the_metadata() {
    let builder = ToolRegistry::builder(()).mask_errors(true);
    let builder = builder.tools(tools![coded, detailed, derived]);
    let registry = builder.build().unwrap();
    let cases = [
        (
            "coded",
            json!({ "masked": false }),
            json!({ "code": "out_of_stock", "data": { "days": 3 } }),
        ),
        (
            "coded",
            json!({ "masked": true }),
            json!({ "code": "out_of_stock", "data": { "days": 3 } }),
        ),
        ("detailed", json!({}), json!({ "data": 7 })),
        (
            "derived",
            json!({ "lost": false }),
            json!({ "code": "locked" }),
        ),
        (
            "derived",
            json!({ "lost": true }),
            json!({ "code": "lost" }),
        ),
    ];
    for peer in Peer::all(&registry) {
        for (tool, arguments, expected) in &cases {
            let result = peer.call(tool, arguments.clone());
            assert_eq!(
                result["_meta"],
                json!({ "mcp-tool-runtime/error": expected }),
                "{tool}"
            );
            // R102
            assert_eq!(
                (&result["isError"], result.get("structuredContent")),
                (&json!(true), None)
            );
            assert!(!result.to_string().contains("db.internal"), "{result}");
        }
    }
}

/// Fails with a JSON-RPC error.
#[mcp_tool]
fn unauthorized() -> Result<Report, ProtocolError> {
    let error = ProtocolError::new(-31001, "log in first");
    Err(error.with_data(json!({ "url": "https://shop.example" })))
}

/// Fails with a JSON-RPC error, which `?` converts to a `ToolError`.
#[mcp_tool(blocking)]
fn unauthorized_inside() -> Result<Report, ToolError> {
    Ok(unauthorized()?)
}

/// Fails because the client lacks a capability.
#[mcp_tool]
fn lacking(displayed: bool) -> Result<Report, ToolError> {
    let data = json!({ "requiredCapabilities": { "sampling": {} } });
    let error = ProtocolError::new(-32021, "sampling is needed").with_data(data);
    Err(if displayed {
        ToolError::display(error)
    } else {
        error.into()
    })
}

/// The error -32021 exists since protocol version 2026-07-28. In older versions, the model reads its message.
#[test]
fn a_missing_capability_is_a_json_rpc_error_where_it_exists() {
    // R163
    let registry = ToolRegistry::builder(())
        .tools(tools![lacking])
        .build()
        .unwrap();
    for peer in Peer::all(&registry) {
        for displayed in [false, true] {
            let arguments = json!({ "displayed": displayed });
            match peer.try_call("lacking", arguments) {
                Err(error) => {
                    assert_eq!(peer.protocol_version(), ProtocolVersion::V2026_07_28);
                    let data = json!({ "requiredCapabilities": { "sampling": {} } });
                    assert_eq!((error.code(), error.data()), (-32021, Some(&data)));
                }
                Ok(result) => {
                    assert_ne!(peer.protocol_version(), ProtocolVersion::V2026_07_28);
                    let text = json!([{ "type": "text", "text": "sampling is needed" }]);
                    assert_eq!(
                        (&result["content"], &result["isError"]),
                        (&text, &json!(true))
                    );
                }
            }
        }
    }
}

#[test]
fn the_text_of_a_json_rpc_error_has_no_code() {
    let error = ToolError::display(ProtocolError::invalid_params("no such city"));
    assert_eq!(error.to_string(), "no such city");
}

#[test]
fn a_tool_may_fail_with_a_json_rpc_error() {
    let builder = ToolRegistry::builder(()).mask_errors(true);
    let builder = builder.tools(tools![unauthorized, unauthorized_inside]);
    let registry = builder.build().unwrap();
    for peer in Peer::all(&registry) {
        for tool in ["unauthorized", "unauthorized_inside"] {
            let request = json!({
                "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": { "name": tool },
            });
            let response = peer.json(request.to_string()).unwrap();
            let error = json!({
                "code": -31001,
                "message": "log in first",
                "data": { "url": "https://shop.example" },
            });
            assert_eq!(response["error"], error);
        }
    }
}
