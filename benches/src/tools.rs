//! The tools that are called, and the types that their handwritten counterparts share.

use mcp_tool_runtime::{Tool, ToolRegistry, mcp_tool, tools};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Deserialize, JsonSchema)]
pub(crate) struct Terms {
    pub(crate) a: i64,
    pub(crate) b: i64,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct Sum {
    pub(crate) sum: i64,
}

#[derive(Clone, Copy, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Unit {
    Celsius,
    Fahrenheit,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct Wind {
    speed: f64,
    direction: &'static str,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct Day {
    date: String,
    high: f64,
    low: f64,
    wind: Wind,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct Forecast {
    city: String,
    unit: Unit,
    days: Vec<Day>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct Item {
    id: u32,
    name: String,
    price: f64,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct Items {
    items: Vec<Item>,
}

pub(crate) fn forecast_of(city: &str, days: u8, unit: Option<Unit>) -> Forecast {
    let day = |number: u8| Day {
        date: format!("2026-08-{number:02}"),
        high: 21.5 + f64::from(number),
        low: 9.25,
        wind: Wind {
            speed: 4.75,
            direction: "north-west",
        },
    };
    Forecast {
        city: city.to_owned(),
        unit: unit.unwrap_or(Unit::Celsius),
        days: (0..days).map(day).collect(),
    }
}

pub(crate) fn items_of(count: u32) -> Items {
    let item = |id| Item {
        id,
        name: format!("item {id}"),
        price: 1.5,
    };
    Items {
        items: (0..count).map(item).collect(),
    }
}

/// Adds two numbers.
#[mcp_tool(read_only, allow(undocumented))]
async fn add(a: i64, b: i64) -> Sum {
    Sum { sum: a + b }
}

/// Forecasts the weather.
#[mcp_tool(read_only, allow(undocumented))]
async fn weather(city: &str, days: u8, unit: Option<Unit>) -> Forecast {
    forecast_of(city, days, unit)
}

/// Lists items.
#[mcp_tool(read_only, allow(undocumented))]
async fn list(count: u32) -> Items {
    items_of(count)
}

pub(crate) fn registry() -> ToolRegistry<()> {
    let builder = ToolRegistry::builder(()).tools(tools![add, weather, list]);
    builder.build().expect("the tools are valid")
}

/// Builds a registry of tools by value that add; the last one is called `add`.
pub(crate) fn registry_of(count: usize) -> ToolRegistry<()> {
    let tool = |number: usize| -> Tool<()> {
        let name = match number + 1 == count {
            true => "add".to_owned(),
            false => format!("add_{number}"),
        };
        Tool::builder(name)
            .description("Adds two numbers.")
            .input::<Terms>()
            .handler(|terms, _context| async move { (terms.a + terms.b).to_string() })
    };
    let builder = ToolRegistry::builder(()).tools((0..count).map(tool));
    builder.build().expect("the tools are valid")
}
