use std::borrow::Borrow;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::decode::decode;
use super::fault::Problem;
use super::missing::absent;
use super::reference::{Owned, ReferenceArgument};
use super::slots::{Arguments, Taken};
use crate::ToolContext;
use crate::schema::{SchemaFn, subschema};

/// How a value of type `T` is read from an argument.
pub struct Read<T> {
    decode: fn(Value) -> Result<T, Problem>,
    absent: fn() -> Option<T>,
}

/// A type whose values can be read from a tool's arguments: every `T: DeserializeOwned`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a tool parameter: it does not implement `Deserialize`",
    label = "cannot be read from JSON",
    note = "add `#[derive(serde::Deserialize)]` to the type and to every type inside it",
    note = "mark the parameter with `#[state]` or `#[context]` if the server provides it"
)]
pub trait ReadArgument: Sized {
    #[doc(hidden)]
    const READ: Read<Self>;
}

#[diagnostic::do_not_recommend]
impl<T: DeserializeOwned> ReadArgument for T {
    const READ: Read<T> = Read {
        decode: decode::<T>,
        absent: absent::<T>,
    };
}

/// A type whose arguments can be described to a model: every `T: JsonSchema`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a tool parameter: it does not implement `JsonSchema`",
    label = "has no schema to publish",
    note = "add `#[derive(schemars::JsonSchema)]` to the type and to every type inside it"
)]
pub trait DescribeArgument {
    #[doc(hidden)]
    const SCHEMA: SchemaFn;
}

#[diagnostic::do_not_recommend]
impl<T: JsonSchema> DescribeArgument for T {
    const SCHEMA: SchemaFn = subschema::<T>;
}

// Never described: without its `#[context]`, the parameter fails to be read, and that says enough.
#[diagnostic::do_not_recommend]
impl DescribeArgument for ToolContext {
    const SCHEMA: SchemaFn = |_| Schema::default();
}

/// How a default is written into the schema.
type Write<T> = fn(&T) -> Option<Value>;

/// A type whose default can be published in the schema: every `T: Serialize`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot have a default: it does not implement `Serialize`",
    label = "its default cannot be written into the schema",
    note = "add `#[derive(serde::Serialize)]` to the type, or make the parameter an `Option`"
)]
pub trait WriteArgument {
    #[doc(hidden)]
    const WRITE: Write<Self>;
}

#[diagnostic::do_not_recommend]
impl<T: Serialize + ?Sized> WriteArgument for T {
    const WRITE: Write<T> = |value| serde_json::to_value(value).ok();
}

/// A type that can be made of a string literal, for `#[arg(default = "…")]`: every
/// `T: From<&'static str>`.
#[diagnostic::on_unimplemented(
    message = "a string cannot be the default of a parameter of type `{Self}`",
    label = "no `{Self}` can be made of this",
    note = "write a value of the type, as in `#[arg(default = 3)]`"
)]
pub trait TextDefault: Sized {
    #[doc(hidden)]
    fn of_text(text: &'static str) -> Self;
}

#[diagnostic::do_not_recommend]
impl<T: From<&'static str>> TextDefault for T {
    fn of_text(text: &'static str) -> T {
        T::from(text)
    }
}

/// A type that has a default of its own, for `#[arg(default)]`: every `T: Default`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot have `#[arg(default)]`: it does not implement `Default`",
    label = "has no default",
    note = "write the value, as in `#[arg(default = …)]`, or implement `Default` for the type"
)]
pub trait DefaultArgument: Sized {
    #[doc(hidden)]
    const DEFAULT: fn() -> Self;
}

#[diagnostic::do_not_recommend]
impl<T: Default> DefaultArgument for T {
    const DEFAULT: fn() -> T = T::default;
}

/// A parameter: how it is read, described and, where it has a default, filled in.
///
/// There is no bound on `T` here; what a parameter can do was settled when it was made.
pub struct Param<T> {
    read: Read<T>,
    schema: SchemaFn,
    default: Option<Filled<T>>,
}

