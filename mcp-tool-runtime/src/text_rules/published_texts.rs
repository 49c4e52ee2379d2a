//! The registry's checks of the titles, descriptions and names that a tool publishes.

use mcp_tool_rules::text::{Role, TextFault, text_fault};
use mcp_tool_schema::keywords::{Keywords as _, Path, find_schema};
use serde_json::{Map, Value};

use super::words::words;
use crate::definition::ToolDefinition;
use crate::error::BuildProblem;
use crate::message::Message;

/// Returns the faults of a tool's texts. Another check reports a missing description.
pub(crate) fn faults(tool: &ToolDefinition) -> Vec<BuildProblem> {
    let mut faults = Faults {
        tool: &tool.name,
        problems: Vec::new(),
    };
    for (part, text, role) in [
        ("title", &tool.title, Role::Title),
        ("description", &tool.description, Role::Tool),
    ] {
        if let Some(reason) = text.as_deref().and_then(|text| reason(text, role)) {
            faults.part(part, format!("it {reason}"));
        }
    }
    faults.arguments(&tool.input_schema);
    if let Some(schema) = &tool.output_schema
        && let Some(reason) = in_schema(schema, |_| false).or_else(|| in_names(schema))
    {
        faults.part("output schema", reason);
    }
    faults.problems
}

struct Faults<'t> {
    tool: &'t str,
    problems: Vec<BuildProblem>,
}

impl Faults<'_> {
    fn part(&mut self, part: &str, reason: String) {
        self.problems.push(BuildProblem::Part {
            tool: self.tool.to_owned(),
            part: part.to_owned(),
            reason,
        });
    }

    fn arguments(&mut self, schema: &Map<String, Value>) {
        for (name, argument) in schema.named("properties") {
            let reason = in_name(name).or_else(|| {
                let argument = argument.as_object()?;
                let own = argument.text("description");
                let own = own.and_then(|text| reason(text, Role::Argument));
                own.map(|reason| format!("its description {reason}"))
                    .or_else(|| in_schema(argument, |_| false))
            });
            if let Some(reason) = reason {
                self.argument(name, reason);
            }
        }
        if let Some(reason) = in_schema(schema, |path| path.is_below("properties")) {
            self.argument("", reason);
        }
    }

    fn argument(&mut self, argument: &str, reason: String) {
        self.problems.push(BuildProblem::Argument {
            tool: self.tool.to_owned(),
            argument: argument.escape_debug().to_string(),
            reason,
        });
    }
}

fn in_names(schema: &Map<String, Value>) -> Option<String> {
    schema.named("properties").find_map(|(name, _)| {
        let reason = in_name(name)?;
        Some(format!("of its member `{}`, {reason}", name.escape_debug()))
    })
}

/// Describes the first forbidden character in a name, such as an invisible one. Allows an empty name, and a
/// name that would be a placeholder in other texts, such as `TODO`.
fn in_name(name: &str) -> Option<String> {
    let reason = character_reason(name, Role::Name)?;
    Some(format!("its name {reason}"))
}

/// Describes the first forbidden character in the titles and descriptions of a schema and its inner schemas.
/// Ignores the schemas for which `skip` returns `true`.
fn in_schema(schema: &Map<String, Value>, skip: fn(&Path<'_>) -> bool) -> Option<String> {
    find_schema(schema, &mut |schema, path| {
        let keywords = ["title", "description"].into_iter();
        keywords.filter(|_| !skip(path)).find_map(|keyword| {
            let reason = character_reason(schema.text(keyword)?, Role::Argument)?;
            Some(format!("a {keyword} in its schema {reason}"))
        })
    })
}

fn character_reason(text: &str, role: Role) -> Option<String> {
    match text_fault(text, role)? {
        TextFault::Empty | TextFault::Placeholder => None,
        TextFault::Unseen(_) | TextFault::Character(..) => reason(text, role),
    }
}

/// Describes the fault of a text, and adds advice. Returns `None` if the text has no fault.
fn reason(text: &str, role: Role) -> Option<String> {
    let fault = text_fault(text, role)?;
    let message = words(Message::new(), text, role, fault);
    let advice = match (fault, role) {
        (TextFault::Character(..), _) => "remove it",
        (_, Role::Title | Role::Name) => "write one, or leave it out",
        (_, Role::Tool) => "write what the tool does",
        (_, Role::Argument) => "write what the argument means",
    };
    Some(format!("{}; {advice}", message.__text()))
}
