//! Checks that `docs/CLIENTS.md` matches the rules of the linter and the table of traps below. If
//! `UPDATE_SNAPSHOTS` is set, generates the page first.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use mcp_tool_runtime::lint::{RULES, Rule, losses};

/// A trap's number and description, the rules that report the trap, and how tools with `#[mcp_tool]` avoid the
/// trap. The last text can also say that the linter reports the trap.
type Trap = (
    &'static str,
    &'static str,
    &'static [&'static str],
    &'static str,
);

const TRAPS: &[Trap] = &[
    (
        "T1",
        "`oneOf`, `anyOf`, `allOf` at the root of the input",
        &["root_composition"],
        "the input is always one object; a tool whose whole input is an enum does not build",
    ),
    (
        "T2",
        "a root that is not an object, has no `properties`, or nests the whole input under one property",
        &[
            "root_object",
            "root_properties",
            "output_object",
            "malformed_tool",
            "no_tools",
            "nested_input",
        ],
        "the root is always an object with `properties`; `build()` logs a warning about a nested input; for clients older than protocol version 2026-07-28, a tool whose result is not an object has no output schema",
    ),
    (
        "T3",
        "`true` or `false` as a schema",
        &["boolean_schema"],
        "`{ \"not\": {} }` replaces `false`; in input, a choice among all types replaces `true`, and elsewhere `{}`; `\"additionalProperties\": false` stays",
    ),
    (
        "T4",
        "`$ref`",
        &["reference", "unresolved_reference", "unused_definition"],
        "the schema of the type replaces the reference, unless the type contains itself or the schema would grow too large",
    ),
    (
        "T4b",
        "`const`, enum values that are not strings, compositions with one branch",
        &[
            "constant",
            "single_branch",
            "empty_enum_value",
            "empty_enum",
            "listed_twice",
        ],
        "a choice among constant strings becomes one `enum`; the linter reports constants of other types",
    ),
    (
        "T4c",
        "schemas that contain themselves, or are very deep",
        &["recursion", "deep_schema"],
        "the linter reports them",
    ),
    (
        "T5",
        "`type` as a list, `null` beside a type",
        &["several_types", "optional_null", "nullable"],
        "an optional argument has the type of its value, and `required` does not list it",
    ),
    (
        "T6",
        "lists without `items`, tuples",
        &["array_items", "malformed_keyword"],
        "a list always has `items`",
    ),
    (
        "T7",
        "formats, bounds and patterns that clients do not know",
        &[
            "invented_format",
            "gemini_keyword",
            "foreign_pattern",
            "look_around",
            "large_number",
        ],
        "integer formats become bounds within ±(2^53 − 1), and other formats that JSON Schema does not define disappear; `Uuid`, `Url` and similar types keep their format, unless `#[arg(schema = path)]` publishes another schema",
    ),
    (
        "T8",
        "OpenAI's strict mode",
        &["strict_object", "strict_keyword", "strict_size", "no_type"],
        "the linter checks strict mode only on request, because strict mode requires schemas that other clients reject",
    ),
    (
        "T9",
        "`$schema`, generated titles",
        &["dialect"],
        "definitions contain neither `$schema` nor generated titles. They keep `default` and `additionalProperties`, because clients ignore or remove these keywords if they do not support them",
    ),
    (
        "T10",
        "names with dots, slashes, spaces",
        &["name_characters"],
        "names with spaces or slashes do not compile; the linter reports dots",
    ),
    (
        "T11",
        "a name that is too long once a client puts the server's name before it",
        &["name_length", "prefixed_name"],
        "the linter reports such names; for an exact result, pass the server's name to the linter",
    ),
    (
        "T12",
        "names of arguments that are long, have special characters, or look like keywords",
        &["argument_name", "title_and_type"],
        "the linter reports them; identifiers in ASCII have no special characters",
    ),
    (
        "T13",
        "long descriptions and instructions, no instructions, and texts with hidden characters",
        &[
            "long_description",
            "large_schema",
            "no_instructions",
            "hidden_character",
        ],
        "the linter reports them; in titles and descriptions, hidden characters do not compile",
    ),
    (
        "T14",
        "too many tools",
        &["too_many_tools", "large_list"],
        "the linter reports lists with too many tools; `filter` and `prefixed` help to divide the tools among several servers",
    ),
    (
        "T15",
        "a client drops either the text or the structured content: Gemini CLI reads only `content`; Codex and versions of Copilot CLI read only `structuredContent`, and VS Code reads it instead of texts",
        &[],
        "no rule, because definitions do not show it; the text and the structured content each have the whole result, unless you add content with `WithText`, `WithContent` or `CallToolResult`",
    ),
    (
        "T16",
        "results without structured content, although the tool has an output schema",
        &[],
        "no rule, because definitions do not show it; the return type defines the content and the schema, so the content is never absent; it can violate the schema only through attributes such as `serialize_with` or `range`, which `call_json` and `check_tools!` report; with `output = Type`, the registry checks the results of each call",
    ),
    (
        "T17",
        "clients that reject every output schema",
        &["output_object", "dialect"],
        "`output = false` removes the schema",
    ),
    (
        "T18",
        "clients that send arguments as strings of JSON",
        &["optional_null", "several_types", "no_type"],
        "the rules report schemas that make clients do this; an argument that accepts any JSON has a choice among all types, so clients do not send it as text; if an argument's type accepts no string, the runtime decodes the string as JSON",
    ),
    (
        "T19",
        "calls without `arguments`, or with `null`",
        &[],
        "no rule, because definitions do not show it; the runtime reads absent or `null` arguments as `{}`",
    ),
    (
        "T20",
        "a name that two tools share, a list whose order changes",
        &["one_name_twice"],
        "a registry with two tools of one name does not build; the list has the order of registration",
    ),
    (
        "T21",
        "conditions that models do not follow",
        &[
            "unused_condition",
            "undefined_required",
            "beside_any_of",
            "misplaced_keyword",
            "malformed_keyword",
            "contradiction",
        ],
        "the linter reports them in your types",
    ),
];

