//! Makes example values from the keywords of a schema.

use serde_json::{Map, Value, json};

use crate::definitions::{leads_to_itself, resolve};
use crate::keywords::Keywords as _;
use crate::numbers::count;

pub struct Example<'s> {
    root: &'s Map<String, Value>,
    /// The number of levels of nesting that the example may still add. Without this limit, the example of a
    /// recursive type would never end.
    depth: usize,
    /// The number of values that the example may still add. Without this limit, nested lists could make the
    /// example very large.
    values: usize,
}

impl<'s> Example<'s> {
    pub fn new(root: &'s Map<String, Value>) -> Self {
        Example {
            root,
            depth: 8,
            values: 64,
        }
    }

    /// Returns an example for the property `name`. The example of a plain string is `<name>`. Returns `None`
    /// if the example would be too large, or if a required member has no schema.
    pub fn generate(&mut self, name: &str, schema: &Value) -> Option<Value> {
        self.values = self.values.checked_sub(1)?;
        self.depth = self.depth.checked_sub(1)?;
        let example = self.of_schema(name, resolve(schema, self.root));
        self.depth += 1;
        example
    }

    fn of_schema(&mut self, name: &str, schema: &Value) -> Option<Value> {
        let listed = ["examples", "enum"].into_iter();
        let mut listed = listed.filter_map(|keyword| schema.array(keyword)?.first());
        let single = || schema.get("default").or_else(|| schema.get("const"));
        if let Some(given) = listed.next().or_else(single) {
            return Some(given.clone());
        }
        let branches = schema.array("anyOf").or_else(|| schema.array("oneOf"));
        if let Some(branches) = branches {
            // A branch that leads back to its own type makes a deep example, so try it last.
            let (deep, flat): (Vec<_>, Vec<_>) = branches
                .iter()
                .partition(|branch| leads_to_itself(branch, self.root));
            let mut branches = flat.into_iter().chain(deep);
            let branch = branches.find_map(|branch| self.generate(name, branch))?;
            return match (branch, schema.get("properties")) {
                // A schema with both branches and `properties` is a struct with a flattened enum. The example
                // needs the members of both.
                (Value::Object(members), Some(_)) => {
                    let mut own = self.object(schema)?;
                    own.extend(members);
                    Some(Value::Object(own))
                }
                (branch, _) => Some(branch),
            };
        }
        match schema.types().next() {
            None => Some(json!({})),
            Some("boolean") => Some(json!(true)),
            Some("null") => Some(Value::Null),
            Some("integer" | "number") => Some(number(schema)),
            Some("string") => Some(text(name, schema)),
            Some("array") => self.array(name, schema),
            Some("object") => self.object(schema).map(Value::Object),
            Some(_) => None,
        }
    }

    fn array(&mut self, name: &str, schema: &Value) -> Option<Value> {
        if let Some(items) = schema.array("prefixItems") {
            return items.iter().map(|item| self.generate(name, item)).collect();
        }
        // Add one item even if none is required, to show the form of the items. Add none if an item
        // could contain itself, because such an example is deep and hides the rest.
        let least = count(schema, "minItems").unwrap_or(0);
        let items = schema
            .get("items")
            .filter(|items| least > 0 || !leads_to_itself(items, self.root));
        let Some(item) = items.and_then(|items| self.generate(name, items)) else {
            return Some(json!([]));
        };
        let count = usize::try_from(least.max(1)).ok()?;
        // `generate` has already subtracted the first item from `values`.
        let size = leaves(&item).checked_mul(count - 1)?;
        self.values = self.values.checked_sub(size)?;
        Some(Value::Array(vec![item; count]))
    }

    fn object(&mut self, schema: &Value) -> Option<Map<String, Value>> {
        let mut object = Map::new();
        for name in schema.required() {
            let member = schema.get("properties")?.get(name)?;
            object.insert(name.to_owned(), self.generate(name, member)?);
        }
        Some(object)
    }
}

