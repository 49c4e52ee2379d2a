//! Tools of all kinds, and calls of each tool. Tests use them to check rules that every tool list and every
//! call result must obey.

mod options;

use std::collections::BTreeMap;
use std::time::{Duration, SystemTime};

use mcp_tool_runtime::content::{
    Annotations, Icon, IconTheme, Priority, ResourceContents, ResourceLink, Role,
};
use mcp_tool_runtime::{
    CallToolResult, ContentBlock, HasState, ToolContext, ToolError, ToolRegistry, mcp_tool, tools,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// The state of the tools.
#[derive(Debug)]
pub struct Zoo {
    keeper: Keeper,
}

/// A part of the state.
#[derive(Debug)]
pub struct Keeper(&'static str);

impl HasState<Keeper> for Zoo {
    fn state(&self) -> &Keeper {
        &self.keeper
    }
}

/// A scale of temperature.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Unit {
    #[default]
    Celsius,
    Fahrenheit,
}

/// A place on Earth.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Place {
    /// Degrees north
    lat: f64,
    /// Degrees east
    lon: f64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    name: Option<String>,
}

/// A weather forecast.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Forecast {
    /// Where
    city: String,
    unit: Unit,
    /// One entry for each day
    daily: Vec<Day>,
    station: Option<Place>,
    asked_by: &'static str,
}

#[derive(Serialize, JsonSchema)]
struct Day {
    mean: f64,
    rain: Option<f32>,
    wind: BTreeMap<String, u16>,
}

/// Forecast for a city.
///
/// Covers the whole world; `city` may be any place with more than
/// a thousand people.
#[mcp_tool(title = "Weather forecast", read_only, open_world)]
async fn forecast(
    #[state] keeper: &Keeper,
    #[context] cx: &ToolContext,
    /// City name, for example "Oslo"
    city: &str,
    /// Number of days
    #[arg(default = 2)]
    days: u8,
    /// Temperature unit
    unit: Option<Unit>,
    near: Option<Place>,
) -> Result<Forecast, ToolError> {
    if city == "Atlantis" {
        return Err(ToolError::new("no station in Atlantis")
            .suggest("try the nearest larger city")
            .with_cause(std::fmt::Error));
    }
    let _ = cx.meta();
    let day = |number| Day {
        mean: f64::from(number) + 0.5,
        rain: (number % 2 == 0).then_some(0.1),
        wind: BTreeMap::from([("north \"\u{1f32c}\"".to_owned(), 7)]),
    };
    Ok(Forecast {
        city: city.to_owned(),
        unit: unit.unwrap_or_default(),
        daily: (0..days).map(day).collect(),
        station: near,
        asked_by: keeper.0,
    })
}

/// A shape in the plane.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Shape {
    /// A circle.
    Circle { radius: f64 },
    /// A rectangle.
    Rectangle { width: f64, height: f64 },
}

/// Scales a shape.
#[mcp_tool(name = "shapes.scale", read_only, idempotent = true)]
fn scale(
    /// What to scale
    shape: Shape,
    /// By how much
    #[arg(default = 2.0)]
    factor: f64,
) -> Shape {
    match shape {
        Shape::Circle { radius } => Shape::Circle {
            radius: radius * factor,
        },
        Shape::Rectangle { width, height } => Shape::Rectangle {
            width: width * factor,
            height: height * factor,
        },
    }
}

/// A tree of words.
#[derive(Serialize, Deserialize, JsonSchema)]
struct Tree {
    word: String,
    #[serde(default)]
    branches: Vec<Tree>,
}

/// Returns a tree.
#[mcp_tool]
fn tree(tree: Tree) -> Tree {
    tree
}

/// Gives anything back.
#[mcp_tool(allow_unknown)]
fn echo(value: Value) -> Value {
    value
}

/// Counts.
#[mcp_tool(read_only)]
fn count(#[arg(default = 3)] to: u64) -> Vec<u64> {
    (0..to).collect()
}

/// Looks for something.
#[mcp_tool(read_only)]
async fn find(name: &str) -> Option<Place> {
    (name == "Oslo").then(|| Place {
        lat: 59.9,
        lon: 10.75,
        name: Some("Oslo".to_owned()),
    })
}

/// Adds two numbers.
#[mcp_tool(read_only)]
fn add(a: i64, b: i64) -> Result<i64, String> {
    a.checked_add(b).ok_or_else(|| "too large".to_owned())
}

/// Negates a boolean.
#[mcp_tool(read_only = false, destructive = false)]
fn whether(#[arg(rename = "not")] r#not: bool) -> bool {
    !r#not
}

/// Deletes everything.
#[mcp_tool(title = "Delete", destructive, idempotent)]
fn delete() {}

/// Writes a text.
#[mcp_tool]
fn write(text: String) -> String {
    text
}

