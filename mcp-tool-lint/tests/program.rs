//! The program: its sources, formats and exit codes.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpListener;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

const FAULTY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/faulty.json");

fn run(arguments: &[&str]) -> Output {
    run_with_input(arguments, "")
}

fn run_with_input(arguments: &[&str], input: &str) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_mcp-tool-lint"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    program
        .stdin
        .take()
        .unwrap()
        .write_all(input.as_bytes())
        .unwrap();
    program.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn code(output: &Output) -> i32 {
    output.status.code().unwrap()
}

#[test]
fn a_report_groups_findings_by_tool() {
    let output = run(&[FAULTY]);
    let report = text(&output.stdout);
    assert_eq!(code(&output), 1, "{report}");
    for line in [
        "\nfiles.read\n  error[",
        "argument `encoding`: its type is [\"string\",\"null\"]",
        "Gemini: the request fails",
        "at /tools/0/inputSchema/properties/encoding/type",
        "\nGemini: ",
    ] {
        assert!(report.contains(line), "{line}\n{report}");
    }
    // In each group, errors come first.
    for group in report.split("\n\n") {
        let kinds = group.lines().filter_map(|line| line.trim().split_once('['));
        let kinds: Vec<_> = kinds
            .map(|(kind, _)| kind)
            .filter(|kind| !kind.contains(' '))
            .collect();
        assert!(kinds.is_sorted(), "{group}");
    }
}

#[test]
fn a_rule_that_most_tools_break_is_one_line() {
    let tool = |at: u32| {
        let schema = json!({ "type": "object", "properties": { "a": { "type": "string" } } });
        json!({ "name": format!("tool_{at}"), "description": "Adds.", "inputSchema": schema })
    };
    let list = json!({ "tools": (0..6).map(tool).collect::<Vec<_>>() });
    let output = run_with_input(&["-"], &list.to_string());
    let report = text(&output.stdout);
    assert_eq!(code(&output), 0, "{report}");
    assert!(report.starts_with("6 of 6 tools: warning["), "{report}");
    assert_eq!(report.matches("no_description").count(), 1, "{report}");
}

#[test]
fn options_choose_clients_rules_and_the_level() {
    let list = r#"[{ "name": "files.read", "description": "Reads a file.",
        "inputSchema": { "type": "object", "properties": {} } }]"#;
    for (options, expected) in [
        (&["--client", "openai"][..], 1),
        (&["--client", "gemini"], 0),
        (&["--allow", "name_characters"], 0),
        (&["--allow", "files.read:name_characters"], 0),
        (&["--allow", "other:name_characters"], 1),
        (&["--client", "nobody"], 2),
        (&["--no-such-option"], 2),
    ] {
        let output = run_with_input(&[options, &["-"]].concat(), list);
        assert_eq!(code(&output), expected, "{options:?} {output:?}");
    }
    let warned = r#"[{ "name": "read", "inputSchema": { "type": "object", "properties": {} } }]"#;
    assert_eq!(code(&run_with_input(&["-"], warned)), 0);
    assert_eq!(
        code(&run_with_input(&["--level", "warning", "-"], warned)),
        1
    );
}

#[test]
fn unreadable_sources_exit_with_3() {
    let deep = "[".repeat(200) + &"]".repeat(200);
    for (arguments, input, message) in [
        (
            &["/no/such/file.json"][..],
            "",
            "cannot read /no/such/file.json",
        ),
        (&["-"], "no JSON", "- is not JSON"),
        (&["-"], &deep, "nested more than 127 levels"),
        (&["-"], "{\"error\":{\"message\":\"\\u001b[31m\"}}", ""),
        (
            &["--", "/no/such/program"],
            "",
            "cannot start /no/such/program",
        ),
        (&["--", "true"], "", "ended before it answered `initialize`"),
        (
            &["--timeout", "1", "--", "sleep", "60"],
            "",
            "did not answer `initialize` in time",
        ),
        (
            &["--timeout", "5", "http://127.0.0.1:1/mcp"],
            "",
            "http://127.0.0.1:1/mcp",
        ),
        (
            &["--header", "none", "http://127.0.0.1:1/mcp"],
            "",
            "`NAME: VALUE`",
        ),
    ] {
        let output = run_with_input(arguments, input);
        let error = text(&output.stderr);
        assert_eq!(code(&output), 3, "{arguments:?} {error}");
        assert!(error.contains(message), "{arguments:?} {error}");
        assert!(!error.contains('\u{1b}'));
    }
}

#[test]
fn sarif_and_json_have_their_members() {
    let output = run(&["--format", "sarif", FAULTY]);
    let log: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    assert_eq!(run["tool"]["driver"]["name"], "mcp-tool-lint");
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    let results = run["results"].as_array().unwrap();
    assert!(!results.is_empty());
    for result in results {
        assert!(rules.iter().any(|rule| rule["id"] == result["ruleId"]));
        assert!(["error", "warning"].contains(&result["level"].as_str().unwrap()));
        assert!(result["message"]["text"].is_string());
        let location = &result["locations"][0];
        assert_eq!(
            location["physicalLocation"]["artifactLocation"]["uri"],
            FAULTY
        );
    }
    let findings = self::run(&["--format", "json", FAULTY]).stdout;
    let output: Value = serde_json::from_slice(&findings).unwrap();
    assert_eq!(output.as_array().unwrap().len(), results.len());
    assert!(output[0]["clients"].is_array());
}

