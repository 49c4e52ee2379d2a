use std::borrow::Borrow;

use schemars::{Schema, SchemaGenerator};
use serde_json::{Map, Value};

use super::bounds::{
    ArgumentType, Describe, DescribeArgument, Read, ReadArgument, SchemaFunction, Write,
};
use super::fault::Problem;
use super::literal::Whole;
use super::reference::{Owned, ReferenceArgument};
use super::rules::Rule;
use super::slots::{Arguments, Taken};
use crate::schema::{SchemaFn, subschema};

/// A parameter: how it is read, described and, where it has a default, filled in.
///
/// There is no bound on `T` here but that it holds nothing borrowed; what a parameter can do was
/// settled when it was made.
pub struct Param<T: 'static> {
    read: Read<T>,
    schema: Described,
    default: Option<Filled<T>>,
    rules: &'static [&'static dyn Rule<T>],
    #[cfg(feature = "garde")]
    validate: Option<super::garde::ValidateFn<T>>,
}

/// Where the schema of a parameter comes from.
enum Described {
    ByType(SchemaFn),
    By(&'static dyn Describe),
}

impl Described {
    fn schema(&self, generator: &mut SchemaGenerator) -> Schema {
        match self {
            Described::ByType(schema) => schema(generator),
            Described::By(function) => function.describe(generator),
        }
    }
}

/// A default, and how it is written into the schema.
struct Filled<T> {
    default: Given<T>,
    write: Write<T>,
}

/// A default as it is known before there is a value.
enum Given<T> {
    Made(fn() -> T),
    Whole(Whole<T>),
}

impl<T> Filled<T> {
    fn value(&self) -> T {
        match &self.default {
            Given::Made(make) => make(),
            Given::Whole(whole) => (whole.of)(whole.number),
        }
    }
}

impl<T: ReadArgument + DescribeArgument> Param<T> {
    #[doc(hidden)]
    pub const __OF: Self = Param::with(T::READ, T::SCHEMA);

    /// A parameter without a default.
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
            decode: |_, _| Err(Problem::missing()),
            absent: || None,
        },
        subschema::<()>,
    );
}

impl<T> Param<T> {
    const fn with(read: Read<T>, schema: SchemaFn) -> Self {
        Param {
            read,
            schema: Described::ByType(schema),
            default: None,
            rules: &[],
            #[cfg(feature = "garde")]
            validate: None,
        }
    }

    /// A parameter whose schema comes from elsewhere than its type.
    #[doc(hidden)]
    pub const fn described_by<Kind>(schema: &'static dyn SchemaFunction<Kind>) -> Self
    where
        T: ReadArgument,
    {
        Param {
            read: T::READ,
            schema: Described::By(schema),
            default: None,
            rules: &[],
            #[cfg(feature = "garde")]
            validate: None,
        }
    }

    /// Gives the parameter rules beyond its type.
    #[doc(hidden)]
    pub const fn rules(mut self, rules: &'static [&'static dyn Rule<T>]) -> Self {
        self.rules = rules;
        self
    }

    /// Validates what is inside of values, where their type knows how.
    #[cfg(feature = "garde")]
    #[doc(hidden)]
    pub const fn validated(mut self, validate: Option<super::garde::ValidateFn<T>>) -> Self {
        self.validate = validate;
        self
    }

    /// Gives the parameter a default.
    #[doc(hidden)]
    pub const fn or(mut self, default: fn() -> T, write: Write<T>) -> Self {
        self.default = Some(Filled {
            default: Given::Made(default),
            write,
        });
        self
    }

    /// Gives the parameter a number as its default.
    #[doc(hidden)]
    pub const fn or_whole(mut self, number: Whole<T>, write: Write<T>) -> Self {
        self.default = Some(Filled {
            default: Given::Whole(number),
            write,
        });
        self
    }

