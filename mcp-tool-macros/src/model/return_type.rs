//! The return type of a function.

use std::collections::HashSet;

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream};
use quote::ToTokens as _;
use syn::{ReturnType, Type};

use crate::diagnostics::Errors;
use crate::model::inner_types::{self, InnerType};
use crate::model::map_keys;
use crate::model::type_shape;
use crate::util::lifetimes;
use crate::util::tokens::{find, is_word, ungroup_type};
use crate::util::types::{named, type_span};

/// The return type, with the spans of its parts.
pub(crate) struct ResultType {
    pub(crate) ty: TokenStream,
    pub(crate) value_span: Span,
    pub(crate) error_span: Span,
    /// The types inside the return type that may lack a derive such as `Serialize`, from
    /// [`inner_types::inside`]. For a `Result<T, E>`, only the types inside `T`.
    pub(crate) inner: Vec<InnerType>,
    /// Whether a container in the type may lack type arguments. The compiler would report such a type
    /// wherever the generated code repeats it.
    pub(crate) is_incomplete: bool,
}

/// Reads the return type. If the type cannot be a result, reports an error and returns `None`.
pub(super) fn parse(
    output: &ReturnType,
    function: &Ident,
    lifetimes: &HashSet<String>,
    errors: &mut Errors,
) -> Option<ResultType> {
    let ty = match output {
        ReturnType::Default => {
            return Some(ResultType {
                ty: Group::new(Delimiter::Parenthesis, TokenStream::new()).to_token_stream(),
                value_span: function.span(),
                error_span: function.span(),
                inner: Vec::new(),
                is_incomplete: false,
            });
        }
        ReturnType::Type(_, ty) => ungroup_type(ty),
    };
    if type_shape::is_unusable_result(ty, two_arguments(ty).is_some(), function, errors) {
        return None;
    }
    if let Some(word) = find(&ty.to_token_stream(), &|token| is_word(token, "impl")) {
        errors.report(
            word,
            "the result of a tool needs a concrete type for its schema, not `impl Trait`",
            "write the type itself, for example `String` or `Vec<String>`",
        );
        return None;
    }
    let whole = type_span(ty);
    // For a `Result<T, E>`, compiler errors point at `T` or `E` instead of the whole type.
    let (value, value_span, error_span) = match two_arguments(ty) {
        Some((name, value, error)) => {
            let inner = if name == "Result" { value } else { ty };
            (inner, type_span(value), type_span(error))
        }
        None => (ty, whole, whole),
    };
    if map_keys::is_impossible(value, errors) {
        return None;
    }
    let copy = |ty: &Type| lifetimes::replace(ty, lifetimes, "_");
    Some(ResultType {
        ty: copy(ty),
        inner: inner_types::inner_types(value, &copy),
        is_incomplete: inner_types::is_incomplete(ty),
        value_span,
        error_span,
    })
}

/// Returns the name, `T` and `E` of a type with two type arguments, such as `Result<T, E>`. Returns `None` for any
/// other type, such as the alias `io::Result<T>`, which hides the error type.
fn two_arguments(ty: &Type) -> Option<(&Ident, &Type, &Type)> {
    let (name, arguments) = named(ty)?;
    match arguments[..] {
        [value, error] => Some((name, value, error)),
        _ => None,
    }
}
