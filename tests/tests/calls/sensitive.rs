//! `#[arg(sensitive)]`: neither responses nor the log repeat the argument's value.

use std::collections::BTreeMap;

use mcp_tool_runtime::{CallToolRequest, ToolContext, ToolRegistry, mcp_tool, tools};
use mcp_tool_tests::{Peer, block_on};
use serde_json::{Value, json};

use crate::log::logged;

/// The secret that the sensitive values contain.
const SECRET: &str = "hunter2";

#[derive(serde::Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Password,
    Token,
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
struct Login {
    user: String,
    pin: u16,
    kind: Option<Kind>,
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
#[allow(dead_code)]
enum Proof {
    Key { key: u8 },
    Login(Login),
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
#[serde(try_from = "String")]
#[allow(dead_code)]
struct Checked(String);

impl TryFrom<String> for Checked {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        Err(format!("`{text}` is too weak"))
    }
}

/// Takes secrets.
#[mcp_tool]
#[allow(clippy::too_many_arguments)]
fn secrets(
    #[arg(sensitive)] pin: Option<u16>,
    #[arg(sensitive, length(..=3))] word: Option<String>,
    #[arg(sensitive, pattern("^[0-9]+$"))] digits: Option<String>,
    #[arg(sensitive, range(..=9))] number: Option<u64>,
    #[arg(sensitive)] kind: Option<Kind>,
    #[arg(sensitive)] login: Option<Login>,
    #[arg(sensitive)] proof: Option<Proof>,
    #[arg(sensitive)] list: Option<Vec<Login>>,
    #[arg(sensitive)] map: Option<BTreeMap<String, u8>>,
    #[arg(sensitive)] keys: Option<BTreeMap<u8, u8>>,
    #[arg(sensitive)] checked: Option<Checked>,
    #[arg(sensitive)] lent: &Option<Vec<u8>>,
) {
    let _ = (
        pin,
        word,
        digits,
        number,
        kind.is_some(),
        login.is_some(),
        proof.is_some(),
    );
    let _ = (list.is_some(), map, keys, checked.is_some(), lent);
}

/// Takes a login.
#[mcp_tool]
fn log_in(#[arg(flatten, sensitive)] login: Login, again: Option<u8>) {
    let _ = (login.user, login.pin, login.kind.is_some(), again);
}

fn registry() -> ToolRegistry<()> {
    ToolRegistry::builder(())
        .tools(tools![secrets, log_in])
        .build()
        .unwrap()
}

/// Returns the error text of a rejected call. Checks that neither the responses nor the log contain `SECRET`.
#[track_caller]
fn refused(tool: &str, arguments: &Value) -> String {
    let registry = registry();
    let mut text = String::new();
    let log = logged(|| {
        text = Peer::new(&registry).error(tool, arguments.clone());
        let message = json!({
            "jsonrpc": "2.0", "id": 1, "method": "tools/call",
            "params": { "name": tool, "arguments": arguments },
        });
        let response = Peer::new(&registry).json(message.to_string());
        assert!(!response.unwrap().to_string().contains(SECRET));
    });
    for place in [&text, &log] {
        assert!(!place.contains(SECRET), "{arguments}: {place}");
    }
    text
}

#[test]
fn a_wrong_value_is_not_repeated() {
    // R148, R153
    let nested = json!({ "user": 1, "pin": SECRET });
    let cases = [
        ("pin", json!(SECRET)),
        ("pin", json!([SECRET])),
        ("word", json!(SECRET)),
        ("word", json!({ "a": SECRET })),
        ("digits", json!(SECRET)),
        ("number", json!(SECRET)),
        ("kind", json!(SECRET)),
        ("kind", json!({ SECRET: 1 })),
        ("login", json!(SECRET)),
        ("login", nested.clone()),
        ("login", json!({ "user": SECRET, "pin": "x" })),
        ("login", json!({ "user": "a", "pin": 1, "kind": SECRET })),
        ("login", json!({ "user": "a", "pin": 1, SECRET: 1 })),
        ("login", json!({ "user": SECRET })),
        ("proof", json!({ "type": SECRET })),
        ("proof", json!({ "type": "key", "key": SECRET })),
        (
            "proof",
            json!({ "type": "login", "user": "a", "pin": SECRET }),
        ),
        ("proof", json!({ "type": "login", "user": SECRET })),
        ("list", json!([nested])),
        ("list", json!({ SECRET: [] })),
        ("map", json!({ "a": SECRET })),
        ("map", json!({ SECRET: 300 })),
        ("keys", json!({ SECRET: 1 })),
        ("checked", json!(SECRET)),
        ("lent", json!([1, SECRET])),
        ("lent", json!(SECRET)),
    ];
    for (name, value) in cases {
        let text = refused("secrets", &json!({ name: value }));
        assert!(text.contains(&format!("- `{name}`: expected ")), "{text}");
        assert!(text.contains("the given value is withheld"), "{text}");
    }
}

#[test]
fn a_number_is_not_repeated_either() {
    const PIN: u64 = 74_839_201;
    let registry = registry();
    for name in ["pin", "number", "kind", "login", "checked"] {
        let mut text = String::new();
        let log = logged(|| text = Peer::new(&registry).error("secrets", json!({ name: PIN })));
        for place in [&text, &log] {
            assert!(!place.contains("74839201"), "{name}: {place}");
        }
    }
}

#[test]
fn members_of_a_flattened_struct_are_not_repeated() {
    // R148, R153
    let cases = [
        (
            json!({ "user": SECRET, "pin": "x" }),
            "`pin`: expected an integer from 0 to 65535;",
        ),
        (
            json!({ "user": "a", "pin": SECRET }),
            "`pin`: expected an integer from 0 to 65535;",
        ),
        (
            json!({ "user": "a", "pin": 1, "kind": SECRET }),
            "`kind`: expected one of \"password\", \"token\";",
        ),
        (
            json!({ "user": { "a": SECRET }, "pin": 1 }),
            "`user`: expected a string;",
        ),
        (
            json!({ "user": SECRET }),
            "`pin`: missing; expected an integer from 0 to 65535",
        ),
        (
            json!({ "user": SECRET, "pin": 1, "again": "x" }),
            "`again`: expected",
        ),
    ];
    for (arguments, expected) in cases {
        let text = refused("log_in", &arguments);
        assert!(text.contains(expected), "{text}");
    }
}

#[test]
fn faults_of_other_arguments_are_reported_as_usual() {
    let text = refused(
        "log_in",
        &json!({ "user": "a", "pin": SECRET, "again": 300 }),
    );
    assert!(
        text.contains("`again`: expected an integer from 0 to 255, got 300"),
        "{text}"
    );
}

#[test]
fn a_missing_sensitive_argument_is_reported() {
    /// Takes a secret.
    #[mcp_tool]
    fn open(
        /// The key to the door
        #[arg(sensitive)]
        key: String,
    ) {
        let _ = key;
    }
    let registry = ToolRegistry::builder(())
        .tools(tools![open])
        .build()
        .unwrap();
    assert_eq!(
        Peer::new(&registry).error("open", json!({})),
        "wrong argument for `open`:\n\
         - `key`: missing; expected a string (The key to the door)\n\
         a minimal valid call has the arguments {\"key\":\"<key>\"}",
    );
}

#[test]
fn a_call_that_succeeds_logs_nothing_of_it() {
    let registry = registry();
    let log = logged(|| {
        let request =
            CallToolRequest::new("log_in").with_arguments(json!({ "user": SECRET, "pin": 1 }));
        block_on(registry.call(request, &ToolContext::detached())).unwrap();
    });
    assert!(!log.contains(SECRET), "{log}");
}

#[test]
fn text_other_than_json_is_not_repeated() {
    let registry = registry();
    let arguments = format!(r#"{{"word":"{SECRET}\ud800"}}"#);
    let mut response = String::new();
    let log = logged(|| {
        let message = format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"secrets","arguments":{arguments}}}}}"#
        );
        response = Peer::new(&registry).json(message).unwrap().to_string();
    });
    for place in [&response, &log] {
        assert!(!place.contains(SECRET), "{place}");
    }
}

