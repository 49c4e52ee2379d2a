use schemars::generate::{SchemaGenerator, SchemaSettings};
use schemars::transform::Transform;
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value, json};

use super::choice::one_enum;
use super::portable::{Portable, without_null};
use super::{misfit, resolve};
use crate::arguments::{Clash, Input, Row, required};
use crate::doc_comment::Description;

/// How a type's own schema is asked for.
pub(crate) type SchemaFn = fn(&mut SchemaGenerator) -> Schema;

/// Asks `T` for its schema: the [`SchemaFn`] of `T`.
pub(crate) fn subschema<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}

/// References are inlined but for recursive types, because many clients do not follow them.
fn settings() -> SchemaSettings {
    SchemaSettings::draft2020_12().with(|settings| {
        settings.meta_schema = None;
        settings.inline_subschemas = true;
    })
}

/// What a tool publishes about its arguments, and how they find their slots.
#[derive(Default)]
pub(crate) struct InputDocument {
    pub(crate) schema: Map<String, Value>,
    pub(crate) input: Input,
    /// The arguments that cannot be as they were declared, and why.
    pub(crate) faults: Vec<(String, String)>,
}

/// The schema of a tool's arguments: always an object (R15), closed unless the tool takes what
/// it does not know (R17, R31).
pub(crate) fn input_schema(rows: &'static [Row], closed: bool) -> InputDocument {
    let mut document = InputDocument::default();
    let mut generator = settings().for_deserialize().into_generator();
    let mut root = Root::default();
    for row in rows {
        match row.joined {
            true => root.join(row, &mut generator, &mut document),
            false => root.add(row, &mut generator, &mut document),
        }
    }
    document.schema = root.finish(closed, &mut generator);
    document
}

/// The parts of the object that holds the arguments.
#[derive(Default)]
struct Root {
    properties: Map<String, Value>,
    required: Vec<Value>,
    /// The schema of arguments without a name of their own, where a joined parameter takes them.
    others: Option<Value>,
}

const FOR_INPUT: Portable = Portable { for_input: true };

impl Root {
    /// One argument.
    fn add(
        &mut self,
        row: &'static Row,
        generator: &mut SchemaGenerator,
        document: &mut InputDocument,
    ) {
        let mut schema = row.parameter.schema(generator);
        FOR_INPUT.clone().transform(&mut schema);
        let mut schema = schema.ensure_object().clone();
        if row.parameter.optional() {
            without_null(&mut schema);
        } else {
            self.required.push(Value::from(row.name));
        }
        row.parameter.write_rules(&mut schema);
        if let Some(description) = row.description.and_then(Description::text) {
            schema.insert("description".to_owned(), Value::from(description));
        }
        let mut schema = choices(schema);
        // `null` is what being absent is written as, and nothing that could be given.
        if let Some(mut default) = row.parameter.default().filter(|default| !default.is_null()) {
            without_optional_nulls(&mut default, &schema);
            schema.insert("default".to_owned(), default);
        }
        let faults = rule_faults(row).into_iter();
        let faults = faults.chain(examples(row, &mut schema));
        let fault = |fault| (row.name.to_owned(), fault);
        document.faults.extend(faults.map(fault));
        self.properties
            .insert(row.name.to_owned(), Value::Object(schema));
        if let Err(clash) = document.input.push_one(row) {
            document.faults.push(told(clash, row));
        }
    }

    /// The members of an object, as arguments.
    fn join(
        &mut self,
        row: &'static Row,
        generator: &mut SchemaGenerator,
        document: &mut InputDocument,
    ) {
        let mut schema = row.parameter.schema(generator);
        // The schema of a type that holds itself is a reference at first.
        if let Some(target) = definition(&schema, generator) {
            schema = target;
        }
        // Only a type that takes any name says so.
        let open = schema
            .get("additionalProperties")
            .is_some_and(|others| *others != json!(false));
        FOR_INPUT.clone().transform(&mut schema);
        one_enum(&mut schema);
        let mut schema = schema.ensure_object().clone();
        if let Some(reason) = cannot_be_joined(&schema) {
            // The whole input of a tool by value has no name, and no attribute.
            let remedy = if row.name.is_empty() {
                ""
            } else {
                "remove `flatten`, or "
            };
            let fault = format!(
                "{reason}; {remedy}write a struct with all members, those that may be absent as `Option`"
            );
            document.faults.push((row.name.to_owned(), fault));
            return;
        }
        let others = schema
            .remove("additionalProperties")
            .filter(Value::is_object);
        let clashes = document.input.push_joined(Some(row), &schema, open);
        document
            .faults
            .extend(clashes.into_iter().map(|clash| told(clash, row)));
        if open {
            self.others = Some(others.unwrap_or_else(|| json!({})));
        }
        self.required.extend(required(&schema).map(Value::from));
        if row.sensitive {
            document.faults.extend(exposed(&mut schema));
        }
        if let Some(Value::Object(properties)) = schema.remove("properties") {
            self.properties.extend(properties);
        }
    }

