//! Descriptions and titles.

use mcp_tool_rules::text::is_unseen;

use super::*;

/// Returns a phrase with the length of a text, if the text has more than 2,048 characters.
fn excess_length(text: &str) -> Option<String> {
    let length = text.chars().count();
    (length > 2048).then(|| format!("{length} characters, more than 2,048"))
}

pub(super) const LONG_DESCRIPTION: Rule = Rule {
    id: "long_description",
    breaks: "a tool's description has more than 2,048 characters, and Claude Code silently cuts the rest",
    repair: "put the important parts first, and shorten the description",
    since: "2026-08",
    sources: &[
        "anthropics/claude-code#87650",
        "anthropics/claude-code#81268",
        "RedHatInsights/insights-mcp#340",
    ],
    effects: effects![Warning Meaning: Claude],
    effects_in_result: NONE,
    check: Check::Tool(|tool, hits| {
        let length = excess_length(tool.text("description"));
        let what = length.map(|length| format!("its description has {length}"));
        hits.extend(what.map(|what| tool.hit_at("/description", what)));
    }),
};

pub(super) const LONG_INSTRUCTIONS: Rule = Rule {
    id: "long_instructions",
    breaks: "the server's instructions have more than 2,048 characters, and Claude Code silently cuts the rest",
    repair: "put the important parts first, and shorten the instructions",
    since: "2026-08",
    sources: &["anthropics/claude-code#87650", "nexu-io/open-design#7098"],
    effects: effects![Warning Meaning: Claude],
    effects_in_result: NONE,
    check: Check::List(|list, hits| {
        let length = excess_length(list.instructions);
        let what = length.map(|length| format!("the server's instructions have {length}"));
        hits.extend(what.map(|what| Hit::at("/instructions", what)));
    }),
};

/// Returns whether a text has no visible character.
fn is_blank(text: &str) -> bool {
    text.chars().all(|c| c.is_whitespace() || is_unseen(c))
}

fn description<'l>(node: &Node<'l>) -> &'l str {
    node.text("description").unwrap_or_default().trim()
}

pub(super) const LONG_ARGUMENT_DESCRIPTION: Rule = Rule {
    id: "long_argument_description",
    breaks: "a description inside a schema has more than 2,048 characters, and models read it with every request",
    repair: "shorten it, or move a part to the description of the tool",
    since: "2026-08",
    sources: &[
        "anthropics/claude-code#87650",
        "larksuite/lark-openapi-mcp#63",
    ],
    effects: LONGER,
    effects_in_result: LONGER,
    check: Check::Keyword(&["description"], |node, _, _| {
        excess_length(description(node)).map(|length| format!("its description has {length}"))
    }),
};

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
        // Accept a description at the argument, or at the target of its `$ref`.
        let mut targets = tool.input.targets(node);
        if targets.all(|target| is_blank(description(target)))
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
        let title = tool.text("title").trim();
        if is_placeholder(title, PLACEHOLDERS) {
            hits.push(tool.hit_at("/title", format!("its title is `{title}`")));
        }
        report_texts(tool, tool.nodes(), hits, |text, name| {
            let is_tool = name == tool.name && is_placeholder(text, PLACEHOLDERS_OF_TOOLS);
            is_tool || is_placeholder(text, PLACEHOLDERS)
        });
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

/// Reports each description of the tool and of `schemas` for which `is_wrong` returns true. `is_wrong` gets the
/// description, and the name of the tool or property.
fn report_texts<'t, 'l: 't>(
    tool: &Subject<'l>,
    schemas: impl Iterator<Item = &'t Node<'l>>,
    hits: &mut Vec<Hit>,
    is_wrong: impl Fn(&str, &str) -> bool,
) {
    let what = |text: &str| format!("its description is `{text}`");
    let text = tool.text("description").trim();
    if is_wrong(text, tool.name) {
        hits.push(tool.hit_at("/description", what(text)));
    }
    for node in schemas {
        let (text, name) = (description(node), node.property().unwrap_or_default());
        if is_wrong(text, name) {
            hits.push(tool.hit(node, "description", what(text)));
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
        report_texts(tool, tool.arguments(), hits, repeats_name);
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

pub(super) const GENERATED_TITLE: Rule = Rule {
    id: "generated_title",
    breaks: "the `title` of a schema repeats a name, so it makes every request longer without adding information",
    repair: "remove `title` from the schema",
    since: "2026-08",
    sources: &["punkpeye/fastmcp#189", "modelcontextprotocol/rust-sdk#856"],
    effects: LONGER,
    effects_in_result: LONGER,
    check: Check::Tool(generated_title),
};

/// Reports titles of root schemas that begin with the tool's name, and titles of properties that repeat the
/// property's name. Combines all such titles of a tool in one finding.
fn generated_title(tool: &Subject<'_>, hits: &mut Vec<Hit>) {
    let is_generated = |node: &&Node<'_>| {
        let title = node.text("title").unwrap_or_default();
        match node.role {
            Role::Property { name, .. } => repeats_name(title, name),
            // For a tool `search`, generators write titles such as `searchArguments`.
            Role::Root => !tool.name.is_empty() && title.starts_with(tool.name),
            _ => false,
        }
    };
    let mut generated = tool.nodes().filter(is_generated);
    if let Some(first) = generated.next() {
        let others = generated.count();
        let title = first.text("title").unwrap_or_default();
        let what = match others {
            0 => format!("the title `{title}` repeats a name"),
            others => format!("the title `{title}`{} repeat names", and_others(others)),
        };
        hits.push(tool.hit(first, "title", what));
    }
}
