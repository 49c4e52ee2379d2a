//! `#[arg(pattern("…"))]`

use std::borrow::Cow;
use std::sync::Arc;

use mcp_tool_schema::pattern_matcher::{compile_pattern, matches};
use serde_json::{Map, Value};

use super::{Rule, unless};
use crate::arguments::fault::Problem;
use mcp_tool_schema::json_terms::quote;

/// A type whose values are strings, for `#[arg(pattern(…))]`: the string types, and options of them.
///
/// For your own type, implement the trait:
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
    message = "an argument that is read as `{Self}` cannot have a `pattern`: it is not a string",
    label = "is not a string",
    note = "for a number, write `range(1..=10)`; for a list, check each item in the body of the tool",
    note = "for your own type that is a string in JSON, implement `mcp_tool_runtime::bounds::TextArgument`"
)]
pub trait TextArgument {
    /// Returns the text, or `None` to skip the rule, for example for an absent option.
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

/// `pattern("…")`. A match with any part of the string is enough, as in JSON Schema.
pub struct Pattern {
    pub pattern: &'static str,
}

impl<T: TextArgument> Rule<T> for Pattern {
    fn check(&self, value: &T, _: &dyn Fn() -> Option<f64>) -> Option<Problem> {
        let text = value.text()?;
        // Only `build()` meets an invalid pattern, when it checks a default or an example. `fault` reports the
        // pattern, and `build()` fails.
        let is_kept = matches(self.pattern, text).unwrap_or(true);
        unless(is_kept, || quote(text))
    }

    fn text(&self) -> String {
        format!("pattern({:?})", self.pattern)
    }

    fn write(&self, schema: &mut Map<String, Value>) {
        schema.insert("pattern".to_owned(), Value::from(self.pattern));
    }

    fn fault(&self) -> Option<String> {
        let error = compile_pattern(self.pattern)
            .as_ref()
            .as_ref()
            .err()?
            .clone();
        Some(format!("its pattern is not a regular expression: {error}"))
    }
}
