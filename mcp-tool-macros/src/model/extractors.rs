//! Recognizes, by name, rmcp's types for parts of a request, and types for shared state. Suggests this
//! project's equivalents.
//!
//! A user's own type can have the same name, so a match is not certain.

use proc_macro2::Ident;
use quote::ToTokens as _;
use syn::{Pat, PatType, Type};

use crate::diagnostics::mistake;
use crate::model::inner_types::is_known;
use crate::model::type_shape::is_no_parameter;
use crate::util::show::show;
use crate::util::tokens::{first_span, is_one_of, owned, ungroup_type};
use crate::util::types::{in_an_option, last_segment, referent, wrapper};

/// Returns a help text that says what to write instead of a tuple struct pattern such as `Parameters(name)`, if
/// the type `ty` is a `Parameters<T>`.
pub(crate) fn extractor(pattern: &Pat, ty: &Type) -> Option<String> {
    let Pat::TupleStruct(pattern) = pattern else {
        return None;
    };
    let name = show(&pattern.elems.to_token_stream());
    let (wrapper, inner) = wrapper(ty)?;
    let inner = show(&inner.to_token_stream());
    (wrapper == "Parameters").then(|| format!("write `#[arg(flatten)] {name}: {inner}`"))
}

/// Returns `T` of an `Arc<T>`, if a tool can take the state in the `Arc` as `&T`.
pub(crate) fn in_an_arc(ty: &Type) -> Option<&Type> {
    let (name, inside) = wrapper(ty)?;
    // If `T` is unsized, such as `dyn Trait`, return `None`, because the state of a registry must
    // be sized. For an `Arc<dyn Trait>`, the state is the whole `Arc`, and a tool takes `&Arc<dyn
    // Trait>`.
    (name == "Arc" && !is_no_parameter(inside)).then_some(inside)
}

/// Returns a help text that says what to write instead of state in an `Arc`.
pub(crate) fn help_for_an_arc(inside: &Type) -> String {
    let inside = show(&owned(inside.to_token_stream()));
    format!(
        "write `&{inside}`: the registry keeps the state in an `Arc`, and \
         `ToolRegistry::builder_arc` takes an existing `Arc`"
    )
}

/// Returns a help text that says what to write instead of `_: Parameters<T>`, with which a tool of the SDK takes no
/// arguments.
pub(crate) fn unused_parameters(ty: &Type) -> Option<String> {
    let (wrapper, inner) = wrapper(ty)?;
    let inner = show(&inner.to_token_stream());
    (wrapper == "Parameters").then(|| {
        format!(
            "remove the parameter if `{inner}` has no fields; otherwise, write \
             `#[arg(flatten)] name: {inner}`"
        )
    })
}

/// Returns an error for a parameter that probably lacks `#[state]`, `#[context]` or `#[principal]`. `#[arg]` prevents
/// the error. Users' own types are often named `Principal`, so for this name, a doc comment also prevents the error.
pub(crate) fn without_its_marker(typed: &PatType) -> Option<darling::Error> {
    let has = |name: &str| typed.attrs.iter().any(|it| it.path().is_ident(name));
    let ty = referent(&typed.ty);
    let last = last_segment(ty)?;
    let Pat::Ident(pattern) = &*typed.pat else {
        return None;
    };
    let name = &pattern.ident;
    if let Some(lock) = lock(ty).filter(|_| !has("arg")) {
        return Some(mistake(
            first_span(&last.ident),
            format!("`{name}` is shared state, not an argument"),
            format!(
                "write `#[state] {name}: &{}`",
                show(&owned(lock.to_token_stream()))
            ),
        ));
    }
    let is_alone = !has("arg") && !has("doc");
    if is_alone && let Some((principal, ty)) = principal(ty) {
        let what = format!(
            "a client cannot send a value of type `Principal`, so `{name}` is not an argument"
        );
        let help = format!(
            "write `#[principal] {name}: {ty}`; if the type is your own and clients send it, mark it as an argument with a doc comment"
        );
        return Some(mistake(first_span(principal), what, help));
    }
    if last.ident != "ToolContext" || !last.arguments.is_none() || has("arg") {
        return None;
    }
    let what = format!(
        "a client cannot send a value of type `ToolContext`, so `{name}` is not an argument"
    );
    let help = format!(
        "write `#[context] {name}: &{}`",
        show(&ty.to_token_stream())
    );
    Some(mistake(first_span(&last.ident), what, help))
}

/// Returns `#[state] name: &Type` for a reference to a type that is probably the user's own, without `#[arg]`
/// and a doc comment. Types whose names are in std or a primitive type are arguments.
pub(crate) fn unmarked_state(name: &Ident, typed: &PatType) -> Option<String> {
    let has = |name: &str| typed.attrs.iter().any(|it| it.path().is_ident(name));
    let ty = match ungroup_type(&typed.ty) {
        Type::Reference(reference) => &*reference.elem,
        ty => in_an_arc(ty)?,
    };
    let last = last_segment(ty)?;
    // State can be an `Arc`, as in `&Arc<dyn Trait>`.
    let is_other = last.ident.to_string().starts_with(char::is_uppercase)
        && (last.ident == "Arc" || !is_known(&last.ident));
    let shown = show(&owned(ty.to_token_stream()));
    (is_other && !has("arg") && !has("doc")).then(|| format!("#[state] {name}: &{shown}"))
}

/// Returns the lock or cell type, such as `Mutex<T>`, if `ty` is one or an `Arc` of one.
fn lock(ty: &Type) -> Option<&Type> {
    match wrapper(ty)? {
        (name, inside) if name == "Arc" => lock(inside),
        (name, _) => is_one_of(name, &["Mutex", "RwLock", "RefCell", "Cell"]).then_some(ty),
    }
}

/// Returns the name `Principal` in a `Principal` or an `Option` of one, and the type that a tool takes with
/// `#[principal]`.
fn principal(ty: &Type) -> Option<(&Ident, String)> {
    let optional = in_an_option(ty);
    let ty = referent(optional.unwrap_or(ty));
    let last = last_segment(ty).filter(|last| last.arguments.is_none())?;
    let reference = format!("&{}", show(&ty.to_token_stream()));
    (last.ident == "Principal").then(|| match optional {
        Some(_) => (&last.ident, format!("Option<{reference}>")),
        None => (&last.ident, reference),
    })
}
