//! Recognizes, by name, rmcp's types for parts of a request, and types for shared state. Suggests this
//! project's equivalents.
//!
//! A user's own type can have the same name, so a match is not certain.

use quote::ToTokens as _;
use syn::{Pat, PatType, Type};

use crate::diagnostics::mistake;
use crate::model::type_shape::is_no_parameter;
use crate::util::show::show;
use crate::util::tokens::{is_one_of, owned};
use crate::util::types::{in_an_option, last_segment, referent, wrapper};

/// Returns a help text that says what to write instead of a parameter of the SDK's type `Parameters<T>`.
pub(crate) fn without_parameters(pattern: &Pat, ty: &Type) -> Option<String> {
    let (_, inner) = wrapper(ty).filter(|(name, _)| *name == "Parameters")?;
    let inner = show(&inner.to_token_stream());
    Some(match pattern {
        Pat::TupleStruct(pattern) => {
            let name = show(&pattern.elems.to_token_stream());
            format!("write `#[arg(flatten)] {name}: {inner}`")
        }
        _ => format!(
            "remove the parameter if `{inner}` has no fields; otherwise, write `#[arg(flatten)] name: {inner}`"
        ),
    })
}

/// Returns a help text that says how a tool takes state of this type.
pub(crate) fn help_for_state(ty: &Type) -> String {
    let shown = |ty: &Type| show(&owned(ty.to_token_stream()));
    match wrapper(ty) {
        // The state of a registry must be sized, so for an `Arc<dyn Trait>`, it is the whole `Arc`.
        Some((name, inside)) if name == "Arc" && !is_no_parameter(inside) => format!(
            "write `&{}`: the registry keeps the state in an `Arc`, and \
             `ToolRegistry::builder_arc` takes an existing `Arc`",
            shown(inside)
        ),
        _ => format!(
            "write `&{}`; data that changes needs a lock such as `Mutex`",
            shown(ty)
        ),
    }
}

/// Returns an error for a parameter that probably lacks `#[state]`, `#[context]` or `#[principal]`. `#[arg]` prevents
/// the error. Users' own types are often named `Principal`, so for this name, a doc comment also prevents the error.
pub(crate) fn without_its_marker(typed: &PatType) -> Option<darling::Error> {
    let Pat::Ident(pattern) = &*typed.pat else {
        return None;
    };
    let has = |name: &str| typed.attrs.iter().any(|it| it.path().is_ident(name));
    let whole = referent(&typed.ty);
    let optional = in_an_option(whole);
    let ty = referent(optional.unwrap_or(whole));
    let last = last_segment(ty).filter(|_| !has("arg"))?;
    let is = |name| last.ident == name && last.arguments.is_none();
    let name = &pattern.ident;
    let shown = show(&owned(lock(ty).unwrap_or(ty).to_token_stream()));
    let (what, help) = if optional.is_none() && lock(ty).is_some() {
        ("shared state", format!("`#[state] {name}: &{shown}`"))
    } else if optional.is_none() && is("ToolContext") {
        ("the context", format!("`#[context] {name}: &{shown}`"))
    } else if is("Principal") && !has("doc") {
        let ty = match optional {
            Some(_) => format!("Option<&{shown}>"),
            None => format!("&{shown}"),
        };
        let help = format!(
            "`#[principal] {name}: {ty}`; if the type is your own and clients send it, add a doc comment"
        );
        ("the principal", help)
    } else {
        return None;
    };
    let what = format!("`{name}` is {what}, not an argument");
    Some(mistake(last.ident.span(), what, format!("write {help}")))
}

/// Returns the lock or cell type, such as `Mutex<T>`, if `ty` is one or an `Arc` of one.
fn lock(ty: &Type) -> Option<&Type> {
    match wrapper(ty)? {
        (name, inside) if name == "Arc" => lock(inside),
        (name, _) => is_one_of(name, &["Mutex", "RwLock", "RefCell", "Cell"]).then_some(ty),
    }
}
