//! Tests the `mcp-tool-lint` program: its input sources, output formats and exit codes.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpListener;
use std::process::{Command, Output, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

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
    // Ignore errors: the program may exit before it reads its input.
    let _ = program.stdin.take().unwrap().write_all(input.as_bytes());
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
        "argument `encoding` of `files.read`: its type is [\"string\",\"null\"]",
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
fn a_rule_that_most_tools_break_is_reported_once() {
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
    assert!(report.contains("`tool_4` and 1 other lack "), "{report}");
}

#[test]
fn a_common_warning_does_not_hide_errors() {
    let tool = |at: u32| {
        let mut schema = json!({ "type": "object", "properties": {} });
        schema["$schema"] = json!("http://json-schema.org/draft-07/schema#");
        let side = if at < 3 {
            "outputSchema"
        } else {
            "inputSchema"
        };
        let mut tool = json!({ "name": format!("tool_{at}"), "description": "Finds it." });
        tool["inputSchema"] = json!({ "type": "object", "properties": {} });
        tool[side] = schema;
        tool
    };
    let list = json!((0..12).map(tool).collect::<Vec<_>>());
    let report = text(&run_with_input(&["-"], &list.to_string()).stdout);
    assert!(
        report.contains("9 of 12 tools: warning[dialect] Gemini rejects `$schema`"),
        "{report}"
    );
    assert_eq!(report.matches("  error[dialect]").count(), 3, "{report}");
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
        (&["--client", "gemini, claude"], 1),
        (&["--client", "nobody"], 2),
        (&["--client", "claude,nobody"], 2),
        (&["--client", "gemini", "--ready-for", "claude"], 1),
        (&["--allow", "name_characters", "--ready-for", "chatgpt"], 1),
        (
            &[
                "--ready-for",
                "chatgpt,claude",
                "--allow",
                "name_characters",
                "--allow",
                "review",
            ],
            0,
        ),
        (&["--ready-for", "cloude"], 2),
        (&["--allow", "no_such_rule"], 2),
        (&["--header", "none"], 2),
        (&["--header", "a b: c"], 2),
        (&["--header", "a: b\nc"], 2),
        (&["--header", "a: b: c"], 1),
        (&["--timeout", "0"], 2),
        (&["--timeout", "18446744073709551615"], 2),
        (&["--no-such-option"], 2),
    ] {
        let output = run_with_input(&[options, &["-"]].concat(), list);
        assert_eq!(code(&output), expected, "{options:?} {output:?}");
    }
    // The rule `no_tools` reports an empty list as a warning, so the exit code is 0.
    assert_eq!(code(&run_with_input(&["-"], r#"{ "tools": [] }"#)), 0);
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
        (&["--allow", "no_tools", "-"], "{}", ""),
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
        // This program floods its output and never responds.
        (
            &["--timeout", "1", "--", "yes"],
            "",
            "did not answer `initialize` in time",
        ),
        (
            &["--timeout", "5", "http://127.0.0.1:1/mcp"],
            "",
            "http://127.0.0.1:1/mcp",
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
fn sarif_and_json_reports_have_the_expected_members() {
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
        if let Some(logical) = location.get("logicalLocations") {
            let mut members = logical[0].as_object().unwrap().values();
            assert!(members.all(Value::is_string), "{logical}");
        }
        assert_eq!(location["physicalLocation"]["region"]["startLine"], 1);
        assert_eq!(
            location["physicalLocation"]["artifactLocation"]["uri"],
            FAULTY
        );
    }
    let many = run_with_input(&["--format", "sarif", "-"], "{}");
    let log: Value = serde_json::from_slice(&many.stdout).unwrap();
    let location = &log["runs"][0]["results"][0]["locations"][0];
    assert!(location.get("logicalLocations").is_none(), "{location}");
    let findings = self::run(&["--format", "json", FAULTY]).stdout;
    let output: Value = serde_json::from_slice(&findings).unwrap();
    assert_eq!(output.as_array().unwrap().len(), results.len());
    assert!(output[0]["clients"].is_array());
}

#[test]
fn the_html_page_shows_and_escapes_every_tool() {
    let file = std::env::temp_dir().join(format!("mcp-tool-lint-{}.html", std::process::id()));
    let list = r#"[{ "name": "<script>alert(1)</script>\u202e", "description": "A & B\u001b\nC",
        "inputSchema": { "type": "object", "properties": { "a": { "type": "string" } } } }]"#;
    let output = run_with_input(&["--html", file.to_str().unwrap(), "-"], list);
    let report = text(&output.stdout);
    assert!(
        report.starts_with("<script>alert(1)</script>\\u{202e}\n"),
        "{report}"
    );
    let page = std::fs::read_to_string(&file).unwrap();
    std::fs::remove_file(&file).unwrap();
    assert!(!page.contains("<script>") && !page.contains("http://") && !page.contains("https://"));
    for part in [
        "&lt;script&gt;",
        "&lt;/script&gt;\\u{202e}",
        "A &amp; B\\u{1b}\nC",
        "class=\"bar\"",
        " bytes, about ",
        "<td><code>a</code></td><td>string</td><td>optional</td>",
    ] {
        assert!(page.contains(part), "{part}");
    }
}

/// The page splits the findings, which have the order of the list.
#[test]
fn the_html_page_shows_each_finding_at_its_tool() {
    let tools: Vec<_> = (0..12)
        .map(|number| json!({ "name": format!("tool_{number}"), "inputSchema": { "type": "object" } }))
        .collect();
    let file =
        std::env::temp_dir().join(format!("mcp-tool-lint-{}-order.html", std::process::id()));
    let output = run_with_input(
        &["--html", file.to_str().unwrap(), "-"],
        &json!(tools).to_string(),
    );
    assert_eq!(code(&output), 1);
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::remove_file(&file).unwrap();
    let articles: Vec<_> = text.split("<article>").skip(1).collect();
    assert_eq!(articles.len(), tools.len());
    for (number, article) in articles.iter().enumerate() {
        let finding = format!("root_properties] `tool_{number}`");
        assert_eq!(article.matches("root_properties]").count(), 1, "{article}");
        assert!(article.contains(&finding), "{article}");
    }
}

/// Returns a page of a tool list, with one tool. `next` is the cursor of the next page, or `None` on the last
/// page.
fn page(name: &str, next: Option<&str>) -> Value {
    let schema = json!({ "type": "object", "properties": {} });
    let hints = json!({ "readOnlyHint": true, "destructiveHint": false, "openWorldHint": false });
    let tool = json!({
        "name": name, "title": "Read", "description": "Reads it.", "inputSchema": schema, "annotations": hints,
    });
    json!({ "tools": [tool], "nextCursor": next })
}

#[cfg(unix)]
#[test]
fn a_process_lists_every_page() {
    let hello = json!({
        "protocolVersion": "2025-11-25", "capabilities": {}, "serverInfo": {}, "instructions": "Reads it.",
    });
    let lines = [
        json!({ "jsonrpc": "2.0", "method": "notifications/message" }),
        json!({ "jsonrpc": "2.0", "id": 1, "result": hello }),
        json!({ "jsonrpc": "2.0", "id": 2, "result": page("first", Some("2")) }),
        json!({ "jsonrpc": "2.0", "id": 3, "result": page("second", None) }),
    ];
    let lines: Vec<_> = lines.iter().map(|line| format!("'{line}'")).collect();
    let ended = std::env::temp_dir().join(format!("mcp-tool-lint-{}.end", std::process::id()));
    let script = format!(
        "echo a log; printf '%s\\n' {}; cat >/dev/null; touch {}",
        lines.join(" "),
        ended.display(),
    );
    let output = run(&["--", "sh", "-c", &script]);
    assert!(text(&output.stdout).starts_with("2 tools"), "{output:?}");
    assert_eq!(code(&output), 0);
    // The script creates the file `ended` after the linter closes the script's input.
    // `remove_file` fails if the file does not exist, so this line checks that the linter does
    // not kill the script.
    std::fs::remove_file(ended).unwrap();
}

#[cfg(unix)]
#[test]
fn a_server_without_instructions_is_reported() {
    let hello = json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "serverInfo": {} });
    let lines = [
        json!({ "jsonrpc": "2.0", "id": 1, "result": hello }),
        json!({ "jsonrpc": "2.0", "id": 2, "result": page("first", None) }),
    ];
    let script = format!(
        "printf '%s\\n' '{}' '{}'; cat >/dev/null",
        lines[0], lines[1]
    );
    let output = run(&["--", "sh", "-c", &script]);
    let report = text(&output.stdout);
    assert!(
        report.starts_with("The list of tools\n  warning[no_instructions] "),
        "{report}"
    );
}

