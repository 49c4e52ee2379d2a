use std::any::Any;

use schemars::{Schema, SchemaGenerator};
use serde_json::{Map, Value};

use super::bounds::{ArgumentType, Describe, DescribeArgument, Read, ReadArgument, SchemaFunction};
use super::decode::decode_seen;
use super::fault::{Problem, Problems};
use super::input::InputSlot;
use super::rules::Rule;
use super::slots::Given;
use crate::schema::{SchemaFn, subschema};

/// A parameter: how it is read and described, and its rules.
///
/// There is no bound on `T` here but that it holds nothing borrowed. The abilities of a parameter
/// were settled when it was made.
pub struct Param<T: 'static> {
    read: Read<T>,
    schema: Described,
    rules: &'static [&'static dyn Rule<T>],
    #[cfg(feature = "garde")]
    validate: Option<super::garde::ValidateFn<T>>,
}

/// The source of a parameter's schema.
enum Described {
    ByType(SchemaFn),
    By(&'static dyn Describe),
}

impl<T: ReadArgument + DescribeArgument> Param<T> {
    #[doc(hidden)]
    pub const __OF: Self = Param::with(T::READ, Described::ByType(T::SCHEMA));

    /// Returns a parameter that its type describes.
    #[doc(hidden)]
    pub const fn of() -> Self {
        Self::__OF
    }
}

/// Parameters of a type that lacks a derive. Its bounds are here and nowhere else.
pub trait LackingParam: Sized {
    type T;
    /// For a type that [`Types`](crate::bounds::Types) reports.
    const __OF: Self;

    fn of<Kind>() -> Self
    where
        Self::T: ArgumentType<Kind>,
        <Self::T as ArgumentType<Kind>>::Described: DescribeArgument,
        <Self::T as ArgumentType<Kind>>::Read: ReadArgument,
    {
        Self::__OF
    }
}

impl<T> LackingParam for Param<T> {
    type T = T;
    const __OF: Self = Param::with(
        Read {
            text: |_| None,
            value: |_| Err(Problem::missing()),
            absent: || None,
        },
        Described::ByType(subschema::<()>),
    );
}

/// Parameters of every type but rmcp's `Parameters`, which says so itself. In rmcp, it holds the
/// arguments of a tool; here, it would be one of them.
pub trait NoWrapper {
    const __IS_PARAMETERS: bool = false;
}

impl<T> NoWrapper for Param<T> {}

#[cfg(feature = "rmcp3")]
#[doc(hidden)]
impl<T> Param<rmcp::handler::server::wrapper::Parameters<T>> {
    pub const __IS_PARAMETERS: bool = true;
}

impl<T> Param<T> {
    const fn with(read: Read<T>, schema: Described) -> Self {
        Param {
            read,
            schema,
            rules: &[],
            #[cfg(feature = "garde")]
            validate: None,
        }
    }

    /// Returns a parameter that a function describes, and not its type.
    #[doc(hidden)]
    pub const fn described_by<Kind>(schema: &'static dyn SchemaFunction<Kind>) -> Self
    where
        T: ReadArgument,
    {
        Param::with(T::READ, Described::By(schema))
    }

    /// Gives the parameter rules beyond its type.
    #[doc(hidden)]
    pub const fn rules(mut self, rules: &'static [&'static dyn Rule<T>]) -> Self {
        self.rules = rules;
        self
    }

    /// Validates the insides of values, if their type can.
    #[cfg(feature = "garde")]
    #[doc(hidden)]
    pub const fn validated(mut self, validate: Option<super::garde::ValidateFn<T>>) -> Self {
        self.validate = validate;
        self
    }

    /// Reads the text of a right argument. Returns `None` for all others.
    fn read_text(&self, text: &str) -> Option<T> {
        let value = (self.read.text)(text)?;
        let sent = || sent(&serde_json::from_str(text).ok()?);
        let is_right = self.broken(&value, &sent).is_none();
        #[cfg(feature = "garde")]
        let is_right = is_right && self.validate.is_none_or(|of| of(&value).is_empty());
        is_right.then_some(value)
    }

    /// Reads any argument, and collects its problems.
    fn read_value(&self, given: Given<'_>, slot: &InputSlot) -> Result<T, Problems> {
        let value = match given {
            Given::Absent => Value::Null,
            Given::Value(value) => value,
            Given::Text(text) => serde_json::from_str(&text)
                .map_err(|_| Problem::new(super::fault::Reason::Unreadable))?,
        };
        if value.is_null()
            && let Some(value) = (self.read.absent)()
        {
            return Ok(value);
        }
        let sent = match self.rules.is_empty() {
            true => None,
            false => sent(&value),
        };
        let mut problems = Problems::default();
        let decoded = match slot.is_plain() {
            true => decode_seen(self.read.value, value, None)?,
            false => {
                let mut decoded = None;
                problems = slot.decode(value, &mut |value, look| {
                    decoded = Some(decode_seen(self.read.value, value, look)?);
                    Ok(())
                })?;
                match decoded {
                    Some(decoded) => decoded,
                    None => return Err(problems),
                }
            }
        };
        if let Some(problem) = self.broken(&decoded, &|| sent) {
            problems.listed.retain(Problem::is_inside);
            problems.listed.insert(0, problem);
            return Err(problems);
        }
        // The type's own validation reports rules that are also published.
        #[cfg(feature = "garde")]
        if let Some(validate) = self.validate
            && !problems.is_full()
        {
            let invalid = validate(&decoded);
            if !invalid.is_empty() {
                return Err(invalid);
            }
        }
        match problems.is_empty() {
            true => Ok(decoded),
            false => Err(problems),
        }
    }

