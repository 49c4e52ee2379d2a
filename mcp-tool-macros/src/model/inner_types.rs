//! Lists those types inside a type that may lack a derive: `Deserialize` or `JsonSchema` in an argument,
//! `Serialize` or `JsonSchema` in a result. Generated code checks the inner types before the outer type. So the
//! compiler reports the innermost type that lacks a derive.

use proc_macro2::{Ident, Span, TokenStream};
use syn::Type;

use crate::util::tokens::ungroup_type;
use crate::util::types::{named, type_span};

/// A type inside another type, and its span.
pub(crate) struct InnerType {
    pub(crate) ty: TokenStream,
    pub(crate) span: Span,
}

/// Containers, with the number of their type parameters. A container implements `Serialize`, `Deserialize` and
/// `JsonSchema` if its inner types do.
const CONTAINERS: &[(&str, usize)] = &[
    ("Arc", 1),
    ("BTreeMap", 2),
    ("BTreeSet", 1),
    ("BinaryHeap", 1),
    ("Box", 1),
    ("Cow", 1),
    ("HashMap", 2),
    ("HashSet", 1),
    ("LinkedList", 1),
    ("Option", 1),
    ("Rc", 1),
    ("Result", 2),
    ("Vec", 1),
    ("VecDeque", 1),
    ("WithContent", 1),
    ("WithText", 1),
];

/// Types that need no derive. A user's type can have one of these names and lack a derive. The compiler then
/// reports an outer type, which contains the user's type.
const LEAVES: &[&str] = &[
    "CStr",
    "CString",
    "CallToolResult",
    "ContentBlock",
    "Duration",
    "IpAddr",
    "Ipv4Addr",
    "Ipv6Addr",
    "OsStr",
    "OsString",
    "Path",
    "PathBuf",
    "RawValue",
    "SocketAddr",
    "String",
    "SystemTime",
    "Value",
    "bool",
    "char",
    "f32",
    "f64",
    "i128",
    "i16",
    "i32",
    "i64",
    "i8",
    "isize",
    "str",
    "u128",
    "u16",
    "u32",
    "u64",
    "u8",
    "usize",
];

/// Returns those types inside `ty` that may lack a derive, the innermost first: all types with a name, except
/// `LEAVES` and `CONTAINERS`. `copy` replaces the lifetimes that the generated code cannot name.
pub(crate) fn inner_types(ty: &Type, copy: &dyn Fn(&Type) -> TokenStream) -> Vec<InnerType> {
    let mut inner = Vec::new();
    for component in component_types(ty) {
        collect(component, copy, &mut inner);
    }
    inner
}

fn collect(ty: &Type, copy: &dyn Fn(&Type) -> TokenStream, inner: &mut Vec<InnerType>) {
    inner.extend(inner_types(ty, copy));
    if let Some((name, arguments)) = named(ty)
        && !is_leaf(name)
        && !is_container(name, |takes| arguments.len() == takes)
    {
        inner.push(InnerType {
            ty: copy(ty),
            span: type_span(ty),
        });
    }
}

/// Returns whether the type may be or contain a container with too few type arguments, such as `Vec`. The
/// compiler would report such a type wherever the generated code repeats it.
pub(crate) fn is_incomplete(ty: &Type) -> bool {
    let is_short = named(ty).is_some_and(|(name, arguments)| {
        name != "Cow" && is_container(name, |takes| arguments.len() < takes)
    });
    is_short || component_types(ty).into_iter().any(is_incomplete)
}

/// Returns whether a type has the name of a leaf or a container.
pub(crate) fn is_known(name: &Ident) -> bool {
    is_leaf(name) || is_container(name, |_| true)
}

fn is_leaf(name: &Ident) -> bool {
    LEAVES.iter().any(|leaf| name == leaf)
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
