//! Tests `mcp-tool-lint --show`: small lists, and what the model of each client sees of them.

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

fn run(arguments: &[&str], list: &Value) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_mcp-tool-lint"))
        .args(arguments)
        .arg("-")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Ignore errors: the program may exit before it reads its input.
    let _ = writeln!(program.stdin.take().unwrap(), "{list}");
    program.wait_with_output().unwrap()
}

/// Returns what a client shows of a list from the server `server`, as JSON.
fn show(client: &str, server: &str, tools: &Value) -> Value {
    let options = [
        "--show",
        client,
        "--server-name",
        server,
        "--format",
        "json",
    ];
    let output = run(&options, tools);
    assert!(output.status.success(), "{output:?}");
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Checks the schemas that a client shows for the schemas of tools.
fn check_schemas(client: &str, cases: &[(Value, Value)]) {
    for (schema, expected) in cases {
        let tool = json!({ "name": "read", "description": "Reads.", "inputSchema": schema });
        let report = show(client, "files", &json!([tool]));
        assert_eq!(
            report["tools"][0]["shown"]["inputSchema"], *expected,
            "{schema}"
        );
    }
}

/// Checks the name that a client shows for a tool of a server.
fn check_names(client: &str, cases: &[(&str, &str, &str)]) {
    for (server, name, expected) in cases {
        let tool = json!({ "name": name, "inputSchema": { "type": "object" } });
        let report = show(client, server, &json!([tool]));
        assert_eq!(
            report["tools"][0]["shown"]["name"], *expected,
            "{server} {name}"
        );
    }
}

fn object(argument: Value) -> Value {
    json!({ "type": "object", "properties": { "a": argument } })
}

#[test]
fn codex_infers_types_and_drops_keywords() {
    let cases = [
        (
            json!({ "type": "object" }),
            json!({ "type": "object", "properties": {} }),
        ),
        (
            json!({ "type": "object", "properties": null, "$schema": "x", "title": "T" }),
            json!({ "type": "object", "properties": {} }),
        ),
        (
            object(json!({ "type": "string", "minLength": 1, "default": "", "pattern": "a" })),
            object(json!({ "type": "string" })),
        ),
        (object(json!({})), object(json!({}))),
        (object(json!({ "title": "A" })), object(json!({}))),
        (object(json!(true)), object(json!({ "type": "string" }))),
        (
            object(json!({ "const": 1 })),
            object(json!({ "type": "string", "enum": [1] })),
        ),
        (
            object(json!({ "minimum": 1 })),
            object(json!({ "type": "number" })),
        ),
        (
            object(json!({ "type": "what", "format": "uri" })),
            object(json!({ "type": "string" })),
        ),
        (
            object(json!({ "type": ["integer", "null"] })),
            object(json!({ "type": ["integer", "null"] })),
        ),
        (
            object(json!({ "type": ["array"], "items": true })),
            object(json!({ "type": "array", "items": { "type": "string" } })),
        ),
        (
            object(json!({ "additionalProperties": false })),
            object(json!({ "type": "object", "properties": {}, "additionalProperties": false })),
        ),
        (
            object(json!({ "oneOf": [{ "const": "x" }, { "$ref": "#/$defs/A" }] })),
            object(
                json!({ "oneOf": [{ "type": "string", "enum": ["x"] }, { "$ref": "#/$defs/A" }] }),
            ),
        ),
        // A property can have the name of a keyword.
        (
            json!({ "type": "object", "properties": { "minLength": { "type": "string" } } }),
            json!({ "type": "object", "properties": { "minLength": { "type": "string" } } }),
        ),
    ];
    check_schemas("codex", &cases);
}

#[test]
fn codex_shortens_large_schemas() {
    let text = "x".repeat(2_000);
    let nested = json!({ "type": "array", "items": { "type": "object", "properties": {
        "b": { "type": "object", "properties": {}, "description": text } } } });
    let short = object(nested.clone());
    check_schemas("codex", &[(short.clone(), short.clone())]);
    // Without descriptions, the schema is small enough.
    let mut long = short.clone();
    long["properties"]["c"] = json!({ "type": "string", "description": text.repeat(2) });
    let mut expected = long.clone();
    expected["properties"]["c"] = json!({ "type": "string" });
    expected["properties"]["a"]["items"]["properties"]["b"] =
        json!({ "type": "object", "properties": {} });
    check_schemas("codex", &[(long.clone(), expected.clone())]);
    // Long names remain, so Codex also drops definitions, then deep schemas, then unions.
    long["properties"][text.repeat(3)] = json!({ "anyOf": [{ "$ref": "#/$defs/A" }] });
    long["$defs"] = json!({ "A": { "type": "string" } });
    expected["properties"][text.repeat(3)] = json!({});
    expected["properties"]["a"]["items"]["properties"]["b"] = json!({});
    check_schemas("codex", &[(long, expected)]);
}

#[test]
fn codex_renames_and_hides_tools() {
    let long = "n".repeat(130);
    let cases = [
        ("files", "read", "mcp__files__read"),
        (
            "my-files",
            "files.read-all",
            "mcp__my_files__files_read_all",
        ),
        ("mcp__files", "read", "mcp__files__read"),
        (
            "files",
            &long,
            &format!("mcp__files__{}_############", "n".repeat(103)),
        ),
    ];
    check_names("codex", &cases);
    let tools = json!([
        { "name": "a", "title": "A", "annotations": {}, "inputSchema": object(json!({})) },
        { "name": "b", "_meta": { "ui": { "visibility": ["app"] } }, "inputSchema": {} },
    ]);
    let report = show("codex", "files", &tools);
    assert_eq!(
        report["tools"][0]["shown"],
        json!({ "name": "mcp__files__a", "description": "", "inputSchema": object(json!({})) })
    );
    assert_eq!(report["tools"][1]["shown"], Value::Null);
    let changes = report["tools"][1]["changes"].to_string();
    assert!(
        changes.contains("openai/codex#24700, 2026-05-28"),
        "{changes}"
    );
}

#[test]
fn gemini_cli_rewrites_null_and_adds_an_argument() {
    let wait = |mut schema: Value| {
        schema["properties"]["wait_for_previous"] = json!({
            "type": "boolean",
            "description": "Set to true to wait for all previously requested tools in this turn to complete before \
                starting. Set to false (or omit) to run in parallel. Use true when this tool depends on the output of \
                previous tools.",
        });
        schema
    };
    let same = object(json!({ "oneOf": [{ "const": 1 }], "type": ["string", "integer", "null"] }));
    let cases = [
        (
            json!({ "type": "object" }),
            wait(json!({ "type": "object" })),
        ),
        (
            object(
                json!({ "type": ["null", "string"], "default": { "type": ["string", "null"] } }),
            ),
            wait(object(json!({ "type": "string", "nullable": true,
                "default": { "type": "string", "nullable": true } }))),
        ),
        (same.clone(), wait(same)),
    ];
    check_schemas("gemini-cli", &cases);
    let long = "a".repeat(40) + &"z".repeat(40);
    let cases = [
        ("files", "files.read", "mcp_files_files.read"),
        ("My Files", "read/all", "mcp_My_Files_read_all"),
        ("mcp_files", "read", "mcp_files_read"),
        (
            "files",
            &long,
            &format!("mcp_files_{}...{}", "a".repeat(20), "z".repeat(30)),
        ),
    ];
    check_names("gemini-cli", &cases);
}

#[test]
fn vscode_drops_root_compositions_and_cuts_names() {
    let cases = [
        (
            json!({ "type": "object", "anyOf": [{ "required": ["a"] }], "if": true }),
            json!({ "type": "object", "properties": {} }),
        ),
        (
            object(json!({ "anyOf": [{ "pattern": "(?=a)" }] })),
            object(json!({ "anyOf": [{ "pattern": "(?=a)" }] })),
        ),
    ];
    check_schemas("vscode", &cases);
    let long = "n".repeat(80);
    let cases = [
        ("files", "files.read", "mcp_files_files_read"),
        ("My  Files!", "read/all", "mcp_my_files__read_all"),
        ("io.github.upstash", "a", "mcp_io_github_ups_a"),
        ("files", &long, &format!("mcp_files_{}", "n".repeat(54))),
    ];
    check_names("vscode", &cases);
    let report = show("vscode", "files", &json!([{ "name": "a" }]));
    assert_eq!(report["tools"][0]["shown"]["description"], "<empty>");
}

#[test]
fn the_text_names_changes_results_and_what_is_not_known() {
    let list = json!({ "result": { "tools": [
        { "name": "read\u{202e}", "inputSchema": {}, "description": "Reads." },
        7,
    ] } });
    let output = run(&["--show", "gemini-cli", "--server-name", "files"], &list);
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{text}");
    for part in [
        "read\\u{202e}\n  - adds",
        "(google-gemini/gemini-cli#20987, 2026-03-03)\n",
        "  {\n    \"description\": \"Reads.\",\n",
        "    \"name\": \"mcp_files_read_\"\n",
        "\n\n  7\n",
        "\nResults:\n  - The model reads `content`, and never `structuredContent`",
        "\nNot shown, or not known:\n",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
}

/// The page of the guide shows a list and the whole output for it.
#[test]
fn the_guide_shows_the_output() {
    let page = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../docs/guide/src/clients.md"
    );
    let page = std::fs::read_to_string(page).unwrap();
    let block = |start: &str| {
        let (_, rest) = page.split_once(start).unwrap();
        rest.split_once("```\n").unwrap().0
    };
    let list: Value = serde_json::from_str(block("For this list:\n\n```json\n")).unwrap();
    let output = run(&["--show", "codex", "--server-name", "files"], &list);
    let shown = block("$ mcp-tool-lint --show codex --server-name files tools.json\n");
    assert_eq!(String::from_utf8(output.stdout).unwrap(), shown);
}

#[test]
fn wrong_options_and_lists_are_reported() {
    let tools = json!([]);
    for (options, list, code) in [
        (&["--show", "codex", "--server-name", "a"][..], &tools, 0),
        (&["--show", "codex"], &tools, 2),
        // `--show` checks nothing, so these options would have no effect.
        (
            &["--show", "codex", "--server-name", "a", "--html", "a.html"],
            &tools,
            2,
        ),
        (
            &[
                "--show",
                "codex",
                "--server-name",
                "a",
                "--ready-for",
                "claude",
            ],
            &tools,
            2,
        ),
        (&["--show", "claude", "--server-name", "a"], &tools, 2),
        (
            &["--show", "codex", "--server-name", "a"],
            &json!({ "tools": 1 }),
            3,
        ),
    ] {
        let output = run(options, list);
        assert_eq!(output.status.code(), Some(code), "{options:?} {output:?}");
    }
}

#[test]
fn each_fact_has_a_source_and_a_date() {
    let clients: Value =
        serde_json::from_str(include_str!("../src/cli/show/clients.json")).unwrap();
    let runs = [
        "hide",
        "rename",
        "add",
        "members",
        "nullable",
        "infer_types",
        "keywords",
    ];
    for (client, kinds) in clients.as_object().unwrap() {
        for (kind, facts) in kinds.as_object().unwrap() {
            for fact in facts.as_array().unwrap() {
                let text = |member: &str| fact[member].as_str().unwrap_or_default();
                assert!(
                    ["steps", "results", "notes"].contains(&&**kind),
                    "{client} {kind}"
                );
                assert!(kind != "steps" || runs.contains(&text("run")), "{fact}");
                assert!(
                    !text("what").is_empty() && text("source").contains('/'),
                    "{fact}"
                );
                let date = text("date");
                assert!(
                    date.starts_with("202") && [4, 7, 10].contains(&date.len()),
                    "{fact}"
                );
            }
        }
    }
}