/// A client, what it does, the rule that reports it, the month of the newest evidence, and its sources.
type Fact = (
    &'static str,
    &'static str,
    Option<&'static str>,
    &'static str,
    &'static [&'static str],
);

/// What clients do with lists and results that are correct. Most facts have no rule, because a list does not
/// show the fault.
const FACTS: &[Fact] = &[
    (
        "Claude Code",
        "searches tools by default: at the start of a session, the model reads only names and the server's instructions",
        Some("no_instructions"),
        "2026-09",
        &["code.claude.com/docs/en/mcp"],
    ),
    (
        "Claude Code",
        "cuts a tool's description, and the server's instructions, after 2,048 characters",
        Some("long_description"),
        "2026-08",
        &[
            "code.claude.com/docs/en/mcp",
            "anthropics/claude-code#87650",
        ],
    ),
    (
        "Claude Code",
        "since 2.1.195, joins the branches of `anyOf`, `oneOf` or `allOf` at the root to one object, and describes the groups of \
         arguments in the tool's description; older or offline versions leave the tool out",
        Some("root_composition"),
        "2026-09",
        &[
            "code.claude.com/docs/en/mcp",
            "anthropics/claude-code#95504",
        ],
    ),
    (
        "Claude Code",
        "sends an argument with the schema `{}` as text",
        Some("no_type"),
        "2026-08",
        &["anthropics/claude-code#82652"],
    ),
    (
        "Claude Code",
        "writes a result of more than 25,000 tokens to a file; the key `anthropic/maxResultSizeChars` in the tool's `_meta` raises \
         the limit to at most 500,000 characters",
        None,
        "2026-09",
        &["code.claude.com/docs/en/mcp"],
    ),
    (
        "Claude Code",
        "runs calls of a tool in parallel only if its `readOnlyHint` is true (reported in comments)",
        None,
        "2026-02",
        &["anthropics/claude-code#14353", "tufantunc/ssh-mcp#36"],
    ),
    (
        "claude.ai",
        "admits at most 1,048,576 bytes of input schemas of a connector, in the order of the tools' names (answer of the support, in \
         one report)",
        Some("large_list"),
        "2026-08",
        &["Softeria/ms-365-mcp-server#655"],
    ),
    (
        "claude.ai",
        "leaves out a tool with an input schema of more than 16,384 bytes (one report, closed without an answer), and in Cowork all \
         tools after the first 256 (one report)",
        Some("large_schema"),
        "2026-07",
        &[
            "anthropics/claude-code#77296",
            "anthropics/claude-ai-mcp#587",
        ],
    ),
    (
        "ChatGPT",
        "in deep research, calls only tools with the names `search` and `fetch` (one report)",
        None,
        "2026-09",
        &["rewayaat/rewayaat#66"],
    ),
    (
        "Codex",
        "shows only the keywords `type`, `description`, `enum`, `items`, `properties`, `required`, `additionalProperties`, `anyOf`, \
         `$ref` and `$defs`, and `oneOf` and `allOf` since 0.139; so the model sees no defaults, bounds, formats and patterns",
        None,
        "2026-08",
        &["openai/codex:codex-rs/tools/src/json_schema.rs"],
    ),
    (
        "Codex",
        "until 0.111, showed `anyOf` as a string, and until 0.138 `oneOf` and `allOf`; newer versions show them, so no rule reports \
         them",
        None,
        "2026-08",
        &[
            "openai/codex#13768",
            "openai/codex:codex-rs/tools/src/json_schema.rs",
        ],
    ),
    (
        "Codex",
        "in code mode, loses the `properties` beside a `oneOf` at the root",
        Some("root_composition"),
        "2026-09",
        &["openai/codex#42283"],
    ),
    (
        "Codex",
        "removes all descriptions from an input schema of more than 5,000 bytes, without the keywords that it does not show, and if \
         this is not enough, definitions and inner objects",
        Some("large_schema"),
        "2026-09",
        &["openai/codex:codex-rs/tools/src/json_schema.rs"],
    ),
    (
        "Codex",
        "writes `_` for other characters than letters and digits in a name, and adds a hash to names that are then equal, and to \
         names of more than 128 characters (before 2026-09: 64)",
        Some("one_name_twice"),
        "2026-09",
        &["openai/codex#16944", "openai/codex#39594"],
    ),
    (
        "Codex",
        "shows the server's instructions as the description of its tools, since 2026-07 up to 512 KiB, and before that up to 4 KiB; if \
         the model searches for tools, it first reads 250 characters",
        Some("no_instructions"),
        "2026-09",
        &["openai/codex#27942", "openai/codex#35941"],
    ),
    (
        "Codex",
        "passes the JSON of `structuredContent` to the model, and then nothing of `content`",
        None,
        "2026-08",
        &["openai/codex#38287"],
    ),
    (
        "Codex",
        "runs calls of a tool in parallel only if its `readOnlyHint` is true, or the user's configuration allows it for the server",
        None,
        "2026-05",
        &["openai/codex#23750"],
    ),
    (
        "VS Code",
        "groups tools, from 64 or 128 on, and the model opens a group before it sees the tools in it",
        Some("too_many_tools"),
        "2026-03",
        &[
            "microsoft/vscode#258360",
            "microsoft/vscode-copilot-chat:src/extension/tools/common/virtualTools/virtualToolsConstants.ts",
        ],
    ),
    (
        "VS Code",
        "removes `oneOf`, `anyOf`, `allOf`, `not` and `if` from the root; for GPT-4, cuts descriptions inside schemas after 1,024 \
         characters, and removes bounds, formats, defaults and patterns",
        Some("root_composition"),
        "2026-03",
        &["microsoft/vscode-copilot-chat:src/extension/tools/common/toolSchemaNormalizer.ts"],
    ),
    (
        "VS Code",
        "calls a tool `mcp_server_tool`, with at most 13 characters of the server, and cuts a name after 64 characters",
        Some("prefixed_name"),
        "2026-05",
        &["microsoft/vscode#318638"],
    ),
    (
        "VS Code",
        "passes the JSON of `structuredContent` to the model instead of the texts in `content`",
        None,
        "2026-04",
        &[
            "microsoft/vscode:src/vs/workbench/contrib/mcp/common/mcpLanguageModelToolContribution.ts",
        ],
    ),
    (
        "Copilot CLI",
        "passed only `structuredContent` to the model, without `content`; a later report says that it passes both",
        None,
        "2026-08",
        &["github/copilot-cli#3258", "github/copilot-cli#4515"],
    ),
    (
        "Cursor",
        "loads only the names of tools; the model reads a definition when it needs the tool",
        None,
        "2026-01",
        &["cursor.com/blog/dynamic-context-discovery"],
    ),
    (
        "Gemini CLI",
        "passes only `content` of a result to the model, with images and audio, and never `structuredContent`",
        None,
        "2026-08",
        &["google-gemini/gemini-cli:packages/core/src/tools/mcp-tool.ts"],
    ),
    (
        "Gemini CLI",
        "calls a tool `mcp_server_tool`, and replaces the middle of a name of more than 63 characters with `...`",
        Some("prefixed_name"),
        "2026-08",
        &["google-gemini/gemini-cli:packages/core/src/tools/mcp-tool.ts"],
    ),
];

