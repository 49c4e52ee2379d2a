//! Doubts: what a schema accepts, but the type behind it may drop. See [`Validator::lists_doubts`].
//!
//! [`Validator::lists_doubts`]: super::Validator::lists_doubts

use std::collections::{HashMap, HashSet};
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
        let mut common = listed.iter();
        let has_same = common.all(|(name, schema)| in_branch.get(name) == Some(schema));
        let given = value.as_object().into_iter().flatten();
        let given = given.filter(|(_, member)| !member.is_null());
        let mut more = given.filter(|(name, _)| !listed.contains_key(name.as_str()));
        if has_same
            && more.any(|(name, _)| in_branch.contains_key(name.as_str()))
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
) -> HashMap<&'s str, &'s Value> {
    let mut listed = HashMap::new();
    let (mut open, mut seen) = (vec![schema], HashSet::new());
    while let Some(schema) = open.pop() {
        // Recursive schemas contain themselves.
        for layer in layers(schema, root).filter(|layer| seen.insert(ptr::from_ref(*layer))) {
            let properties = layer.named("properties");
            listed.extend(properties.map(|(name, schema)| (name.as_str(), schema)));
            let keywords = ["allOf", "anyOf", "oneOf"].into_iter();
            open.extend(keywords.flat_map(|keyword| layer.list(keyword)));
        }
    }
    listed
}
