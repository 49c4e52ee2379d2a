//! Creates the input schema of a tool, and the slots of its arguments.

use mcp_tool_schema::definitions::{definition, definition_name, properties, references, required};
use mcp_tool_schema::doc_comment::Description;
use mcp_tool_schema::generate::{Generated, SchemaProfile, inlined_schema};
use mcp_tool_schema::json_values::to_json;
use mcp_tool_schema::keywords::{Keywords as _, find_schema};
use mcp_tool_schema::large_numbers::large_numbers_in_words;
use mcp_tool_schema::rules::Rules;
use schemars::Schema;
use schemars::generate::{Contract, SchemaGenerator};
use serde_json::{Map, Value, json};

use super::input::{Holds, Input, InputSlot};
use super::published_values::{examples, invalid_values, without_optional_nulls};
use super::row::Row;
use super::sample_values::complete;
use crate::error::catch;

/// The input schema of a tool, and the slots of its arguments.
#[derive(Default)]
pub(crate) struct InputDocument {
    pub(crate) schema: Map<String, Value>,
    pub(crate) input: Input,
    /// The name of each wrongly declared argument, and the fault of the declaration.
    pub(crate) faults: Vec<(String, String)>,
}

impl InputDocument {
    /// Returns the input of a tool whose author supplied the whole input schema. One slot takes all
    /// arguments.
    pub(crate) fn of_schema(schema: Map<String, Value>, is_enforced: bool) -> Self {
        let input = Input::of_schema(&schema, is_enforced);
        InputDocument {
            schema,
            input,
            faults: Vec::new(),
        }
    }
}

/// Creates the schema and the slots of a tool's arguments. If `closed` is true, the schema forbids unknown
/// arguments, unless a flattened parameter accepts them.
pub(crate) fn input_schema(
    rows: &'static [Row],
    closed: bool,
    profile: SchemaProfile,
) -> InputDocument {
    let make = |generator: &mut SchemaGenerator, _| {
        // Inline the schema of an argument that clients repeat in a header. For such an argument,
        // clients read the keyword `type` of the schema, but do not follow references.
        let schema = |row: &Row| {
            if row.parameter.is_in_header() {
                inlined_schema(&|inlining| row.parameter.schema(inlining))
            } else {
                row.parameter.schema(generator)
            }
        };
        rows.iter().map(schema).collect()
    };
    let mut document = InputDocument::default();
    profile.generate(Contract::Deserialize, false, &make, &mut |generated| {
        document = generated_input(rows, closed, profile, generated);
    });
    document
}

fn generated_input(
    rows: &'static [Row],
    closed: bool,
    profile: SchemaProfile,
    generated: Generated<'_>,
) -> InputDocument {
    let Generated {
        schemas,
        generator,
        originals,
    } = generated;
    let (as_generated, definitions) = match &originals {
        Some((schemas, definitions)) => (schemas, definitions),
        None => (&schemas, generator.definitions()),
    };
    let described: Vec<_> = rows
        .iter()
        .zip(as_generated)
        .map(|(row, schema)| {
            let rules = Rules::find(schema.as_value(), definitions, profile);
            let members = row.joined.then(|| members(schema, definitions));
            (rules, members)
        })
        .collect();
    let is_closed = described.iter().any(|(rules, _)| rules.is_closed);
    let mut root = Root {
        profile,
        input: Input::with_capacity(rows.len()),
        ..Root::default()
    };
    for ((row, schema), (rules, members)) in rows.iter().zip(schemas).zip(described) {
        // A handwritten schema has no rules.
        let has_rules = rules.need_check && !row.parameter.is_described_by_hand();
        if has_rules {
            for fault in rules.faults {
                root.faulty(row.name, fault);
            }
        }
        match members {
            Some(members) => root.join(row, schema, members, generator, has_rules),
            None => root.add(row, schema, generator, has_rules),
        }
    }
    let mut schema = root.finish(closed, generator);
    let Root {
        mut input,
        mut faults,
        ..
    } = root;
    faults.extend(complete(&mut schema, &mut input));
    input.bound_nesting(&schema);
    if is_closed {
        faults.extend(refused_members(&input, &schema));
    }
    let (mut invalid, has_examples) = invalid_values(&schema);
    invalid.retain(|(name, _)| faults.iter().all(|(faulty, _)| faulty != name));
    faults.extend(invalid);
    if has_examples {
        let written = schema.clone();
        if profile.without_examples(&mut schema) {
            // Keep the examples for the message about a rejected call.
            input.keep_examples(&written);
        }
    }
    let exact = input.has_rules().then(|| schema.clone());
    large_numbers_in_words(&mut schema);
    if let Some(exact) = exact.filter(|exact| *exact != schema) {
        input.keep_exact(exact);
    }
    InputDocument {
        schema,
        input,
        faults,
    }
}

