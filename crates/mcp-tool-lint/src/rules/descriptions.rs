//! Descriptions, titles and instructions.

use mcp_tool_rules::text::{TextFault, is_unseen, text_fault};

use super::*;

pub(super) const LONG_DESCRIPTION: Rule = Rule {
    id: "long_description",
    breaks: "a tool's description or the server's instructions have more than 2,048 characters, and Claude Code silently cuts the rest",
    repair: "put the important parts first, and shorten the text",
    since: "2026-08",
    sources: &[
        "anthropics/claude-code#87650",
        "RedHatInsights/insights-mcp#340",
        "nexu-io/open-design#7098",
    ],
    effects: effects![Warning Meaning: Claude],
    effects_in_result: NONE,
    check: Check::List(|list, hits| {
        if let Some(length) = excess_length(list.instructions.unwrap_or_default()) {
            let what = format!("the server's instructions have {length}");
            hits.push(Hit::at("/instructions", what));
        }
        for tool in &list.tools {
            let length = excess_length(tool.text("description"));
            let what = length.map(|length| format!("its description has {length}"));
            hits.extend(what.map(|what| tool.hit_at("/description", what)));
        }
    }),
};

/// Returns a phrase with the length of a text, if the text has more than 2,048 characters.
fn excess_length(text: &str) -> Option<String> {
    let length = text.chars().count();
    (length > 2048).then(|| format!("{length} characters, more than 2,048"))
}

pub(super) const NO_INSTRUCTIONS: Rule = Rule {
    id: "no_instructions",
    breaks: "the server has no instructions; Claude Code and Codex load only the names of tools and the instructions, and the model \
             searches for the rest",
    repair: "say in the instructions for which tasks the tools are, and what they can do",
    since: "2026-09",
    sources: &["code.claude.com/docs/en/mcp", "openai/codex#29097"],
    effects: effects![Warning Meaning: Claude OpenAi],
    effects_in_result: NONE,
    check: Check::List(|list, hits| {
        if list.instructions.is_some_and(is_blank) {
            hits.push(Hit::at("/instructions", "the server has no instructions"));
        }
    }),
};

pub(super) const LARGE_SCHEMA: Rule = Rule {
    id: "large_schema",
    breaks: "an input schema has more than about 5,000 bytes, and Codex removes all descriptions from it, then definitions and inner objects; \
             claude.ai may leave out a tool with more than 16,384 bytes, according to one report",
    repair: "shorten the descriptions, or split the tool",
    since: "2026-09",
    sources: &[
        "openai/codex:codex-rs/tools/src/json_schema.rs",
        "anthropics/claude-code#77296",
    ],
    effects: effects![Warning Meaning: OpenAi; Warning Tool: Claude],
    effects_in_result: NONE,
    check: Check::Tool(|tool, hits| {
        let Some(root) = tool.input.root() else {
            return;
        };
        let bytes = root.schema.to_string().len();
        if bytes > 5_000 {
            let hit = tool.hit(root, "", format!("its `inputSchema` has {bytes} bytes"));
            hits.push(hit.effects_if(bytes <= 16_384, effects![Warning Meaning: OpenAi]));
        }
    }),
};

/// Returns whether a text has no visible character.
fn is_blank(text: &str) -> bool {
    text.chars().all(|c| c.is_whitespace() || is_unseen(c))
}

fn description<'l>(node: &Node<'l>) -> &'l str {
    node.text("description").unwrap_or_default().trim()
}

pub(super) const NO_DESCRIPTION: Rule = Rule {
    id: "no_description",
    breaks: "a tool or an argument has no description",
    repair: "describe the purpose of the tool or argument",
    since: "2026-08",
    sources: &[
        "trsdn/mcp-server-visio#37",
        "modelcontextprotocol/python-sdk#1033",
    ],
    effects: EVERYWHERE,
    effects_in_result: NONE,
    check: Check::Tool(no_description),
};

fn no_description(tool: &Subject<'_>, hits: &mut Vec<Hit>) {
    let is_string = |value: Option<&Value>| value.is_none_or(Value::is_string);
    if tool.definition.is_object()
        && is_string(tool.definition.get("description"))
        && is_blank(tool.text("description"))
    {
        hits.push(tool.hit_at("", "it has no description"));
    }
    for node in tool.arguments() {
        // Accept a description at the argument, at the target of its `$ref`, or in a branch of `anyOf`.
        let in_branch = |it: &Value| it["description"].as_str().is_some_and(|it| !is_blank(it));
        let mut targets = tool.input.targets(node);
        if targets.all(|it| is_blank(description(it)) && !it.list("anyOf").iter().any(in_branch))
            && node.schema.is_object()
            && is_string(node.get("description"))
        {
            hits.push(tool.hit(node, "", "it has no description"));
        }
    }
}

