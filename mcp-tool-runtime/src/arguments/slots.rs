//! The arguments of one call. Each parameter has one slot, which the generated code reads.

use std::any::Any;
use std::borrow::Cow;
use std::mem;
use std::sync::Arc;

use serde_json::{Map, Value};

use super::decode::Decoded;
use super::fault::{Fault, Faults, Problem, Problems, Step};
use super::given_value::{FEW, Given, GivenValue, read_simple};
use super::input::{Holds, Input, InputSlot};
use super::parameter::AnyParameter;
use super::reference::BorrowedParameter;
use super::row::Row;
use super::text_reader::TextReader;
use super::validation::Validation;
use crate::definition::{DefinitionText, ToolDefinition};

/// The arguments of one call: one slot for each parameter of the tool.
pub struct Arguments<'r> {
    input: Arc<Input>,
    definition: Published<'r>,
    given: Given<'r>,
    faults: Faults,
    /// The index of the next parameter.
    next: usize,
}

/// The definition of the tool, whose schema validates arguments.
enum Published<'r> {
    Text(&'r DefinitionText),
    Parsed(Arc<ToolDefinition>),
}

impl Published<'_> {
    fn schema(&self) -> &Map<String, Value> {
        match self {
            Published::Text(definition) => &definition.input_schema,
            Published::Parsed(definition) => &definition.input_schema,
        }
    }

    fn to_owned(&self) -> Published<'static> {
        Published::Parsed(match self {
            Published::Text(definition) => Arc::clone(definition.shared()),
            Published::Parsed(definition) => Arc::clone(definition),
        })
    }
}

impl<'r> Arguments<'r> {
    fn new(input: &Arc<Input>, definition: &'r DefinitionText, given: Given<'r>) -> Self {
        Arguments {
            input: Arc::clone(input),
            definition: Published::Text(definition),
            given,
            faults: Faults::default(),
            next: 0,
        }
    }

