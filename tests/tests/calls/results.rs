//! Results of each return type, in each protocol version.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use mcp_tool_runtime::content::{
    Annotations, AudioContent, EmbeddedResource, Icon, ImageContent, Priority, ResourceContents,
    ResourceLink, Role, TextContent, Timestamp,
};
use mcp_tool_runtime::{
    CallToolResult, ContentBlock, ProtocolVersion, ToolRegistry, WithText, mcp_tool, tools,
};
use mcp_tool_tests::Peer;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use crate::log::logged;

/// The expected structured content of a result, for each protocol version.
enum Structured {
    Nothing,
    /// This value from protocol version 2026-07-28 on. No structured content in earlier versions, because
    /// these versions allow only objects.
    Newest(Value),
    /// This value, in every protocol version with structured content.
    Always(Value),
}

use Structured::{Always, Newest, Nothing};

#[track_caller]
fn check(registry: &ToolRegistry<()>, tool: &str, text: &str, structured: Structured) {
    for peer in Peer::all(registry) {
        let newest = peer.protocol_version() >= ProtocolVersion::V2026_07_28;
        let mut expected = json!({ "content": [{ "type": "text", "text": text }] });
        if newest {
            expected["resultType"] = json!("complete");
        }
        match &structured {
            Always(value) if peer.has_structured() => {
                expected["structuredContent"] = value.clone();
            }
            Newest(value) if newest => expected["structuredContent"] = value.clone(),
            Nothing | Newest(_) | Always(_) => {}
        }
        assert_eq!(
            peer.call(tool, json!({})),
            expected,
            "{tool}, {}",
            peer.protocol_version()
        );
    }
}

#[derive(Debug, thiserror::Error)]
#[error("never seen")]
struct Never;

type Reply<T> = Result<T, Never>;
type Words = String;
use serde_json::Value as Json;

/// A report whose members are not in alphabetical order. Its member `share` has two spellings in JSON, `2`
/// and `2.0`.
#[derive(Serialize, JsonSchema)]
struct Report {
    zone: &'static str,
    count: u32,
    share: f64,
    note: Option<&'static str>,
}

const REPORT: Report = Report {
    zone: "north \"7\"",
    count: 3,
    share: 2.0,
    note: None,
};

const REPORT_TEXT: &str = r#"{"zone":"north \"7\"","count":3,"share":2.0,"note":null}"#;

#[derive(Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Tagged {
    Found { count: u32 },
}

#[derive(Serialize, JsonSchema)]
enum Mixed {
    #[allow(dead_code)]
    Nothing,
    Something {
        count: u32,
    },
}

macro_rules! answering {
    ($($name:ident: $ty:ty = $value:expr;)*) => {
        $(
            #[doc = "Answers."]
            #[mcp_tool]
            fn $name() -> $ty {
                $value
            }
        )*

        fn registry() -> ToolRegistry<()> {
            ToolRegistry::builder(())
                .tools(tools![nothing, borrowed, later, $($name),*])
                .build()
                .unwrap()
        }
    };
}

/// Returns nothing.
#[mcp_tool]
fn nothing() {}

/// Returns its borrowed argument.
#[mcp_tool]
async fn borrowed(#[arg(default = "lent")] text: &str) -> &str {
    text
}

/// Answers after a while.
#[mcp_tool]
async fn later() -> Report {
    tokio::task::yield_now().await;
    REPORT
}

