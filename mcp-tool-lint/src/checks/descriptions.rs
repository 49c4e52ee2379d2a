//! Descriptions of tools and arguments.

use mcp_tool_rules::text::{Role as TextRole, TextFault, text_fault};
use serde_json::Value;

use crate::Options;
use crate::rule::Hit;
use crate::subject::{Listed, Node, Role, Side, Subject};

/// The characters of a text that Claude Code shows a model.
const LIMIT: usize = 2048;

pub(crate) fn long(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
    let length = tool.text("description").chars().count();
    if length > LIMIT {
        let what = format!("its description has {length} characters, more than 2,048");
        hits.push(tool.hit_at(format!("{}/description", tool.pointer), what));
    }
}

pub(crate) fn long_instructions(_: &Listed<'_>, options: &Options, hits: &mut Vec<Hit>) {
    let text = options.instructions.as_deref().unwrap_or_default();
    let length = text.chars().count();
    if length > LIMIT {
        hits.push(Hit {
            pointer: "/instructions".to_owned(),
            what: format!("the server's instructions have {length} characters, more than 2,048"),
            ..Hit::default()
        });
    }
}

/// Whether there is nothing to read: spaces, and what is not seen.
fn is_blank(text: &str) -> bool {
    !text
        .chars()
        .any(|c| !c.is_whitespace() && !c.is_control() && !is_unseen(c))
}

fn is_unseen(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{2064}' | '\u{feff}')
}

fn said<'l>(node: &Node<'l>) -> &'l str {
    let said = node.get("description").and_then(Value::as_str);
    said.unwrap_or_default().trim()
}

pub(crate) fn long_inside(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
    for node in tool.nodes() {
        let length = said(node).chars().count();
        if length > LIMIT {
            let what = format!("its description has {length} characters, more than 2,048");
            hits.push(tool.hit(node, "description", what));
        }
    }
}

/// Whether it is an argument, and not a member of one.
fn is_argument(node: &Node<'_>) -> bool {
    node.side == Side::Input && node.parent == Some(0) && matches!(node.role, Role::Property { .. })
}

pub(crate) fn missing(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
    let is_string = |value: Option<&Value>| value.is_none_or(Value::is_string);
    if tool.tool.is_object()
        && is_string(tool.tool.get("description"))
        && is_blank(tool.text("description"))
    {
        hits.push(tool.hit_at(tool.pointer.clone(), "it has no description"));
    }
    for node in tool.input.nodes.iter().filter(|node| is_argument(node)) {
        // The target of a reference may have the text.
        let elsewhere = node.get("$ref").and_then(Value::as_str);
        let target = elsewhere
            .and_then(|said| said.strip_prefix('#'))
            .and_then(|path| tool.tool.get("inputSchema")?.pointer(path));
        let there = target.and_then(|target| target.get("description")?.as_str());
        if is_blank(said(node))
            && is_blank(there.unwrap_or_default())
            && node.schema.is_object()
            && is_string(node.get("description"))
        {
            hits.push(tool.hit(node, "", "it has no description"));
        }
    }
}

fn is_placeholder(text: &str, role: TextRole) -> bool {
    matches!(text_fault(text, role), Some(TextFault::Placeholder))
}

pub(crate) fn placeholder(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
    let text = tool.text("description").trim();
    if !text.is_empty() && is_placeholder(text, TextRole::Tool) {
        let what = format!("its description is `{text}`");
        hits.push(tool.hit_at(format!("{}/description", tool.pointer), what));
    }
    for node in tool.nodes() {
        let text = said(node);
        if !text.is_empty() && is_placeholder(text, TextRole::Argument) {
            let what = format!("its description is `{text}`");
            hits.push(tool.hit(node, "description", what));
        }
    }
}

pub(crate) fn name_again(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
    let text = tool.text("description");
    if says_only(text, tool.name) {
        let what = format!("its description is `{}`", text.trim());
        hits.push(tool.hit_at(format!("{}/description", tool.pointer), what));
    }
    for node in tool.input.nodes.iter().filter(|node| is_argument(node)) {
        if let Role::Property { name, .. } = node.role
            && says_only(said(node), name)
        {
            let what = format!("its description is `{}`", said(node));
            hits.push(tool.hit(node, "description", what));
        }
    }
}

/// Whether a text has the words of a name, and no others.
fn says_only(text: &str, name: &str) -> bool {
    let words = words(text);
    !words.is_empty() && words == self::words(name)
}

/// The words of a text or a name, in lower case: `["read", "file"]` for `readFile` and `Read file.`
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

/// Titles that a generator made of names: one finding for a tool.
pub(crate) fn generated_title(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
    let titled = |node: &&Node<'_>| {
        let title = node.get("title").and_then(Value::as_str);
        let name = match node.role {
            Role::Property { name, .. } => name,
            // Such as `searchArguments`.
            Role::Root => {
                return title
                    .is_some_and(|title| title.starts_with(tool.name) && !tool.name.is_empty());
            }
            _ => return false,
        };
        title.is_some_and(|title| says_only(title, name))
    };
    let mut generated = tool.nodes().filter(titled);
    if let Some(first) = generated.next() {
        let others = generated.count();
        let title = first
            .get("title")
            .and_then(Value::as_str)
            .unwrap_or_default();
        let what = match others {
            0 => format!("the title `{title}` repeats a name"),
            others => format!("the title `{title}` repeats a name, and {others} others do"),
        };
        hits.push(tool.hit(first, "title", what));
    }
}
