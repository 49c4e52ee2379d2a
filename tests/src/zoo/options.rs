//! Three groups of tools: tools with options of the attribute macros, tools from methods, and tools from
//! `Tool::builder`.

use std::collections::BTreeMap;
use std::time::Duration;

use mcp_tool_runtime::bounds::HeaderArgument;
use mcp_tool_runtime::content::{Icon, Role};
use mcp_tool_runtime::{
    CallToolResult, ContentBlock, SafeInt, StructuredContent, Tool, ToolAnnotations, WithContent,
    mcp_tool, mcp_tools, tools,
};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{Keeper, Zoo};

/// A region of the world.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Region {
    /// Above the equator
    North,
    /// Below it
    South,
}

impl HeaderArgument for Region {}

/// A part of a list.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Page {
    /// Where to start
    #[serde(default)]
    first_item: u32,
    tags: Option<Vec<String>>,
}

fn three_letters(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "string", "minLength": 3, "maxLength": 3 })
}

/// Has rules for its arguments.
#[mcp_tool(read_only)]
fn rules(
    #[arg(range(1..=14), example = 3, example = 7)] days: u8,
    #[arg(range(0.0..1.0))] share: Option<f64>,
    #[arg(length(1..=3))] words: Option<Vec<String>>,
    #[arg(length(..9), pattern("^[a-z]+$"), example = "abc")] word: Option<String>,
    #[arg(length(1..))] map: Option<BTreeMap<String, u8>>,
    #[arg(schema = three_letters)] code: Option<String>,
    #[arg(sensitive)] pin: Option<u16>,
) -> String {
    let _ = (share, words, word, map, code, pin);
    format!("{days} days")
}

/// Has arguments in headers.
#[mcp_tool(read_only)]
fn headers(
    #[arg(header = "Region")] region: Region,
    #[arg(header = "Ticket")] ticket: Option<SafeInt>,
    #[arg(header = "Dry-Run", default = false)] dry_run: bool,
) -> Region {
    let _ = (ticket, dry_run);
    region
}

/// Takes the members of a struct.
#[mcp_tool(read_only)]
fn joined(text: &str, #[arg(flatten)] page: Page) -> Page {
    let _ = text;
    page
}

/// Takes any number of numbers.
#[mcp_tool(read_only)]
fn open(#[arg(flatten)] numbers: BTreeMap<String, i32>) -> BTreeMap<String, i32> {
    numbers
}

/// Is dressed up.
#[mcp_tool(
    title = "Dressed",
    icon = "https://tools.example/plain.png",
    icon(
        src = "data:image/png;base64,iVBORw==",
        mime_type = "image/png",
        sizes = ["48x48", "any"],
        theme = "dark"
    ),
    meta(
        owner = "zoo",
        "com.example/limits" = json!({ "daily": 7, "soft": true }),
        "com.example/list" = [1, 2]
    )
)]
fn dressed() {}

/// Has a limit.
#[mcp_tool(timeout = "30s")]
async fn limited() -> &'static str {
    "in time"
}

/// Never ends.
#[mcp_tool(timeout = "1ms")]
async fn endless() {
    std::future::pending::<()>().await;
}

/// Runs on another thread.
#[mcp_tool(blocking, read_only)]
fn waits() -> u8 {
    7
}

/// Returns a list in an object.
#[mcp_tool(wrap = "items", read_only)]
fn wrapped() -> Vec<u8> {
    vec![1, 2]
}

/// Returns an optional number in an object.
#[mcp_tool(wrap = "number", read_only)]
fn wrapped_option(some: bool) -> Option<u8> {
    some.then_some(1)
}

/// Returns any value in an object.
#[mcp_tool(wrap = "value", read_only)]
fn wrapped_value(value: Value) -> Value {
    value
}

/// Returns a list without an output schema.
#[mcp_tool(output = false, read_only)]
fn undescribed() -> Vec<u8> {
    vec![1]
}

#[mcp_tools(prefix = "keeper.", read_only, open_world = false)]
impl Keeper {
    /// Gives the name.
    #[mcp_tool(title = "Name")]
    async fn name(&self) -> &'static str {
        self.0
    }

    /// Returns its argument.
    #[mcp_tool(idempotent)]
    fn give(&self, #[arg(default = 1)] number: u8) -> Vec<u8> {
        vec![number]
    }
}

