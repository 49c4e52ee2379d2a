//! The declared input of a tool: one slot for each parameter, and the slot of each argument.

use std::any::Any;

use mcp_tool_schema::definitions::{properties, recursive_arguments, required};
use mcp_tool_schema::example::Example;
use mcp_tool_schema::handwritten_schema::is_closed;
use mcp_tool_schema::json_values::to_json;
use serde_json::{Map, Value};

use super::decode::{Decoded, check_nesting, decode_joined};
use super::fault::{Fault, Problem, Step};
use super::parameter::AnyParameter;
use super::row::Row;
use crate::definition::SchemaText;

/// The declared input of one tool, which is the same for all calls.
#[derive(Debug, Default)]
pub(crate) struct Input {
    slots: Vec<InputSlot>,
    /// The name of each argument, and the index of the argument's slot.
    names: Vec<(String, usize)>,
    /// The aliases that serde accepts, each with the name of its argument.
    aliases: Vec<(String, String)>,
    /// The index of the slot that accepts unknown arguments, if there is one.
    open: Option<usize>,
    pub(crate) accept: Accept,
    /// An example of each required argument, if the published schema omits the examples.
    examples: Map<String, Value>,
    /// The schema with its large bounds, if an argument has rules and the published schema omits such bounds.
    exact: Option<Box<SchemaText>>,
}

/// The unknown arguments that the registry ignores instead of rejecting the call.
#[derive(Debug, Default)]
pub(crate) struct Accept {
    /// Whether the registry ignores all unknown names.
    pub(crate) unknown: bool,
    /// Names that the registry ignores even if it rejects other unknown names.
    pub(crate) ignored: Vec<String>,
}

impl Accept {
    pub(super) fn ignores(&self, name: &str) -> bool {
        self.ignored.iter().any(|ignored| ignored == name)
    }
}

/// A parameter, and the checks of its values.
#[derive(Debug)]
pub(super) struct InputSlot {
    /// The parameter. `None` if the author of the tool supplied the whole input schema. The handler then
    /// receives all arguments as one value.
    pub(super) row: Option<&'static Row>,
    pub(super) holds: Holds,
    /// Whether the parameter contains a type that contains itself.
    pub(super) is_recursive: bool,
    /// Whether the published schema has rules that the parameter's type does not enforce itself. If the author
    /// of the tool supplied the whole input schema, whether calls must satisfy it.
    pub(super) has_rules: bool,
    /// Whether the parameter has neither rules nor a validation of its type.
    pub(super) is_unchecked: bool,
    /// The JSON of the default, if calls decode it.
    pub(super) default: Option<Box<str>>,
}

/// The content of a slot.
#[derive(Debug)]
pub(super) enum Holds {
    /// The argument with this name.
    One(String),
    /// An object whose members are separate arguments. `names` lists all members, and `required` lists the
    /// required ones.
    Joined {
        required: Vec<String>,
        names: Vec<String>,
        /// The schema that schemars generates for the type of the object, before a schema profile changes it.
        generated: Box<SchemaText>,
    },
}

impl Holds {
    /// Returns the content for an object whose members are arguments. Takes the published schema of the
    /// object, and the schema that schemars generates for its type.
    pub(super) fn joined(schema: &Map<String, Value>, generated: Map<String, Value>) -> Self {
        let names = properties(schema).into_iter().flat_map(Map::keys);
        Holds::Joined {
            required: required(schema).map(str::to_owned).collect(),
            names: names.cloned().collect(),
            generated: Box::new(SchemaText::new(generated)),
        }
    }

    /// Returns the names of the arguments.
    fn names(&self) -> &[String] {
        match self {
            Holds::One(name) => std::slice::from_ref(name),
            Holds::Joined { names, .. } => names,
        }
    }
}

impl Input {
    /// Creates the input of a tool whose author supplied the whole input schema. One slot takes all
    /// arguments. If `is_enforced` is true, calls must satisfy the schema.
    pub(crate) fn of_schema(schema: &Map<String, Value>, is_enforced: bool) -> Self {
        let mut input = Input::default();
        // Ignore the result of `push`. The only slot of an input cannot clash with another slot.
        let holds = Holds::joined(schema, Map::new());
        input.push(None, holds, !is_closed(schema), is_enforced);
        input
    }

    /// Creates an input for this number of parameters.
    pub(super) fn with_capacity(parameters: usize) -> Self {
        Input {
            slots: Vec::with_capacity(parameters),
            names: Vec::with_capacity(parameters),
            ..Input::default()
        }
    }

