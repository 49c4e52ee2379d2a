//! Finds the aliases of arguments, adds the valid keys of maps to generated schemas, and finds maps whose keys
//! JSON cannot have. To find them, decodes sample values.
//!
//! schemars ignores `#[serde(alias)]`. For a map with integer keys, schemars ignores the range of the integer
//! type. For a map whose keys are enum variants with doc comments, schemars allows any name.

use std::cell::Cell;

use mcp_tool_schema::additions::describe_further;
use mcp_tool_schema::definitions::{escape_pointer, resolve};
use mcp_tool_schema::describe::limits_in_words;
use mcp_tool_schema::example::Example;
use mcp_tool_schema::json_terms::{in_json_terms, quote};
use mcp_tool_schema::keywords::Keywords as _;
use mcp_tool_schema::numbers::count;
use serde_json::{Map, Value, json};

use super::fault::{Problem, Reason};
use super::input::{Holds, Input, InputSlot};
use super::row::Row;
use crate::error::catch;

/// The maximum number of values that the sampler tries for one tool.
const TRIALS: usize = 256;

/// The depth to which the sampler visits nested schemas.
const DEPTH: usize = 32;

/// A name that a map with restricted keys rejects: no variant, number, boolean or single character.
const NO_NAME: &str = "??";

/// Completes the schema of a tool's arguments, and adds the aliases of arguments to the input. Returns each
/// alias that clashes with the name or alias of another argument, and the reason. Also returns each argument
/// with a map whose keys JSON cannot have, and an explanation.
pub(super) fn complete(
    schema: &mut Map<String, Value>,
    input: &mut Input,
) -> Vec<(String, String)> {
    let aliases: Vec<_> = input
        .slots()
        .iter()
        .flat_map(|slot| aliases(input, slot, schema))
        .collect();
    let clash = |(alias, name): (&str, &str)| {
        let reason = "it is the `#[serde(alias)]` of one argument and the name of another; rename one of the two";
        (!input.add_alias(alias, name)).then(|| (alias.to_owned(), reason.to_owned()))
    };
    let clashes: Vec<_> = aliases.into_iter().filter_map(clash).collect();
    let Findings {
        missing,
        impossible,
    } = findings(schema, input);
    let faults = clashes.into_iter().chain(impossible).collect();
    if missing.is_empty() {
        return faults;
    }
    let mut whole = Value::Object(std::mem::take(schema));
    // Change the inner schemas first, so iterate in reverse: `missing` lists each outer schema
    // before the schemas inside it. A change of an outer schema can move an inner schema, and
    // then the path of the inner schema is wrong.
    for (path, finding) in missing.into_iter().rev() {
        if let Some(Value::Object(schema)) = whole.pointer_mut(&path) {
            finding.write(schema);
        }
    }
    if let Value::Object(whole) = whole {
        *schema = whole;
    }
    faults
}

#[derive(Default)]
struct Findings {
    /// Each fact that a schema lacks, and the JSON pointer to this schema.
    missing: Vec<(String, Finding)>,
    /// The arguments with a map whose keys JSON cannot have, and the explanations.
    impossible: Vec<(String, String)>,
}

fn findings(root: &Map<String, Value>, input: &Input) -> Findings {
    let mut sampler = Sampler {
        root,
        row: None,
        trials: Cell::new(TRIALS),
        seen: Vec::new(),
        findings: Findings::default(),
    };
    // If `slot.row` is `None`, the author of the tool supplied the whole input schema. Then there
    // is no Rust type to decode sample values.
    for slot in input.slots().iter().filter(|slot| slot.row.is_some()) {
        sampler.row = slot.row;
        let argument = |name: &String| root.object("properties")?.get(name);
        match &slot.holds {
            Holds::One(name) => {
                if let Some(schema) = argument(name).filter(|schema| may_hold_maps(schema)) {
                    sampler.visit(schema, pointer("/properties", name), &Some, DEPTH);
                }
            }
            Holds::Joined {
                names, required, ..
            } => {
                let names = names.iter();
                let mut members = Map::new();
                members.extend(names.filter_map(|it| Some((it.clone(), argument(it)?.clone()))));
                let mut object = json!({ "type": "object" });
                object["properties"] = Value::Object(members);
                object["required"] = required.as_slice().into();
                sampler.visit(&object, String::new(), &Some, DEPTH);
            }
        }
    }
    sampler.findings
}

