//! Completes generated schemas: decodes values that a schema admits, and publishes what the type
//! rejects.
//!
//! schemars admits any name in a map whose keys are an enum with doc comments, or small numbers. It
//! knows no other names of a member, as `#[serde(alias)]` gives them. Each map and each struct costs a
//! decoding when a registry is built.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use super::fault::{Problem, Reason};
use super::input::{Holds, Input};
use super::row::Row;
use super::words::{in_json_words, quote};
use crate::error::catch;
use crate::schema::{Example, describe_further, items_again, limits_in_words, resolve};

/// The maximum number of values that the probe tries for one tool.
const TRIALS: usize = 256;

/// The depth to which the probe visits nested schemas.
const DEPTH: usize = 32;

/// A name that is neither a variant, nor a number, nor a single character.
const NO_NAME: &str = "??";

/// Completes the schema of a tool's arguments. Adds the other names of arguments to the input, and
/// returns those that other arguments have.
pub(crate) fn complete(schema: &mut Map<String, Value>, input: &mut Input) -> Vec<&'static str> {
    let (aliases, found) = findings(schema, input);
    let clashes = aliases
        .into_iter()
        .filter(|(alias, name)| !input.add_alias(alias, name))
        .map(|(alias, _)| alias)
        .collect();
    if found.is_empty() {
        return clashes;
    }
    let mut whole = Value::Object(std::mem::take(schema));
    // Change inner places first, because the schema below `additionalProperties` moves to `properties`.
    for (path, finding) in found.into_iter().rev() {
        if let Some(Value::Object(schema)) = whole.pointer_mut(&path) {
            finding.write(schema);
        }
        for (end, _) in path.rmatch_indices("/prefixItems/") {
            if let Some(Value::Object(tuple)) = whole.pointer_mut(&path[..end]) {
                items_again(tuple);
            }
        }
    }
    if let Value::Object(whole) = whole {
        *schema = whole;
    }
    clashes
}

/// Returns the other names of arguments, and the facts that a schema lacks, with their places.
fn findings(root: &Map<String, Value>, input: &Input) -> (Vec<Alias>, Vec<(String, Finding)>) {
    let mut aliases = Vec::new();
    let mut probe = Probe {
        root,
        row: None,
        trials: Cell::new(TRIALS),
        seen: BTreeSet::new(),
        found: Vec::new(),
    };
    for slot in input.slots() {
        // The handler of a tool with a schema written by hand is not called.
        if slot.row.is_none() {
            continue;
        }
        probe.row = slot.row;
        let (names, required) = match &slot.holds {
            Holds::One(name) => (vec![name.as_str()], None),
            Holds::Joined {
                names, required, ..
            } => {
                let names = names.iter().map(String::as_str).collect();
                (names, Some(required))
            }
        };
        let argument = |name: &str| root.get("properties")?.get(name);
        let own = |required: &[String]| {
            let examples = required.iter().map(|name| {
                let example = Example::new(root).of(name, argument(name)?)?;
                Some((name.clone(), example))
            });
            examples.collect::<Option<Map<_, _>>>()
        };
        if let Some(required) = required {
            let members: Vec<_> = names
                .iter()
                .filter_map(|name| Some((*name, argument(name)?)))
                .collect();
            let found = probe.aliases(&members, &|| own(required), &Some);
            probe.publish("", &found);
            aliases.extend(found);
        }
        for name in names {
            let Some(argument) = argument(name) else {
                continue;
            };
            let place = |value| match required {
                None => Some(value),
                Some(required) => with(own(required)?, name, value),
            };
            probe.look(argument, pointer("/properties", name), &place, DEPTH);
        }
    }
    (aliases, probe.found)
}

/// An alias of a member, and the published name.
type Alias = (&'static str, String);

/// A fact that a schema lacks.
enum Finding {
    /// A map admits only these names.
    Names(&'static [&'static str]),
    /// The names of a map in words, and their pattern, if there is one.
    NamesAre(String, Option<&'static str>),
    /// A member has these aliases.
    Aliases(Vec<&'static str>),
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
                    let members = std::mem::take(patterns).into_iter().map(|(_, it)| it);
                    *patterns = members.map(|it| (pattern.to_owned(), it)).collect();
                }
            }
            Finding::Aliases(names) => {
                let names = names.join("` or `");
                describe_further(schema, &format!("Also accepted as `{names}`."));
            }
        }
    }
}

