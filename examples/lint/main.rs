//! Says which client will not take which tool of a server, of any make.
//!
//! ```console
//! $ cargo run --example lint -- tools.json
//! $ cargo run --example lint -- --profile claude --profile gemini -- npx some-mcp-server --flag
//! ```
//!
//! A file has the result of a `tools/list` request. A command is started, asked for its tools on
//! standard input and output, and ended. There is one line for each finding, on standard output.
//! The exit code is 0 without findings of the level `error`, 1 with some, and 2 where the tools
//! could not be read.

mod server;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use mcp_tool_runtime::lint::{Finding, Lint, Profile, Severity};
use serde_json::{Value, json};

/// Says which client will not take which tool of an MCP server.
#[derive(Parser)]
#[command(
    name = "lint",
    override_usage = "lint [OPTIONS] FILE\n       lint [OPTIONS] -- COMMAND…"
)]
struct Options {
    /// A client: claude, openai, openai_strict, gemini, vscode, cursor, or all; may be repeated
    #[arg(long = "profile", value_name = "P", default_value = "all", value_parser = profiles)]
    profiles: Vec<Profiles>,
    /// The name under which people configure the server, which some clients write before the tools'
    #[arg(long, value_name = "NAME")]
    server_name: Option<String>,
    /// Print the findings as JSON
    #[arg(long)]
    json: bool,
    /// How many seconds a command may take to answer
    #[arg(long, value_name = "SECONDS", default_value_t = 30)]
    timeout: u64,
    /// The result of a `tools/list` request
    #[arg(
        value_name = "FILE",
        conflicts_with = "command",
        required_unless_present = "command"
    )]
    file: Option<PathBuf>,
    /// A server that speaks on standard input and output
    #[arg(last = true, value_name = "COMMAND")]
    command: Vec<String>,
}

#[derive(Clone)]
struct Profiles(Vec<Profile>);

fn profiles(name: &str) -> Result<Profiles, String> {
    match name {
        // Strict mode wants the opposite of what others want, and is asked for by name.
        "all" => Ok(Profiles(Profile::ALL.to_vec())),
        name => match name.parse() {
            Ok(profile) => Ok(Profiles(vec![profile])),
            Err(error) => Err(format!("{error}; `all` is all but the last")),
        },
    }
}

fn main() -> ExitCode {
    let options = Options::parse();
    let list = match list(&options) {
        Ok(list) => list,
        Err(error) => {
            eprintln!("lint: {error}");
            return ExitCode::from(2);
        }
    };
    let mut profiles: Vec<Profile> = Vec::new();
    for profile in options.profiles.iter().flat_map(|some| &some.0) {
        if !profiles.contains(profile) {
            profiles.push(*profile);
        }
    }
    let mut lint = Lint::new(&profiles);
    if let Some(name) = &options.server_name {
        lint = lint.server_name(name);
    }
    let findings = lint.check_json(&list);
    if options.json {
        println!("{:#}", Value::Array(findings.iter().map(as_json).collect()));
    } else {
        for finding in &findings {
            println!("{finding}");
        }
    }
    let is_error = |finding: &&Finding| finding.severity() == Severity::Error;
    let errors = findings.iter().filter(is_error).count();
    let bytes = list.to_string().len();
    eprintln!(
        "{} tools, {bytes} bytes (about {} tokens): {errors} errors, {} warnings",
        tools(&list).map_or(0, Vec::len),
        bytes.div_ceil(4),
        findings.len() - errors,
    );
    ExitCode::from(u8::from(errors > 0))
}

fn list(options: &Options) -> Result<Value, String> {
    let list = match &options.file {
        Some(file) => {
            let text = std::fs::read_to_string(file)
                .map_err(|error| format!("{}: {error}", file.display()))?;
            serde_json::from_str(&text)
                .map_err(|error| format!("{} is no JSON: {error}", file.display()))?
        }
        None => server::tools(&options.command, Duration::from_secs(options.timeout))?,
    };
    match tools(&list) {
        Some(_) => Ok(list),
        None => Err("there is no list of tools: neither `tools` nor `result.tools`".to_owned()),
    }
}

fn tools(list: &Value) -> Option<&Vec<Value>> {
    let result = list.get("result").unwrap_or(list);
    result.get("tools").unwrap_or(result).as_array()
}

fn as_json(finding: &Finding) -> Value {
    let effects = finding.effects.iter().map(|effect| {
        json!({
            "client": effect.client.name(),
            "severity": severity(effect.severity),
            "loses": effect.loss.to_string(),
        })
    });
    json!({
        "rule": finding.rule.id,
        "severity": severity(finding.severity()),
        "tool": finding.tool,
        "argument": finding.argument,
        "pointer": finding.pointer,
        "what": finding.what,
        "repair": finding.rule.repair,
        "clients": effects.collect::<Vec<_>>(),
        "since": finding.rule.since,
        "sources": finding.rule.sources,
    })
}

fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    }
}
