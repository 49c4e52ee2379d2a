//! Rules that a type publishes, but that its decoder does not enforce.
//!
//! An attribute such as `#[schemars(range(min = 1))]` writes a keyword into the schema, but the decoder
//! ignores the attribute. The registry builds a [`Check`] for each type with such a keyword. The check
//! compares each value with the schema from schemars, as it was before the [`SchemaProfile`] rewrote it.

mod walk;

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use crate::branches::{is_of_kind, is_of_type};
use crate::definitions::{definition_name, references, used};
use crate::describe::describe;
use crate::generate::SchemaProfile;
use crate::keywords::{Keywords as _, Path, each_inner, find_schema};
use crate::mismatch::{BrokenRule, PathStep};
use crate::numbers::{integer_value, limits_of_format};
use crate::pattern_matcher::Patterns;
use walk::Walk;

/// The keywords that the check supports.
const RULES: [&str; 13] = [
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minLength",
    "maxLength",
    "pattern",
    "minItems",
    "maxItems",
    "uniqueItems",
    "minProperties",
    "maxProperties",
];

/// The name of the member that [`mark`] adds to each schema that contains rules. The name has a space, so it
/// differs from every keyword.
const MARK: &str = "has rules";

/// Returns whether a schema may contain a rule. Also returns `true` for a property that only has the name of
/// a rule, such as `pattern`.
pub fn mentions_rules(schema: &Value) -> bool {
    match schema {
        Value::Object(members) => {
            members.keys().any(|key| RULES.contains(&key.as_str()))
                || members.values().any(mentions_rules)
        }
        Value::Array(items) => items.iter().any(mentions_rules),
        _ => false,
    }
}

/// The rules of one type and of all types inside it.
#[derive(Debug)]
pub struct Check {
    schema: Value,
    /// An object whose member `$defs` holds the schema's definitions.
    root: Map<String, Value>,
    patterns: Patterns,
}

impl Check {
    /// Builds the check for a generated schema. Returns `None` if no rule needs a check.
    ///
    /// # Errors
    ///
    /// Returns one message for each invalid or unsupported pattern. Without the feature `regex`, returns one
    /// message for each pattern.
    pub fn new(
        mut schema: Value,
        mut definitions: Map<String, Value>,
        profile: SchemaProfile,
    ) -> Result<Option<Self>, Vec<String>> {
        strip(&mut schema, None, profile);
        for (name, definition) in &mut definitions {
            strip(definition, Some(name), profile);
        }
        let with_rules = mark_definitions(&mut definitions);
        if !mark(&mut schema, &with_rules) {
            return Ok(None);
        }
        let mut patterns = Vec::new();
        let used = used(references(&schema), &definitions);
        definitions.retain(|name, _| used.contains(name));
        collect_patterns(&schema, "", &mut patterns);
        for (name, definition) in &definitions {
            collect_patterns(definition, name, &mut patterns);
        }
        Ok(Some(Check {
            schema,
            root: Map::from_iter([("$defs".to_owned(), Value::Object(definitions))]),
            patterns: Patterns::compile(patterns)?,
        }))
    }

    /// Finds the rules that a value violates.
    pub fn violations<'v>(&'v self, value: &'v Value) -> Violations<'v> {
        let mut walk = Walk::new(self, value);
        walk.found.is_exhausted = walk.collect(&self.schema, value).is_err();
        walk.found
    }

    /// Returns whether a value certainly satisfies all rules.
    pub fn admits(&self, value: &Value) -> bool {
        let found = self.violations(value);
        found.listed.is_empty() && !found.is_exhausted
    }

    /// Describes the values that the violated schema accepts, in words that can follow "expected". If the
    /// schema allows several types, describes only the type that the value has.
    pub fn expected(&self, violation: &Violation<'_>) -> String {
        let mut schema = violation.schema.clone();
        let mut types = violation.schema.types();
        if let Some(schema) = schema.as_object_mut()
            && let Some(own) = types.find(|it| is_of_kind(violation.value, it))
        {
            schema.insert("type".to_owned(), json!(own));
        }
        describe(&schema, &self.root).unwrap_or_else(|| "another value".to_owned())
    }
}

/// The rules that a value violates.
#[derive(Default)]
pub struct Violations<'v> {
    pub listed: Vec<Violation<'v>>,
    /// The number of violations that are not listed.
    pub more: usize,
    /// Whether the check stopped at its limit of work or depth. If it did, the value may violate further
    /// rules.
    pub is_exhausted: bool,
}

