//! Makes the input schema of a tool, and the slots of its arguments.

use schemars::Schema;
use schemars::generate::{Contract, SchemaGenerator};
use serde_json::{Map, Value, json};

use super::input::{Clash, Input};
use super::minimal_call::refused_members;
use super::probe::complete;
use super::row::Row;
use crate::doc_comment::Description;
use crate::schema::document::{definition, definition_name, references, required};
use crate::schema::profile::{self, Generated};
use crate::schema::{Check, SchemaProfile, large_numbers_in_words, mentions_rules, misfit};

/// The input schema of a tool, and the slots of its arguments.
#[derive(Default)]
pub(crate) struct InputDocument {
    pub(crate) schema: Map<String, Value>,
    pub(crate) input: Input,
    /// The arguments with a wrong declaration, and the reasons.
    pub(crate) faults: Vec<(String, String)>,
}

impl InputDocument {
    /// Returns the document of a schema that is not made of rows. One slot takes all arguments.
    pub(crate) fn of_schema(schema: Map<String, Value>) -> Self {
        let input = Input::of_schema(&schema);
        InputDocument {
            schema,
            input,
            faults: Vec::new(),
        }
    }
}

/// Makes the schema of a tool's arguments: an object, and `closed` unless the tool accepts unknown
/// arguments.
pub(crate) fn input_schema(
    rows: &'static [Row],
    closed: bool,
    profile: SchemaProfile,
) -> InputDocument {
    let mut document = InputDocument::default();
    let Generated {
        schemas,
        mut generator,
        as_generated: (as_generated, definitions),
    } = profile.generate(Contract::Deserialize, |generator| {
        // A client needs the type of an argument in a header without following a reference.
        let schema = |row: &Row| match is_in_header(row) {
            true => row
                .parameter
                .schema(&mut profile::generator(Contract::Deserialize, true)),
            false => row.parameter.schema(generator),
        };
        rows.iter().map(schema).collect()
    });
    let mut root = Root {
        profile,
        ..Root::default()
    };
    for ((row, schema), as_generated) in rows.iter().zip(schemas).zip(as_generated) {
        let check = check(row, &as_generated, &definitions, profile, &mut document);
        match row.joined {
            true => {
                let as_generated = members(&as_generated, &definitions);
                root.join(row, schema, as_generated, &generator, check, &mut document);
            }
            false => root.add(row, schema, &generator, check, &mut document),
        }
    }
    document.schema = root.finish(closed, &mut generator);
    for alias in complete(&mut document.schema, &mut document.input) {
        let reason = "it is the `#[serde(alias)]` of one argument and the name of another; rename one of the two";
        document.faults.push((alias.to_owned(), reason.to_owned()));
    }
    document.input.bound_nesting(&document.schema);
    document
        .faults
        .extend(refused_members(&document.input, &document.schema));
    if document.schema.values().any(mentions_examples) {
        let written = document.schema.clone();
        if profile.without_examples(&mut document.schema) {
            // The message about a rejected call still shows an example.
            document.input.keep_examples(&written);
        }
    }
    large_numbers_in_words(&mut document.schema);
    document
}

/// Returns whether a schema may have examples.
fn mentions_examples(value: &Value) -> bool {
    match value {
        Value::Object(members) => members
            .iter()
            .any(|(name, value)| name == "examples" || mentions_examples(value)),
        Value::Array(items) => items.iter().any(mentions_examples),
        _ => false,
    }
}

/// The parts of the object that holds the arguments.
#[derive(Default)]
struct Root {
    profile: SchemaProfile,
    properties: Map<String, Value>,
    required: Vec<Value>,
    /// The schema of unknown arguments, if a joined parameter accepts them.
    others: Option<Value>,
}

