//! The page of what is known of clients, `docs/CLIENTS.md`: made of the rules, and of what follows
//! for each trap.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use mcp_tool_runtime::lint::{Effect, RULES, Rule, Severity};

/// A trap, the rules that find it, and why tools that are declared here do not fall into it.
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
        "a root that is no object, has no `properties`, or has the whole input in one of them",
        &[
            "root_object",
            "root_properties",
            "output_object",
            "malformed_tool",
            "no_tools",
            "nested_input",
        ],
        "an object with `properties` is always written, and `build()` logs a nested input; an answer that is no object has no schema before 2026-07-28",
    ),
    (
        "T3",
        "`true` or `false` as a schema",
        &["boolean_schema"],
        "they are replaced by the types that are admitted",
    ),
    (
        "T4",
        "`$ref`",
        &["reference", "unresolved_reference", "unused_definition"],
        "references are put in place; they are kept where a type contains itself, or where a definition would be far larger without them",
    ),
    (
        "T4b",
        "`const`, values that are no strings, compositions of one",
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
        "the type says so: such an argument is found",
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
        "`items` is always written",
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
        "formats that nobody knows are left out, and their bounds are kept within ±(2^53 − 1); those of `Uuid`, `Url` and their like stay, unless `#[arg(schema = path)]` publishes another schema",
    ),
    (
        "T8",
        "OpenAI's strict mode",
        &["strict_object", "strict_keyword", "strict_size", "no_type"],
        "looked for by name only: it wants what others refuse",
    ),
    (
        "T9",
        "`$schema`, titles that were generated",
        &["dialect", "generated_title"],
        "neither is written. `default` and `additionalProperties` are: hosts leave out what they do not know, and a closed object keeps wrong calls away",
    ),
    (
        "T10",
        "names with dots, slashes, spaces",
        &["name_characters", "name_start"],
        "names with spaces and slashes do not compile; dots are the author's choice, and are found",
    ),
    (
        "T11",
        "a name that is too long behind the server's",
        &["name_length", "prefixed_name"],
        "found, and exactly where the server's name is given",
    ),
    (
        "T12",
        "names of arguments",
        &["argument_name"],
        "names of parameters are plain; others come of `rename`, and are found",
    ),
    (
        "T13",
        "long descriptions and instructions",
        &[
            "long_description",
            "long_instructions",
            "long_argument_description",
        ],
        "found",
    ),
    (
        "T14",
        "too many tools",
        &["too_many_tools", "many_tools", "large_list"],
        "found; `filter` and `prefixed` make several servers of one",
    ),
    (
        "T15",
        "one of text and structured content is dropped",
        &[],
        "cannot be seen in a definition, and cannot happen: each of the two carries the whole answer",
    ),
    (
        "T16",
        "an output schema without structured content",
        &[],
        "cannot be seen in a definition, and cannot happen: both follow from one type",
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
        "cannot be seen in a definition but for these; a string that its type does not want is decoded as JSON",
    ),
    (
        "T19",
        "no `arguments`, or `null`",
        &[],
        "cannot be seen in a definition; it is read as `{}`",
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
        "found where a type brings them along",
    ),
];

fn effects(effects: &[Effect]) -> String {
    let of = |severity| {
        let mut losses: Vec<_> = effects
            .iter()
            .filter(|effect| effect.severity == severity)
            .map(|effect| effect.loss)
            .collect();
        losses.sort_by_key(|loss| std::cmp::Reverse(*loss));
        losses.dedup();
        let told = losses.into_iter().map(move |loss| {
            let clients = effects
                .iter()
                .filter(|effect| (effect.severity, effect.loss) == (severity, loss));
            let clients: Vec<_> = clients
                .map(|effect| format!("`{}`", effect.client))
                .collect();
            format!("{loss} at {}", clients.join(", "))
        });
        told.collect::<Vec<_>>().join("; ")
    };
    let parts = [
        ("costs", of(Severity::Error)),
        ("may cost", of(Severity::Warning)),
    ];
    let parts = parts.iter().filter(|(_, told)| !told.is_empty());
    let parts: Vec<_> = parts.map(|(verb, told)| format!("{verb} {told}")).collect();
    parts.join("; ")
}

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
            effects(rule.effects)
        ));
    }
    if !rule.effects_in_answer.is_empty() {
        line(format!(
            "- In answers: {}.",
            effects(rule.effects_in_answer)
        ));
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
        "# What clients do not take\n\n\
         Made of the rules of `mcp_tool_runtime::lint` by a test; `just client-page` writes it anew. An error is told where\n\
         a client fails; a warning where only some versions or hosts fail, or where a tool works worse than it could.\n\
         Single cases of a rule may cost less than is said here.\n\n\
         `gemini` stands for hosts that hand schemas to Gemini's API or Vertex AI as `parameters`; newer ones use\n\
         `parametersJsonSchema`, which takes more.\n\n\
         ## Traps\n\n\
         | trap | what | rules | tools that are declared here |\n|---|---|---|---|\n",
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
fn the_page_says_what_the_rules_say() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/CLIENTS.md");
    if env::var_os("UPDATE_SNAPSHOTS").is_some() {
        fs::write(&path, page()).unwrap();
    }
    let recorded = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        recorded == page(),
        "docs/CLIENTS.md is not what the rules say; `just client-page` writes it anew"
    );
}

/// Each trap has a row, and each rule that a row names exists.
#[test]
fn each_trap_is_looked_for_or_cannot_happen() {
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
