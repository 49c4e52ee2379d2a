//! Schemas that a caller passes as values: JSON, or schemas of schemars.

use schemars::Schema;
use schemars::generate::{Contract, SchemaGenerator};
use serde_json::{Map, Value, json};

use crate::definitions::{definition, definition_name};
use crate::generate::{Generated, SchemaProfile};
use crate::handwritten_schema::{checked_input, checked_output};
use crate::keywords::Keywords as _;
use crate::keywords::each_inner;
use crate::large_numbers::large_numbers_in_words;
use crate::output::output_schema;
use crate::portable::{conjoin, is_annotation};

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
        let make = |generator: &mut SchemaGenerator| vec![adopt(schema, generator)];
        let Generated {
            schemas,
            mut generator,
            ..
        } = profile.generate(Contract::Deserialize, make);
        let mut schema = schemas.into_iter().next().unwrap_or_default();
        if let Some(target) = definition(&schema, &generator) {
            schema = target;
        }
        profile.apply(&mut schema, true, None);
        let mut root = profile.finish(schema.ensure_object().clone(), &mut generator, true);
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
                output_schema(|generator| adopt(schema, generator), profile)
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
        for (name, definition) in &mut adopted {
            inline(definition, &definitions, &mut vec![name.clone()]);
        }
        let mut root = schema.to_value();
        inline(&mut root, &definitions, &mut Vec::new());
        schema = Schema::try_from(root).unwrap_or_default();
    }
    generator.definitions_mut().extend(adopted);
    schema
}

/// Replaces references with their definitions. Keeps a reference if `open` contains the name of its
/// definition, because `inline` is already inserting that definition. Such a reference belongs to a recursive
/// type.
fn inline(schema: &mut Value, definitions: &Map<String, Value>, open: &mut Vec<String>) {
    let Some(members) = schema.as_object_mut() else {
        return;
    };
    each_inner(members, &mut |_, inner| inline(inner, definitions, open));
    let name = members.text("$ref").and_then(definition_name);
    if let Some(name) = name.filter(|name| !open.contains(name))
        && let Some(definition) = definitions.get(&name)
    {
        members.remove("$ref");
        let siblings = std::mem::take(members);
        let mut target = definition.clone();
        open.push(name);
        inline(&mut target, definitions, open);
        open.pop();
        *schema = with_keywords(target, siblings);
    }
}

/// Returns a definition with the keywords that were next to the reference to it. Drops the keywords if the
/// definition is `true` or `false`.
fn with_keywords(mut target: Value, siblings: Map<String, Value>) -> Value {
    let Some(members) = target.as_object_mut() else {
        return target;
    };
    if siblings.keys().all(|keyword| is_annotation(keyword)) {
        members.extend(siblings);
        return target;
    }
    match conjoin(&siblings, members) {
        Some(joined) => Value::Object(joined),
        None => json!({ "allOf": [target, siblings] }),
    }
}
