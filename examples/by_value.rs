//! Builds tools at run time, and combines registries: `cargo run --example by_value`.
//!
//! Some tools come from a configuration, some forward calls to another registry, and one declares its input
//! with a type. The example prints the names of the tools, and the results of a few calls.

use std::collections::BTreeMap;
use std::error::Error;
use std::io::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use mcp_tool_runtime::content::Icon;
use mcp_tool_runtime::{
    BuildError, CallToolRequest, CallToolResult, Tool, ToolAnnotations, ToolContext,
    ToolDefinition, ToolError, ToolRegistry, mcp_tool, tools,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// A configuration that an operator can write without Rust. Each entry is a tool that answers a question.
const CONFIGURATION: &str = r#"{
    "opening_hours": {
        "description": "Say when the library is open.",
        "question": "day",
        "answers": { "monday": "closed", "sunday": "10:00 to 14:00" }
    },
    "fines": {
        "description": "Say what a late book costs.",
        "question": "kind",
        "answers": { "book": "10 cents a day", "film": "1 euro a day" }
    }
}"#;

#[derive(Deserialize)]
struct Answers {
    description: String,
    question: String,
    answers: BTreeMap<String, String>,
}

impl Answers {
    /// Builds a tool with a handwritten schema, because the name of its argument is known only at run time.
    fn tool<S>(self, name: &str) -> Tool<S> {
        let known: Vec<_> = self.answers.keys().collect();
        let schema = json!({
            "type": "object",
            "properties": { &self.question: { "type": "string", "enum": known } },
            "required": [&self.question],
            "additionalProperties": false,
        });
        Tool::builder(name)
            .description(self.description.clone())
            .annotations(ToolAnnotations::default().read_only(true).open_world(false))
            .meta("com.example/from", "configuration")
            .input_schema(schema)
            .handler(move |arguments, _context| {
                // For a handwritten schema, the registry checks only the names of the arguments.
                // The handler must check the values.
                let answer = arguments
                    .get(&self.question)
                    .and_then(Value::as_str)
                    .and_then(|key| self.answers.get(key))
                    .cloned();
                async move { answer.ok_or_else(|| ToolError::new("nobody knows that")) }
            })
    }
}

#[derive(Deserialize, JsonSchema)]
struct Reminder {
    /// Whom to remind
    reader: String,
    /// Number of days until the reminder
    #[serde(default = "week")]
    in_days: u8,
}

fn week() -> u8 {
    7
}

#[derive(Serialize)]
struct Sent {
    number: u32,
    reader: String,
    in_days: u8,
}

/// Returns a tool whose handler is a closure that captures a counter. The type `Reminder` declares the tool's
/// arguments.
fn send_reminder<S>() -> Tool<S> {
    let sent = Arc::new(AtomicU32::new(0));
    Tool::builder("send_reminder")
        .title("Send a reminder")
        .description("Remind a reader of a book.")
        .icon(Icon::new("https://tools.example/bell.svg"))
        .input::<Reminder>()
        .output_schema(json!({
            "type": "object",
            "properties": {
                "number": { "type": "integer" },
                "reader": { "type": "string" },
                "in_days": { "type": "integer" },
            },
            "required": ["number", "reader", "in_days"],
        }))
        .handler(move |reminder, _context| {
            let number = sent.fetch_add(1, Ordering::Relaxed) + 1;
            async move {
                CallToolResult::structured(&Sent {
                    number,
                    reader: reminder.reader,
                    in_days: reminder.in_days,
                })
                .map_err(ToolError::private)
            }
        })
}

/// Returns a tool with the name, description, annotations and input schema of `tool`. The handler forwards
/// each call to `tool` in the registry `other`. A real proxy would call another server.
fn passed_on<S>(tool: &ToolDefinition, other: &ToolRegistry<Archive>) -> Tool<S> {
    let (name, other) = (tool.name.clone(), other.clone());
    Tool::builder(&name)
        .description(tool.description.clone().unwrap_or_default())
        .annotations(tool.annotations.clone().unwrap_or_default())
        .input_schema(tool.input_schema.clone())
        .handler(move |arguments, context| {
            let (name, other) = (name.clone(), other.clone());
            async move {
                let request = CallToolRequest::new(name).with_arguments(Value::Object(arguments));
                match other.call(request, &context).await {
                    Ok(response) => response.complete().ok_or_else(unanswered),
                    Err(error) => Err(ToolError::private(error)),
                }
            }
        })
}

