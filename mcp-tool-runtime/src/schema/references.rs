//! References in generated schemas: the growth of a document without them, and their replacement.

use std::collections::BTreeMap;
use std::io::{self, Write};

use schemars::Schema;
use serde_json::{Map, Value};

use super::document::{definition_name, references};
use super::keywords::Keywords as _;
use super::keywords::each_inner_object;
use super::portable::{conjoin, is_annotation};

/// The maximum growth in bytes when definitions replace references: about 4,000 tokens. The largest
/// input of seven public servers has less than 4 KiB in all.
pub(super) const MAX_GROWTH: usize = 16 * 1024;

/// Returns whether a document without references grows by at most [`MAX_GROWTH`]. The limit also
/// bounds the work.
pub(super) fn can_be_inlined(schemas: &[Schema], definitions: &Map<String, Value>) -> bool {
    let measured = definitions.iter().map(|(name, schema)| {
        let mut bytes = Bytes(0);
        // Counting bytes cannot fail.
        let _ = serde_json::to_writer(&mut bytes, schema);
        let measured = Measured {
            bytes: bytes.0,
            refers_to: references(schema),
        };
        (name.as_str(), measured)
    });
    let measured: BTreeMap<_, _> = measured.collect();
    let own: usize = measured.values().map(|definition| definition.bytes).sum();
    let mut expansion = Expansion {
        measured: &measured,
        left: own + MAX_GROWTH,
        around: Vec::new(),
        recursive: Vec::new(),
    };
    let roots = schemas
        .iter()
        .flat_map(|schema| references(schema.as_value()));
    let mut next: Vec<_> = roots.collect();
    let mut position = 0;
    while expansion.takes(&next) {
        // A recursive type stays a definition.
        let Some(name) = expansion.recursive.get(position).cloned() else {
            return true;
        };
        position += 1;
        expansion.around = vec![name.clone()];
        next = measured
            .get(name.as_str())
            .map_or_else(Vec::new, |it| it.refers_to.clone());
    }
    false
}

struct Measured {
    bytes: usize,
    refers_to: Vec<String>,
}

/// A writer that counts bytes.
struct Bytes(usize);

impl Write for Bytes {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

struct Expansion<'m> {
    measured: &'m BTreeMap<&'m str, Measured>,
    /// The number of bytes left.
    left: usize,
    /// The definitions around the current one.
    around: Vec<String>,
    /// The recursive definitions.
    recursive: Vec<String>,
}

impl Expansion<'_> {
    /// Inlines definitions. Returns whether there was room.
    fn takes(&mut self, names: &[String]) -> bool {
        names.iter().all(|name| {
            if self.around.contains(name) {
                if !self.recursive.contains(name) {
                    self.recursive.push(name.clone());
                }
                return true;
            }
            let measured = self.measured;
            let Some(definition) = measured.get(name.as_str()) else {
                return true;
            };
            let Some(left) = self.left.checked_sub(definition.bytes) else {
                return false;
            };
            self.left = left;
            self.around.push(name.clone());
            let has_room = self.takes(&definition.refers_to);
            self.around.pop();
            has_room
        })
    }
}

/// Inlines definitions for references with other keywords beside them. Many clients ignore those
/// keywords.
pub(super) fn references_alone(schema: &mut Map<String, Value>, definitions: &Map<String, Value>) {
    each_inner_object(schema, &mut |_, inner| references_alone(inner, definitions));
    let is_alone = schema.keys().all(|key| key == "$ref" || is_annotation(key));
    let name = schema.text("$ref").and_then(definition_name);
    let target = name.and_then(|name| definitions.get(&name)?.as_object());
    if let (false, Some(target)) = (is_alone, target) {
        let mut rest = schema.clone();
        rest.remove("$ref");
        if let Some(joined) = conjoin(&rest, target) {
            *schema = joined;
        }
    }
}
