//! An argument of a tool: a parameter that the client sends.

use std::collections::HashSet;

use proc_macro2::{Ident, Span, TokenStream};
use quote::ToTokens;
use syn::ext::IdentExt as _;
use syn::spanned::Spanned as _;
use syn::{Pat, PatType, Type, TypeReference};

use crate::diagnostics::Errors;
use crate::model::extractors;
use crate::model::inner_types::{self, InnerType};
use crate::model::type_shape;
use crate::model::{Argument, Description};
use crate::options::argument::{ArgumentOptions, Default};
use crate::options::bounds::number;
use crate::options::text_rules::{self, ConstantText, Role};
use crate::parse::docs::{self, Docs};
use crate::util::lifetimes;
use crate::util::literals::is_bool;
use crate::util::show::show;
use crate::util::tokens::{UnsupportedParts, first_span, owned, ungroup_type};
use crate::util::types::type_span;

/// Reads one argument. If the parameter cannot be an argument, reports an error and returns `None`.
pub(crate) fn parse(
    typed: &PatType,
    lifetimes: &HashSet<String>,
    errors: &mut Errors,
) -> Option<Argument> {
    let options = ArgumentOptions::parse(typed, errors);
    let ident = binding(typed, errors);
    let (ty, span, by_reference, inner) = argument_type(ident, &typed.ty, lifetimes, errors)?;
    if let Some(Default::Value(default)) = &options.default
        && by_reference
        && (number(default).is_some() || is_bool(default))
    {
        let text = show(&default.to_token_stream());
        let help = match ty.to_string() == "str" {
            true => format!("write `default = \"{text}\"`"),
            false => format!("write `default = &{text}`"),
        };
        let what = format!("the default of a borrowed argument must be a reference, not `{text}`");
        errors.report(default.span(), what, help);
    }
    let ident = ident?;
    let (wire_name, wire_span) = match &options.rename {
        Some(rename) => (rename.value(), rename.span()),
        None => (ident.unraw().to_string(), ident.span()),
    };
    if wire_name.trim().is_empty() {
        errors.report(
            wire_span,
            "the name of an argument cannot be blank",
            format!(
                "write another name, or leave out `rename` to keep the name `{}`",
                ident.unraw()
            ),
        );
    }
    let mut section = None;
    let description = match &options.description {
        Some(description) => Some(Description::Given(Box::new(description.clone()))),
        // Clients see the fields of a flattened type instead of the parameter. So the parameter
        // needs no description.
        None if options.flatten => None,
        None => {
            text_rules::check_docs(&typed.attrs, ident, Role::Argument, errors);
            match docs::read(&typed.attrs) {
                Docs::Text(lines) => Some(Description::Docs(lines)),
                Docs::Section(heading) => {
                    section = Some(heading);
                    None
                }
                Docs::Nothing => None,
            }
        }
    };
    let option = options.description.as_ref();
    let unknown_text = match options.flatten {
        true => None,
        false => ConstantText::description(option, &typed.attrs, Role::Argument),
    };
    Some(Argument {
        wire_name,
        wire_span,
        span,
        ty,
        by_reference,
        inner,
        description,
        unknown_text,
        section,
        instead_of_wrapper: extractors::inside_parameters(ident, &typed.ty)
            .filter(|_| !options.flatten),
        may_be_state: extractors::unmarked_state(ident, typed),
        options,
    })
}

/// Returns the name that the function's body uses for the argument. Reports a pattern that is not a single
/// name.
fn binding<'p>(typed: &'p PatType, errors: &mut Errors) -> Option<&'p Ident> {
    let ty = show(&typed.ty.to_token_stream());
    match &*typed.pat {
        Pat::Ident(pattern) if pattern.by_ref.is_none() && pattern.subpat.is_none() => {
            return Some(&pattern.ident);
        }
        pattern @ Pat::Wild(_) => errors.report(
            first_span(pattern),
            "an argument needs a name, because clients send arguments by name",
            format!("write `name: {ty}`, and `let _ = name;` in the body if it is not used"),
        ),
        pattern => {
            let help = match only_name(pattern) {
                Some(name) => format!("write `{name}: {ty}`"),
                None => extractors::extractor(pattern, &typed.ty).unwrap_or_else(|| {
                    format!("write `name: {ty}`, and destructure it in the body")
                }),
            };
            let what = "an argument must be a single name, not a pattern";
            errors.report(first_span(pattern), what, help);
        }
    }
    None
}