pub(super) const PLACEHOLDER_DESCRIPTION: Rule = Rule {
    id: "placeholder_description",
    breaks: "a title or a description is a placeholder",
    repair: "describe the purpose of the tool, argument or member",
    since: "2026-08",
    sources: &[
        "trsdn/mcp-server-visio#37",
        "trustabl/agent-reliability-rules#19",
    ],
    effects: EVERYWHERE,
    effects_in_result: EVERYWHERE,
    check: Check::Tool(|tool, hits| {
        report_texts(tool, tool.nodes(), hits, |text, name| {
            let is_tool = name == tool.name && is_placeholder(text, PLACEHOLDERS_OF_TOOLS);
            let is_wrong = is_tool || is_placeholder(text, PLACEHOLDERS);
            is_wrong.then(|| format!("is `{text}`"))
        });
    }),
};

pub(super) const HIDDEN_CHARACTER: Rule = Rule {
    id: "hidden_character",
    breaks: "a text contains a character that is invisible or changes the direction of the text, so people read another text than the model",
    repair: "remove the character",
    since: "2026-09",
    sources: &["blitzcrieg1/agentmetry#152"],
    effects: EVERYWHERE,
    effects_in_result: EVERYWHERE,
    check: Check::List(|list, hits| {
        let hidden = |text: &str| match text_fault(text) {
            Some(TextFault::Character(c, _)) => Some(format!("`{}`", c.escape_default())),
            _ => None,
        };
        if let Some(c) = list.instructions.and_then(hidden) {
            let what = format!("the server's instructions contain {c}");
            hits.push(Hit::at("/instructions", what));
        }
        for tool in &list.tools {
            report_texts(tool, tool.nodes(), hits, |text, _| {
                Some(format!("contains {}", hidden(text)?))
            });
        }
    }),
};

/// Placeholders, in lower case and without punctuation. Some words are absent because they can describe an
/// argument, such as `Test` and `Description`.
const PLACEHOLDERS: &str = "\
    todo|tbd|t b d|tba|fixme|xxx|wip|n a|none|null|foo|asdf|description here|description goes here|\
    add description|add description here|add a description|add a description here|insert description here|\
    your description here|no description|no description yet|no description provided|no description available|\
    missing description|todo description|todo add description|todo add a description|todo write description|\
    todo write a description|todo document|todo document this|title here|add title|todo title|untitled";

/// More placeholders for the description of a tool. The first repeats words of the macros' help texts.
const PLACEHOLDERS_OF_TOOLS: &str = "\
    what the tool does|description|a description|the description|tool description|description of the tool|\
    undocumented|placeholder|documentation|docs|doc|test|bar|foo bar|foobar";

/// Returns whether a text is in the list, or consists of punctuation such as `...`.
fn is_placeholder(text: &str, list: &str) -> bool {
    let words = words(text).join(" ");
    list.split('|').any(|placeholder| placeholder == words)
        || words.starts_with("lorem ipsum")
        || !text.is_empty() && text.chars().all(|c| ".…–—-_?!:()[]".contains(c))
}

/// Reports the faults of the tool's title, and of the descriptions of the tool and of `schemas`. `fault` gets a
/// text, and for a description the name of its tool or property. It continues a sentence such as "its title …".
fn report_texts<'t, 'l: 't>(
    tool: &Subject<'l>,
    schemas: impl Iterator<Item = &'t Node<'l>>,
    hits: &mut Vec<Hit>,
    fault: impl Fn(&str, &str) -> Option<String>,
) {
    for (key, name) in [("title", ""), ("description", tool.name)] {
        if let Some(what) = fault(tool.text(key).trim(), name) {
            hits.push(tool.hit_at(&format!("/{key}"), format!("its {key} {what}")));
        }
    }
    for node in schemas {
        if let Some(what) = fault(description(node), node.property().unwrap_or_default()) {
            hits.push(tool.hit(node, "description", format!("its description {what}")));
        }
    }
}

pub(super) const DESCRIPTION_REPEATS_NAME: Rule = Rule {
    id: "description_repeats_name",
    breaks: "a description only repeats the name of its tool or argument",
    repair: "add facts beyond the name, such as what the tool returns, or which values the argument accepts",
    since: "2026-08",
    sources: &["trsdn/mcp-server-ppt#128", "fallow-rs/fallow#421"],
    effects: EVERYWHERE,
    effects_in_result: NONE,
    check: Check::Tool(|tool, hits| {
        report_texts(tool, tool.arguments(), hits, |text, name| {
            repeats_name(text, name).then(|| format!("is `{text}`"))
        });
    }),
};

/// Returns whether a text has the same words as a name, in the same order.
fn repeats_name(text: &str, name: &str) -> bool {
    let words = words(text);
    !words.is_empty() && words == self::words(name)
}

/// Returns the words of a text or a name, in lower case: `["read", "file"]` for `readFile` and `Read file.`
fn words(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut was_small = false;
    for c in text.chars() {
        if !c.is_alphanumeric() || c.is_uppercase() && was_small {
            words.push(String::new());
        }
        if c.is_alphanumeric()
            && let Some(word) = words.last_mut()
        {
            word.extend(c.to_lowercase());
        }
        was_small = c.is_lowercase();
    }
    words.retain(|word| !word.is_empty());
    words
}
