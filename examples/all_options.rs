//! Shows all options of `#[mcp_tool]` and of `#[arg]`, except `scopes`, which the example `auth` shows:
//! `cargo run --example all_options`.
//!
//! For each tool, the example prints the definition as a client receives it, and the response to one call.

use std::error::Error;
use std::io::Write as _;

use mcp_tool_runtime::context::{ClientCapabilities, ClientInfo};
use mcp_tool_runtime::elicit::Elicitation;
use mcp_tool_runtime::{
    BuildError, CallToolRequest, ElicitForm, SafeInt, ToolContext, ToolRegistry, collect_tools,
    mcp_tool, tools,
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

// Tools join this collection with `register = HarbourTools`, from any module.
collect_tools!(HarbourTools: Harbour);

const TIDES: &str = "harbour_tides";
const ABOUT_TIDES: &str = "Tell when the water is high, and how high it is then.";

/// Readers of the code read this text; the model reads `description`.
#[mcp_tool(
    // The registry publishes this name instead of the function's name.
    name = TIDES,
    // Clients show this title to people.
    title = "High water",
    // The model chooses the tool by this description. Without this key, the description is the
    // doc comment.
    description = ABOUT_TIDES,
    // These hints tell clients which effects a call of the tool can have.
    read_only,
    idempotent = true,
    open_world = false,
    // Each `icon` adds one icon. The second icon is for clients with a dark theme.
    icon = "https://tools.example/tide.svg",
    icon(
        src = "https://tools.example/tide-at-night.png",
        mime_type = "image/png",
        sizes = ["48x48"],
        theme = "dark",
    ),
    // The tool's definition contains these values in `_meta`. Programs can read `_meta`, but the
    // model does not see `_meta`.
    meta("com.example/team" = "harbour", cost = 3),
    // A call fails if it takes longer than this.
    timeout = "30s",
    // Before protocol version 2026-07-28, structured content must be an object. This tool returns
    // a list, so `wrap` puts the list into an object with the member `tides`.
    wrap = "tides",
    // The tool joins the collection, so `tools!` need not list it.
    register = HarbourTools,
)]
async fn tell_tides(
    #[state] harbour: &Harbour,
    // `rename` publishes the argument as `type`, which is a keyword in Rust.
    #[arg(rename = "type", description = "What counts as high")] kind: Kind,
    /// How many days, beginning today
    // This argument is optional. If a call contains it, the value must be in the range. The
    // schema publishes the default and the range.
    #[arg(default = 1, range(1..=14))]
    days: u8,
    /// Clients of protocol version 2026-07-28 repeat this value in a header, so that a proxy can read it
    // `header` accepts neither `i64` nor `u64`, because some clients cannot represent all 64-bit
    // integers exactly. Every client can represent each value of `SafeInt` exactly.
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
    // `destructive` tells clients that a call can delete or overwrite data.
    destructive,
    // The function blocks and is not `async`. With this key, each call runs on a separate thread.
    blocking,
    // `output = false` omits the output schema from the definition, but does not change the
    // result. The key also accepts a type. For a tool that returns a `CallToolResult`, `output =
    // Booking` publishes the schema of `Booking`.
    output = false,
    // This tool drops unknown arguments instead of rejecting them.
    allow_unknown,
    // The macro generates a struct with this name. List the struct in `tools!`.
    companion = BookBerth,
    // This is the path of the crate `mcp_tool_runtime`. You need this key only if your program
    // renames or re-exports the crate.
    crate = mcp_tool_runtime
)]
fn book_berth(
    #[state] harbour: &Harbour,
    // Each field of `Boat` is a separate argument of the tool.
    #[arg(flatten)] boat: Boat,
    /// Number of the berth
    // The schema publishes the regular expression and the examples. The registry rejects an
    // argument that does not match the expression.
    #[arg(pattern("^[A-F][0-9]{2}$"), example = "A07", example = "F12")]
    berth: &str,
    /// Code for the gate
    // Error messages quote invalid values, but never the value of a `sensitive` argument.
    #[arg(sensitive, length(4..=8))]
    code: String,
    /// Colour of the flag, as `#ff8800`
    // The function `colour` returns the schema of this argument. This schema replaces the schema
    // of `String`.
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
// `allow` silences the warning about an argument without a description.
#[mcp_tool(allow(undocumented))]
fn ring_bell(#[arg(default)] twice: bool) -> &'static str {
    if twice {
        println!("ding dong");
    }
    "ding dong"
}

/// Hire a pilot. The tool asks the user for the depth of the keel.
// In protocol version 2026-07-28, each answer arrives in a new call. With `request_state`, the
// new call also contains the earlier answers, so the user answers each question only once.
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

// A form without fields asks the user for a yes or a no.
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
    // `mcp-tool-server` enables a timer for tools with `timeout`, and threads for tools with
    // `blocking`. If your program does not use this crate, also call `.timer(…)` and
    // `.blocking_pool(…)` on the builder.
    ToolRegistry::builder(Harbour {
        name: "Dover",
        berths: 40,
    })
    .tools(HarbourTools::tools())
    .tools(tools![BookBerth, ring_bell, hire_pilot])
    // In a real server, use 32 random bytes. If several processes serve one client over HTTP, all
    // of them need the same bytes.
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
    // The client in `context` supports forms. This program does not fill in forms, so the
    // response of `hire_pilot` is the tool's first question.
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
        // Stop if the program that reads this output has closed the pipe.
        if writeln!(output, "{text}").is_err() {
            return Ok(());
        }
    }

    // Print the HTTP headers in which clients must repeat arguments.
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
