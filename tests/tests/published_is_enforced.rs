//! What is published is enforced, and what is enforced is published (D10 of the design):
//!
//! - what validates against the published input schema is not refused,
//! - what is not refused validates, once it has been read as leniently as D11 says,
//! - what comes out validates against the published output schema.
//!
//! Each type of this file is a tool that gives its argument back. Values come from the schema, with
//! mutations, so that they lie on both sides of what it admits.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use jsonschema::Validator;
use mcp_tool_runtime::{ToolRegistry, mcp_tool, tools};
use mcp_tool_tests::Peer;
use proptest::prelude::*;
use proptest::test_runner::{TestCaseError, TestError, TestRunner};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// A source of decisions. Shrinking makes them zero, which is the plainest one each time.
struct Choices<'c> {
    numbers: std::slice::Iter<'c, u32>,
    /// Whether values that the schema does not admit are wanted as well.
    wild: bool,
}

impl Choices<'_> {
    fn next(&mut self) -> u32 {
        self.numbers.next().copied().unwrap_or(0)
    }

    fn below(&mut self, count: usize) -> usize {
        self.next() as usize % count.max(1)
    }

    fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == count - 1
    }

    fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())].clone()
    }
}

/// A value that the schema admits, most of the time.
fn value(schema: &Value, root: &Value, choices: &mut Choices<'_>, depth: usize) -> Value {
    if choices.wild && choices.one_in(8) {
        return anything(choices, 2);
    }
    if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
        let target = root
            .pointer(&reference[1..])
            .expect("the reference leads somewhere");
        return value(target, root, choices, depth);
    }
    if let Some(constant) = schema.get("const") {
        return constant.clone();
    }
    if let Some(values) = schema.get("enum").and_then(Value::as_array) {
        return choices.pick(values);
    }
    let mut whole = match kind(schema, choices).as_deref() {
        None if schema.get("anyOf").or(schema.get("oneOf")).is_some() => Value::Null,
        None => anything(choices, 2),
        Some("null") => Value::Null,
        Some("boolean") => choices.pick(&[json!(false), json!(true)]),
        Some("integer") => integer(schema, choices),
        Some("number") => choices.pick(&[
            json!(0),
            json!(1.5),
            json!(-2),
            json!(3.0),
            json!(1e300),
            json!(-0.25),
            json!(u64::MAX),
        ]),
        Some("string") => text(schema, choices),
        Some("array") => array(schema, root, choices, depth),
        Some("object") => object(schema, root, choices, depth),
        Some(other) => panic!("unknown type {other}"),
    };
    for keyword in ["anyOf", "oneOf", "allOf"] {
        let Some(branches) = schema.get(keyword).and_then(Value::as_array) else {
            continue;
        };
        // Near the end the branch that comes first, which ends soonest.
        let position = if depth == 0 {
            0
        } else {
            choices.below(branches.len())
        };
        let branch = value(&branches[position], root, choices, depth.saturating_sub(1));
        whole = match (whole, branch) {
            (Value::Object(mut whole), Value::Object(branch)) => {
                whole.extend(branch);
                Value::Object(whole)
            }
            (_, branch) => branch,
        };
    }
    whole
}

fn kind(schema: &Value, choices: &mut Choices<'_>) -> Option<String> {
    match schema.get("type")? {
        Value::Array(kinds) => choices.pick(kinds).as_str().map(str::to_owned),
        kind => kind.as_str().map(str::to_owned),
    }
}

/// An integer within the bounds, and within 64 bits where there are none.
fn integer(schema: &Value, choices: &mut Choices<'_>) -> Value {
    let low = schema.get("minimum").and_then(Value::as_i64);
    let high = schema.get("maximum").and_then(Value::as_i64);
    let (low, high) = (low.unwrap_or(i64::MIN), high.unwrap_or(i64::MAX));
    let number = choices
        .pick(&[0, 1, -1, low, high, 1 << 40, 17, low / 2, high / 2])
        .clamp(low, high);
    let off = choices.wild && choices.one_in(6);
    let number = if off {
        choices.pick(&[low.saturating_sub(1), high.saturating_add(1)])
    } else {
        number
    };
    // The same number in another form, where that is exact.
    if choices.one_in(3) && number.unsigned_abs() <= 1 << 53 {
        json!(number as f64)
    } else {
        json!(number)
    }
}

const TEXTS: &[&str] = &[
    "",
    "a",
    "text",
    "5",
    "null",
    "true",
    "[1]",
    "{\"a\":1}",
    "\"quoted\"",
    "é\u{1f600}",
    "\u{0}",
];