answering! {
    unit_ok: Reply<()> = Ok(());
    string: String = "text".to_owned();
    string_empty: String = String::new();
    text_static: &'static str = "text";
    cow: Cow<'static, str> = Cow::Owned("text".to_owned());
    boxed_text: Box<str> = "text".into();
    shared_text: Arc<str> = "text".into();
    alias: Words = "text".to_owned();
    string_ok: Reply<String> = Ok("text".to_owned());
    text_io: std::io::Result<&'static str> = Ok("text");
    cow_anyhow: anyhow::Result<Cow<'static, str>> = Ok("text".into());
    object: Report = REPORT;
    object_ok: Reply<Report> = Ok(REPORT);
    object_boxed: Box<Report> = Box::new(REPORT);
    map: BTreeMap<String, u8> = BTreeMap::from([("b".to_owned(), 2), ("a".to_owned(), 1)]);
    tagged: Tagged = Tagged::Found { count: 1 };
    list: Vec<u8> = vec![1, 2];
    list_empty: Vec<u8> = Vec::new();
    number: i64 = -7;
    wide: u64 = u64::MAX;
    fraction: f64 = 2.0;
    flag: bool = false;
    letter: char = '"';
    tuple: (&'static str, u8) = ("a", 1);
    none: Option<Report> = None;
    some: Option<Report> = Some(REPORT);
    none_of_text: Option<String> = None;
    some_text: Option<String> = Some("text".to_owned());
    mixed: Mixed = Mixed::Something { count: 1 };
    any_object: Json = json!({ "a": [1] });
    any_list: Json = json!([1]);
    any_null: Json = Value::Null;
    any_ok: Reply<Json> = Ok(json!({}));
}

#[test]
fn nothing_is_ok() {
    // Some clients show nothing for an empty result, so the text is `ok`
    let registry = registry();
    check(&registry, "nothing", "ok", Nothing);
    check(&registry, "unit_ok", "ok", Nothing);
}

#[test]
fn a_text_is_that_text_and_nothing_else() {
    let registry = registry();
    for tool in [
        "string",
        "text_static",
        "cow",
        "boxed_text",
        "shared_text",
        "alias",
        "string_ok",
        "text_io",
        "cow_anyhow",
    ] {
        check(&registry, tool, "text", Nothing);
    }
    check(&registry, "string_empty", "", Nothing);
    check(&registry, "borrowed", "lent", Nothing);
}

#[test]
fn an_object_is_structured_since_2025_06_18_with_its_json_as_text() {
    // R100, R103, R105, R108: the members of the JSON text have the same order as the fields of
    // the struct
    let registry = registry();
    let value = json!({ "zone": "north \"7\"", "count": 3, "share": 2.0, "note": null });
    for tool in ["object", "object_ok", "object_boxed", "later"] {
        check(&registry, tool, REPORT_TEXT, Always(value.clone()));
    }
    check(
        &registry,
        "map",
        r#"{"a":1,"b":2}"#,
        Always(json!({ "a": 1, "b": 2 })),
    );
    check(
        &registry,
        "tagged",
        r#"{"kind":"found","count":1}"#,
        Always(json!({ "kind": "found", "count": 1 })),
    );
}

#[test]
fn other_values_are_structured_if_the_version_allows_it() {
    // R103, R104, R106
    let registry = registry();
    for (tool, text) in [
        ("list", "[1,2]"),
        ("list_empty", "[]"),
        ("number", "-7"),
        ("wide", "18446744073709551615"),
        ("fraction", "2.0"),
        ("flag", "false"),
        ("letter", r#""\"""#),
        ("tuple", r#"["a",1]"#),
        ("none", "null"),
        ("none_of_text", "null"),
        ("some_text", r#""text""#),
    ] {
        let value = serde_json::from_str(text).unwrap();
        check(&registry, tool, text, Newest(value));
    }
}

#[test]
fn an_object_among_other_values_follows_its_type() {
    // R98, R100: some values of these return types are not objects, for example `null` for
    // `Option<Report>`. Protocol versions before 2026-07-28 allow only objects as structured
    // content. So clients of these versions get no output schema and no structured content.
    let registry = registry();
    let value = serde_json::from_str(REPORT_TEXT).unwrap();
    check(&registry, "some", REPORT_TEXT, Newest(value));
    check(
        &registry,
        "mixed",
        r#"{"Something":{"count":1}}"#,
        Newest(json!({ "Something": { "count": 1 } })),
    );
}

#[test]
fn any_json_is_structured_where_the_value_allows_it() {
    let registry = registry();
    check(
        &registry,
        "any_object",
        r#"{"a":[1]}"#,
        Always(json!({ "a": [1] })),
    );
    check(&registry, "any_ok", "{}", Always(json!({})));
    check(&registry, "any_list", "[1]", Newest(json!([1])));
    check(&registry, "any_null", "null", Newest(Value::Null));
}

#[test]
fn null_is_not_an_absent_value() {
    // R104
    let registry = registry();
    let newest = Peer::new(&registry).call("none", json!({}));
    assert_eq!(newest.get("structuredContent"), Some(&Value::Null));
    let older = Peer::of(&registry, ProtocolVersion::V2025_11_25).call("none", json!({}));
    assert_eq!(older.get("structuredContent"), None);
}

#[test]
fn a_success_omits_is_error() {
    // R111
    for peer in Peer::all(&registry()) {
        assert_eq!(peer.call("object", json!({})).get("isError"), None);
    }
}

mod numbers {
    use super::*;

    #[derive(Serialize, JsonSchema)]
    struct Measured {
        mean: f64,
    }

    /// Returns a struct that contains NaN.
    #[mcp_tool]
    fn not_a_number() -> Measured {
        Measured { mean: f64::NAN }
    }

    #[derive(Serialize, JsonSchema)]
    struct Keyed {
        by_pair: BTreeMap<(u8, u8), u8>,
    }

    /// Returns a struct with a map whose keys are not strings.
    #[mcp_tool]
    fn unwritable() -> Keyed {
        Keyed {
            by_pair: BTreeMap::from([((1, 2), 3)]),
        }
    }

    #[test]
    fn values_beyond_json_keep_to_the_published_schema() {
        // R100, R101, R107: serde_json writes NaN as `null`, but the output schema requires a
        // number. The registry must not send this `null` as structured content.
        let registry = ToolRegistry::builder(())
            .tools(tools![not_a_number])
            .build()
            .unwrap();
        let peer = Peer::new(&registry);
        let schema = peer.tool("not_a_number")["outputSchema"].take();
        let result = peer.call("not_a_number", json!({}));
        if let Some(value) = result.get("structuredContent") {
            let valid = jsonschema::draft202012::is_valid(&schema, value);
            assert!(valid, "{value} against {schema}");
        } else {
            assert_eq!(result["isError"], true, "{result}");
        }
    }

    /// Returns a map with a list of signed 128-bit integers.
    #[mcp_tool]
    fn signed(text: &str) -> BTreeMap<String, Option<Vec<i128>>> {
        BTreeMap::from([("n".to_owned(), Some(vec![1, text.parse().unwrap()]))])
    }

    /// Returns a text, and an unsigned 128-bit integer as data.
    #[mcp_tool]
    fn unsigned(text: &str) -> WithText<u128> {
        WithText::new(text, text.parse().unwrap())
    }

    #[test]
    fn an_integer_beyond_64_bits_is_refused_and_not_rounded() {
        // R101: the registry rejects an integer that needs more than 64 bits, because many JSON
        // parsers round such an integer. For example, they read `u128::MAX` as 3.4e38.
        let registry = ToolRegistry::builder(())
            .tools(tools![signed, unsigned])
            .build()
            .unwrap();
        let lowest = i128::from(i64::MIN);
        let highest = u128::from(u64::MAX);
        for peer in Peer::structured(&registry) {
            for fits in [lowest.to_string(), highest.to_string(), "0".to_owned()] {
                let result = peer.call("signed", json!({ "text": fits }));
                assert_eq!(result["structuredContent"]["n"][1].to_string(), fits);
            }
            let result = peer.call("unsigned", json!({ "text": highest.to_string() }));
            assert_eq!(result["content"][1]["text"], highest.to_string());
            for (tool, wide) in [
                ("signed", i128::MIN.to_string()),
                ("signed", i128::MAX.to_string()),
                ("signed", (lowest - 1).to_string()),
                ("unsigned", (highest + 1).to_string()),
                ("unsigned", u128::MAX.to_string()),
            ] {
                let mut text = String::new();
                let log = logged(|| text = peer.error(tool, json!({ "text": wide })));
                let start = format!("the result of `{tool}` cannot be written as JSON (error ");
                assert!(text.starts_with(&start), "{text}");
                let reason = "an integer does not fit into 64 bits";
                assert!(log.contains(reason), "{log}");
            }
        }
    }

    #[test]
    fn a_result_beyond_json_is_an_error_without_internals() {
        // R153
        let registry = ToolRegistry::builder(())
            .tools(tools![unwritable])
            .build()
            .unwrap();
        let mut text = String::new();
        let log = logged(|| text = Peer::new(&registry).error("unwritable", json!({})));
        assert!(text.contains("`unwritable`"), "{text}");
        assert!(!text.contains("(u8, u8)"), "{text}");
        // The log names the type of the keys, and says what to use.
        let reason =
            "a map cannot have keys of type `(u8, u8)`, because names in JSON are strings; use";
        assert!(log.contains(reason), "{log}");
    }
}

mod members {
    use super::*;

    #[derive(Serialize, JsonSchema)]
    struct Entry {
        name: String,
        #[serde(flatten)]
        labels: BTreeMap<String, Value>,
    }

    #[derive(Serialize, JsonSchema)]
    struct Entries {
        entries: Vec<Entry>,
        #[serde(flatten)]
        last: Entry,
    }

    fn entry(label: &str) -> Entry {
        Entry {
            name: "own".to_owned(),
            labels: BTreeMap::from([(label.to_owned(), json!(1))]),
        }
    }

    /// Returns an entry with a label.
    #[mcp_tool]
    fn labelled(label: &str) -> Entry {
        entry(label)
    }

    /// Returns `inner` as a label in a nested struct, and `outer` as a label in the outer struct.
    #[mcp_tool]
    fn nested(inner: &str, outer: &str) -> Entries {
        Entries {
            entries: vec![entry("a"), entry(inner)],
            last: entry(outer),
        }
    }

    #[test]
    fn a_flattened_map_that_repeats_a_member_is_an_error() {
        // R101: if two members have the same name, some JSON parsers take the first and others the last
        let registry = ToolRegistry::builder(())
            .tools(tools![labelled, nested])
            .build()
            .unwrap();
        for peer in Peer::structured(&registry) {
            let result = peer.call("labelled", json!({ "label": "other" }));
            assert_eq!(
                result["structuredContent"],
                json!({ "name": "own", "other": 1 })
            );
            peer.text("nested", json!({ "inner": "b", "outer": "a" }));
            for (tool, arguments, member) in [
                ("labelled", json!({ "label": "name" }), "name"),
                ("nested", json!({ "inner": "name", "outer": "a" }), "name"),
                ("nested", json!({ "inner": "a", "outer": "name" }), "name"),
                (
                    "nested",
                    json!({ "inner": "a", "outer": "entries" }),
                    "entries",
                ),
            ] {
                let mut text = String::new();
                let log = logged(|| text = peer.error(tool, arguments));
                let start = format!("the result of `{tool}` cannot be written as JSON (error ");
                assert!(text.starts_with(&start), "{text}");
                let reason = format!("the member `{member}` occurs twice in one object");
                assert!(log.contains(&reason), "{log}");
            }
        }
    }
}

/// Returns content blocks of all kinds, with optional members.
#[mcp_tool(description = "Returns everything.")]
fn gallery() -> Vec<ContentBlock> {
    let annotations = Annotations::default()
        .with_audience([Role::User])
        .with_priority(Priority::new(0.25).unwrap())
        .with_last_modified("2026-01-12T15:00:58Z".parse::<Timestamp>().unwrap());
    let meta = match json!({ "example.com/page": 7 }) {
        Value::Object(meta) => meta,
        _ => unreachable!(),
    };
    let mut link = ResourceLink::new("notes://today", "today");
    link.title = Some("Today".to_owned());
    link.description = Some("What is to be done".to_owned());
    link.mime_type = Some("text/markdown".to_owned());
    link.size = Some(12);
    link.icons = vec![Icon::new("https://tools.example/note.png")];
    [
        ContentBlock::text("text"),
        ContentBlock::image_bytes(&[0xfb, 0xff], "image/png"),
        ContentBlock::audio_bytes(b"RIFF", "audio/wav"),
        link.into(),
        ContentBlock::resource(
            ResourceContents::text("notes://today", "text").with_mime_type("text/plain"),
        ),
        ContentBlock::resource(ResourceContents::blob_bytes("photos://7", &[0xfb, 0xff])),
    ]
    .into_iter()
    .map(|block| {
        block
            .with_annotations(annotations.clone())
            .with_meta(meta.clone())
    })
    .collect()
}

#[test]
fn content_blocks_go_out_as_they_are() {
    // R114 to R118, R123, R124, R126 to R129. R119: a client of the oldest protocol version
    // receives no icons.
    let registry = ToolRegistry::builder(())
        .tools(tools![gallery])
        .build()
        .unwrap();
    let shared = json!({
        "annotations": {
            "audience": ["user"],
            "priority": 0.25,
            "lastModified": "2026-01-12T15:00:58Z",
        },
        "_meta": { "example.com/page": 7 },
    });
    for peer in Peer::structured(&registry) {
        let mut blocks = json!([
            { "type": "text", "text": "text" },
            { "type": "image", "data": "+/8=", "mimeType": "image/png" },
            { "type": "audio", "data": "UklGRg==", "mimeType": "audio/wav" },
            {
                "type": "resource_link",
                "uri": "notes://today",
                "name": "today",
                "title": "Today",
                "description": "What is to be done",
                "mimeType": "text/markdown",
                "size": 12,
            },
            {
                "type": "resource",
                "resource": { "uri": "notes://today", "text": "text", "mimeType": "text/plain" },
            },
            { "type": "resource", "resource": { "uri": "photos://7", "blob": "+/8=" } },
        ]);
        if peer.protocol_version() > ProtocolVersion::V2025_06_18 {
            blocks[3]["icons"] = json!([{ "src": "https://tools.example/note.png" }]);
        }
        for block in blocks.as_array_mut().unwrap() {
            let members = shared.as_object().unwrap().clone();
            block.as_object_mut().unwrap().extend(members);
        }
        let result = peer.call("gallery", json!({}));
        assert_eq!(result["content"], blocks, "{}", peer.protocol_version());
        assert_eq!(result.get("structuredContent"), None);
    }
}

mod content {
    use super::*;

    /// Returns a text.
    #[mcp_tool]
    fn text() -> TextContent {
        TextContent::new("text")
    }

    /// Returns an image inside a `Result`.
    #[mcp_tool]
    fn image() -> Reply<ImageContent> {
        Ok(ImageContent::from_bytes(&[1], "image/png"))
    }

    /// Returns a sound.
    #[mcp_tool]
    fn audio() -> AudioContent {
        AudioContent::from_bytes(&[1], "audio/wav")
    }

    /// Returns a link.
    #[mcp_tool]
    fn link() -> ResourceLink {
        ResourceLink::new("a:b", "b")
    }

    /// Returns a resource.
    #[mcp_tool]
    fn resource() -> EmbeddedResource {
        EmbeddedResource::new(ResourceContents::text("a:b", "text"))
    }

    /// Returns a content block.
    #[mcp_tool]
    fn block() -> Reply<ContentBlock> {
        Ok(ContentBlock::text("text"))
    }

    /// Returns a result without any content block.
    #[mcp_tool]
    fn no_block() -> Vec<ContentBlock> {
        Vec::new()
    }

    /// Builds the whole result itself.
    #[mcp_tool]
    fn result() -> CallToolResult {
        let mut result = CallToolResult::structured(&json!({ "a": 1 })).unwrap();
        *result.content_mut() = vec![ContentBlock::text("In words.")];
        result.with_meta(json!({ "example.com/id": 1 }).as_object().unwrap().clone())
    }

    /// Returns a result with `isError`.
    #[mcp_tool]
    fn failed() -> Reply<CallToolResult> {
        Ok(CallToolResult::error("no"))
    }

    #[test]
    fn each_kind_of_content_can_be_the_answer() {
        let registry = ToolRegistry::builder(())
            .tools(tools![
                text, image, audio, link, resource, block, no_block, result, failed
            ])
            .build()
            .unwrap();
        let peer = Peer::of(&registry, ProtocolVersion::V2025_11_25);
        for (tool, block) in [
            ("text", json!({ "type": "text", "text": "text" })),
            (
                "image",
                json!({ "type": "image", "data": "AQ==", "mimeType": "image/png" }),
            ),
            (
                "audio",
                json!({ "type": "audio", "data": "AQ==", "mimeType": "audio/wav" }),
            ),
            (
                "link",
                json!({ "type": "resource_link", "uri": "a:b", "name": "b" }),
            ),
            (
                "resource",
                json!({ "type": "resource", "resource": { "uri": "a:b", "text": "text" } }),
            ),
            ("block", json!({ "type": "text", "text": "text" })),
        ] {
            assert_eq!(
                peer.call(tool, json!({})),
                json!({ "content": [block] }),
                "{tool}"
            );
        }
        assert_eq!(peer.call("no_block", json!({})), json!({ "content": [] }));
        assert_eq!(
            peer.call("failed", json!({})),
            json!({ "content": [{ "type": "text", "text": "no" }], "isError": true }),
        );
        assert_eq!(
            peer.call("result", json!({})),
            json!({
                "content": [{ "type": "text", "text": "In words." }],
                "structuredContent": { "a": 1 },
                "_meta": { "example.com/id": 1 },
            }),
        );
    }
}

#[test]
fn the_function_is_still_a_function() {
    // The attribute `#[mcp_tool]` leaves a function callable from Rust code.
    assert_eq!(nothing(), ());
    assert_eq!(number(), -7);
    assert_eq!(mcp_tool_tests::block_on(borrowed("mine")), "mine");
}
