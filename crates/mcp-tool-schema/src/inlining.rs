//! Decides whether definitions can replace references in generated schemas, and replaces references with definitions.

use schemars::Schema;
use serde_json::{Map, Value};

use crate::additions::add_all_of;
use crate::definitions::definition_name;
use crate::keywords::Keywords as _;
use crate::keywords::each_inner_object;
use crate::portable::{conjoin, is_annotation};

/// The maximum growth in bytes when definitions replace references: about 4,000 tokens. For comparison, the
/// largest input schema of seven public servers is smaller than 4 KiB.
pub(crate) const MAX_GROWTH: usize = 16 * 1024;

/// How definitions can replace the references of a document.
pub(crate) enum Inlining {
    /// The document would grow by more than [`MAX_GROWTH`].
    TooLarge,
    /// schemars has to generate the document again, without references.
    Again,
    /// [`inline_references`] creates the document that schemars would generate without references. The list has the
    /// name of each definition once for each of its references.
    Insert(Vec<String>),
}

/// Returns how definitions can replace the references of a document. The limit also bounds the work of this
/// function.
pub(crate) fn inlining(schemas: &[Schema], definitions: &Map<String, Value>) -> Inlining {
    let own: usize = definitions.values().map(size).sum();
    let mut expansion = Expansion {
        definitions,
        left: own + MAX_GROWTH,
        around: Vec::new(),
        recursive: Vec::new(),
        used: Vec::new(),
        is_plain: true,
    };
    let mut roots = schemas.iter().map(Schema::as_value);
    if !roots.all(|root| expansion.has_room_for(root, Place::Root)) {
        return Inlining::TooLarge;
    }
    let mut position = 0;
    // A recursive type keeps its definition in the document. References inside this definition
    // are also inlined, so count the bytes that they add.
    while let Some(name) = expansion.recursive.get(position).copied() {
        position += 1;
        expansion.around = vec![name];
        if !expansion.has_room_for(&definitions[name], Place::Branch) {
            return Inlining::TooLarge;
        }
    }
    let used = expansion.used;
    if expansion.is_plain && definitions.keys().all(|name| used.contains(&name)) {
        Inlining::Insert(used.into_iter().cloned().collect())
    } else {
        Inlining::Again
    }
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

/// The position of a schema in a document.
#[derive(Clone, Copy)]
enum Place {
    Root,
    /// The schema describes a member or the items of another value.
    Member,
    /// schemars may change the schema, or the schema around it, for example to add `null`.
    Branch,
}

struct Expansion<'d> {
    definitions: &'d Map<String, Value>,
    /// The number of bytes that inlined definitions may still add.
    left: usize,
    /// The names of the definitions whose inlining is in progress, outermost first.
    around: Vec<&'d String>,
    /// The names of the recursive definitions found so far.
    recursive: Vec<&'d String>,
    /// The names of the definitions that the document uses, once for each reference.
    used: Vec<&'d String>,
    /// Whether [`inline_references`] replaces the references found so far as schemars would.
    is_plain: bool,
}

impl Expansion<'_> {
    /// Subtracts from `left` the bytes that inlining the references of a schema adds. Returns whether `left`
    /// was large enough.
    fn has_room_for(&mut self, schema: &Value, place: Place) -> bool {
        match schema {
            Value::Array(items) => items
                .iter()
                .all(|item| self.has_room_for(item, Place::Branch)),
            Value::Object(members) => members.iter().all(|(keyword, member)| match member {
                Value::String(reference) if keyword == "$ref" => {
                    self.is_plain &= is_alone(members);
                    self.has_room_at(reference, place)
                }
                _ if matches!(keyword.as_str(), "if" | "then" | "else") => {
                    self.has_room_for(member, Place::Branch)
                }
                _ => self.has_room_for(member, Place::Member),
            }),
            _ => true,
        }
    }

    fn has_room_at(&mut self, reference: &str, place: Place) -> bool {
        let name = definition_name(reference);
        let Some((name, definition)) = name.and_then(|it| self.definitions.get_key_value(&*it))
        else {
            return true;
        };
        self.is_plain &= match place {
            Place::Root => definition.is_object(),
            Place::Member => !takes_rules(definition),
            Place::Branch => false,
        };
        if self.around.contains(&name) {
            self.is_plain = false;
            if !self.recursive.contains(&name) {
                self.recursive.push(name);
            }
            return true;
        }
        let Some(left) = self.left.checked_sub(size(definition)) else {
            return false;
        };
        self.left = left;
        self.used.push(name);
        self.around.push(name);
        let has_room = self.has_room_for(definition, Place::Member);
        self.around.pop();
        has_room
    }
}

/// Returns whether schemars may add the rules of a field, such as `minLength`, to the schema of the field's type. It
/// never adds them to a reference. So the schema of the field may have more keywords without references.
fn takes_rules(definition: &Value) -> bool {
    let mut types = definition.types();
    types.any(|kind| !matches!(kind, "object" | "null" | "boolean")) || !definition.is_object()
}

/// Replaces references with their definitions: those that have keywords beside them, because many clients ignore
/// such keywords, and the others only if `all` is true. A reference that has only annotations beside it counts as one
/// without keywords. `definition` returns the definition with a name. `open` has the names of the definitions that this
/// function is inserting: references to them stay, because they belong to recursive types.
pub(crate) fn inline_references(
    schema: &mut Map<String, Value>,
    definition: &mut dyn FnMut(&str) -> Option<Value>,
    all: bool,
    open: &mut Vec<String>,
) {
    each_inner_object(schema, &mut |_, inner| {
        inline_references(inner, definition, all, open);
    });
    let Some(name) = schema.text("$ref").and_then(definition_name) else {
        return;
    };
    let name = name.into_owned();
    let is_alone = is_alone(schema);
    if is_alone && !all || open.contains(&name) {
        return;
    }
    let Some(target) = definition(&name) else {
        return;
    };
    let mut target = Schema::try_from(target).unwrap_or_default();
    let target = target.ensure_object();
    if all {
        open.push(name);
        inline_references(target, definition, all, open);
        open.pop();
    }
    let mut rest = if is_alone {
        std::mem::take(schema)
    } else {
        schema.clone()
    };
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

/// Returns whether a reference has only annotations beside it.
fn is_alone(schema: &Map<String, Value>) -> bool {
    schema.keys().all(|key| key == "$ref" || is_annotation(key))
}