/// A typed input.
#[derive(Deserialize, JsonSchema)]
struct Sum {
    /// Numbers to add up
    numbers: Vec<i32>,
}

/// Builds its answer.
#[mcp_tool(output = BTreeMap<String, u8>)]
fn built(data: Value) -> Result<CallToolResult, serde_json::Error> {
    let mut answer = CallToolResult::text("in words");
    answer.set_structured_content(StructuredContent::new(&data)?);
    Ok(answer)
}

/// Builds a list.
#[mcp_tool(output = Vec<u8>)]
fn built_list(data: Value) -> Value {
    data
}

/// Returns content blocks and data.
#[mcp_tool]
fn charted() -> WithContent<BTreeMap<String, u8>> {
    let chart = ContentBlock::image_bytes(b"\x89PNG", "image/png").with_audience([Role::User]);
    WithContent::new([chart], BTreeMap::from([("a".to_owned(), 1)]))
}

fn by_value() -> [Tool<Zoo>; 2] {
    let written = Tool::builder("by_value")
        .title("By value")
        .description("Is made at run time.")
        .annotations(ToolAnnotations::default().read_only(true))
        .icon(Icon::new("https://tools.example/value.png"))
        .meta("com.example/made", "at run time")
        .timeout(Duration::from_secs(30))
        .input_schema(json!({
            "type": "object",
            "properties": { "text": { "type": "string", "x-mcp-header": "Text" } },
            "required": ["text"],
        }))
        .output_schema(json!({
            "type": "object",
            "properties": { "text": { "type": "string" } },
            "required": ["text"],
        }))
        .handler(|arguments, _| async move { Value::Object(arguments) });
    let typed = Tool::builder("by_value_typed")
        .description("Adds numbers.")
        .input::<Sum>()
        .output::<i32>()
        .handler(|sum, _| async move { json!(sum.numbers.iter().sum::<i32>()) });
    [written, typed]
}

pub(super) fn all() -> Vec<Tool<Zoo>> {
    let mut all = tools![
        rules,
        headers,
        joined,
        open,
        dressed,
        limited,
        endless,
        waits,
        wrapped,
        wrapped_option,
        wrapped_value,
        undescribed,
        built,
        built_list,
        charted,
        Keeper
    ];
    all.extend(by_value());
    all
}

pub(super) fn calls() -> Vec<(&'static str, Value)> {
    vec![
        ("built", json!({ "data": { "a": 1 } })),
        ("built_list", json!({ "data": [1, 2] })),
        ("built_list", json!({ "data": [] })),
        ("charted", json!({})),
        (
            "rules",
            json!({ "days": 14, "share": 0.5, "word": "abc", "code": "abc" }),
        ),
        (
            "rules",
            json!({ "days": 15, "share": 1, "words": [], "word": "A", "map": {}, "pin": "x" }),
        ),
        ("headers", json!({ "region": "north", "ticket": 1 })),
        (
            "headers",
            json!({ "region": "east", "ticket": 1_u64 << 53 }),
        ),
        (
            "joined",
            json!({ "text": "a", "firstItem": 3, "tags": ["b"] }),
        ),
        ("joined", json!({ "firstItem": "x", "tagz": [] })),
        ("open", json!({ "a": 1, "b": 2 })),
        ("open", json!({ "a": "b" })),
        ("dressed", json!({})),
        ("limited", json!({})),
        ("endless", json!({})),
        ("waits", json!({})),
        ("wrapped", json!({})),
        ("wrapped_option", json!({ "some": true })),
        ("wrapped_option", json!({ "some": false })),
        ("wrapped_value", json!({ "value": { "a": [1] } })),
        ("wrapped_value", json!({ "value": null })),
        ("undescribed", json!({})),
        ("keeper.name", json!({})),
        ("keeper.give", json!({ "number": 2 })),
        ("keeper.give", json!({ "number": 256 })),
        ("by_value", json!({ "text": "a", "more": 1 })),
        ("by_value", json!({})),
        ("by_value_typed", json!({ "numbers": [1, 2] })),
        ("by_value_typed", json!({ "numbers": 1 })),
    ]
}
