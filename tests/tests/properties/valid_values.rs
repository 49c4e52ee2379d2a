//! Generates values that a schema accepts.

use mcp_tool_runtime::SafeInt;
use serde_json::{Map, Number, Value, json};

use crate::choices::{Choices, TEXTS};

/// Generates a value that `schema` nearly always accepts. The generator ignores interactions of keywords, so
/// the caller must validate the value.
pub(crate) fn admitted(schema: &Value, root: &Value, choices: &mut Choices) -> Value {
    Walk { root, choices }.value(schema, 5)
}

struct Walk<'w> {
    root: &'w Value,
    choices: &'w mut Choices,
}

impl Walk<'_> {
    fn value(&mut self, schema: &Value, depth: usize) -> Value {
        if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
            let target = self.root.pointer(&reference[1..]);
            return self.value(target.expect("the reference leads somewhere"), depth);
        }
        if let Some(constant) = schema.get("const") {
            return constant.clone();
        }
        if let Some(values) = schema.get("enum").and_then(Value::as_array) {
            return self.choices.pick(values);
        }
        let mut whole = self.by_type(schema, depth);
        for keyword in ["allOf", "anyOf", "oneOf"] {
            let Some(branches) = schema.get(keyword).and_then(Value::as_array) else {
                continue;
            };
            if keyword == "allOf" {
                for branch in branches {
                    whole = merge(whole, self.value(branch, depth.saturating_sub(1)));
                }
                continue;
            }
            // At depth 0, take the first branch without `$ref`, because a `$ref` can lead to
            // endless recursion.
            let position = match depth {
                0 => branches
                    .iter()
                    .position(|branch| branch.get("$ref").is_none())
                    .unwrap_or_default(),
                _ => self.choices.below(branches.len()),
            };
            whole = merge(
                whole,
                self.value(&branches[position], depth.saturating_sub(1)),
            );
        }
        whole
    }

    fn by_type(&mut self, schema: &Value, depth: usize) -> Value {
        let kind = match schema.get("type") {
            Some(Value::Array(kinds)) => Some(self.choices.pick(kinds)),
            kind => kind.cloned(),
        };
        let has_branches = ["allOf", "anyOf", "oneOf"]
            .iter()
            .any(|keyword| schema.get(keyword).is_some());
        match kind.as_ref().and_then(Value::as_str) {
            None if has_branches => Value::Null,
            None => self.choices.anything(2),
            Some("null") => Value::Null,
            Some("boolean") => self.choices.pick(&[json!(false), json!(true)]),
            Some("integer") => self.integer(schema),
            Some("number") => self.number(schema),
            Some("string") => Value::String(self.text(schema)),
            Some("array") => self.array(schema, depth),
            Some("object") => self.object(schema, depth),
            Some(other) => panic!("unknown type {other}"),
        }
    }

    /// Generates an integer within the schema's bounds. A missing bound defaults to −(2^53 − 1) or 2^53 − 1.
    /// Sometimes writes the integer as a float, because `3` and `3.0` are equal in JSON Schema.
    fn integer(&mut self, schema: &Value) -> Value {
        let bound = |keyword| {
            let bound = schema.get(keyword).and_then(Value::as_number);
            bound.and_then(Number::as_i128)
        };
        let safe = i128::from(SafeInt::MAX.get());
        let low = bound("minimum").unwrap_or(-safe);
        let high = bound("maximum").unwrap_or(safe);
        let random = low + i128::from(self.choices.next());
        let number = self.choices.pick(&[
            0,
            1,
            -1,
            low,
            high,
            low + 1,
            high - 1,
            random,
            1 << 40,
            high / 2,
        ]);
        let number = number.clamp(low, high);
        if self.choices.one_in(3) && (number as f64) as i128 == number {
            return json!(number as f64);
        }
        match i64::try_from(number) {
            Ok(number) => json!(number),
            Err(_) => json!(number as u64),
        }
    }

    fn number(&mut self, schema: &Value) -> Value {
        let bound = |keyword| schema.get(keyword).and_then(Value::as_f64);
        let safe = SafeInt::MAX.get() as f64;
        let low = bound("minimum").unwrap_or(-safe);
        let high = bound("maximum").unwrap_or(safe);
        match self.choices.below(4) {
            0 => json!(self.choices.below(9)),
            1 => json!(f64::from(self.choices.next()) / 7.0 - 1e6),
            2 => self.choices.pick(&[json!(low), json!(high)]),
            _ => self.choices.pick(&[
                json!(1.5),
                json!(-2),
                json!(3.0),
                json!(-0.0),
                json!(1e-40),
                json!(1_u64 << 52),
                json!(SafeInt::MIN),
            ]),
        }
    }

    fn text(&mut self, schema: &Value) -> String {
        if let Some(pattern) = schema.get("pattern").and_then(Value::as_str) {
            return self.matching(pattern);
        }
        let texts = match schema.get("format").and_then(Value::as_str) {
            Some(format) => of_format(format),
            None => TEXTS,
        };
        let length = |keyword| schema.get(keyword).and_then(Value::as_u64);
        let low = length("minLength").unwrap_or(0);
        let high = length("maxLength").unwrap_or(u64::MAX);
        if (low, high) == (1, 1) {
            return self.choices.letter().into();
        }
        let fits = |text: &&&str| (low..=high).contains(&(text.chars().count() as u64));
        let texts: Vec<_> = texts.iter().filter(fits).collect();
        self.choices.pick(&texts).to_string()
    }

    /// Generates a text that matches a pattern. Supports only the patterns in the tested schemas.
    fn matching(&mut self, pattern: &str) -> String {
        let texts: &[&str] = match pattern {
            r"^-?\d+$" => &["0", "-7", "12", "-0", "007"],
            r"^0*[1-9]\d*$" => &["7", "12", "007"],
            r"^-?0*[1-9]\d*$" => &["-7", "12", "-012"],
            r"^\d+$" => &["0", "7", "12", "007"],
            r"^-?\d+(\.\d+)?$" => &["0", "-7", "12.50", "0.001"],
            r"^-?\d+(\.\d+)?([eE]\d+)?$" => &["0", "-7", "12.50", "0.001", "1e3"],
            r"^[a-z]{1,3}$" => &["a", "abc"],
            other => panic!("unknown pattern {other}"),
        };
        self.choices.pick(texts).to_owned()
    }

    fn array(&mut self, schema: &Value, depth: usize) -> Value {
        let length = |keyword| schema.get(keyword).and_then(Value::as_u64);
        let first = schema.get("prefixItems").and_then(Value::as_array);
        let first = first.map_or(&[][..], Vec::as_slice);
        let low = length("minItems").unwrap_or(0) as usize;
        let high = match length("maxItems") {
            Some(high) => high as usize,
            None if depth == 0 => low,
            None => low + 3,
        };
        let count = low + self.choices.below(high - low + 1);
        let any = json!({});
        let rest = schema.get("items").unwrap_or(&any);
        (0..count)
            .map(|position| {
                let item = first.get(position).unwrap_or(rest);
                self.value(item, depth.saturating_sub(1))
            })
            .collect()
    }

    fn object(&mut self, schema: &Value, depth: usize) -> Value {
        let deeper = depth.saturating_sub(1);
        let required = schema.get("required").and_then(Value::as_array);
        let is_required =
            |name: &str| required.is_some_and(|names| names.iter().any(|other| other == name));
        let mut members = Map::new();
        for (name, member) in map(schema, "properties") {
            if is_required(name) || (depth > 0 && self.choices.one_in(2)) {
                members.insert(name.clone(), self.value(member, deeper));
            }
        }
        for (pattern, member) in map(schema, "patternProperties") {
            for _ in 0..self.choices.below(3) {
                members.insert(self.matching(pattern), self.value(member, deeper));
            }
        }
        let any = json!({});
        match schema.get("additionalProperties") {
            Some(Value::Bool(false)) => {}
            Some(Value::Bool(true)) | None if depth == 0 || !self.choices.one_in(4) => {}
            more => {
                let more = more.filter(|more| more.is_object()).unwrap_or(&any);
                for _ in 0..self.choices.below(3) {
                    let name = match schema.get("propertyNames") {
                        Some(names) => self.value(&with_type_string(names), deeper),
                        None if self.choices.one_in(2) => Value::String(self.choices.name()),
                        None => Value::String(self.choices.text()),
                    };
                    if let Value::String(name) = name
                        && !members.contains_key(&name)
                    {
                        let member = self.value(more, deeper);
                        members.insert(name, member);
                    }
                }
            }
        }
        Value::Object(members)
    }
}

