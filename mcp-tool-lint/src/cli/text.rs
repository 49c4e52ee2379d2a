//! Findings for a person: grouped by tool, errors first.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashSet};

use mcp_tool_lint::{Finding, ListSize, Profile, Severity, printable};
use serde_json::Value;

/// The number of tools from which a fault of three quarters of all tools is one line.
const COMMON: usize = 4;

/// Writes the report, with a count for each client at the end.
pub(super) fn report(list: &Value, findings: &[Finding]) -> String {
    let size = ListSize::of_json(list);
    let common = common(findings, size.tools.len());
    let mut text = String::new();
    for same in common.values() {
        let first = same[0];
        text += &format!(
            "{} of {} tools: {}[{}] {}; {} ({})\n  first at {}\n\n",
            count_tools(same),
            size.tools.len(),
            first.severity().name(),
            first.rule.id,
            first.rule.breaks,
            first.rule.repair,
            first.losses(),
            printable(&first.pointer),
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
            text += &format!("  {finding}\n");
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

/// Returns the findings that nearly every tool has.
fn common(findings: &[Finding], tools: usize) -> BTreeMap<Kind, Vec<&Finding>> {
    let mut kinds: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for finding in findings {
        kinds.entry(kind(finding)).or_default().push(finding);
    }
    kinds.retain(|_, same| {
        let count = count_tools(same);
        count >= COMMON && count * 4 >= tools * 3
    });
    kinds
}

/// Returns the number of tools that have one of the findings.
fn count_tools(findings: &[&Finding]) -> usize {
    let tools = findings.iter().filter_map(|it| it.tool.as_deref());
    tools.collect::<HashSet<_>>().len()
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
