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
    days: Vec<Day>,
}

pub(crate) fn forecast_of(city: &str, days: u32) -> Forecast {
    let day = |number: u32| Day {
        date: format!("2026-08-{number:02}"),
        high: 21.5,
        low: 9.25,
        wind: Wind {
            speed: 4.75,
            direction: "north-west",
        },
    };
    Forecast {
        city: city.to_owned(),
        days: (0..days).map(day).collect(),
    }
}

/// Adds two numbers.
#[mcp_tool(read_only, allow(undocumented))]
async fn add(a: i64, b: i64) -> Sum {
    Sum { sum: a + b }
}

/// Forecasts the weather.
#[mcp_tool(read_only, allow(undocumented))]
async fn weather(city: &str, days: u32) -> Forecast {
    forecast_of(city, days)
}

pub(crate) fn registry() -> ToolRegistry<()> {
    let builder = ToolRegistry::builder(()).tools(tools![add, weather]);
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
