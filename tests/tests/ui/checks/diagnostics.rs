//! Builds the pages in `docs/diagnostics`, which list the recorded messages.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::batch::Topic;
use super::format::Program;

/// The measured messages of two other toolkits about the mistake in one program.
struct Elsewhere {
    /// The topic and the name of the program, such as `name/empty`.
    case: &'static str,
    violation: &'static str,
    rmcp: &'static str,
    turbomcp: &'static str,
}

const fn elsewhere(
    case: &'static str,
    violation: &'static str,
    rmcp: &'static str,
    turbomcp: &'static str,
) -> Elsewhere {
    Elsewhere {
        case,
        violation,
        rmcp,
        turbomcp,
    }
}

const NOT_NOTICED: &str = "not noticed";
const OPAQUE: &str = "`IntoToolRoute<…>` is not satisfied, on the `#[tool_router]` line";

/// The messages of rmcp 3.9.0 and TurboMCP 4.0.0-alpha.5, measured with rustc 1.95. Programs that compiled were
/// run as well.
const ELSEWHERE: &[Elsewhere] = &[
    elsewhere(
        "name/empty",
        "an empty name",
        "compiles; a warning in the log at run time",
        "an error at the name",
    ),
    elsewhere(
        "name/name_with_a_space",
        "a name with a space",
        "compiles; a warning in the log at run time",
        "an error at the name, and one that a method is missing",
    ),
    elsewhere(
        "name/too_long",
        "a name of more than 128 characters",
        "compiles; a warning in the log at run time",
        "an error at the name",
    ),
    elsewhere(
        "name/not_ascii",
        "a name that is not ASCII",
        "compiles; a warning in the log at run time",
        "an error at the name",
    ),
    elsewhere(
        "list/two_tools_of_one_name",
        "two tools of one name",
        "not noticed: the last one wins, one is listed",
        "an error at the second",
    ),
    elsewhere(
        "option/read_only_and_destructive",
        "`read_only` beside `destructive`",
        NOT_NOTICED,
        NOT_NOTICED,
    ),
    elsewhere(
        "option/misspelt_key",
        "a misspelt key",
        "an error at the key, and two that follow from it",
        "an error at the key, and one that follows from it",
    ),
    elsewhere(
        "option/duplicate_key",
        "a key given twice",
        "an error at the key, and two that follow from it",
        "not noticed: the last one wins",
    ),
    elsewhere(
        "option/title_is_a_number",
        "a title that is a number",
        "``Unexpected type `int` ``, and two that follow from it",
        "an error at the value, and one that follows from it",
    ),
    elsewhere(
        "description/missing",
        "no description",
        NOT_NOTICED,
        NOT_NOTICED,
    ),
    elsewhere(
        "argument_type/argument_without_json_schema",
        "an argument without `JsonSchema`",
        "an error at the type",
        "an error at the type",
    ),
    elsewhere(
        "return_type/result_without_serialize",
        "an answer without `Serialize`",
        "an error that never says `Serialize`",
        "an error that says so, at `#[server]`",
    ),
    elsewhere(
        "return_type/error_without_display",
        "an error type that cannot be shown",
        "an error that never names the type",
        "wants its own error type, at `#[server]`",
    ),
    elsewhere(
        "signature/impl_trait_argument",
        "an argument of `impl Trait`",
        "`cannot infer type`",
        "three errors E0562",
    ),
    elsewhere(
        "signature/type_parameter",
        "a type parameter",
        "three errors: ``cannot find type `T` ``",
        "two errors",
    ),
    elsewhere(
        "signature/pattern_parameter",
        "a pattern as a parameter",
        OPAQUE,
        "an error at the pattern",
    ),
    elsewhere(
        "signature/unsafe_function",
        "an `unsafe` function",
        OPAQUE,
        "E0133, at `#[server]`",
    ),
    elsewhere(
        "argument/same_name_as_a_renamed_argument",
        "two arguments of one name on the wire",
        "not noticed: no call can succeed",
        "arguments cannot be renamed",
    ),
    elsewhere(
        "item/constant",
        "the attribute on a constant",
        "an error: expected `fn`",
        "not noticed: silently ignored",
    ),
    elsewhere(
        "warning/argument_without_a_description",
        "an argument without a description",
        NOT_NOTICED,
        NOT_NOTICED,
    ),
    elsewhere(
        "header/name_with_a_space",
        "a header that is no token",
        NOT_NOTICED,
        NOT_NOTICED,
    ),
    elsewhere(
        "header/header_of_a_list",
        "a list that is mirrored in a header",
        NOT_NOTICED,
        NOT_NOTICED,
    ),
];

