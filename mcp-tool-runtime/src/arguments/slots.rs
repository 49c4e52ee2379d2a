use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserializer as _, IgnoredAny, MapAccess, Visitor};
use serde_json::{Map, Value};

use super::fault::{Fault, Problem};
use super::parameter::{ReadSlot, Row};

/// The arguments of one call: one slot for each parameter of the tool.
pub struct Arguments {
    rows: &'static [Row],
    slots: Vec<Option<Value>>,
    faults: Vec<Fault>,
    /// The parameter that is read next.
    next: usize,
}

/// What a slot held.
pub(super) enum Taken {
    Absent,
    Null,
    Value(Value),
}

/// Which arguments a tool accepts beside its own.
pub(crate) struct Accept<'a> {
    /// Whether names that the tool does not have are dropped without a word.
    pub(crate) unknown: bool,
    /// Names that are dropped even where unknown ones are refused.
    pub(crate) ignored: &'a [String],
}

impl Accept<'_> {
    fn drops(&self, name: &str) -> bool {
        self.unknown || self.ignored.iter().any(|ignored| ignored == name)
    }
}

/// The text of the arguments is no JSON that can be read, for example nested beyond any use.
pub(crate) struct UnreadableArguments(pub(crate) String);

impl Arguments {
    fn empty(rows: &'static [Row]) -> Self {
        Arguments {
            rows,
            slots: rows.iter().map(|_| None).collect(),
            faults: Vec::new(),
            next: 0,
        }
    }

    /// Moves the members of an object into their slots.
    pub(crate) fn from_map(
        rows: &'static [Row],
        map: Map<String, Value>,
        accept: &Accept<'_>,
    ) -> Self {
        let mut arguments = Arguments::empty(rows);
        for (name, value) in map {
            match arguments.position(&name) {
                Some(position) => arguments.slots[position] = Some(value),
                None if accept.drops(&name) => {}
                None => arguments.faults.push(Fault::Unknown(name)),
            }
        }
        arguments
    }

    /// Reads the members of an object from its text straight into their slots. A value that no
    /// slot takes is never built.
    pub(crate) fn from_text(
        rows: &'static [Row],
        text: &str,
        accept: &Accept<'_>,
    ) -> Result<Self, UnreadableArguments> {
        let mut arguments = Arguments::empty(rows);
        let filler = Filler {
            arguments: &mut arguments,
            accept,
        };
        serde_json::Deserializer::from_str(text)
            .deserialize_map(filler)
            .map_err(|error| UnreadableArguments(error.to_string()))?;
        Ok(arguments)
    }

    fn position(&self, name: &str) -> Option<usize> {
        self.rows.iter().position(|row| row.name == name)
    }

    /// Reads the next parameter; an expansion asks for all of them in the order of the rows.
    /// `None` means that a fault has been recorded, of this one or of an earlier one.
    pub fn __get<P: ReadSlot>(&mut self, parameter: &P) -> Option<P::Value> {
        let position = self.next;
        self.next += 1;
        let value = parameter.read(self, position);
        value.filter(|_| !self.is_faulty())
    }

    pub(super) fn take(&mut self, position: usize) -> Taken {
        match self.slots.get_mut(position).and_then(Option::take) {
            None => Taken::Absent,
            Some(Value::Null) => Taken::Null,
            Some(value) => Taken::Value(value),
        }
    }

    pub(super) fn fault(&mut self, position: usize, problem: Problem) {
        let name = self.rows.get(position).map_or("", |row| row.name);
        self.faults.push(Fault::Argument { name, problem });
    }

    /// Whether something is wrong already, an unknown name for example: the slots are then still
    /// decoded, so that all faults are told at once, but the call will not take place.
    pub(crate) fn is_faulty(&self) -> bool {
        !self.faults.is_empty()
    }

    pub(crate) fn into_faults(self) -> Vec<Fault> {
        self.faults
    }
}

struct Filler<'f, 'a> {
    arguments: &'f mut Arguments,
    accept: &'f Accept<'a>,
}

impl<'de> Visitor<'de> for Filler<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<(), M::Error> {
        while let Some(Name(name)) = map.next_key()? {
            let Some(position) = self.arguments.position(&name) else {
                map.next_value::<IgnoredAny>()?;
                if !self.accept.drops(&name) {
                    self.arguments
                        .faults
                        .push(Fault::Unknown(name.into_owned()));
                }
                continue;
            };
            let value = map.next_value()?;
            if self.arguments.slots[position].replace(value).is_some() {
                let name = self.arguments.rows[position].name;
                self.arguments.faults.push(Fault::Repeated(name));
            }
        }
        Ok(())
    }
}

/// A member's name, borrowed from the text unless it holds an escape.
#[derive(serde::Deserialize)]
struct Name<'a>(#[serde(borrow)] Cow<'a, str>);
