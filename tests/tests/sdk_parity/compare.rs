//! Compares what the SDK alone sends with what arrives from our server. `wanted.json` lists the differences that are
//! wanted, with the reason.

use serde::Deserialize;
use serde_json::Value;

use crate::row::{Exchange, Row};

/// A wanted difference between two messages. `null` means that the member or the message is missing, and `"any"` stands
/// for a text that is too long to be written out.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Difference {
    /// Why ours is right.
    why: String,
    /// A part of the names of the runs that have it, such as `HTTP` or `2026-07-28`. Default: all.
    #[serde(default)]
    runs: String,
    /// The titles of the rows that must have it. Without them, it is allowed in each row.
    #[serde(default)]
    rows: Vec<String>,
    /// Where it is in the message.
    at: String,
    #[serde(default)]
    sdk: Value,
    #[serde(default)]
    ours: Value,
}

/// The result of a comparison.
#[derive(Default)]
pub(crate) struct Findings {
    /// A report of each row that differs in an unwanted way, or lacks a wanted difference.
    pub(crate) reports: Vec<String>,
    /// How many rows have no report.
    pub(crate) identical: usize,
    /// How many rows have a wanted difference of their own.
    pub(crate) wanted: usize,
}

pub(crate) fn compare(run: &str, rows: &[Row], sdk: &[Exchange], ours: &[Exchange]) -> Findings {
    let mut wanted: Vec<Difference> = serde_json::from_str(include_str!("wanted.json")).unwrap();
    wanted.retain(|difference| run.contains(&difference.runs));
    let mut findings = Findings::default();
    for ((row, sdk), ours) in rows.iter().zip(sdk).zip(ours) {
        let of_row = |wanted: &&Difference| wanted.rows.iter().any(|title| title == row.title);
        let mut missing: Vec<_> = wanted.iter().filter(of_row).collect();
        findings.wanted += usize::from(!missing.is_empty());
        let mut report = String::new();
        for (place, mut sdk, mut ours) in pairs(sdk, ours) {
            missing.retain(|wanted| !wanted.remove(&mut sdk, &mut ours));
            for wanted in wanted.iter().filter(|wanted| wanted.rows.is_empty()) {
                wanted.remove(&mut sdk, &mut ours);
            }
            if sdk != ours {
                report += &format!("  {place}\n    SDK:  {sdk}\n    ours: {ours}\n");
            }
        }
        for Difference {
            why, at, sdk, ours, ..
        } in missing
        {
            report += &format!("  not found: {at} ({why})\n    SDK:  {sdk}\n    ours: {ours}\n");
        }
        if report.is_empty() {
            findings.identical += 1;
        } else {
            let (title, method, params) = (row.title, row.method, &row.params);
            findings
                .reports
                .push(format!("{title}: {method} {params}\n{report}"));
        }
    }
    findings
}

/// Returns the messages at the same places of both. A missing message is `null`.
fn pairs(sdk: &Exchange, ours: &Exchange) -> Vec<(String, Value, Value)> {
    let mut streams: Vec<_> = sdk.keys().chain(ours.keys()).collect();
    streams.sort();
    streams.dedup();
    let mut pairs = Vec::new();
    for stream in streams {
        let messages = |exchange: &Exchange| exchange.get(stream).cloned().unwrap_or_default();
        let (sdk, ours) = (messages(sdk), messages(ours));
        for number in 0..sdk.len().max(ours.len()) {
            let at = |messages: &[Value]| messages.get(number).cloned().unwrap_or_default();
            pairs.push((format!("{stream} {number}"), at(&sdk), at(&ours)));
        }
    }
    pairs
}

impl Difference {
    /// Removes the difference from the messages. Returns whether it is there.
    fn remove(&self, sdk: &mut Value, ours: &mut Value) -> bool {
        let is = |message: &Value, wanted: &Value| match message.pointer(&self.at) {
            None | Some(Value::Null) => wanted.is_null(),
            Some(value) => value == wanted || wanted == "any",
        };
        let is_there = is(sdk, &self.sdk) && is(ours, &self.ours);
        if is_there {
            take(sdk, &self.at);
            take(ours, &self.at);
        }
        is_there
    }
}

/// Removes a member, and a `_meta` around it that is empty then. An item of a list becomes `null`.
fn take(message: &mut Value, pointer: &str) {
    let Some((parent, key)) = pointer.rsplit_once('/') else {
        *message = Value::Null;
        return;
    };
    match message.pointer_mut(parent) {
        Some(Value::Array(items)) => {
            let position: Option<usize> = key.parse().ok();
            if let Some(item) = position.and_then(|position| items.get_mut(position)) {
                *item = Value::Null;
            }
        }
        Some(Value::Object(members)) => {
            members.remove(&key.replace("~1", "/"));
            if members.is_empty() && parent.ends_with("/_meta") {
                take(message, parent);
            }
        }
        _ => {}
    }
}
