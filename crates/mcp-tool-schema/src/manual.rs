//! Schemas that a caller passes as values: JSON, or schemas of schemars.

use schemars::Schema;
use schemars::generate::SchemaGenerator;
use serde_json::{Map, Value};

use crate::generate::SchemaProfile;
use crate::handwritten_schema::{checked_input, checked_output};
use crate::inlining::inline_references;
use crate::large_numbers::large_numbers_in_words;
use crate::output::output_schema;

/// A schema for `ToolBuilder`. The registry publishes JSON unchanged. If the schema is
/// a [`Schema`] of schemars, the registry applies the [`SchemaProfile`] before it publishes the schema.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a schema",
    label = "is neither JSON nor a schema of schemars 1",
    note = "write `serde_json::json!({{ … }})`, or `schemars::schema_for!(Type)`"
)]
pub trait ManualSchema {
    #[doc(hidden)]
    fn into_schema_value(self) -> SchemaValue;
}

/// A schema that a caller passes as a value.
#[derive(Clone)]
pub enum SchemaValue {
    /// A handwritten schema.
    Handwritten(Value),
    /// A schema that schemars generated.
    Generated(Schema),
}

impl ManualSchema for Value {
    fn into_schema_value(self) -> SchemaValue {
        SchemaValue::Handwritten(self)
    }
}

impl ManualSchema for Map<String, Value> {
    fn into_schema_value(self) -> SchemaValue {
        SchemaValue::Handwritten(Value::Object(self))
    }
}

impl ManualSchema for Schema {
    fn into_schema_value(self) -> SchemaValue {
        SchemaValue::Generated(self)
    }
}

impl SchemaValue {
    /// Returns the published schema of a tool's arguments.
    ///
    /// # Errors
    ///
    /// Returns what is wrong with the schema.
    pub fn input(&self, profile: SchemaProfile) -> Result<Map<String, Value>, String> {
        let schema = match self {
            SchemaValue::Handwritten(schema) => return checked_input(schema),
            SchemaValue::Generated(schema) => schema,
        };
        let mut root = profile.document(true, true, &|generator, _| adopt(schema, generator));
        profile.without_examples(&mut root);
        large_numbers_in_words(&mut root);
        checked_input(&Value::Object(root))
    }

    /// Returns the published schema of a tool's structured content. Returns `None` for a generated schema
    /// that contains at most a title, a description and examples.
    ///
    /// # Errors
    ///
    /// Returns what is wrong with the schema.
    pub fn output(&self, profile: SchemaProfile) -> Result<Option<Map<String, Value>>, String> {
        match self {
            SchemaValue::Handwritten(schema) => checked_output(schema).map(Some),
            SchemaValue::Generated(schema) => {
                output_schema(&|generator, _| adopt(schema, generator), profile)
                    .map(|schema| checked_output(&Value::Object(schema)))
                    .transpose()
            }
        }
    }
}

/// Prepares a schema for a generator. Adds the schema's definitions to those of the generator. If the
/// generator inlines schemas, also replaces references with definitions.
fn adopt(schema: &Schema, generator: &mut SchemaGenerator) -> Schema {
    let mut schema = schema.clone();
    // schemars adds these two keywords to the root of a document. The schemas in a generator do
    // not have them.
    schema.remove("$schema");
    schema.remove("title");
    let Some(Value::Object(definitions)) = schema.remove("$defs") else {
        return schema;
    };
    let mut adopted = definitions.clone();
    if generator.settings().inline_subschemas {
        let mut known = |name: &str| definitions.get(name).cloned();
        for (name, definition) in &mut adopted {
            if let Some(definition) = definition.as_object_mut() {
                inline_references(definition, &mut known, true, &mut vec![name.clone()]);
            }
        }
        inline_references(schema.ensure_object(), &mut known, true, &mut Vec::new());
    }
    generator.definitions_mut().extend(adopted);
    schema
}