/// A rule that a value violates.
pub struct Violation<'v> {
    /// The steps from the whole checked value to the part that violates the rule, outermost first.
    pub path: Vec<PathStep<'v>>,
    pub value: &'v Value,
    pub broken: BrokenRule,
    schema: &'v Value,
}

/// Removes the rules that need no check: the decoder enforces them, or `profile` does not publish them.
fn strip(schema: &mut Value, definition: Option<&str>, profile: SchemaProfile) {
    let is_schemars_pattern = is_schemars_pattern(schema, definition);
    let Some(schema) = schema.as_object_mut() else {
        return;
    };
    if is_schemars_pattern {
        schema.remove("pattern");
    }
    if let Some((low, high)) = limits_of_format(schema) {
        for (keyword, end) in [("minimum", low), ("maximum", high)] {
            if schema.number(keyword).and_then(integer_value) == Some(end) {
                schema.remove(keyword);
            }
        }
    }
    let items = schema.array("prefixItems");
    if let Some(items) = items.map(|items| json!(items.len())) {
        for keyword in ["minItems", "maxItems"] {
            if schema.get(keyword) == Some(&items) {
                schema.remove(keyword);
            }
        }
    }
    if schema.get("uniqueItems") == Some(&Value::Bool(false)) || !profile.keeps_unique_items(schema)
    {
        schema.remove("uniqueItems");
    }
    each_inner(schema, &mut |_, inner| strip(inner, None, profile));
}

/// Returns whether schemars wrote the pattern for a type of another crate. The decoder of such a type
/// enforces the pattern. Such types are decimal numbers and semantic versions. The pattern alone is not
/// enough: the user may write the same one. So the schema of a decimal number must also accept numbers. The
/// schema of a version must be a definition whose name starts with `SemVer`.
fn is_schemars_pattern(schema: &Value, definition: Option<&str>) -> bool {
    const DECIMAL: &str = r"^-?\d+(\.\d+)?([eE]\d+)?$";
    const VERSION: &str = r"^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-(";

    let Some(pattern) = schema.text("pattern") else {
        return false;
    };
    let is_version = || definition.is_some_and(|name| name.starts_with("SemVer"));
    (pattern == DECIMAL && is_of_type(schema, &json!(0)))
        || (pattern.starts_with(VERSION) && is_version())
}

/// Marks the schemas with rules in all definitions. Returns the names of the definitions that contain a rule,
/// directly or through a reference.
fn mark_definitions(definitions: &mut Map<String, Value>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    loop {
        let before = found.len();
        for (name, definition) in &mut *definitions {
            if mark(definition, &found) {
                found.insert(name.clone());
            }
        }
        if found.len() == before {
            return found;
        }
    }
}

/// Marks `schema` and the schemas inside it, except those that contain no rule. A reference to a definition
/// in `with_rules` counts as a rule. Returns whether `schema` is marked.
fn mark(schema: &mut Value, with_rules: &BTreeSet<String>) -> bool {
    let Some(schema) = schema.as_object_mut() else {
        return false;
    };
    let target = schema.text("$ref").and_then(definition_name);
    let mut has_rules = RULES.iter().any(|rule| schema.contains_key(*rule))
        || target.is_some_and(|name| with_rules.contains(&name));
    each_inner(schema, &mut |_, inner| has_rules |= mark(inner, with_rules));
    if has_rules {
        schema.insert(MARK.to_owned(), Value::Bool(true));
    }
    has_rules
}

fn is_marked(schema: &Value) -> bool {
    schema.get(MARK).is_some()
}

