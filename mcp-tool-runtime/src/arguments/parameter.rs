//! Decodes, describes and checks the values of one parameter.

use std::any::Any;

use mcp_tool_schema::generate::SchemaFn;
use schemars::{Schema, SchemaGenerator};
use serde_json::{Map, Value};

use super::bounds::{ArgumentType, Describe, DescribeArgument, Read, ReadArgument, SchemaFunction};
use super::decode::{Decoded, decode_value};
use super::deserializer::Buffered;
use super::fault::{Problem, Problems};
use super::rules::Rule;
use super::text_reader::TextReader;

/// A parameter: the functions that decode, describe and validate its values, and its rules.
///
/// `T` needs no bound except `'static`. Only the constructors, which store these functions, have further
/// bounds.
pub struct Parameter<T: 'static> {
    read: Read<T>,
    schema: SchemaSource,
    rules: &'static [&'static dyn Rule<T>],
    #[cfg(feature = "garde")]
    validate: Option<super::garde::ValidateFn<T>>,
}

/// The source of a parameter's schema.
enum SchemaSource {
    ByType(SchemaFn),
    By(&'static dyn Describe),
}

impl<T> Parameter<T> {
    const fn with(read: Read<T>, schema: SchemaSource) -> Self {
        Parameter {
            read,
            schema,
            rules: &[],
            #[cfg(feature = "garde")]
            validate: None,
        }
    }

    /// Creates a parameter whose type gives the schema.
    #[doc(hidden)]
    pub const fn new<Kind>() -> Self
    where
        T: ArgumentType<Kind, Described: DescribeArgument>,
    {
        let schema = <T::Described as DescribeArgument>::SCHEMA;
        Parameter::with(T::READ, SchemaSource::ByType(schema))
    }

    /// Creates a parameter like `new`, for a type that is a parameter of the surrounding function.
    pub(crate) const fn generic() -> Self
    where
        T: ReadArgument + DescribeArgument,
    {
        Parameter::with(T::READ, SchemaSource::ByType(T::SCHEMA))
    }

    /// Creates a parameter whose schema comes from a function instead of its type.
    #[doc(hidden)]
    pub const fn described_by<Kind, SchemaKind>(
        schema: &'static dyn SchemaFunction<SchemaKind>,
    ) -> Self
    where
        T: ArgumentType<Kind>,
    {
        Parameter::with(T::READ, SchemaSource::By(schema))
    }

    /// Adds rules that the type itself does not have.
    #[doc(hidden)]
    pub const fn rules(mut self, rules: &'static [&'static dyn Rule<T>]) -> Self {
        self.rules = rules;
        self
    }

    /// Sets the `garde` validation of the values, if the type has one.
    #[cfg(feature = "garde")]
    #[doc(hidden)]
    pub const fn validated<V: super::garde::ArgumentValidation<T>>(mut self, _: &V) -> Self {
        self.validate = V::VALIDATE;
        self
    }

    /// Returns the first rule that a value violates, and the problem. For a numeric argument, `sent` returns
    /// the number in the request. The decoded value may have lost digits.
    fn broken(
        &self,
        value: &T,
        sent: &dyn Fn() -> Option<f64>,
    ) -> Option<(&'static dyn Rule<T>, Problem)> {
        let mut rules = self.rules.iter();
        rules.find_map(|rule| Some((*rule, rule.check(value, sent)?)))
    }

    /// Returns whether a value violates no rule and has no problem.
    fn is_valid(&self, value: &T, sent: &dyn Fn() -> Option<f64>) -> bool {
        self.broken(value, sent).is_none() && self.invalid(value).is_empty()
    }

    /// Returns the problems that the type's own validation finds.
    #[cfg(feature = "garde")]
    fn invalid(&self, value: &T) -> Problems {
        self.validate
            .map_or_else(Problems::default, |validate| validate(value))
    }

    #[cfg(not(feature = "garde"))]
    fn invalid(&self, _: &T) -> Problems {
        Problems::default()
    }
}