    /// Adds a parameter. If `is_open` is true, the parameter accepts unknown arguments. Returns the name of
    /// each argument or parameter that clashes with an earlier one, and the reason. Skips an argument whose
    /// name is already in use.
    pub(super) fn push(
        &mut self,
        row: Option<&'static Row>,
        holds: Holds,
        is_open: bool,
        has_rules: bool,
    ) -> Vec<(String, String)> {
        let slot = self.slots.len();
        let parameter = row.map_or("", |row| row.name);
        let mut clashes = Vec::new();
        for name in holds.names() {
            if self.known(name).is_none() {
                self.names.push((name.clone(), slot));
                continue;
            }
            let owner = match holds {
                Holds::One(_) => "another argument has this name".to_owned(),
                Holds::Joined { .. } => {
                    format!(
                        "it is a member of `{parameter}`, and another argument has the same name"
                    )
                }
            };
            let reason = format!("{owner}; rename one of the two");
            clashes.push((name.clone(), reason));
        }
        if is_open && self.open.replace(slot).is_some() {
            let reason = "it accepts all unknown arguments, and so does another parameter";
            clashes.push((parameter.to_owned(), reason.to_owned()));
        }
        self.slots.push(InputSlot {
            row,
            holds,
            is_recursive: false,
            has_rules,
            is_unchecked: row.is_some_and(|row| row.parameter.is_unchecked()),
            default: None,
        });
        clashes
    }

    /// Sets the default that calls decode, for the parameter that was added last.
    pub(super) fn set_default(&mut self, default: &Value) {
        if let Some(slot) = self.slots.last_mut() {
            slot.default = Some(to_json(default).into());
        }
    }

    pub(super) fn slots(&self) -> &[InputSlot] {
        &self.slots
    }

    /// Returns the index of an argument's slot, or `None` if the argument is unknown.
    pub(super) fn known(&self, name: &str) -> Option<usize> {
        // Most tools have only a few arguments, so a linear search is faster than a map.
        self.names
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, slot)| *slot)
    }

    /// Adds an alias of an argument. Returns `false` if the alias is already a name or an alias of an
    /// argument.
    pub(super) fn add_alias(&mut self, alias: &str, name: &str) -> bool {
        let is_new = self.known(alias).is_none() && self.alias(alias).is_none();
        if is_new {
            self.aliases.push((alias.to_owned(), name.to_owned()));
        }
        is_new
    }

    /// Returns the name of the argument that has this alias, if there is one.
    pub(super) fn alias(&self, alias: &str) -> Option<&str> {
        let mut aliases = self.aliases.iter();
        let (_, name) = aliases.find(|(known, _)| known == alias)?;
        Some(name)
    }

    /// Returns the aliases of an argument.
    pub(crate) fn aliases_of(&self, name: &str) -> Vec<String> {
        let aliases = self.aliases.iter().filter(|(_, known)| known == name);
        aliases.map(|(alias, _)| alias.clone()).collect()
    }

    /// Replaces the aliases of arguments by the names of the arguments.
    pub(crate) fn with_names(&self, mut arguments: Map<String, Value>) -> Map<String, Value> {
        for (alias, name) in &self.aliases {
            if let Some(value) = arguments.remove(alias) {
                arguments.entry(name).or_insert(value);
            }
        }
        arguments
    }

    /// Returns the index of the slot that accepts unknown arguments, if there is one.
    pub(super) fn open(&self) -> Option<usize> {
        self.open
    }

    /// Marks each slot of a recursive type. `check_nesting` then limits the size of serde's copies.
    pub(crate) fn bound_nesting(&mut self, schema: &Map<String, Value>) {
        for name in recursive_arguments(schema) {
            let slot = name.map_or(self.open, |name| self.known(name));
            if let Some(slot) = slot.and_then(|slot| self.slots.get_mut(slot)) {
                slot.is_recursive = true;
            }
        }
    }

    /// Stores the examples of the required arguments, because error messages show them. The published schema
    /// omits these examples.
    pub(crate) fn keep_examples(&mut self, schema: &Map<String, Value>) {
        for name in required(schema) {
            let example = self.example(name, schema);
            self.examples
                .extend(example.map(|example| (name.to_owned(), example)));
        }
    }

    /// Returns whether an argument has rules that its type does not enforce itself.
    pub(super) fn has_rules(&self) -> bool {
        self.slots.iter().any(|slot| slot.has_rules)
    }

    /// Stores the schema with its large bounds.
    pub(super) fn keep_exact(&mut self, schema: Map<String, Value>) {
        self.exact = Some(Box::new(SchemaText::new(schema)));
    }

    /// Returns the schema with its large bounds, if it differs from the published one.
    pub(super) fn exact(&self) -> Option<&Map<String, Value>> {
        self.exact.as_ref().map(|schema| &***schema)
    }

    /// Returns the same input without spare capacity.
    pub(crate) fn shrunk(mut self) -> Self {
        self.slots.shrink_to_fit();
        self.names.shrink_to_fit();
        self.aliases.shrink_to_fit();
        self
    }

    /// Returns the stored example of an argument. If there is none, makes an example from the schema, if
    /// possible.
    fn example(&self, name: &str, schema: &Map<String, Value>) -> Option<Value> {
        let kept = self.examples.get(name).cloned();
        kept.or_else(|| Example::new(schema).generate(name, properties(schema)?.get(name)?))
    }

    /// Returns an example value for a slot. If the slot holds several arguments, returns an object with an
    /// example of each required one. Returns `None` if one of these examples is missing.
    pub(super) fn example_of_slot(
        &self,
        slot: &InputSlot,
        schema: &Map<String, Value>,
    ) -> Option<Value> {
        match &slot.holds {
            Holds::One(name) => self.example(name, schema),
            Holds::Joined { required, .. } => {
                let mut members = Map::new();
                for name in required {
                    members.insert(name.clone(), self.example(name, schema)?);
                }
                Some(Value::Object(members))
            }
        }
    }

    /// Returns the names of all arguments.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> + Clone {
        self.names.iter().map(|(name, _)| name.as_str())
    }

    /// Returns the name of each argument that a Rust type decodes, and the name of this type. For a member of
    /// a flattened parameter, this is the type of the whole parameter.
    #[cfg(feature = "testing")]
    pub(crate) fn types(&self) -> impl Iterator<Item = (&str, &'static str)> {
        self.names.iter().filter_map(|(name, slot)| {
            let row = self.slots.get(*slot)?.row?;
            Some((name.as_str(), row.parameter.type_name()))
        })
    }

    /// Masks sensitive values for the log. If the tool has a sensitive argument, also masks unknown
    /// arguments. An unknown name may be a misspelling of the sensitive argument's name.
    pub(crate) fn without_secrets(&self, mut given: Map<String, Value>) -> Map<String, Value> {
        let has_secrets = self.slots.iter().any(InputSlot::is_sensitive);
        for (name, value) in &mut given {
            let is_secret = match self.known(name) {
                Some(slot) => self.slots[slot].is_sensitive(),
                None => has_secrets,
            };
            if is_secret {
                *value = Value::from("***");
            }
        }
        given
    }

    /// Returns whether the tool's only parameter is flattened and needs no check of nesting or schema rules.
    pub(super) fn is_one_object(&self) -> bool {
        let [slot] = &*self.slots else { return false };
        let is_object = matches!(slot.holds, Holds::Joined { .. });
        is_object && slot.row.is_some() && slot.needs_no_check()
    }

    /// Returns whether the tool has no slots to decode.
    pub(crate) fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }
}