/// Returns the name in a pattern such as `ref name`, `&name` or `(name)`.
fn only_name(pattern: &Pat) -> Option<&Ident> {
    match pattern {
        Pat::Ident(pattern) => Some(&pattern.ident),
        Pat::Reference(pattern) => only_name(&pattern.pat),
        Pat::Paren(pattern) => only_name(&pattern.pat),
        _ => None,
    }
}

/// Returns the fields `ty`, `span`, `by_reference` and `inner` of [`Argument`]. Returns `None` after it reports a
/// type that an argument cannot have.
fn argument_type(
    name: Option<&Ident>,
    ty: &Type,
    lifetimes: &HashSet<String>,
    errors: &mut Errors,
) -> Option<(TokenStream, Span, bool, Vec<InnerType>)> {
    let ty = ungroup_type(ty);
    if type_shape::is_refused(ty, errors) {
        return None;
    }
    let (decoded, by_reference) = match ty {
        Type::Reference(reference) => (shared(name, reference, errors)?, true),
        other => (other, false),
    };
    let found = UnsupportedParts::inside(decoded);
    if let Some(word) = found.impl_trait {
        errors.report(
            word,
            "an argument needs a concrete type, not `impl Trait`",
            "write the type itself, for example `String` or `Vec<String>`",
        );
        return None;
    }
    if let Some(reference) = found.reference {
        errors.report(
            reference,
            "an argument can be a reference, but cannot contain one",
            format!("write `{}`", without_references(decoded, by_reference)),
        );
        return None;
    }
    if let Some((segment, lifetime)) = found.borrower {
        let name = &segment.ident;
        let lasting = show(&lifetimes::replace(&segment, lifetimes, "static"));
        errors.report(
            lifetime.span(),
            format!(
                "an argument owns its data, but `{}` can borrow from the message",
                show(&segment.to_token_stream())
            ),
            format!(
                "in the fields of `{name}`, write `String` for `&str` and `Vec<T>` for `&[T]`, and remove the \
                 lifetime of `{name}`; or write `{lasting}` if serde can read it without borrowing"
            ),
        );
        return None;
    }
    let copy = |ty: &Type| lifetimes::replace(ty, lifetimes, "static");
    Some((
        copy(decoded),
        type_span(decoded),
        by_reference,
        inner_types::inside(decoded, &copy),
    ))
}

/// Returns the type that a help text suggests in place of a type that contains references.
fn without_references(decoded: &Type, by_reference: bool) -> String {
    match (decoded, by_reference) {
        (Type::Reference(reference), true) => {
            format!("&{}", without_references(&reference.elem, false))
        }
        (Type::Path(path), false) if path.path.is_ident("str") => "str".to_owned(),
        (other, is_borrowed) => {
            let start = if is_borrowed { "&" } else { "" };
            format!("{start}{}", show(&owned(other.to_token_stream())))
        }
    }
}

/// Returns the target of a shared reference. Reports a mutable or `'static` reference, and a reference to a
/// trait object.
fn shared<'t>(
    name: Option<&Ident>,
    reference: &'t TypeReference,
    errors: &mut Errors,
) -> Option<&'t Type> {
    let target = show(&reference.elem.to_token_stream());
    if let Some(mutability) = &reference.mutability {
        let name = name.map_or_else(|| "name".to_owned(), Ident::to_string);
        let ty = show(&owned(reference.to_token_stream()));
        errors.report(
            mutability.span(),
            "an argument cannot be borrowed mutably",
            format!("take it by value: `mut {name}: {ty}`"),
        );
        return None;
    }
    if let Type::TraitObject(object) = ungroup_type(&reference.elem) {
        errors.report(
            first_span(object),
            "an argument needs a concrete type, not `dyn Trait`",
            "write the type itself, for example `&str`",
        );
        return None;
    }
    match &reference.lifetime {
        Some(lifetime) if lifetime.ident == "static" => {
            errors.report(
                lifetime.span(),
                "an argument lives only as long as the call, so it cannot be `'static`",
                format!("write `&{target}`"),
            );
            None
        }
        _ => Some(&reference.elem),
    }
}
