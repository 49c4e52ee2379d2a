//! References and definitions of complete schema documents.

use std::borrow::Cow;

use schemars::Schema;
use schemars::generate::SchemaGenerator;
use serde_json::{Map, Value};

use crate::keywords::Keywords as _;

/// Returns the schema that a reference leads to. `reference` is a JSON pointer into the document, such as
/// `#/$defs/Page`. Returns `None` for any other reference.
pub(crate) fn target<'s>(reference: &str, root: &'s Map<String, Value>) -> Option<&'s Value> {
    let pointer = reference.strip_prefix("#/")?;
    if let Some(name) = definition_name(reference)
        && let Some(definition) = root.object("$defs").and_then(|it| it.get(&*name))
    {
        return Some(definition);
    }
    let pointer = percent_decode(pointer)?;
    let (first, rest) = match pointer.find('/') {
        Some(end) => pointer.split_at(end),
        None => (pointer.as_str(), ""),
    };
    let first = first.replace("~1", "/").replace("~0", "~");
    root.get(&first)?.pointer(rest)
}

/// Follows at most eight references from a schema to a definition in `root`. Returns the schema itself if it
/// refers to no definition.
pub fn resolve<'s>(schema: &'s Value, root: &'s Map<String, Value>) -> &'s Value {
    let mut schema = schema;
    // Stop after eight references, because a longer chain is probably a cycle.
    for _ in 0..8 {
        let Some(target) = schema.text("$ref").and_then(|it| target(it, root)) else {
            break;
        };
        schema = target;
    }
    schema
}

/// Returns the names of the definitions that a schema uses, directly or through others, in order.
pub(crate) fn used(schema: &Value, definitions: &Map<String, Value>) -> Vec<String> {
    let mut used = Vec::new();
    if definitions.is_empty() {
        return used;
    }
    let mut left = references(schema);
    while let Some(name) = left.pop() {
        if let Some(definition) = definitions.get(&name)
            && let Err(position) = used.binary_search(&name)
        {
            used.insert(position, name);
            left.extend(references(definition));
        }
    }
    used
}

/// Returns the arguments whose types contain themselves. `None` stands for the arguments that
/// `additionalProperties` describes.
pub fn recursive_arguments(root: &Map<String, Value>) -> Vec<Option<&str>> {
    if !root.contains_key("$defs") {
        return Vec::new();
    }
    let properties = root.named("properties");
    let others = root.get("additionalProperties");
    properties
        .map(|(name, schema)| (Some(name.as_str()), schema))
        .chain(others.map(|others| (None, others)))
        .filter(|(_, schema)| leads_to_itself(schema, root))
        .map(|(name, _)| name)
        .collect()
}

/// Returns whether a schema refers to a type that contains itself.
pub(crate) fn leads_to_itself(schema: &Value, root: &Map<String, Value>) -> bool {
    let Some(definitions) = root.object("$defs") else {
        return false;
    };
    let contains_itself = |name: &String| {
        let used = used(&definitions[name], definitions);
        used.binary_search(name).is_ok()
    };
    used(schema, definitions).iter().any(contains_itself)
}

/// Returns the names of the definitions that a schema refers to, once for each reference.
pub fn references(schema: &Value) -> Vec<String> {
    let mut names = Vec::new();
    let mut left = vec![schema];
    while let Some(value) = left.pop() {
        match value {
            Value::Array(items) => left.extend(items),
            Value::Object(members) => {
                let name = members.text("$ref").and_then(definition_name);
                names.extend(name.map(Cow::into_owned));
                left.extend(members.values());
            }
            _ => {}
        }
    }
    names
}

/// Returns the definition that a schema's reference leads to, if both exist.
pub fn definition(schema: &Schema, generator: &SchemaGenerator) -> Option<Schema> {
    let name = definition_name(schema.as_value().text("$ref")?)?;
    Schema::try_from(generator.definitions().get(&*name)?.clone()).ok()
}

/// Returns the decoded name of the definition that a reference leads to. Returns `None` for a reference to
/// another place, or if the name is not UTF-8. schemars percent-encodes each byte of a character that a URI
/// fragment cannot contain.
pub fn definition_name(reference: &str) -> Option<Cow<'_, str>> {
    let part = reference.strip_prefix("#/$defs/")?;
    if !part.contains(['%', '~']) {
        return Some(part.into());
    }
    let name = percent_decode(part)?;
    Some(name.replace("~1", "/").replace("~0", "~").into())
}

/// Decodes the percent-encoding of a URI. Returns `None` if the result is not UTF-8.
pub fn percent_decode(text: &str) -> Option<String> {
    let mut pieces = text.split('%');
    let mut bytes = pieces.next()?.as_bytes().to_vec();
    for piece in pieces {
        let hex = piece.get(..2).map(|hex| u8::from_str_radix(hex, 16));
        if let Some(Ok(byte)) = hex {
            bytes.push(byte);
            bytes.extend(piece[2..].bytes());
        } else {
            bytes.push(b'%');
            bytes.extend(piece.bytes());
        }
    }
    String::from_utf8(bytes).ok()
}

/// Escapes a member's name in a JSON pointer.
pub fn escape_pointer(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

/// Returns the `properties` of an object's schema, if any.
pub fn properties(schema: &Map<String, Value>) -> Option<&Map<String, Value>> {
    schema.object("properties")
}

/// Returns the names that an object's schema requires.
pub fn required(schema: &Map<String, Value>) -> impl Iterator<Item = &str> {
    schema.required()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn definition_names_are_decoded_from_references() {
        for (reference, name) in [
            ("#/$defs/Plain", Some("Plain")),
            ("#/$defs/%C3%84pfel%20%7E1", Some("Äpfel /")),
            ("#/$defs/a~1b~0", Some("a/b~")),
            ("#/$defs/100%", Some("100%")),
            ("#/$defs/%FF", None),
            ("#", None),
        ] {
            assert_eq!(definition_name(reference).as_deref(), name, "{reference}");
        }
    }
}