fn text(schema: &Value, choices: &mut Choices<'_>) -> Value {
    let texts: &[&str] = match schema.get("format").and_then(Value::as_str) {
        Some("date-time") => &[
            "2026-01-31T12:00:00Z",
            "1999-12-31T23:59:59.999999999+14:00",
            "2024-02-29T00:00:00-00:30",
        ],
        Some("date") => &["2026-01-31", "2024-02-29", "0001-01-01"],
        Some("ip") => &["127.0.0.1", "::1"],
        Some(other) => panic!("unknown format {other}"),
        None => TEXTS,
    };
    let length = |keyword| schema.get(keyword).and_then(Value::as_u64);
    let low = length("minLength").unwrap_or(0);
    let high = length("maxLength").unwrap_or(u64::MAX);
    let fits = |text: &&&str| (low..=high).contains(&(text.chars().count() as u64));
    let texts: Vec<_> = texts.iter().filter(fits).collect();
    json!(choices.pick(&texts))
}

fn array(schema: &Value, root: &Value, choices: &mut Choices<'_>, depth: usize) -> Value {
    let length = |keyword| {
        schema
            .get(keyword)
            .and_then(Value::as_u64)
            .map(|n| n as usize)
    };
    let first = schema.get("prefixItems").and_then(Value::as_array);
    let first = first.map_or(&[][..], Vec::as_slice);
    let low = length("minItems").unwrap_or(0);
    let high = length("maxItems").unwrap_or(if depth == 0 { low } else { low + 3 });
    let mut count = low + choices.below(high - low + 1);
    if choices.wild && choices.one_in(8) {
        count = choices.below(high + 2);
    }
    let any = json!({});
    let rest = schema.get("items").unwrap_or(&any);
    (0..count)
        .map(|position| {
            let item = first.get(position).unwrap_or(rest);
            value(item, root, choices, depth.saturating_sub(1))
        })
        .collect()
}

fn object(schema: &Value, root: &Value, choices: &mut Choices<'_>, depth: usize) -> Value {
    let required: Vec<&str> = schema
        .get("required")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    let deeper = depth.saturating_sub(1);
    let mut members = Map::new();
    for (name, schema) in schema
        .get("properties")
        .and_then(Value::as_object)
        .into_iter()
        .flatten()
    {
        let wanted = match required.contains(&name.as_str()) {
            true => !(choices.wild && choices.one_in(10)),
            false => depth > 0 && choices.one_in(2),
        };
        if wanted {
            let member = value(schema, root, choices, deeper);
            // `null` is no value of an optional member, but it is taken for none.
            let null = choices.wild && choices.one_in(6);
            members.insert(name.clone(), if null { Value::Null } else { member });
        }
    }
    for (pattern, schema) in schema
        .get("patternProperties")
        .and_then(Value::as_object)
        .into_iter()
        .flatten()
    {
        let names: &[&str] = match pattern.as_str() {
            r"^-?\d+$" => &["0", "-7", "12"],
            r"^\d+$" => &["0", "7", "12"],
            other => panic!("unknown pattern {other}"),
        };
        for _ in 0..choices.below(3) {
            members.insert(
                choices.pick(names).to_owned(),
                value(schema, root, choices, deeper),
            );
        }
    }
    if let Some(Value::Object(names)) = schema.get("propertyNames") {
        let names = Value::Object(names.clone());
        let any = json!({});
        let rest = schema.get("additionalProperties").unwrap_or(&any);
        for _ in 0..choices.below(3) {
            if let Value::String(name) = value(&names, root, choices, deeper) {
                members.insert(name, value(rest, root, choices, deeper));
            }
        }
        return Value::Object(members);
    }
    match schema.get("additionalProperties") {
        Some(Value::Bool(false)) if !choices.wild => {}
        Some(rest @ Value::Object(_)) => {
            for _ in 0..choices.below(3) {
                members.insert(
                    choices.pick(TEXTS).to_owned(),
                    value(rest, root, choices, deeper),
                );
            }
        }
        _ if choices.one_in(5) => {
            let name = choices.pick(&["extra", "", "type", "0"]);
            members.entry(name).or_insert_with(|| anything(choices, 1));
        }
        _ => {}
    }
    Value::Object(members)
}

