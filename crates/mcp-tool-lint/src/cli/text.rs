//! The report as text: findings grouped by tool, errors first.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashSet};

use mcp_tool_lint::{Finding, ListSize, Profile, Severity, printable};
use serde_json::Value;

/// The report combines findings of one kind if at least this many tools have them. These tools must also be
/// at least three quarters of all tools.
const COMMON: usize = 4;

/// Returns the report. The last lines count the errors and warnings for each client.
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
    let is_single = |it: &&Finding| !common.contains_key(&kind(it));
    let mut single: Vec<&Finding> = findings.iter().filter(is_single).collect();
    // Group the remaining findings by tool. The group about the whole list comes first, then the
    // tools with errors, and then the tools with only warnings.
    let mut groups: Vec<_> = single
        .chunk_by_mut(|one, next| one.tool == next.tool)
        .collect();
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

/// The severity, the rule and the consequences of a finding. Errors sort first.
type Kind = (Reverse<Severity>, &'static str, String);

fn kind(finding: &Finding) -> Kind {
    let severity = Reverse(finding.severity());
    (severity, finding.rule.id, finding.losses())
}

/// Returns the findings that many tools share, grouped by kind. The report prints one entry for each kind.
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

/// Returns the number of tools that have at least one of the findings.
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
        pluralize(size.tools.len(), "tool"),
        pluralize(size.bytes, "byte"),
        pluralize(size.tokens(), "token"),
    );
    for (client, [warnings, errors]) in clients {
        text += &format!(
            "{}: {}, {}\n",
            client.title(),
            pluralize(errors, "error"),
            pluralize(warnings, "warning"),
        );
    }
    if findings.is_empty() {
        text += "no findings\n";
    }
    text
}

pub(super) fn pluralize(count: usize, word: &str) -> String {
    format!("{count} {word}{}", if count == 1 { "" } else { "s" })
}
