//! Compares texts with the patterns of JSON Schema.

#[cfg(feature = "regex")]
use regex::Regex;

/// The compiled patterns of a schema. Without the feature `regex`, there are none.
#[derive(Debug, Default)]
pub(crate) struct Patterns {
    #[cfg(feature = "regex")]
    compiled: std::collections::BTreeMap<String, Regex>,
}

impl Patterns {
    /// Compiles patterns. Each pair contains the place of a pattern in words, for error messages, and the
    /// pattern.
    ///
    /// # Errors
    ///
    /// Returns one message for each invalid or unsupported pattern. Without the feature `regex`, returns one
    /// message for each pattern.
    pub(crate) fn compile(patterns: Vec<(String, String)>) -> Result<Self, Vec<String>> {
        let mut compiled = Patterns::default();
        let mut faults = Vec::new();
        for (place, pattern) in patterns {
            if let Err(fault) = compiled.add(&pattern) {
                faults.push(format!("{place}the pattern `{pattern}` {fault}"));
            }
        }
        if faults.is_empty() {
            Ok(compiled)
        } else {
            Err(faults)
        }
    }

    #[cfg(feature = "regex")]
    fn add(&mut self, pattern: &str) -> Result<(), String> {
        let regex = compile_pattern(pattern)
            .map_err(|error| format!("is not a regular expression: {error}"))?;
        self.compiled.insert(pattern.to_owned(), regex);
        Ok(())
    }

    #[cfg(not(feature = "regex"))]
    fn add(&mut self, _: &str) -> Result<(), &'static str> {
        Err(
            "cannot be checked without the feature `regex`; switch it on: \
             `cargo add mcp-tool-runtime --features regex`",
        )
    }

    #[cfg(feature = "regex")]
    pub(crate) fn matches(&self, pattern: &str, text: &str) -> bool {
        let regex = self.compiled.get(pattern);
        regex.is_none_or(|regex| regex.is_match(text))
    }

    /// Returns `true` as a placeholder. Without the feature `regex`, [`compile`](Self::compile) rejects every
    /// pattern, so no pattern reaches this function.
    #[cfg(not(feature = "regex"))]
    pub(crate) fn matches(&self, _: &str, _: &str) -> bool {
        true
    }
}

/// Compiles a pattern of JSON Schema.
///
/// # Errors
///
/// Returns a message if the pattern is invalid or not supported.
#[cfg(feature = "regex")]
pub fn compile_pattern(pattern: &str) -> Result<Regex, String> {
    Regex::new(&translate(pattern)?).map_err(|error| error.to_string())
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