/// Any JSON at all.
fn anything(choices: &mut Choices<'_>, depth: usize) -> Value {
    match choices.below(if depth == 0 { 6 } else { 8 }) {
        0 => Value::Null,
        1 => choices.pick(&[json!(true), json!(false)]),
        2 => choices.pick(&[
            json!(0),
            json!(1),
            json!(-1),
            json!(300),
            json!(i64::MIN),
            json!(i64::MAX),
        ]),
        3 => choices.pick(&[json!(0.5), json!(2.0), json!(-1e9)]),
        4 => json!(choices.pick(TEXTS)),
        5 => choices.pick(&[json!("A"), json!("Unit"), json!("newtype"), json!("7")]),
        6 => (0..choices.below(4))
            .map(|_| anything(choices, depth - 1))
            .collect(),
        _ => {
            let names = ["a", "b", "type", "Unit", "Newtype", "t", "7", "Struct"];
            let members = (0..choices.below(4)).map(|_| {
                (
                    choices.pick(&names).to_owned(),
                    anything(choices, depth - 1),
                )
            });
            Value::Object(members.collect())
        }
    }
}

/// What D11 makes of an argument: JSON in a string is read, and `null` for an optional member is
/// no member.
fn readings(argument: &Value) -> Vec<Value> {
    fn without_null(value: &Value) -> Value {
        match value {
            Value::Array(items) => items.iter().map(without_null).collect(),
            Value::Object(members) => members
                .iter()
                .filter(|(_, value)| !value.is_null())
                .map(|(name, value)| (name.clone(), without_null(value)))
                .collect(),
            other => other.clone(),
        }
    }
    let inner = argument
        .as_str()
        .and_then(|text| serde_json::from_str(text).ok());
    [Some(argument.clone()), inner]
        .into_iter()
        .flatten()
        .flat_map(|value| [without_null(&value), value])
        .collect()
}

struct Case {
    tool: &'static str,
    argument: Value,
    input: Validator,
    output: Validator,
    root: Value,
}

impl Case {
    fn new(registry: &ToolRegistry<()>, tool: &'static str) -> Self {
        let definition = Peer::new(registry).tool(tool);
        let root = definition["inputSchema"].clone();
        let validator = |schema: &Value| {
            jsonschema::options()
                .with_draft(jsonschema::Draft::Draft202012)
                .should_validate_formats(true)
                .with_format("ip", |text| text.parse::<std::net::IpAddr>().is_ok())
                .build(schema)
                .unwrap()
        };
        // An answer without a schema may be anything.
        let output = definition.get("outputSchema").cloned().unwrap_or(json!({}));
        Case {
            tool,
            argument: root["properties"]["it"].clone(),
            input: validator(&root),
            output: validator(&output),
            root,
        }
    }

    fn check(&self, registry: &ToolRegistry<()>, it: &Value) -> Result<(), TestCaseError> {
        let Case { tool, argument, .. } = self;
        let arguments = json!({ "it": it });
        let valid = self.input.is_valid(&arguments);
        let result = Peer::new(registry).call(tool, arguments);
        let text = &result["content"][0]["text"];
        if result["isError"] == true {
            prop_assert!(
                !valid,
                "published, but refused: {it} for {argument}\n{text}"
            );
            return Ok(());
        }
        // `null` for an optional argument is no argument.
        let mut readings: Vec<_> = readings(it).iter().map(|it| json!({ "it": it })).collect();
        if readings.contains(&json!({ "it": null })) {
            readings.push(json!({}));
        }
        let enforced = readings
            .iter()
            .any(|arguments| self.input.is_valid(arguments));
        prop_assert!(enforced, "taken, but not published: {it} for {argument}");
        let answer = &result["structuredContent"];
        if let Err(error) = self.output.validate(answer) {
            return Err(TestCaseError::fail(format!(
                "{error}: {answer} came of {it}"
            )));
        }
        Ok(())
    }
}

macro_rules! types {
    ($($name:ident: $ty:ty;)*) => {
        mod tool {
            #![allow(unused_imports)]
            use super::*;
            $(
                #[doc = "Gives its argument back."]
                #[mcp_tool]
                pub(super) fn $name(it: $ty) -> $ty {
                    it
                }
            )*
        }

        fn registry() -> ToolRegistry<()> {
            ToolRegistry::builder(()).tools(tools![internal_unit, $(tool::$name),*]).build().unwrap()
        }

        mod holds_for {
            $(
                #[test]
                fn $name() {
                    super::check_type(stringify!($name));
                }
            )*
        }
    };
}

