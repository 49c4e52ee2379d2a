//! Compares the validator of `mcp-tool-schema` with the crate `jsonschema`, on random schemas and values. Both
//! must accept or both reject each value, unless a keyword is unsupported.

use std::collections::BTreeMap;

use jsonschema::Draft;
use mcp_tool_schema::rules::RULES;
use mcp_tool_schema::validator::Validator;
use serde_json::{Map, Value, json};

use crate::strategy::Choices;

const SCHEMAS: u64 = 2_600;
const VALUES: usize = 40;

const NAMES: &[&str] = &["a", "b", "ab"];
const TEXTS: &[&str] = &["", "a", "ab", "abc", "b", "é\u{1f600}", "7"];
const TYPES: &[&str] = &[
    "object", "array", "integer", "number", "string", "boolean", "null",
];

/// The keywords whose schemas apply to the same value, so a reference inside them could lead to itself.
const IN_PLACE: &[&str] = &[
    "allOf",
    "anyOf",
    "oneOf",
    "not",
    "if",
    "then",
    "else",
    "dependentSchemas",
];

/// Returns random decisions that depend only on `seed`.
fn choices(seed: u64) -> Choices {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        (mixed.wrapping_mul(0x94D0_49BB_1331_11EB) >> 32) as u32
    };
    Choices::new((0..20_000).map(|_| next()).collect())
}

/// The references that a schema may have.
type Targets = &'static [&'static str];

const TARGETS: Targets = &["#/$defs/A", "#/$defs/B", "#"];

/// Generates schemas.
struct Schemas<'c> {
    choices: &'c mut Choices,
    /// Whether schemas may have a keyword that the validator does not support.
    has_unsupported: bool,
}

impl Schemas<'_> {
    fn document(&mut self) -> Value {
        let mut root = self.object(3, &TARGETS[..2]);
        root.remove("$schema");
        let definitions = ["A", "B"].map(|name| (name.to_owned(), self.schema(2, &[])));
        root.insert(
            "$defs".to_owned(),
            Value::Object(definitions.into_iter().collect()),
        );
        Value::Object(root)
    }

    fn schema(&mut self, depth: usize, targets: Targets) -> Value {
        if self.choices.one_in(10) {
            return json!(self.choices.one_in(2));
        }
        Value::Object(self.object(depth, targets))
    }

    fn object(&mut self, depth: usize, targets: Targets) -> Map<String, Value> {
        let mut schema = Map::new();
        if self.choices.one_in(2) {
            let kind = json!(self.choices.pick(TYPES));
            let other = json!(self.choices.pick(TYPES));
            schema.insert(
                "type".to_owned(),
                self.choices.pick(&[kind.clone(), json!([kind, other])]),
            );
            if kind == other {
                schema["type"] = kind;
            }
        }
        for _ in 0..=self.choices.below(3) {
            let (keyword, value) = self.keyword(depth, targets);
            schema.insert(keyword.to_owned(), value);
        }
        schema
    }

    fn keyword(&mut self, depth: usize, targets: Targets) -> (&'static str, Value) {
        /// The keywords of values, besides those of rules.
        const OF_VALUES: &[&str] = &["enum", "const", "required", "minContains", "maxContains"];
        const INNER: &[&str] = &[
            "properties",
            "properties",
            "patternProperties",
            "additionalProperties",
            "propertyNames",
            "items",
            "prefixItems",
            "contains",
            "unevaluatedProperties",
            "allOf",
            "anyOf",
            "anyOf",
            "oneOf",
            "oneOf",
            "not",
            "if",
            "then",
            "else",
            "dependentSchemas",
        ];
        if self.has_unsupported && self.choices.one_in(4) {
            return self.choices.pick(&[
                ("unevaluatedItems", json!(false)),
                ("dependencies", json!({ "a": ["b"] })),
                ("additionalItems", json!(false)),
                ("pattern", json!("(?=a)")),
                ("$schema", json!("http://json-schema.org/draft-07/schema#")),
            ]);
        }
        if !targets.is_empty() && self.choices.one_in(8) {
            return ("$ref", json!(self.choices.pick(targets)));
        }
        if depth == 0 || self.choices.one_in(2) {
            let is_of_values = |keyword: &&str| !INNER.contains(keyword);
            let rules = RULES.iter().copied().filter(is_of_values);
            let keywords: Vec<_> = rules.chain(OF_VALUES.iter().copied()).collect();
            let keyword = self.choices.pick(&keywords);
            return (keyword, self.rule(keyword));
        }
        let keyword = self.choices.pick(INNER);
        // Below another value, a reference cannot lead to itself.
        let targets = if IN_PLACE.contains(&keyword) {
            targets
        } else {
            TARGETS
        };
        (keyword, self.inner(keyword, depth - 1, targets))
    }

    fn rule(&mut self, keyword: &str) -> Value {
        let choices = &mut *self.choices;
        match keyword {
            "enum" => (0..=choices.below(3))
                .map(|_| anything(choices, 1))
                .collect(),
            "const" => anything(choices, 1),
            "multipleOf" => choices.pick(&[json!(1), json!(2), json!(0.5), json!(3), json!(0.1)]),
            "pattern" => json!(choices.pick(&["^a", "b$", "^[a-z]+$", r"\d", "^..$"])),
            "uniqueItems" => json!(!choices.one_in(5)),
            "required" => names(choices),
            "dependentRequired" => json!({ choices.pick(NAMES): names(choices) }),
            _ if keyword.ends_with("imum") => number(choices),
            _ => choices.pick(&[json!(0), json!(1), json!(2), json!(2.0), json!(3)]),
        }
    }

    fn inner(&mut self, keyword: &str, depth: usize, targets: Targets) -> Value {
        let count = 1 + self.choices.below(3);
        let mut next = || self.schema(depth, targets);
        match keyword {
            "properties" | "dependentSchemas" => NAMES[..count]
                .iter()
                .map(|name| ((*name).to_owned(), next()))
                .collect::<Map<_, _>>()
                .into(),
            "patternProperties" => json!({ "^a": next(), "b$": next() }),
            "prefixItems" | "allOf" | "anyOf" | "oneOf" => (0..count).map(|_| next()).collect(),
            _ => next(),
        }
    }
}

