//! Finds the rules in a schema from schemars that its type does not enforce, such as a `maximum` from
//! `#[schemars(range(max = 3))]`. The decoder ignores the attribute, so a validation must follow.

use serde_json::{Map, Value};

use crate::definitions::used;
use crate::generate::SchemaProfile;
use crate::keywords::{Keywords as _, Path, find_schema};
use crate::numbers::{count, integer_value, is_of_kind, limits_of_format};
use crate::pattern_matcher::pattern_fault;

/// The keywords of rules that types do not enforce.
pub const RULES: &[&str] = &[
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
    "propertyNames",
    "dependentRequired",
    "dependentSchemas",
    "contains",
    "not",
    "if",
];

/// The rules in the schema of a type.
#[derive(Debug, Default)]
pub struct Rules {
    /// Whether a validation must follow the decoder.
    pub need_check: bool,
    /// Whether a schema forbids unknown members.
    pub is_closed: bool,
    /// One message for each pattern that is invalid, or that cannot be checked.
    pub faults: Vec<String>,
}

impl Rules {
    /// Finds the rules in a schema, and in the definitions that it uses.
    pub fn find(schema: &Value, definitions: &Map<String, Value>, profile: SchemaProfile) -> Self {
        let mut rules = Rules::default();
        rules.add(schema, "", profile);
        for name in used(schema, definitions) {
            rules.add(&definitions[&name], &name, profile);
        }
        rules
    }

    fn add(&mut self, schema: &Value, definition: &str, profile: SchemaProfile) {
        let mut add = |schema: &Map<String, Value>, path: &Path<'_>| {
            for (keyword, value) in schema {
                let keyword = keyword.as_str();
                let is_about_others =
                    matches!(keyword, "additionalProperties" | "unevaluatedProperties");
                self.is_closed |= is_about_others && *value == Value::Bool(false);
                if !RULES.contains(&keyword) || !needs_check(keyword, schema, definition, profile) {
                    continue;
                }
                self.need_check = true;
                let pattern = schema.text("pattern").filter(|_| keyword == "pattern");
                if let Some(fault) = pattern.and_then(pattern_fault) {
                    let place = format!("{definition}{}", path.value_place());
                    self.faults.push(match place.trim_start_matches('.') {
                        "" => fault,
                        place => format!("at `{place}`, {fault}"),
                    });
                }
            }
            None::<()>
        };
        if let Some(schema) = schema.as_object() {
            find_schema(schema, &mut add);
        }
    }
}

/// Returns whether a type with this schema does not enforce the keyword itself, and `profile` publishes it.
fn needs_check(
    keyword: &str,
    schema: &Map<String, Value>,
    definition: &str,
    profile: SchemaProfile,
) -> bool {
    let is_end = |end: fn((i128, i128)) -> i128| {
        let bound = schema.number(keyword).and_then(integer_value);
        bound.is_some() && bound == limits_of_format(schema).map(end)
    };
    let is_length_of_tuple = || {
        let items = schema.array("prefixItems");
        items.is_some_and(|items| count(schema, keyword) == Some(items.len() as u64))
    };
    match keyword {
        "minimum" => !is_end(|ends| ends.0),
        "maximum" => !is_end(|ends| ends.1),
        "minItems" | "maxItems" => !is_length_of_tuple(),
        "uniqueItems" => {
            schema.get(keyword) == Some(&Value::Bool(true)) && profile.keeps_unique_items(schema)
        }
        "pattern" => !is_schemars_pattern(schema, definition),
        _ => true,
    }
}

