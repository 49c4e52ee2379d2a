//! Decides whether definitions can replace references in generated schemas, and replaces references with definitions.

use schemars::Schema;
use serde_json::{Map, Value};

use crate::additions::add_all_of;
use crate::definitions::{definition_name, references};
use crate::keywords::Keywords as _;
use crate::keywords::each_inner_object;
use crate::portable::{conjoin, is_annotation};

/// The maximum growth in bytes when definitions replace references: about 4,000 tokens. For comparison, the
/// largest input schema of seven public servers is smaller than 4 KiB.
pub(crate) const MAX_GROWTH: usize = 16 * 1024;

/// Returns whether a document would grow by at most [`MAX_GROWTH`] if definitions replaced its references.
/// The limit also bounds the work of this function.
pub(crate) fn can_be_inlined(schemas: &[Schema], definitions: &Map<String, Value>) -> bool {
    let own: usize = definitions.values().map(size).sum();
    let mut expansion = Expansion {
        definitions,
        left: own + MAX_GROWTH,
        around: Vec::new(),
        recursive: Vec::new(),
    };
    let mut roots = schemas.iter().map(Schema::as_value);
    if !roots.all(|root| expansion.has_room_for(root)) {
        return false;
    }
    let mut position = 0;
    // A recursive type keeps its definition in the document. References inside this definition
    // are also inlined, so count the bytes that they add.
    while let Some(name) = expansion.recursive.get(position).cloned() {
        position += 1;
        let definition = definitions.get(&name);
        expansion.around = vec![name];
        if !definition.is_none_or(|definition| expansion.has_room_for(definition)) {
            return false;
        }
    }
    true
}

/// Returns the approximate size of a schema in bytes.
fn size(schema: &Value) -> usize {
    match schema {
        Value::Null | Value::Bool(_) | Value::Number(_) => 4,
        Value::String(text) => text.len() + 2,
        Value::Array(items) => 2 + items.iter().map(|item| size(item) + 1).sum::<usize>(),
        Value::Object(members) => {
            let members = members.iter();
            2 + members
                .map(|(name, member)| name.len() + 4 + size(member))
                .sum::<usize>()
        }
    }
}

struct Expansion<'d> {
    definitions: &'d Map<String, Value>,
    /// The number of bytes that inlined definitions may still add.
    left: usize,
    /// The names of the definitions whose inlining is in progress, outermost first.
    around: Vec<String>,
    /// The names of the recursive definitions found so far.
    recursive: Vec<String>,
}

impl Expansion<'_> {
    /// Subtracts from `left` the bytes that inlining the references of a schema adds. Returns whether `left`
    /// was large enough.
    fn has_room_for(&mut self, schema: &Value) -> bool {
        references(schema).into_iter().all(|name| {
            if self.around.contains(&name) {
                if !self.recursive.contains(&name) {
                    self.recursive.push(name);
                }
                return true;
            }
            let Some(definition) = self.definitions.get(&name) else {
                return true;
            };
            let Some(left) = self.left.checked_sub(size(definition)) else {
                return false;
            };
            self.left = left;
            self.around.push(name);
            let has_room = self.has_room_for(definition);
            self.around.pop();
            has_room
        })
    }
}

/// Replaces references with their definitions: those that have keywords beside them, because many clients ignore
/// such keywords, and the others only if `all` is true. A reference that has only annotations beside it counts as one
/// without keywords. `open` has the names of the definitions that this function is inserting: references to them stay,
/// because they belong to recursive types.
pub(crate) fn inline_references(
    schema: &mut Map<String, Value>,
    definitions: &Map<String, Value>,
    all: bool,
    open: &mut Vec<String>,
) {
    each_inner_object(schema, &mut |_, inner| {
        inline_references(inner, definitions, all, open);
    });
    let is_alone = schema.keys().all(|key| key == "$ref" || is_annotation(key));
    let name = schema.text("$ref").and_then(definition_name);
    let name = name.filter(|name| (all || !is_alone) && !open.contains(name));
    let definition = name.as_ref().and_then(|name| definitions.get(name));
    let (Some(name), Some(definition)) = (name, definition) else {
        return;
    };
    let mut target = Schema::try_from(definition.clone()).unwrap_or_default();
    let target = target.ensure_object();
    if all {
        open.push(name);
        inline_references(target, definitions, all, open);
        open.pop();
    }
    let mut rest = schema.clone();
    rest.remove("$ref");
    if is_alone {
        target.extend(rest);
        *schema = std::mem::take(target);
    } else if let Some(joined) = conjoin(&rest, target) {
        *schema = joined;
    } else if all {
        *schema = rest;
        add_all_of(schema, Value::Object(std::mem::take(target)));
    }
}