    fn slot(&mut self, position: usize) -> &mut GivenValue<'r> {
        self.fill_slots();
        match (&mut self.given, position.checked_sub(FEW)) {
            (Given::Slots(first, _), None) => &mut first[position],
            (Given::Slots(_, others), Some(position)) => &mut others[position],
            (Given::Object(..), _) => unreachable!("the slots are filled"),
        }
    }

    /// Takes the members of an object. The last parameter finds unknown members.
    pub(crate) fn from_map(
        input: &Arc<Input>,
        definition: &'r DefinitionText,
        map: Map<String, Value>,
    ) -> Self {
        Arguments::new(input, definition, Given::Object(map, 0))
    }

    /// Moves the members of the object into their slots, and records unknown ones.
    fn fill_slots(&mut self) {
        if let Given::Object(members, _) = &mut self.given {
            let members = mem::take(members);
            self.given = Given::slots(&self.input);
            for (name, value) in members {
                self.put(Cow::Owned(name), GivenValue::Value(value));
            }
        }
    }

    /// Finds the members of an object in its JSON text. Parses a value only if its slot holds several
    /// arguments. `read_next` later parses the other values.
    pub(crate) fn from_text(
        input: &Arc<Input>,
        definition: &'r DefinitionText,
        text: &'r str,
    ) -> Self {
        let mut arguments = Arguments::new(input, definition, Given::slots(input));
        if input.is_one_object() {
            *arguments.slot(0) = GivenValue::Text(Cow::Borrowed(text));
        } else {
            arguments.split(text, Cow::Borrowed);
        }
        arguments
    }

    /// Finds the members of an object, and moves the text of each into its slot.
    fn split<'t>(&mut self, text: &'t str, keep: impl Fn(&'t str) -> Cow<'r, str>) {
        let members = TextReader::new(text).each_member(|reader| {
            let name = reader.name()?;
            self.put(name, GivenValue::Text(keep(reader.value()?)));
            Some(())
        });
        self.faults.is_unreadable |= members.is_none();
    }

    /// Works like `from_text` for an object that serde_json cannot parse. Also reports the unparsable values of
    /// arguments that the registry ignores. The call always fails.
    pub(crate) fn unreadable(
        input: &Arc<Input>,
        definition: &'r DefinitionText,
        text: &'r str,
    ) -> Self {
        let mut arguments = Arguments::new(input, definition, Given::slots(input));
        arguments.split(text, Cow::Borrowed);
        let mut is_explained = false;
        TextReader::new(text).each_member(|reader| {
            let name = reader.name()?;
            let value = GivenValue::Text(Cow::Borrowed(reader.value()?));
            let Err(problem) = value.into_value() else {
                return Some(());
            };
            is_explained = true;
            // Decoding reports a known argument.
            let is_known = input.known(&name).is_some() || input.alias(&name).is_some();
            let accept = &input.accept;
            let is_ignored = accept.ignores(&name) || (accept.unknown && input.open().is_none());
            if !is_known && is_ignored {
                let name = name.into_owned();
                arguments.faults.push(Fault::Argument { name, problem });
            }
            Some(())
        });
        // Each value alone can have an allowed depth, and the object one level more.
        arguments.faults.is_unreadable |= !is_explained;
        arguments
    }

    fn put(&mut self, name: Cow<'_, str>, given: GivenValue<'r>) {
        if let Some(name) = self.input.alias(&name) {
            let name = Cow::Owned(name.to_owned());
            return self.put(name, given);
        }
        let position = match self.input.known(&name) {
            Some(position) => position,
            None if self.input.accept.ignores(&name) => return,
            None => match self.input.open() {
                Some(position) => position,
                None if self.input.accept.unknown => return,
                None => return self.faults.push(Fault::Unknown(name.into_owned())),
            },
        };
        match &self.input.slots()[position].holds {
            Holds::One(_) => {
                let slot = self.slot(position);
                if matches!(slot, GivenValue::Absent) {
                    *slot = given;
                } else {
                    self.faults.push(Fault::Repeated(name.into_owned()));
                }
            }
            Holds::Joined { .. } => self.join(position, &name, given),
        }
    }

    /// Adds a member to the object in a slot. If the member cannot be parsed, records a fault, and stores null
    /// in place of the object.
    fn join(&mut self, position: usize, name: &str, given: GivenValue<'_>) {
        let value = match given.into_value() {
            Ok(value) => value,
            Err(problem) => {
                let problem = problem.inside(Step::Key(name.to_owned()));
                let fault = self.input.slots()[position].fault(problem);
                self.faults.push(fault);
                *self.slot(position) = GivenValue::Value(Value::Null);
                return;
            }
        };
        let slot = self.slot(position);
        if !matches!(slot, GivenValue::Value(_)) {
            *slot = GivenValue::Value(Value::Object(Map::new()));
        }
        if let GivenValue::Value(Value::Object(members)) = slot
            && members.insert(name.to_owned(), value).is_some()
        {
            self.faults.push(Fault::Repeated(name.to_owned()));
        }
    }

    /// Decodes the next parameter. Returns `None` if a fault is known, in this argument or elsewhere in the
    /// call. The generated code still decodes the remaining parameters, to find all faults.
    pub fn take<T: 'static>(&mut self) -> Option<T> {
        let mut value = None::<T>;
        self.read_next(&mut [], &mut value);
        value.filter(|_| !self.is_faulty())
    }

    /// Decodes the next parameter, for a function that borrows this parameter.
    pub fn take_borrowed<L: BorrowedParameter>(&mut self) -> Option<L> {
        let (mut borrowed, mut owned) = (None::<L>, None::<L::Owned>);
        self.read_next(&mut [&mut borrowed], &mut owned);
        let borrowed = borrowed.or_else(|| owned.map(L::from_owned));
        borrowed.filter(|_| !self.is_faulty())
    }

    /// Decodes the next parameter into `out`. If the argument is absent, writes the parameter's default to `out` or
    /// to `default_out`, whichever has its type.
    fn read_next(&mut self, default_out: &mut [&mut dyn Any], out: &mut dyn Any) {
        let is_object = matches!(self.given, Given::Object(..));
        if !is_object || !self.read_member(out) {
            self.read_slot(default_out, out);
        }
    }

    /// Reads the next parameter in the object. Returns `false` if its value is absent or needs other steps.
    #[inline(never)] // `read_next` would save the registers of both readers for each argument.
    fn read_member(&mut self, out: &mut dyn Any) -> bool {
        let slots = self.input.slots();
        let slot = &slots[self.next];
        let (Given::Object(members, read), Holds::One(name), Some(row), true) = (
            &mut self.given,
            &slot.holds,
            slot.row,
            slot.needs_no_check(),
        ) else {
            return false;
        };
        let Some(value) = members.get(name).filter(|value| !value.is_null()) else {
            return false;
        };
        if !(slot.is_unchecked && read_simple(value, out) || row.parameter.read_value(value, out)) {
            return false;
        }
        self.next += 1;
        *read += 1;
        if self.next == slots.len() && *read < members.len() {
            self.fill_slots();
        }
        true
    }

    /// Reads the next parameter in its slot.
    #[inline(never)] // As for `read_member`.
    fn read_slot(&mut self, default_out: &mut [&mut dyn Any], out: &mut dyn Any) {
        let position = self.next;
        self.next += 1;
        let Some(row) = self.input.slots()[position].row else {
            return;
        };
        if let Some(default) = row.default
            && self.slot(position).means_absent(row.parameter)
        {
            let Some(published) = &self.input.slots()[position].default else {
                default_out.iter_mut().for_each(|out| default.fill(*out));
                return default.fill(out);
            };
            let published = GivenValue::Text(Cow::Owned(published.to_string()));
            *self.slot(position) = published;
        }
        self.decode(position, row, out);
    }

    fn decode(&mut self, position: usize, row: &Row, out: &mut dyn Any) {
        let given = mem::take(self.slot(position));
        let slot = &self.input.slots()[position];
        if slot.needs_no_check() && given.read(&self.input, slot, row.parameter, out) {
            return;
        }
        let Some(given) = self.whole(position, given) else {
            return;
        };
        let is_absent = matches!(given, GivenValue::Absent);
        let slot = &self.input.slots()[position];
        let value = match given.into_value() {
            Ok(value) => value,
            Err(problem) => return record(&mut self.faults, slot, problem.into()),
        };
        if value.is_null() && row.parameter.read_absent(out) {
            return;
        }
        let problems = if is_absent {
            Problem::missing().into()
        } else {
            let root = || {
                self.input
                    .exact()
                    .unwrap_or_else(|| self.definition.schema())
            };
            read(&value, slot, &root, row.parameter, out)
        };
        record(&mut self.faults, slot, problems);
    }

    /// Returns the value of a slot. If the slot holds several arguments and lacks required ones, records a fault
    /// for each of these and returns `None`. Also returns `None` if one of them could not be parsed.
    fn whole(&mut self, position: usize, mut given: GivenValue<'r>) -> Option<GivenValue<'r>> {
        if let Holds::One(_) = self.input.slots()[position].holds {
            return Some(given);
        }
        let input = Arc::clone(&self.input);
        let Holds::Joined { required, .. } = &input.slots()[position].holds else {
            return Some(given);
        };
        if let GivenValue::Text(object) = given {
            match object {
                Cow::Borrowed(object) => self.split(object, Cow::Borrowed),
                Cow::Owned(object) => self.split(&object, |value| value.to_owned().into()),
            }
            given = mem::take(self.slot(position));
        }
        let members = match given {
            GivenValue::Value(Value::Null) => return None,
            GivenValue::Value(members) => members,
            _ => Value::Object(Map::new()),
        };
        let mut is_whole = true;
        for name in required {
            if members.get(name).is_none() {
                is_whole = false;
                self.faults.push(Fault::missing(name.clone()));
            }
        }
        is_whole.then_some(GivenValue::Value(members))
    }

    /// Returns all arguments as one map, for a tool from `Tool::builder` whose handler takes a map. Such a
    /// tool has only one slot.
    pub(crate) fn take_map(&mut self) -> Result<Map<String, Value>, Faults> {
        let given = mem::take(self.slot(0));
        let Some(GivenValue::Value(given)) = self.whole(0, given) else {
            return Err(self.take_faults());
        };
        let input = Arc::clone(&self.input);
        let slot = &input.slots()[0];
        if slot.has_rules && !self.is_faulty() {
            let root = input.exact().unwrap_or_else(|| self.definition.schema());
            record(
                &mut self.faults,
                slot,
                Validation { slot, root }.of_all(&given),
            );
        }
        match given {
            Value::Object(map) if !self.is_faulty() => Ok(map),
            _ => Err(self.take_faults()),
        }
    }

    /// Takes the arguments, and copies the data that is borrowed from the request, because a blocking function may
    /// outlive the request.
    pub(crate) fn take_owned(&mut self) -> Arguments<'static> {
        let taken = mem::replace(&mut self.given, Given::Object(Map::new(), 0));
        Arguments {
            input: Arc::clone(&self.input),
            definition: self.definition.to_owned(),
            given: taken.into_owned(),
            faults: self.take_faults(),
            next: self.next,
        }
    }

    /// Returns whether a call has unknown arguments, for a tool without parameters, which decodes nothing.
    pub(crate) fn has_unknown(&mut self) -> bool {
        self.fill_slots();
        self.is_faulty()
    }

    /// Returns whether the call has a fault so far, for example an argument with an unknown name. If so, the
    /// tool's function does not run. The generated code still decodes the remaining arguments, to report all
    /// faults.
    fn is_faulty(&self) -> bool {
        !self.faults.is_empty()
    }

    pub(crate) fn take_faults(&mut self) -> Faults {
        mem::take(&mut self.faults)
    }
}