/// A program with a mistake, and its messages.
struct Row {
    topic: String,
    name: String,
    /// The path of the file that contains the program, relative to `docs/diagnostics`.
    file: String,
    words: String,
}

impl Row {
    fn new(topic: &Topic, program: &Program) -> Self {
        let reports = program.reports.iter();
        let lines: Vec<String> = reports.flat_map(|report| cells(&report.text)).collect();
        let path = topic.path.display().to_string();
        Row {
            topic: topic.name.clone(),
            name: program.name.clone(),
            file: match path.strip_prefix("../") {
                Some(path) => format!("../../{path}"),
                None => format!("../../tests/{path}"),
            },
            words: lines.join("<br>"),
        }
    }

    fn path(&self) -> String {
        format!("{}/{}", self.topic, self.name)
    }

    fn linked(&self, text: &str) -> String {
        format!("[{text}]({})", self.file)
    }
}

/// What the programs of each topic get wrong, in the order of the index. The name of a topic is also the name
/// of its page.
const TOPICS: &[(&str, &str)] = &[
    ("item", "what `#[mcp_tool]` stands above"),
    ("name", "the name of a tool"),
    ("description", "the description of a tool or an argument"),
    ("option", "the keys of `#[mcp_tool]`"),
    ("execution", "`blocking`, `timeout` and `request_state`"),
    ("icon", "icons"),
    ("meta", "the keys and values of `_meta`"),
    ("text", "characters in titles, descriptions and other texts"),
    ("signature", "the parameters of a function"),
    ("argument", "the keys of `#[arg]`, and defaults"),
    ("argument_type", "the types of arguments"),
    ("constraint", "`range`, `length` and `pattern`"),
    ("header", "arguments that are mirrored in a header"),
    ("context", "`#[context]` and `ToolContext`"),
    ("principal", "`#[principal]` and `Principal`"),
    ("state", "`#[state]`"),
    ("has_state", "`#[derive(HasState)]`"),
    ("return_type", "what a tool returns"),
    ("tool_error", "`#[derive(ToolError)]`"),
    ("elicit_form", "`#[derive(ElicitForm)]`"),
    ("methods", "`#[mcp_tools]` above an `impl` block"),
    ("list", "`tools!`"),
    ("register", "`collect_tools!` and `register`"),
    ("version", "crates of another version"),
    ("warning", "warnings, and `allow`"),
    ("many", "several mistakes in one program"),
];

/// The names and texts of all pages: the index, and one page for each topic.
///
/// # Panics
///
/// Panics if a topic has no entry in `TOPICS`, or no program has the topic and the name of an entry in
/// `ELSEWHERE`.
pub(crate) fn pages(topics: &[Topic]) -> BTreeMap<String, String> {
    let mut rows: BTreeMap<&str, Vec<Row>> = BTreeMap::new();
    for topic in topics {
        let is_listed = TOPICS.iter().any(|(name, _)| *name == topic.name);
        assert!(is_listed, "`TOPICS` has no entry for `{}`", topic.name);
        let programs = topic.programs.iter();
        let rows = rows.entry(&topic.name).or_default();
        rows.extend(programs.map(|program| Row::new(topic, program)));
    }
    let mut pages = BTreeMap::from([("README".to_owned(), index(&rows))]);
    for (topic, about) in TOPICS {
        let rows = rows.get_mut(topic);
        let rows = rows.unwrap_or_else(|| panic!("no program has the topic `{topic}`"));
        rows.sort_by_key(Row::path);
        pages.insert((*topic).to_owned(), page_of_topic(topic, about, rows));
    }
    pages
}

