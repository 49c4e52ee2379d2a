use serde_json::{Map, Value};

/// Values beyond this many are not listed.
const LISTED: usize = 20;

/// Follows a reference into the same document; a schema without one is itself.
pub(crate) fn resolve<'s>(schema: &'s Value, root: &'s Map<String, Value>) -> &'s Value {
    let mut schema = schema;
    // A chain of references longer than this is a circle.
    for _ in 0..8 {
        let Some(target) = schema
            .get("$ref")
            .and_then(Value::as_str)
            .and_then(|reference| reference.strip_prefix("#/$defs/"))
            .and_then(|name| root.get("$defs")?.get(name))
        else {
            break;
        };
        schema = target;
    }
    schema
}

/// What a schema admits, in a few words that follow "expected"; `None` where it admits anything.
pub(crate) fn describe(schema: &Value, root: &Map<String, Value>) -> Option<String> {
    words(schema, root, 3)
}

fn words(schema: &Value, root: &Map<String, Value>, depth: usize) -> Option<String> {
    let depth = depth.checked_sub(1)?;
    let schema = resolve(schema, root);
    if let Some(value) = schema.get("const") {
        return Some(value.to_string());
    }
    if let Some(values) = schema.get("enum").and_then(Value::as_array) {
        return Some(one_of(values.iter().map(Value::to_string).collect()));
    }
    for keyword in ["anyOf", "oneOf"] {
        if let Some(branches) = schema.get(keyword).and_then(Value::as_array) {
            let constants: Option<Vec<_>> = branches
                .iter()
                .map(|branch| branch.get("const").map(Value::to_string))
                .collect();
            if let Some(constants) = constants {
                return Some(one_of(constants));
            }
            let parts: Option<Vec<_>> = branches
                .iter()
                .map(|branch| words(branch, root, depth))
                .collect();
            return parts.map(|parts| or(&parts));
        }
    }
    match schema.get("type")? {
        Value::String(kind) => Some(kind_words(kind, schema, root, depth)),
        Value::Array(kinds) => {
            let parts: Vec<_> = kinds
                .iter()
                .filter_map(Value::as_str)
                .map(|kind| kind_words(kind, schema, root, depth))
                .collect();
            Some(or(&parts))
        }
        _ => None,
    }
}

fn kind_words(kind: &str, schema: &Value, root: &Map<String, Value>, depth: usize) -> String {
    match kind {
        "integer" => format!("an integer{}", range(schema)),
        "number" => format!("a number{}", range(schema)),
        "boolean" => "true or false".to_owned(),
        "null" => "null".to_owned(),
        "string" => text(schema),
        "array" => match schema
            .get("items")
            .and_then(|items| words(items, root, depth))
        {
            Some(items) => format!("an array whose items are each {items}"),
            None => "an array".to_owned(),
        },
        "object" => object(schema),
        other => other.to_owned(),
    }
}

fn range(schema: &Value) -> String {
    let bound = |keyword| schema.get(keyword).filter(|bound| bound.is_number());
    match (bound("minimum"), bound("maximum")) {
        (Some(low), Some(high)) => format!(" from {low} to {high}"),
        (Some(low), None) => format!(" of at least {low}"),
        (None, Some(high)) => format!(" of at most {high}"),
        (None, None) => String::new(),
    }
}

fn text(schema: &Value) -> String {
    let mut words = "a string".to_owned();
    if let Some(format) = schema.get("format").and_then(Value::as_str) {
        words.push_str(&format!(" in the format `{format}`"));
    }
    if let Some(pattern) = schema.get("pattern").and_then(Value::as_str) {
        words.push_str(&format!(" matching `{pattern}`"));
    }
    let length = |keyword| schema.get(keyword).and_then(Value::as_u64);
    match (length("minLength"), length("maxLength")) {
        (Some(low), Some(high)) => words.push_str(&format!(" of {low} to {high} characters")),
        (Some(low), None) => words.push_str(&format!(" of at least {low} characters")),
        (None, Some(high)) => words.push_str(&format!(" of at most {high} characters")),
        (None, None) => {}
    }
    words
}

fn object(schema: &Value) -> String {
    let required: Vec<_> = schema
        .get("required")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .map(|name| format!("`{name}`"))
        .collect();
    match required.as_slice() {
        [] => "an object".to_owned(),
        names => format!("an object with {}", names.join(", ")),
    }
}

fn one_of(mut values: Vec<String>) -> String {
    let count = values.len();
    if count == 1 {
        return values.swap_remove(0);
    }
    values.truncate(LISTED);
    let more = if count > LISTED { ", …" } else { "" };
    format!("one of {}{more}", values.join(", "))
}

fn or(parts: &[String]) -> String {
    match parts {
        [] => "a value".to_owned(),
        [only] => only.clone(),
        [init @ .., last] => format!("{} or {last}", init.join(", ")),
    }
}
