//! Doubts: what a schema accepts, but the type behind it may drop. See [`Validator::lists_doubts`].
//!
//! [`Validator::lists_doubts`]: super::Validator::lists_doubts

use std::ptr;

use serde_json::{Map, Value};

use super::FaultKind;
use super::choice::layers;
use super::walk::{Verdict, Walk};
use super::work::Walked;
use crate::keywords::Keywords as _;

/// Lists a doubt.
pub(super) fn doubt<'v>(
    walk: &mut Walk<'v, '_>,
    schema: &'v Map<String, Value>,
    value: &'v Value,
    kind: FaultKind<'v>,
) -> Walked {
    let outer = std::mem::replace(&mut walk.is_in_doubt, true);
    walk.fault(schema, value, kind)?;
    walk.is_in_doubt = outer;
    Ok(())
}

/// If an object has an optional member, lists a doubt for each optional member that it lacks: the members may belong
/// together, which a schema cannot state.
pub(super) fn doubt_optional<'v>(
    walk: &mut Walk<'v, '_>,
    schema: &'v Map<String, Value>,
    value: &'v Value,
    is_member: &dyn Fn(&str) -> bool,
) -> Walked {
    let (Some(properties), Some(members)) = (schema.object("properties"), value.as_object()) else {
        return Ok(());
    };
    if !walk.lists_doubts() {
        return Ok(());
    }
    let is_optional = |name: &&String| {
        is_member(name) && schema.required().all(|required| required != name.as_str())
    };
    let optional = properties.keys().filter(is_optional);
    let is_given = |name: &&String| members.get(*name).is_some_and(|it| !it.is_null());
    let (given, absent): (Vec<_>, Vec<_>) = optional.partition(is_given);
    for name in absent.into_iter().filter(|_| !given.is_empty()) {
        doubt(
            walk,
            schema,
            value,
            FaultKind::missing(name, Some(properties)),
        )?;
    }
    Ok(())
}

/// Lists the doubts about a value that a branch accepts: those inside the branch, and the faults of a larger branch
/// that has the same members, and lists more members of the value. For a flattened `Option` of an enum, schemars
/// writes a branch without the enum, which accepts what the other branches reject.
pub(super) fn doubt_choice<'v>(
    walk: &mut Walk<'v, '_>,
    schema: &'v Map<String, Value>,
    branches: &'v [Value],
    accepting: &'v Value,
    value: &'v Value,
) -> Walked {
    if !walk.lists_doubts() {
        return Ok(());
    }
    walk.visit(accepting, value)?;
    let root = walk.validator.root;
    let listed = listed_members(accepting, root);
    let mut larger = Vec::new();
    for branch in branches.iter().filter(|it| !ptr::eq(*it, accepting)) {
        let in_branch = listed_members(branch, root);
        let has_same = listed.iter().all(|member| in_branch.contains(member));
        let is_given = |name: &str| value.get(name).is_some_and(|member| !member.is_null());
        let is_listed = |name: &str| listed.iter().any(|(known, _)| *known == name);
        let mut more = in_branch.iter().filter(|(name, _)| is_given(name));
        if has_same
            && more.any(|(name, _)| !is_listed(name))
            && walk.verdict(branch, value)? == Verdict::Rejects
        {
            larger.push(branch);
        }
    }
    if larger.is_empty() {
        return Ok(());
    }
    let outer = std::mem::replace(&mut walk.is_in_doubt, true);
    walk.explain_choice(schema, &larger, value)?;
    walk.is_in_doubt = outer;
    Ok(())
}

/// Returns the members that a schema lists, also in its branches.
fn listed_members<'s>(
    schema: &'s Value,
    root: &'s Map<String, Value>,
) -> Vec<(&'s str, &'s Value)> {
    let mut listed: Vec<(&str, &Value)> = Vec::new();
    let (mut open, mut seen) = (vec![schema], Vec::new());
    while let Some(schema) = open.pop() {
        for layer in layers(schema, root) {
            // Recursive schemas contain themselves.
            if seen.iter().any(|seen| ptr::eq(*seen, layer)) {
                continue;
            }
            seen.push(layer);
            for (name, schema) in layer.named("properties") {
                listed.retain(|(known, _)| known != name);
                listed.push((name, schema));
            }
            for keyword in ["allOf", "anyOf", "oneOf"] {
                open.extend(layer.list(keyword));
            }
        }
    }
    listed
}