fn unanswered() -> ToolError {
    ToolError::new("the archive asks back, and there is nobody to answer")
}

struct Archive {
    shelves: u32,
}

/// Say how many shelves the archive has.
#[mcp_tool(read_only)]
async fn count_shelves(#[state] archive: &Archive) -> String {
    format!("{} shelves", archive.shelves)
}

/// Burn a shelf.
#[mcp_tool(destructive)]
async fn burn_shelf(
    #[state] archive: &Archive,
    /// Which shelf
    #[arg(range(1..))]
    shelf: u32,
) -> String {
    format!("{} shelves are left", archive.shelves - shelf.min(1))
}

/// Builds the registry of the desk. The registry lists tools made with `Tool::builder` in the same way as
/// declared tools.
fn desk() -> Result<ToolRegistry<()>, Box<dyn Error>> {
    let configuration: BTreeMap<String, Answers> = serde_json::from_str(CONFIGURATION)?;
    let answers = configuration.into_iter();
    let desk = ToolRegistry::builder(())
        .tools(answers.map(|(name, tool)| tool.tool(&name)))
        .tool(send_reminder())
        .build()?;
    Ok(desk)
}

fn archive() -> Result<ToolRegistry<Archive>, BuildError> {
    ToolRegistry::builder(Archive { shelves: 12 })
        .tools(tools![count_shelves, burn_shelf])
        .build()
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut output = std::io::stdout();

    let (desk, archive) = (desk()?, archive()?);
    let _ = writeln!(output, "desk: {}", names(&desk));
    let _ = writeln!(output, "archive: {}", names(&archive));

    // Keep the read-only tools of the archive, and add a prefix to their names.
    let safe = archive
        .clone()
        .filter(|tool| {
            let hints = tool.annotations.as_ref();
            hints.and_then(|hints| hints.read_only_hint) == Some(true)
        })
        .prefixed("archive_")?;
    let _ = writeln!(output, "safe: {}", names(&safe));
    // Combine two registries with different states, and rename a tool of the desk. Each tool
    // keeps the state of its original registry.
    let all = desk.extend(safe)?.rename("fines", "late_fees")?;
    let _ = writeln!(output, "all: {}", names(&all));

    // A duplicate name is an error. `extend` never overwrites a tool.
    let twice: Result<_, BuildError> = all.clone().extend(all.clone());
    let error = twice.err().ok_or("two tools of one name")?;
    let _ = writeln!(output, "\n{error}\n");

    let proxy = ToolRegistry::builder(())
        .tools(
            archive
                .definitions()
                .iter()
                .map(|tool| passed_on(tool, &archive)),
        )
        .build()?;
    call(&proxy, "count_shelves", json!({})).await?;
    call(&proxy, "burn_shelf", json!({ "shelf": 0 })).await?;
    call(&all, "archive_count_shelves", json!({})).await?;
    call(&all, "late_fees", json!({ "kind": "film" })).await?;
    call(&all, "late_fees", json!({ "sort": "film" })).await?;
    call(&all, "send_reminder", json!({ "reader": "Ada" })).await?;
    call(
        &all,
        "send_reminder",
        json!({ "reader": "Ada", "in_days": 300 }),
    )
    .await?;
    Ok(())
}

fn names<S>(registry: &ToolRegistry<S>) -> String {
    let names: Vec<_> = registry
        .definitions()
        .iter()
        .map(|tool| &*tool.name)
        .collect();
    names.join(", ")
}

async fn call<S: Send + Sync + 'static>(
    registry: &ToolRegistry<S>,
    name: &str,
    arguments: Value,
) -> Result<(), Box<dyn Error>> {
    let request = CallToolRequest::new(name).with_arguments(arguments.clone());
    let response = registry.call(request, &ToolContext::detached()).await?;
    let result = response.complete().ok_or("the call goes on")?;
    let text = result.content().first().and_then(|block| block.as_text());
    let text = text.unwrap_or_default().replace('\n', "\n  ");
    // Ignore errors: the program that reads this output may have closed the pipe.
    let _ = writeln!(std::io::stdout(), "{name} {arguments}\n  {text}");
    Ok(())
}

#[cfg(test)]
mod tests {
    mod desk {
        use super::super::desk;

        mcp_tool_runtime::check_tools!(desk().unwrap(), golden = "golden/by_value.desk.json");
    }

    mod archive {
        use super::super::archive;

        mcp_tool_runtime::check_tools!(archive().unwrap(), golden = "golden/by_value.archive.json");
    }
}
