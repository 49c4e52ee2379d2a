//! Every key of `#[mcp_tool]` and of `#[arg]`, once each: `cargo run --example all_options`.
//!
//! The example prints the definition of each tool as a client receives it, and one result.

use std::error::Error;
use std::io::Write as _;

use mcp_tool_runtime::{
    BuildError, CallToolRequest, ClientCapabilities, ClientInfo, ElicitForm, Elicitation, SafeInt,
    ToolContext, ToolRegistry, collect_tools, mcp_tool, tools,
};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::json;

#[path = "support/pretty.rs"]
mod pretty;

struct Harbour {
    name: &'static str,
    berths: u8,
}

// Tools join this by themselves, from wherever they are in the program.
collect_tools!(HarbourTools: Harbour);

const TIDES: &str = "harbour_tides";
const ABOUT_TIDES: &str = "Tell when the water is high, and how high it is then.";

/// Readers of the code read this text; the model reads `description`.
#[mcp_tool(
    // The name on the wire. A string would do; without the key it is the name of the function.
    name = TIDES,
    // The name for people.
    title = "High water",
    // A model chooses the tool by this text. Default: the doc comment.
    description = ABOUT_TIDES,
    // Hints: what the tool says about itself.
    read_only,
    idempotent = true,
    open_world = false,
    // Pictures for a client to show, one for each theme.
    icon = "https://tools.example/tide.svg",
    icon(
        src = "https://tools.example/tide-at-night.png",
        mime_type = "image/png",
        sizes = ["48x48"],
        theme = "dark",
    ),
    // For the programs around: `_meta` of the definition.
    meta("com.example/team" = "harbour", cost = 3),
    // A call that takes longer is answered with an error.
    timeout = "30s",
    // A list is structured content for newer clients alone; an object is for all of them.
    wrap = "tides",
    // No list has to name this tool.
    register = HarbourTools,
)]
async fn tell_tides(
    #[state] harbour: &Harbour,
    // Another name, as the function's parameter cannot be called `type`.
    #[arg(rename = "type", description = "What counts as high")] kind: Kind,
    /// How many days, beginning today
    // May be absent, and is held to a range. The default is in the schema, and so is the range.
    #[arg(default = 1, range(1..=14))]
    days: u8,
    /// Clients of 2026-07-28 repeat this in a header, so that a proxy can read it
    // An integer there is one that every reader of JSON reads alike.
    #[arg(header = "Customer")]
    customer: Option<SafeInt>,
) -> Vec<Tide> {
    tracing::debug!(customer = customer.map(SafeInt::get), "tides");
    let highest = if kind == Kind::Spring { 6.5 } else { 5.0 };
    (0..days)
        .map(|day| Tide {
            day,
            harbour: harbour.name,
            metres: highest - f64::from(day) / 4.0,
        })
        .collect()
}

/// Book a berth for a boat.
#[mcp_tool(
    // Each booking takes a berth from others; `destructive = false` would deny that.
    destructive,
    // This function waits, and is not `async`: it gets a thread of its own.
    blocking,
    // The schema of the answer stays out of the definition, and the answer what it was. For a
    // `CallToolResult`, `output = Booking` would publish the schema of that type.
    output = false,
    // Schemas are made so that every client takes them; "as_generated" would leave them alone.
    schema_profile = "portable",
    // This tool drops unknown arguments instead of rejecting them.
    allow_unknown,
    // The type beside the function, and what `tools!` lists, has this name.
    companion = BookBerth,
    // Where the runtime is. Only a crate that has it under another name has to say so.
    crate = mcp_tool_runtime
)]
fn book_berth(
    #[state] harbour: &Harbour,
    // The members of the struct are arguments, beside the others.
    #[arg(flatten)] boat: Boat,
    /// Number of the berth
    // A regular expression that is published and checked, and a value that a model can look at.
    #[arg(pattern("^[A-F][0-9]{2}$"), example = "A07", example = "F12")]
    berth: &str,
    /// Code for the gate
    // A wrong code is not repeated in the answer, as other wrong arguments are.
    #[arg(sensitive, length(4..=8))]
    code: String,
    /// Colour of the flag, as `#ff8800`
    // A schema of its own, in place of that of the type.
    #[arg(schema = colour, default = "#ffffff")]
    flag: String,
) -> Result<Booking, String> {
    std::thread::sleep(std::time::Duration::from_millis(5));
    let number: u8 = berth[1..].parse().unwrap_or(u8::MAX);
    if number > harbour.berths {
        return Err(format!(
            "{} ends with berth {}",
            harbour.name, harbour.berths
        ));
    }
    Ok(Booking {
        berth: berth.to_owned(),
        boat: boat.name,
        fits: boat.metres.is_none_or(|metres| metres < 20.0),
        under: flag,
        gate_opens: code.len() == 4,
    })
}