/// Returns the aliases of the arguments in a slot, and the names of these arguments.
///
/// The list of fields in serde's derive has the aliases of a field right before or after its name. If an object
/// has two names of one field, serde reports a duplicate.
fn aliases(
    input: &Input,
    slot: &InputSlot,
    root: &Map<String, Value>,
) -> Vec<(&'static str, &'static str)> {
    let (Some(row), Holds::Joined { names, .. }) = (slot.row, &slot.holds) else {
        return Vec::new();
    };
    let problems = |value: &Value| catch(|| row.parameter.problems(value)).unwrap_or_default();
    let problem = problems(&Value::from(NO_NAME)).into_iter().next();
    let fields = problem.map_or(&[][..], |problem| problem.fields);
    let is_published = |field: &&&str| names.iter().any(|name| name == **field);
    let is_alias = |alias: &str, name: &str| {
        let schema = root.object("properties")?.get(name)?;
        let value = Example::new(root).generate(name, schema)?;
        let mut object = input.example_of_slot(slot, root)?;
        object[name] = value.clone();
        object[alias] = value;
        let is_duplicate = |problem: &Problem| matches!(problem.reason, Reason::DuplicateField(field) if field == name);
        problems(&object).iter().any(is_duplicate).then_some(())
    };
    let owner = |(position, alias): (usize, &&'static str)| {
        let before = fields[..position].iter().rfind(is_published);
        let after = fields[position..].iter().find(is_published);
        let mut owners = before.into_iter().chain(after).copied();
        Some((*alias, owners.find(|name| is_alias(alias, name).is_some())?))
    };
    let unpublished = fields
        .iter()
        .enumerate()
        .filter(|(_, field)| !is_published(field));
    unpublished.filter_map(owner).collect()
}

/// A fact that a schema lacks.
enum Finding {
    /// A map accepts only these names.
    Names(&'static [&'static str]),
    /// A map accepts only names of this description. The second field, if present, is a pattern that replaces
    /// the pattern in the schema.
    NamesAre(String, Option<&'static str>),
}

impl Finding {
    fn write(self, schema: &mut Map<String, Value>) {
        match self {
            Finding::Names(names) => {
                let members = members_of(schema).cloned().unwrap_or_else(|| json!({}));
                schema.remove("patternProperties");
                schema.insert("additionalProperties".to_owned(), json!(false));
                let properties = schema.entry("properties").or_insert_with(|| json!({}));
                if let Value::Object(properties) = properties {
                    for name in names {
                        let member = properties.entry(*name);
                        member.or_insert_with(|| members.clone());
                    }
                }
            }
            Finding::NamesAre(words, pattern) => {
                describe_further(schema, &format!("Each name is {words}."));
                if let Some(pattern) = pattern
                    && let Some(Value::Object(patterns)) = schema.get_mut("patternProperties")
                    && patterns.len() == 1
                {
                    let members = std::mem::take(patterns).into_iter();
                    patterns.extend(members.map(|(_, it)| (pattern.to_owned(), it)));
                }
            }
        }
    }
}

/// A function that returns an example of the argument, with the given value at one place. Returns `None` if
/// the schema has no example.
type Wrap<'a> = &'a dyn Fn(Value) -> Option<Value>;

struct Sampler<'p> {
    root: &'p Map<String, Value>,
    /// The declaration of the parameter whose type decodes the sample values.
    row: Option<&'static Row>,
    trials: Cell<usize>,
    /// The `$ref` addresses of the definitions that the sampler has visited, in order.
    seen: Vec<String>,
    findings: Findings,
}