fn names(choices: &mut Choices) -> Value {
    let count = choices.below(NAMES.len());
    json!(NAMES[..count])
}

fn number(choices: &mut Choices) -> Value {
    choices.pick(&[
        json!(0),
        json!(1),
        json!(2),
        json!(3),
        json!(-1),
        json!(2.0),
        json!(0.5),
        json!(1.1),
        json!(0.3),
        json!(u64::MAX),
        json!(i64::MIN),
        json!(9_007_199_254_740_993_u64),
        json!(1e20),
    ])
}

fn anything(choices: &mut Choices, depth: usize) -> Value {
    match choices.below(if depth == 0 { 4 } else { 6 }) {
        0 => Value::Null,
        1 => json!(choices.one_in(2)),
        2 => number(choices),
        3 => json!(choices.pick(TEXTS)),
        4 => (0..choices.below(4))
            .map(|_| anything(choices, depth - 1))
            .collect(),
        _ => {
            let count = choices.below(NAMES.len() + 1);
            let members = NAMES[..count].iter();
            let members = members.map(|name| ((*name).to_owned(), anything(choices, depth - 1)));
            Value::Object(members.collect())
        }
    }
}

/// Generates a value that a schema probably accepts.
fn value_of(schema: &Value, root: &Value, choices: &mut Choices, depth: usize) -> Value {
    if depth == 0 || choices.one_in(6) {
        return anything(choices, depth.min(2));
    }
    if let Some(listed) = schema["enum"]
        .as_array()
        .filter(|listed| !listed.is_empty())
    {
        return choices.pick(listed);
    }
    if let Some(only) = schema.get("const") {
        return only.clone();
    }
    let applied: Vec<&Value> = ["allOf", "anyOf", "oneOf"]
        .iter()
        .flat_map(|keyword| schema[keyword].as_array().into_iter().flatten())
        .chain(
            ["if", "then", "else"]
                .iter()
                .filter_map(|keyword| schema.get(keyword)),
        )
        .chain(
            schema["$ref"]
                .as_str()
                .and_then(|target| root.pointer(&target[1..])),
        )
        .collect();
    if !applied.is_empty() && choices.one_in(2) {
        return value_of(choices.pick(&applied), root, choices, depth - 1);
    }
    let kind = match &schema["type"] {
        Value::String(kind) => kind.clone(),
        Value::Array(kinds) => choices.pick(kinds).as_str().unwrap_or_default().to_owned(),
        _ => {
            let has = |words: &[&str]| words.iter().any(|word| schema.get(word).is_some());
            match () {
                () if has(&[
                    "properties",
                    "required",
                    "additionalProperties",
                    "minProperties",
                    "unevaluatedProperties",
                ]) =>
                {
                    "object"
                }
                () if has(&[
                    "items",
                    "prefixItems",
                    "contains",
                    "uniqueItems",
                    "minItems",
                ]) =>
                {
                    "array"
                }
                () if has(&["minLength", "maxLength", "pattern"]) => "string",
                () => choices.pick(TYPES),
            }
            .to_owned()
        }
    };
    let any = json!(true);
    match kind.as_str() {
        "object" => {
            let others = schema.get("additionalProperties").unwrap_or(&any);
            let mut members = Map::new();
            for name in NAMES {
                let is_required = schema["required"]
                    .as_array()
                    .is_some_and(|it| it.contains(&json!(name)));
                if is_required && !choices.one_in(8) || choices.one_in(2) {
                    let own = schema["properties"].get(name).unwrap_or(others);
                    members.insert((*name).to_owned(), value_of(own, root, choices, depth - 1));
                }
            }
            Value::Object(members)
        }
        "array" => {
            let others = schema
                .get("items")
                .or(schema.get("contains"))
                .unwrap_or(&any);
            let count = schema["minItems"].as_u64().unwrap_or(0) as usize + choices.below(3);
            let first = schema["prefixItems"]
                .as_array()
                .map_or(&[][..], Vec::as_slice);
            let items = (0..count).map(|at| first.get(at).unwrap_or(others));
            items
                .map(|item| value_of(item, root, choices, depth - 1))
                .collect()
        }
        "integer" => json!(choices.below(5)),
        "number" => number(choices),
        "string" => json!(choices.pick(TEXTS)),
        "boolean" => json!(choices.one_in(2)),
        _ => Value::Null,
    }
}