/// Counts a value and all values nested inside it.
fn leaves(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(leaves).sum::<usize>(),
        Value::Object(members) => 1 + members.values().map(leaves).sum::<usize>(),
        _ => 1,
    }
}

fn number(schema: &Value) -> Value {
    let bound = |keyword| schema.float(keyword);
    match (
        bound("minimum"),
        bound("maximum"),
        bound("exclusiveMaximum"),
    ) {
        (Some(low), _, _) if low > 1.0 => schema["minimum"].clone(),
        (_, Some(high), _) if high < 1.0 => schema["maximum"].clone(),
        (Some(_), _, Some(high)) if high <= 1.0 => schema["minimum"].clone(),
        (None, _, Some(high)) if high <= 1.0 => json!(high - 1.0),
        _ => json!(1),
    }
}

/// The known string formats that JSON Schema does not define.
const IN_DESCRIPTIONS: &[&str] = &["partial-date-time", "partial-time", "zoned-date-time", "ip"];

/// Returns a description of a known string format, and a valid example.
pub fn describe_format(format: &str) -> Option<(&'static str, &'static str)> {
    Some(match format {
        "date-time" => ("a date and time", "2026-01-31T12:00:00Z"),
        "date" => ("a date", "2026-01-31"),
        "time" => ("a time", "12:00:00Z"),
        "duration" => ("a duration", "PT30S"),
        // schemars writes the next three formats for types of chrono and jiff.
        "partial-date-time" => ("a date and time without a time zone", "2026-01-31T12:00:00"),
        "partial-time" => ("a time without a time zone", "12:00:00"),
        "zoned-date-time" => (
            "a date and time with a time zone",
            "2026-01-31T12:00:00+01:00[Europe/Berlin]",
        ),
        "uuid" => ("a UUID", "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"),
        "uri" | "iri" => ("an address", "https://example.com/"),
        "email" => ("an e-mail address", "somebody@example.com"),
        "hostname" => ("a host name", "example.com"),
        "ip" => ("an IP address", "192.0.2.1"),
        "ipv4" => ("an IPv4 address", "192.0.2.1"),
        "ipv6" => ("an IPv6 address", "2001:db8::1"),
        _ => return None,
    })
}

/// Returns a sentence that describes a known string format.
pub(crate) fn format_in_words(format: &str) -> Option<String> {
    let (what, example) = describe_format(format)?;
    let what = what.replacen('a', "A", 1);
    Some(format!("{what}, such as {example}."))
}

/// Returns a description of a schema's string format, and a valid example. Also recognizes a format that the
/// portable profile has moved into the description.
pub fn describe_format_of(schema: &Value) -> Option<(&'static str, &'static str)> {
    if let Some(format) = schema.text("format") {
        return describe_format(format);
    }
    let description = schema.text("description")?;
    let is_named = |format: &&&str| {
        let words = format_in_words(format);
        words.is_some_and(|words| description.contains(&words))
    };
    IN_DESCRIPTIONS
        .iter()
        .find(is_named)
        .and_then(|format| describe_format(format))
}

fn text(name: &str, schema: &Value) -> Value {
    match describe_format_of(schema) {
        Some((_, example)) => Value::from(example),
        None => text_of_length(name, schema),
    }
}

/// Returns `<name>`, or another text if the length of `<name>` is not allowed.
fn text_of_length(name: &str, schema: &Value) -> Value {
    let bound = |keyword| {
        let bound = count(schema, keyword)?;
        usize::try_from(bound).ok()
    };
    let text = format!("<{name}>");
    let length = text.chars().count();
    let least = bound("minLength").unwrap_or(0).min(256);
    Value::from(match bound("maxLength") {
        Some(most) if most < length => "abcdefgh".chars().cycle().take(most.min(256)).collect(),
        _ if least > length => text.chars().cycle().take(least).collect(),
        _ => text,
    })
}