/// Puts the value of a place into a value of the whole argument.
type Around<'a> = &'a dyn Fn(Value) -> Option<Value>;

struct Probe<'p> {
    root: &'p Map<String, Value>,
    /// The parameter that decodes the values.
    row: Option<&'static Row>,
    trials: Cell<usize>,
    /// The definitions that have been visited.
    seen: BTreeSet<String>,
    found: Vec<(String, Finding)>,
}

impl Probe<'_> {
    fn look(&mut self, schema: &Value, mut path: String, around: Around<'_>, depth: usize) {
        let Some(depth) = depth.checked_sub(1) else {
            return;
        };
        let target = resolve(schema, self.root);
        if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
            if std::ptr::eq(schema, target) || !self.seen.insert(reference.to_owned()) {
                return;
            }
            let definitions = self.root.get("$defs").and_then(Value::as_object);
            let name = definitions
                .into_iter()
                .flatten()
                .find(|(_, definition)| std::ptr::eq(*definition, target));
            let Some((name, _)) = name else { return };
            path = pointer("/$defs", name);
        }
        let Some(schema) = target.as_object() else {
            return;
        };
        let own = || match Example::new(self.root).of("", target) {
            Some(Value::Object(own)) => own,
            _ => Map::new(),
        };
        // Names that a map admits.
        let mut names: &[&str] = match schema.contains_key("patternProperties") {
            true => &["1", "2", "3", "4", "5", "6", "7", "8", "9"],
            false => &["a", "b", "c", "d", "e", "f", "g", "h", "i"],
        };
        if is_map(schema) {
            let found = self.names(schema, &own(), around);
            if let Some(Finding::Names(known)) = found {
                names = known;
            }
            self.found.extend(found.map(|found| (path.clone(), found)));
        }
        let own_members: Vec<_> = members(schema, "properties")
            .map(|(name, member)| (name.as_str(), member))
            .collect();
        let found = self.aliases(&own_members, &|| Some(own()), around);
        self.publish(&path, &found);
        let name = names.first().copied().unwrap_or_default();
        let properties = members(schema, "properties")
            .map(|(name, member)| (pointer("/properties", name), name.as_str(), member));
        let patterns = members(schema, "patternProperties")
            .map(|(pattern, member)| (pointer("/patternProperties", pattern), name, member));
        let others = schema
            .get("additionalProperties")
            .map(|member| ("/additionalProperties".to_owned(), name, member));
        for (step, name, member) in properties.chain(patterns).chain(others) {
            let place = |value| around(with(own(), name, value)?);
            self.look(member, format!("{path}{step}"), &place, depth);
        }
        let first = schema.get("prefixItems").and_then(Value::as_array);
        for (position, item) in first.into_iter().flatten().enumerate() {
            let place = |value| {
                let mut items = Example::new(self.root).of("", target)?;
                *items.get_mut(position)? = value;
                around(items)
            };
            self.look(
                item,
                format!("{path}/prefixItems/{position}"),
                &place,
                depth,
            );
        }
        if let (Some(items), None) = (schema.get("items"), first) {
            let least = schema.get("minItems").and_then(Value::as_u64);
            let place = |value| {
                let count = usize::try_from(least.unwrap_or(1).clamp(1, 16)).ok()?;
                around(Value::Array(vec![value; count]))
            };
            self.look(items, format!("{path}/items"), &place, depth);
        }
        for keyword in ["anyOf", "oneOf"] {
            let branches = schema.get(keyword).and_then(Value::as_array);
            for (position, branch) in branches.into_iter().flatten().enumerate() {
                self.look(
                    branch,
                    format!("{path}/{keyword}/{position}"),
                    around,
                    depth,
                );
            }
        }
    }

    /// Returns the problems of a value at a place.
    fn problems(&self, value: Value, around: Around<'_>) -> Option<Vec<Problem>> {
        self.trials.set(self.trials.get().checked_sub(1)?);
        let (value, row) = (around(value)?, self.row?);
        // The user's `Deserialize` runs here, and may panic.
        catch(|| row.parameter.problems(value)).ok()
    }

    /// Finds the other names of a struct's members. serde reports a member that comes under two names.
    fn aliases(
        &self,
        members: &[(&str, &Value)],
        own: &dyn Fn() -> Option<Map<String, Value>>,
        around: Around<'_>,
    ) -> Vec<Alias> {
        if members.is_empty() {
            return Vec::new();
        }
        let problems = self.problems(Value::from(NO_NAME), around);
        let fields = problems.into_iter().flatten().map(|problem| problem.fields);
        let is_member = |field: &&str| members.iter().any(|(name, _)| name == field);
        let others = fields.flatten().copied().filter(|field| !is_member(field));
        let owner = |alias: &'static str| {
            let twice = |(name, member): &(&str, &Value)| {
                let value = Example::new(self.root).of(name, member)?;
                let once = with(own()?, name, value.clone())?;
                let value = with(once.as_object()?.clone(), alias, value)?;
                let is_reported = |problem: &Problem| matches!(problem.reason, Reason::DuplicateField(field) if field == *name);
                let mut problems = self.problems(value, around)?.into_iter();
                problems.find(is_reported).map(|_| (*name).to_owned())
            };
            Some((alias, members.iter().find_map(twice)?))
        };
        others.filter_map(owner).collect()
    }

    /// Records the other names of members for the schema of the whole.
    fn publish(&mut self, path: &str, aliases: &[Alias]) {
        let mut members = BTreeMap::<_, Vec<_>>::new();
        for (alias, name) in aliases {
            members.entry(name).or_default().push(*alias);
        }
        let found = members.into_iter().map(|(name, aliases)| {
            let place = format!("{path}{}", pointer("/properties", name));
            (place, Finding::Aliases(aliases))
        });
        self.found.extend(found);
    }

    /// Finds the names that a map admits.
    fn names(
        &self,
        schema: &Map<String, Value>,
        own: &Map<String, Value>,
        around: Around<'_>,
    ) -> Option<Finding> {
        let member = self.member(schema)?;
        let problems = self.problems(with(own.clone(), NO_NAME, member)?, around)?;
        problems
            .into_iter()
            .find_map(|problem| match problem.reason {
                Reason::Variant { got, allowed } if got == NO_NAME => Some(Finding::Names(allowed)),
                Reason::Key { got, expected } if got == quote(NO_NAME) => {
                    Some(match expected.as_str() {
                        "a boolean" => Finding::Names(&["false", "true"]),
                        number => {
                            let words = limits_in_words(number, "1e300");
                            let words = words.unwrap_or_else(|| in_json_words(number));
                            let (words, pattern) = match number.strip_prefix("a nonzero ") {
                                Some(number) if number.starts_with('u') => {
                                    (words.replacen("from 0", "from 1", 1), Some(r"^0*[1-9]\d*$"))
                                }
                                Some(_) => (format!("{words}, and not 0"), Some(r"^-?0*[1-9]\d*$")),
                                None => (words, None),
                            };
                            Finding::NamesAre(words, pattern)
                        }
                    })
                }
                _ => None,
            })
    }

    /// Returns an example for the members of a map.
    fn member(&self, schema: &Map<String, Value>) -> Option<Value> {
        match members_of(schema) {
            Some(member) => Example::new(self.root).of("", member),
            None => Some(json!(1)),
        }
    }
}

