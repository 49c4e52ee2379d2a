//! Keywords that contradict each other, and patterns that JavaScript rejects.

use std::cmp::Ordering;

use mcp_tool_schema::numbers::{self, compare};
use mcp_tool_schema::validator::Validator;

use super::*;

/// The effects of `enum` values that are not of the schema's type. Gemini rejects every `enum` value that is
/// not a string.
const ENUM_OF_OTHERS: &[Effect] =
    effects![Warning Meaning: Claude OpenAi OpenAiStrict VsCode Cursor; Error Session: Gemini];

pub(super) const CONTRADICTION: Rule = Rule {
    id: "contradiction",
    breaks: "a schema has bounds that allow no value, forbids the members that its `propertyNames` describes, or has a `default`, `examples`, `const` or `enum` value that its other keywords reject",
    repair: "correct one of the keywords",
    since: "2026-09",
    sources: &[
        "firecrawl/firecrawl-mcp-server#373",
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
            && let (Some(low), Some(high)) = (min.as_number(), max.as_number())
            && compare(low, high) == Some(Ordering::Greater)
        {
            let what = format!("its `{least}` is {min}, and its `{most}` is {max}");
            hits.push(tool.hit(node, least, what));
        }
    }
    if node.has("propertyNames")
        && node.get("additionalProperties") == Some(&Value::Bool(false))
        && !node.has_any(&["properties", "patternProperties"])
    {
        let what = "its `propertyNames` describes members that `additionalProperties` forbids";
        hits.push(tool.hit(node, "propertyNames", what));
    }
    let single = ["const", "default"].map(|keyword| (keyword, node.get(keyword)));
    let examples = node.list("examples").iter();
    let examples = examples.map(|example| ("examples", Some(example)));
    for (keyword, value) in single.into_iter().chain(examples) {
        let Some(value) = value.filter(|value| rejects(tool, node, value)) else {
            continue;
        };
        let what = format!(
            "its `{keyword}` {} {}, which its schema rejects",
            if keyword == "examples" { "has" } else { "is" },
            shorten(value)
        );
        hits.push(tool.hit(node, keyword, what));
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

/// Returns whether a schema rejects one of its own values. Always accepts `null`, because a `null` can mean an
/// absent value.
fn rejects(tool: &Subject<'_>, node: &Node<'_>, value: &Value) -> bool {
    let root = tool.schemas(node.side).root().and_then(Node::object);
    let Some(root) = root.filter(|_| !value.is_null()) else {
        return false;
    };
    let report = Validator::new(root)
        .null_is_absent()
        .validate(node.schema, value);
    !report.faults.is_empty()
}

pub(super) fn is_of_type(node: &Node<'_>, value: &Value) -> bool {
    let is_nullable = node.get("nullable") == Some(&Value::Bool(true));
    numbers::is_of_type(node.schema, value) || value.is_null() && is_nullable
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

pub(super) const LOOK_AROUND: Rule = Rule {
    id: "look_around",
    breaks: "a pattern has a look-ahead or look-behind such as `(?!…)`; OpenAI rejects the whole request since GPT-5.5, and llama.cpp \
             rejects it, too; Codex removes patterns before",
    repair: "write the pattern without it, or remove the pattern and check the value in the tool",
    since: "2026-09",
    sources: &[
        "nicobailon/pi-interactive-shell#69",
        "cline/cline#14019",
        "can1357/oh-my-pi#2784",
        "anomalyco/opencode#32073",
        "codefuturist/email-mcp#72",
    ],
    effects: effects![Error Session: OpenAi OpenAiStrict],
    effects_in_result: NONE,
    check: Check::Keyword(&["pattern", "patternProperties"], |_, _, value| {
        let names = value.as_object().into_iter().flatten();
        let mut patterns = value
            .as_str()
            .into_iter()
            .chain(names.map(|(name, _)| name.as_str()));
        Some(format!(
            "its pattern has `{}`",
            patterns.find_map(look_around)?
        ))
    }),
};

fn look_around(pattern: &str) -> Option<&'static str> {
    let (mut in_class, mut is_escaped) = (false, false);
    pattern.char_indices().find_map(|(at, c)| {
        let is_plain = !is_escaped;
        is_escaped = is_plain && c == '\\';
        match c {
            '[' if is_plain => in_class = true,
            ']' if is_plain => in_class = false,
            '(' if is_plain && !in_class => {
                let mut starts = ["(?=", "(?!", "(?<=", "(?<!"].into_iter();
                return starts.find(|start| pattern[at..].starts_with(start));
            }
            _ => {}
        }
        None
    })
}

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