/// Decodes the JSON value of an argument into `out`, and checks the argument's rules. Returns the problems of
/// the argument. `root` returns the schema of all arguments. Most calls need no schema, and the first
/// use of a schema parses it.
fn read<'s>(
    value: &Value,
    slot: &'s InputSlot,
    root: &dyn Fn() -> &'s Map<String, Value>,
    parameter: &dyn AnyParameter,
    out: &mut dyn Any,
) -> Problems {
    let validation = || Validation { slot, root: root() };
    let mut decoded = Decoded::default();
    if let Err(problem) = slot.decode(value, parameter, out, &mut decoded) {
        return validation().of_rejected(problem);
    }
    let mut problems = Problems::default();
    if slot.has_rules || decoded.buffered.len() > 0 {
        let seen = decoded.instead.as_deref().unwrap_or(value);
        problems = validation().of_decoded(seen, &decoded, parameter);
    }
    parameter.check(value, out, &mut problems);
    problems
}

/// Records the problems of one slot.
fn record(faults: &mut Faults, slot: &InputSlot, problems: Problems) {
    for problem in problems.listed {
        let fault = slot.fault(problem);
        // For a sensitive argument, the message shows neither the value nor the place of a fault
        // inside the argument. So all faults inside this argument have the same message. Record
        // only one of them.
        let is_known = match &fault {
            Fault::Argument { name, .. } => faults.ends_with_hidden(name),
            _ => false,
        };
        if !slot.is_sensitive() || !is_known {
            faults.push(fault);
        }
    }
    if !slot.is_sensitive() {
        faults.more += problems.more;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mcp_tool_schema::describe::LISTED;

    /// A client can send any number of faults. The registry reports a limited number of them, and only counts
    /// the others.
    #[test]
    fn faults_beyond_the_limit_are_counted() {
        let input = Arc::new(Input::default());
        let given: Map<String, Value> = (0..1000)
            .map(|number| (format!("k{number}"), Value::Null))
            .collect();
        let text = Value::Object(given.clone()).to_string();
        let definition = DefinitionText::new(&ToolDefinition::new("tool".to_owned()));
        let mut by_map = Arguments::from_map(&input, &definition, given);
        assert!(by_map.has_unknown());
        let by_text = Arguments::from_text(&input, &definition, &text);
        for mut arguments in [by_map, by_text] {
            let faults = arguments.take_faults();
            assert_eq!(faults.listed.len(), LISTED);
            assert_eq!(faults.listed.len() + faults.more, 1000);
        }
    }
}
