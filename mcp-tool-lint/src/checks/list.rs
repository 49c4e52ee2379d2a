//! The list as a whole.

use std::collections::HashMap;

use crate::Options;
use crate::rule::Hit;
use crate::rules::EMPTY_LIST;
use crate::subject::Listed;

fn of_list(what: impl Into<String>) -> Hit {
    Hit {
        pointer: "/tools".to_owned(),
        what: what.into(),
        ..Hit::default()
    }
}

pub(crate) fn no_tools(listed: &Listed<'_>, _: &Options, hits: &mut Vec<Hit>) {
    if let Some(why) = listed.not_a_list {
        hits.push(Hit {
            pointer: String::new(),
            ..of_list(format!("no tools were found: {why}"))
        });
    } else if listed.tools.is_empty() {
        hits.push(of_list("it has no tools").with(EMPTY_LIST));
    }
}

pub(crate) fn one_name_twice(listed: &Listed<'_>, _: &Options, hits: &mut Vec<Hit>) {
    let mut names = HashMap::new();
    for tool in listed.tools.iter().filter(|tool| !tool.name.is_empty()) {
        if let Some(first) = names.get(tool.name) {
            let pointer = format!("{}/name", tool.pointer);
            let what = format!("`/tools/{first}` has its name");
            hits.push(tool.hit_at(pointer, what));
        } else {
            names.insert(tool.name, tool.position);
        }
    }
}

pub(crate) fn more_than_128(listed: &Listed<'_>, _: &Options, hits: &mut Vec<Hit>) {
    more_than(128, listed, hits);
}

pub(crate) fn more_than_40(listed: &Listed<'_>, _: &Options, hits: &mut Vec<Hit>) {
    more_than(40, listed, hits);
}

fn more_than(limit: usize, listed: &Listed<'_>, hits: &mut Vec<Hit>) {
    let tools = listed.tools.len();
    if tools > limit {
        hits.push(of_list(format!("it has {tools} tools, more than {limit}")));
    }
}

/// Where Claude Code warns.
const TOKENS: usize = 25_000;

pub(crate) fn large(_: &Listed<'_>, options: &Options, hits: &mut Vec<Hit>) {
    let Some(size) = options.size.as_ref().filter(|size| size.tokens() > TOKENS) else {
        return;
    };
    let largest = size.largest(3);
    let largest: Vec<_> = largest
        .iter()
        .map(|tool| format!("`{}` ({})", tool.name, tool.tokens()))
        .collect();
    hits.push(of_list(format!(
        "it takes about {} tokens, more than 25,000; the largest are {}",
        size.tokens(),
        largest.join(", ")
    )));
}
