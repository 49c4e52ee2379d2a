//! serde drops a wrong value in silence if it is inside a flattened `Option` (serde-rs/serde#1880). The registry
//! rejects such a call. It accepts all values that a type accepts on purpose, also if the schema does not.

#![allow(dead_code)] // The tools show the fields with `Debug`.

use std::collections::BTreeMap;
use std::fmt::Debug;

use mcp_tool_runtime::schema::SchemaProfile;
use mcp_tool_runtime::{ToolRegistry, mcp_tool, tools};
use mcp_tool_tests::Peer;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer};
use serde_json::{Value, json};

#[derive(Debug, Deserialize, JsonSchema)]
struct Login {
    #[serde(alias = "name")]
    user: String,
    password: String,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Host {
    host: String,
    #[serde(flatten)]
    login: Option<Login>,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Twice {
    id: u8,
    #[serde(flatten)]
    host: Option<Host>,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Closed {
    host: String,
    #[serde(flatten)]
    point: Option<Point>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Point {
    x: i8,
    y: i8,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct WithMap {
    host: String,
    #[serde(flatten)]
    rest: BTreeMap<String, u8>,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct WithOptionalMap {
    host: String,
    #[serde(flatten)]
    rest: Option<BTreeMap<String, u8>>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum External {
    Basic(Login),
    Token { token: String },
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Internal {
    Basic(Login),
    Token { token: String },
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Untagged {
    Basic(Login),
    Token { token: String },
}

#[derive(Debug, Deserialize, JsonSchema)]
struct With<T> {
    host: String,
    #[serde(flatten)]
    auth: Option<T>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Tagged {
    Server(Host),
    Number { number: u8 },
    Auth(With<Internal>),
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Boxed {
    tagged: Tagged,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "type", content = "it", rename_all = "lowercase")]
enum Adjacent {
    Server(Host),
    Number { number: u8 },
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Either {
    Server(Host),
    Number { number: u8 },
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Place {
    #[serde(flatten)]
    point: Option<Point>,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Groups {
    id: Option<u8>,
    #[serde(flatten)]
    point: Option<Point>,
    #[serde(flatten)]
    login: Option<Login>,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Labels {
    #[serde(deserialize_with = "names_or_numbers")]
    labels: BTreeMap<String, u8>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Labelled {
    Labels(Labels),
    Login { login: Login },
}

fn names_or_numbers<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<BTreeMap<String, u8>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Either {
        Names(Vec<String>),
        Numbers(BTreeMap<String, u8>),
    }
    Ok(match Either::deserialize(deserializer)? {
        Either::Names(names) => names.into_iter().map(|name| (name, 0)).collect(),
        Either::Numbers(numbers) => numbers,
    })
}

/// A struct whose decoder accepts more than its schema.
#[derive(Debug, Deserialize, JsonSchema)]
struct Lenient {
    #[serde(deserialize_with = "text_or_number")]
    port: u16,
    large: u64,
    signed: Option<i64>,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct WithLenient {
    host: String,
    #[serde(flatten)]
    lenient: Option<Lenient>,
}

fn text_or_number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u16, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Port {
        Number(u16),
        Text(String),
    }
    match Port::deserialize(deserializer)? {
        Port::Number(port) => Ok(port),
        Port::Text(text) => text.trim().parse().map_err(serde::de::Error::custom),
    }
}

fn show(it: impl Debug) -> String {
    format!("{it:?}").replace('"', "'")
}

/// Declares tools that show their only parameter.
macro_rules! show {
    ($($name:ident: $kind:ty),* $(,)?) => {
        $(
            /// Shows its argument.
            #[mcp_tool]
            fn $name(it: $kind) -> String {
                show(it)
            }
        )*
    };
}

show! {
    host: Host,
    twice: Twice,
    closed: Closed,
    with_map: WithMap,
    with_optional_map: WithOptionalMap,
    external: With<External>,
    internal: With<Internal>,
    untagged: With<Untagged>,
    list: Vec<Host>,
    map: BTreeMap<String, Option<Host>>,
    tagged: Tagged,
    tagged_list: Vec<Tagged>,
    adjacent: Adjacent,
    either: Either,
    lenient: WithLenient,
    groups: Groups,
    labelled: Labelled,
}

/// Shows its argument.
#[mcp_tool]
fn boxed(it: Boxed) -> String {
    show(it)
}

/// Shows its arguments.
#[mcp_tool]
fn joined(#[arg(flatten)] it: Host) -> String {
    show(it)
}

/// Shows its arguments.
#[mcp_tool]
fn joined_twice(#[arg(flatten)] it: Twice, #[arg(flatten)] point: Place) -> String {
    show((it, point))
}

fn registries() -> [ToolRegistry<()>; 2] {
    [SchemaProfile::Portable, SchemaProfile::AsGenerated].map(|profile| {
        let tools = tools![
            host,
            twice,
            closed,
            with_map,
            with_optional_map,
            external,
            internal,
            untagged,
            list,
            map,
            tagged,
            tagged_list,
            adjacent,
            either,
            lenient,
            groups,
            labelled,
            boxed,
            joined,
        ];
        ToolRegistry::builder(())
            .schema_profile(profile)
            .tools(tools)
            .build()
            .unwrap()
    })
}

#[track_caller]
fn check(rows: &[(&str, Value, &[&str])]) {
    let mut wrong = Vec::new();
    for registry in registries() {
        let peer = Peer::new(&registry);
        for (tool, it, expected) in rows {
            let arguments = match *tool {
                "joined" => it.clone(),
                _ => json!({ "it": it }),
            };
            let result = peer.call(tool, arguments);
            let text = result["content"][0]["text"].as_str().unwrap_or_default();
            let lines: Vec<_> = match result["isError"] == true {
                true => text.lines().filter(|line| line.starts_with("- ")).collect(),
                false => vec![text],
            };
            let mut pairs = lines.iter().zip(*expected);
            let is_right = pairs.all(|(line, expected)| line.starts_with(expected));
            if !is_right || lines.len() != expected.len() {
                wrong.push(format!(
                    "{tool} {it}\n  got {lines:#?}\n  not {expected:#?}"
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_wrong_value_is_not_dropped() {
    // R148, R152
    check(&[
        (
            "host",
            json!({ "host": "h", "user": "bob", "password": 5 }),
            &["- `it.password`: expected a string, got 5"],
        ),
        (
            "joined",
            json!({ "host": "h", "user": "bob", "password": 5 }),
            &["- `password`: expected a string, got 5"],
        ),
        (
            "host",
            json!({ "host": "h", "user": [], "password": 5 }),
            &[
                "- `it.password`: expected a string, got 5",
                "- `it.user`: expected a string, got an array",
            ],
        ),
        (
            "list",
            json!([{ "host": "h" }, { "host": "h", "user": "bob", "password": 5 }]),
            &["- `it[1].password`: expected a string, got 5"],
        ),
        (
            "map",
            json!({ "a": { "host": "h", "user": "bob", "password": 5 }, "b": null }),
            &["- `it.a.password`: expected a string, got 5"],
        ),
        (
            "twice",
            json!({ "id": 1, "host": "h", "user": "bob", "password": 5 }),
            &["- `it.password`: expected a string, got 5"],
        ),
        (
            "twice",
            json!({ "id": 1, "host": 5 }),
            &["- `it.host`: expected a string, got 5"],
        ),
        (
            "closed",
            json!({ "host": "h", "x": 1, "y": "b" }),
            &["- `it.y`: expected an integer from -128 to 127, got \"b\""],
        ),
        (
            "with_map",
            json!({ "host": "h", "a": 256 }),
            &["- `it.a`: expected an integer from 0 to 255, got 256"],
        ),
        (
            "with_optional_map",
            json!({ "host": "h", "a": 1, "b": "x" }),
            &["- `it.b`: expected an integer from 0 to 255, got \"x\""],
        ),
        (
            "tagged",
            json!({ "type": "server", "host": "h", "user": "bob", "password": 5 }),
            &["- `it.password`: expected a string, got 5"],
        ),
        ("tagged", json!(["number", 30]), &["- `it`: "]),
        (
            "boxed",
            json!({ "tagged": ["number", 30] }),
            &["- `it.tagged`: "],
        ),
        ("tagged_list", json!([["number", 30]]), &["- `it[0]`: "]),
        (
            "tagged_list",
            json!([
                { "type": "server", "host": "h", "user": "bob", "password": 5 },
                { "type": "number", "number": 300 },
                { "type": "server", "host": 1, "user": 2, "password": "p" },
            ]),
            &[
                "- `it[0].password`: expected a string, got 5",
                "- `it[1].number`: expected an integer from 0 to 255, got 300",
                "- `it[2].host`: expected a string, got 1",
                "- `it[2].user`: expected a string, got 2",
            ],
        ),
        (
            "adjacent",
            json!({ "type": "server", "it": { "host": "h", "user": "bob", "password": 5 } }),
            &["- `it.it.password`: expected a string, got 5"],
        ),
        (
            "either",
            json!({ "host": "h", "user": "bob", "password": 5 }),
            &["- `it.password`: expected a string, got 5"],
        ),
        (
            "lenient",
            json!({ "host": "h", "port": 1, "large": "x" }),
            &["- `it.large`: expected an integer"],
        ),
        (
            "lenient",
            json!({ "host": "h", "port": 1, "large": -1 }),
            &["- `it.large`: expected an integer"],
        ),
        (
            "lenient",
            json!({ "host": "h", "port": [], "large": 1 }),
            &["- `it.port`: expected an integer from 0 to 65535, got an array"],
        ),
        (
            "lenient",
            json!({ "host": "h", "port": 1, "large": 1, "signed": 9_223_372_036_854_775_808_u64 }),
            &["- `it.signed`: expected an integer"],
        ),
    ]);
}

#[test]
fn what_a_type_accepts_on_purpose_stays_accepted() {
    let none = "Host { host: 'h', login: None }";
    let bob = "Host { host: 'h', login: Some(Login { user: 'bob', password: 'p' }) }";
    check(&[
        ("host", json!({ "host": "h" }), &[none]),
        ("joined", json!({ "host": "h" }), &[none]),
        ("host", json!({ "host": "h", "other": [1] }), &[none]),
        (
            "host",
            json!({ "host": "h", "user": null, "password": null }),
            &[none],
        ),
        (
            "host",
            json!({ "host": "h", "user": "bob", "password": "p" }),
            &[bob],
        ),
        (
            "joined",
            json!({ "host": "h", "user": "bob", "password": "p" }),
            &[bob],
        ),
        (
            "host",
            json!({ "host": "h", "name": "bob", "password": "p" }),
            &[bob],
        ),
        (
            "either",
            json!({ "host": "h", "name": "bob", "password": "p" }),
            &[&format!("Server({bob})")],
        ),
        (
            "tagged",
            json!({ "type": "server", "host": "h", "name": "bob", "password": "p" }),
            &[&format!("Server({bob})")],
        ),
        (
            "twice",
            json!({ "id": 1.0, "host": "h" }),
            &[&format!("Twice {{ id: 1, host: Some({none}) }}")],
        ),
        (
            "twice",
            json!({ "id": 1, "hosts": 1 }),
            &["Twice { id: 1, host: None }"],
        ),
        (
            "closed",
            json!({ "host": "h" }),
            &["Closed { host: 'h', point: None }"],
        ),
        (
            "closed",
            json!({ "host": "h", "x": 1.0, "y": 2 }),
            &["Closed { host: 'h', point: Some(Point { x: 1, y: 2 }) }"],
        ),
        (
            "with_optional_map",
            json!({ "host": "h", "a": 1.0 }),
            &["WithOptionalMap { host: 'h', rest: Some({'a': 1}) }"],
        ),
        (
            "external",
            json!({ "host": "h", "token": { "token": "t" } }),
            &["With { host: 'h', auth: Some(Token { token: 't' }) }"],
        ),
        (
            "internal",
            json!({ "host": "h" }),
            &["With { host: 'h', auth: None }"],
        ),
        (
            "untagged",
            json!({ "host": "h", "user": "bob", "password": "p", "token": "t" }),
            &["With { host: 'h', auth: Some(Basic(Login { user: 'bob', password: 'p' })) }"],
        ),
        (
            "lenient",
            json!({ "host": "h" }),
            &["WithLenient { host: 'h', lenient: None }"],
        ),
        (
            "lenient",
            json!({ "host": "h", "port": " 80", "large": 1 }),
            &[
                "WithLenient { host: 'h', lenient: Some(Lenient { port: 80, large: 1, signed: None }) }",
            ],
        ),
        (
            "lenient",
            json!({ "host": "h", "port": 80, "large": u64::MAX, "signed": i64::MIN }),
            &[
                "WithLenient { host: 'h', lenient: Some(Lenient { port: 80, large: 18446744073709551615, \
               signed: Some(-9223372036854775808) }) }",
            ],
        ),
        (
            "internal",
            json!({ "host": "h", "kind": "token", "token": "t" }),
            &["With { host: 'h', auth: Some(Token { token: 't' }) }"],
        ),
        (
            "tagged_list",
            json!([{ "type": "auth", "host": "h" }]),
            &["[Auth(With { host: 'h', auth: None })]"],
        ),
        (
            "labelled",
            json!({ "type": "labels", "labels": ["a", "b"] }),
            &["Labels(Labels { labels: {'a': 0, 'b': 0} })"],
        ),
        (
            "either",
            json!({ "number": 3, "host": 5 }),
            &["Number { number: 3 }"],
        ),
    ]);
}

#[test]
fn an_optional_enum_is_not_dropped() {
    // R148, R152
    check(&[
        (
            "external",
            json!({ "host": "h", "basic": { "user": "bob", "password": 5 } }),
            &["- `it.basic.password`: expected a string, got 5"],
        ),
        (
            "external",
            json!({ "host": "h", "basic": { "user": "bob" } }),
            &["- `it.basic`: lacks the member `password`; expected a string"],
        ),
        (
            "external",
            json!({ "host": "h", "token": { "token": 5 } }),
            &["- `it.token.token`: expected a string, got 5"],
        ),
        (
            "external",
            json!({ "host": "h", "token": {} }),
            &["- `it.token`: lacks the member `token`"],
        ),
        (
            "external",
            json!({ "host": "h", "token": 5 }),
            &["- `it.token`: expected an object"],
        ),
        (
            "internal",
            json!({ "host": "h", "kind": "basic", "user": "bob", "password": 5 }),
            &["- `it.password`: expected a string, got 5"],
        ),
        (
            "internal",
            json!({ "host": "h", "kind": "basic", "user": "bob" }),
            &["- `it`: lacks the member `password`"],
        ),
        (
            "internal",
            json!({ "host": "h", "kind": "basik", "user": "bob", "password": "p" }),
            &["- `it.kind`: got \"basik\", expected one of \"basic\", \"token\""],
        ),
        (
            "internal",
            json!({ "host": "h", "kind": 5, "user": "bob" }),
            &["- `it.kind`: expected one of \"basic\", \"token\", got 5"],
        ),
        (
            "internal",
            json!({ "host": "h", "user": "bob", "password": "p" }),
            &["- `it`: lacks the member `kind`"],
        ),
        (
            "untagged",
            json!({ "host": "h", "user": "bob", "password": 5 }),
            &["- `it.password`: expected a string, got 5"],
        ),
        (
            "untagged",
            json!({ "host": "h", "user": "bob" }),
            &["- `it`: lacks the member `password`"],
        ),
        (
            "untagged",
            json!({ "host": "h", "token": 5 }),
            &["- `it.token`: expected a string, got 5"],
        ),
        (
            "tagged_list",
            json!([{ "type": "auth", "host": "h", "kind": "token", "token": 5 }]),
            &["- `it[0].token`: expected a string, got 5"],
        ),
        (
            "tagged",
            json!({ "type": "basik", "user": "bob" }),
            &["- `it.type`: got \"basik\", expected one of \"server\", \"number\", \"auth\""],
        ),
    ]);
}

/// The schema cannot state that members belong together. A client that sends one of them wants the server to use it.
#[test]
fn an_incomplete_group_is_not_dropped() {
    check(&[
        (
            "host",
            json!({ "host": "h", "user": "bob" }),
            &["- `it`: lacks the member `password`; expected a string"],
        ),
        (
            "host",
            json!({ "host": "h", "name": "bob", "password": "p", "nick": "b" }),
            &["Host { host: 'h', login: Some(Login { user: 'bob', password: 'p' }) }"],
        ),
        (
            "joined",
            json!({ "host": "h", "password": "p" }),
            &["- `user`: missing; expected a string"],
        ),
        (
            "list",
            json!([{ "host": "h", "user": "bob" }, { "host": "h" }, { "host": "h", "password": "p" }]),
            &[
                "- `it[0]`: lacks the member `password`",
                "- `it[2]`: lacks the member `user`",
            ],
        ),
        (
            "map",
            json!({ "a": { "host": "h", "user": "bob" }, "b": null }),
            &["- `it.a`: lacks the member `password`"],
        ),
        (
            "tagged_list",
            json!([{ "type": "server", "host": "h", "user": "bob" }]),
            &["- `it[0]`: lacks the member `password`"],
        ),
        (
            "closed",
            json!({ "host": "h", "x": 1 }),
            &["- `it`: lacks the member `y`"],
        ),
        (
            "twice",
            json!({ "id": 1, "user": "bob", "password": "p" }),
            &["- `it`: lacks the member `host`"],
        ),
        (
            "groups",
            json!({ "id": 1, "x": 1 }),
            &["- `it`: lacks the member `y`"],
        ),
        (
            "groups",
            json!({ "user": "bob", "x": 1, "y": 2 }),
            &["- `it`: lacks the member `password`"],
        ),
        (
            "host",
            json!({ "host": "h", "user": "bob", "password": null }),
            &["- `it`: lacks the member `password`"],
        ),
        (
            "groups",
            json!({ "id": 1, "x": 1, "y": 2, "user": null }),
            &["Groups { id: Some(1), point: Some(Point { x: 1, y: 2 }), login: None }"],
        ),
        (
            "groups",
            json!({ "id": 1 }),
            &["Groups { id: Some(1), point: None, login: None }"],
        ),
    ]);
}

#[test]
fn two_optional_groups_of_arguments_stay_apart() {
    let registry = ToolRegistry::builder(())
        .tools(tools![joined_twice])
        .build()
        .unwrap();
    let peer = Peer::new(&registry);
    let text = peer.error(
        "joined_twice",
        json!({ "id": 1, "host": "h", "user": 1, "password": "p", "x": 1, "y": 300 }),
    );
    for fault in [
        "- `user`: expected a string, got 1\n",
        "- `y`: expected an integer from -128 to 127, got 300\n",
    ] {
        assert_eq!(text.matches(fault).count(), 1, "{text}");
    }
    assert!(text.starts_with("2 wrong arguments"), "{text}");
}