/// Ring the bell of the harbour.
// Warned of are an argument without a description, and printing to what may be the wire.
#[mcp_tool(allow(undocumented, stdout))]
fn ring_bell(#[arg(default)] twice: bool) -> &'static str {
    if twice {
        println!("ding dong");
    }
    "ding dong"
}

/// Hire a pilot; the user says for how deep a keel.
// Earlier answers come back sealed, so the client does not ask the user again.
#[mcp_tool(request_state)]
async fn hire_pilot(#[context] cx: &ToolContext) -> &'static str {
    let Elicitation::Accepted(Draught { metres }) =
        cx.elicit("draught", "How deep is the keel?").await
    else {
        return "no pilot was hired";
    };
    match cx.elicit("sure", "A pilot costs 200 pounds.").await {
        Elicitation::Accepted(Sure {}) if metres < 9.0 => "a pilot comes aboard",
        Elicitation::Accepted(Sure {}) => "no pilot takes so deep a keel",
        Elicitation::Declined | Elicitation::Cancelled => "no pilot was hired",
    }
}

#[derive(ElicitForm, Deserialize, JsonSchema)]
struct Draught {
    /// In metres
    metres: f64,
}

// No fields: a yes or a no.
#[derive(ElicitForm, Deserialize, JsonSchema)]
struct Sure {}

#[derive(Clone, Copy, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Spring,
    Neap,
}

#[derive(Serialize, JsonSchema)]
struct Tide {
    /// Days from today
    day: u8,
    harbour: &'static str,
    /// Above chart datum
    metres: f64,
}

#[derive(Deserialize, JsonSchema)]
struct Boat {
    /// Name of the boat
    name: String,
    /// Length of the boat in metres
    metres: Option<f64>,
}

#[derive(Serialize, JsonSchema)]
struct Booking {
    berth: String,
    boat: String,
    fits: bool,
    under: String,
    gate_opens: bool,
}

fn colour(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "string", "pattern": "^#[0-9a-f]{6}$" })
}

fn registry() -> Result<ToolRegistry<Harbour>, BuildError> {
    // The feature `rmcp` has tokio's clock and tokio's threads that may wait; any other program
    // says `.timer(…)` and `.blocking_pool(…)` here.
    ToolRegistry::builder(Harbour {
        name: "Dover",
        berths: 40,
    })
    .tools(HarbourTools::tools())
    .tools(tools![BookBerth, ring_bell, hire_pilot])
    // A real server uses 32 random bytes that all its instances share.
    .request_state_key(*b"for an example, and for it alone")
    .build()
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let registry = registry()?;

    let calls = [
        (TIDES, json!({ "type": "spring", "days": 2, "customer": 7 })),
        (
            "book_berth",
            json!({ "name": "Dinghy", "berth": "A07", "code": "1234", "crew": 2 }),
        ),
        ("ring_bell", json!({})),
        ("hire_pilot", json!({})),
    ];
    // Somebody whose client shows forms.
    let forms = [("elicitation".to_owned(), json!({}))];
    let context = ToolContext::detached().with_client(
        ClientInfo::new("all_options", "1.0.0"),
        ClientCapabilities::new(forms.into_iter().collect()),
    );
    let mut output = std::io::stdout();
    for (tool, (name, arguments)) in registry.definitions().iter().zip(calls) {
        let definition = pretty::pretty(&serde_json::to_string(tool)?);
        let request = CallToolRequest::new(name).with_arguments(arguments.clone());
        let response = registry.call(request, &context).await?;
        let answer = pretty::pretty(&serde_json::to_string(&response)?);
        let text = format!(
            "{}\n{}\n{definition}\ncalled with {arguments}:\n{answer}\n",
            tool.name,
            "=".repeat(tool.name.len())
        );
        // The reader may close the pipe early.
        if writeln!(output, "{text}").is_err() {
            return Ok(());
        }
    }

    // For a host that speaks HTTP: which header has to say the same as which argument.
    for binding in registry.header_bindings(TIDES) {
        let _ = writeln!(
            output,
            "{} repeats `{}`",
            binding.header(),
            binding.path().join(".")
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    mcp_tool_runtime::check_tools!(
        super::registry().unwrap(),
        golden = "golden/all_options.json"
    );
}
