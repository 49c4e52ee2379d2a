//! The return type of a function.

use std::collections::HashSet;

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream};
use quote::ToTokens as _;
use syn::{ReturnType, Type};

use crate::diagnostics::Errors;
use crate::model::inner_types;
use crate::model::map_keys;
use crate::model::type_shape::{self, TypeParts};
use crate::util::lifetimes;
use crate::util::tokens::ungroup_type;
use crate::util::types::{named, type_span};

/// The return type, with the spans of its parts.
pub(crate) struct ResultType {
    pub(crate) ty: TokenStream,
    pub(crate) value_span: Span,
    pub(crate) error_span: Span,
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
            });
        }
        ReturnType::Type(_, ty) => ungroup_type(ty),
    };
    if let Type::Never(never) = ty {
        return errors.fail(
            never.bang_token.span,
            "a tool must return a result, and a function with `-> !` never returns",
            "write the type of the result, or leave out `-> !`",
        );
    }
    type_shape::known_and_sized(ty, errors)?;
    if let Some((at, output)) = TypeParts::find_in(ty).future {
        let help = if parts(ty).is_some() {
            format!("await it in the body of an `async fn`, and return `Result<{output}, …>`")
        } else {
            format!("write `async fn {function}(…) -> {output}`")
        };
        return errors.fail(at, "a tool cannot return a future", help);
    }
    let help = "for example `String` or `Vec<String>`";
    type_shape::concrete(ty, "the result of a tool", help, errors)?;
    // For a `Result<T, E>`, compiler errors point at `T` or `E` instead of the whole type.
    let (value, error) = parts(ty).unwrap_or((ty, ty));
    map_keys::check(value, errors)?;
    Some(ResultType {
        ty: lifetimes::replace(ty, lifetimes, "_"),
        value_span: inner_types::derive_span(value),
        error_span: type_span(error),
    })
}

/// Returns `T` and `E` of a `Result<T, E>`, or of any other type with two type arguments that is no container. For an
/// alias such as `io::Result<T>`, which hides the error type, returns `T` and the alias.
fn parts(ty: &Type) -> Option<(&Type, &Type)> {
    let (name, arguments) = named(ty)?;
    match arguments[..] {
        [value, error] if name == "Result" || !inner_types::is_known(name) => Some((value, error)),
        [value] if name == "Result" => Some((value, ty)),
        _ => None,
    }
}
