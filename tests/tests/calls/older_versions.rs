//! Results, progress and questions in versions before 2025-06-18.

use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};

use mcp_tool_runtime::content::{
    Annotations, AudioContent, ResourceContents, ResourceLink, Role, TextResourceContents,
};
use mcp_tool_runtime::context::{ClientCapabilities, ClientInfo};
use mcp_tool_runtime::elicit::InputRequest;
use mcp_tool_runtime::{
    CallToolRequest, CallToolResult, ContentBlock, ProtocolVersion, StructuredContent, ToolContext,
    ToolRegistry, mcp_tool, tools,
};
use mcp_tool_tests::{Peer, block_on};
use serde_json::{Map, Value, json};

const OLDEST: ProtocolVersion = ProtocolVersion::V2024_11_05;
const OLDER: ProtocolVersion = ProtocolVersion::V2025_03_26;

/// Builds a result whose text does not repeat the data.
#[mcp_tool]
fn by_hand(fail: bool) -> CallToolResult {
    let mut result = CallToolResult::text("about 21 degrees");
    result.set_structured_content(StructuredContent::new(&json!({ "celsius": 21.5 })).ok());
    result.is_error = fail;
    result.with_meta(meta())
}

fn meta() -> Map<String, Value> {
    Map::from_iter([("example.com/page".to_owned(), json!(7))])
}

/// Returns blocks with all members of the newest version.
#[mcp_tool]
fn blocks() -> Vec<ContentBlock> {
    let changed = SystemTime::UNIX_EPOCH + Duration::from_secs(1);
    let for_user = Annotations::default()
        .with_audience([Role::User])
        .with_last_modified(changed);
    let mut contents = TextResourceContents::new("notes://today", "text");
    contents.meta = Some(meta());
    let link = ResourceLink::new("notes://today", "today").with_title("Today");
    let audio = AudioContent::from_bytes(b"RIFF", "audio/wav");
    vec![
        ContentBlock::text("text").with_last_modified(changed),
        audio.clone().into(),
        audio
            .with_annotations(for_user.clone())
            .with_meta(meta())
            .into(),
        ContentBlock::resource_link("notes://week", "week"),
        link.with_description("What is to be done")
            .with_annotations(for_user.clone())
            .into(),
        ContentBlock::resource(ResourceContents::from(contents)).with_meta(meta()),
    ]
}

/// Reports progress.
#[mcp_tool]
fn work(#[context] cx: &ToolContext) {
    cx.progress(1, 2, "half of it");
}

/// Asks the client for something.
#[mcp_tool]
#[expect(deprecated, reason = "clients still have roots")]
async fn ask(#[context] cx: &ToolContext, what: &str) -> String {
    let request = match what {
        "form" => InputRequest::form("Which city?", json!({ "type": "object", "properties": {} })),
        "page" => InputRequest::url("Log in", "https://bank.example/connect"),
        _ => InputRequest::roots(),
    };
    cx.request_input("question", request).await.to_string()
}

/// Returns whether the user can be asked.
#[mcp_tool]
fn polite(#[context] cx: &ToolContext) -> String {
    format!("{} {}", cx.can_elicit(), cx.can_elicit_url())
}

fn registry() -> ToolRegistry<()> {
    let tools = tools![by_hand, blocks, work, ask, polite];
    ToolRegistry::builder(()).tools(tools).build().unwrap()
}

