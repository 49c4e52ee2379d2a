//! Types by whose names a parameter gets something of the request elsewhere (in axum, in the official
//! SDK), and what to write here.
//!
//! That a type is called so is no proof of what it is: a type of the user's own may be, too.

use proc_macro2::{Ident, Span};
use quote::ToTokens as _;
use syn::{GenericArgument, Pat, PatType, PathArguments, PathSegment, Type};

use crate::show::show;
use crate::tokens::{first_span, ungroup_type};

/// What is wrong with a parameter.
pub(crate) struct Mistake {
    pub(crate) at: Span,
    pub(crate) what: String,
    pub(crate) help: String,
}

/// What to write for `Parameters(name): Parameters<T>` and its like.
pub(crate) fn extractor(pattern: &Pat, ty: &Type) -> Option<String> {
    let Pat::TupleStruct(pattern) = pattern else {
        return None;
    };
    let last = last_segment(ty)?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else {
        return None;
    };
    let name = show(&pattern.elems.to_token_stream());
    let inner = show(&arguments.args.to_token_stream());
    match last.ident.to_string().as_str() {
        "Parameters" | "Json" | "Query" | "Form" => {
            Some(format!("write `#[arg(flatten)] {name}: {inner}`"))
        }
        "State" | "Data" => Some(format!("write `#[state] {name}: &{inner}`")),
        "Extension" => Some(extension(&name, &inner)),
        _ => None,
    }
}

/// What to write for `name: Parameters<T>`, in which the official SDK finds all arguments.
pub(crate) fn inside_parameters(name: &Ident, ty: &Type) -> Option<String> {
    let ty = match ungroup_type(ty) {
        Type::Reference(reference) => &reference.elem,
        other => other,
    };
    let last = last_segment(ty)?;
    match &last.arguments {
        PathArguments::AngleBracketed(arguments) if last.ident == "Parameters" => Some(format!(
            "write `#[arg(flatten)] {name}: {}`",
            show(&arguments.args.to_token_stream())
        )),
        _ => None,
    }
}

/// A parameter that is meant to be of the request, and has no marker. Where something is said about
/// the argument that it would be, it is one.
pub(crate) fn without_its_marker(typed: &PatType) -> Option<Mistake> {
    let has = |name: &str| typed.attrs.iter().any(|found| found.path().is_ident(name));
    let ty = match ungroup_type(&typed.ty) {
        Type::Reference(reference) => &reference.elem,
        other => other,
    };
    let last = last_segment(ty)?;
    let Pat::Ident(pattern) = &*typed.pat else {
        return None;
    };
    let name = &pattern.ident;
    let help = match (last.ident.to_string().as_str(), only_argument(last)) {
        ("ToolContext", _) if last.arguments.is_none() && !has("arg") => {
            format!("write `#[context] {name}: &ToolContext`")
        }
        ("Extension", Some(inner)) if !has("arg") && !has("doc") => {
            extension(&name.to_string(), &show(&inner.to_token_stream()))
        }
        _ => return None,
    };
    let what = match last.ident == "ToolContext" {
        true => format!("`{name}` is the request, and no argument"),
        false => format!("`{name}` is a part of the request, and no argument"),
    };
    Some(Mistake {
        at: first_span(&last.ident),
        what,
        help,
    })
}

/// Crates of servers whose `Json` is an answer over HTTP.
const FRAMEWORKS: &[&str] = &[
    "actix_web",
    "axum",
    "axum_extra",
    "ntex",
    "poem",
    "rocket",
    "warp",
];

/// The `axum::Json<T>` of an answer, and `T`. Without the name of its crate, it may be any type.
pub(crate) fn json_of_a_framework(ty: &Type) -> Option<(String, String)> {
    let Type::Path(path) = ungroup_type(ty) else {
        return None;
    };
    let (first, last) = (path.path.segments.first()?, path.path.segments.last()?);
    let inside = only_argument(last)?;
    let is_known = FRAMEWORKS.iter().any(|name| first.ident == name);
    (is_known && last.ident == "Json").then(|| {
        let name = format!("{}::Json", first.ident);
        (name, show(&inside.to_token_stream()))
    })
}

fn extension(name: &str, inner: &str) -> String {
    format!(
        "write `#[context] cx: &ToolContext`, where `cx.extension::<{inner}>()` is what a middleware \
         has put into the request; or `#[state] {name}: &{inner}` for what all calls share"
    )
}

fn last_segment(ty: &Type) -> Option<&PathSegment> {
    match ungroup_type(ty) {
        Type::Path(path) => path.path.segments.last(),
        _ => None,
    }
}

fn only_argument(segment: &PathSegment) -> Option<&Type> {
    let PathArguments::AngleBracketed(arguments) = &segment.arguments else {
        return None;
    };
    let mut arguments = arguments.args.iter();
    match (arguments.next(), arguments.next()) {
        (Some(GenericArgument::Type(only)), None) => Some(only),
        _ => None,
    }
}
