use serde_json::Value;

use super::parameter::AnyParameter;
use crate::doc_comment::Description;

/// One row of a tool's constant table of parameters.
#[derive(Clone, Copy)]
pub struct Row {
    pub(crate) name: &'static str,
    pub(crate) description: Option<Description>,
    pub(crate) parameter: &'static dyn AnyParameter,
    /// Whether the members of the parameter are arguments, and not the parameter itself.
    pub(crate) joined: bool,
    /// Whether what was given must not be repeated.
    pub(crate) sensitive: bool,
    pub(crate) examples: &'static [fn() -> Option<Value>],
}

/// A row: the name on the wire, and the parameter.
pub const fn row(name: &'static str, parameter: &'static dyn AnyParameter) -> Row {
    Row {
        name,
        description: None,
        parameter,
        joined: false,
        sensitive: false,
        examples: &[],
    }
}

impl Row {
    /// Says what the argument is.
    pub const fn about(mut self, description: Description) -> Self {
        self.description = Some(description);
        self
    }

    /// Makes arguments of the parameter's members.
    pub const fn flatten(mut self) -> Self {
        self.joined = true;
        self
    }

    /// Keeps what was given out of logs and error texts.
    pub const fn sensitive(mut self) -> Self {
        self.sensitive = true;
        self
    }

    /// Adds examples to the schema.
    pub const fn examples(mut self, examples: &'static [fn() -> Option<Value>]) -> Self {
        self.examples = examples;
        self
    }
}

impl std::fmt::Debug for Row {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Row").field(&self.name).finish()
    }
}
