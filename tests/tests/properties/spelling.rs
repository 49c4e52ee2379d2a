//! Writes arguments as valid but unusual JSON.

use serde_json::Value;

/// Adds white space, escapes characters in strings, and writes small integers as floats. Writes each nested
/// member twice, first with `null` and then with its value. Writes each member of `arguments` itself only
/// once.
pub(crate) fn respell(arguments: &Value) -> String {
    match arguments {
        Value::Object(members) => {
            let members = members.iter().map(|(name, value)| member(name, value));
            format!("{{ {} }}", members.collect::<Vec<_>>().join(" ,\n"))
        }
        other => value(other),
    }
}

fn member(name: &str, inside: &Value) -> String {
    format!("{}\t: {}", string(name), value(inside))
}

fn value(inside: &Value) -> String {
    match inside {
        Value::Number(number) if number.is_u64() && number.as_u64() < Some(100) => {
            format!("{number}.0")
        }
        Value::String(text) => string(text),
        Value::Array(items) => {
            let items = items.iter().map(value);
            format!("[\r{}\n]", items.collect::<Vec<_>>().join(" , "))
        }
        Value::Object(members) => {
            let members = members.iter().map(|(name, inside)| {
                format!("{} , {}", member(name, &Value::Null), member(name, inside))
            });
            format!("{{ {} }}", members.collect::<Vec<_>>().join(" , "))
        }
        other => other.to_string(),
    }
}

/// Quotes a string. Writes every second character as a `\u` escape, except characters above U+FFFF.
fn string(text: &str) -> String {
    let mut spelled = String::from('"');
    for (position, next) in text.chars().enumerate() {
        match u16::try_from(u32::from(next)) {
            Ok(code) if position % 2 == 0 => spelled += &format!("\\u{code:04x}"),
            _ => {
                let quoted = serde_json::to_string(&next).unwrap();
                spelled += &quoted[1..quoted.len() - 1];
            }
        }
    }
    spelled + "\""
}
