//! An argument of a tool: a parameter whose value a model gives.

use std::collections::HashSet;

use proc_macro2::{Ident, Span, TokenStream};
use quote::ToTokens;
use syn::ext::IdentExt as _;
use syn::spanned::Spanned as _;
use syn::{Pat, PatType, Type, TypeReference};

use crate::argument_options::{ArgumentOptions, Default};
use crate::docs;
use crate::errors::Errors;
use crate::lifetimes;
use crate::literals;
use crate::model::Argument;
use crate::tokens::{Found, first_span, owned, show, type_span, ungroup_type};

/// Reads one argument; `None` where it cannot be one, which has been reported.
pub(crate) fn parse(
    typed: &PatType,
    lifetimes: &HashSet<String>,
    errors: &mut Errors,
) -> Option<Argument> {
    let options = ArgumentOptions::parse(typed, errors);
    let ident = binding(typed, errors);
    let (ty, span, by_reference) = argument_type(&typed.ty, lifetimes, errors)?;
    if let Some(Default::Value(default)) = &options.default
        && by_reference
        && literals::kind(default).is_some()
    {
        let text = show(&default.to_token_stream()).replace("- ", "-");
        errors.report(
            default.span(),
            format!("the default of a borrowed argument is borrowed, too, and `{text}` is a value"),
            format!("write `default = &{text}`, or `default = \"{text}\"` if it is a `&str`"),
        );
    }
    let ident = ident?;
    let (wire_name, wire_span) = match &options.rename {
        Some(rename) => (rename.value(), rename.span()),
        None => (ident.unraw().to_string(), ident.span()),
    };
    if wire_name.is_empty() {
        errors.report(
            wire_span,
            "the name of an argument cannot be empty",
            format!("write `rename = \"{}\"`, or leave it out", ident.unraw()),
        );
    }
    let description = match &options.description {
        Some(description) => Some(docs::given(description)),
        None => docs::text(&typed.attrs),
    };
    Some(Argument {
        wire_name,
        wire_span,
        span,
        ty,
        by_reference,
        description,
        options,
    })
}

/// The name under which the body knows the argument.
fn binding<'p>(typed: &'p PatType, errors: &mut Errors) -> Option<&'p Ident> {
    let ty = show(&typed.ty.to_token_stream());
    match &*typed.pat {
        Pat::Ident(pattern) if pattern.by_ref.is_none() && pattern.subpat.is_none() => {
            return Some(&pattern.ident);
        }
        pattern @ Pat::Wild(_) => errors.report(
            first_span(pattern),
            "an argument needs a name, by which a model can give it",
            format!("write `name: {ty}`, and `let _ = name;` in the body if it is not used"),
        ),
        pattern => errors.report(
            first_span(pattern),
            "an argument is a single name, not a pattern",
            format!("write `name: {ty}`, and take the value apart in the body"),
        ),
    }
    None
}

/// The type whose values are decoded, and whether the function borrows them.
fn argument_type(
    ty: &Type,
    lifetimes: &HashSet<String>,
    errors: &mut Errors,
) -> Option<(TokenStream, Span, bool)> {
    let ty = ungroup_type(ty);
    let (decoded, by_reference) = match ty {
        Type::Reference(reference) => (shared(reference, errors)?, true),
        other => (other, false),
    };
    let found = Found::inside(decoded);
    if let Some(word) = found.impl_trait {
        errors.report(
            word,
            "an argument needs one type that is known here, not `impl Trait`",
            "write the type itself, for example `String`",
        );
        return None;
    }
    if let Some(reference) = found.reference {
        errors.report(
            reference,
            "an argument cannot hold a reference; only the whole of it can be borrowed",
            format!("write `{}`", show(&owned(decoded.to_token_stream()))),
        );
        return None;
    }
    Some((
        lifetimes::replace(decoded, lifetimes, "static"),
        type_span(decoded),
        by_reference,
    ))
}

/// What a shared reference without a fixed lifetime refers to.
fn shared<'t>(reference: &'t TypeReference, errors: &mut Errors) -> Option<&'t Type> {
    let target = show(&reference.elem.to_token_stream());
    if let Some(mutability) = &reference.mutability {
        errors.report(
            mutability.span(),
            "an argument cannot be borrowed mutably",
            format!(
                "take it by value: `mut name: {}`",
                show(&owned(quote_reference(reference)))
            ),
        );
        return None;
    }
    if let Type::TraitObject(object) = ungroup_type(&reference.elem) {
        errors.report(
            first_span(object),
            "an argument needs one type that is known here, not `dyn Trait`",
            "write the type itself, for example `&str`",
        );
        return None;
    }
    match &reference.lifetime {
        Some(lifetime) if lifetime.ident == "static" => {
            errors.report(
                lifetime.span(),
                "an argument lives as long as the call, not `'static`",
                format!("write `&{target}`"),
            );
            None
        }
        _ => Some(&reference.elem),
    }
}

fn quote_reference(reference: &TypeReference) -> TokenStream {
    let target = &reference.elem;
    quote::quote!(& #target)
}