const NOT_KNOWN: &str = "\
## What is not known

- Nobody outside can read the code of claude.ai, ChatGPT and Cursor. Facts about them are from their documentation and\n  \
  from reports, and can change without notice.
- The limit of 200 characters for descriptions in the portal of ChatGPT's directory has one report, and OpenAI's\n  \
  checklist (`openai/plugins`) does not have it. Only a check for this store uses it, with the rule\n  \
  `portal_description`, which you can allow.
- How claude.ai orders names that differ in case, or have characters other than ASCII. The linter compares bytes.
- A list of tools does not show the content security policy of pages (`_meta.ui.csp`, `openai/widgetCSP`), because it\n  \
  belongs to resources. Directories check it, but the linter does not. It also does not check privacy policies, log-in\n  \
  and screenshots.
- Which clients still have a problem with an old date. A rule goes when all its clients have mended the problem.
";

fn source(source: &str) -> String {
    match (source.split_once('#'), source.split_once(':')) {
        (Some((repository, number)), _) => {
            format!("[{source}](https://github.com/{repository}/issues/{number})")
        }
        (None, Some((repository, path))) => {
            format!("[{repository}](https://github.com/{repository}), `{path}`")
        }
        (None, None) => format!("<https://{source}>"),
    }
}

fn rule(page: &mut String, rule: &Rule) {
    let mut line = |text: String| writeln!(page, "{text}").unwrap();
    line(format!("\n### `{}`\n", rule.id));
    line(format!("- Problem: {}.", rule.breaks));
    if !rule.effects.is_empty() {
        line(format!("- Effect: {}.", losses(rule.effects)));
    }
    if !rule.effects_in_result.is_empty() {
        line(format!(
            "- Effect in an output schema: {}.",
            losses(rule.effects_in_result)
        ));
    }
    line(format!("- Fix: {}.", rule.repair));
    let sources: Vec<_> = rule.sources.iter().copied().map(source).collect();
    line(format!(
        "- Newest report: {}. {}",
        rule.since,
        sources.join(", ")
    ));
}