/// Returns the number that the client sent, as a JSON number or inside a string. Returns `None` for any other
/// value.
fn sent(value: &Value) -> Option<f64> {
    let in_a_string = || serde_json::from_str(value.as_str()?).ok();
    value.as_f64().or_else(in_a_string)
}

/// Returns a function that returns the number in `value`. This is no closure in a method of [`Parameter`], because the
/// compiler would copy such a closure for each type.
fn sent_in(value: &Value) -> impl Fn() -> Option<f64> {
    move || sent(value)
}

/// Works like [`sent_in`], for the value at the start of JSON text.
fn sent_in_text(json: &str) -> impl Fn() -> Option<f64> {
    move || sent(&serde_json::from_str(json).ok()?)
}

/// A parameter whose type is erased, as the registry sees it. In each method, `out` is an `Option` of that
/// type.
pub trait AnyParameter: Sync {
    /// Returns the name of the parameter's type for messages.
    fn type_name(&self) -> &'static str;
    /// Returns whether the type has a value for an absent argument.
    fn may_be_absent(&self) -> bool;
    /// Returns whether the schema comes from a function instead of the type. Such a schema might not match the
    /// type.
    fn is_described_by_hand(&self) -> bool;
    /// Returns the schema of the argument.
    fn schema(&self, generator: &mut SchemaGenerator) -> Schema;
    /// Writes the value for an absent argument to `out`. Returns whether the type has such a value.
    fn read_absent(&self, out: &mut dyn Any) -> bool;
    /// Reads an argument from its JSON text into `out`. Returns `false` if `TextReader` cannot decode the
    /// argument, or if the value violates a rule or fails the type's validation.
    fn read_text(&self, reader: &mut TextReader<'_>, out: &mut dyn Any) -> bool;
    /// Reads an argument from a `Value` into `out`. Returns `false` if the type rejects the value, if serde has buffered
    /// a part, or if the value violates a rule or fails the type's validation.
    fn read_value(&self, value: &Value, out: &mut dyn Any) -> bool;
    /// Decodes an argument from a `Value` into `out`, and writes to `decoded` what was decoded. Unlike `read_text`,
    /// this method supports every type, but checks no rules.
    fn decode(
        &self,
        value: &Value,
        out: &mut dyn Any,
        decoded: &mut Decoded,
    ) -> Result<(), Problem>;
    /// Returns whether the type accepts a value itself, not the JSON inside a string.
    fn decodes(&self, value: &Value, buffered: &Buffered) -> bool;
    /// Checks the parameter's rules for the argument that was decoded from `value`. If no rule is violated, runs the
    /// type's validation. Merges the result into `problems`, which already holds the violations of the type's schema.
    /// Returns the text of the first rule that is violated.
    fn check(&self, value: &Value, out: &dyn Any, problems: &mut Problems) -> Option<String>;
    /// Calls `then` with an empty `out`.
    fn with_out(&self, then: &mut dyn FnMut(&mut dyn Any));
    /// Returns whether the parameter has neither rules nor a validation of its type.
    fn is_unchecked(&self) -> bool;
    /// Returns whether clients repeat the argument in a header.
    fn is_in_header(&self) -> bool;
    /// Writes the rules into the schema of the argument.
    fn write_rules(&self, schema: &mut Map<String, Value>);
    /// Passes on the faults in the declarations of the rules, such as an empty range.
    fn rule_faults(&self, then: &mut dyn FnMut(String));
}

impl dyn AnyParameter {
    /// Returns the problems of a value, as [`decode_and_check`](Self::decode_and_check) does.
    pub(super) fn problems(&self, value: &Value) -> Vec<Problem> {
        self.decode_and_check(value).0
    }

    /// Returns whether `value` has no problems.
    pub(super) fn accepts(&self, value: &Value) -> bool {
        self.problems(value).is_empty()
    }

