//! Compares texts with the patterns of JSON Schema.

#[cfg(feature = "regex")]
use std::collections::HashMap;
#[cfg(feature = "regex")]
use std::sync::{Arc, LazyLock, PoisonError, RwLock};

#[cfg(feature = "regex")]
use regex::Regex;

/// Returns whether a text matches a pattern of JSON Schema. Returns `None` if the pattern is invalid or not
/// supported, and without the feature `regex`.
#[cfg(feature = "regex")]
pub fn matches(pattern: &str, text: &str) -> Option<bool> {
    let compiled = compile_pattern(pattern);
    Some(compiled.as_ref().as_ref().ok()?.is_match(text))
}

/// Returns `None`.
#[cfg(not(feature = "regex"))]
pub fn matches(_: &str, _: &str) -> Option<bool> {
    None
}

/// Returns why nothing can be compared with a pattern of JSON Schema, if that is so.
pub fn pattern_fault(pattern: &str) -> Option<String> {
    #[cfg(not(feature = "regex"))]
    return Some(format!(
        "the pattern `{pattern}` cannot be checked without the feature `regex`; switch it on: \
         `cargo add mcp-tool-runtime --features regex`"
    ));
    #[cfg(feature = "regex")]
    match &*compile_pattern(pattern) {
        Ok(_) => None,
        Err(error) => Some(format!(
            "the pattern `{pattern}` is not a regular expression: {error}"
        )),
    }
}

/// A compiled pattern, or its error.
#[cfg(feature = "regex")]
pub type CompiledPattern = Arc<Result<Regex, String>>;

/// The maximum number of patterns that stay compiled.
#[cfg(feature = "regex")]
const COMPILED: usize = 4096;

/// Compiles a pattern of JSON Schema, or returns why it is invalid or not supported. Keeps the compiled
/// pattern for the whole program, because all patterns come from the schemas of tools.
#[cfg(feature = "regex")]
pub fn compile_pattern(pattern: &str) -> CompiledPattern {
    static KNOWN: LazyLock<RwLock<HashMap<String, CompiledPattern>>> =
        LazyLock::new(RwLock::default);
    let known = KNOWN.read().unwrap_or_else(PoisonError::into_inner);
    if let Some(compiled) = known.get(pattern) {
        return Arc::clone(compiled);
    }
    drop(known);
    let compiled = translate(pattern)
        .and_then(|pattern| Regex::new(&pattern).map_err(|error| error.to_string()));
    let compiled = Arc::new(compiled);
    let mut known = KNOWN.write().unwrap_or_else(PoisonError::into_inner);
    if known.len() < COMPILED {
        known.insert(pattern.to_owned(), Arc::clone(&compiled));
    }
    compiled
}

/// Translates a pattern into the syntax of the crate `regex`.
///
/// JSON Schema uses the patterns of ECMAScript, which differ from those of `regex`. For example, `\d` and
/// `\w` match only ASCII characters, `.` matches no line terminator, and a `[` inside a class is an ordinary
/// character. Returns an error for some syntax that only `regex` supports.
#[cfg(feature = "regex")]
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
                Some(other @ ('A' | 'z' | 'a' | '<' | '>')) => {
                    return Err(format!(r"JSON Schema does not support `\{other}`"));
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
                // Reject groups such as `(?i)` and `(?P<name>`, which the crate `regex` accepts
                // but JSON Schema does not support.
                if let Some(other) = rest.peek().filter(|next| !":<=!".contains(**next)) {
                    return Err(format!("JSON Schema does not support `(?{other}`"));
                }
            }
            other => out.push(other),
        }
    }
    Ok(out)
}