    fn finish(self, closed: bool, generator: &mut SchemaGenerator) -> Map<String, Value> {
        let mut root = Map::new();
        root.insert("type".to_owned(), json!("object"));
        root.insert("properties".to_owned(), Value::Object(self.properties));
        if !self.required.is_empty() {
            root.insert("required".to_owned(), Value::Array(self.required));
        }
        match self.others {
            // Anything at all is what is said by saying nothing.
            Some(others) if others == json!({}) => {}
            Some(others) => {
                root.insert("additionalProperties".to_owned(), others);
            }
            None if closed => {
                root.insert("additionalProperties".to_owned(), json!(false));
            }
            None => {}
        }
        finish(root, generator, &FOR_INPUT)
    }
}

/// Choices among strings as one `enum`; what they say goes behind the argument's own description.
fn choices(schema: Map<String, Value>) -> Map<String, Value> {
    let mut schema = Schema::from(schema);
    one_enum(&mut schema);
    std::mem::take(schema.ensure_object())
}

/// Takes what would publish a part of a secret from the members of a sensitive struct; a header,
/// which proxies log, is not for us to take (R48).
fn exposed(schema: &mut Map<String, Value>) -> Vec<(String, String)> {
    let members = schema.get_mut("properties").and_then(Value::as_object_mut);
    let mut faults = Vec::new();
    for (name, member) in members.into_iter().flatten() {
        let Some(member) = member.as_object_mut() else {
            continue;
        };
        member.remove("default");
        member.remove("examples");
        if member.contains_key("x-mcp-header") {
            let fault = "it is `sensitive`, and cannot be repeated in a header, which proxies log";
            faults.push((name.clone(), fault.to_owned()));
        }
    }
    faults
}

/// What is wrong with the rules of an argument, or with its default under them.
fn rule_faults(row: &Row) -> Vec<String> {
    let rules = (0..).map_while(|index| row.parameter.rule_fault(index));
    let mut faults: Vec<_> = rules.flatten().collect();
    if let Some(rule) = row.parameter.rule_of_default() {
        let default = row.parameter.default().unwrap_or_default();
        faults.push(format!(
            "its default {default} breaks its own rule `{rule}`; write another default, or another rule"
        ));
    }
    faults
}

/// Writes the row's examples, and says what is wrong with them.
fn examples(row: &Row, schema: &mut Map<String, Value>) -> Vec<String> {
    let mut faults = Vec::new();
    let mut examples = Vec::new();
    for example in row.examples {
        match example() {
            Some(mut example) if is_value(row, &example) => {
                without_optional_nulls(&mut example, schema);
                match fits(&example, schema) {
                    true => examples.push(example),
                    false => faults.push(format!(
                        "its example {example} would be read, but is not what the schema says"
                    )),
                }
            }
            Some(example) => faults.push(match row.parameter.broken_rule(example.clone()) {
                Some(rule) => format!("its example {example} breaks its own rule `{rule}`"),
                None => format!("its example {example} is no value of it"),
            }),
            None => faults.push("its example cannot be written as JSON".to_owned()),
        }
    }
    if !examples.is_empty() {
        schema.insert("examples".to_owned(), Value::Array(examples));
    }
    faults
}

/// Whether the argument can have the value; `null` is what being absent is written as.
fn is_value(row: &Row, value: &Value) -> bool {
    let is_absence = value.is_null() && row.parameter.optional();
    !is_absence && row.parameter.accepts(value.clone())
}

/// R30. Definitions that a schema refers to are not known yet: what refers to one fits.
fn fits(value: &Value, schema: &Map<String, Value>) -> bool {
    let schema = Value::Object(schema.clone());
    misfit(&schema, value, &Map::new()).is_none()
}

/// What a schema refers to that is nothing but a reference.
fn definition(schema: &Schema, generator: &SchemaGenerator) -> Option<Schema> {
    let name = schema.get("$ref")?.as_str()?.strip_prefix("#/$defs/")?;
    Schema::try_from(generator.definitions().get(name)?.clone()).ok()
}

/// Why the members of what the schema describes cannot be arguments: they must all be known.
fn cannot_be_joined(schema: &Map<String, Value>) -> Option<&'static str> {
    if ["anyOf", "oneOf", "allOf"]
        .iter()
        .any(|keyword| schema.contains_key(*keyword))
    {
        return Some("it takes one of several forms, and the arguments of a tool have one");
    }
    if schema.contains_key("patternProperties") {
        return Some("its names are no plain texts, and those of a tool's arguments are");
    }
    (schema.get("type") != Some(&json!("object")))
        .then_some("its type is no struct, so it has no members")
}

