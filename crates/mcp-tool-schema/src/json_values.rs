//! Functions for JSON values. They do the same as functions of serde_json, which the compiler would copy into the
//! program for each closure or type.

use serde_json::{Map, Value};

/// Removes the members for which `keep` returns `false`, as `Map::retain` does.
#[inline(never)]
pub fn retain(members: &mut Map<String, Value>, keep: &mut dyn FnMut(&String, &mut Value) -> bool) {
    members.retain(keep);
}

/// Returns an object with one member. Unlike `json!`, moves the value.
#[inline(never)]
pub fn object_of(name: &str, value: Value) -> Value {
    let mut members = Map::new();
    members.insert(name.to_owned(), value);
    Value::Object(members)
}

/// Returns the JSON text of a value. `Display` of `Value` would bring two more serializers into the program.
#[inline(never)]
pub fn to_json(value: &Value) -> String {
    // JSON values with text keys always serialize.
    serde_json::to_string(value).unwrap_or_default()
}
