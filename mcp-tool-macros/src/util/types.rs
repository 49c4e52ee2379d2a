//! Splits types into their parts, without resolving aliases.

use proc_macro2::{Ident, Span};
use syn::{GenericArgument, PathArguments, PathSegment, Type};

use super::tokens::{first_span, ungroup_type};

/// Returns the last segment of a type's path. Returns `None` for a type that is not a path, or starts with `<…>::`.
pub(crate) fn last_segment(ty: &Type) -> Option<&PathSegment> {
    match ungroup_type(ty) {
        Type::Path(path) if path.qself.is_none() => path.path.segments.last(),
        _ => None,
    }
}

/// Returns the name and the type arguments of a type. For `Result<T, E>`, these are `Result`, `T` and `E`.
pub(crate) fn named(ty: &Type) -> Option<(&Ident, Vec<&Type>)> {
    let last = last_segment(ty)?;
    let list = match &last.arguments {
        PathArguments::AngleBracketed(list) => Some(&list.args),
        _ => None,
    };
    let arguments = list.into_iter().flatten().filter_map(|it| match it {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    });
    Some((&last.ident, arguments.collect()))
}

/// Returns the name and the argument of a type with exactly one type argument. For `Option<T>`, these are
/// `Option` and `T`.
pub(crate) fn wrapper(ty: &Type) -> Option<(&Ident, &Type)> {
    match named(ty)? {
        (name, arguments) if arguments.len() == 1 => Some((name, arguments[0])),
        _ => None,
    }
}

/// Returns `T` of an `Option<T>`.
pub(crate) fn in_an_option(ty: &Type) -> Option<&Type> {
    let (name, inside) = wrapper(ty)?;
    (name == "Option").then_some(inside)
}

/// Returns the type behind a reference, or the type itself.
pub(crate) fn referent(ty: &Type) -> &Type {
    match ungroup_type(ty) {
        Type::Reference(reference) => &reference.elem,
        other => other,
    }
}

/// Returns the span of the name of a type. For a type without a name, returns the span of its first token.
pub(crate) fn type_span(ty: &Type) -> Span {
    last_segment(ty).map_or_else(|| first_span(ty), |last| last.ident.span())
}