impl Root {
    /// Adds one argument.
    fn add(
        &mut self,
        row: &'static Row,
        mut schema: Schema,
        generator: &SchemaGenerator,
        check: Option<Check>,
        document: &mut InputDocument,
    ) {
        let profile = match is_in_header(row) {
            true => SchemaProfile::Portable,
            false => self.profile,
        };
        let target = definition(&schema, generator);
        let is_optional = row.is_optional();
        // Remove `null` first, so that the next step recognizes an enum.
        if is_optional && let Some(schema) = schema.as_object_mut() {
            profile.without_null(schema);
        }
        let description = row.description.and_then(Description::text);
        profile.apply(&mut schema, true, description);
        let mut schema = std::mem::take(schema.ensure_object());
        if is_optional {
            profile.without_null(&mut schema);
        } else {
            self.required.push(Value::from(row.name));
        }
        row.parameter.write_rules(&mut schema);
        // `null` means that the argument is absent.
        if let Some(mut default) = row.default_as_json().filter(|default| !default.is_null()) {
            let whole = target.as_ref().and_then(Schema::as_object);
            without_optional_nulls(&mut default, whole.unwrap_or(&schema));
            schema.insert("default".to_owned(), default);
        }
        let faults = rule_faults(row).into_iter();
        let faults = faults.chain(examples(row, &mut schema, check.as_ref()));
        let fault = |fault| (row.name.to_owned(), fault);
        document.faults.extend(faults.map(fault));
        self.properties
            .insert(row.name.to_owned(), Value::Object(schema));
        if let Err(clash) = document.input.push_one(row, check) {
            document.faults.push(clash_fault(clash, row));
        }
    }

    /// Adds the members of an object as arguments.
    fn join(
        &mut self,
        row: &'static Row,
        mut schema: Schema,
        as_generated: Map<String, Value>,
        generator: &SchemaGenerator,
        check: Option<Check>,
        document: &mut InputDocument,
    ) {
        // The schema of a recursive type is a reference at first.
        if let Some(target) = definition(&schema, generator) {
            schema = target;
        }
        // Only a type that admits any name has this keyword.
        let open = schema
            .get("additionalProperties")
            .is_some_and(|others| *others != json!(false));
        self.profile.apply(&mut schema, true, None);
        let mut schema = std::mem::take(schema.ensure_object());
        if let Some(reason) = cannot_be_joined(row.name, &schema) {
            document.faults.push((row.name.to_owned(), reason));
            return;
        }
        let others = schema
            .remove("additionalProperties")
            .filter(Value::is_object);
        let clashes = document
            .input
            .push_joined(Some(row), &schema, as_generated, open, check);
        document
            .faults
            .extend(clashes.into_iter().map(|clash| clash_fault(clash, row)));
        if open {
            self.others = Some(others.unwrap_or_else(|| json!({})));
        }
        self.required.extend(required(&schema).map(Value::from));
        if row.sensitive {
            document.faults.extend(hide_secrets(&mut schema));
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
            // Without `additionalProperties`, a schema admits any member.
            Some(others) if others == json!({}) => {}
            Some(others) => {
                root.insert("additionalProperties".to_owned(), others);
            }
            None if closed => {
                root.insert("additionalProperties".to_owned(), json!(false));
            }
            None => {}
        }
        self.profile.finish(root, generator, true)
    }
}

/// Returns the check of an argument beyond its type. There is none for a schema without rules, or
/// one written by hand.
fn check(
    row: &Row,
    schema: &Schema,
    definitions: &Map<String, Value>,
    profile: SchemaProfile,
    document: &mut InputDocument,
) -> Option<Check> {
    if row.parameter.is_described_by_hand()
        || !(mentions_rules(schema.as_value()) || definitions.values().any(mentions_rules))
    {
        return None;
    }
    match Check::new(schema.clone().to_value(), definitions.clone(), profile) {
        Ok(check) => check,
        Err(faults) => {
            let faults = faults.into_iter().map(|fault| (row.name.to_owned(), fault));
            document.faults.extend(faults);
            None
        }
    }
}

