//! Keywords that contradict each other, and patterns that JavaScript rejects.

use super::*;

/// The effects of `enum` values that are not of the schema's type. Gemini rejects every `enum` value that is
/// not a string.
const ENUM_OF_OTHERS: &[Effect] =
    effects![Warning Meaning: Claude OpenAi OpenAiStrict VsCode Cursor; Error Session: Gemini];

pub(super) const CONTRADICTION: Rule = Rule {
    id: "contradiction",
    breaks: "a schema has bounds that allow no value, or a `default`, `const` or `enum` value that its other keywords reject",
    repair: "correct one of the keywords",
    since: "2026-09",
    sources: &[
        "dcdpr/jp#998",
        "esphome/device-builder#2766",
        "decolua/9router#359",
    ],
    effects: EVERYWHERE,
    effects_in_result: EVERYWHERE,
    check: Check::Node(contradiction),
};

/// The bounds of numbers, strings, lists and objects.
const BOUNDS: [(&str, &str); 4] = [
    ("minimum", "maximum"),
    ("minLength", "maxLength"),
    ("minItems", "maxItems"),
    ("minProperties", "maxProperties"),
];

fn contradiction(tool: &Subject<'_>, node: &Node<'_>, hits: &mut Vec<Hit>) {
    for (least, most) in BOUNDS {
        if let (Some(min), Some(max)) = (node.get(least), node.get(most))
            && let (Some(low), Some(high)) = (min.as_f64(), max.as_f64())
            && low > high
        {
            let what = format!("its `{least}` is {min}, and its `{most}` is {max}");
            hits.push(tool.hit(node, least, what));
        }
    }
    for keyword in ["const", "default"] {
        let rejected = node.get(keyword).filter(|value| !admits(node, value));
        if let Some(value) = rejected {
            let what = format!(
                "its `{keyword}` is {}, which its schema rejects",
                shorten(value)
            );
            hits.push(tool.hit(node, keyword, what));
        }
    }
    let mut values = node.list("enum").iter();
    if let Some(value) = values.find(|value| !is_of_type(node, value)) {
        let what = format!(
            "its `enum` has {}, which is not of its type",
            shorten(value)
        );
        let hit = tool.hit(node, "enum", what);
        let is_input = !hit.in_result;
        hits.push(hit.effects_if(is_input, ENUM_OF_OTHERS));
    }
}

/// Returns whether a value fits the type, the bounds and the `enum` of a schema. Always accepts `null`, because
/// a `null` can mean an absent value.
fn admits(node: &Node<'_>, value: &Value) -> bool {
    let measured = match value {
        Value::Null => return true,
        Value::Bool(_) => None,
        Value::Number(number) => number.as_f64().map(|number| (number, BOUNDS[0])),
        Value::String(text) => Some((text.chars().count() as f64, BOUNDS[1])),
        Value::Array(items) => Some((items.len() as f64, BOUNDS[2])),
        Value::Object(members) => Some((members.len() as f64, BOUNDS[3])),
    };
    let in_bounds = measured.is_none_or(|(size, (least, most))| {
        node.number(least).is_none_or(|least| size >= least)
            && node.number(most).is_none_or(|most| size <= most)
    });
    let values = node.list("enum");
    is_of_type(node, value) && in_bounds && (values.is_empty() || values.contains(value))
}

pub(super) fn is_of_type(node: &Node<'_>, value: &Value) -> bool {
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let is_integer = value.as_f64().is_some_and(|number| number.fract() == 0.0);
    !node.has("type")
        || node.is(kind)
        || is_integer && node.is("integer")
        || value.is_null() && node.get("nullable") == Some(&Value::Bool(true))
}

pub(super) const FOREIGN_PATTERN: Rule = Rule {
    id: "foreign_pattern",
    breaks: "a `pattern` is not a valid JavaScript regular expression; many clients compile it as one, so calls fail or the tool is missing",
    repair: "write the pattern without flags such as `(?i)`, with `(?<name>…)` for named groups, `^` and `$` for the ends, and `\\` only in escapes that JavaScript knows",
    since: "2026-08",
    sources: &[
        "langchain-ai/langchainjs#11351",
        "n8n-io/n8n#35320",
        "ajv-validator/ajv#2477",
    ],
    effects: effects![Warning Tool: Claude VsCode Cursor],
    effects_in_result: effects![Warning Tool: Claude Cursor],
    check: Check::Keyword(&["pattern"], |_, _, pattern| {
        let syntax = unknown_syntax(pattern.as_str()?)?;
        Some(format!("its pattern has `{syntax}`"))
    }),
};

/// Returns the first escape, group or bracket that JavaScript rejects with the flag `u`, which most validators in
/// JavaScript set.
fn unknown_syntax(pattern: &str) -> Option<String> {
    const KNOWN: &str = "dDwWsSbBfnrtv0123456789cxupPk^$\\.*+?()[]{}|/";
    let (mut in_class, mut open) = (false, 0_usize);
    let mut rest = pattern;
    while let Some(c) = rest.chars().next() {
        let after = &rest[c.len_utf8()..];
        match c {
            '\\' => {
                let escaped: String = after.chars().take(1).collect();
                let is_known = KNOWN.contains(&escaped) || in_class && escaped == "-";
                if escaped.is_empty() || !is_known {
                    return Some(format!("\\{escaped}"));
                }
                rest = &after[escaped.len()..];
                continue;
            }
            '[' if in_class && after.starts_with(':') => return Some("[:".to_owned()),
            '[' => in_class = true,
            ']' if in_class => in_class = false,
            ']' => return Some("]".to_owned()),
            '(' if !in_class => {
                open += 1;
                let known = ["?:", "?=", "?!", "?<"];
                if after.starts_with('?') && !known.iter().any(|it| after.starts_with(it)) {
                    return Some(rest.chars().take(3).collect());
                }
            }
            ')' if !in_class && open == 0 => return Some(")".to_owned()),
            ')' if !in_class => open -= 1,
            _ => {}
        }
        rest = after;
    }
    let unclosed = if open > 0 { "(" } else { "[" };
    (in_class || open > 0).then(|| unclosed.to_owned())
}
