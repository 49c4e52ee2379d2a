//! Options, output and exit codes.

mod client;
mod html;
mod http;
mod sarif;
mod show;
mod stdio;
mod text;

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Read as _, Write as _};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::{Parser, ValueEnum};
use mcp_tool_lint::{Finding, Lint, Profile, RULES, Severity, UnknownProfile, printable};
use serde_json::Value;
use ureq::http::{HeaderName, HeaderValue};

use client::read_tools;

/// Reports which clients reject which tools of an MCP server.
#[derive(Parser)]
#[command(
    name = "mcp-tool-lint",
    version,
    override_usage = "mcp-tool-lint [OPTIONS] FILE|URL\n       mcp-tool-lint [OPTIONS] -- COMMAND…\n       mcp-tool-lint --rules",
    after_help = "Exit codes:\n  0  no finding at or above --level\n  1  at least one such finding\n  2  wrong options\n  3  the tools could not be read, or the output could not be written"
)]
struct Options {
    /// Check for these clients, separated by commas: claude, openai, openai_strict, gemini, vscode, cursor, or all (without openai_strict)
    #[arg(long, value_name = "NAMES", default_value = "all", value_delimiter = ',', value_parser = parse_client)]
    client: Vec<Vec<Profile>>,
    /// Report as errors what these directories of servers demand, separated by commas: chatgpt, claude
    #[arg(long, value_name = "STORES", value_delimiter = ',', value_parser = Profile::of_store)]
    ready_for: Vec<Profile>,
    /// Fail (exit code 1) at findings of this severity or a higher one
    #[arg(long, value_name = "LEVEL", default_value = "error", value_parser = ["error", "warning"])]
    level: String,
    /// Write the findings in this format to standard output
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Also write an HTML page that shows each tool with its size and findings
    #[arg(long, value_name = "FILE")]
    html: Option<String>,
    /// Ignore a rule in all tools (`recursion`) or in one tool (`list_files:recursion`); may be repeated
    #[arg(long = "allow", value_name = "[TOOL:]RULE", value_parser = parse_allowed)]
    allowed: Vec<(Option<String>, String)>,
    /// Print the list as this client hands it to its model, with the reasons, and check nothing
    #[arg(long, value_name = "CLIENT", requires = "server_name", conflicts_with_all = ["html", "ready_for"], value_parser = ["codex", "gemini-cli", "vscode"])]
    show: Option<String>,
    /// Add this server name to each tool's name for length checks and --show, as some clients do
    #[arg(long, value_name = "NAME")]
    server_name: Option<String>,
    /// Add a header to HTTP requests, such as "Authorization: Bearer …"; may be repeated
    #[arg(long = "header", value_name = "NAME: VALUE", value_parser = parse_header)]
    headers: Vec<(HeaderName, HeaderValue)>,
    /// Give a server this many seconds to list its tools
    #[arg(
        long,
        value_name = "SECONDS",
        default_value_t = 30,
        value_parser = clap::value_parser!(u64).range(1..=86_400)
    )]
    timeout: u64,
    /// Print the rules with their sources
    #[arg(long, conflicts_with_all = ["source", "command"])]
    rules: bool,
    /// A file with the result of `tools/list`, `-` for standard input, or the URL of an HTTP server
    #[arg(
        value_name = "FILE|URL",
        conflicts_with = "command",
        required_unless_present_any = ["command", "rules"]
    )]
    source: Option<String>,
    /// The command of a server that speaks MCP on standard input and output
    #[arg(last = true, value_name = "COMMAND")]
    command: Vec<String>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    Text,
    Json,
    Sarif,
}

/// Parses a value of `--allow`: `recursion` for all tools, or `list_files:recursion` for one tool.
fn parse_allowed(text: &str) -> Result<(Option<String>, String), String> {
    // Split at the last colon: the name of a tool can contain colons, but the name of a rule
    // cannot.
    let (tool, rule) = match text.rsplit_once(':') {
        Some((tool, rule)) => (Some(tool.to_owned()), rule),
        None => (None, text),
    };
    if RULES.iter().any(|known| known.id == rule) {
        Ok((tool, rule.to_owned()))
    } else {
        Err(format!("no rule is called `{rule}`; --rules prints them"))
    }
}

/// Parses a name of `--client`: a client, or `all`.
fn parse_client(name: &str) -> Result<Vec<Profile>, UnknownProfile> {
    match name.trim() {
        "all" => Ok(Profile::ALL.to_vec()),
        name => Ok(vec![name.parse()?]),
    }
}

/// Parses the name and the value of a header.
fn parse_header(text: &str) -> Result<(HeaderName, HeaderValue), &'static str> {
    let (name, value) = text.split_once(':').ok_or("write it as `NAME: VALUE`")?;
    match (name.trim().parse(), value.trim().parse()) {
        (Ok(name), Ok(value)) => Ok((name, value)),
        _ => Err("HTTP does not allow this name or this value"),
    }
}

/// The tools of a server, as `tools/list` returns them.
struct Listing {
    list: Value,
    instructions: Option<String>,
    /// The file, URL or command of the server, for display.
    source: String,
}

