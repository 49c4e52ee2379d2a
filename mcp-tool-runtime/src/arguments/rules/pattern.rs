use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use regex::Regex;
use serde_json::{Map, Value};

use super::{Rule, unless};
use crate::arguments::fault::{Problem, quote};

/// A type whose values are texts, for `#[arg(pattern(…))]`: the string types, and options of them.
///
/// A type of one's own joins them:
///
/// ```
/// use mcp_tool_runtime::bounds::TextArgument;
///
/// #[derive(serde::Deserialize, schemars::JsonSchema)]
/// struct Tag(String);
///
/// impl TextArgument for Tag {
///     fn text(&self) -> Option<&str> {
///         Some(&self.0)
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "an argument of type `{Self}` cannot have a `pattern`: it is no text",
    label = "is no text",
    note = "for a number, write `range(1..=10)`",
    note = "for a type of your own that stands for a text, implement `mcp_tool_runtime::bounds::TextArgument`"
)]
pub trait TextArgument {
    /// The text; `None` where there is none to check.
    fn text(&self) -> Option<&str>;
}

macro_rules! texts {
    ($($text:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        impl TextArgument for $text {
            fn text(&self) -> Option<&str> {
                Some(self)
            }
        }
    )*};
}

texts!(String Box<str> Arc<str> Cow<'_, str>);

#[diagnostic::do_not_recommend]
impl<T: TextArgument> TextArgument for Option<T> {
    fn text(&self) -> Option<&str> {
        self.as_ref().and_then(T::text)
    }
}

/// A regular expression, compiled when its registry is built.
pub type Compiled = OnceLock<Result<Regex, regex::Error>>;

/// `pattern("…")`: somewhere in the text, as JSON Schema means it.
pub struct Pattern {
    pub pattern: &'static str,
    pub compiled: fn() -> &'static Compiled,
}

impl Pattern {
    fn compiled(&self) -> &Result<Regex, regex::Error> {
        (self.compiled)().get_or_init(|| Regex::new(self.pattern))
    }
}

impl<T: TextArgument> Rule<T> for Pattern {
    fn check(&self, value: &T) -> Option<Problem> {
        match (value.text(), self.compiled()) {
            (Some(text), Ok(pattern)) => unless(pattern.is_match(text), || quote(text)),
            // A pattern that cannot be compiled has kept the registry from being built.
            _ => None,
        }
    }

    fn write(&self, schema: &mut Map<String, Value>) {
        schema.insert("pattern".to_owned(), Value::from(self.pattern));
    }

    fn fault(&self) -> Option<String> {
        let error = self.compiled().as_ref().err()?;
        Some(format!("its pattern is no regular expression: {error}"))
    }
}