/// The object schema of all arguments, while it is built.
#[derive(Default)]
struct Root {
    profile: SchemaProfile,
    properties: Map<String, Value>,
    required: Vec<Value>,
    /// The schema of unknown arguments, if a flattened parameter accepts them.
    others: Option<Value>,
    input: Input,
    faults: Vec<(String, String)>,
}

impl Root {
    /// Records a fault of an argument.
    fn faulty(&mut self, name: &str, fault: String) {
        self.faults.push((name.to_owned(), fault));
    }

    /// Adds one argument.
    fn add(
        &mut self,
        row: &'static Row,
        mut schema: Schema,
        generator: &SchemaGenerator,
        has_rules: bool,
    ) {
        let profile = if row.parameter.is_in_header() {
            SchemaProfile::Portable
        } else {
            self.profile
        };
        let target = definition(&schema, generator);
        let is_optional = row.is_optional();
        // `profile.apply` rewrites a choice among strings as an `enum`, but only if no branch of
        // the choice is `null`. So remove `null` first.
        if is_optional && let Some(schema) = schema.as_object_mut() {
            profile.without_null(schema);
        }
        let description = row.description.and_then(Description::text);
        profile.apply(&mut schema, true, description);
        let mut schema = std::mem::take(schema.ensure_object());
        profile.list_types(&mut schema);
        if is_optional {
            profile.without_null(&mut schema);
        } else {
            self.required.push(Value::from(row.name));
        }
        row.parameter.write_rules(&mut schema);
        let mut record = |fault| self.faulty(row.name, fault);
        row.parameter.rule_faults(&mut record);
        let mut published = None;
        if let Some(mut default) = row.default_as_json() {
            let (_, broken_rule) = row.parameter.decode_and_check(&default);
            if let Some(rule) = broken_rule {
                let fault = format!(
                    "its default {} violates its own rule `{rule}`; write another default, or another rule",
                    to_json(&default)
                );
                self.faulty(row.name, fault);
            }
            // For an optional argument, `null` means absence.
            if !default.is_null() {
                let whole = target.as_ref().and_then(Schema::as_object);
                without_optional_nulls(&mut default, whole.unwrap_or(&schema));
                schema.insert("default".to_owned(), default.clone());
            }
            published = Some(default);
        }
        examples(row, &mut schema, &mut |fault| self.faulty(row.name, fault));
        self.properties
            .insert(row.name.to_owned(), Value::Object(schema));
        let holds = Holds::One(row.name.to_owned());
        self.faults
            .extend(self.input.push(Some(row), holds, false, has_rules));
        if row.evaluates_once {
            self.keep_default(row, published);
        }
    }

    /// Stores the published default of the argument that was added last, so that calls decode it. Records a
    /// fault if they could not.
    fn keep_default(&mut self, row: &'static Row, published: Option<Value>) {
        let Some(default) = published else {
            let fault = "its default cannot be written as JSON".to_owned();
            return self.faulty(row.name, fault);
        };
        // `accepts` runs the user's `Deserialize`, which can panic.
        let is_accepted = catch(|| row.parameter.accepts(&default)).unwrap_or(false);
        // A default that violates a rule has a fault already.
        let has_fault = self.faults.iter().any(|(name, _)| name == row.name);
        if !is_accepted && !has_fault {
            let default = to_json(&default);
            let fault = format!("its default {default} is not a value of its type");
            self.faulty(row.name, fault);
        }
        self.input.set_default(&default);
    }

    /// Adds the members of an object as arguments.
    fn join(
        &mut self,
        row: &'static Row,
        mut schema: Schema,
        as_generated: Map<String, Value>,
        generator: &SchemaGenerator,
        has_rules: bool,
    ) {
        // schemars can generate a reference, for example for a recursive type. Replace the
        // reference with its target.
        if let Some(target) = definition(&schema, generator) {
            schema = target;
        }
        // `open` means that the type stores unknown members, for example in a flattened map. For
        // a type that rejects unknown members, schemars writes `false`.
        let open = schema
            .get("additionalProperties")
            .is_some_and(|others| *others != json!(false));
        self.profile.apply(&mut schema, true, None);
        let mut schema = std::mem::take(schema.ensure_object());
        if let Some(reason) = cannot_be_joined(row.name, &schema) {
            return self.faulty(row.name, reason);
        }
        let others = schema
            .remove("additionalProperties")
            .filter(Value::is_object);
        let holds = Holds::joined(&schema, as_generated);
        self.faults
            .extend(self.input.push(Some(row), holds, open, has_rules));
        if open {
            self.others = Some(others.unwrap_or_else(|| json!({})));
        }
        self.required.extend(required(&schema).map(Value::from));
        if row.sensitive {
            self.faults.extend(hide_secrets(&mut schema));
        }
        if let Some(Value::Object(properties)) = schema.remove("properties") {
            self.properties.extend(properties);
        }
    }

