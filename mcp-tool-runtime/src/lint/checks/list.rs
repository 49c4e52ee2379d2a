//! The list as a whole.

use std::collections::HashSet;

use super::super::Options;
use super::super::rule::Hit;
use super::super::subject::Subject;

pub(in crate::lint) fn one_name_twice(tools: &[Subject<'_>], _: &Options, hits: &mut Vec<Hit>) {
    let mut names = HashSet::new();
    for tool in tools {
        if !names.insert(tool.name) {
            let pointer = format!("{}/name", tool.pointer);
            hits.push(tool.hit_at(pointer, "another tool has its name"));
        }
    }
}

pub(in crate::lint) fn more_than_128(tools: &[Subject<'_>], _: &Options, hits: &mut Vec<Hit>) {
    more_than(128, tools, hits);
}

pub(in crate::lint) fn more_than_40(tools: &[Subject<'_>], _: &Options, hits: &mut Vec<Hit>) {
    more_than(40, tools, hits);
}

fn more_than(limit: usize, tools: &[Subject<'_>], hits: &mut Vec<Hit>) {
    if tools.len() > limit {
        hits.push(Hit {
            tool: None,
            pointer: "/tools".to_owned(),
            argument: None,
            what: format!("it has {} tools, more than {limit}", tools.len()),
        });
    }
}
