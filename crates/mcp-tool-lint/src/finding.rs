//! Findings: the fault, its place, its effects on clients, and the repair.

use std::fmt;

use mcp_tool_rules::text::is_bidi;
use serde::{Serialize, Serializer};
use serde_json::json;

use crate::effect::{Effect, Severity};
use crate::rule::Rule;

/// One fault in a list of tools, with its place, its effects and its repair.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Finding {
    /// The rule.
    pub rule: &'static Rule,
    /// The effects, one for each affected client among the checked clients. Never empty.
    pub effects: Vec<Effect>,
    /// The name of the tool. If the tool has no name, this is its position in the list, such as `#0`. `None`
    /// if the finding is about the whole list.
    pub tool: Option<String>,
    /// The place, as a JSON pointer into the result of `tools/list`, such as
    /// `/tools/0/inputSchema/properties/limit`. For the server's instructions, `/instructions`. Empty if the JSON
    /// has no list of tools.
    pub pointer: String,
    /// The name of the argument that contains the fault, as in the input schema. `None` if no argument contains
    /// the fault.
    pub argument: Option<String>,
    /// The path inside the argument or the result, such as `filters[].kind`. In a definition of the schema, the
    /// path starts with the definition's name. `None` if the fault is at the argument or the result itself.
    pub path: Option<String>,
    /// Whether the finding is about the output schema.
    pub in_result: bool,
    /// The Rust type of the argument, such as `Option<Filter>`, if the linter checked a registry that knows it.
    pub rust_type: Option<String>,
    /// The fault, in words.
    pub what: String,
    /// The repair, in words.
    pub repair: &'static str,
}

impl Finding {
    /// Returns the highest severity among the effects.
    pub fn severity(&self) -> Severity {
        let severities = self.effects.iter().map(|effect| effect.severity);
        severities.max().unwrap_or(Severity::Warning)
    }

    /// Returns the consequences for clients, such as `Gemini, Cursor: the request fails`.
    pub fn losses(&self) -> String {
        losses(&self.effects)
    }

    /// Returns the faulty part in words, such as ``argument `filter` of `search` (`Option<Filter>`), in
    /// `kind` ``.
    fn subject(&self) -> String {
        let Some(tool) = self.tool.as_deref().map(printable) else {
            return "the list".to_owned();
        };
        let mut subject = match &self.argument {
            Some(argument) => format!("argument `{}` of `{tool}`", printable(argument)),
            None if self.in_result => format!("the result of `{tool}`"),
            None => format!("`{tool}`"),
        };
        if let Some(name) = &self.rust_type {
            subject += &format!(" (`{name}`)");
        }
        if let Some(path) = &self.path {
            subject += &format!(", in `{}`", printable(path));
        }
        subject
    }
}

/// Returns the consequences for clients, grouped by consequence.
pub fn losses(effects: &[Effect]) -> String {
    let mut groups: Vec<(&str, Vec<&str>)> = Vec::new();
    for effect in effects {
        let (consequence, client) = (effect.consequence(), effect.client.title());
        match groups.iter_mut().find(|(known, _)| *known == consequence) {
            Some((_, clients)) => clients.push(client),
            None => groups.push((consequence, vec![client])),
        }
    }
    let texts: Vec<_> = groups
        .iter()
        .map(|(consequence, clients)| format!("{}: {consequence}", clients.join(", ")))
        .collect();
    texts.join("; ")
}

/// Escapes line breaks, control characters and characters that change the direction of a text.
pub fn printable(text: &str) -> String {
    let printable = text.chars().map(|c| {
        if c.is_control() || is_bidi(c) {
            c.escape_default().to_string()
        } else {
            c.to_string()
        }
    });
    printable.collect()
}

/// Writes the finding on one line.
impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}[{}] {}: {}; {} ({})",
            self.severity().name(),
            self.rule.id,
            self.subject(),
            printable(&self.what),
            self.repair,
            self.losses(),
        )?;
        match self.pointer.as_str() {
            "" => Ok(()),
            pointer => write!(f, " at {}", printable(pointer)),
        }
    }
}

impl Serialize for Finding {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json!({
            "rule": self.rule.id,
            "severity": self.severity(),
            "tool": self.tool,
            "argument": self.argument,
            "path": self.path,
            "inResult": self.in_result,
            "rustType": self.rust_type,
            "pointer": self.pointer,
            "what": self.what,
            "repair": self.repair,
            "clients": self.effects,
            "since": self.rule.since,
            "sources": self.rule.sources,
        })
        .serialize(serializer)
    }
}