/// Collects the patterns of a schema, each with a description of its place.
fn collect_patterns(schema: &Value, place: &str, patterns: &mut Vec<(String, String)>) {
    let mut collect = |schema: &Map<String, Value>, path: &Path<'_>| {
        let pattern = schema.text("pattern")?;
        let place = match format!("{place}{}", path.value_place()) {
            place if place.is_empty() => place,
            place => format!("at `{}`, ", place.trim_start_matches('.')),
        };
        patterns.push((place, pattern.to_owned()));
        None
    };
    if let Some(schema) = schema.as_object() {
        find_schema::<()>(schema, &mut collect);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, HashSet};
    use std::num::NonZeroI32;

    use schemars::JsonSchema;
    use schemars::generate::Contract;
    use serde_json::json;

    use super::*;
    use crate::generate::generator;
    use crate::mismatch::{WORK, WORK_PER_UNIT, size};

    fn check<T: JsonSchema>() -> Option<Check> {
        let mut generator = generator(Contract::Deserialize, false);
        let schema = generator.subschema_for::<T>().to_value();
        Check::new(
            schema,
            generator.take_definitions(true),
            SchemaProfile::Portable,
        )
        .unwrap()
    }

    #[derive(JsonSchema)]
    #[allow(dead_code)] // Only its schema counts.
    struct Plain {
        number: u8,
        next: Option<Box<Plain>>,
        map: BTreeMap<u64, (i32, f32)>,
    }

    #[derive(JsonSchema)]
    #[allow(dead_code)]
    struct Ruled {
        #[schemars(range(max = 3))]
        number: u8,
        next: Option<Box<Ruled>>,
        plain: Plain,
        numbers: Vec<i64>,
    }

    /// A type whose decoder enforces all published rules needs no check in a call.
    #[test]
    fn types_without_rules_have_no_check() {
        assert!(check::<u8>().is_none());
        assert!(check::<Option<i64>>().is_none());
        assert!(check::<NonZeroI32>().is_none());
        assert!(check::<(u8, String, Option<(u32,)>)>().is_none());
        assert!(check::<HashSet<String>>().is_none());
        assert!(check::<Vec<Plain>>().is_none());
        assert!(check::<Ruled>().is_some());
    }

    /// The walk skips parts without rules.
    #[test]
    fn only_paths_to_rules_are_walked() {
        let check = check::<Ruled>().unwrap();
        let numbers: Vec<_> = (0..100_000).collect();
        let value = json!({
            "number": 3, "numbers": numbers, "next": null,
            "plain": { "number": 255, "next": null, "map": {} },
        });
        let mut walk = Walk::new(&check, &value);
        assert!(walk.collect(&check.schema, &value).is_ok());
        assert!(
            WORK - walk.matcher.work < 10,
            "{}",
            WORK - walk.matcher.work
        );
    }

    /// The check looks up each item in a hash map, and does not compare all pairs of items.
    #[test]
    fn unique_items_are_found_in_one_pass() {
        let schema = json!({ "type": "array", "uniqueItems": true });
        let check = Check::new(schema, Map::new(), SchemaProfile::AsGenerated)
            .unwrap()
            .unwrap();
        let mut items: Vec<_> = (0..100_000).map(|number| json!([number])).collect();
        let work_of = |items: Vec<Value>, admitted: bool| {
            let value = Value::Array(items);
            let mut walk = Walk::new(&check, &value);
            assert!(walk.collect(&check.schema, &value).is_ok());
            assert_eq!(walk.found.listed.is_empty(), admitted);
            WORK + size(&value) * WORK_PER_UNIT - walk.matcher.work
        };
        let work = work_of(items.clone(), true);
        items.push(json!([77.0]));
        assert_eq!(work_of(items, false), work + 2);
        assert!(work < 300_000, "{work}");
    }

    /// The decoders of decimal numbers and semantic versions enforce their patterns. Other patterns need the
    /// feature `regex`.
    #[test]
    fn patterns_of_known_types_are_not_checked() {
        let decimal = json!({
            "type": ["string", "number"], "pattern": r"^-?\d+(\.\d+)?([eE]\d+)?$",
        });
        assert!(
            Check::new(decimal, Map::new(), SchemaProfile::Portable)
                .unwrap()
                .is_none()
        );
        let pattern = concat!(
            r"^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-((?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)",
            r"(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\+([0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*))?$",
        );
        let version = json!({ "type": "string", "pattern": pattern });
        let definitions = Map::from_iter([("SemVer".to_owned(), version.clone())]);
        let reference = json!({ "$ref": "#/$defs/SemVer" });
        assert!(
            Check::new(reference, definitions, SchemaProfile::Portable)
                .unwrap()
                .is_none()
        );
        // In the definition `SemVer`, `Check` skips the pattern, because the decoder of a
        // semantic version enforces the pattern. In any other schema, `Check` must match the
        // pattern, which needs the feature `regex`.
        for own in [version, json!({ "type": "string", "pattern": "^a$" })] {
            let schema = json!({ "type": "object", "properties": { "own": own } });
            let made = Check::new(schema, Map::new(), SchemaProfile::Portable);
            assert_eq!(made.is_ok(), cfg!(feature = "regex"));
            match made {
                Ok(check) => assert!(!check.unwrap().admits(&json!({ "own": "b" }))),
                Err(faults) => {
                    assert_eq!(faults.len(), 1);
                    assert!(faults[0].starts_with("at `own`, the pattern"), "{faults:?}");
                    assert!(faults[0].contains("without the feature `regex`"));
                }
            }
        }
    }
}