#[test]
fn the_page_shows_every_tool_and_escapes_it() {
    let file = std::env::temp_dir().join(format!("mcp-tool-lint-{}.html", std::process::id()));
    let list = r#"[{ "name": "<script>alert(1)</script>", "description": "A & B",
        "inputSchema": { "type": "object", "properties": { "a": { "type": "string" } } } }]"#;
    run_with_input(&["--html", file.to_str().unwrap(), "-"], list);
    let page = std::fs::read_to_string(&file).unwrap();
    std::fs::remove_file(&file).unwrap();
    assert!(!page.contains("<script>") && !page.contains("http://") && !page.contains("https://"));
    for part in [
        "&lt;script&gt;",
        "A &amp; B",
        "class=\"bar\"",
        " bytes, about ",
        "<td><code>a</code>",
    ] {
        assert!(page.contains(part), "{part}");
    }
}

/// Returns a page with one tool, and whether another follows.
fn page(name: &str, next: Option<&str>) -> Value {
    let schema = json!({ "type": "object", "properties": {} });
    let hints = json!({ "readOnlyHint": true });
    let tool = json!({
        "name": name, "title": "Read", "description": "Reads it.", "inputSchema": schema, "annotations": hints,
    });
    json!({ "tools": [tool], "nextCursor": next })
}

#[cfg(unix)]
#[test]
fn a_process_is_asked_for_every_page() {
    let hello = json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "serverInfo": {} });
    let lines = [
        json!({ "jsonrpc": "2.0", "method": "notifications/message" }),
        json!({ "jsonrpc": "2.0", "id": 1, "result": hello }),
        json!({ "jsonrpc": "2.0", "id": 2, "result": page("first", Some("2")) }),
        json!({ "jsonrpc": "2.0", "id": 3, "result": page("second", None) }),
    ];
    let lines: Vec<_> = lines.iter().map(|line| format!("'{line}'")).collect();
    let script = format!(
        "echo a log; printf '%s\\n' {}; cat >/dev/null",
        lines.join(" ")
    );
    let output = run(&["--", "sh", "-c", &script]);
    assert!(text(&output.stdout).starts_with("2 tools"), "{output:?}");
    assert_eq!(code(&output), 0);
}

#[test]
fn an_http_server_is_asked_with_its_session_and_headers() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/mcp", listener.local_addr().unwrap());
    let server = std::thread::spawn(move || {
        let mut seen = Vec::new();
        for stream in listener.incoming() {
            let mut stream = BufReader::new(stream.unwrap());
            let (mut head, mut length) = (String::new(), 0);
            loop {
                let mut line = String::new();
                stream.read_line(&mut line).unwrap();
                if let Some(value) = line.to_lowercase().strip_prefix("content-length:") {
                    length = value.trim().parse().unwrap();
                }
                if line.trim().is_empty() {
                    break;
                }
                head += &line.to_lowercase();
            }
            let mut body = vec![0; length];
            stream.read_exact(&mut body).unwrap();
            let message: Value = serde_json::from_slice(&body).unwrap();
            let method = message["method"].as_str().unwrap().to_owned();
            let response =
                |result: Value| json!({ "jsonrpc": "2.0", "id": message["id"], "result": result });
            let (status, kind, body) = match method.as_str() {
                "initialize" => {
                    let hello = json!({ "protocolVersion": "2025-06-18", "capabilities": {} });
                    ("200 OK", "application/json", response(hello).to_string())
                }
                "tools/list" => {
                    let notification =
                        json!({ "jsonrpc": "2.0", "method": "notifications/message" });
                    let list = response(page("read", None));
                    let events =
                        format!("data: {notification}\n\nevent: message\ndata: {list}\n\n");
                    ("200 OK", "text/event-stream", events)
                }
                _ => ("202 Accepted", "text/plain", String::new()),
            };
            seen.push((method.clone(), head));
            let length = body.len();
            let head = format!(
                "HTTP/1.1 {status}\r\ncontent-type: {kind}\r\nmcp-session-id: s1\r\n\
                 content-length: {length}\r\nconnection: close\r\n\r\n"
            );
            let stream = stream.get_mut();
            stream
                .write_all(format!("{head}{body}").as_bytes())
                .unwrap();
            if method == "tools/list" {
                return seen;
            }
        }
        unreachable!()
    });
    let output = run(&["--header", "Authorization: Bearer t", &url]);
    assert_eq!(code(&output), 0, "{output:?}");
    assert!(text(&output.stdout).starts_with("1 tool,"), "{output:?}");
    let seen = server.join().unwrap();
    let methods: Vec<_> = seen.iter().map(|(method, _)| method.as_str()).collect();
    assert_eq!(
        methods,
        ["initialize", "notifications/initialized", "tools/list"]
    );
    assert!(
        seen.iter()
            .all(|(_, head)| head.contains("authorization: bearer t"))
    );
    assert!(seen[2].1.contains("mcp-session-id: s1"));
    assert!(seen[2].1.contains("mcp-protocol-version: 2025-06-18"));
}
