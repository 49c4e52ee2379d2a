use serde_json::{Map, Value};

use super::parameter::Row;
use crate::guard::catch;
use crate::schema::Example;

/// Texts that a type may have wanted whose schema says no more than "a string".
const TEXTS: &[&str] = &[
    "a",
    "1",
    "2026-01-31T12:00:00Z",
    "2026-01-31T12:00:00",
    "2026-01-31",
    "12:00:00",
    "192.0.2.1",
    "https://example.com/",
    "f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
];

/// The smallest arguments that this very tool accepts, if examples can be found for all that it
/// requires. Each is decoded before it is shown.
pub(super) fn minimal_call(rows: &[Row], input_schema: &Map<String, Value>) -> Option<Value> {
    let required = input_schema.get("required").and_then(Value::as_array);
    let is_required =
        |row: &&Row| required.is_some_and(|required| required.iter().any(|name| name == row.name));
    let mut call = Map::new();
    for row in rows.iter().filter(is_required) {
        let schema = input_schema.get("properties")?.get(row.name)?;
        let example = Example::new(input_schema).of(row.name, schema)?;
        call.insert(row.name.to_owned(), accepted(row, example)?);
    }
    Some(Value::Object(call))
}

fn accepted(row: &Row, example: Value) -> Option<Value> {
    let texts = if example.is_string() { TEXTS } else { &[] };
    std::iter::once(example)
        .chain(texts.iter().map(|text| Value::from(*text)))
        // A decoder of the user's runs here, outside of the call.
        .find(|example| catch(|| row.parameter.accepts(example.clone())).unwrap_or(false))
}