impl Sampler<'_> {
    fn visit(&mut self, schema: &Value, mut path: String, around: Wrap<'_>, depth: usize) {
        let Some(depth) = depth.checked_sub(1) else {
            return;
        };
        let target = resolve(schema, self.root);
        if let Some(reference) = schema.text("$ref") {
            let position = self.seen.binary_search_by(|seen| (**seen).cmp(reference));
            let Err(position) = position else { return };
            if std::ptr::eq(schema, target) {
                return;
            }
            self.seen.insert(position, reference.to_owned());
            let mut definitions = self.root.named("$defs");
            let definition = definitions.find(|(_, it)| std::ptr::eq(*it, target));
            let Some((name, _)) = definition else { return };
            path = pointer("/$defs", name);
        }
        let Some(schema) = target.as_object() else {
            return;
        };
        let example = || match Example::new(self.root).generate("", target) {
            Some(Value::Object(members)) => members,
            _ => Map::new(),
        };
        // `name` is a member name that the map accepts. schemars writes `patternProperties` for a
        // map with integer keys, so the name is a number for such a map.
        let mut name = if schema.contains_key("patternProperties") {
            "1"
        } else {
            "a"
        };
        if is_map(schema) {
            let names = match self.names(schema, example(), around) {
                Ok(names) => names,
                Err(reason) => return self.impossible(reason),
            };
            if let Some(Finding::Names(known)) = names {
                name = known.first().copied().unwrap_or_default();
            }
            let finding = names.map(|names| (path.clone(), names));
            self.findings.missing.extend(finding);
        }
        let properties = schema.named("properties");
        let properties = properties.map(|(name, member)| ("/properties", &**name, &**name, member));
        let patterns = schema.named("patternProperties");
        let patterns =
            patterns.map(|(pattern, member)| ("/patternProperties", &**pattern, name, member));
        let others = schema.get("additionalProperties");
        let others = others.map(|member| ("", "additionalProperties", name, member));
        let members = properties.chain(patterns).chain(others);
        for (outer, step, name, member) in members.filter(|it| may_hold_maps(it.3)) {
            let wrap = |value| around(with(example(), name, value));
            let path = pointer(&format!("{path}{outer}"), step);
            self.visit(member, path, &wrap, depth);
        }
        if let Some(items) = schema.get("items").filter(|items| may_hold_maps(items)) {
            let least = count(schema, "minItems");
            let wrap = |value| {
                let count = usize::try_from(least.unwrap_or(1).clamp(1, 16)).ok()?;
                around(Value::Array(vec![value; count]))
            };
            self.visit(items, format!("{path}/items"), &wrap, depth);
        }
        for keyword in ["anyOf", "oneOf"] {
            for (position, branch) in schema.list(keyword).iter().enumerate() {
                let path = format!("{path}/{keyword}/{position}");
                self.visit(branch, path, around, depth);
            }
        }
    }

    /// Decodes an argument that has the value at the place of `around`, and returns the problems. Returns
    /// `None` after [`TRIALS`] values, if `around` returns `None`, or if decoding panics.
    fn problems(&self, value: Value, around: Wrap<'_>) -> Option<Vec<Problem>> {
        self.trials.set(self.trials.get().checked_sub(1)?);
        let (value, row) = (around(value)?, self.row?);
        // `problems` runs the user's `Deserialize`, which can panic.
        catch(|| row.parameter.problems(&value)).ok()
    }

    /// Records that the current argument has a map whose keys JSON cannot have.
    fn impossible(&mut self, reason: String) {
        let name = self.row.map_or("", |row| row.name);
        let fault = (name.to_owned(), reason);
        if !self.findings.impossible.contains(&fault) {
            self.findings.impossible.push(fault);
        }
    }

    /// Finds which names a map accepts as keys. Returns `None` if the sampler finds no restriction. Returns an
    /// explanation if the type of the keys accepts no name, or is an enum with a variant that no name stands
    /// for.
    fn names(
        &self,
        schema: &Map<String, Value>,
        members: Map<String, Value>,
        around: Wrap<'_>,
    ) -> Result<Option<Finding>, String> {
        let member = match members_of(schema) {
            Some(member) => Example::new(self.root).generate("", member),
            None => Some(json!(1)),
        };
        let Some(member) = member else {
            return Ok(None);
        };
        let problems = |names: &[&str]| {
            let mut value = members.clone();
            value.extend(
                names
                    .iter()
                    .map(|name| ((*name).to_owned(), member.clone())),
            );
            let value = Value::Object(value);
            self.problems(value, around).unwrap_or_default()
        };
        for problem in problems(&[NO_NAME]) {
            if let Some(reason) = problem.impossible_key(NO_NAME) {
                return Err(reason);
            }
            match problem.reason {
                Reason::Variant { got, allowed } if got == NO_NAME => {
                    let mut problems = problems(allowed).into_iter();
                    return match problems.find_map(|problem| problem.impossible_key(NO_NAME)) {
                        Some(reason) => Err(reason),
                        None => Ok(Some(Finding::Names(allowed))),
                    };
                }
                Reason::Key { got, expected } if got == quote(NO_NAME) => {
                    return Ok(Some(names_of(&expected)));
                }
                _ => {}
            }
        }
        Ok(None)
    }
}

/// Returns the restriction on the names of a map whose key type has rejected [`NO_NAME`]. `expected` is serde's
/// description of the key type, such as `u8`.
fn names_of(expected: &str) -> Finding {
    if expected == "a boolean" {
        return Finding::Names(&["false", "true"]);
    }
    let words = limits_in_words(expected, "1e300").unwrap_or_else(|| in_json_terms(expected));
    match expected.strip_prefix("a nonzero ") {
        Some(number) if number.starts_with('u') => {
            let words = words.replacen("from 0", "from 1", 1);
            Finding::NamesAre(words, Some(r"^0*[1-9]\d*$"))
        }
        Some(_) => Finding::NamesAre(format!("{words}, and not 0"), Some(r"^-?0*[1-9]\d*$")),
        None => Finding::NamesAre(words, None),
    }
}

/// Returns whether a value that the schema accepts may be or contain a map.
fn may_hold_maps(schema: &Value) -> bool {
    let kind = schema.text("type");
    kind.is_none_or(|kind| matches!(kind, "object" | "array"))
}

/// Returns whether a schema describes a map. A map has a schema for unlisted members, or allows any members
/// and lists none.
fn is_map(schema: &Map<String, Value>) -> bool {
    let is_object = schema.types().any(|kind| kind == "object");
    let is_open = schema.get("additionalProperties") != Some(&json!(false));
    is_object && (members_of(schema).is_some() || is_open && !schema.contains_key("properties"))
}

/// Returns the schema of a map's members, or `None` if the members may have any value.
fn members_of(schema: &Map<String, Value>) -> Option<&Value> {
    let mut by_pattern = schema.named("patternProperties").map(|(_, member)| member);
    let others = || schema.get("additionalProperties");
    by_pattern
        .next()
        .or_else(|| others().filter(|others| others.is_object()))
}

fn with(mut members: Map<String, Value>, name: &str, value: Value) -> Value {
    members.insert(name.to_owned(), value);
    Value::Object(members)
}

fn pointer(path: &str, name: &str) -> String {
    format!("{path}/{}", escape_pointer(name))
}