#[test]
fn a_flattened_secret_publishes_no_details() {
    // R48
    fn preset() -> String {
        "hunter2".to_owned()
    }
    #[derive(serde::Deserialize, schemars::JsonSchema)]
    struct Login {
        #[serde(default = "preset")]
        password: String,
    }
    #[derive(serde::Deserialize, schemars::JsonSchema)]
    struct Mirrored {
        #[schemars(extend("x-mcp-header" = "Token"))]
        token: String,
    }
    /// Logs in.
    #[mcp_tool]
    fn login(#[arg(flatten, sensitive)] login: Login) -> usize {
        login.password.len()
    }
    /// Logs in with a token.
    #[mcp_tool]
    fn by_token(#[arg(flatten, sensitive)] login: Mirrored) -> usize {
        login.token.len()
    }
    let registry = ToolRegistry::builder(())
        .tools(tools![login])
        .build()
        .unwrap();
    let list = Peer::new(&registry).tools().to_string();
    assert!(!list.contains("hunter2"), "{list}");
    let error = ToolRegistry::builder(())
        .tools(tools![by_token])
        .build()
        .unwrap_err();
    assert!(error.to_string().contains("`token`"), "{error}");
    assert_eq!(
        format!("{error:?}"),
        error.to_string(),
        "`main` prints it so"
    );
}
