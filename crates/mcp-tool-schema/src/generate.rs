//! Generates schemas, and rewrites them for clients.

use schemars::generate::{Contract, SchemaGenerator, SchemaSettings};
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value};

use crate::definitions::{definition, used};
use crate::inlining::{Inlining, inline_references, inlining};
use crate::json_values::retain;
use crate::portable;

/// A function that generates a type's schema. If the second argument is true, the schema is not a reference, unless the
/// type contains itself. The generator must be new then.
pub type SchemaFn = fn(&mut SchemaGenerator, bool) -> Schema;

/// Generates the schema of `T`. The function `subschema::<T>` is the [`SchemaFn`] of `T`.
pub fn subschema<T: JsonSchema>(generator: &mut SchemaGenerator, is_whole: bool) -> Schema {
    let whole = is_whole.then(|| whole_schema(generator, T::json_schema, &T::schema_name()));
    whole
        .flatten()
        .unwrap_or_else(|| generator.subschema_for::<T>())
}

/// Generates the schema of a type, unless the type contains itself.
fn whole_schema(
    generator: &mut SchemaGenerator,
    make: fn(&mut SchemaGenerator) -> Schema,
    name: &str,
) -> Option<Schema> {
    let schema = make(generator);
    // A definition with the name of the type is that of the type, or of one whose name depends on that of the type.
    let contains_itself = generator.definitions().contains_key(name);
    if contains_itself {
        *generator = generator.settings().clone().into_generator();
    }
    (!contains_itself).then_some(schema)
}

/// Rewrites generated schemas for clients. Handwritten schemas stay unchanged, whatever the profile is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SchemaProfile {
    /// Rewrites schemas for clients that support only a part of JSON Schema. A rewritten schema accepts every
    /// value that the original accepts, except for details such as `null` in optional arguments. It may accept
    /// more, but the registry still rejects values that the type rejects. Copies of the definitions replace references.
    /// An `anyOf` replaces a list of types and a `oneOf`, and an `enum` replaces a choice among strings. Bounds replace
    /// integer formats such as `uint8`, and other formats that JSON Schema does not define disappear.
    /// Examples of arguments move into descriptions. Objects such as `{}` replace most of the schemas `true`
    /// and `false`. In input schemas, an `anyOf` of all types replaces a schema that accepts any JSON.
    ///
    /// References stay in recursive types. Most references also stay in documents that would otherwise grow
    /// by more than 16 KiB. The linter reports the remaining references.
    #[default]
    Portable,
    /// Publishes schemas as schemars generates them, with references and `$defs`. Large numbers still move
    /// into descriptions. Use this profile for clients that support all of JSON Schema 2020-12.
    AsGenerated,
}