#[track_caller]
fn check_type(tool: &'static str) {
    let registry = registry();
    let case = Case::new(&registry, tool);
    let mut runner = TestRunner::new(ProptestConfig {
        cases: ProptestConfig::default().cases.max(512),
        failure_persistence: None,
        ..ProptestConfig::default()
    });
    let strategy = (any::<bool>(), prop::collection::vec(any::<u32>(), 0..96));
    let outcome = runner.run(&strategy, |(wild, numbers)| {
        let mut choices = Choices {
            numbers: numbers.iter(),
            wild,
        };
        let it = value(&case.argument, &case.root, &mut choices, 4);
        if is_known(tool, &it) {
            return Ok(());
        }
        case.check(&registry, &it)
    });
    match outcome {
        Ok(()) => {}
        Err(TestError::Fail(reason, _)) => panic!("{tool}: {reason}"),
        Err(error) => panic!("{tool}: {error}"),
    }
}

#[derive(Clone, Copy, Serialize, Deserialize, JsonSchema, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[serde(rename_all = "kebab-case")]
enum Plain {
    FirstOne,
    SecondOne,
}

#[derive(Serialize, Deserialize, JsonSchema)]
enum Documented {
    /// The first.
    A,
    /// The second.
    B,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Point {
    x: i32,
    y: u8,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Renamed {
    order_by: String,
    #[serde(rename = "for")]
    target: Option<Plain>,
    #[serde(default)]
    page_size: u8,
    #[serde(default = "seven", skip_serializing_if = "Option::is_none")]
    seven: Option<u8>,
    #[serde(skip)]
    _skipped: u8,
}

fn seven() -> Option<u8> {
    Some(7)
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Strict {
    point: Point,
    plain: Option<Plain>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(default)]
struct AllDefault {
    a: u8,
    b: Option<String>,
}

impl Default for AllDefault {
    fn default() -> Self {
        AllDefault {
            a: 1,
            b: Some("b".to_owned()),
        }
    }
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Flat {
    a: u8,
    #[serde(flatten)]
    point: Point,
    #[serde(flatten)]
    renamed: Renamed,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct FlatMap {
    a: u8,
    #[serde(flatten)]
    rest: BTreeMap<String, u8>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct FlatEnum {
    own: u8,
    #[serde(flatten)]
    which: Internal,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Newtype(u16);

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
struct Transparent {
    inner: Vec<Plain>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Tuple(u8, Option<String>);

#[derive(Serialize, Deserialize, JsonSchema)]
struct Empty {}

#[derive(Serialize, Deserialize, JsonSchema)]
enum External {
    Unit,
    Newtype(u8),
    Tuple(u8, String),
    Struct { a: u8, b: Option<u8> },
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
enum ExternalStrict {
    Unit,
    Struct { a: u8 },
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type")]
enum Internal {
    Unit,
    Newtype(Point),
    Struct { a: u8, b: Option<u8> },
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", deny_unknown_fields)]
enum InternalStrict {
    Struct { a: u8, b: Option<u8> },
    Newtype(Strict),
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", deny_unknown_fields)]
enum InternalUnit {
    Unit,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "t", content = "c")]
enum Adjacent {
    Unit,
    Newtype(u8),
    Tuple(u8, String),
    Struct { a: u8, b: Option<u8> },
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "t", content = "c", deny_unknown_fields)]
enum AdjacentStrict {
    Unit,
    Struct { a: u8 },
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Untagged {
    Number(u8),
    Text(String),
    Pair(u8, u8),
    Struct { a: u8 },
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
enum UntaggedNull {
    Nothing,
    Something(Point),
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Tree {
    value: i8,
    left: Option<Box<Tree>>,
    branches: Vec<Tree>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
enum Filter {
    Word(String),
    Not(Box<Filter>),
    All(Vec<Filter>),
}

/// Gives its argument back; only for `where_serde_and_schemars_disagree`.
#[mcp_tool]
fn internal_unit(it: InternalUnit) -> InternalUnit {
    it
}

types! {
    int_i8: i8;
    int_i16: i16;
    int_i32: i32;
    int_i64: i64;
    int_isize: isize;
    int_i128: i128;
    int_u8: u8;
    int_u16: u16;
    int_u32: u32;
    int_u64: u64;
    int_usize: usize;
    int_u128: u128;
    int_nonzero: std::num::NonZeroU8;
    int_nonzero_signed: std::num::NonZeroI8;
    float: f64;
    float_small: f32;
    flag: bool;
    text: String;
    text_boxed: Box<str>;
    letter: char;
    nothing: ();
    option: Option<u8>;
    option_of_option: Option<Option<String>>;
    list: Vec<u8>;
    list_of_options: Vec<Option<Plain>>;
    list_of_lists: Vec<Vec<i16>>;
    set: BTreeSet<String>;
    array: [u8; 3];
    tuple: (u8, String, Option<bool>);
    map: HashMap<String, i32>;
    map_of_lists: BTreeMap<String, Vec<Point>>;
    map_by_number: BTreeMap<u8, String>;
    map_by_signed: BTreeMap<i16, String>;
    map_by_enum: BTreeMap<Plain, u8>;
    plain: Plain;
    documented: Documented;
    point: Point;
    renamed: Renamed;
    strict: Strict;
    all_default: AllDefault;
    flat: Flat;
    flat_map: FlatMap;
    flat_enum: FlatEnum;
    newtype: Newtype;
    transparent: Transparent;
    tuple_struct: Tuple;
    empty: Empty;
    external: External;
    external_strict: ExternalStrict;
    internal: Internal;
    internal_strict: InternalStrict;
    adjacent: Adjacent;
    adjacent_strict: AdjacentStrict;
    untagged: Untagged;
    untagged_null: UntaggedNull;
    option_of_external: Option<External>;
    list_of_internal: Vec<Internal>;
    tree: Tree;
    filter: Filter;
    any: Value;
    list_of_any: Vec<Value>;
    object: Map<String, Value>;
    when: chrono::DateTime<chrono::FixedOffset>;
    day: chrono::NaiveDate;
    address: std::net::IpAddr;
}

#[test]
fn integers_beyond_their_type_are_neither_published_nor_taken() {
    let registry = registry();
    let mut wrong = Vec::new();
    for (tool, beyond) in [
        ("int_i64", "9223372036854775808"),
        // One less than the lowest reads as the same float, and is refused all the same.
        ("int_i64", "-9223372036854777856"),
        ("int_u64", "18446744073709551616"),
        ("int_usize", "18446744073709551616"),
        ("int_i64", "1e300"),
        ("int_u64", "1e300"),
        ("int_i128", "1e300"),
        ("int_u128", "1e300"),
    ] {
        let case = Case::new(&registry, tool);
        if let Err(error) = case.check(&registry, &serde_json::from_str(beyond).unwrap()) {
            wrong.push(format!("{tool}: {error}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Whether a random value is one of those in `where_serde_and_schemars_disagree`.
fn is_known(tool: &str, it: &Value) -> bool {
    match tool {
        "list_of_internal" => it
            .as_array()
            .is_some_and(|items| items.iter().any(Value::is_array)),
        "internal" | "internal_strict" | "untagged_null" => it.is_array(),
        "flat_enum" => it["type"].is_number(),
        "adjacent" => it["t"] == "Unit" && it.get("c").is_some(),
        // No format of JSON Schema is "either kind of address".
        "address" => it.is_string(),
        _ => false,
    }
}

/// The deviations that are left, each with whose it is. One that has gone must go from here.
#[test]
fn where_serde_and_schemars_disagree() {
    let registry = registry();
    for (tool, it, published) in [
        // serde's derive reads an internally tagged enum from an array, too.
        ("internal", json!(["Unit"]), false),
        // The same for the struct in an untagged enum.
        ("untagged_null", json!([1, 2]), false),
        // What serde has read ahead for `flatten`, it lets name a variant by its number.
        ("flat_enum", json!({ "own": 1, "type": 0 }), false),
        // `deny_unknown_fields` does not reach a unit variant of an internally tagged enum.
        ("internal_unit", json!({ "type": "Unit", "more": 1 }), false),
        // schemars leaves the content of an adjacently tagged unit variant open.
        ("adjacent", json!({ "t": "Unit", "c": 1 }), true),
        // schemars allows any digits for the key of a map.
        ("map_by_number", json!({ "300": "a" }), true),
        // chrono reads more than RFC 3339 allows.
        ("when", json!("2026-01-31 12:00:00Z"), false),
        ("day", json!("2026-1-3"), false),
    ] {
        let case = Case::new(&registry, tool);
        let valid = case.input.is_valid(&json!({ "it": it }));
        assert_eq!(valid, published, "{tool} {it}");
        assert!(
            case.check(&registry, &it).is_err(),
            "no deviation any more: {tool} {it}"
        );
    }
}

#[test]
fn the_key_of_a_map_is_a_number_as_json_writes_it() {
    let registry = registry();
    for (tool, key) in [
        ("map_by_number", "+5"),
        ("map_by_signed", "+5"),
        ("map_by_number", " 5"),
        ("map_by_number", "5.0"),
        ("map_by_number", ""),
    ] {
        let case = Case::new(&registry, tool);
        if let Err(error) = case.check(&registry, &json!({ key: "a" })) {
            panic!("{tool}: {error}");
        }
    }
}