/// Returns content blocks of every kind.
#[mcp_tool]
fn gallery() -> Vec<ContentBlock> {
    let mut link = ResourceLink::new("notes://today", "today");
    link.title = Some("Today".to_owned());
    link.description = Some("What is to be done".to_owned());
    link.mime_type = Some("text/markdown".to_owned());
    link.size = Some(12);
    let mut icon = Icon::new("https://tools.example/note.png");
    icon.mime_type = Some("image/png".to_owned());
    icon.sizes = vec!["48x48".to_owned()];
    icon.theme = Some(IconTheme::Dark);
    link.icons = vec![icon];
    let plain = [
        ContentBlock::text("text"),
        ContentBlock::image_bytes(&[0xfb, 0xff], "image/png"),
        ContentBlock::audio_bytes(b"RIFF", "audio/wav"),
        ContentBlock::resource_link("notes://today", "today"),
        link.into(),
        ContentBlock::resource(ResourceContents::text("notes://today", "text")),
        ContentBlock::resource(
            ResourceContents::blob_bytes("photos://7", &[0xfb, 0xff]).with_mime_type("image/png"),
        ),
    ];
    let annotations = Annotations::default()
        .with_audience([Role::User, Role::Assistant])
        .with_priority(Priority::new(0.5).unwrap_or_else(|| unreachable!()))
        .with_last_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(1_768_230_058));
    let dressed = plain.clone().map(|block| {
        block
            .with_annotations(annotations.clone())
            .with_meta(meta())
    });
    plain.into_iter().chain(dressed).collect()
}

fn meta() -> Map<String, Value> {
    Map::from_iter([("example.com/page".to_owned(), json!(7))])
}

/// Builds the whole result by hand.
#[mcp_tool]
fn full(fail: Option<bool>) -> Result<CallToolResult, serde_json::Error> {
    let mut result = CallToolResult::structured(&json!({ "a": [1, null] }))?.with_meta(meta());
    result.is_error = fail.unwrap_or_default();
    Ok(result)
}

/// Returns the registry with all tools.
///
/// # Panics
///
/// Panics if it cannot be built.
#[must_use]
pub fn registry() -> ToolRegistry<Zoo> {
    let zoo = Zoo {
        keeper: Keeper("keeper"),
    };
    let tools = tools![
        forecast, scale, tree, echo, count, find, add, whether, delete, write, gallery, full,
    ];
    // With this timer, a limit of 1 ms expires at once. A longer limit never expires.
    let timer = |limit| async move {
        if limit > Duration::from_millis(1) {
            std::future::pending::<()>().await;
        }
    };
    let registry = ToolRegistry::builder(zoo)
        .timer(timer)
        .blocking_pool(|job| job())
        .tools(tools)
        .tools(options::all());
    match registry.build() {
        Ok(registry) => registry,
        Err(error) => panic!("{error}"),
    }
}

/// Returns calls of all tools: successful, failing and rejected ones.
#[must_use]
pub fn calls() -> Vec<(&'static str, Value)> {
    let place = json!({ "lat": 59.9, "lon": 10 });
    let mut calls = vec![
        ("forecast", json!({ "city": "Oslo" })),
        (
            "forecast",
            json!({ "city": "", "days": 0, "unit": "fahrenheit", "near": place }),
        ),
        (
            "forecast",
            json!({ "city": "Bodø \"\\\n\u{0}\u{1f600}", "days": 1.0, "unit": null }),
        ),
        ("forecast", json!({ "city": "Atlantis" })),
        ("forecast", json!({})),
        (
            "forecast",
            json!({ "City": "Oslo", "days": 300, "unit": "kelvin", "near": { "lat": "x" } }),
        ),
        (
            "shapes.scale",
            json!({ "shape": { "type": "circle", "radius": 1 } }),
        ),
        (
            "shapes.scale",
            json!({ "shape": { "type": "rectangle", "width": 1, "height": 0.5 }, "factor": -1 }),
        ),
        ("shapes.scale", json!({ "shape": { "type": "square" } })),
        (
            "tree",
            json!({ "tree": { "word": "a", "branches": [{ "word": "b" }] } }),
        ),
        ("tree", json!({ "tree": { "branches": [] } })),
        ("tree", json!({ "tree": "{\"word\":\"a\"}" })),
        (
            "echo",
            json!({ "value": { "b": 1, "a": [1.5, null, "\u{2028}"] } }),
        ),
        ("echo", json!({ "value": [], "more": true })),
        ("echo", json!({ "value": null })),
        ("echo", json!({ "value": "text" })),
        ("echo", json!({ "value": u64::MAX })),
        ("count", json!({})),
        ("count", json!({ "to": 0 })),
        ("count", json!({ "to": -1 })),
        ("find", json!({ "name": "Oslo" })),
        ("find", json!({ "name": "Atlantis" })),
        ("add", json!({ "a": 1, "b": -2 })),
        ("add", json!({ "a": i64::MAX, "b": 1 })),
        ("add", json!({ "a": "1", "b": "2" })),
        ("add", json!([1, 2])),
        ("whether", json!({ "not": true })),
        ("whether", json!({ "r#not": true })),
        ("delete", json!({})),
        ("delete", Value::Null),
        ("delete", json!({ "all": true })),
        ("gallery", json!({})),
        ("full", json!({})),
        ("full", json!({ "fail": true })),
        ("no_such_tool", json!({})),
    ];
    for text in [
        "",
        "text",
        "\u{0}\u{7f}\u{2028}\u{fffd}",
        "\"\\/\u{1f600}",
        "line\nline\r\n",
    ] {
        calls.push(("write", json!({ "text": text })));
    }
    calls.extend(options::calls());
    calls
}
