//! Rejects maps with keys that JSON cannot have: names in JSON are strings. At run time, `build()` rejects the
//! keys that a signature does not show.

use quote::ToTokens as _;
use syn::Type;

use crate::diagnostics::Errors;
use crate::model::inner_types::parts;
use crate::util::show::show;
use crate::util::tokens::{first_span, ungroup_type};
use crate::util::types::{named, wrapper};

const MAPS: &[&str] = &["BTreeMap", "HashMap", "IndexMap"];

/// Types that are never the key of a JSON object. `HashMap` and `BTreeMap` do not accept floats either.
const IMPOSSIBLE: &[&str] = &[
    "BTreeMap", "BTreeSet", "HashMap", "HashSet", "Option", "Vec", "VecDeque", "f32", "f64",
];

/// Reports the first map in a type whose keys JSON cannot have. Returns whether there is one.
pub(crate) fn is_impossible(ty: &Type, errors: &mut Errors) -> bool {
    let Some(key) = impossible_key(ty) else {
        return false;
    };
    let shown = show(&key.to_token_stream());
    let help = match wrapper(key) {
        Some((name, inner)) if name == "Option" && !is_impossible_key(inner) => {
            let inner = show(&inner.to_token_stream());
            format!("write `{inner}` as the key, and an `Option` for a value without a key")
        }
        _ => "write a key such as `String`, an integer or an enum without data, or a list of \
              structs with the key and the value"
            .to_owned(),
    };
    let what =
        format!("a map cannot have keys of type `{shown}`, because names in JSON are strings");
    errors.report(first_span(key), what, help);
    true
}

fn impossible_key(ty: &Type) -> Option<&Type> {
    if let Some((name, arguments)) = named(ty)
        && let [key, _, ..] = arguments[..]
        && MAPS.iter().any(|map| name == map)
        && is_impossible_key(key)
    {
        return Some(key);
    }
    parts(ty).into_iter().find_map(impossible_key)
}

fn is_impossible_key(key: &Type) -> bool {
    match ungroup_type(key) {
        Type::Tuple(_) | Type::Array(_) | Type::Slice(_) => true,
        key => named(key).is_some_and(|(name, _)| IMPOSSIBLE.iter().any(|known| name == known)),
    }
}