#[test]
fn structured_content_is_a_text() {
    // R105, O05
    for version in [OLDEST, OLDER] {
        for fail in [false, true] {
            let mut expected = json!({
                "content": [
                    { "type": "text", "text": "about 21 degrees" },
                    { "type": "text", "text": r#"{"celsius":21.5}"# },
                ],
                "_meta": { "example.com/page": 7 },
            });
            if fail {
                expected["isError"] = json!(true);
            }
            let registry = registry();
            let peer = Peer::of(&registry, version);
            assert_eq!(peer.call("by_hand", json!({ "fail": fail })), expected);
        }
        let result = CallToolResult::structured(&json!({ "celsius": 21.5 })).unwrap();
        assert_eq!(
            result.to_value(version),
            json!({ "content": [{ "type": "text", "text": r#"{"celsius":21.5}"# }] })
        );
    }
}

#[test]
fn blocks_have_the_members_of_their_version() {
    // R114, R128, R129, O06, O07, O08
    let for_user = json!({ "audience": ["user"] });
    let mut expected = json!([
        { "type": "text", "text": "text" },
        { "type": "audio", "data": "UklGRg==", "mimeType": "audio/wav" },
        { "type": "audio", "data": "UklGRg==", "mimeType": "audio/wav", "annotations": for_user },
        { "type": "text", "text": "week: notes://week" },
        {
            "type": "text",
            "text": "Today: notes://today\nWhat is to be done",
            "annotations": for_user,
        },
        { "type": "resource", "resource": { "uri": "notes://today", "text": "text" } },
    ]);
    let registry = registry();
    let content =
        |version| Peer::of(&registry, version).call("blocks", json!({}))["content"].take();
    assert_eq!(content(OLDER), expected);
    let sound = |position: u8| {
        let uri = format!("cid:block-{position}@result");
        let resource = json!({ "uri": uri, "mimeType": "audio/wav", "blob": "UklGRg==" });
        json!({ "type": "resource", "resource": resource })
    };
    expected[1] = sound(2);
    expected[2] = sound(3);
    expected[2]["annotations"] = for_user;
    assert_eq!(content(OLDEST), expected);
}

#[test]
fn progress_has_a_message_since_2025_03_26() {
    // R181, O11
    for version in ProtocolVersion::ALL {
        let sent = Arc::new(Mutex::new(Vec::new()));
        let log = Arc::clone(&sent);
        let meta = json!({ "progressToken": 1 });
        let context = ToolContext::new(*version)
            .with_meta(meta.as_object().unwrap().clone())
            .with_progress(move |progress| log.lock().unwrap().push(json!(progress)));
        block_on(registry().call(CallToolRequest::new("work"), &context)).unwrap();
        let mut expected = json!({ "progressToken": 1, "progress": 1.0, "total": 2.0 });
        if *version != OLDEST {
            expected["message"] = json!("half of it");
        }
        assert_eq!(*sent.lock().unwrap(), [expected], "{version}");
    }
}

#[test]
fn the_model_reads_that_the_version_has_no_questions() {
    // R192, R201, O12: a client of these versions cannot declare `elicitation`, so a declaration has no effect
    let capabilities = json!({ "elicitation": { "form": {}, "url": {} }, "roots": {} });
    for version in [OLDEST, OLDER] {
        let asked = Arc::new(Mutex::new(0));
        let count = Arc::clone(&asked);
        let capabilities = ClientCapabilities::new(capabilities.as_object().unwrap().clone());
        let context = ToolContext::new(version)
            .with_client(ClientInfo::new("test", "1"), capabilities)
            .with_input_requests(move |_| {
                *count.lock().unwrap() += 1;
                async { Ok::<_, std::io::Error>(json!({ "roots": [] })) }
            });
        let call = |tool: &str, arguments: Value| {
            let request = CallToolRequest::new(tool).with_arguments(arguments);
            let response = block_on(registry().call(request, &context)).unwrap();
            response.complete().unwrap()
        };
        for (what, subject, needed) in [
            ("form", "the user's answer to “Which city?”", "2025-06-18"),
            (
                "page",
                "the user to open a web page (“Log in”)",
                "2025-11-25",
            ),
        ] {
            let result = call("ask", json!({ "what": what }));
            assert!(result.is_error);
            assert_eq!(
                result.content()[0].as_text().unwrap(),
                format!(
                    "`ask` cannot continue: it needs {subject}, but a server cannot ask the user in \
                     protocol version {version}; if the tool has an argument for the answer, pass it \
                     there, or use a client with version {needed} or later"
                ),
            );
        }
        assert_eq!(*asked.lock().unwrap(), 0);
        assert_eq!(
            call("polite", json!({})).content()[0].as_text(),
            Some("false false")
        );
        assert!(!call("ask", json!({ "what": "roots" })).is_error);
        assert_eq!(*asked.lock().unwrap(), 1);
    }
}