impl Listing {
    fn tools(&self) -> Option<&Vec<Value>> {
        let result = self.list.get("result").unwrap_or(&self.list);
        result.get("tools").unwrap_or(result).as_array()
    }
}

const UNREADABLE: u8 = 3;

pub(crate) fn run() -> ExitCode {
    let options = Options::parse();
    if options.rules {
        return print(&rules_text(options.format), ExitCode::SUCCESS);
    }
    let listing = match read_listing(&options) {
        Ok(listing) => listing,
        Err(error) => return fail(&error),
    };
    if let (Some(client), Some(server)) = (&options.show, &options.server_name) {
        let Some(tools) = listing.tools() else {
            return fail("there is no list of tools to show");
        };
        let as_json = !matches!(options.format, Format::Text);
        let shown = show::show(client, server, tools, as_json);
        return print(&shown, ExitCode::SUCCESS);
    }
    let mut lint = Lint::new(&options.client.concat());
    for store in &options.ready_for {
        lint = lint.ready_for(*store);
    }
    if let Some(name) = &options.server_name {
        lint = lint.server_name(name);
    }
    if let Some(text) = &listing.instructions {
        lint = lint.instructions(text);
    }
    for (tool, rule) in &options.allowed {
        lint = match tool {
            Some(tool) => lint.allow_for(tool, rule),
            None => lint.allow(rule),
        };
    }
    let findings = lint.check_json(&listing.list);
    if let Some(file) = &options.html
        && let Err(error) = fs::write(file, html::page(&listing, &findings))
    {
        return fail(&format!("cannot write {file}: {error}"));
    }
    let report = match options.format {
        Format::Text => text::report(&listing.list, &findings),
        Format::Json => format!("{:#}\n", serde_json::json!(findings)),
        Format::Sarif => format!("{:#}\n", sarif::log(&listing.source, &findings)),
    };
    // If the JSON contains no list of tools, the rule `no_tools` reports an error. If the list of
    // tools is empty, `no_tools` reports only a warning, and the exit code is not `UNREADABLE`.
    let has_no_list = |it: &Finding| it.rule.id == "no_tools" && it.severity() == Severity::Error;
    let fails = |it: &Finding| options.level == "warning" || it.severity() == Severity::Error;
    let code = if findings.iter().any(has_no_list) {
        UNREADABLE
    } else {
        u8::from(findings.iter().any(fails))
    };
    print(&report, ExitCode::from(code))
}

/// Prints a text, and returns `code`. Returns another exit code if the write fails, unless the reader closed
/// the pipe early.
fn print(text: &str, code: ExitCode) -> ExitCode {
    match io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            fail(&format!("cannot write the report: {error}"))
        }
        _ => code,
    }
}

fn fail(error: &str) -> ExitCode {
    // `eprintln!` panics if standard error is closed.
    let _ = writeln!(io::stderr(), "mcp-tool-lint: {}", printable(error));
    ExitCode::from(UNREADABLE)
}

fn read_listing(options: &Options) -> Result<Listing, String> {
    let deadline = Instant::now() + Duration::from_secs(options.timeout);
    let Some(source) = &options.source else {
        let server = stdio::Process::start(&options.command, deadline)?;
        return read_tools(server, options.command.join(" "));
    };
    if source.starts_with("http://") || source.starts_with("https://") {
        let server = http::Connection::new(source, &options.headers, deadline);
        return read_tools(server, source.clone());
    }
    let read = match source.as_str() {
        "-" => {
            let mut text = Vec::new();
            io::stdin().read_to_end(&mut text).map(|_| text)
        }
        file => fs::read(file),
    };
    let text = read.map_err(|error| format!("cannot read {source}: {error}"))?;
    Ok(Listing {
        list: parse(&text).map_err(|error| format!("{source} {error}"))?,
        instructions: None,
        source: source.clone(),
    })
}

/// Parses JSON, with or without a byte order mark.
fn parse(text: &[u8]) -> Result<Value, String> {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    serde_json::from_slice(text).map_err(|error| {
        // serde_json has no error kind for its recursion limit, so compare the error message.
        if error.to_string().starts_with("recursion limit exceeded") {
            "is nested more than 127 levels deep, and was not read further".to_owned()
        } else {
            format!("is not JSON: {error}")
        }
    })
}

fn rules_text(format: Format) -> String {
    if let Format::Json | Format::Sarif = format {
        return format!("{:#}\n", serde_json::json!(RULES));
    }
    let lines = RULES.iter().map(|rule| {
        let effects = rule.effects.iter().chain(rule.effects_in_result);
        let clients: BTreeSet<_> = effects.map(|effect| effect.client).collect();
        let names: Vec<_> = clients.iter().map(|client| client.name()).collect();
        format!(
            "{}: {}; {} ({}; {}: {})\n",
            rule.id,
            rule.breaks,
            rule.repair,
            names.join(", "),
            rule.since,
            rule.sources.join(", "),
        )
    });
    lines.collect()
}