fn page() -> String {
    let mut page = String::from(
        "# Rules of the linter\n\n\
         `just client-page` generates this page from the rules of `mcp-tool-lint`. A finding is an error if a client\n\
         fails. It is a warning if only some versions of a client fail, or if the tool works less well. For some findings of\n\
         a rule, the effect or the fix differs from the one on this page.\n\n\
         On this page, Gemini refers to Gemini CLI, and to clients that send schemas to Gemini's API or Vertex AI in the field\n\
         `parameters`. Newer clients use the field `parametersJsonSchema`, which accepts more schemas. ChatGPT includes Codex\n\
         and other clients of OpenAI's API.\n\n\
         ## Traps\n\n\
         Each row describes a problem that some clients or models have with definitions, calls or results. The last column\n\
         says how tools with `#[mcp_tool]` and the default schema profile avoid it, or that the linter reports it.\n\n\
         | trap | description | rules | tools with `#[mcp_tool]` |\n|---|---|---|---|\n",
    );
    for (id, what, rules, here) in TRAPS {
        let rules: Vec<_> = rules
            .iter()
            .map(|rule| format!("[`{rule}`](#{rule})"))
            .collect();
        let rules = if rules.is_empty() {
            "none".to_owned()
        } else {
            rules.join(", ")
        };
        writeln!(page, "| {id} | {what} | {rules} | {here} |").unwrap();
    }
    page.push_str(
        "\n## What models see\n\n\
         Clients search, cut, rename and rewrite definitions before the model reads them. A row without a rule is a fact that a\n\
         list of tools does not show, or that needs no change. `mcp-tool-lint --show` prints a list as Codex, Gemini CLI or VS\n\
         Code show it to their models.\n\n\
         | client | what it does | rule | newest evidence |\n|---|---|---|---|\n",
    );
    for (client, what, rule, month, sources) in FACTS {
        let rule = rule.map_or("none".to_owned(), |rule| format!("[`{rule}`](#{rule})"));
        let sources: Vec<_> = sources.iter().copied().map(source).collect();
        let sources = sources.join(", ");
        writeln!(page, "| {client} | {what} | {rule} | {month}: {sources} |").unwrap();
    }
    write!(page, "\n{NOT_KNOWN}\n## Rules\n").unwrap();
    RULES.iter().for_each(|one| rule(&mut page, one));
    page
}

#[test]
fn the_page_lists_all_rules() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/CLIENTS.md");
    if env::var_os("UPDATE_SNAPSHOTS").is_some() {
        fs::write(&path, page()).unwrap();
    }
    let recorded = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        recorded == page(),
        "docs/CLIENTS.md is not what the rules say; `just client-page` writes it again"
    );
}

/// Each trap from T1 to T21 has a row, and the rules in the rows of traps and facts exist.
#[test]
fn each_trap_has_a_rule_or_cannot_happen() {
    for number in 1..=21 {
        let id = format!("T{number}");
        assert!(TRAPS.iter().any(|(trap, ..)| *trap == id), "{id}");
    }
    let of_traps = TRAPS.iter().flat_map(|(.., rules, _)| rules.iter());
    let of_facts = FACTS.iter().filter_map(|(_, _, rule, ..)| rule.as_ref());
    for id in of_traps.chain(of_facts) {
        assert!(RULES.iter().any(|rule| rule.id == *id), "{id}");
    }
}