/// Whether an object admits members that it does not list.
fn is_map(schema: &Map<String, Value>) -> bool {
    let is_object = schema.get("type").is_some_and(|kind| {
        kind == "object"
            || kind
                .as_array()
                .is_some_and(|it| it.contains(&json!("object")))
    });
    let is_open = schema.get("additionalProperties") != Some(&json!(false));
    is_object && (members_of(schema).is_some() || is_open && !schema.contains_key("properties"))
}

/// Returns the schema of a map's members, unless it admits anything.
fn members_of(schema: &Map<String, Value>) -> Option<&Value> {
    let patterns = schema.get("patternProperties").and_then(Value::as_object);
    let others = schema.get("additionalProperties");
    let by_pattern = patterns.and_then(|patterns| patterns.values().next());
    by_pattern.or_else(|| others.filter(|others| others.is_object()))
}

fn members<'s>(
    schema: &'s Map<String, Value>,
    keyword: &str,
) -> impl Iterator<Item = (&'s String, &'s Value)> {
    let members = schema.get(keyword).and_then(Value::as_object);
    members.into_iter().flatten()
}

fn with(mut members: Map<String, Value>, name: &str, value: Value) -> Option<Value> {
    members.insert(name.to_owned(), value);
    Some(Value::Object(members))
}

fn pointer(path: &str, name: &str) -> String {
    format!("{path}/{}", name.replace('~', "~0").replace('/', "~1"))
}
