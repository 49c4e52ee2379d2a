//! The tools that use `mcp-tool-runtime`, and types that the other implementations share.

use mcp_tool_runtime::{Tool, ToolRegistry, mcp_tool, tools};
use schemars::{JsonSchema, Schema, schema_for};
use serde::{Deserialize, Serialize};

#[derive(Deserialize, JsonSchema)]
pub(crate) struct Terms {
    pub(crate) a: i64,
    pub(crate) b: i64,
}

#[derive(Deserialize, JsonSchema)]
pub(crate) struct Place {
    pub(crate) city: String,
    pub(crate) days: u32,
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

/// The tools of a server.
#[derive(Clone, Copy)]
pub(crate) enum Tools {
    /// `add` and `weather`, declared with a macro.
    Declared,
    /// This many tools that add numbers, built without a macro. The last one is named `add`.
    ByValue(usize),
}

pub(crate) fn registry(tools: Tools) -> ToolRegistry<()> {
    let builder = ToolRegistry::builder(());
    let with_tools = match tools {
        Tools::Declared => builder.tools(tools![add, weather]),
        Tools::ByValue(count) => builder.tools(names(count).map(add_by_value)),
    };
    with_tools.build().expect("the tools are valid")
}

pub(crate) fn names(count: usize) -> impl Iterator<Item = String> {
    (1..=count).map(move |number| {
        if number == count {
            "add".to_owned()
        } else {
            format!("add_{number}")
        }
    })
}

fn add_by_value(name: String) -> Tool<()> {
    Tool::builder(name)
        .description("Adds two numbers.")
        .input::<Terms>()
        .handler(|terms, _context| async move { (terms.a + terms.b).to_string() })
}

/// Returns the input and output schemas of the declared tools, as schemars generates them.
pub(crate) fn schemas() -> [Schema; 4] {
    [
        schema_for!(Terms),
        schema_for!(Sum),
        schema_for!(Place),
        schema_for!(Forecast),
    ]
}