    /// Returns the problem of the first rule that a value breaks.
    fn broken(&self, value: &T, sent: &dyn Fn() -> Option<f64>) -> Option<Problem> {
        self.rules.iter().find_map(|rule| rule.check(value, sent))
    }
}

/// Returns the number that was sent; it may be written in a string.
fn sent(value: &Value) -> Option<f64> {
    let in_a_string = || serde_json::from_str(value.as_str()?).ok();
    value.as_f64().or_else(in_a_string)
}

/// A parameter without its type, as the registry sees it.
pub trait AnyParameter: Sync {
    /// Returns the name of its type, for people.
    fn type_name(&self) -> &'static str;
    /// Whether the type has a value for an absent argument.
    fn may_be_absent(&self) -> bool;
    /// Whether a function describes it, so that its schema is the author's own claim.
    fn is_described_by_hand(&self) -> bool;
    /// Returns the schema of the argument.
    fn schema(&self, generator: &mut SchemaGenerator) -> Schema;
    /// Puts an argument into `out`, an `Option` of the parameter's type.
    fn read(&self, given: Given<'_>, slot: &InputSlot, out: &mut dyn Any) -> Result<(), Problems>;
    /// Returns the problems of a value.
    fn problems(&self, value: Value) -> Vec<Problem>;
    /// Whether `value` decodes, and breaks no rule.
    fn accepts(&self, value: Value) -> bool {
        self.problems(value).is_empty()
    }
    /// Writes the rules into the schema of the argument.
    fn write_rules(&self, schema: &mut Map<String, Value>);
    /// Returns the faults of the rules themselves.
    fn rule_faults(&self) -> Vec<String>;
    /// Returns the rule that a value breaks which is right otherwise.
    fn broken_rule(&self, value: Value) -> Option<String>;
}

impl<T> AnyParameter for Param<T> {
    fn type_name(&self) -> &'static str {
        std::any::type_name::<T>()
    }

    fn may_be_absent(&self) -> bool {
        (self.read.absent)().is_some()
    }

    fn is_described_by_hand(&self) -> bool {
        matches!(self.schema, Described::By(_))
    }

    fn schema(&self, generator: &mut SchemaGenerator) -> Schema {
        match self.schema {
            Described::ByType(schema) => schema(generator),
            Described::By(function) => function.describe(generator),
        }
    }

    fn read(&self, given: Given<'_>, slot: &InputSlot, out: &mut dyn Any) -> Result<(), Problems> {
        // An expansion asks for the type that it has declared.
        let Some(out) = out.downcast_mut::<Option<T>>() else {
            return Ok(());
        };
        if matches!(given, Given::Absent) {
            *out = Some((self.read.absent)().ok_or_else(Problem::missing)?);
            return Ok(());
        }
        if let Given::Text(text) = &given
            && slot.is_plain()
        {
            *out = self.read_text(text);
        }
        if out.is_none() {
            *out = Some(self.read_value(given, slot)?);
        }
        Ok(())
    }

    fn problems(&self, value: Value) -> Vec<Problem> {
        let sent = sent(&value);
        let value = match decode_seen(self.read.value, value, None) {
            Ok(value) => value,
            Err(problem) => return vec![problem],
        };
        let broken = self.broken(&value, &|| sent).into_iter();
        #[cfg(feature = "garde")]
        let broken = broken.chain(self.validate.into_iter().flat_map(|of| of(&value).listed));
        broken.collect()
    }

    fn write_rules(&self, schema: &mut Map<String, Value>) {
        self.rules.iter().for_each(|rule| rule.write(schema));
    }

    fn rule_faults(&self) -> Vec<String> {
        self.rules.iter().filter_map(|rule| rule.fault()).collect()
    }

    fn broken_rule(&self, value: Value) -> Option<String> {
        if self.rules.is_empty() {
            return None;
        }
        let sent = sent(&value);
        let value = decode_seen(self.read.value, value, None).ok()?;
        let mut rules = self.rules.iter();
        let broken = rules.find(|rule| rule.check(&value, &|| sent).is_some())?;
        Some(broken.text())
    }
}
