//! Shows every kind of content that a tool can return: `cargo run --example content`.
//!
//! The example calls each tool once, and prints the result as a client receives it.

use std::error::Error;
use std::io::Write as _;
use std::time::{Duration, SystemTime};

use mcp_tool_runtime::content::{Priority, ResourceContents, ResourceLink, Role, Timestamp};
use mcp_tool_runtime::{
    BuildError, CallToolRequest, CallToolResult, ContentBlock, ToolContext, ToolRegistry,
    WithContent, WithText, mcp_tool, tools,
};
use schemars::JsonSchema;
use serde::Serialize;

#[path = "support/pretty.rs"]
mod pretty;

/// Priorities are from 0 to 1. In a constant, a priority outside of this range does not compile.
const HIGH: Priority = Priority::new(0.8).unwrap();

/// Say what the weather is like.
#[mcp_tool(read_only)]
fn say_weather() -> &'static str {
    "Rain from noon."
}

/// Draw a picture of the weather.
#[mcp_tool(read_only)]
fn draw_weather() -> Vec<ContentBlock> {
    vec![
        // `image_bytes` takes bytes. For Base64 text, use `image_base64`.
        ContentBlock::image_bytes(pixel(), "image/png").with_audience([Role::User]),
        ContentBlock::text("a picture of rain").with_audience([Role::Assistant]),
    ]
}

/// Play a recording of the weather.
#[mcp_tool(read_only)]
fn play_weather() -> ContentBlock {
    ContentBlock::audio_bytes(b"RIFF\x04\0\0\0WAVE", "audio/wav").with_priority(Priority::OPTIONAL)
}

/// Link to the report for this month.
#[mcp_tool(read_only)]
fn link_report() -> ResourceLink {
    // For a real file, take the time from `file.metadata()?.modified()?`.
    let written = SystemTime::UNIX_EPOCH + Duration::from_secs(1_736_694_058);
    ResourceLink::new("weather://reports/2025-01", "2025-01")
        .with_title("January 2025")
        .with_mime_type("text/markdown")
        .with_size(2048)
        .with_priority(HIGH)
        .with_last_modified(written)
}

/// Fetch the report for this month, with a picture.
#[mcp_tool(read_only)]
fn fetch_report() -> Result<Vec<ContentBlock>, mcp_tool_runtime::content::InvalidTimestamp> {
    let written: Timestamp = "2025-01-12T17:00:58+02:00".parse()?;
    let report = ResourceContents::text("weather://reports/2025-01", "# Rain\n\nMost days.");
    let picture = ResourceContents::blob_bytes("weather://pictures/2025-01", pixel());
    Ok(vec![
        ContentBlock::resource(report.with_mime_type("text/markdown")).with_last_modified(written),
        ContentBlock::resource(picture.with_mime_type("image/png")).with_audience([Role::User]),
    ])
}

#[derive(Serialize, JsonSchema)]
struct Rain {
    /// Millimetres
    amount: f64,
    /// Number of hours until the rain begins
    begins_in: u8,
}

/// Measure the rain. The result has a sentence for people, and data for programs.
#[mcp_tool(read_only)]
fn measure_rain() -> WithText<Rain> {
    let rain = Rain {
        amount: 4.5,
        begins_in: 3,
    };
    let text = format!("{} mm, from {} hours on.", rain.amount, rain.begins_in);
    WithText::new(text, rain)
}

/// Draw a chart of the rain. The result has a picture for people, and data for programs.
#[mcp_tool(read_only)]
fn chart_rain() -> WithContent<Vec<Rain>> {
    let chart = ContentBlock::image_bytes(pixel(), "image/png").with_audience([Role::User]);
    WithContent::new([chart], vec![measure_rain().data])
}

/// Return a result that has all fields, including `_meta`.
// The return type has no schema, so `output` publishes the schema of `Rain`. If the structured
// content does not match this schema, the call fails.
#[mcp_tool(read_only, output = Rain)]
fn say_everything() -> Result<CallToolResult, serde_json::Error> {
    let meta = [("example.com/station".to_owned(), "Oslo".into())];
    let answer = CallToolResult::structured(&measure_rain().data)?;
    Ok(answer.with_meta(meta.into_iter().collect()))
}

fn registry() -> Result<ToolRegistry<()>, BuildError> {
    ToolRegistry::builder(())
        .tools(tools![
            say_weather,
            draw_weather,
            play_weather,
            link_report,
            fetch_report,
            measure_rain,
            chart_rain,
            say_everything,
        ])
        .build()
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let registry = registry()?;
    let context = ToolContext::detached();
    for tool in registry.definitions() {
        let response = registry
            .call(CallToolRequest::new(&tool.name), &context)
            .await?;
        let json = serde_json::to_string(&response)?;
        let heading = tool.description.as_deref().unwrap_or_default();
        let text = format!("{heading}\n{}\n", pretty::pretty(&json));
        // Stop if the program that reads this output has closed the pipe.
        if writeln!(std::io::stdout(), "{text}").is_err() {
            break;
        }
    }
    Ok(())
}

/// Returns a picture of one pixel, as a PNG file.
fn pixel() -> &'static [u8] {
    b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\0\0\0\0\x3a\x7e\x9b\x55\
      \0\0\0\nIDATx\xdac\xf8\x0f\0\x01\x01\x01\0\x1c\xb0\x8c\x99\0\0\0\0IEND\xaeB`\x82"
}

#[cfg(test)]
mod tests {
    mcp_tool_runtime::check_tools!(super::registry().unwrap(), golden = "golden/content.json");
}
