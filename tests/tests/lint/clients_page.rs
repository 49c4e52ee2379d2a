//! Generates `docs/CLIENTS.md` from the rules of the linter and the table of traps below.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use mcp_tool_runtime::lint::{RULES, Rule, losses};

/// A trap, the rules that find it, and the reason why declared tools avoid it.
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
        "arguments are always one object; an enum as the whole input does not build",
    ),
    (
        "T2",
        "a root that is not an object, has no `properties`, or nests the whole input under one of them",
        &[
            "root_object",
            "root_properties",
            "output_object",
            "malformed_tool",
            "no_tools",
            "nested_input",
        ],
        "the root is always an object with `properties`, and `build()` logs a nested input; a result that is not an object has no schema before 2026-07-28",
    ),
    (
        "T3",
        "`true` or `false` as a schema",
        &["boolean_schema"],
        "the types that they admit replace them",
    ),
    (
        "T4",
        "`$ref`",
        &["reference", "unresolved_reference", "unused_definition"],
        "the definition replaces the reference, unless the type contains itself, or the schema would grow too large",
    ),
    (
        "T4b",
        "`const`, values that are not strings, compositions of one",
        &[
            "constant",
            "single_branch",
            "empty_enum_value",
            "empty_enum",
            "listed_twice",
        ],
        "constants become one `enum` of strings",
    ),
    (
        "T4c",
        "schemas that contain themselves, or are very deep",
        &["recursion", "deep_schema"],
        "the linter finds such an argument",
    ),
    (
        "T5",
        "`type` as a list, `null` beside a type",
        &["several_types", "optional_null", "nullable"],
        "an optional argument has its plain type, and is not required",
    ),
    (
        "T6",
        "lists without `items`, tuples",
        &["array_items", "item_list"],
        "`items` is always there",
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
        "unknown formats become bounds within ±(2^53 − 1); `Uuid`, `Url` and similar types keep theirs, unless `#[arg(schema = path)]` publishes another schema",
    ),
    (
        "T8",
        "OpenAI's strict mode",
        &["strict_object", "strict_keyword", "strict_size", "no_type"],
        "checked on request only: it requires what others reject",
    ),
    (
        "T9",
        "`$schema`, titles that were generated",
        &["dialect", "generated_title"],
        "neither is there. `default` and `additionalProperties` are: hosts drop unknown keywords, and a closed object prevents wrong calls",
    ),
    (
        "T10",
        "names with dots, slashes, spaces",
        &["name_characters", "name_start"],
        "names with spaces and slashes do not compile; the linter finds dots",
    ),
    (
        "T11",
        "a name that is too long behind the server's",
        &["name_length", "prefixed_name"],
        "the linter finds it, exactly if it knows the server's name",
    ),
    (
        "T12",
        "names of arguments",
        &["argument_name"],
        "names of parameters are plain; the linter finds others, which `rename` writes",
    ),
    (
        "T13",
        "long descriptions and instructions",
        &[
            "long_description",
            "long_instructions",
            "long_argument_description",
        ],
        "the linter finds them",
    ),
    (
        "T14",
        "too many tools",
        &["too_many_tools", "many_tools", "large_list"],
        "the linter finds it; `filter` and `prefixed` split a server",
    ),
    (
        "T15",
        "one of text and structured content is dropped",
        &[],
        "not visible in a definition, and cannot happen: each of the two has the whole result",
    ),
    (
        "T16",
        "an output schema without structured content",
        &[],
        "not visible in a definition, and cannot happen: both follow from one type",
    ),
    (
        "T17",
        "an output schema at all",
        &["output_object", "dialect"],
        "`output = false` leaves it out",
    ),
    (
        "T18",
        "arguments that arrive as strings of JSON",
        &["optional_null", "several_types"],
        "only these are visible in a definition; a string for a type without strings is decoded as JSON",
    ),
    (
        "T19",
        "no `arguments`, or `null`",
        &[],
        "not visible in a definition; it is read as `{}`",
    ),
    (
        "T20",
        "one name twice, lists in another order",
        &["one_name_twice"],
        "two tools of one name do not build; the order is that of registration",
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
        "the linter finds them in types",
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
    line(format!("- Breaks: {}.", rule.breaks));
    if !rule.effects.is_empty() {
        line(format!(
            "- In tools and arguments: {}.",
            losses(rule.effects)
        ));
    }
    if !rule.effects_in_answer.is_empty() {
        line(format!("- In results: {}.", losses(rule.effects_in_answer)));
    }
    line(format!("- Repair: {}.", rule.repair));
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
         `just client-page` generates this page from the rules of `mcp-tool-lint`. An error means that a client fails. A\n\
         warning means that only some versions or hosts fail, or that the tool works less well. Single cases of a rule can\n\
         have a smaller effect.\n\n\
         Gemini means hosts that pass schemas to Gemini's API or Vertex AI as `parameters`. Newer hosts use\n\
         `parametersJsonSchema`, which accepts more.\n\n\
         ## Traps\n\n\
         | trap | description | rules | tools of this toolkit |\n|---|---|---|---|\n",
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

/// Each trap has a row, and the rules in the rows exist.
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
