//! The registry checks the published rules of schemars' attributes at every level of a value.

#![allow(dead_code)] // The tests only decode the fields.

use std::borrow::Cow;
use std::collections::BTreeMap;

use mcp_tool_runtime::schema::SchemaProfile;
use mcp_tool_runtime::{Tool, ToolRegistry, mcp_tool, tools};
use mcp_tool_tests::Peer;
use mcp_tool_tests::peer::only_text;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize, JsonSchema)]
struct Order {
    #[schemars(range(min = 1, max = 3))]
    count: i32,
    #[schemars(length(min = 2), regex(pattern = "^[a-z]+$"))]
    code: Option<String>,
    #[schemars(length(max = 2), inner(range(max = 5)))]
    sizes: Option<Vec<u8>>,
    #[schemars(extend("multipleOf" = 0.1, "exclusiveMinimum" = 0))]
    weight: Option<f64>,
    inner: Option<Box<Order>>,
    by_name: Option<BTreeMap<String, Order>>,
    which: Option<Which>,
    any: Option<Any>,
    #[schemars(extend("uniqueItems" = true))]
    list: Option<Vec<Value>>,
    #[schemars(extend("minProperties" = 1))]
    members: Option<BTreeMap<String, u8>>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Which {
    Text(#[schemars(length(max = 2))] String),
    Pair {
        #[schemars(range(max = 3))]
        n: i64,
    },
    Unit,
}

#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
enum Any {
    Low(#[schemars(range(max = 3))] i64),
    High(#[schemars(range(min = 10))] i64),
    Text(#[schemars(length(max = 2))] String),
}

/// Takes an order.
#[mcp_tool]
fn order(order: Order) {
    drop(order);
}

/// Takes the members of an order.
#[mcp_tool]
fn flat(#[arg(flatten)] order: Order) {
    drop(order);
}

/// Keeps a secret.
#[mcp_tool]
fn keep(#[arg(sensitive)] secret: Order, #[arg(sensitive, flatten)] flat: Secret) {
    drop((secret, flat));
}

#[derive(Deserialize, JsonSchema)]
struct Secret {
    #[schemars(length(max = 2))]
    token: String,
}

#[derive(Deserialize, JsonSchema)]
struct Age(u8);

#[derive(Deserialize, JsonSchema)]
struct Person {
    #[schemars(range(max = 120))]
    age: Age,
}

/// schemars omits a field's rule if it writes a `$ref` for the field's type. If it inlines the type's schema,
/// it publishes the rule. The registry must enforce the rule only in the second case.
#[test]
fn a_rule_of_a_field_with_a_type_of_its_own_holds_where_it_is_published() {
    /// Registers people.
    #[mcp_tool]
    fn register(people: Vec<Person>, #[arg(flatten)] first: Person) -> u8 {
        first.age.0 + people.iter().map(|person| person.age.0).sum::<u8>()
    }

    for profile in [SchemaProfile::Portable, SchemaProfile::AsGenerated] {
        let builder = ToolRegistry::builder(()).schema_profile(profile);
        let registry = builder.tools(tools![register]).build().unwrap();
        let peer = Peer::new(&registry);
        let schema = peer.tool("register")["inputSchema"].take();
        let validator = jsonschema::draft202012::new(&schema).unwrap();
        for arguments in [
            json!({ "people": [{ "age": 1 }], "age": 2 }),
            json!({ "people": [{ "age": 121 }], "age": 2 }),
            json!({ "people": [], "age": 121 }),
        ] {
            let is_published = validator.is_valid(&arguments);
            let is_taken = peer.call("register", arguments.clone())["isError"].is_null();
            assert_eq!(is_taken, is_published, "{profile:?} {arguments} {schema}");
        }
    }
}

fn by_hand(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "integer", "maximum": 3 })
}

/// Returns its argument.
#[mcp_tool]
fn claim(#[arg(schema = by_hand)] number: i64) -> i64 {
    number
}

fn registry() -> ToolRegistry<()> {
    let by_value = Tool::builder("by_value")
        .description("Takes the members of an order.")
        .input::<Order>()
        .handler(|order, _| async move { drop(order) });
    let generated = ToolRegistry::builder(()).schema_profile(SchemaProfile::AsGenerated);
    let generated = generated.tools(tools![order, flat]).tool(by_value).build();
    let portable = ToolRegistry::builder(()).tools(tools![keep, claim]).build();
    generated.unwrap().extend(portable.unwrap()).unwrap()
}

fn faults(tool: &str, arguments: Value) -> Vec<String> {
    let answer = Peer::new(&registry()).call(tool, arguments);
    if answer.get("isError").is_none() {
        return Vec::new();
    }
    let text = only_text(&answer);
    let lines = text.lines().filter_map(|line| line.strip_prefix("- "));
    lines.map(str::to_owned).collect()
}

#[test]
fn each_rule_is_checked_on_each_path() {
    let wrong = |members: Value| {
        let mut order = json!({ "count": 1 });
        order
            .as_object_mut()
            .unwrap()
            .extend(members.as_object().unwrap().clone());
        order
    };
    for (members, fault) in [
        (
            json!({ "count": 7 }),
            "`count`: expected an integer from 1 to 3, got 7",
        ),
        (json!({ "count": 3.0 }), ""),
        (
            json!({ "code": "a" }),
            "`code`: expected a string matching `^[a-z]+$` of at least 2 characters, got 1 character",
        ),
        (
            json!({ "code": "A1" }),
            "`code`: expected a string matching `^[a-z]+$` of at least 2 characters, got \"A1\"",
        ),
        (json!({ "code": null, "sizes": null, "which": null }), ""),
        (
            json!({ "sizes": [1, 2, 3] }),
            "`sizes`: expected an array of at most 2 items whose items are each an integer from 0 to 5, \
             got 3 items",
        ),
        (
            json!({ "sizes": [5, 6] }),
            "`sizes[1]`: expected an integer from 0 to 5, got 6",
        ),
        (json!({ "weight": 0.3 }), ""),
        (
            json!({ "weight": 0.35 }),
            "`weight`: expected a number above 0 that is a multiple of 0.1, got 0.35",
        ),
        (
            json!({ "weight": 0 }),
            "`weight`: expected a number above 0 that is a multiple of 0.1, got 0",
        ),
        (
            json!({ "inner": { "count": 2, "inner": { "count": 0 } } }),
            "`inner.inner.count`: expected an integer from 1 to 3, got 0",
        ),
        (
            json!({ "by_name": { "a": { "count": 1 }, "b": { "count": 4 } } }),
            "`by_name.b.count`: expected an integer from 1 to 3, got 4",
        ),
        (json!({ "which": "unit" }), ""),
        (
            json!({ "which": { "text": "abc" } }),
            "`which.text`: expected a string of at most 2 characters, got 3 characters",
        ),
        (
            json!({ "which": { "pair": { "n": 4 } } }),
            "`which.pair.n`: expected an integer of at most 3, got 4",
        ),
        (json!({ "any": 10 }), ""),
        (
            json!({ "any": 5 }),
            "`any`: expected an integer of at most 3, an integer of at least 10 or a string of at most 2 \
             characters, got 5",
        ),
        (
            json!({ "any": "abc" }),
            "`any`: expected a string of at most 2 characters, got 3 characters",
        ),
        (
            json!({ "list": [1, "1", [1], { "a": 1, "b": 2 }, null, false, true, 0, ""] }),
            "",
        ),
        (
            json!({ "list": [{ "a": 1, "b": [2.0] }, 3, { "b": [2], "a": 1.0 }] }),
            "`list`: expected an array whose items all differ, got equal items at [0] and [2]",
        ),
        (
            json!({ "members": {} }),
            "`members`: expected an object of at least 1 member, got 0 members",
        ),
    ] {
        let order = wrong(members);
        let expected: Vec<_> = [fault]
            .into_iter()
            .filter(|fault| !fault.is_empty())
            .collect();
        let nested: Vec<_> = expected
            .iter()
            .map(|fault| fault.replacen('`', "`order.", 1))
            .collect();
        assert_eq!(
            faults("order", json!({ "order": order })),
            nested,
            "{order}"
        );
        // Some clients send JSON inside a string.
        assert_eq!(
            faults("order", json!({ "order": order.to_string() })),
            nested,
            "{order}"
        );
        assert_eq!(faults("flat", order.clone()), expected, "{order}");
        assert_eq!(faults("by_value", order.clone()), expected, "{order}");
    }
}

#[test]
fn all_faults_are_reported_up_to_the_limit() {
    let orders: Vec<_> = (0..30)
        .map(|count| (format!("k{count:02}"), json!({ "count": count })))
        .collect();
    let orders: Value = orders.into_iter().collect();
    let found = faults("flat", json!({ "by_name": orders, "count": 9 }));
    assert_eq!(found.len(), 21, "{found:#?}");
    assert!(
        found[..2]
            .iter()
            .any(|fault| fault.starts_with("`by_name.k00.count`: expected")),
        "{found:#?}"
    );
    assert_eq!(found[20], "and 8 more");
    assert!(
        faults(
            "flat",
            json!({ "count": 2, "by_name": { "a": { "count": 3 } } })
        )
        .is_empty()
    );
}

#[test]
fn a_secret_is_not_repeated() {
    let arguments = json!({
        "secret": { "count": 77, "code": "SECRET", "sizes": [77, 77] },
        "token": "SECRET",
    });
    assert_eq!(
        faults("keep", arguments),
        [
            "`secret`: expected an object with `count`; the given value is withheld",
            "`token`: expected a string of at most 2 characters; the given value is withheld",
        ]
    );
}

/// The registry does not check arguments against a schema from `#[arg(schema = …)]`.
#[test]
fn a_schema_by_hand_is_not_checked() {
    assert_eq!(faults("claim", json!({ "number": 7 })), [""; 0]);
}

/// At each level, both variants of `Twice` have the member `inner`, so a check of all combinations would take
/// 2^depth steps. The registry checks each part only once with each variant.
#[test]
fn forms_that_multiply_are_checked_once() {
    #[derive(Deserialize, JsonSchema)]
    #[serde(untagged)]
    enum Twice {
        One {
            inner: Option<Box<Twice>>,
            #[schemars(range(max = 3))]
            n: i64,
        },
        Other {
            inner: Option<Box<Twice>>,
            n: i64,
        },
    }

    /// Takes a value of nested variants.
    #[mcp_tool]
    fn twice(it: Twice) {
        drop(it);
    }

    let registry = ToolRegistry::builder(())
        .tools(tools![twice])
        .build()
        .unwrap();
    let nested = |depth| {
        (0..depth).fold(
            json!({ "n": 7 }),
            |inner, _| json!({ "inner": inner, "n": 7 }),
        )
    };
    for depth in [4, 20, 60] {
        let answer = Peer::new(&registry).call("twice", json!({ "it": nested(depth) }));
        assert_eq!(answer.get("isError"), None, "{answer}");
    }
}

/// The registry limits the steps in proportion to the value's size, and rejects a value that needs more.
#[test]
fn too_many_forms_are_refused() {
    #[derive(Deserialize)]
    struct Many {
        n: u8,
    }

    impl JsonSchema for Many {
        fn schema_name() -> Cow<'static, str> {
            "Many".into()
        }

        fn json_schema(_: &mut SchemaGenerator) -> Schema {
            let branch = |n| json!({ "type": "object", "properties": { "n": { "maximum": n } } });
            let branches: Vec<_> = (0..100).map(branch).collect();
            json_schema!({ "anyOf": branches })
        }
    }

    /// Adds numbers.
    #[mcp_tool]
    fn add(it: Vec<Many>) -> usize {
        it.iter().map(|many| usize::from(many.n)).sum()
    }

    let registry = ToolRegistry::builder(())
        .tools(tools![add])
        .build()
        .unwrap();
    let answer = |count| {
        let it = vec![json!({ "n": 99 }); count];
        Peer::new(&registry).call("add", json!({ "it": it }))
    };
    assert_eq!(only_text(&answer(10)), "990");
    let text = only_text(&answer(1000));
    let message = "`it`: is too large, or has too many possible forms, to be checked";
    assert!(text.contains(message), "{text}");
}

/// `build()` rejects an unsupported pattern, and an example that violates a rule.
#[test]
fn faulty_rules_are_reported_by_build() {
    #[derive(Deserialize, JsonSchema)]
    struct Wrong {
        #[schemars(regex(pattern = "(?=a)b"))]
        text: String,
    }

    /// Takes a text.
    #[mcp_tool]
    fn take(wrong: Wrong) {
        drop(wrong);
    }

    /// Has an invalid example.
    #[mcp_tool]
    fn example(#[arg(example = json!({ "count": 7 }))] order: Order) {
        drop(order);
    }

    let error = ToolRegistry::builder(())
        .tools(tools![take])
        .build()
        .unwrap_err()
        .to_string();
    assert!(
        error.contains(
            "the argument `wrong` of `take`: at `Wrong.text`, the pattern `(?=a)b` is not a regular"
        ),
        "{error}"
    );
    let error = ToolRegistry::builder(())
        .tools(tools![example])
        .build()
        .unwrap_err()
        .to_string();
    assert!(
        error.contains(
            "its example {\"count\":7} violates its schema at `count`: expected an integer from 1 to 3, got 7"
        ),
        "{error}"
    );
}

/// A text type whose handwritten `Deserialize` requires a length of 3 bytes.
struct Code(String);

impl<'de> Deserialize<'de> for Code {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        match text.len() {
            3 => Ok(Code(text)),
            length => Err(serde::de::Error::invalid_length(length, &"a code of 3")),
        }
    }
}

/// Keeps codes.
#[mcp_tool]
fn code(
    #[arg(schema = of_code)] code: Code,
    #[arg(schema = of_codes)] map: Option<BTreeMap<String, Code>>,
    pair: Option<(u8, u8)>,
) {
    drop((code.0, map, pair));
}

fn of_code(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "string" })
}