    #[doc(hidden)]
    /// Gives a parameter that is taken by reference a default of its borrowed form.
    pub const fn lent<X>(self, default: fn() -> &'static X, write: Write<X>) -> LentParam<X>
    where
        X: ReferenceArgument<Owned = T> + ?Sized,
    {
        LentParam {
            param: self,
            default,
            write,
        }
    }

    fn fill(&self, arguments: &mut Arguments, position: usize) -> Option<T> {
        let value = self.or_default();
        if value.is_none() {
            arguments.fault(position, Problem::missing());
        }
        value
    }

    // Once for each type, and not once for each tool; what does not depend on the type is left to
    // the arguments.
    #[inline(never)]
    fn decode(&self, arguments: &mut Arguments, position: usize, value: Value) -> Option<T> {
        let sent = self.sent(&value);
        let mut decoded = None;
        let mut violations = arguments.decode(position, value, &mut |value, look| {
            decoded = Some((self.read.decode)(value, look)?);
            Ok(())
        });
        let decoded = decoded?;
        if let Some(problem) = self.broken(&decoded, sent) {
            violations.listed.retain(Problem::is_inside);
            violations.listed.insert(0, problem);
            arguments.fault_each(position, violations);
            return None;
        }
        // Rules that are published are told once, and in the words of whoever validates the type.
        #[cfg(feature = "garde")]
        if let Some(validate) = self.validate
            && !violations.is_full()
            && arguments.fault_each(position, validate(&decoded))
        {
            return None;
        }
        (!arguments.fault_each(position, violations)).then_some(decoded)
    }

    /// The number that was sent, where there are rules for it; it may be written in a string.
    fn sent(&self, value: &Value) -> Option<f64> {
        if self.rules.is_empty() {
            return None;
        }
        let in_a_string = || serde_json::from_str(value.as_str()?).ok();
        value.as_f64().or_else(in_a_string)
    }

    /// What the first of the parameter's rules that is broken has against a value of its type, and
    /// against the number that was sent for it.
    fn broken(&self, value: &T, sent: Option<f64>) -> Option<Problem> {
        let check = |rule: &&dyn Rule<T>| check(*rule, value, sent);
        self.rules.iter().find_map(check)
    }

    /// The first of the rules that a value of its type breaks, as it was written.
    fn first_broken(&self, value: &T, sent: Option<f64>) -> Option<String> {
        let mut rules = self.rules.iter();
        let broken = rules.find(|rule| check(**rule, value, sent).is_some())?;
        Some(broken.text())
    }

    /// The default, or what the type makes of an absent argument.
    fn or_default(&self) -> Option<T> {
        match &self.default {
            Some(filled) => Some(filled.value()),
            None => (self.read.absent)(),
        }
    }
}

fn check<T>(rule: &dyn Rule<T>, value: &T, sent: Option<f64>) -> Option<Problem> {
    let sent = || rule.check_sent(sent?);
    rule.check(value).or_else(sent)
}

/// A parameter of type `&X` whose default is a `&'static X`.
pub struct LentParam<X: ReferenceArgument + ?Sized + 'static> {
    param: Param<Owned<X>>,
    default: fn() -> &'static X,
    write: Write<X>,
}

/// A parameter, of either kind.
pub trait ReadSlot {
    /// What the function takes, or borrows from.
    type Value;

    #[doc(hidden)]
    fn read(&self, arguments: &mut Arguments, position: usize) -> Option<Self::Value>;
}

impl<T> ReadSlot for Param<T> {
    type Value = T;

    #[inline(never)]
    fn read(&self, arguments: &mut Arguments, position: usize) -> Option<T> {
        match arguments.take(position) {
            Taken::Absent => self.fill(arguments, position),
            Taken::Null => match self.or_default() {
                Some(value) => Some(value),
                None => self.decode(arguments, position, Value::Null),
            },
            Taken::Value(value) => self.decode(arguments, position, value),
            Taken::Faulty => None,
        }
    }
}

impl<X: ReferenceArgument + ?Sized> ReadSlot for LentParam<X> {
    type Value = Lent<X>;

    #[inline(never)]
    fn read(&self, arguments: &mut Arguments, position: usize) -> Option<Lent<X>> {
        match arguments.take(position) {
            Taken::Absent | Taken::Null => Some(Lent::Default((self.default)())),
            Taken::Value(value) => self
                .param
                .decode(arguments, position, value)
                .map(Lent::Given),
            Taken::Faulty => None,
        }
    }
}

/// A value to lend: a given one or the default.
pub enum Lent<X: ReferenceArgument + ?Sized + 'static> {
    Given(Owned<X>),
    Default(&'static X),
}

impl<X: ReferenceArgument + ?Sized> Borrow<X> for Lent<X> {
    fn borrow(&self) -> &X {
        match self {
            Lent::Given(owned) => owned.borrow(),
            Lent::Default(borrowed) => borrowed,
        }
    }
}