/// Merges the members of two objects, as `#[serde(flatten)]` does. Returns `branch` if either value is not an
/// object.
fn merge(whole: Value, branch: Value) -> Value {
    match (whole, branch) {
        (Value::Object(mut whole), Value::Object(branch)) => {
            whole.extend(branch);
            Value::Object(whole)
        }
        (_, branch) => branch,
    }
}

/// Adds `"type": "string"` to a `propertyNames` schema, because member names are always strings.
fn with_type_string(names: &Value) -> Value {
    let mut names = names.clone();
    if let Value::Object(names) = &mut names {
        names.entry("type").or_insert(json!("string"));
    }
    names
}

fn map<'s>(schema: &'s Value, keyword: &str) -> impl Iterator<Item = (&'s String, &'s Value)> {
    let members = schema.get(keyword).and_then(Value::as_object);
    members.into_iter().flatten()
}

fn of_format(format: &str) -> &'static [&'static str] {
    match format {
        "date-time" => &[
            "2026-01-31T12:00:00Z",
            "1999-12-31T23:59:59.999999999+14:00",
            "2024-02-29T00:00:00-00:30",
            "2016-12-31T23:59:60Z",
            "2026-01-31t12:00:00z",
        ],
        "date" => &["2026-01-31", "2024-02-29", "0001-01-01", "9999-12-31"],
        "time" => &["12:00:00Z", "23:59:59.5+01:00"],
        "uuid" => &[
            "f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
            "00000000-0000-0000-0000-000000000000",
            "F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6",
        ],
        "uri" => &[
            "https://example.com/",
            "http://user@[::1]:8080/a%20b?c=d#e",
            "urn:isbn:0451450523",
            "mailto:somebody@example.com",
            "file:///etc/hosts",
        ],
        "ipv4" => &["127.0.0.1", "0.0.0.0", "255.255.255.255"],
        "ipv6" => &["::1", "2001:db8::1", "::ffff:127.0.0.1"],
        "ip" => &["127.0.0.1", "::1"],
        other => panic!("unknown format {other}"),
    }
}
