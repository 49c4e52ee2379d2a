//! Rows of the parameter table that the macro generates.

use std::any::Any;

use mcp_tool_schema::doc_comment::Description;
use serde_json::Value;

use super::bounds::Write;
use super::parameter::AnyParameter;
use super::reference::{BorrowedValue, ReferenceArgument};

/// One row of a tool's constant table of parameters.
#[derive(Clone, Copy)]
pub struct Row {
    pub(crate) name: &'static str,
    pub(crate) description: Option<Description>,
    pub(crate) parameter: &'static dyn AnyParameter,
    pub(crate) default: Option<&'static dyn AnyDefault>,
    /// Whether only `build()` evaluates the default. Calls then decode the published default.
    pub(crate) evaluates_once: bool,
    /// Whether each member of the parameter is a separate argument. If not, the parameter is one argument.
    pub(crate) joined: bool,
    /// Whether logs and messages must not contain the argument's value.
    pub(crate) sensitive: bool,
    pub(crate) examples: &'static [fn() -> Option<Value>],
}

/// Describes an argument by the published name and the parameter.
pub const fn argument(name: &'static str, parameter: &'static dyn AnyParameter) -> Row {
    Row {
        name,
        description: None,
        parameter,
        default: None,
        evaluates_once: false,
        joined: false,
        sensitive: false,
        examples: &[],
    }
}

impl Row {
    /// Sets the description of the argument.
    pub const fn description(mut self, description: Description) -> Self {
        self.description = Some(description);
        self
    }

    /// Sets the default of the argument.
    pub const fn default(mut self, default: &'static dyn AnyDefault) -> Self {
        self.default = Some(default);
        self
    }

    /// Evaluates the default only once, when the registry is built. Without this, each call evaluates it, which
    /// is faster, but gives the published value only for a constant.
    pub const fn evaluated_once(mut self) -> Self {
        self.evaluates_once = true;
        self
    }

    /// Turns each member of the parameter into an argument of the tool.
    pub const fn flatten(mut self) -> Self {
        self.joined = true;
        self
    }

    /// Hides the argument's value in logs and error messages.
    pub const fn sensitive(mut self) -> Self {
        self.sensitive = true;
        self
    }

    /// Sets the examples for the argument's schema.
    pub const fn examples(mut self, examples: &'static [fn() -> Option<Value>]) -> Self {
        self.examples = examples;
        self
    }

    /// Returns whether the argument may be absent.
    pub(crate) fn is_optional(&self) -> bool {
        self.default.is_some() || self.parameter.may_be_absent()
    }

    /// Returns the default as JSON. Returns `None` if there is no default, or if serialization fails.
    pub(crate) fn default_as_json(&self) -> Option<Value> {
        self.default?.json()
    }
}

impl std::fmt::Debug for Row {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Row").field(&self.name).finish()
    }
}

/// The default of a parameter of any type. The trait object erases the type.
pub trait AnyDefault: Sync {
    /// Writes the default to `out`, if `out` is an `Option` of the default's type. For a parameter that the function
    /// borrows, this type is a [`BorrowedParameter`](super::reference::BorrowedParameter), or its owned type with
    /// `#[arg(default)]`.
    fn fill(&self, out: &mut dyn Any);

    /// Returns the default as JSON, or `None` if serialization fails.
    fn json(&self) -> Option<Value>;
}

/// The default of a parameter that the tool's function takes by value.
pub struct OwnedDefault<T> {
    pub value: fn() -> T,
    pub write: Write<T>,
}

impl<T: 'static> AnyDefault for OwnedDefault<T> {
    fn fill(&self, out: &mut dyn Any) {
        if let Some(out) = out.downcast_mut::<Option<T>>() {
            *out = Some((self.value)());
        }
    }

    fn json(&self) -> Option<Value> {
        (self.write)(&(self.value)())
    }
}

/// The default of a parameter that the tool's function takes by reference.
pub struct BorrowedDefault<X: ?Sized + 'static> {
    pub value: fn() -> &'static X,
    pub write: Write<X>,
}

impl<X: ReferenceArgument + ?Sized + 'static> AnyDefault for BorrowedDefault<X> {
    fn fill(&self, out: &mut dyn Any) {
        if let Some(out) = out.downcast_mut::<Option<BorrowedValue<X>>>() {
            *out = Some(BorrowedValue::Default((self.value)()));
        }
    }

    fn json(&self) -> Option<Value> {
        (self.write)((self.value)())
    }
}

/// The default of a parameter `Option<&X>`.
pub struct OptionalBorrowedDefault<X: ?Sized + 'static> {
    pub value: fn() -> Option<&'static X>,
    pub write: Write<X>,
}

impl<X: ReferenceArgument + ?Sized + 'static> AnyDefault for OptionalBorrowedDefault<X> {
    fn fill(&self, out: &mut dyn Any) {
        if let Some(out) = out.downcast_mut::<Option<Option<BorrowedValue<X>>>>() {
            *out = Some((self.value)().map(BorrowedValue::Default));
        }
    }

    fn json(&self) -> Option<Value> {
        match (self.value)() {
            Some(value) => (self.write)(value),
            None => Some(Value::Null),
        }
    }
}
