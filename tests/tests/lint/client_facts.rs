//! What clients do with lists of tools. For each fact, the linter finds the smallest list, and not the mended one.

use mcp_tool_runtime::lint::{Lint, Profile, Severity};
use serde_json::{Value, json};

use super::{described, everyone};

/// A tool without faults, except for its input schema.
fn tool(name: &str, input: &Value) -> Value {
    json!({
        "name": name, "title": "Search", "description": "Looks for something.", "inputSchema": input,
        "annotations": { "readOnlyHint": true, "destructiveHint": false, "openWorldHint": false },
    })
}

/// Returns a list with one tool, whose only argument has this schema.
fn with_argument(schema: Value) -> Value {
    json!([tool("search", &described(schema))])
}

fn with_input(input: Value) -> Value {
    json!([tool("search", &input)])
}

fn named(names: &[&str]) -> Value {
    let input = json!({ "type": "object", "properties": {} });
    names.iter().map(|name| tool(name, &input)).collect()
}

fn numbered(count: usize) -> Value {
    let names: Vec<_> = (0..count).map(|number| format!("tool_{number}")).collect();
    named(&names.iter().map(String::as_str).collect::<Vec<_>>())
}

fn with(key: &str, value: Value) -> Value {
    let mut list = named(&["search"]);
    list[0][key] = value;
    list
}

/// Returns the effects of a rule on a list: clients with the severity of the effect.
fn effects(lint: &Lint, list: &Value, rule: &str) -> Vec<(Profile, Severity)> {
    let findings = lint.check_json(list);
    let findings = findings.iter().filter(|finding| finding.rule.id == rule);
    let effects = findings.flat_map(|finding| &finding.effects);
    effects
        .map(|effect| (effect.client, effect.severity))
        .collect()
}

/// Each row has a rule, an affected client with the severity, a list with the fault, and the mended list.
#[test]
fn each_fact_is_found_in_its_smallest_list_only() {
    use Profile::{Claude, Gemini, OpenAi, OpenAiStrict, VsCode};
    use Severity::{Error, Warning};

    let email = "^(?!\\.)[a-z.]+@[a-z]+$";
    let pattern = |pattern: &str| json!({ "type": "string", "pattern": pattern });
    let nested = |schema: Value| json!({ "type": "array", "items": { "type": "object", "properties": { "a": schema } } });
    let dialect = |name: &str| json!({ "type": "object", "properties": {}, "$schema": name });
    let members = |names: &[&str]| {
        let mut members = json!({});
        for name in names {
            members[name] = json!({ "type": "string" });
        }
        json!({ "type": "object", "properties": members })
    };
    let rows = [
        (
            "look_around",
            (OpenAi, Error),
            with_argument(pattern(email)),
            with_argument(pattern("^[a-z.]+@[a-z]+$")),
        ),
        (
            "look_around",
            (OpenAiStrict, Error),
            with_argument(nested(pattern("(?<=a)b"))),
            with_argument(nested(pattern("\\(?=a[(?=]"))),
        ),
        (
            "look_around",
            (OpenAi, Error),
            with_argument(
                json!({ "type": "object", "patternProperties": { "(?<!a)b": { "type": "string" } } }),
            ),
            with_argument(
                json!({ "type": "object", "patternProperties": { "(?<a>b)|(?:c)": { "type": "string" } } }),
            ),
        ),
        (
            "no_type",
            (Claude, Warning),
            with_argument(json!({})),
            with_argument(json!({ "anyOf": [{ "type": "string" }, { "type": "integer" }] })),
        ),
        (
            "no_type",
            (Gemini, Warning),
            with_argument(nested(json!({}))),
            with_argument(json!({ "type": "object", "additionalProperties": {} })),
        ),
        (
            "dialect",
            (VsCode, Warning),
            with_input(dialect("https://json-schema.org/draft/2020-12/schema")),
            with_input(dialect("http://json-schema.org/draft-07/schema#")),
        ),
        (
            "root_composition",
            (Claude, Warning),
            with_input(
                json!({ "type": "object", "properties": {}, "oneOf": [{ "required": ["a"] }, { "required": ["b"] }] }),
            ),
            named(&["search"]),
        ),
        (
            "root_properties",
            (Claude, Warning),
            with_input(json!({ "type": "object", "additionalProperties": true })),
            with_input(json!({ "type": "object", "properties": {} })),
        ),
        (
            "root_properties",
            (Claude, Warning),
            with_input(json!({ "type": "object", "properties": {}, "additionalProperties": {} })),
            with_input(
                json!({ "type": "object", "properties": {}, "additionalProperties": false }),
            ),
        ),
        (
            "title_and_type",
            (Gemini, Warning),
            with_input(members(&["title", "type"])),
            with_input(members(&["title", "kind"])),
        ),
        (
            "title_and_type",
            (Gemini, Warning),
            with_argument(members(&["title", "type"])),
            with_argument(json!({ "type": "object", "title": "It", "properties": {} })),
        ),
        (
            "one_name_twice",
            (OpenAi, Warning),
            named(&["read-file", "read_file"]),
            named(&["read-file", "read_files"]),
        ),
        (
            "too_many_tools",
            (VsCode, Warning),
            numbered(129),
            numbered(128),
        ),
        (
            "prefixed_name",
            (Gemini, Warning),
            named(&[&"a".repeat(41)]),
            named(&[&"a".repeat(40)]),
        ),
        (
            "large_schema",
            (OpenAi, Warning),
            with_argument(json!({ "type": "string", "enum": ["a".repeat(5_000)] })),
            with_argument(json!({ "type": "string", "enum": ["a".repeat(4_000)] })),
        ),
        (
            "large_schema",
            (Claude, Warning),
            with_argument(json!({ "type": "string", "enum": ["a".repeat(16_384)] })),
            with_argument(json!({ "type": "string", "enum": ["a".repeat(16_000)] })),
        ),
        (
            "hidden_character",
            (Claude, Warning),
            with("description", json!("Looks for \u{202e}gnihtemos.")),
            with("description", json!("מחפש משהו\u{200f}.")),
        ),
        (
            "hidden_character",
            (OpenAi, Warning),
            with_argument(
                json!({ "type": "object", "properties": { "a": { "type": "string", "description": "a\u{e0041}" } } }),
            ),
            with_argument(
                json!({ "type": "object", "properties": { "a": { "type": "string", "description": "a 👨\u{200d}👩" } } }),
            ),
        ),
        (
            "review",
            (OpenAi, Warning),
            with("annotations", json!({ "readOnlyHint": true })),
            named(&["search"]),
        ),
        (
            "contradiction",
            (Claude, Warning),
            with_argument(
                json!({ "type": "object", "propertyNames": { "pattern": "^a" }, "additionalProperties": false }),
            ),
            with_argument(
                json!({ "type": "object", "propertyNames": { "pattern": "^a" }, "properties": {}, "additionalProperties": false }),
            ),
        ),
        (
            "contradiction",
            (Claude, Warning),
            with_argument(nested(json!({ "type": "integer", "default": "a" }))),
            with_argument(nested(json!({ "type": "integer", "default": 1 }))),
        ),
    ];
    for (rule, effect, list, mended) in rows {
        let lint = Lint::new(&everyone());
        let found = effects(&lint, &list, rule);
        assert!(found.contains(&effect), "{rule}: {list} {found:?}");
        let lint = Lint::new(&[effect.0]);
        let found = effects(&lint, &mended, rule);
        assert_eq!(found, [], "{rule}: {mended}");
    }
}