/// A response of the HTTP server: status, content type and body.
type Answer = (&'static str, &'static str, String);

/// Runs the program against an HTTP server that responds with `answer`. Returns the program's output, and the
/// head and JSON message of each request. The heads are in lower case. Without a body, the message is `null`.
fn run_with_server(
    arguments: &[&str],
    answer: impl Fn(&Value) -> Answer + Send + Sync + 'static,
) -> (Output, Vec<(String, Value)>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/mcp", listener.local_addr().unwrap());
    let (sender, requests) = mpsc::channel();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = BufReader::new(stream.unwrap());
            let (mut head, mut length) = (String::new(), 0);
            loop {
                let mut line = String::new();
                stream.read_line(&mut line).unwrap();
                let line = line.to_lowercase();
                if let Some(value) = line.strip_prefix("content-length:") {
                    length = value.trim().parse().unwrap();
                }
                if line.trim().is_empty() {
                    break;
                }
                head += &line;
            }
            let mut body = vec![0; length];
            stream.read_exact(&mut body).unwrap();
            let message: Value = serde_json::from_slice(&body).unwrap_or_default();
            let (status, kind, body) = answer(&message);
            sender.send((head, message)).unwrap();
            let length = body.len();
            let head = format!(
                "HTTP/1.1 {status}\r\ncontent-type: {kind}\r\nmcp-session-id: s1\r\n\
                 content-length: {length}\r\nconnection: close\r\n\r\n"
            );
            // Ignore errors: the linter may have closed the connection.
            let _ = stream
                .get_mut()
                .write_all(format!("{head}{body}").as_bytes());
        }
    });
    let output = run(&[arguments, &[url.as_str()]].concat());
    (output, requests.try_iter().collect())
}

