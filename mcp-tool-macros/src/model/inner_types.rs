//! Finds the type inside a type that may lack a derive: `Deserialize` or `JsonSchema` in an argument, `Serialize` or
//! `JsonSchema` in a result.

use proc_macro2::{Ident, Span};
use syn::Type;

use crate::util::tokens::{is_one_of, ungroup_type};
use crate::util::types::{named, type_span};

/// Containers, with the number of their type parameters. A container implements `Serialize`, `Deserialize` and
/// `JsonSchema` if its inner types do.
#[rustfmt::skip]
const CONTAINERS: &[(&str, usize)] = &[
    ("Arc", 1), ("BTreeMap", 2), ("BTreeSet", 1), ("BinaryHeap", 1), ("Box", 1), ("Cow", 1),
    ("HashMap", 2), ("HashSet", 1), ("LinkedList", 1), ("Option", 1), ("Rc", 1), ("Result", 2),
    ("Vec", 1), ("VecDeque", 1), ("WithContent", 1), ("WithText", 1),
];

/// Types that need no derive. A user's type can have one of these names and lack a derive. The compiler then
/// reports an outer type, which contains the user's type.
#[rustfmt::skip]
const LEAVES: &[&str] = &[
    "CStr", "CString", "CallToolResult", "ContentBlock", "Duration", "IpAddr", "Ipv4Addr", "Ipv6Addr",
    "OsStr", "OsString", "Path", "PathBuf", "RawValue", "SocketAddr", "String", "SystemTime", "Value",
    "bool", "char", "f32", "f64", "i128", "i16", "i32", "i64", "i8", "isize", "str", "u128", "u16", "u32",
    "u64", "u8", "usize",
];

/// Returns the span of the only type in `ty` that may lack a derive, such as `Page` in `Vec<Option<Page>>`. If
/// there is no such type, or more than one, returns the span of `ty`.
pub(crate) fn derive_span(ty: &Type) -> Span {
    let mut suspects = Vec::new();
    collect(ty, &mut suspects);
    match suspects[..] {
        // A `Result` inside another type has an error of its own, about the whole type.
        [suspect] if named(suspect).is_none_or(|(name, _)| name != "Result") => type_span(suspect),
        _ => type_span(ty),
    }
}

/// Collects the outermost types with a name, except `LEAVES` and `CONTAINERS`.
fn collect<'t>(ty: &'t Type, suspects: &mut Vec<&'t Type>) {
    match named(ty) {
        Some((name, _)) if is_one_of(name, LEAVES) => {}
        Some((name, arguments))
            if name == "Result" || !is_container(name, |takes| arguments.len() == takes) =>
        {
            suspects.push(ty);
        }
        _ => component_types(ty)
            .into_iter()
            .for_each(|component| collect(component, suspects)),
    }
}

/// Returns whether a type has the name of a leaf or a container.
pub(crate) fn is_known(name: &Ident) -> bool {
    is_one_of(name, LEAVES) || is_container(name, |_| true)
}

pub(crate) fn is_container(name: &Ident, takes: impl Fn(usize) -> bool) -> bool {
    let mut containers = CONTAINERS.iter();
    containers.any(|(known, count)| name == known && takes(*count))
}

/// Returns the types directly inside a type.
pub(crate) fn component_types(ty: &Type) -> Vec<&Type> {
    match ungroup_type(ty) {
        Type::Path(_) => named(ty).map_or_else(Vec::new, |(_, arguments)| arguments),
        Type::Tuple(tuple) => tuple.elems.iter().collect(),
        Type::Array(array) => vec![&array.elem],
        Type::Slice(slice) => vec![&slice.elem],
        Type::Reference(reference) => vec![&reference.elem],
        _ => Vec::new(),
    }
}
