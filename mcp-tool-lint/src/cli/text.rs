//! Findings for a person: grouped by tool, errors first.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashSet};

use mcp_tool_lint::{Finding, ListSize, Profile, Severity, printable};
use serde_json::Value;

/// A line for a rule stands for at least this many tools, and for at least three quarters of all.
const COMMON: usize = 4;

/// Writes the report, with a count for each client at the end.
pub(super) fn report(list: &Value, findings: &[Finding]) -> String {
    let size = ListSize::of_json(list);
    let common = common(findings, size.tools.len());
    let mut text = String::new();
    for Common { first, tools } in common.values() {
        let place = printable(&first.pointer);
        let line = line(first, first.rule.breaks, first.rule.repair);
        text += &format!(
            "{} of {} tools: {line}\n  first at {place}\n\n",
            tools.len(),
            size.tools.len(),
        );
    }
    let single = findings.iter().filter(|it| !common.contains_key(&kind(it)));
    let mut single: Vec<&Finding> = single.collect();
    // The list comes first, then the tools with errors.
    let groups = single.chunk_by_mut(|one, next| one.tool == next.tool);
    let mut groups: Vec<_> = groups.collect();
    for group in &mut groups {
        group.sort_by_key(|finding| Reverse(finding.severity()));
    }
    groups.sort_by_key(|group| (group[0].tool.is_some(), Reverse(group[0].severity())));
    for group in groups {
        let tool = group[0].tool.as_deref();
        text += &format!("{}\n", printable(tool.unwrap_or("The list of tools")));
        for finding in group {
            let what = match place(finding) {
                Some(place) => format!("{place}: {}", finding.what),
                None => finding.what.clone(),
            };
            let line = line(finding, &what, finding.repair);
            text += &format!("  {line} at {}\n", printable(&finding.pointer));
        }
        text.push('\n');
    }
    text + &summary(&size, findings)
}

/// Findings of one rule with the same consequences; errors come first.
type Kind = (Reverse<Severity>, &'static str, String);

fn kind(finding: &Finding) -> Kind {
    (
        Reverse(finding.severity()),
        finding.rule.id,
        finding.losses(),
    )
}

/// A finding that nearly every tool has.
struct Common<'f> {
    first: &'f Finding,
    tools: HashSet<&'f str>,
}

fn common(findings: &[Finding], tools: usize) -> BTreeMap<Kind, Common<'_>> {
    let mut kinds = BTreeMap::new();
    for finding in findings {
        let of_kind = kinds.entry(kind(finding)).or_insert_with(|| Common {
            first: finding,
            tools: HashSet::new(),
        });
        of_kind.tools.extend(finding.tool.as_deref());
    }
    kinds.retain(|_, Common { tools: found, .. }| {
        found.len() >= COMMON && found.len() * 4 >= tools * 3
    });
    kinds
}

fn line(finding: &Finding, what: &str, repair: &str) -> String {
    format!(
        "{}[{}] {}; {} ({})",
        finding.severity().name(),
        finding.rule.id,
        printable(what.trim_end_matches('.')),
        repair.trim_end_matches('.'),
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
        "{}, {} (about {})\n",
        counted(size.tools.len(), "tool"),
        counted(size.bytes, "byte"),
        counted(size.tokens(), "token"),
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