/// A parameter without its type, as the registry sees it.
pub trait AnyParameter: Sync {
    /// The name of its type, for people.
    fn type_name(&self) -> &'static str;
    /// Whether the argument may be left out.
    fn optional(&self) -> bool;
    /// Whether its schema is not that of its type, and so the author's own claim.
    fn is_described_by_hand(&self) -> bool;
    /// The schema of the argument.
    fn schema(&self, generator: &mut SchemaGenerator) -> Schema;
    /// The default as JSON, if there is one.
    fn default(&self) -> Option<Value>;
    /// What is wrong with `value`.
    fn problems(&self, value: Value) -> Vec<Problem>;
    /// Whether `value` decodes, and breaks no rule.
    fn accepts(&self, value: Value) -> bool {
        self.problems(value).is_empty()
    }
    /// Writes the rules into the schema of the argument.
    fn write_rules(&self, schema: &mut Map<String, Value>);
    /// What is wrong with the rule at `index` itself; `None` where there is no such rule.
    fn rule_fault(&self, index: usize) -> Option<Option<String>>;
    /// The rule that the default breaks.
    fn rule_of_default(&self) -> Option<String>;
    /// The rule that a value breaks which is one otherwise.
    fn broken_rule(&self, value: Value) -> Option<String>;
}

impl<T> AnyParameter for Param<T> {
    fn type_name(&self) -> &'static str {
        std::any::type_name::<T>()
    }

    fn optional(&self) -> bool {
        self.default.is_some() || (self.read.absent)().is_some()
    }

    fn is_described_by_hand(&self) -> bool {
        matches!(self.schema, Described::By(_))
    }

    fn schema(&self, generator: &mut SchemaGenerator) -> Schema {
        self.schema.schema(generator)
    }

    fn default(&self) -> Option<Value> {
        let filled = self.default.as_ref()?;
        (filled.write)(&filled.value())
    }

    fn problems(&self, value: Value) -> Vec<Problem> {
        let sent = self.sent(&value);
        let value = match (self.read.decode)(value, None) {
            Ok(value) => value,
            Err(problem) => return vec![problem],
        };
        let broken = self.broken(&value, sent).into_iter();
        #[cfg(feature = "garde")]
        let broken = broken.chain(self.validate.into_iter().flat_map(|of| of(&value).listed));
        broken.collect()
    }

    fn write_rules(&self, schema: &mut Map<String, Value>) {
        self.rules.iter().for_each(|rule| rule.write(schema));
    }

    fn rule_fault(&self, index: usize) -> Option<Option<String>> {
        self.rules.get(index).map(|rule| rule.fault())
    }

    fn rule_of_default(&self) -> Option<String> {
        match &self.default {
            Some(filled) if !self.rules.is_empty() => self.first_broken(&filled.value(), None),
            _ => None,
        }
    }

    fn broken_rule(&self, value: Value) -> Option<String> {
        let sent = self.sent(&value);
        let value = (self.read.decode)(value, None).ok()?;
        self.first_broken(&value, sent)
    }
}

impl<X: ReferenceArgument + ?Sized> AnyParameter for LentParam<X> {
    fn type_name(&self) -> &'static str {
        self.param.type_name()
    }

    fn optional(&self) -> bool {
        true
    }

    fn is_described_by_hand(&self) -> bool {
        self.param.is_described_by_hand()
    }

    fn schema(&self, generator: &mut SchemaGenerator) -> Schema {
        self.param.schema.schema(generator)
    }

    fn default(&self) -> Option<Value> {
        (self.write)((self.default)())
    }

    fn problems(&self, value: Value) -> Vec<Problem> {
        self.param.problems(value)
    }

    fn write_rules(&self, schema: &mut Map<String, Value>) {
        self.param.write_rules(schema);
    }

    fn rule_fault(&self, index: usize) -> Option<Option<String>> {
        self.param.rule_fault(index)
    }

    fn rule_of_default(&self) -> Option<String> {
        if self.param.rules.is_empty() {
            return None;
        }
        // Rules are about the owned form, which the default is not; it is read as a call would.
        self.param.broken_rule(self.default()?)
    }

    fn broken_rule(&self, value: Value) -> Option<String> {
        self.param.broken_rule(value)
    }
}
