//! Says which client will not take which tool of a server, of any make.
//!
//! ```console
//! $ cargo run --example lint -- tools.json
//! $ cargo run --example lint -- --profile claude,gemini -- npx some-mcp-server --flag
//! $ cargo run --example lint -- --rules
//! ```
//!
//! A file has the result of a `tools/list` request; `-` is standard input. A command is started,
//! asked for its tools on standard input and output, and ended. There is one line for each finding,
//! on standard output, and a summary on standard error. The exit code is 0 without findings of the
//! level `error`, 1 with some, and 2 where the tools could not be read.
//!
//! With `--json`, standard output is a list of findings, whose members the documentation of
//! `mcp_tool_runtime::lint` names.

mod server;

use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use mcp_tool_runtime::lint::{Finding, Lint, ListSize, Profile, Profiles, RULES, Severity};
use serde_json::Value;

/// Says which client will not take which tool of an MCP server.
#[derive(Parser)]
#[command(
    name = "lint",
    override_usage = "lint [OPTIONS] FILE\n       lint [OPTIONS] -- COMMAND…\n       lint --rules [--json]"
)]
struct Options {
    /// Clients, with commas between them: claude, openai, openai_strict, gemini, vscode, cursor, or
    /// all but openai_strict: all
    #[arg(long = "profile", value_name = "P", default_value = "all")]
    profiles: Vec<Profiles>,
    /// The name under which people configure the server, which some clients write before the tools'
    #[arg(long, value_name = "NAME")]
    server_name: Option<String>,
    /// A rule whose findings are accepted, in any tool or in one: `recursion`, `list_files:recursion`
    #[arg(long = "allow", value_name = "[TOOL:]RULE")]
    allowed: Vec<String>,
    /// Print the findings, or the rules, as JSON
    #[arg(long)]
    json: bool,
    /// Print what is known of clients, and look at no server
    #[arg(long, conflicts_with_all = ["file", "command"])]
    rules: bool,
    /// How many seconds a command may take to answer
    #[arg(long, value_name = "SECONDS", default_value_t = 30)]
    timeout: u64,
    /// The result of a `tools/list` request; `-` reads it from standard input
    #[arg(
        value_name = "FILE",
        conflicts_with = "command",
        required_unless_present_any = ["command", "rules"]
    )]
    file: Option<PathBuf>,
    /// A server that speaks on standard input and output
    #[arg(last = true, value_name = "COMMAND")]
    command: Vec<String>,
}

fn main() -> ExitCode {
    let options = Options::parse();
    if options.rules {
        return print_rules(options.json);
    }
    let (list, instructions) = match read(&options) {
        Ok(read) => read,
        Err(error) => {
            eprintln!("lint: {error}");
            return ExitCode::from(2);
        }
    };
    let mut profiles: Vec<Profile> = Vec::new();
    for profile in options.profiles.iter().flat_map(|some| some.iter()) {
        if !profiles.contains(profile) {
            profiles.push(*profile);
        }
    }
    let mut lint = Lint::new(&profiles);
    if let Some(name) = &options.server_name {
        lint = lint.server_name(name);
    }
    if let Some(text) = instructions {
        lint = lint.instructions(text);
    }
    for allowed in &options.allowed {
        // No name of a rule has a colon in it.
        lint = match allowed.rsplit_once(':') {
            Some((tool, rule)) => lint.allow_for(tool, rule),
            None => lint.allow(allowed),
        };
    }
    let findings = lint.check_json(&list);
    let lines = match options.json {
        true => format!("{:#}\n", serde_json::json!(findings)),
        false => findings
            .iter()
            .map(|finding| format!("{finding}\n"))
            .collect(),
    };
    // A reader such as `head` may have had enough.
    let _ = std::io::stdout().write_all(lines.as_bytes());

    let is_error = |finding: &&Finding| finding.severity() == Severity::Error;
    let errors = findings.iter().filter(is_error).count();
    let size = ListSize::of_json(&list);
    eprintln!(
        "{}, {} bytes (about {} tokens): {}, {}",
        counted(size.tools.len(), "tool"),
        size.bytes,
        size.tokens(),
        counted(errors, "error"),
        counted(findings.len() - errors, "warning"),
    );
    match findings.iter().any(|finding| finding.rule.id == "no_tools") {
        true => ExitCode::from(2),
        false => ExitCode::from(u8::from(errors > 0)),
    }
}

/// serde_json stops there, so that nobody exhausts its stack.
pub(crate) const TOO_DEEP: &str = "nested more than 127 levels deep, and is not read further";

fn counted(count: usize, word: &str) -> String {
    format!("{count} {word}{}", if count == 1 { "" } else { "s" })
}

/// The result of `tools/list`, and what the server says of itself.
fn read(options: &Options) -> Result<(Value, Option<String>), String> {
    let Some(file) = &options.file else {
        let timeout = Duration::from_secs(options.timeout);
        let answers = server::tools(&options.command, timeout)?;
        return Ok((answers.tools, answers.instructions));
    };
    let (name, text) = if file == Path::new("-") {
        let mut text = Vec::new();
        let read = std::io::stdin().read_to_end(&mut text);
        ("standard input".to_owned(), read.map(|_| text))
    } else {
        (file.display().to_string(), std::fs::read(file))
    };
    let text = text.map_err(|error| format!("{name}: {error}"))?;
    // An editor's byte order mark is no JSON.
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&text);
    match serde_json::from_slice(text) {
        Ok(list) => Ok((list, None)),
        Err(error) if server::is_too_deep(&error) => Err(format!("{name} is {TOO_DEEP}")),
        Err(error) => Err(format!("{name} is no JSON: {error}")),
    }
}

/// What `docs/CLIENTS.md` says, for programs and for people.
fn print_rules(json: bool) -> ExitCode {
    let mut text = String::new();
    if json {
        text = format!("{:#}\n", serde_json::json!(RULES));
    } else {
        for rule in RULES {
            let clients = rule.effects.iter().chain(rule.effects_in_answer);
            let mut clients: Vec<_> = clients.map(|effect| effect.client.name()).collect();
            let mut seen = Vec::new();
            clients.retain(|client| {
                let is_new = !seen.contains(client);
                seen.push(client);
                is_new
            });
            text += &format!(
                "{}: {}; {} ({}; {}: {})\n",
                rule.id,
                rule.breaks,
                rule.repair,
                clients.join(", "),
                rule.since,
                rule.sources.join(", "),
            );
        }
    }
    let _ = std::io::stdout().write_all(text.as_bytes());
    ExitCode::SUCCESS
}
