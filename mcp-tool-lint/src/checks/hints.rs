//! Annotations.

use serde_json::Value;

use crate::Options;
use crate::rule::Hit;
use crate::subject::{Listed, Subject};

fn hint(tool: &Subject<'_>, name: &str) -> Option<bool> {
    tool.tool.get("annotations")?.get(name)?.as_bool()
}

pub(crate) fn contradiction(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
    if hint(tool, "readOnlyHint") == Some(true) && hint(tool, "destructiveHint") == Some(true) {
        let pointer = format!("{}/annotations/destructiveHint", tool.pointer);
        hits.push(tool.hit_at(pointer, "it is read-only, and destructive besides"));
    }
}

/// One finding for the list: where none of a hundred tools has a title, that is one thing to do.
pub(crate) fn review(listed: &Listed<'_>, _: &Options, hits: &mut Vec<Hit>) {
    let has_title = |tool: &&Subject<'_>| {
        let of = |value: Option<&Value>| {
            let title = value.and_then(|value| value.get("title")?.as_str());
            title.is_some_and(|title| !title.trim().is_empty())
        };
        of(Some(tool.tool)) || of(tool.tool.get("annotations"))
    };
    let has_hint = |tool: &&Subject<'_>| {
        hint(tool, "readOnlyHint").is_some() || hint(tool, "destructiveHint").is_some()
    };
    let tools = || listed.tools.iter().filter(|tool| tool.tool.is_object());
    let without: Vec<&Subject<'_>> = tools()
        .filter(|tool| !has_title(tool) || !has_hint(tool))
        .collect();
    if without.is_empty() {
        return;
    }
    const NAMED: usize = 5;
    let names = without.iter().take(NAMED);
    let names: Vec<_> = names.map(|tool| format!("`{}`", tool.name)).collect();
    let others = without.len().saturating_sub(NAMED);
    let others = match others {
        0 => String::new(),
        others => format!(" and {others} others"),
    };
    let lacks = match (
        without.iter().any(|tool| !has_title(tool)),
        without.iter().any(|tool| !has_hint(tool)),
    ) {
        (true, true) => "a title, or `readOnlyHint` or `destructiveHint`",
        (true, false) => "a title",
        _ => "`readOnlyHint` or `destructiveHint`",
    };
    let names = names.join(", ");
    hits.push(match without.as_slice() {
        [only] => only.hit_at(only.pointer.clone(), format!("it lacks {lacks}")),
        _ => Hit {
            pointer: "/tools".to_owned(),
            what: format!("{names}{others} lack {lacks}"),
            ..Hit::default()
        },
    });
}
