//! Rejects maps with keys that JSON cannot have: names in JSON are strings. At run time, `build()` rejects the
//! keys that a signature does not show.

use quote::ToTokens as _;
use syn::Type;

use crate::diagnostics::Errors;
use crate::model::inner_types::{component_types, is_container};
use crate::util::show::show;
use crate::util::tokens::{first_span, is_one_of, ungroup_type};
use crate::util::types::{in_an_option, named};

const MAPS: &[&str] = &["BTreeMap", "HashMap", "IndexMap"];

/// Types that are never the key of a JSON object. `HashMap` and `BTreeMap` do not accept floats either.
const IMPOSSIBLE: &[&str] = &[
    "BTreeMap", "BTreeSet", "HashMap", "HashSet", "Vec", "VecDeque", "f32", "f64",
];

/// Reports the first map in a type whose keys JSON cannot have. Returns `None` after a report.
pub(crate) fn check(ty: &Type, errors: &mut Errors) -> Option<()> {
    let Some(key) = impossible_key(ty) else {
        return Some(());
    };
    let shown = show(&key.to_token_stream());
    errors.fail(
        first_span(key),
        format!("a map cannot have keys of type `{shown}`, because names in JSON are strings"),
        "write a key such as `String`, an integer or an enum without data, or a list of \
         structs with the key and the value",
    )
}

/// Returns the first impossible key. Does not look inside a user's generic type, which may write a map in another
/// form.
fn impossible_key(ty: &Type) -> Option<&Type> {
    if let Some((name, arguments)) = named(ty) {
        let is_map = is_one_of(name, MAPS);
        if let [key, _, ..] = arguments[..]
            && is_map
            && let Some(impossible) = never_a_name(key)
        {
            return Some(impossible);
        }
        if !is_map && !is_container(name, |_| true) {
            return None;
        }
    }
    component_types(ty).into_iter().find_map(impossible_key)
}

/// Returns a key that is never a name in JSON. For an `Option`, this is the type inside, because serde_json writes
/// `Some(key)` like the key.
fn never_a_name(key: &Type) -> Option<&Type> {
    if let Some(inside) = in_an_option(key) {
        return never_a_name(inside);
    }
    let is_impossible = match ungroup_type(key) {
        Type::Tuple(_) | Type::Array(_) | Type::Slice(_) => true,
        key => named(key).is_some_and(|(name, _)| is_one_of(name, IMPOSSIBLE)),
    };
    is_impossible.then_some(key)
}