fn told(clash: Clash, row: &Row) -> (String, String) {
    match clash {
        Clash::Name(name) => {
            let reason = match row.joined {
                true => format!(
                    "the members of `{}` are arguments, and there is another one of this name; rename one of the two",
                    row.name
                ),
                false => "another argument has this name; rename one of the two".to_owned(),
            };
            (name, reason)
        }
        Clash::Open => (
            row.name.to_owned(),
            "it takes all names that the tool does not know, and so does another parameter"
                .to_owned(),
        ),
    }
}

/// The schema of a tool's structured content; `None` for a type that admits anything.
pub(crate) fn output_schema(schema: SchemaFn) -> Option<Map<String, Value>> {
    let portable = Portable { for_input: false };
    let mut generator = settings().for_serialize().into_generator();
    let mut schema = schema(&mut generator);
    portable.clone().transform(&mut schema);
    one_enum(&mut schema);
    let root = schema.ensure_object().clone();
    let says_nothing = root
        .keys()
        .all(|key| matches!(key.as_str(), "title" | "description" | "examples"));
    if says_nothing {
        return None;
    }
    let mut root = finish(root, &mut generator, &portable);
    if admits_objects_only(&Value::Object(root.clone()), &root, 8) {
        // Said in so many words even where each branch says it (R98).
        root.insert("type".to_owned(), json!("object"));
    }
    Some(root)
}

/// The schema of an object that holds the structured content under `name`.
pub(crate) fn wrapped(name: &str, inner: Option<Map<String, Value>>) -> Map<String, Value> {
    let mut inner = inner.unwrap_or_default();
    let definitions = inner.remove("$defs");
    let mut root = Map::new();
    root.insert("type".to_owned(), json!("object"));
    root.insert("properties".to_owned(), json!({ name: inner }));
    root.insert("required".to_owned(), json!([name]));
    if let Some(definitions) = definitions {
        root.insert("$defs".to_owned(), definitions);
    }
    root.sort_keys();
    root
}

/// Serialising writes `null` where a member may be left out; the schema of what is read does not
/// admit it there (R30).
fn without_optional_nulls(value: &mut Value, schema: &Map<String, Value>) {
    match value {
        Value::Object(members) => {
            let known = schema.get("properties").and_then(Value::as_object);
            let is_required = |name: &str| required(schema).any(|other| other == name);
            members.retain(|name, member| {
                !member.is_null()
                    || is_required(name)
                    || known.is_none_or(|known| !known.contains_key(name))
            });
            for (name, member) in members {
                let schema = known
                    .and_then(|known| known.get(name))
                    .and_then(Value::as_object);
                if let Some(schema) = schema {
                    without_optional_nulls(member, schema);
                }
            }
        }
        Value::Array(items) => {
            if let Some(schema) = schema.get("items").and_then(Value::as_object) {
                items
                    .iter_mut()
                    .for_each(|item| without_optional_nulls(item, schema));
            }
        }
        _ => {}
    }
}

/// Adds the definitions that recursive types refer to, and sorts every object: the order must
/// not depend on the features of serde_json that somebody else in the program chose (R136).
fn finish(
    mut root: Map<String, Value>,
    generator: &mut SchemaGenerator,
    portable: &Portable,
) -> Map<String, Value> {
    let definitions = generator.take_definitions(true);
    if !definitions.is_empty() {
        let mut portable_definitions = Map::new();
        for (name, definition) in definitions {
            if let Ok(mut schema) = Schema::try_from(definition) {
                portable.clone().transform(&mut schema);
                one_enum(&mut schema);
                portable_definitions.insert(name, schema.to_value());
            }
        }
        root.insert("$defs".to_owned(), Value::Object(portable_definitions));
    }
    root.sort_keys();
    root.values_mut().for_each(Value::sort_all_objects);
    root
}

fn admits_objects_only(schema: &Value, root: &Map<String, Value>, depth: usize) -> bool {
    let Some(depth) = depth.checked_sub(1) else {
        return false;
    };
    let schema = resolve(schema, root);
    if schema.get("type") == Some(&json!("object")) {
        return true;
    }
    ["anyOf", "oneOf"].into_iter().any(|keyword| {
        schema
            .get(keyword)
            .and_then(Value::as_array)
            .is_some_and(|branches| {
                !branches.is_empty()
                    && branches
                        .iter()
                        .all(|branch| admits_objects_only(branch, root, depth))
            })
    })
}
