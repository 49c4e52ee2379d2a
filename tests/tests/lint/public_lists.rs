//! Checks the findings about the tools of public servers. `tests/public_lists/README.md` judges each group of
//! findings, and `tests/snapshots/public_lists.txt` counts the findings of each list.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use mcp_tool_runtime::lint::{Lint, Severity};
use mcp_tool_tests::snapshot;
use serde_json::Value;

use super::everyone;

/// The rule, such as `dialect`, or `dialect` in results, and the severity for the clients.
type Kind = (String, &'static str);

/// The findings of one kind: their number, the affected clients, and the place of the first finding.
struct Group {
    count: usize,
    clients: Vec<&'static str>,
    first: String,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("public_lists")
}

/// Returns the name of each list, and the list.
fn lists() -> BTreeMap<String, Value> {
    let files = fs::read_dir(folder())
        .unwrap()
        .map(|file| file.unwrap().path());
    let lists = files.filter(|file| file.extension().is_some_and(|it| it == "json"));
    lists
        .map(|file| {
            let name = file.file_stem().unwrap().to_str().unwrap().to_owned();
            let list = serde_json::from_slice(&fs::read(file).unwrap()).unwrap();
            (name, list)
        })
        .collect()
}

fn groups(list: &Value) -> BTreeMap<Kind, Group> {
    let mut lint = Lint::new(&everyone());
    if let Some(text) = list["instructions"].as_str() {
        lint = lint.instructions(text);
    }
    let mut groups = BTreeMap::new();
    for finding in lint.check_json(list) {
        let part = if finding.in_result { " in results" } else { "" };
        for severity in [Severity::Error, Severity::Warning] {
            let effects = finding.effects.iter();
            let effects: Vec<_> = effects.filter(|it| it.severity == severity).collect();
            if effects.is_empty() {
                continue;
            }
            let kind = (format!("`{}`{part}", finding.rule.id), severity.name());
            let group = groups.entry(kind).or_insert_with(|| Group {
                count: 0,
                clients: Vec::new(),
                first: finding.pointer.clone(),
            });
            group.count += 1;
            for effect in effects {
                if !group.clients.contains(&effect.client.name()) {
                    group.clients.push(effect.client.name());
                }
            }
            group.clients.sort_unstable();
        }
    }
    groups
}

#[test]
fn findings_about_public_servers_are_recorded() {
    let mut text = String::new();
    for (name, list) in lists() {
        let tools = list["tools"].as_array().unwrap().len();
        writeln!(text, "{name}, {tools} tools").unwrap();
        for ((rule, severity), group) in groups(&list) {
            let (count, clients) = (group.count, group.clients.join(", "));
            writeln!(
                text,
                "  {count} {rule} {severity}: {clients}; first at {}",
                group.first
            )
            .unwrap();
        }
    }
    snapshot::text("public_lists", &text);
}

/// A row of the table of judgements: the affected clients, and whether the findings are true.
struct Judgement {
    clients: Vec<String>,
    is_true: bool,
}

fn judgements(readme: &str) -> BTreeMap<(String, String), Judgement> {
    let (_, table) = readme.split_once("\n| finding |").unwrap();
    let rows = table.lines().filter(|line| line.starts_with("| `"));
    rows.map(|row| {
        let cells: Vec<_> = row.split('|').map(str::trim).collect();
        let [_, rule, effect, verdict, why, _] = cells[..] else {
            panic!("this row has not four cells: {row}");
        };
        assert!(["true", "false"].contains(&verdict), "{row}");
        assert!(!why.is_empty(), "{row}");
        let (severity, clients) = effect.split_once(": ").unwrap_or((effect, ""));
        let clients = clients.split(", ").filter(|client| !client.is_empty());
        let judgement = Judgement {
            clients: clients.map(str::to_owned).collect(),
            is_true: verdict == "true",
        };
        ((rule.to_owned(), severity.to_owned()), judgement)
    })
    .collect()
}

/// Users run these servers with all these clients. So a person has to judge each new kind of finding, and each new
/// client of an error.
#[test]
fn every_finding_about_public_servers_is_judged_and_no_error_is_false() {
    let readme = fs::read_to_string(folder().join("README.md")).unwrap();
    let mut judgements = judgements(&readme);
    let mut found: BTreeMap<Kind, Vec<&str>> = BTreeMap::new();
    for (name, list) in lists() {
        assert!(
            readme.contains(&format!("| `{name}.json` |")),
            "the README has no origin of {name}"
        );
        for (kind, group) in groups(&list) {
            let clients = found.entry(kind).or_default();
            clients.extend(group.clients);
            clients.sort_unstable();
            clients.dedup();
        }
    }
    let mut faults = Vec::new();
    for ((rule, severity), clients) in found {
        let clients = clients.join(", ");
        let row = match severity {
            "error" => format!("{rule} | error: {clients}"),
            _ => format!("{rule} | {severity}"),
        };
        match judgements.remove(&(rule, severity.to_owned())) {
            Some(judged) if severity == "error" && judged.clients.join(", ") != clients => {
                faults.push(format!("judged for other clients: {row}"));
            }
            Some(judged) if severity == "error" && !judged.is_true => {
                faults.push(format!("a false alarm: {row}"));
            }
            Some(_) => {}
            None => faults.push(format!("not judged: {row}")),
        }
    }
    let stale = judgements.keys();
    faults
        .extend(stale.map(|(rule, severity)| format!("judged, but not found: {rule} {severity}")));
    assert!(
        faults.is_empty(),
        "correct the table in tests/public_lists/README.md:\n{}",
        faults.join("\n")
    );
}