#[doc(hidden)] // Users only pass a profile.
impl SchemaProfile {
    /// Generates the schemas of one document, and their definitions.
    ///
    /// schemars generates references. Many clients do not follow references, so the portable profile then replaces them
    /// with definitions. If the document would grow too large, the profile replaces only references with keywords
    /// beside them. The second argument of `make` is that of a [`SchemaFn`].
    ///
    /// Calls `then` once. If the function returned the generator, other crates would compile code for its maps.
    pub fn generate(
        self,
        contract: Contract,
        is_whole: bool,
        make: &dyn Fn(&mut SchemaGenerator, bool) -> Vec<Schema>,
        then: &mut dyn FnMut(Generated<'_>),
    ) {
        let mut generator = generator(contract.clone(), false);
        let mut schemas = make(&mut generator, is_whole);
        let mut originals = None;
        if self == SchemaProfile::Portable && !generator.definitions().is_empty() {
            match inlining(&schemas, generator.definitions()) {
                Inlining::Insert(used) => {
                    let mut definitions = generator.take_definitions(false);
                    let is_lone = schemas.len() == 1 && definitions.len() == 1;
                    if is_lone && contract.is_deserialize() {
                        originals = Some((schemas.clone(), definitions.clone()));
                    }
                    let mut definition = |name: &str| {
                        if used.iter().filter(|it| *it == name).count() == 1 {
                            definitions.remove(name)
                        } else {
                            definitions.get(name).cloned()
                        }
                    };
                    for schema in schemas.iter_mut().filter_map(Schema::as_object_mut) {
                        inline_references(schema, &mut definition, true, &mut Vec::new());
                    }
                }
                Inlining::Again => {
                    generator = self::generator(contract, true);
                    schemas = make(&mut generator, false);
                }
                Inlining::TooLarge => {
                    let definitions = generator.definitions().clone();
                    originals = Some((schemas.clone(), definitions.clone()));
                    let defined = generator.definitions_mut().values_mut();
                    let defined = defined.filter_map(Value::as_object_mut);
                    let roots = schemas.iter_mut().map(Schema::ensure_object);
                    let mut definition = |name: &str| definitions.get(name).cloned();
                    for schema in roots.chain(defined) {
                        inline_references(schema, &mut definition, false, &mut Vec::new());
                    }
                }
            }
        }
        then(Generated {
            schemas,
            generator: &mut generator,
            originals,
        });
    }

    /// Generates and rewrites a document from one schema. If `is_whole` is true, the root is not a reference, but the
    /// definition that it refers to.
    pub(crate) fn document(
        self,
        for_input: bool,
        is_whole: bool,
        make: &dyn Fn(&mut SchemaGenerator, bool) -> Schema,
    ) -> Map<String, Value> {
        let contract = if for_input {
            Contract::Deserialize
        } else {
            Contract::Serialize
        };
        let make = |generator: &mut SchemaGenerator, is_whole| vec![make(generator, is_whole)];
        let mut document = Map::new();
        self.generate(contract, is_whole, &make, &mut |generated| {
            let mut schema = generated.schemas.into_iter().next().unwrap_or_default();
            if is_whole && let Some(target) = definition(&schema, generated.generator) {
                schema = target;
            }
            self.apply(&mut schema, for_input, None);
            let root = std::mem::take(schema.ensure_object());
            document = self.finish(root, generated.generator, for_input);
        });
        document
    }

    /// Rewrites a schema for publication. `description`, if given, replaces the description that the schema
    /// has from its Rust type.
    pub fn apply(self, schema: &mut Schema, for_input: bool, description: Option<String>) {
        match self {
            SchemaProfile::Portable => portable::rewrite(schema, for_input, description),
            SchemaProfile::AsGenerated => {
                if let Some(description) = description {
                    schema.insert("description".to_owned(), description.into());
                }
            }
        }
    }

    /// Returns whether the profile keeps `uniqueItems` in the input schema of a list.
    pub(crate) fn keeps_unique_items(self, list: &Map<String, Value>) -> bool {
        self == SchemaProfile::AsGenerated || portable::keeps_unique_items(list)
    }

    /// Rewrites the definitions, adds those that the document refers to, and sorts the members of every
    /// object. Without sorting, the order would depend on the feature `preserve_order` of serde_json, which
    /// another crate may enable.
    pub fn finish(
        self,
        root: Map<String, Value>,
        generator: &mut SchemaGenerator,
        for_input: bool,
    ) -> Map<String, Value> {
        let mut definitions = generator.take_definitions(true);
        if self == SchemaProfile::Portable {
            for definition in definitions.values_mut() {
                if let Ok(schema) = definition.try_into() {
                    portable::rewrite(schema, for_input, None);
                }
            }
        }
        let mut root = Value::Object(root);
        // Remove unused definitions, such as the definition of a flattened type.
        let used = used(&root, &definitions);
        retain(&mut definitions, &mut |name, _| {
            used.binary_search(name).is_ok()
        });
        if !definitions.is_empty() {
            root["$defs"] = Value::Object(definitions);
        }
        root.sort_all_objects();
        match root {
            Value::Object(root) => root,
            _ => Map::new(),
        }
    }

    /// Moves `examples` into descriptions if the profile is portable. Returns whether it removed any
    /// `examples`.
    pub fn without_examples(self, schema: &mut Map<String, Value>) -> bool {
        self == SchemaProfile::Portable && portable::examples_in_words(schema)
    }

    /// Adds the types of JSON to the schema of an argument that accepts any JSON, if the profile is portable.
    pub fn list_types(self, schema: &mut Map<String, Value>) {
        if self == SchemaProfile::Portable {
            portable::list_types(schema);
        }
    }

    /// Removes `null` from the schema of an optional value if the profile is portable.
    pub fn without_null(self, schema: &mut Map<String, Value>) {
        if self == SchemaProfile::Portable {
            portable::without_null(schema);
        }
    }
}

/// Rewrites a schema as [`SchemaProfile::Portable`] does, except for references and examples.
pub fn portable_schema(mut schema: Schema, for_input: bool) -> Schema {
    SchemaProfile::Portable.apply(&mut schema, for_input, None);
    schema
}

/// The schemas of one document.
pub struct Generated<'g> {
    /// The schemas to rewrite.
    pub schemas: Vec<Schema>,
    pub generator: &'g mut SchemaGenerator,
    /// The schemas as schemars generated them, and their definitions, if they may differ from `schemas` and the
    /// definitions in `generator`.
    pub originals: Option<(Vec<Schema>, Map<String, Value>)>,
}

