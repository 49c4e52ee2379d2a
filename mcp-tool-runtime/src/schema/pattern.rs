//! Patterns of JSON Schema as regular expressions of Rust.

use regex::Regex;

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
