//! Generates schemas, and rewrites them for clients.

use schemars::generate::{Contract, SchemaGenerator, SchemaSettings};
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value};

use crate::definitions::{definition, definition_name, references, used};
use crate::inlining::{can_be_inlined, inline_references};
use crate::portable;

/// A function that generates a type's schema.
pub type SchemaFn = fn(&mut SchemaGenerator) -> Schema;

/// Generates the schema of `T`, which can be a reference to a definition. The function `subschema::<T>` is
/// the [`SchemaFn`] of `T`.
pub fn subschema<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
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
    /// The first attempt generates references. Many clients do not follow references, so the portable profile
    /// then replaces them with definitions. If the document would grow too large, the profile replaces only
    /// references with keywords beside them.
    pub fn generate(
        self,
        contract: Contract,
        make: impl Fn(&mut SchemaGenerator) -> Vec<Schema>,
    ) -> Generated {
        let is_input = matches!(contract, Contract::Deserialize);
        let mut generator = generator(contract.clone(), false);
        let mut schemas = make(&mut generator);
        let is_portable = self == SchemaProfile::Portable && !generator.definitions().is_empty();
        if is_portable
            && let Some(name) = lone_definition(&schemas, generator.definitions())
            && let Some(Ok(whole)) = generator
                .definitions_mut()
                .remove(&name)
                .map(Schema::try_from)
        {
            let definition = is_input.then(|| (name, whole.clone().to_value()));
            return Generated {
                schemas: vec![whole],
                as_generated: (schemas, definition.into_iter().collect()),
                generator,
            };
        }
        let inlines = is_portable && can_be_inlined(&schemas, generator.definitions());
        if inlines {
            generator = self::generator(contract, true);
            schemas = make(&mut generator);
        }
        let keeps_references = is_portable && !inlines;
        let as_generated = if is_input || keeps_references {
            (schemas.clone(), generator.definitions().clone())
        } else {
            Default::default()
        };
        if keeps_references {
            let schemas_of_root = schemas.iter_mut().map(Schema::ensure_object);
            let definitions = generator.definitions_mut().values_mut();
            let defined = definitions.filter_map(Value::as_object_mut);
            for schema in schemas_of_root.chain(defined) {
                inline_references(schema, &as_generated.1, false, &mut Vec::new());
            }
        }
        Generated {
            schemas,
            generator,
            as_generated,
        }
    }

    /// Generates and rewrites a document from one schema. If `follows_root` is true, the root is not a reference, but
    /// the definition that it refers to.
    pub(crate) fn document(
        self,
        for_input: bool,
        follows_root: bool,
        make: impl Fn(&mut SchemaGenerator) -> Schema,
    ) -> Map<String, Value> {
        let contract = if for_input {
            Contract::Deserialize
        } else {
            Contract::Serialize
        };
        let generated = self.generate(contract, |generator| vec![make(generator)]);
        let mut generator = generated.generator;
        let mut schema = generated.schemas.into_iter().next().unwrap_or_default();
        if follows_root && let Some(target) = definition(&schema, &generator) {
            schema = target;
        }
        self.apply(&mut schema, for_input, None);
        let root = std::mem::take(schema.ensure_object());
        self.finish(root, &mut generator, for_input)
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
        definitions.retain(|name, _| used.contains(name));
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

/// Returns the name of the definition to which a document refers, if the document has no other content.
/// Returns `None` if there are several definitions, or if the definition has references.
fn lone_definition(schemas: &[Schema], definitions: &Map<String, Value>) -> Option<String> {
    let [schema] = schemas else { return None };
    let root = schema.as_object().filter(|root| root.len() == 1)?;
    let name = definition_name(root.get("$ref")?.as_str()?)?;
    let definition = definitions.get(&name).filter(|_| definitions.len() == 1)?;
    references(definition).is_empty().then_some(name)
}

/// The schemas of one document.
pub struct Generated {
    /// The schemas to rewrite.
    pub schemas: Vec<Schema>,
    pub generator: SchemaGenerator,
    /// The schemas as schemars generated them, and their definitions. For output, this field is unused and
    /// may be empty.
    pub as_generated: (Vec<Schema>, Map<String, Value>),
}

/// Returns a generator. If `inlines` is true, it inlines definitions. Otherwise, it writes references.
pub fn generator(contract: Contract, inlines: bool) -> SchemaGenerator {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.meta_schema = None;
        settings.contract = contract;
        settings.inline_subschemas = inlines;
    });
    settings.into_generator()
}