/// Whether a client repeats the argument in a header.
fn is_in_header(row: &Row) -> bool {
    let mut rules = Map::new();
    row.parameter.write_rules(&mut rules);
    rules.contains_key("x-mcp-header")
}

/// Removes the keywords that would publish a part of a secret from the members of a sensitive
/// struct. Returns a fault for a header, because proxies log headers.
fn hide_secrets(schema: &mut Map<String, Value>) -> Vec<(String, String)> {
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

/// Returns the faults in the rules of an argument, and in its default.
fn rule_faults(row: &Row) -> Vec<String> {
    let mut faults = row.parameter.rule_faults();
    if let Some(default) = row.default_as_json()
        && let Some(rule) = row.parameter.broken_rule(default.clone())
    {
        faults.push(format!(
            "its default {default} breaks its own rule `{rule}`; write another default, or another rule"
        ));
    }
    faults
}

/// Writes the row's examples, and returns their faults.
fn examples(row: &Row, schema: &mut Map<String, Value>, check: Option<&Check>) -> Vec<String> {
    let mut faults = Vec::new();
    let mut examples = Vec::new();
    for example in row.examples {
        match example() {
            Some(mut example) if is_value(row, &example) => {
                without_optional_nulls(&mut example, schema);
                let keeps_rules = check.is_none_or(|check| check.admits(&example));
                match keeps_rules && fits(&example, schema) {
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

/// Whether the argument can have the value. `null` means that it is absent.
fn is_value(row: &Row, value: &Value) -> bool {
    let is_absence = value.is_null() && row.is_optional();
    !is_absence && row.parameter.accepts(value.clone())
}

/// Whether a value fits a schema. Definitions are not known yet, so every value fits a reference.
fn fits(value: &Value, schema: &Map<String, Value>) -> bool {
    let schema = Value::Object(schema.clone());
    misfit(&schema, value, &Map::new()).is_none()
}

/// Returns the schema of an object whose members are arguments, with the definitions if it needs any.
fn members(schema: &Schema, definitions: &Map<String, Value>) -> Map<String, Value> {
    let target = schema.get("$ref").and_then(Value::as_str);
    let target = target.and_then(|name| definitions.get(&definition_name(name)?)?.as_object());
    let mut members = target.or(schema.as_object()).cloned().unwrap_or_default();
    if members.values().any(|value| !references(value).is_empty()) {
        members.insert("$defs".to_owned(), Value::Object(definitions.clone()));
    }
    members
}

/// Returns the reason why the members of an object cannot be arguments, and the remedy. All members
/// must be known.
fn cannot_be_joined(name: &str, schema: &Map<String, Value>) -> Option<String> {
    // The input of a tool by value has neither a name nor an attribute.
    let as_one = match name {
        "" => "make it a member of a struct, which then has one argument".to_owned(),
        name => format!("remove `flatten`, which makes it one argument `{name}`"),
    };
    let is_choice = ["anyOf", "oneOf", "allOf"]
        .iter()
        .any(|keyword| schema.contains_key(*keyword));
    if is_choice {
        return Some(format!(
            "it has one of several forms, and clients refuse a tool whose arguments have more than \
             one; {as_one}; or make a tool of each form, or one struct with the members of all \
             forms, as `Option`"
        ));
    }
    if schema.contains_key("patternProperties") {
        return Some(format!(
            "its names are no plain texts, and those of a tool's arguments are; {as_one}; or write \
             a struct with all members, those that may be absent as `Option`"
        ));
    }
    (schema.get("type") != Some(&json!("object"))).then(|| {
        format!(
            "it is not a struct, so it has no members; {as_one}; or write a struct with all members, \
             those that may be absent as `Option`"
        )
    })
}

/// Returns the argument that a clash is about, and the reason.
fn clash_fault(clash: Clash, row: &Row) -> (String, String) {
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

/// Removes `null` from optional members: serde serializes `None` as `null`, and the input schema does not
/// admit that.
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
