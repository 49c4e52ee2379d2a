//! Findings for a person: grouped by tool, errors first.

use std::collections::{BTreeMap, HashSet};

use mcp_tool_lint::{Finding, ListSize, Profile, Severity};
use serde_json::Value;

/// A rule that at least this many tools break, and at least three quarters of all, is one line.
const COMMON: usize = 4;

/// Writes the report, with a count for each client at the end.
pub(super) fn report(list: &Value, findings: &[Finding]) -> String {
    let size = ListSize::of_json(list);
    let (common, single): (Vec<_>, Vec<_>) = findings
        .iter()
        .partition(|finding| is_common(finding, findings, size.tools.len()));
    let mut text = String::new();
    let mut written = HashSet::new();
    for finding in &common {
        if written.insert(finding.rule.id) {
            let tools = tools_of(finding.rule.id, findings);
            text += &format!(
                "{} of {} tools: {}\n  first: {}\n\n",
                tools,
                size.tools.len(),
                line(finding, &finding.rule.breaks.to_lowercase()),
                printable(&finding.pointer),
            );
        }
    }
    let mut groups: Vec<(Option<&str>, Vec<&Finding>)> = Vec::new();
    for finding in single {
        let tool = finding.tool.as_deref();
        match groups.iter_mut().find(|(of, _)| *of == tool) {
            Some((_, group)) => group.push(finding),
            None => groups.push((tool, vec![finding])),
        }
    }
    // The list first, then the tools with errors.
    groups.sort_by_key(|(tool, group)| {
        let has_error = group.iter().any(|it| it.severity() == Severity::Error);
        (tool.is_some(), !has_error)
    });
    for (tool, mut group) in groups {
        group.sort_by_key(|finding| std::cmp::Reverse(finding.severity()));
        text += &format!("{}\n", printable(tool.unwrap_or("The list of tools")));
        for finding in group {
            let place = match place(finding) {
                Some(place) => format!("{place}: {}", finding.what),
                None => finding.what.clone(),
            };
            text += &format!(
                "  {} at {}\n",
                line(finding, &place),
                printable(&finding.pointer)
            );
        }
        text.push('\n');
    }
    text + &summary(&size, findings)
}

fn tools_of(rule: &str, findings: &[Finding]) -> usize {
    let tools = findings.iter().filter(|finding| finding.rule.id == rule);
    tools
        .filter_map(|finding| finding.tool.as_deref())
        .collect::<HashSet<_>>()
        .len()
}

fn is_common(finding: &Finding, findings: &[Finding], tools: usize) -> bool {
    let count = tools_of(finding.rule.id, findings);
    count >= COMMON && count * 4 >= tools * 3
}

fn line(finding: &Finding, what: &str) -> String {
    let what = what.trim_end_matches('.');
    format!(
        "{}[{}] {}; {} ({})",
        finding.severity().name(),
        finding.rule.id,
        printable(what),
        finding.repair.trim_end_matches('.'),
        finding.losses(),
    )
}

/// Returns the argument, or the place in the result.
fn place(finding: &Finding) -> Option<String> {
    let path = finding.path.as_deref();
    match (&finding.argument, path, finding.in_answer) {
        (Some(argument), Some(path), _) => Some(format!("argument `{argument}`, in `{path}`")),
        (Some(argument), None, _) => Some(format!("argument `{argument}`")),
        (None, Some(path), true) => Some(format!("result, in `{path}`")),
        (None, None, true) => Some("result".to_owned()),
        (None, Some(path), false) => Some(format!("in `{path}`")),
        (None, None, false) => None,
    }
}

fn summary(size: &ListSize, findings: &[Finding]) -> String {
    let mut clients: BTreeMap<Profile, [usize; 2]> = BTreeMap::new();
    for effect in findings.iter().flat_map(|finding| &finding.effects) {
        clients.entry(effect.client).or_default()[effect.severity as usize] += 1;
    }
    let mut text = format!(
        "{}, {} bytes (about {} tokens)\n",
        counted(size.tools.len(), "tool"),
        size.bytes,
        size.tokens(),
    );
    for (client, [warnings, errors]) in clients {
        text += &format!(
            "{}: {}, {}\n",
            client.title(),
            counted(errors, "error"),
            counted(warnings, "warning"),
        );
    }
    if findings.is_empty() {
        text += "no findings\n";
    }
    text
}

pub(super) fn counted(count: usize, word: &str) -> String {
    format!("{count} {word}{}", if count == 1 { "" } else { "s" })
}

/// Escapes control characters, which could change the terminal.
pub(super) fn printable(text: &str) -> String {
    let printable = text.chars().map(|c| match c.is_control() {
        true => c.escape_default().to_string(),
        false => c.to_string(),
    });
    printable.collect()
}
