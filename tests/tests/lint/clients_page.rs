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
        &["array_items", "item_list"],
        "a list always has `items`",
    ),
    (
        "T7",
        "formats, bounds and patterns that clients do not know",
        &[
            "invented_format",
            "gemini_format",
            "gemini_keyword",
            "foreign_pattern",
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
        &["dialect", "generated_title"],
        "definitions contain neither `$schema` nor generated titles. They keep `default` and `additionalProperties`, because clients ignore or remove these keywords if they do not support them",
    ),
    (
        "T10",
        "names with dots, slashes, spaces",
        &["name_characters", "name_start"],
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
        "names of arguments that are long or have special characters",
        &["argument_name"],
        "the linter reports them; identifiers in ASCII have no special characters",
    ),
    (
        "T13",
        "long descriptions and instructions",
        &[
            "long_description",
            "long_instructions",
            "long_argument_description",
        ],
        "the linter reports them",
    ),
    (
        "T14",
        "too many tools",
        &["too_many_tools", "many_tools", "large_list"],
        "the linter reports lists with too many tools; `filter` and `prefixed` help to divide the tools among several servers",
    ),
    (
        "T15",
        "a client drops either the text or the structured content",
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
        &["optional_null", "several_types"],
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
         On this page, Gemini refers to clients that send schemas to Gemini's API or Vertex AI in the field `parameters`.\n\
         Newer clients use the field `parametersJsonSchema`, which accepts more schemas.\n\n\
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
    page.push_str("\n## Rules\n");
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

/// Each trap from T1 to T21 has a row, and the rules in the rows exist.
#[test]
fn each_trap_has_a_rule_or_cannot_happen() {
    for number in 1..=21 {
        let id = format!("T{number}");
        assert!(TRAPS.iter().any(|(trap, ..)| *trap == id), "{id}");
    }
    for (trap, _, rules, _) in TRAPS {
        for id in *rules {
            assert!(RULES.iter().any(|rule| rule.id == *id), "{trap}: {id}");
        }
    }
}
