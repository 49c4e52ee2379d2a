//! Rows of the table of parameters that the macro generates.

use std::any::Any;

use serde_json::Value;

use super::bounds::Write;
use super::parameter::AnyParameter;
use super::reference::{LentValue, ReferenceArgument};
use crate::doc_comment::Description;

/// One row of a tool's constant table of parameters.
#[derive(Clone, Copy)]
pub struct Row {
    pub(crate) name: &'static str,
    pub(crate) description: Option<Description>,
    pub(crate) parameter: &'static dyn AnyParameter,
    pub(crate) default: Option<&'static dyn AnyDefault>,
    /// Whether each member of the parameter is an argument. Otherwise, the parameter is one argument.
    pub(crate) joined: bool,
    /// Whether messages must not contain the value.
    pub(crate) sensitive: bool,
    pub(crate) examples: &'static [fn() -> Option<Value>],
}

/// Creates a row from the published name and the parameter.
pub const fn row(name: &'static str, parameter: &'static dyn AnyParameter) -> Row {
    Row {
        name,
        description: None,
        parameter,
        default: None,
        joined: false,
        sensitive: false,
        examples: &[],
    }
}

impl Row {
    /// Describes the argument.
    pub const fn about(mut self, description: Description) -> Self {
        self.description = Some(description);
        self
    }

    /// Sets the default of the argument.
    pub const fn default(mut self, default: &'static dyn AnyDefault) -> Self {
        self.default = Some(default);
        self
    }

    /// Turns the members of the parameter into arguments.
    pub const fn flatten(mut self) -> Self {
        self.joined = true;
        self
    }

    /// Hides the value in logs and error messages.
    pub const fn sensitive(mut self) -> Self {
        self.sensitive = true;
        self
    }

    /// Adds examples to the schema.
    pub const fn examples(mut self, examples: &'static [fn() -> Option<Value>]) -> Self {
        self.examples = examples;
        self
    }

    /// Returns whether the argument may be absent.
    pub(crate) fn is_optional(&self) -> bool {
        self.default.is_some() || self.parameter.may_be_absent()
    }

    /// Returns the default as JSON, if there is one.
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
    /// Writes the default to `out`. `out` is an `Option` of the parameter's type, or of `LentValue` for a
    /// parameter that is a reference.
    fn fill(&self, out: &mut dyn Any);

    /// Returns the default as JSON.
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
pub struct LentDefault<X: ?Sized + 'static> {
    pub value: fn() -> &'static X,
    pub write: Write<X>,
}

impl<X: ReferenceArgument + ?Sized + 'static> AnyDefault for LentDefault<X> {
    fn fill(&self, out: &mut dyn Any) {
        if let Some(out) = out.downcast_mut::<Option<LentValue<X>>>() {
            *out = Some(LentValue::Default((self.value)()));
        }
    }

    fn json(&self) -> Option<Value> {
        (self.write)((self.value)())
    }
}