#[test]
fn both_validators_agree() {
    let mut counts = BTreeMap::new();
    for seed in 0..SCHEMAS {
        let mut choices = choices(seed);
        let has_unsupported = choices.one_in(6);
        let schema = Schemas {
            choices: &mut choices,
            has_unsupported,
        }
        .document();
        let root = schema.as_object().unwrap();
        let ours = Validator::new(root);
        let is_supported = ours.unsupported().is_none();
        let oracle = jsonschema::options()
            .with_draft(Draft::Draft202012)
            .build(&schema);
        let oracle = oracle.unwrap_or_else(|error| panic!("{schema}: {error}"));
        for _ in 0..VALUES {
            let value = value_of(&schema, &schema, &mut choices, 4);
            let report = ours.validate_document(&value);
            let found = match (report.faults.is_empty(), report.is_complete) {
                (false, _) => Some(false),
                (true, true) => Some(true),
                (true, false) => None,
            };
            let right = oracle.is_valid(&value);
            assert!(
                found.is_none_or(|found| found == right),
                "seed {seed}: we find {found:?}, but {right} is right: {value} in {schema}: {:?}",
                report.faults
            );
            assert!(
                found.is_some() || !is_supported,
                "undecided: {value} in {schema}"
            );
            assert_eq!(
                ours.accepts(&schema, &value),
                found == Some(true),
                "{value} in {schema}"
            );
            *counts.entry((is_supported, found)).or_insert(0) += 1;
        }
    }
    let count = |is_supported, found| counts.get(&(is_supported, found)).copied().unwrap_or(0);
    assert!(count(true, Some(true)) > 25_000, "{counts:?}");
    assert!(count(true, Some(false)) > 25_000, "{counts:?}");
    assert!(count(false, None) > 500, "{counts:?}");
    assert!(counts.values().sum::<usize>() > 100_000, "{counts:?}");
}