/// Generates the schema of an argument, without references.
pub fn inlined_schema(make: &dyn Fn(&mut SchemaGenerator) -> Schema) -> Schema {
    make(&mut generator(Contract::Deserialize, true))
}

/// Returns a generator. If `inlines` is true, it inlines definitions. Otherwise, it writes references.
pub(crate) fn generator(contract: Contract, inlines: bool) -> SchemaGenerator {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.meta_schema = None;
        settings.contract = contract;
        settings.inline_subschemas = inlines;
    });
    settings.into_generator()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use schemars::generate::Contract;

    use super::*;

    /// A place.
    #[derive(JsonSchema)]
    #[allow(dead_code)] // Only the schemas of these types count.
    struct Place {
        /// The name.
        name: Name,
        near: BTreeMap<String, Vec<Point>>,
    }

    /// Two coordinates.
    #[derive(Default, serde::Serialize, JsonSchema)]
    #[serde(default)]
    struct Point {
        x: f64,
        y: f64,
    }

    #[derive(JsonSchema)]
    struct Name(#[allow(dead_code)] String);

    #[derive(JsonSchema)]
    #[allow(dead_code)]
    struct Route {
        /// The start.
        start: Point,
        #[serde(flatten)]
        end: Point,
        #[serde(default)]
        tags: BTreeMap<String, Tags>,
    }

    #[derive(JsonSchema)]
    #[serde(transparent)]
    #[allow(dead_code)]
    struct Tags(Tag);

    #[derive(JsonSchema)]
    #[allow(dead_code)]
    enum Tag {
        /// Plain.
        Plain,
        At(Point),
        Named {
            point: Point,
        },
    }

    #[derive(JsonSchema)]
    #[allow(dead_code)]
    struct Ruled {
        #[schemars(length(min = 3))]
        name: Name,
    }

    #[derive(JsonSchema)]
    #[serde(tag = "kind")]
    #[allow(dead_code)]
    enum Tagged {
        Point(Point),
    }

    #[derive(JsonSchema)]
    #[allow(dead_code)]
    struct Maybe {
        point: Option<Point>,
    }

    #[derive(JsonSchema)]
    #[allow(dead_code)]
    struct Tree {
        points: [Point; 2],
        children: Vec<Tree>,
    }

    /// The name of this type is also that of a type inside it.
    #[derive(JsonSchema)]
    #[schemars(rename = "Tree")]
    #[allow(dead_code)]
    struct Forest {
        trees: Vec<Tree>,
    }

    /// Without references, a document is the one that schemars generates without references, whoever replaces them.
    #[test]
    fn definitions_replace_references_as_in_schemars() {
        fn check<T: JsonSchema>(is_moved: bool) {
            for contract in [Contract::Deserialize, Contract::Serialize] {
                for is_whole in [false, true] {
                    let calls = std::cell::Cell::new(0);
                    let make = |generator: &mut SchemaGenerator, is_whole: bool| {
                        calls.set(calls.get() + 1);
                        vec![subschema::<T>(generator, is_whole)]
                    };
                    let profile = SchemaProfile::Portable;
                    profile.generate(contract.clone(), is_whole, &make, &mut |generated| {
                        assert_eq!(calls.get() == 1, is_moved, "{}", T::schema_name());
                        let mut inlining = generator(contract.clone(), true);
                        assert_eq!(generated.schemas, make(&mut inlining, false));
                        let definitions = generated.generator.definitions();
                        assert_eq!(definitions, inlining.definitions());
                    });
                }
            }
        }
        check::<Route>(true);
        check::<Vec<Point>>(true);
        check::<Name>(true);
        // schemars adds rules, tags and `null` to the schema of a type, but not to a reference.
        check::<Place>(false);
        check::<Ruled>(false);
        check::<Tagged>(false);
        check::<Maybe>(false);
        check::<Tree>(false);
        check::<Forest>(false);
    }
}