impl InputSlot {
    /// Rejects a value whose copies would use too much memory during decoding.
    pub(super) fn check_nesting(&self, value: &Value) -> Result<(), Problem> {
        if !self.is_recursive {
            return Ok(());
        }
        check_nesting(value)
    }

    /// Returns whether a value needs no check of nesting or schema rules.
    pub(super) fn needs_no_check(&self) -> bool {
        !self.is_recursive && !self.has_rules
    }

    /// Decodes a value into `out`, and writes to `decoded` what was decoded.
    pub(super) fn decode(
        &self,
        value: &Value,
        parameter: &dyn AnyParameter,
        out: &mut dyn Any,
        decoded: &mut Decoded,
    ) -> Result<(), Problem> {
        match &self.holds {
            Holds::One(_) => {
                self.check_nesting(value)?;
                parameter.decode(value, out, decoded)
            }
            Holds::Joined { generated, .. } => {
                for (name, member) in value.as_object().into_iter().flatten() {
                    self.check_nesting(member)
                        .map_err(|problem| problem.inside(Step::Key(name.clone())))?;
                }
                decode_joined(parameter, value, generated, out, decoded)
            }
        }
    }

    /// Turns a problem of this parameter into a fault of the call.
    pub(super) fn fault(&self, problem: Problem) -> Fault {
        let fault = match &self.holds {
            Holds::One(name) => Fault::Argument {
                name: name.clone(),
                problem,
            },
            Holds::Joined { names, .. } => {
                Fault::of_member(problem, |name| names.iter().any(|known| known == name))
            }
        };
        if self.is_sensitive() {
            fault.hidden()
        } else {
            fault
        }
    }

    /// Returns whether logs and messages must not contain the values of the slot.
    pub(super) fn is_sensitive(&self) -> bool {
        self.row.is_some_and(|row| row.sensitive)
    }
}
