//! Names of tools and arguments.

use crate::Options;
use crate::rule::Hit;
use crate::rules::{INNER_NAME, LONG_FOR_CLAUDE, NAME_GEMINI_TAKES, UNKNOWN_SERVER};
use crate::subject::{Role, Subject};

fn is_plain(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '-')
}

pub(crate) fn characters(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
    let mut wrong = tool.name.chars().filter(|c| !is_plain(*c)).peekable();
    let Some(first) = wrong.peek().copied() else {
        return;
    };
    let what = format!("its name contains `{}`", first.escape_debug());
    let hit = tool.hit_at(format!("{}/name", tool.pointer), what);
    hits.push(match wrong.all(|c| matches!(c, '.' | ':')) {
        true => hit.with(NAME_GEMINI_TAKES),
        false => hit,
    });
}

pub(crate) fn start(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
    let first = tool.name.chars().next();
    if let Some(first) = first.filter(|c| c.is_ascii_digit() || matches!(c, '-' | '.' | ':')) {
        let what = format!("its name begins with `{first}`");
        hits.push(tool.hit_at(format!("{}/name", tool.pointer), what));
    }
}

pub(crate) fn length(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
    let length = tool.name.chars().count();
    if length > 64 {
        let what = format!("its name has {length} characters, more than 64");
        hits.push(tool.hit_at(format!("{}/name", tool.pointer), what));
    }
}

/// The characters left for a tool's name if the server's name is unknown.
const USUAL: usize = 40;

pub(crate) fn prefixed(tool: &Subject<'_>, options: &Options, hits: &mut Vec<Hit>) {
    let own = tool.name.chars().count();
    let pointer = format!("{}/name", tool.pointer);
    let Some(server) = options.server_name.as_deref() else {
        // Longer ones have a rule of their own.
        if own > USUAL && own <= 64 {
            let what =
                format!("its name has {own} characters, before which a client writes the server's");
            hits.push(tool.hit_at(pointer, what).with(UNKNOWN_SERVER));
        }
        return;
    };
    let prefix = server.chars().count();
    if prefix + 1 + own > 60 {
        let length = prefix + 1 + own;
        let what = format!("its name has {length} characters with `{server}` before it");
        hits.push(tool.hit_at(pointer, what));
    } else if prefix + own + "mcp____".len() > 64 {
        let what = format!(
            "its name has {} characters with `mcp__{server}__` before it",
            prefix + own + "mcp____".len()
        );
        hits.push(tool.hit_at(pointer, what).with(LONG_FOR_CLAUDE));
    }
}

pub(crate) fn argument(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
    for node in &tool.input.nodes {
        let Role::Property { name, .. } = node.role else {
            continue;
        };
        let wrong = name.chars().find(|c| !is_plain(*c) && *c != '.');
        let length = name.chars().count();
        let what = match wrong {
            Some(wrong) => format!("its name contains `{}`", wrong.escape_debug()),
            None if name.is_empty() => "its name is empty".to_owned(),
            None if length > 64 => format!("its name has {length} characters, more than 64"),
            None => continue,
        };
        let is_argument = node.parent == Some(0);
        let hit = tool.hit(node, "", what);
        hits.push(match is_argument {
            true => hit,
            false => hit.with(INNER_NAME),
        });
    }
}
