use schemars::Schema;
use schemars::generate::{Contract, SchemaGenerator, SchemaSettings};
use serde_json::{Map, Value};

use super::portable::{self, Portable, asks_for_names};
use super::references::{can_be_inlined, references_alone};

/// What becomes of the schemas that types have of themselves, before they are published.
///
/// Schemas that are written by hand are published as they are, whatever the profile.
///
/// ```
/// use mcp_tool_runtime::{SchemaProfile, ToolRegistry, mcp_tool, tools};
/// use serde_json::json;
///
/// /// Waits.
/// #[mcp_tool]
/// async fn wait(
///     /// For how long
///     seconds: Option<u8>,
/// ) {
///     let _ = seconds;
/// }
///
/// let published = |profile| {
///     let builder = ToolRegistry::builder(()).schema_profile(profile);
///     let registry = builder.tools(tools![wait]).build()?;
///     Ok(registry.definitions()[0].input_schema["properties"]["seconds"].clone())
/// };
/// assert_eq!(
///     published(SchemaProfile::Portable)?,
///     json!({ "description": "For how long", "type": "integer", "minimum": 0, "maximum": 255 }),
/// );
/// assert_eq!(
///     published(SchemaProfile::AsGenerated)?,
///     json!({
///         "description": "For how long",
///         "type": ["integer", "null"], "format": "uint8", "minimum": 0, "maximum": 255,
///     }),
/// );
/// # Ok::<(), mcp_tool_runtime::BuildError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SchemaProfile {
    /// They say the same in words that every client takes: schemas in the place of references, one
    /// type for each schema, choices among strings as one `enum`, bounds
    /// in place of formats that JSON Schema does not have, examples of what is read as words, no
    /// booleans for schemas.
    ///
    /// References are kept to types that contain themselves, and in a document that would be more than
    /// 16 KiB larger without them. The linter reports them; smaller types need none.
    #[default]
    Portable,
    /// They are published as schemars makes them, with references and `$defs`. For clients that are
    /// known to read all of JSON Schema 2020-12.
    AsGenerated,
}

impl SchemaProfile {
    /// Generates schemas of one document, and the definitions that they refer to.
    ///
    /// Many clients do not follow references. So the portable profile generates once more, without
    /// them, where there are any and the document is not far larger for it.
    pub(crate) fn generate(
        self,
        contract: Contract,
        make: impl Fn(&mut SchemaGenerator) -> Vec<Schema>,
    ) -> Generated {
        let mut generator = generator(contract.clone(), false);
        let mut schemas = make(&mut generator);
        let by_reference = (schemas.clone(), generator.definitions().clone());
        let definitions = &by_reference.1;
        if self == SchemaProfile::Portable && !definitions.is_empty() {
            if can_be_inlined(&schemas, definitions) {
                generator = self::generator(contract, true);
                schemas = make(&mut generator);
            } else {
                let schemas_of_root = schemas.iter_mut().map(Schema::ensure_object);
                let defined = generator.definitions_mut().values_mut();
                let defined = defined.filter_map(Value::as_object_mut);
                for schema in schemas_of_root.chain(defined) {
                    references_alone(schema, definitions);
                }
            }
        }
        Generated {
            schemas,
            generator,
            by_reference,
        }
    }

    /// Makes of a schema what is published; `description` is what is said about the whole, in place
    /// of what its type says.
    pub(crate) fn apply(self, schema: &mut Schema, for_input: bool, description: Option<String>) {
        match self {
            SchemaProfile::Portable => {
                let pass = Portable {
                    for_input,
                    is_watched: false,
                };
                pass.apply(schema, description);
            }
            SchemaProfile::AsGenerated => {
                if let Some(description) = description {
                    schema.insert("description".to_owned(), description.into());
                }
            }
        }
    }

    /// Whether a list whose items must differ is published as such.
    pub(crate) fn keeps_unique_items(self, list: &Map<String, Value>) -> bool {
        self == SchemaProfile::AsGenerated || portable::keeps_unique_items(list)
    }

    /// The same for definitions, which `root` and each other may refer to.
    pub(crate) fn apply_to_definitions(
        self,
        definitions: &mut Map<String, Value>,
        root: &Map<String, Value>,
        for_input: bool,
    ) {
        if self == SchemaProfile::AsGenerated {
            return;
        }
        let is_watched = asks_for_names(root) || asks_for_names(definitions);
        let pass = Portable {
            for_input,
            is_watched,
        };
        for definition in definitions.values_mut() {
            if let Ok(schema) = definition.try_into() {
                pass.apply(schema, None);
            }
        }
    }

    /// Says what stands under `examples` in words; whether there was any.
    pub(crate) fn without_examples(self, schema: &mut Map<String, Value>) -> bool {
        self == SchemaProfile::Portable && portable::examples_in_words(schema)
    }

    /// Takes `null` out of the schema of what may be left out.
    pub(crate) fn without_null(self, schema: &mut Map<String, Value>) {
        if self == SchemaProfile::Portable {
            portable::without_null(schema);
        }
    }
}

/// Schemas of one document.
pub(crate) struct Generated {
    /// For the profile to be applied to.
    pub(crate) schemas: Vec<Schema>,
    pub(crate) generator: SchemaGenerator,
    /// The same as schemars made them, with references to these definitions.
    pub(crate) by_reference: (Vec<Schema>, Map<String, Value>),
}

/// Generates schemas with references, or with schemas in their place.
pub(crate) fn generator(contract: Contract, inlines: bool) -> SchemaGenerator {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.meta_schema = None;
        settings.contract = contract;
        settings.inline_subschemas = inlines;
    });
    settings.into_generator()
}
