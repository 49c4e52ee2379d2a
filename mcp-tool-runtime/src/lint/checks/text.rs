//! Names and descriptions.

use super::super::Options;
use super::super::rule::Hit;
use super::super::subject::{Role, Subject};

fn is_plain(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '-')
}

pub(in crate::lint) fn name_characters(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
    let what = match tool.name.chars().find(|c| !is_plain(*c)) {
        Some(wrong) => format!("its name contains `{}`", wrong.escape_debug()),
        None if tool.name.is_empty() => "its name is empty".to_owned(),
        None => return,
    };
    hits.push(tool.hit_at(format!("{}/name", tool.pointer), what));
}

pub(in crate::lint) fn name_length(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
    let length = tool.name.chars().count();
    if length > 64 {
        let what = format!("its name has {length} characters, more than 64");
        hits.push(tool.hit_at(format!("{}/name", tool.pointer), what));
    }
}

/// Where the server's name is not known, it is taken to be as long as most are.
const USUAL_SERVER_NAME: usize = 20;

pub(in crate::lint) fn prefixed_name(tool: &Subject<'_>, options: &Options, hits: &mut Vec<Hit>) {
    let server = options.server_name.as_deref();
    let prefix = server.map_or(USUAL_SERVER_NAME, |name| name.chars().count()) + 1;
    let length = prefix + tool.name.chars().count();
    if length > 60 {
        let what = match server {
            Some(server) => format!("its name has {length} characters with `{server}` before it"),
            None => format!(
                "its name has {} characters, before which a client writes the server's",
                length - prefix
            ),
        };
        hits.push(tool.hit_at(format!("{}/name", tool.pointer), what));
    }
}

pub(in crate::lint) fn argument_name(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
    for node in &tool.input {
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
        hits.push(tool.hit(node, what));
    }
}

pub(in crate::lint) fn long_description(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
    let length = tool.text("description").chars().count();
    if length > 2048 {
        let what = format!("its description has {length} characters, more than 2,048");
        hits.push(tool.hit_at(format!("{}/description", tool.pointer), what));
    }
}

pub(in crate::lint) fn no_description(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
    if tool.text("description").trim().is_empty() {
        hits.push(tool.hit_at(tool.pointer.clone(), "it has no description"));
    }
    for node in &tool.input {
        let text = node.get("description").and_then(|text| text.as_str());
        if matches!(node.role, Role::Property { .. })
            && node.depth == 1
            && text.unwrap_or_default().trim().is_empty()
        {
            hits.push(tool.hit(node, "it has no description"));
        }
    }
}