    /// Returns the schema of all arguments.
    fn finish(&mut self, closed: bool, generator: &mut SchemaGenerator) -> Map<String, Value> {
        let mut root = Map::new();
        root.insert("type".to_owned(), json!("object"));
        let properties = Value::Object(std::mem::take(&mut self.properties));
        root.insert("properties".to_owned(), properties);
        if !self.required.is_empty() {
            let required = Value::Array(std::mem::take(&mut self.required));
            root.insert("required".to_owned(), required);
        }
        let others = self.others.take().or(closed.then_some(json!(false)));
        // Omit `{}`, because a schema without `additionalProperties` already accepts any member.
        if let Some(others) = others.filter(|others| *others != json!({})) {
            root.insert("additionalProperties".to_owned(), others);
        }
        self.profile.finish(root, generator, true)
    }
}

/// Finds parameters whose schema has a member that the type rejects. Returns the name of each such parameter,
/// and an explanation. serde's derive rejects such a member if a struct has both `deny_unknown_fields` and a
/// flattened enum.
///
/// Decodes an example of each parameter. Does not report a parameter whose type rejects the example for a
/// different reason.
fn refused_members(input: &Input, schema: &Map<String, Value>) -> Vec<(String, String)> {
    let refused = |slot: &InputSlot| {
        let row = slot.row?;
        let example = input.example_of_slot(slot, schema)?;
        // `problems` runs the user's `Deserialize`, which can panic.
        let problems = catch(|| row.parameter.problems(&example)).ok()?;
        let member = problems.first()?.unknown_member()?;
        find_schema(schema, &mut |schema, _| properties(schema)?.get(member))?;
        let reason = format!(
            "its schema has the member `{member}`, but its type rejects this member as unknown; \
             remove `#[serde(deny_unknown_fields)]` from the struct with the flattened enum, or \
             remove `#[serde(flatten)]`"
        );
        Some((row.name.to_owned(), reason))
    };
    input.slots().iter().filter_map(refused).collect()
}

/// Removes `default` and `examples` from the schemas of a sensitive struct's members, because these keywords
/// could reveal secrets. Returns a fault for each member that clients repeat in a header, because proxies log
/// headers.
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
            let fault = "it is `sensitive`, so it cannot have a header: proxies log headers";
            faults.push((name.clone(), fault.to_owned()));
        }
    }
    faults
}

/// Returns the schema of an object whose members are arguments. Adds `$defs` if this schema contains
/// references.
fn members(schema: &Schema, definitions: &Map<String, Value>) -> Map<String, Value> {
    let name = schema.as_value().text("$ref").and_then(definition_name);
    let target = name.and_then(|name| definitions.object(&name));
    let mut members = target.or(schema.as_object()).cloned().unwrap_or_default();
    if members.values().any(|value| !references(value).is_empty()) {
        members.insert("$defs".to_owned(), Value::Object(definitions.clone()));
    }
    members
}

/// Returns why the members of a parameter cannot be arguments, and how to change the declaration. Returns
/// `None` if they can be arguments.
fn cannot_be_joined(name: &str, schema: &Map<String, Value>) -> Option<String> {
    // For a tool from `Tool::builder`, `name` is empty. Such a tool has no `#[arg(flatten)]`, so
    // the message gives different advice.
    let as_one = match name {
        "" => "make it the only field of a struct, so that it is one argument".to_owned(),
        name if name.chars().all(|c| c.is_alphanumeric() || c == '_') => {
            format!("remove `flatten`, so that it is the argument `{name}`")
        }
        _ => "remove `flatten`, and give it a name, so that it is one argument".to_owned(),
    };
    let is_choice = ["anyOf", "oneOf", "allOf"]
        .iter()
        .any(|keyword| schema.contains_key(*keyword));
    if is_choice {
        return Some(format!(
            "it has several forms, and clients reject a tool whose input has more than one form; \
             {as_one}; or write one tool for each form, or one struct with an `Option` for each member"
        ));
    }
    if schema.contains_key("patternProperties") {
        return Some(format!(
            "its keys are not plain strings, but the names of arguments must be; {as_one}; or write a \
             struct, with an `Option` for each member that may be absent"
        ));
    }
    (schema.text("type") != Some("object")).then(|| {
        format!(
            "it is not a struct, so it has no members; {as_one}; or write a struct, with an `Option` \
             for each member that may be absent"
        )
    })
}