fn of_codes(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "object" })
}

/// serde buffers the members of a flattened enum, and then accepts a variant's index in place of the
/// variant's name. A call with an index must not bypass the variant's rules.
#[test]
fn the_position_of_a_form_leads_around_no_rule() {
    #[derive(Deserialize, JsonSchema)]
    struct Flat {
        #[serde(flatten)]
        kind: Kind,
    }

    #[derive(Deserialize, JsonSchema)]
    #[serde(tag = "kind")]
    enum Kind {
        Small {
            #[schemars(range(max = 3))]
            n: i64,
        },
        Free {
            n: i64,
        },
    }

    /// Takes a kind.
    #[mcp_tool]
    fn kind(it: Flat) {
        let _ = it.kind;
    }

    let registry = ToolRegistry::builder(())
        .tools(tools![kind])
        .build()
        .unwrap();
    let peer = Peer::new(&registry);
    for (it, is_error) in [
        (json!({ "kind": "Small", "n": 3 }), Value::Null),
        (json!({ "kind": "Free", "n": 7 }), Value::Null),
        (json!({ "kind": "Small", "n": 7 }), json!(true)),
        (json!({ "kind": 0, "n": 7 }), json!(true)),
    ] {
        assert_eq!(
            peer.call("kind", json!({ "it": it }))["isError"],
            is_error,
            "{it}"
        );
    }
}

/// An error about a wrong length counts characters for a string, and items for an array.
#[test]
fn a_length_is_one_of_characters_or_of_items() {
    let registry = ToolRegistry::builder(())
        .tools(tools![code])
        .build()
        .unwrap();
    let arguments = json!({ "code": "abcde", "map": { "a": "b" }, "pair": [1] });
    let text = only_text(&Peer::new(&registry).call("code", arguments));
    for fault in [
        "`code`: expected a code of 3, got 5 characters",
        "`map.a`: expected a code of 3, got 1 character",
        "`pair`: expected an array of 2 items whose items are each an integer from 0 to 255, got 1 item",
    ] {
        assert!(text.contains(fault), "{fault}: {text}");
    }
}
