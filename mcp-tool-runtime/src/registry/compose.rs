//! Joins and filters the tools of registries, and renames them. Each operation returns new tools.

use std::sync::Arc;

use mcp_tool_rules::tool_name::{NameFault, name_fault};
use mcp_tool_schema::suggestion::nearest;

use super::assemble::{check, name_problems};
use super::tools::Tools;
use crate::call::RegisteredTool;
use crate::definition::ToolDefinition;
use crate::error::{BuildError, BuildProblem};

/// Joins the tools of two registries.
pub(super) fn extended(tools: &Tools, other: &Tools) -> Result<Tools, BuildError> {
    changed(tools, |entries| {
        entries.extend(other.entries.iter().cloned());
    })
}

/// Joins the tools of two registries. A tool of `other` takes the place of the tool with the same name.
pub(super) fn merged(tools: &Tools, other: &Tools) -> Tools {
    let mut entries = tools.entries.clone();
    for tool in &other.entries {
        match tools.position(&tool.definition.name) {
            Some(position) => entries[position] = Arc::clone(tool),
            None => entries.push(Arc::clone(tool)),
        }
    }
    Tools::new(entries)
}

/// Adds a prefix to the name of each tool.
pub(super) fn prefixed(tools: &Tools, prefix: &str) -> Result<Tools, BuildError> {
    // Check the prefix itself first. Otherwise, an invalid character in the prefix makes
    // every new tool name invalid, and the error lists every tool.
    if let Some(fault @ NameFault::Character(_)) = name_fault(prefix) {
        let prefix = prefix.to_owned();
        let reason = fault.words().to_owned();
        return Err(BuildError::new(vec![BuildProblem::InvalidPrefix {
            prefix,
            reason,
        }]));
    }
    changed(tools, |entries| {
        for tool in entries {
            *tool = with_name(tool, format!("{prefix}{}", tool.definition.name));
        }
    })
}

/// Renames one tool.
pub(super) fn renamed(tools: &Tools, from: &str, to: String) -> Result<Tools, BuildError> {
    let unknown = || BuildError::new(vec![unknown_tool(tools, from)]);
    let position = tools.position(from).ok_or_else(unknown)?;
    changed(tools, |entries| {
        entries[position] = with_name(&entries[position], to);
    })
}

/// Keeps the tools whose definitions `keep` accepts.
pub(super) fn filtered(tools: &Tools, keep: impl Fn(&ToolDefinition) -> bool) -> Tools {
    let entries = tools.entries.iter();
    let kept = entries.filter(|tool| keep(&tool.definition)).cloned();
    Tools::new(kept.collect())
}

/// Returns the problem for a name that no tool has.
fn unknown_tool(tools: &Tools, name: &str) -> BuildProblem {
    let names = tools.all().map(|tool| tool.definition.name.as_str());
    BuildProblem::UnknownTool {
        tool: name.to_owned(),
        nearest: nearest(name, names).map(str::to_owned),
    }
}

/// Applies a change to a copy of the tools, checks all names, and returns the new tools.
fn changed(
    tools: &Tools,
    change: impl FnOnce(&mut Vec<Arc<RegisteredTool>>),
) -> Result<Tools, BuildError> {
    let mut entries = tools.entries.clone();
    change(&mut entries);
    let names = entries.iter().map(|tool| tool.definition.name.as_str());
    check(name_problems(names))?;
    Ok(Tools::new(entries))
}

fn with_name(tool: &RegisteredTool, name: String) -> Arc<RegisteredTool> {
    Arc::new(RegisteredTool {
        definition: tool.definition.renamed(name),
        ..tool.clone()
    })
}
