//! Malformed definitions and lists, and faults in annotations, texts and names.

use mcp_tool_runtime::lint::{Lint, Profile, Severity};
use serde_json::{Value, json};

use super::{of_tools, short};

/// T2: malformed input schemas, and input schemas without the type `object` or without `properties`.
#[test]
fn inputs_other_than_objects() {
    for (schema, rule) in [
        (json!({}), "root_object"),
        (json!(null), "root_object"),
        (json!(true), "root_object"),
        (json!("object"), "root_object"),
        (json!([]), "root_object"),
        (
            json!({ "type": "array", "items": { "type": "string" } }),
            "root_object",
        ),
        (
            json!({ "type": ["object"], "properties": {} }),
            "root_object",
        ),
        (json!({ "properties": {} }), "root_object"),
        (json!({ "type": "object" }), "root_properties"),
        (
            json!({ "type": "object", "required": ["x"] }),
            "root_properties",
        ),
        (
            json!({ "type": "object", "properties": null }),
            "malformed_keyword",
        ),
        (
            json!({ "type": "object", "properties": {}, "required": null }),
            "malformed_keyword",
        ),
        (
            json!({ "type": "object", "properties": {}, "required": "x" }),
            "malformed_keyword",
        ),
    ] {
        let tools = json!([{ "name": "a", "description": "Does it.", "inputSchema": schema }]);
        let found = of_tools(Profile::OpenAi, tools);
        assert!(
            found.iter().any(|found| found.starts_with(rule)),
            "{schema}: {found:?}"
        );
    }
}

/// T2
#[test]
fn outputs_other_than_objects() {
    for schema in [
        json!({}),
        json!(null),
        json!(true),
        json!({ "type": "string" }),
        json!({ "anyOf": [{ "type": "object" }] }),
        json!({ "properties": {} }),
    ] {
        let tools = json!([super::with_output(schema.clone())]);
        assert_eq!(
            of_tools(Profile::Cursor, tools),
            ["output_object /tools/0/outputSchema"],
            "{schema}"
        );
    }
}

#[test]
fn values_that_are_not_tools() {
    let input = json!({ "type": "object", "properties": {} });
    for (tool, pointer) in [
        (json!(7), "/tools/0"),
        (json!(null), "/tools/0"),
        (json!([]), "/tools/0"),
        (
            json!({ "description": "Does it.", "inputSchema": input }),
            "/tools/0",
        ),
        (
            json!({ "name": 7, "description": "Does it.", "inputSchema": input }),
            "/tools/0/name",
        ),
        (
            json!({ "name": "", "description": "Does it.", "inputSchema": input }),
            "/tools/0/name",
        ),
        (
            json!({ "name": "a", "description": 7, "inputSchema": input }),
            "/tools/0/description",
        ),
        (
            json!({ "name": "a", "description": "Does it.", "inputSchema": input, "annotations": { "readOnlyHint": "yes" } }),
            "/tools/0/annotations/readOnlyHint",
        ),
    ] {
        assert_eq!(
            of_tools(Profile::Claude, json!([tool])),
            [format!("malformed_tool {pointer}")],
            "{tool}"
        );
    }
}

/// The linter reports an empty list of tools, and any JSON that contains no list of tools.
#[test]
fn an_empty_list_is_reported() {
    for (list, severity) in [
        (json!(null), Severity::Error),
        (json!({}), Severity::Error),
        (json!({ "tools": {} }), Severity::Error),
        (json!({ "tools": "a" }), Severity::Error),
        (json!("tools"), Severity::Error),
        (
            json!({ "jsonrpc": "2.0", "id": 1, "error": { "code": -32601 } }),
            Severity::Error,
        ),
        (json!([]), Severity::Warning),
        (json!({ "tools": [] }), Severity::Warning),
        (json!({ "result": { "tools": [] } }), Severity::Warning),
    ] {
        let findings = Lint::new(Profile::ALL).check_json(&list);
        let [finding] = findings.as_slice() else {
            panic!("{list} {findings:?}");
        };
        assert_eq!(finding.rule.id, "no_tools", "{list}");
        assert_eq!(finding.severity(), severity, "{list}");
        // `allow` suppresses the warning about an empty list. It does not suppress the error
        // about a missing list.
        let allowed = Lint::new(Profile::ALL).allow("no_tools").check_json(&list);
        assert_eq!(
            allowed.is_empty(),
            severity == Severity::Warning,
            "{list} {allowed:?}"
        );
    }
}

