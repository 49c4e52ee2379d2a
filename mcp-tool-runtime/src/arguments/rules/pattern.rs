//! `#[arg(pattern("…"))]`

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, PoisonError, RwLock};

use mcp_tool_schema::pattern_matcher::compile_pattern;
use regex::Regex;
use serde_json::{Map, Value};

use super::{Rule, unless};
use crate::arguments::fault::Problem;
use crate::arguments::json_terms::quote;

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

/// A compiled pattern, or its error.
type CompiledPattern = Arc<Result<Regex, String>>;

/// `pattern("…")`. A match with any part of the string is enough, as in JSON Schema.
pub struct Pattern {
    pub pattern: &'static str,
}

impl Pattern {
    /// Returns the compiled pattern. The first registry that uses a pattern compiles it for the whole
    /// program. One map caches all patterns. A static in the generated code would not suffice: all instances of
    /// a generic tool would share it, but their patterns can differ.
    fn compiled(&self) -> CompiledPattern {
        static COMPILED: LazyLock<RwLock<HashMap<&'static str, CompiledPattern>>> =
            LazyLock::new(RwLock::default);
        let known = COMPILED.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(compiled) = known.get(self.pattern) {
            return Arc::clone(compiled);
        }
        drop(known);
        let compiled = Arc::new(compile_pattern(self.pattern));
        let mut known = COMPILED.write().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(known.entry(self.pattern).or_insert(compiled))
    }
}

impl<T: TextArgument> Rule<T> for Pattern {
    fn check(&self, value: &T, _: &dyn Fn() -> Option<f64>) -> Option<Problem> {
        let text = value.text()?;
        match &*self.compiled() {
            Ok(pattern) => unless(pattern.is_match(text), || quote(text)),
            // Only `build()` reaches this arm, when it checks a default or an example. `fault`
            // reports the invalid pattern, and `build()` fails.
            Err(_) => None,
        }
    }

    fn text(&self) -> String {
        format!("pattern({:?})", self.pattern)
    }

    fn write(&self, schema: &mut Map<String, Value>) {
        schema.insert("pattern".to_owned(), Value::from(self.pattern));
    }

    fn fault(&self) -> Option<String> {
        let compiled = self.compiled();
        let error = compiled.as_ref().as_ref().err()?;
        Some(format!("its pattern is not a regular expression: {error}"))
    }
}
