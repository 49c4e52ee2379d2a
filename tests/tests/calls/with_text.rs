//! `WithText` and `WithContent`: text or content blocks together with data.

use mcp_tool_runtime::content::Role;
use mcp_tool_runtime::{
    ContentBlock, ProtocolVersion, ToolRegistry, WithContent, WithText, mcp_tool, tools,
};
use mcp_tool_tests::Peer;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

#[derive(Serialize, JsonSchema)]
struct Report {
    zone: &'static str,
    count: u32,
}

const REPORT: Report = Report {
    zone: "north",
    count: 3,
};

type Reply<T> = Result<WithText<T>, String>;

/// Returns a text and a report.
#[mcp_tool]
fn plain() -> WithText<Report> {
    WithText::new("three in the north", REPORT)
}

/// Returns a text and a report, or fails.
#[mcp_tool]
async fn in_a_result(#[arg(default)] fail: bool) -> Reply<Report> {
    if fail {
        return Err("no report".to_owned());
    }
    Ok(WithText::new(String::from("three in the north"), REPORT))
}

fn drawn<T>(data: T) -> WithContent<T> {
    let picture = ContentBlock::image_bytes(b"\x89PNG", "image/png").with_audience([Role::User]);
    WithContent::new([picture, ContentBlock::text("three")], data)
}

/// Returns an image, a text and a report.
#[mcp_tool]
fn picture() -> WithContent<Report> {
    drawn(REPORT)
}

type Drawn<T> = Result<WithContent<T>, String>;

/// Returns an image, a text and a list.
#[mcp_tool]
async fn pictures() -> Drawn<Vec<u8>> {
    Ok(drawn(vec![1, 2]))
}

/// Returns data without a separate text.
#[mcp_tool]
fn bare() -> Report {
    REPORT
}

/// Returns a text and a list.
#[mcp_tool]
fn list() -> WithText<Vec<u8>> {
    WithText::new("one and two", vec![1, 2])
}

/// Returns a text, and another text as data.
#[mcp_tool]
fn text() -> WithText<&'static str> {
    WithText::new("about", "data")
}

/// Returns a text and a JSON value.
#[mcp_tool]
fn anything() -> WithText<Value> {
    WithText::new("about", json!({ "a": 1 }))
}

/// Returns data that JSON cannot represent.
#[mcp_tool]
fn unwritable() -> WithText<f64> {
    WithText::new("about", f64::NAN)
}

fn registry() -> ToolRegistry<()> {
    ToolRegistry::builder(())
        .tools(tools![
            plain,
            in_a_result,
            picture,
            pictures,
            bare,
            list,
            text,
            anything,
            unwritable
        ])
        .build()
        .unwrap()
}

fn blocks(texts: [&str; 2]) -> Value {
    let block = |text| json!({ "type": "text", "text": text });
    texts.map(block).into_iter().collect()
}

#[test]
fn the_text_comes_first_and_the_mirror_stays() {
    // R105
    let registry = registry();
    for peer in Peer::structured(&registry) {
        for tool in ["plain", "in_a_result"] {
            let result = peer.call(tool, json!({}));
            let expected = blocks(["three in the north", r#"{"zone":"north","count":3}"#]);
            assert_eq!(result["content"], expected);
            let data = json!({ "zone": "north", "count": 3 });
            assert_eq!(result["structuredContent"], data);
        }
        for (tool, mirror) in [
            ("picture", r#"{"zone":"north","count":3}"#),
            ("pictures", "[1,2]"),
        ] {
            let result = peer.call(tool, json!({}));
            let picture = json!({
                "type": "image",
                "data": "iVBORw==",
                "mimeType": "image/png",
                "annotations": { "audience": ["user"] },
            });
            assert_eq!(result["content"][0], picture);
            let texts: Vec<_> = result["content"].as_array().unwrap()[1..].to_vec();
            assert_eq!(Value::Array(texts), blocks(["three", mirror]));
            let newest = peer.protocol_version() >= ProtocolVersion::V2026_07_28;
            let is_sent = tool == "picture" || newest;
            assert_eq!(result.get("structuredContent").is_some(), is_sent);
        }
        let result = peer.call("anything", json!({}));
        assert_eq!(result["content"], blocks(["about", r#"{"a":1}"#]));
    }
}

#[test]
fn the_schema_is_that_of_the_data() {
    // R98, R100
    let registry = registry();
    for peer in Peer::structured(&registry) {
        let schema = |tool| peer.tool(tool).get("outputSchema").cloned();
        assert!(schema("bare").is_some());
        assert_eq!(schema("plain"), schema("bare"));
        assert_eq!(schema("in_a_result"), schema("bare"));
        assert_eq!(schema("picture"), schema("bare"));
        assert_eq!(schema("pictures"), schema("list"));
        assert_eq!(schema("anything"), None);
    }
}

#[test]
fn data_other_than_objects_are_for_the_newest_version() {
    // R103
    let registry = registry();
    for peer in Peer::all(&registry) {
        let newest = peer.protocol_version() >= ProtocolVersion::V2026_07_28;
        for (tool, texts, data) in [
            ("list", ["one and two", "[1,2]"], json!([1, 2])),
            ("text", ["about", "\"data\""], json!("data")),
        ] {
            let result = peer.call(tool, json!({}));
            assert_eq!(result["content"], blocks(texts));
            assert_eq!(
                result.get("structuredContent"),
                newest.then_some(&data),
                "{tool}, {}",
                peer.protocol_version(),
            );
            assert_eq!(peer.tool(tool).get("outputSchema").is_some(), newest);
        }
    }
}

#[test]
fn a_failure_has_no_text_or_data() {
    // R102
    let registry = registry();
    let peer = Peer::new(&registry);
    assert_eq!(
        peer.error("in_a_result", json!({ "fail": true })),
        "no report"
    );
    let text = peer.error("unwritable", json!({}));
    assert!(
        text.starts_with("the result of `unwritable` cannot be written"),
        "{text}"
    );
}
