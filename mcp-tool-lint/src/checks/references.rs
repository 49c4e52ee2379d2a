//! `$ref`.

use super::schema::beside;
use crate::Options;
use crate::rule::Hit;
use crate::subject::{Part, Reference, Subject};

/// Keywords that Gemini accepts beside a `$ref`.
const BESIDE: &[&str] = &["description", "default"];

pub(crate) fn reference(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
    let (_, in_circle) = tool.input.circles();
    for (node, reference) in tool.input.references() {
        let Reference::Inside(said) = reference else {
            continue;
        };
        // Recursion has a rule of its own.
        if in_circle[node.index] {
            continue;
        }
        let what = match beside(node, "$ref", BESIDE) {
            Some(beside) => format!("it refers to `{said}`, and `{beside}` stands beside that"),
            None => format!("it refers to `{said}`"),
        };
        hits.push(tool.hit(node, "$ref", what));
    }
}

pub(crate) fn unresolved(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
    for schemas in [&tool.input, &tool.output] {
        for (node, reference) in schemas.references() {
            let what = match reference {
                Reference::Inside(_) => continue,
                Reference::Elsewhere(said) => format!("it refers to another document, `{said}`"),
                Reference::Nowhere(said) => format!("it refers to `{said}`, which is not there"),
            };
            hits.push(tool.hit(node, "$ref", what));
        }
    }
}

pub(crate) fn recursion(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
    for schemas in [&tool.input, &tool.output] {
        for index in schemas.circles().0 {
            let node = &schemas.nodes[index];
            let said = node.get("$ref").and_then(|said| said.as_str());
            let said = said.unwrap_or_default();
            let what = format!("what `{said}` describes contains itself");
            hits.push(tool.hit(node, "$ref", what));
        }
    }
}

/// One finding for a schema: a generator that copies all definitions into each tool is one thing
/// to mend.
pub(crate) fn unused(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
    for schemas in [&tool.input, &tool.output] {
        let unused = schemas.unused_definitions();
        if let Some(first) = unused.first() {
            let name = match first.part {
                Part::Name(name) => name,
                _ => "",
            };
            let what = match unused.len() - 1 {
                0 => format!("nothing refers to the definition `{name}`"),
                others => format!("nothing refers to the definition `{name}` and {others} others"),
            };
            hits.push(tool.hit(first, "", what));
        }
    }
}
