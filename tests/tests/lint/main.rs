//! Tests the linter's findings about known traps, and the texts of the findings. `docs/CLIENTS.md` lists the
//! traps by number, such as T1.

mod cases;
mod client_facts;
mod clients_page;
mod false_alarms;
mod finding;
mod gemini;
mod hostile;
mod known_traps;
mod malformed;
mod planted_faults;
mod public_lists;
mod registry;
mod results;
mod size;
mod stores;

use mcp_tool_runtime::lint::{Finding, Lint, Profile};
use serde_json::{Value, json};

/// Returns all profiles, including strict mode.
fn everyone() -> Vec<Profile> {
    let all = Profile::ALL.iter().copied();
    all.chain([Profile::OpenAiStrict]).collect()
}

/// Returns the findings of `of_tools` about a tool with this input schema.
fn of_input(profile: Profile, schema: Value) -> Vec<String> {
    let tool = json!({ "name": "search", "description": "Searches.", "inputSchema": schema });
    of_tools(profile, json!([tool]))
}

/// Returns the findings of `of_tools` about a tool with this output schema.
fn of_output(profile: Profile, schema: Value) -> Vec<String> {
    of_tools(profile, json!([with_output(schema)]))
}

fn with_output(schema: Value) -> Value {
    json!({
        "name": "search", "description": "Looks.", "outputSchema": schema,
        "inputSchema": { "type": "object", "properties": {} },
    })
}

/// Returns the findings about the tools for one client, each as a rule's id and a JSON pointer. Skips findings
/// about missing titles and hints, because most test tools have neither.
fn of_tools(profile: Profile, tools: Value) -> Vec<String> {
    let findings = Lint::new(&[profile]).check_json(&json!({ "tools": tools }));
    let findings = findings.iter();
    let findings = findings.filter(|finding| finding.rule.id != "review");
    findings.map(short).collect()
}

fn short(finding: &Finding) -> String {
    format!("{} {}", finding.rule.id, finding.pointer)
}

/// Returns an input schema with one required argument `it`, whose schema is `schema`.
fn argument(schema: Value) -> Value {
    json!({ "type": "object", "properties": { "it": schema }, "required": ["it"] })
}

fn described(mut schema: Value) -> Value {
    schema["description"] = json!("What to look for");
    argument(schema)
}

const IT: &str = "/tools/0/inputSchema/properties/it";
