use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, PoisonError, RwLock};

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

/// A pattern, or what is wrong with it.
type Compiled = Arc<Result<Regex, String>>;

/// `pattern("…")`: somewhere in the text, as JSON Schema means it.
pub struct Pattern {
    pub pattern: &'static str,
}

impl Pattern {
    /// Each pattern of the program is compiled once, when the first registry with it is built. A
    /// static beside the argument would not do: all types of a generic block would share it.
    fn compiled(&self) -> Compiled {
        static COMPILED: LazyLock<RwLock<HashMap<&'static str, Compiled>>> =
            LazyLock::new(RwLock::default);
        let known = COMPILED.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(compiled) = known.get(self.pattern) {
            return Arc::clone(compiled);
        }
        drop(known);
        let compiled = Arc::new(compile(self.pattern));
        let mut known = COMPILED.write().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(known.entry(self.pattern).or_insert(compiled))
    }
}

/// Compiles a pattern that means what JSON Schema says it means.
pub(crate) fn compile(pattern: &str) -> Result<Regex, String> {
    Regex::new(&translate(pattern)?).map_err(|error| error.to_string())
}

/// Says in Rust's terms what a pattern means in JSON Schema, which is ECMAScript: there a
/// shorthand such as `\d` is of ASCII, a `.` ends at every line end, and a `[` inside a class is
/// a character.
fn translate(pattern: &str) -> Result<String, String> {
    const SPACE: &str = r"\t\n\x0B\f\r \u{A0}\u{1680}\u{2000}-\u{200A}\u{2028}\u{2029}\u{202F}\u{205F}\u{3000}\u{FEFF}";
    let mut out = String::with_capacity(pattern.len());
    let mut in_class = false;
    let mut rest = pattern.chars().peekable();
    while let Some(next) = rest.next() {
        match next {
            '\\' => match rest.next() {
                Some('d') => out.push_str("[0-9]"),
                Some('D') => out.push_str("[^0-9]"),
                Some('w') => out.push_str("[0-9A-Za-z_]"),
                Some('W') => out.push_str("[^0-9A-Za-z_]"),
                Some('s') => out.push_str(&format!("[{SPACE}]")),
                Some('S') => out.push_str(&format!("[^{SPACE}]")),
                Some('b') if in_class => out.push_str(r"\x08"),
                Some(boundary @ ('b' | 'B')) => out.push_str(&format!(r"(?-u:\{boundary})")),
                Some(other @ ('A' | 'z' | 'a')) => {
                    return Err(format!(r"JSON Schema knows no `\{other}`"));
                }
                Some(other) => out.extend(['\\', other]),
                None => out.push('\\'),
            },
            '[' | '&' | '~' if in_class => out.extend(['\\', next]),
            '[' => {
                in_class = true;
                out.push(next);
            }
            ']' => {
                in_class = false;
                out.push(next);
            }
            '.' if !in_class => out.push_str(r"[^\n\r\u{2028}\u{2029}]"),
            '(' if !in_class && rest.peek() == Some(&'?') => {
                out.push_str("(?");
                rest.next();
                // `(?:`, `(?<name>`, and what looks around, which nothing here can do.
                if let Some(other) = rest.peek().filter(|next| !":<=!".contains(**next)) {
                    return Err(format!("JSON Schema knows no `(?{other}`"));
                }
            }
            other => out.push(other),
        }
    }
    Ok(out)
}

impl<T: TextArgument> Rule<T> for Pattern {
    fn check(&self, value: &T, _: &dyn Fn() -> Option<f64>) -> Option<Problem> {
        let text = value.text()?;
        match &*self.compiled() {
            Ok(pattern) => unless(pattern.is_match(text), || quote(text)),
            // It has kept the registry from being built.
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
        Some(format!("its pattern is no regular expression: {error}"))
    }
}
