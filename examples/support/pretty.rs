//! Formats JSON for people. Keeps the order of members.

const WIDTH: usize = 100;

/// Adds spaces and line breaks to compact JSON. A value that fits on one line stays on one line.
pub(crate) fn pretty(json: &str) -> String {
    indented(json, 0, 0)
}

fn indented(json: &str, indent: usize, used: usize) -> String {
    let line = spaced(json);
    let Some(open @ ('{' | '[')) = json.chars().next() else {
        return line;
    };
    if used + line.chars().count() <= WIDTH {
        return line;
    }
    let inner = indent + 2;
    let items: Vec<String> = split(&json[1..json.len() - 1], ',')
        .into_iter()
        .map(|item| match *split(item, ':') {
            [key, value] if open == '{' => {
                let used = inner + key.chars().count() + 2;
                format!("{:inner$}{key}: {}", "", indented(value, inner, used))
            }
            _ => format!("{:inner$}{}", "", indented(item, inner, inner)),
        })
        .collect();
    let close = if open == '{' { '}' } else { ']' };
    format!("{open}\n{}\n{:indent$}{close}", items.join(",\n"), "")
}

/// Returns the JSON on one line, with a space after each colon and comma outside of strings.
fn spaced(json: &str) -> String {
    let mut line = json.to_owned();
    let places: Vec<_> = structure(json)
        .filter(|(_, c, _)| matches!(c, ':' | ','))
        .collect();
    for (at, _, _) in places.into_iter().rev() {
        line.insert(at + 1, ' ');
    }
    line
}

/// Splits JSON at a separator. Ignores separators inside strings or brackets. To split an object or an array,
/// pass the text between its brackets.
fn split(json: &str, separator: char) -> Vec<&str> {
    let mut start = 0;
    let mut parts = Vec::new();
    for (at, c, depth) in structure(json) {
        if depth == 0 && c == separator {
            parts.push(&json[start..at]);
            start = at + 1;
        }
    }
    parts.push(&json[start..]);
    parts
}

/// Returns each character outside of strings, with its byte position and the number of brackets open after
/// it.
fn structure(json: &str) -> impl Iterator<Item = (usize, char, usize)> {
    let mut in_string = false;
    let mut escaped = false;
    let mut depth = 0_usize;
    json.char_indices().filter_map(move |(at, c)| {
        if in_string {
            match c {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                '"' => in_string = false,
                _ => {}
            }
            return None;
        }
        match c {
            '"' => in_string = true,
            '{' | '[' => depth += 1,
            '}' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        Some((at, c, depth))
    })
}
