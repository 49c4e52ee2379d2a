use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use serde::de::{Deserializer as _, IgnoredAny, MapAccess, Visitor};
use serde_json::{Map, Value};

use super::decode::Look;
use super::fault::{Fault, Faults, Problem, Problems, Step};
use super::flatten::decode_joined;
use super::input::{Holds, Input};
use super::parameter::ReadSlot;

/// The arguments of one call: one slot for each parameter of the tool.
pub struct Arguments {
    input: Arc<Input>,
    slots: Vec<Option<Value>>,
    faults: Faults,
    /// The parameter that is read next.
    next: usize,
}

/// What a slot held.
pub(super) enum Taken {
    Absent,
    Null,
    Value(Value),
    /// An object that lacks a member, which has been recorded.
    Faulty,
}

/// Which arguments a tool accepts beside its own.
#[derive(Clone, Debug)]
pub(crate) struct Accept {
    /// Whether names that the tool does not have are dropped without a word.
    pub(crate) unknown: bool,
    /// Names that are dropped even where unknown ones are refused.
    pub(crate) ignored: Arc<[String]>,
}

impl Accept {
    fn ignores(&self, name: &str) -> bool {
        self.ignored.iter().any(|ignored| ignored == name)
    }
}

/// The text of the arguments is no JSON that can be read, for example nested beyond any use.
pub(crate) struct UnreadableArguments(pub(crate) String);

/// Where an argument goes.
enum Way {
    Slot(usize),
    Dropped,
    Unknown,
}

impl Arguments {
    fn empty(input: &Arc<Input>) -> Self {
        Arguments {
            slots: vec![None; input.slots().len()],
            input: Arc::clone(input),
            faults: Faults::default(),
            next: 0,
        }
    }

    /// Moves the members of an object into their slots.
    pub(crate) fn from_map(input: &Arc<Input>, map: Map<String, Value>, accept: &Accept) -> Self {
        let mut arguments = Arguments::empty(input);
        for (name, value) in map {
            match arguments.way(&name, accept) {
                Way::Slot(position) => arguments.put(position, Cow::Owned(name), value),
                Way::Dropped => {}
                Way::Unknown => arguments.faults.push(Fault::Unknown(name)),
            }
        }
        arguments
    }

    /// Reads the members of an object from its text straight into their slots. A value that no
    /// slot takes is never built.
    pub(crate) fn from_text(
        input: &Arc<Input>,
        text: &str,
        accept: &Accept,
    ) -> Result<Self, UnreadableArguments> {
        let mut arguments = Arguments::empty(input);
        let filler = Filler {
            arguments: &mut arguments,
            accept,
        };
        serde_json::Deserializer::from_str(text)
            .deserialize_map(filler)
            .map_err(|error| UnreadableArguments(error.to_string()))?;
        Ok(arguments)
    }

    fn way(&self, name: &str, accept: &Accept) -> Way {
        if let Some(position) = self.input.known(name) {
            Way::Slot(position)
        } else if accept.ignores(name) {
            Way::Dropped
        } else if let Some(position) = self.input.open() {
            Way::Slot(position)
        } else if accept.unknown {
            Way::Dropped
        } else {
            Way::Unknown
        }
    }

    /// Puts a value into its slot, where there must be none of its name yet.
    fn put(&mut self, position: usize, name: Cow<'_, str>, value: Value) {
        let slot = &mut self.slots[position];
        let repeated = match &self.input.slots()[position].holds {
            Holds::One(_) => slot.replace(value).is_some(),
            Holds::Joined { .. } => match slot.get_or_insert_with(|| Value::Object(Map::new())) {
                Value::Object(members) => {
                    members.insert(name.clone().into_owned(), value).is_some()
                }
                _ => false,
            },
        };
        if repeated {
            self.faults.push(Fault::Repeated(name.into_owned()));
        }
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
        let value = self.slots.get_mut(position).and_then(Option::take);
        match &self.input.slots()[position].holds {
            Holds::One(_) => match value {
                None => Taken::Absent,
                Some(Value::Null) => Taken::Null,
                Some(value) => Taken::Value(value),
            },
            Holds::Joined { required, .. } => {
                let members = value.unwrap_or_else(|| Value::Object(Map::new()));
                let mut is_whole = true;
                for name in required {
                    if members.get(name).is_none() {
                        is_whole = false;
                        self.faults.push(Fault::missing(name.clone()));
                    }
                }
                match is_whole {
                    true => Taken::Value(members),
                    false => Taken::Faulty,
                }
            }
        }
    }