fn answer_with_pages(message: &Value, pages: impl Fn(&Value) -> Value) -> Answer {
    let response = |result: Value| {
        let response = json!({ "jsonrpc": "2.0", "id": message["id"], "result": result });
        ("200 OK", "application/json", response.to_string())
    };
    match message["method"].as_str() {
        Some("initialize") => response(
            json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "instructions": "Reads." }),
        ),
        Some("tools/list") => response(pages(&message["params"]["cursor"])),
        _ => ("202 Accepted", "text/plain", String::new()),
    }
}

#[test]
fn requests_carry_the_session_and_headers() {
    let (output, requests) = run_with_server(&["--header", "Authorization: Bearer t"], |message| {
        let answer = answer_with_pages(message, |cursor| match cursor.as_str() {
            None => page("read", Some("2")),
            Some(_) => page("write", None),
        });
        if message["method"] != "tools/list" {
            return answer;
        }
        // The server sends a ping with the id of the client's request. The client must not take
        // the ping for the response.
        let ping = json!({ "jsonrpc": "2.0", "id": message["id"], "method": "ping" });
        let events = format!("data: {ping}\n\nevent: message\ndata: {}\n\n", answer.2);
        // Media types are case-insensitive.
        ("200 OK", "Text/Event-Stream", events)
    });
    assert_eq!(code(&output), 0, "{output:?}");
    assert!(text(&output.stdout).starts_with("2 tools,"), "{output:?}");
    let messages = requests
        .iter()
        .map(|(_, message)| (message["method"].as_str(), &message["id"]));
    assert_eq!(
        messages.collect::<Vec<_>>(),
        [
            (Some("initialize"), &json!(1)),
            (Some("notifications/initialized"), &Value::Null),
            (Some("tools/list"), &json!(2)),
            (Some("tools/list"), &json!(3)),
            // The DELETE request that ends the session has no body.
            (None, &Value::Null),
        ]
    );
    assert!(requests[4].0.starts_with("delete /mcp"), "{requests:?}");
    for (at, (head, _)) in requests.iter().enumerate() {
        assert!(head.contains("authorization: bearer t"), "{head}");
        assert_eq!(head.contains("mcp-session-id: s1"), at > 0, "{head}");
        assert_eq!(
            head.contains("mcp-protocol-version: 2025-06-18"),
            at > 0,
            "{head}"
        );
    }
}

#[test]
fn an_http_server_of_the_newest_protocol_version_has_no_session() {
    let (output, requests) = run_with_server(&[], |message| {
        let response = match message["method"].as_str() {
            Some("tools/list") => {
                json!({ "jsonrpc": "2.0", "id": message["id"], "result": page("read", None) })
            }
            _ => {
                let error = json!({ "code": -32601, "message": "Method not found" });
                json!({ "jsonrpc": "2.0", "id": message["id"], "error": error })
            }
        };
        ("200 OK", "application/json", response.to_string())
    });
    assert!(text(&output.stdout).starts_with("1 tool,"), "{output:?}");
    let (head, message) = &requests[1];
    assert!(head.contains("mcp-protocol-version: 2026-07-28") && head.contains("mcp-method"));
    let meta = &message["params"]["_meta"];
    assert_eq!(
        meta["io.modelcontextprotocol/protocolVersion"],
        "2026-07-28"
    );
}

#[test]
fn an_http_server_with_endless_pages_is_an_error() {
    let again = |message: &Value| answer_with_pages(message, |_| page("read", Some("again")));
    let (output, _) = run_with_server(&[], again);
    let error = text(&output.stderr);
    assert_eq!(code(&output), 3, "{error}");
    assert!(
        error.contains("returns the cursor `again` twice"),
        "{error}"
    );

    let start = Instant::now();
    let (output, _) = run_with_server(&["--timeout", "3"], |message| {
        answer_with_pages(message, |cursor| {
            std::thread::sleep(Duration::from_millis(300));
            page(
                "read",
                Some(&format!("{}+", cursor.as_str().unwrap_or_default())),
            )
        })
    });
    assert_eq!(code(&output), 3, "{output:?}");
    let error = text(&output.stderr);
    assert!(error.contains("`tools/list` in time"), "{error}");
    assert!(start.elapsed() < Duration::from_secs(60), "{error}");

    let denied = |_: &Value| {
        let body = r#"{ "error": "unauthorized" }"#.to_owned();
        ("401 Unauthorized", "application/json", body)
    };
    let (output, requests) = run_with_server(&[], denied);
    let error = text(&output.stderr);
    assert_eq!(code(&output), 3, "{error}");
    assert!(
        error.contains("401 Unauthorized") && error.contains("--header"),
        "{error}"
    );
    assert_eq!(requests.len(), 1);
}
