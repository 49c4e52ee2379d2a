//! Types by whose names a parameter gets something of the request elsewhere (in axum, in the official
//! SDK), and what to write here.
//!
//! That a type is called so is no proof of what it is: a type of the user's own may be, too.

use proc_macro2::{Ident, Span};
use quote::ToTokens as _;
use syn::{GenericArgument, Pat, PatType, PathArguments, PathSegment, Type};

use crate::show::show;
use crate::tokens::{first_span, owned, ungroup_type};
use crate::type_shape::is_no_parameter;

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
        "State" | "Data" => Some(match shared(ty) {
            Some(shared) => shared.help(&format!("#[state] {name}: ")),
            None => format!("write `#[state] {name}: &{inner}`"),
        }),
        "Extension" => Some(extension(&name, only_argument(last)?)),
        _ => None,
    }
}

/// State that is taken in what shares it elsewhere.
pub(crate) struct Shared<'t> {
    inside: &'t Type,
    is_in_an_arc: bool,
}

/// Looks into `Arc<T>`, axum's `State<Arc<T>>` and the like.
pub(crate) fn shared(mut ty: &Type) -> Option<Shared<'_>> {
    let (mut is_wrapped, mut is_in_an_arc) = (false, false);
    while let Some(last) = last_segment(ty)
        && let Some(inside) = only_argument(last)
    {
        match last.ident.to_string().as_str() {
            "State" | "Data" => {}
            // What has no size stays in its `Arc`.
            "Arc" | "Rc" if !is_no_parameter(inside) => is_in_an_arc = true,
            _ => break,
        }
        (ty, is_wrapped) = (inside, true);
    }
    is_wrapped.then_some(Shared {
        inside: ty,
        is_in_an_arc,
    })
}

impl Shared<'_> {
    /// What to write, with what stands before the type.
    pub(crate) fn help(&self, before: &str) -> String {
        let inside = show(&owned(self.inside.to_token_stream()));
        let why = match self.is_in_an_arc {
            true => {
                ": the registry keeps the state in an `Arc`, and takes one that is there already with \
                 `ToolRegistry::builder_arc`"
            }
            false => "",
        };
        format!("write `{before}&{inside}`{why}")
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
            extension(&name.to_string(), inner)
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

fn extension(name: &str, inner: &Type) -> String {
    let lent = shared(inner).map_or(inner, |shared| shared.inside);
    let (inner, lent) = (
        show(&inner.to_token_stream()),
        show(&lent.to_token_stream()),
    );
    format!(
        "write `#[context] cx: &ToolContext`, where `cx.extension::<{inner}>()` is what a middleware \
         has put into the request; or `#[state] {name}: &{lent}` for what all calls share"
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