fn index(rows: &BTreeMap<&str, Vec<Row>>) -> String {
    let mut page = "\
# Compile errors

These pages list every mistake that this toolkit finds before a program runs, with its message. A test generates them
from the reports in `mcp-tool-macros/tests/diagnostics` and `tests/tests/ui`:
`UPDATE_SNAPSHOTS=1 cargo test --workspace --test ui -- diagnostics`. Each mistake is one error, with the caret below
the wrong token. The function stays, so no other error follows, unless rustc itself rejects the program, for example
`&self` outside an `impl` block. The programs of `many` have several mistakes.

| page | mistakes in |
|---|---|
"
    .to_owned();
    for (topic, about) in TOPICS {
        let title = topic.replace('_', " ");
        let _ = writeln!(page, "| [{title}]({topic}.md) | {} |", cell(about));
    }
    page += "
## Compared with other toolkits

These are the messages of rmcp 3.9.0 and TurboMCP 4.0.0-alpha.5 about the same mistake, measured in November 2026 with
rustc 1.95. Programs that compiled were run as well.

| violation | here | rmcp | TurboMCP |
|---|---|---|---|
";
    for other in ELSEWHERE {
        let row = rows
            .values()
            .flatten()
            .find(|row| row.path() == other.case)
            .unwrap_or_else(|| panic!("there is no case `{}`", other.case));
        let _ = writeln!(
            page,
            "| {} | {} | {} | {} |",
            row.linked(other.violation),
            row.words,
            other.rmcp,
            other.turbomcp
        );
    }
    page
}

fn page_of_topic(topic: &str, about: &str, rows: &[Row]) -> String {
    let title = topic.replace('_', " ");
    let mut page = format!(
        "# Compile errors: {title}\n\nMistakes in {}. [All topics](README.md)\n\n\
         | message | examples |\n|---|---|\n",
        cell(about)
    );
    for (words, links) in by_words(rows) {
        let _ = writeln!(page, "| {words} | {} |", links.join("<br>"));
    }
    page
}

/// Returns each distinct message once, with links to its programs. The first programs determine the order.
fn by_words(rows: &[Row]) -> Vec<(&str, Vec<String>)> {
    let mut found: Vec<(&str, Vec<String>)> = Vec::new();
    for row in rows {
        let link = row.linked(&row.name.replace('_', " "));
        match found.iter_mut().find(|(known, _)| *known == row.words) {
            Some((_, links)) => links.push(link),
            None => found.push((&row.words, vec![link])),
        }
    }
    found
}

/// Returns the lines of a report's text, the first in bold. Skips labels without help.
fn cells(text: &str) -> Vec<String> {
    let is_shown = |line: &&str| !line.starts_with("label: ") || line.contains("help: ");
    let lines = text.lines().filter(is_shown).enumerate();
    let lines = lines.map(|(at, line)| match at {
        0 => format!("**{}**", cell(line)),
        _ => cell(line),
    });
    lines.collect()
}

/// Escapes a line for a cell of a Markdown table.
fn cell(line: &str) -> String {
    // A code span keeps everything but the bar.
    let mut escaped = String::new();
    let mut is_code = false;
    for c in line.chars() {
        match c {
            '`' => is_code = !is_code,
            '|' => escaped.push('\\'),
            '<' | '*' | '_' | '[' if !is_code => escaped.push('\\'),
            _ => {}
        }
        escaped.push(c);
    }
    escaped
}