/// Contradictory annotations, and missing annotations that the directories of Claude and ChatGPT require.
#[test]
fn contradictory_and_missing_annotations_are_found() {
    let tool = |name: &str, annotations: Value| {
        json!({
            "name": name, "description": "Does it.", "annotations": annotations,
            "inputSchema": { "type": "object", "properties": {} },
        })
    };
    let both = json!({ "title": "A", "readOnlyHint": true, "destructiveHint": true });
    let found = |tools: Value| -> Vec<String> {
        let findings = Lint::new(&[Profile::Claude]).check_json(&tools);
        findings.iter().map(short).collect()
    };
    assert_eq!(
        found(json!([tool("a", both)])),
        ["contradicting_hints /tools/0/annotations/destructiveHint"]
    );
    assert_eq!(
        found(json!([tool("a", json!({ "readOnlyHint": true }))])),
        ["review /tools/0"]
    );
    let many: Vec<_> = (0..9).map(|n| tool(&format!("t{n}"), json!({}))).collect();
    assert_eq!(found(json!(many)), ["review /tools"]);
    let mixed = json!([
        tool("a", json!({ "title": "A" })),
        tool("b", json!({ "readOnlyHint": true }))
    ]);
    let findings = Lint::new(&[Profile::Claude]).check_json(&mixed);
    assert_eq!(
        findings[0].what,
        "`b` lacks a title; `a` lacks the hint `readOnlyHint` or `destructiveHint`"
    );
    // If a tool has no name, the finding shows the tool's index, such as `#1`.
    let unnamed = json!([
        tool("a", json!({ "title": "A", "readOnlyHint": true })),
        tool("", json!({}))
    ]);
    let findings = Lint::new(&[Profile::Claude]).check_json(&unnamed);
    let review = findings.iter().find(|it| it.rule.id == "review");
    assert_eq!(
        review.unwrap().what,
        "`#1` lacks a title; `#1` lacks the hint `readOnlyHint` or `destructiveHint`"
    );
}

/// Placeholders as descriptions, and descriptions and titles that only repeat a name.
#[test]
fn empty_texts() {
    let tools = json!([
        {
            "name": "readFile", "description": "Read file.",
            "inputSchema": { "type": "object", "title": "readFileArguments", "properties": {
                "file_path": { "type": "string", "title": "File Path", "description": "File path" },
                "mode": { "type": "string", "description": "Description" },
                "size": { "type": "string", "description": "TODO: " },
                "unit": { "type": "string", "description": "TODO comments to look for" },
                "sign": { "type": "string", "description": "…" },
                "currency": { "type": "string", "description": "%" },
                "format": { "type": "string", "title": "How it is written", "description": "The form of the answer" },
            } },
        },
        {
            "name": "write", "title": "TBD", "description": "A description.",
            "inputSchema": { "type": "object", "properties": {} },
        },
    ]);
    let input = "/tools/0/inputSchema";
    assert_eq!(
        of_tools(Profile::Cursor, tools),
        [
            format!("placeholder_description {input}/properties/sign/description"),
            format!("placeholder_description {input}/properties/size/description"),
            "description_repeats_name /tools/0/description".to_owned(),
            format!("description_repeats_name {input}/properties/file_path/description"),
            "placeholder_description /tools/1/title".to_owned(),
            "placeholder_description /tools/1/description".to_owned(),
        ]
    );
}

/// T13: long instructions of a server.
#[test]
fn long_instructions_are_cut() {
    let list = json!([{ "name": "a", "description": "Does it.", "inputSchema": { "type": "object", "properties": {} } }]);
    let found = |text: String| {
        let lint = Lint::new(&[Profile::Claude]).instructions(text);
        let findings = lint.check_json(&list);
        findings.iter().map(short).collect::<Vec<_>>()
    };
    assert!(!found("ü".repeat(2048)).contains(&"long_description /instructions".to_owned()));
    assert!(found("ü".repeat(2049)).contains(&"long_description /instructions".to_owned()));
}

/// T10, T11
#[test]
fn names_with_the_prefix_of_a_client() {
    let tool = |name: &str| json!([{ "name": name, "description": "Does it.", "inputSchema": { "type": "object", "properties": {} } }]);
    assert_eq!(
        of_tools(Profile::Gemini, tool("1st")),
        ["name_characters /tools/0/name"]
    );
    // Gemini allows dots in names, but no slashes.
    assert!(of_tools(Profile::Gemini, tool("files.read")).is_empty());
    assert_eq!(
        of_tools(Profile::Gemini, tool("files/read")),
        ["name_characters /tools/0/name"]
    );
    let long = tool(&"a".repeat(50));
    let lint = Lint::new(&[Profile::Cursor]).server_name("weather-in-oslo");
    assert_eq!(lint.check_json(&long)[0].severity(), Severity::Error);
    // Cursor puts the server's name before the tool's name. Without the server's name, the linter
    // does not know the total length. So the finding is only a warning.
    let lint = Lint::new(&[Profile::Cursor]);
    assert_eq!(lint.check_json(&long)[0].severity(), Severity::Warning);
    // With Claude's prefix `mcp__weather__`, the name has 65 characters, one more than the limit.
    let lint = Lint::new(&[Profile::Claude]).server_name("weather");
    let findings = lint.check_json(&tool(&"a".repeat(51)));
    assert!(
        findings
            .iter()
            .any(|finding| finding.rule.id == "prefixed_name")
    );
}