    /// Decodes what a slot held, and records why it does not; or returns the rules of its type that
    /// the value breaks.
    pub(super) fn decode(
        &mut self,
        position: usize,
        value: Value,
        decode: &mut dyn FnMut(Value, Look<'_>) -> Result<(), Problem>,
    ) -> Problems {
        let slot = &self.input.slots()[position];
        let mut broken = Problems::default();
        let mut decode = |value| match &slot.check {
            None => decode(value, None),
            Some(check) => decode(
                value,
                Some(&mut |value| broken = Problems::of(&check.violations(value), check)),
            ),
        };
        let result = match &slot.holds {
            Holds::One(_) => slot.check_nesting(&value).and_then(|()| decode(value)),
            Holds::Joined { generated, .. } => {
                let mut members = value.as_object().into_iter().flatten();
                let checked = members.try_for_each(|(name, member)| {
                    let checked = slot.check_nesting(member);
                    checked.map_err(|problem| problem.inside(Step::Key(name.clone())))
                });
                checked.and_then(|()| decode_joined(&mut decode, value, generated))
            }
        };
        if let Err(problem) = result {
            self.fault(position, problem);
        }
        broken
    }

    /// Records each of the problems; says whether there was any.
    pub(super) fn fault_each(&mut self, position: usize, problems: Problems) -> bool {
        let any = !problems.is_empty();
        for problem in problems.listed {
            self.fault(position, problem);
        }
        if !self.input.slots()[position].is_sensitive() {
            self.faults.more += problems.more;
        }
        any
    }

    pub(super) fn fault(&mut self, position: usize, problem: Problem) {
        let slot = &self.input.slots()[position];
        let fault = match &slot.holds {
            Holds::One(name) => Fault::Argument {
                name: name.clone(),
                problem,
            },
            Holds::Joined { properties, .. } => Fault::of_member(problem, properties),
        };
        if !slot.is_sensitive() {
            self.faults.push(fault);
            return;
        }
        // Without its place, one fault says as much as many.
        let fault = fault.hidden();
        let is_known = match &fault {
            Fault::Argument { name, .. } => self.faults.ends_with_hidden(name),
            _ => false,
        };
        if !is_known {
            self.faults.push(fault);
        }
    }

    /// The whole input of a tool by value, which has one slot for all.
    pub(crate) fn into_map(mut self) -> Result<Map<String, Value>, Self> {
        match self.take(0) {
            Taken::Value(Value::Object(map)) if !self.is_faulty() => Ok(map),
            _ => Err(self),
        }
    }

    /// Whether something is wrong already, an unknown name for example: the slots are then still
    /// decoded, so that all faults are told at once, but the call will not take place.
    pub(crate) fn is_faulty(&self) -> bool {
        !self.faults.is_empty()
    }

    pub(crate) fn into_faults(self) -> Faults {
        self.faults
    }
}

struct Filler<'f> {
    arguments: &'f mut Arguments,
    accept: &'f Accept,
}

impl<'de> Visitor<'de> for Filler<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<(), M::Error> {
        while let Some(Name(name)) = map.next_key()? {
            match self.arguments.way(&name, self.accept) {
                Way::Slot(position) => {
                    let value = map.next_value()?;
                    self.arguments.put(position, name, value);
                }
                Way::Dropped => {
                    map.next_value::<IgnoredAny>()?;
                }
                Way::Unknown => {
                    map.next_value::<IgnoredAny>()?;
                    let fault = Fault::Unknown(name.into_owned());
                    self.arguments.faults.push(fault);
                }
            }
        }
        Ok(())
    }
}

/// A member's name, borrowed from the text unless it holds an escape.
#[derive(serde::Deserialize)]
struct Name<'a>(#[serde(borrow)] Cow<'a, str>);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arguments::fault::LISTED;

    /// A peer chooses how many faults there are: those that are not told are not kept.
    #[test]
    fn faults_beyond_the_limit_are_counted() {
        let input = Arc::new(Input::default());
        let accept = Accept {
            unknown: false,
            ignored: Arc::from([]),
        };
        let given: Map<String, Value> = (0..1000)
            .map(|number| (format!("k{number}"), Value::Null))
            .collect();
        let text = Value::Object(given.clone()).to_string();
        let by_map = Arguments::from_map(&input, given, &accept);
        let by_text = Arguments::from_text(&input, &text, &accept).ok().unwrap();
        for arguments in [by_map, by_text] {
            let faults = arguments.into_faults();
            assert_eq!(faults.listed.len(), LISTED);
            assert_eq!(faults.len(), 1000);
        }
    }
}