/// A branch without keywords makes no condition of an `allOf`.
#[test]
fn an_all_of_with_an_empty_branch_is_no_condition() {
    let lint = Lint::new(Profile::ALL);
    let all_of = |other: Value| with_argument(json!({ "allOf": [{ "type": "string" }, other] }));
    assert_eq!(effects(&lint, &all_of(json!({})), "unused_condition"), []);
    let found = effects(
        &lint,
        &all_of(json!({ "minLength": 1 })),
        "unused_condition",
    );
    assert!(!found.is_empty());
}

/// claude.ai admits tools in the order of their names. The finding names the first tool beyond the limit.
#[test]
fn tools_beyond_the_total_of_schema_bytes_are_named() {
    let large = |name: &str, bytes: usize| {
        let schema = json!({ "type": "string", "enum": ["a".repeat(bytes)] });
        tool(name, &described(schema))
    };
    let lint = Lint::new(&[Profile::Claude]);
    let list = json!([large("c", 10), large("b", 600_000), large("a", 500_000)]);
    let findings = lint.check_json(&list);
    let large_list: Vec<_> = findings
        .iter()
        .filter(|finding| finding.rule.id == "large_list")
        .collect();
    let [finding] = large_list.as_slice() else {
        panic!("{large_list:#?}");
    };
    assert_eq!(finding.severity(), Severity::Error);
    assert!(
        finding
            .what
            .ends_with(" bytes, so `b` and 1 other are skipped"),
        "{}",
        finding.what
    );
    let list = json!([large("b", 500_000), large("a", 500_000)]);
    assert_eq!(effects(&lint, &list, "large_list"), []);
}

/// Only a server that the linter has asked can lack instructions.
#[test]
fn missing_instructions_are_found_if_they_are_known() {
    let list = named(&["search"]);
    let lint = || Lint::new(&[Profile::Claude]);
    let found = |lint: Lint| effects(&lint, &list, "no_instructions");
    let missing = [(Profile::Claude, Severity::Warning)];
    assert_eq!(found(lint()), []);
    assert_eq!(found(lint().instructions("")), missing);
    assert_eq!(found(lint().instructions("Finds pages.")), []);
}

/// Instructions are what a client reads first, so a person must see the same text as the model.
#[test]
fn hidden_characters_in_instructions_are_found() {
    let list = named(&["search"]);
    let found = |text: &str| {
        let findings = Lint::new(&[Profile::Claude])
            .instructions(text)
            .check_json(&list);
        let findings = findings.into_iter();
        let lines = findings.map(|finding| format!("{} {}", finding.pointer, finding.what));
        lines.collect::<Vec<_>>()
    };
    assert_eq!(
        found("Finds pages.\u{e0041}"),
        ["/instructions the server's instructions contain `\\u{e0041}`"]
    );
    assert_eq!(found("Finds pages in a 👨\u{200d}👩."), [""; 0]);
}

/// The prefixes of the clients differ by one character each.
#[test]
fn names_are_too_long_with_the_prefix_of_each_client() {
    use Profile::{Claude, Cursor, Gemini, VsCode};

    for (length, clients) in [
        (50, &[][..]),
        (51, &[Claude]),
        (52, &[Claude, Gemini]),
        (53, &[Cursor, Claude, VsCode, Gemini]),
    ] {
        let lint = Lint::new(Profile::ALL).server_name("weather");
        let found = effects(&lint, &named(&[&"a".repeat(length)]), "prefixed_name");
        let found: Vec<_> = found.into_iter().map(|(client, _)| client).collect();
        assert_eq!(found, clients, "{length}");
    }
}
