//! A parameter whose members are arguments of the tool. Each member may deviate from its schema in the same
//! ways as a separate argument. For example, a string may contain the member as JSON.

use mcp_tool_schema::definitions::{properties, required};
use mcp_tool_schema::mismatch::{MismatchKind, accepts, first_mismatch};
use serde_json::{Map, Value};

use super::decode::unwrap_json;
use super::fault::Problem;

/// Decodes an object of flattened arguments with `decode`.
///
/// First converts each member to a value that fits the member's schema, if possible. Without this step, serde
/// would silently decode a flattened `Option` with a wrong member as `None`. If the converted object does not
/// decode, decodes the original one.
pub(super) fn decode_joined(
    decode: &mut dyn FnMut(Value) -> Result<(), Problem>,
    members: Value,
    schema: &Map<String, Value>,
) -> Result<(), Problem> {
    let Some(resolved) = members
        .as_object()
        .and_then(|members| resolve(members, schema))
    else {
        return decode(members);
    };
    // `resolve` changes values that the schema does not allow, but a type can accept such a value
    // unchanged. So if decoding `resolved` fails, decode `members`.
    decode(resolved).or_else(|problem| decode(members).map_err(|_| problem))
}

/// Removes each `null` and each text `null` that means absence. Parses a string as JSON if the member's schema rejects the string,
/// but accepts at least the type of the parsed value. Returns `None` if no member changes.
fn resolve(members: &Map<String, Value>, schema: &Map<String, Value>) -> Option<Value> {
    let changes: Vec<_> = members
        .iter()
        .filter_map(|(name, value)| {
            let known = properties(schema).and_then(|properties| properties.get(name));
            let member = known.or_else(|| schema.get("additionalProperties"))?;
            if accepts(member, value, schema) {
                return None;
            }
            let inner = unwrap_json(value);
            let is_null_text =
                || inner == Some(Value::Null) && !accepts(member, &Value::Null, schema);
            if value.is_null() || is_null_text() {
                let is_optional = required(schema).all(|required| required != name);
                return is_optional.then_some((name, None));
            }
            let inner = inner?;
            let is_meant = match first_mismatch(member, &inner, schema) {
                None => accepts(member, &inner, schema),
                // If the schema rejects `inner` itself, for example because of the wrong type,
                // keep the string. If a member or an item of `inner` is wrong, missing or
                // unknown, use `inner`, because the client sent an object or an array as JSON in
                // a string.
                Some(fault) => {
                    !fault.path.is_empty() || !matches!(fault.what, MismatchKind::Wrong(_))
                }
            };
            is_meant.then_some((name, Some(inner)))
        })
        .collect();
    if changes.is_empty() {
        return None;
    }
    let mut resolved = members.clone();
    for (name, change) in changes {
        match change {
            Some(value) => resolved.insert(name.clone(), value),
            None => resolved.remove(name),
        };
    }
    Some(Value::Object(resolved))
}