/// Returns whether schemars wrote the pattern for a type of another crate. The decoder of such a type
/// enforces the pattern. Such types are decimal numbers and semantic versions. The pattern alone is not
/// enough: the user may write the same one. So the schema of a decimal number must also accept numbers. The
/// schema of a version must be a definition whose name starts with `SemVer`.
fn is_schemars_pattern(schema: &Map<String, Value>, definition: &str) -> bool {
    const DECIMAL: &str = r"^-?\d+(\.\d+)?([eE]\d+)?$";
    const VERSION: &str = r"^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-(";

    let Some(pattern) = schema.text("pattern") else {
        return false;
    };
    let mut types = schema.types();
    (pattern == DECIMAL && types.any(|kind| is_of_kind(&Value::from(0), kind)))
        || (pattern.starts_with(VERSION) && definition.starts_with("SemVer"))
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, HashSet};
    use std::num::{NonZeroI32, NonZeroU8};

    use schemars::JsonSchema;
    use schemars::generate::Contract;
    use serde_json::json;

    use super::*;
    use crate::generate::generator;

    fn need_check<T: JsonSchema>(profile: SchemaProfile) -> bool {
        let mut generator = generator(Contract::Deserialize, false);
        let schema = generator.subschema_for::<T>().to_value();
        Rules::find(&schema, &generator.take_definitions(true), profile).need_check
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
        next: Option<Box<Ruled>>,
        plain: Plain,
        #[schemars(range(max = 3))]
        number: u8,
    }

    /// The decoders of these types enforce all published rules.
    #[test]
    fn types_without_rules_need_no_check() {
        use SchemaProfile::{AsGenerated, Portable};

        for profile in [Portable, AsGenerated] {
            assert!(!need_check::<u8>(profile));
            assert!(!need_check::<Option<i64>>(profile));
            assert!(!need_check::<(u8, String, Option<(u32,)>)>(profile));
            assert!(!need_check::<Vec<Plain>>(profile));
            assert!(need_check::<Ruled>(profile));
            // Their schemas do not differ from those of `u8`, `i32` and `Vec` with an attribute.
            assert!(need_check::<[u8; 3]>(profile));
            assert!(need_check::<NonZeroU8>(profile));
            assert!(need_check::<NonZeroI32>(profile));
            assert!(need_check::<Vec<(Ruled,)>>(profile));
        }
        // The portable profile does not publish that the items of a set differ.
        assert!(!need_check::<HashSet<String>>(Portable));
        assert!(need_check::<HashSet<String>>(AsGenerated));
    }

    /// A rule is free only if it states what the decoder enforces.
    #[test]
    fn keywords_that_need_a_check() {
        for (schema, needs) in [
            (
                json!({ "format": "uint8", "minimum": 0, "maximum": 255 }),
                false,
            ),
            (json!({ "format": "uint8", "minimum": 1 }), true),
            (json!({ "format": "uint8", "maximum": 255.0 }), false),
            (json!({ "minimum": 0 }), true),
            (
                json!({ "prefixItems": [{}, {}], "minItems": 2, "maxItems": 2 }),
                false,
            ),
            (json!({ "prefixItems": [{}, {}], "minItems": 1 }), true),
            (json!({ "uniqueItems": false }), false),
            (json!({ "not": {} }), true),
            (
                json!({ "properties": { "maximum": { "type": "integer" } } }),
                false,
            ),
            (json!({ "default": { "maximum": 3 } }), false),
        ] {
            let rules = Rules::find(&schema, &Map::new(), SchemaProfile::AsGenerated);
            assert_eq!(rules.need_check, needs, "{schema}");
        }
    }

    /// The decoders of decimal numbers and semantic versions enforce their patterns. Other patterns need the
    /// feature `regex`.
    #[test]
    fn patterns_of_known_types_need_no_check() {
        let find = |schema: &Value, definitions: &Map<String, Value>| {
            Rules::find(schema, definitions, SchemaProfile::Portable)
        };
        let decimal = r"^-?\d+(\.\d+)?([eE]\d+)?$";
        let version = concat!(
            r"^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-((?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)",
            r"(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\+([0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*))?$",
        );
        let version = json!({ "type": "string", "pattern": version });
        let definitions = Map::from_iter([("SemVer".to_owned(), version.clone())]);
        for known in [
            json!({ "type": ["string", "number"], "pattern": decimal }),
            json!({ "$ref": "#/$defs/SemVer" }),
        ] {
            assert!(!find(&known, &definitions).need_check, "{known}");
        }
        for own in [
            version,
            json!({ "type": "string", "pattern": decimal }),
            json!({ "type": "string", "pattern": "^a$" }),
        ] {
            let schema = json!({ "properties": { "own": own } });
            let rules = find(&schema, &Map::new());
            assert!(rules.need_check);
            assert_eq!(rules.faults.is_empty(), cfg!(feature = "regex"));
            for fault in rules.faults {
                assert!(fault.starts_with("at `own`, the pattern"), "{fault}");
                assert!(fault.contains("without the feature `regex`"));
            }
        }
        let invalid = json!({ "items": { "pattern": "(" } });
        assert_eq!(find(&invalid, &Map::new()).faults.len(), 1);
    }
}