/// A default, and how it is written into the schema.
struct Filled<T> {
    default: fn() -> T,
    write: Write<T>,
}

impl<T> Param<T> {
    /// A parameter without a default. Both bounds on its type are here and nowhere else.
    #[doc(hidden)]
    pub const fn of() -> Self
    where
        T: ReadArgument + DescribeArgument,
    {
        Param {
            read: T::READ,
            schema: T::SCHEMA,
            default: None,
        }
    }

    /// Gives the parameter a default.
    #[doc(hidden)]
    pub const fn or(self, default: fn() -> T, write: Write<T>) -> Self {
        Param {
            read: self.read,
            schema: self.schema,
            default: Some(Filled { default, write }),
        }
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

    fn decode(&self, arguments: &mut Arguments, position: usize, value: Value) -> Option<T> {
        match (self.read.decode)(value) {
            Ok(value) => Some(value),
            Err(problem) => {
                arguments.fault(position, problem);
                None
            }
        }
    }

    /// The default, or what the type makes of an absent argument.
    fn or_default(&self) -> Option<T> {
        match &self.default {
            Some(filled) => Some((filled.default)()),
            None => (self.read.absent)(),
        }
    }
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

    fn read(&self, arguments: &mut Arguments, position: usize) -> Option<T> {
        match arguments.take(position) {
            Taken::Absent => self.fill(arguments, position),
            Taken::Null => match self.or_default() {
                Some(value) => Some(value),
                None => self.decode(arguments, position, Value::Null),
            },
            Taken::Value(value) => self.decode(arguments, position, value),
        }
    }
}

impl<X: ReferenceArgument + ?Sized> ReadSlot for LentParam<X> {
    type Value = Lent<X>;

    fn read(&self, arguments: &mut Arguments, position: usize) -> Option<Lent<X>> {
        match arguments.take(position) {
            Taken::Absent | Taken::Null => Some(Lent::Default((self.default)())),
            Taken::Value(value) => self
                .param
                .decode(arguments, position, value)
                .map(Lent::Given),
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
    /// Whether the argument may be left out.
    fn optional(&self) -> bool;
    /// The schema of the argument.
    fn schema(&self, generator: &mut SchemaGenerator) -> Schema;
    /// The default as JSON, if there is one.
    fn default(&self) -> Option<Value>;
    /// Whether `value` decodes.
    fn accepts(&self, value: Value) -> bool;
}

impl<T> AnyParameter for Param<T> {
    fn optional(&self) -> bool {
        self.default.is_some() || (self.read.absent)().is_some()
    }

    fn schema(&self, generator: &mut SchemaGenerator) -> Schema {
        (self.schema)(generator)
    }

    fn default(&self) -> Option<Value> {
        let filled = self.default.as_ref()?;
        (filled.write)(&(filled.default)())
    }

    fn accepts(&self, value: Value) -> bool {
        (self.read.decode)(value).is_ok()
    }
}

impl<X: ReferenceArgument + ?Sized> AnyParameter for LentParam<X> {
    fn optional(&self) -> bool {
        true
    }

    fn schema(&self, generator: &mut SchemaGenerator) -> Schema {
        (self.param.schema)(generator)
    }

    fn default(&self) -> Option<Value> {
        (self.write)((self.default)())
    }

    fn accepts(&self, value: Value) -> bool {
        self.param.accepts(value)
    }
}

/// One row of a tool's constant table of parameters.
#[derive(Clone, Copy)]
pub struct Row {
    pub(crate) name: &'static str,
    pub(crate) description: &'static str,
    pub(crate) parameter: &'static dyn AnyParameter,
}

/// A row: the name on the wire, the doc comment as written, the parameter.
pub const fn row(
    name: &'static str,
    description: &'static str,
    parameter: &'static dyn AnyParameter,
) -> Row {
    Row {
        name,
        description,
        parameter,
    }
}