    /// Decodes and checks a value. Returns the problems, and the text of the first rule that the value violates. Does
    /// not check the rules in the type's schema.
    pub(super) fn decode_and_check(&self, value: &Value) -> (Vec<Problem>, Option<String>) {
        let mut problems = Problems::default();
        let mut rule = None;
        self.with_out(
            &mut |out| match self.decode(value, out, &mut Decoded::default()) {
                Ok(()) => rule = self.check(value, out, &mut problems),
                Err(problem) => problems.listed.push(problem),
            },
        );
        (problems.listed, rule)
    }
}

impl<T> AnyParameter for Parameter<T> {
    fn type_name(&self) -> &'static str {
        std::any::type_name::<T>()
    }

    fn may_be_absent(&self) -> bool {
        (self.read.absent)().is_some()
    }

    fn is_described_by_hand(&self) -> bool {
        matches!(self.schema, SchemaSource::By(_))
    }

    fn schema(&self, generator: &mut SchemaGenerator) -> Schema {
        match self.schema {
            SchemaSource::ByType(schema) => schema(generator, false),
            SchemaSource::By(function) => function.describe(generator),
        }
    }

    fn read_absent(&self, out: &mut dyn Any) -> bool {
        put(out, (self.read.absent)())
    }

    fn read_text(&self, reader: &mut TextReader<'_>, out: &mut dyn Any) -> bool {
        let sent = sent_in_text(reader.rest());
        let decoded = (self.read.text)(reader);
        put(out, decoded.filter(|decoded| self.is_valid(decoded, &sent)))
    }

    fn read_value(&self, value: &Value, out: &mut dyn Any) -> bool {
        let buffered = Buffered::default();
        let decoded = (self.read.value)(value, &buffered).ok();
        let is_valid = |decoded: &T| self.is_valid(decoded, &sent_in(value));
        put(
            out,
            decoded.filter(|decoded| buffered.len() == 0 && is_valid(decoded)),
        )
    }

    fn decode(
        &self,
        value: &Value,
        out: &mut dyn Any,
        decoded: &mut Decoded,
    ) -> Result<(), Problem> {
        let mut read = |value: &Value, buffered: &Buffered| {
            put(out, Some((self.read.value)(value, buffered)?));
            Ok(())
        };
        decode_value(&mut read, value, decoded)
    }

    fn decodes(&self, value: &Value, buffered: &Buffered) -> bool {
        (self.read.value)(value, buffered).is_ok()
    }

    fn check(&self, value: &Value, out: &dyn Any, problems: &mut Problems) -> Option<String> {
        let decoded = out.downcast_ref::<Option<T>>()?.as_ref()?;
        let (rule, problem) = self.broken(decoded, &sent_in(value)).unzip();
        problems.merge(problem, &|| self.invalid(decoded));
        rule.map(Rule::text)
    }

    fn with_out(&self, then: &mut dyn FnMut(&mut dyn Any)) {
        then(&mut None::<T>);
    }

    fn is_unchecked(&self) -> bool {
        #[cfg(feature = "garde")]
        if self.validate.is_some() {
            return false;
        }
        self.rules.is_empty()
    }

    fn is_in_header(&self) -> bool {
        self.rules.iter().any(|rule| rule.is_header())
    }

    fn write_rules(&self, schema: &mut Map<String, Value>) {
        self.rules.iter().for_each(|rule| rule.write(schema));
    }

    fn rule_faults(&self, then: &mut dyn FnMut(String)) {
        for rule in self.rules {
            if let Some(fault) = rule.fault() {
                then(fault);
            }
        }
    }
}

/// Writes `value` to `out`, which is an `Option<T>`. Returns whether `value` is `Some`.
fn put<T: 'static>(out: &mut dyn Any, value: Option<T>) -> bool {
    let is_there = value.is_some();
    // The downcast cannot fail, because the generated code passes an `Option<T>` as `out`.
    if let Some(out) = out.downcast_mut::<Option<T>>() {
        *out = value;
    }
    is_there
}
