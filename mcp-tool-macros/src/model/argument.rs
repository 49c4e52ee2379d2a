//! An argument of a tool: a parameter that the client sends.

use std::collections::HashSet;

use proc_macro2::{Ident, Span, TokenStream};
use quote::ToTokens;
use syn::ext::IdentExt as _;
use syn::spanned::Spanned as _;
use syn::{Pat, PatType, Type, TypeReference};

use crate::diagnostics::Errors;
use crate::model::extractors;
use crate::model::inner_types;
use crate::model::map_keys;
use crate::model::type_shape::{self, TypeParts, not_static};
use crate::model::{Argument, DefaultValue, Description, Passing, Rule};
use crate::options::argument::ArgumentOptions;
use crate::options::text_rules;
use crate::util::lifetimes;
use crate::util::literals::{is_bool, is_constant, number, text};
use crate::util::show::show;
use crate::util::tokens::{first_span, owned, ungroup_type};
use crate::util::types::{in_an_option, type_span};

/// Reads one argument. If the parameter cannot be an argument, reports an error and returns `None`.
pub(crate) fn parse(
    typed: &PatType,
    lifetimes: &HashSet<String>,
    errors: &mut Errors,
) -> Option<Argument> {
    let options = ArgumentOptions::parse(typed, errors);
    let ident = binding(&typed.pat);
    // Clients send the fields of a flattened type, so the parameter needs no name.
    if ident.is_none() && !options.flatten {
        report_pattern(typed, errors);
    }
    let (ty, span, passing, derive_span) = argument_type(&typed.ty, lifetimes, errors)?;
    check_borrowed_default(&options, passing, &ty, errors);
    let (own_name, own_span) = match ident {
        Some(ident) => (ident.unraw().to_string(), ident.span()),
        None if options.flatten => {
            let pattern = show(&typed.pat.to_token_stream());
            (pattern, first_span(&typed.pat))
        }
        None => return None,
    };
    let (wire_name, wire_span) = match &options.rename {
        Some(rename) => (rename.value(), rename.span()),
        None => (own_name.clone(), own_span),
    };
    if wire_name.trim().is_empty() {
        errors.report(
            wire_span,
            "the name of an argument cannot be blank",
            format!("write another name, or leave out `rename` to keep the name `{own_name}`"),
        );
    }
    let description = match &options.description {
        Some(description) => Some(Description::Given(Box::new(description.clone()))),
        // Clients see the fields of a flattened type instead of the parameter. So the parameter
        // needs no description.
        None if options.flatten => None,
        None => text_rules::checked_docs(&typed.attrs, ident?, errors).map(Description::Docs),
    };
    let default = options.default.map(|value| DefaultValue {
        is_constant: (value.as_ref()).map_or_else(|| has_constant_default(&ty), is_constant),
        value,
    });
    let range = options.range.into_iter().map(Rule::Range);
    let length = options.length.into_iter().map(Rule::Length);
    let pattern = options.pattern.into_iter().map(Rule::Pattern);
    Some(Argument {
        wire_name,
        wire_span,
        span,
        ty,
        passing,
        derive_span,
        description,
        is_renamed: options.rename.is_some(),
        default,
        examples: options.example,
        rules: range.chain(length).chain(pattern).collect(),
        header: options.header,
        schema: options.schema,
        flatten: options.flatten,
        sensitive: options.sensitive,
    })
}

/// Returns whether the default of a type is always the same. Knows only some types of the standard library.
fn has_constant_default(ty: &TokenStream) -> bool {
    const CONSTANT: [&str; 17] = [
        "bool", "char", "f32", "f64", "i8", "i16", "i32", "i64", "isize", "u8", "u16", "u32",
        "u64", "usize", "String", "Option", "Vec",
    ];
    let name = ty.clone().into_iter().next();
    name.is_some_and(|name| CONSTANT.contains(&&*name.to_string()))
}

/// Reports a default that is no reference, for an argument that the function borrows.
fn check_borrowed_default(
    options: &ArgumentOptions,
    passing: Passing,
    ty: &TokenStream,
    errors: &mut Errors,
) {
    let Some(Some(default)) = &options.default else {
        return;
    };
    let is_text = text(default).is_some();
    if !is_text && number(default).is_none() && !is_bool(default) {
        return;
    }
    let shown = show(&default.to_token_stream());
    let is_str = ty.to_string() == "str";
    let reference = if is_text {
        shown.clone()
    } else if is_str {
        format!("\"{shown}\"")
    } else {
        format!("&{shown}")
    };
    let (needed, help) = match passing {
        Passing::Reference if !is_text => ("a reference", reference),
        Passing::OptionalReference => ("an `Option` of a reference", format!("Some({reference})")),
        Passing::Value | Passing::Reference => return,
    };
    let what = format!("the default of a borrowed argument must be {needed}, not `{shown}`");
    errors.report(default.span(), what, format!("write `default = {help}`"));
}

/// Returns the name that the function's body uses for the argument, if the pattern is a single name.
pub(super) fn binding(pattern: &Pat) -> Option<&Ident> {
    match pattern {
        Pat::Ident(pattern) if pattern.by_ref.is_none() && pattern.subpat.is_none() => {
            Some(&pattern.ident)
        }
        _ => None,
    }
}

const NOT_A_NAME: &str = "an argument must be a single name, not a pattern";

/// Reports a pattern that is not a single name.
fn report_pattern(typed: &PatType, errors: &mut Errors) {
    let (pattern, ty) = (&*typed.pat, show(&typed.ty.to_token_stream()));
    let (what, help) = match pattern {
        Pat::Wild(_) => (
            "an argument needs a name, because clients send arguments by name",
            format!("write `name: {ty}`, and `let _ = name;` in the body if it is not used"),
        ),
        Pat::Struct(_) => {
            let pattern = show(&pattern.to_token_stream());
            let help = format!(
                "write `#[arg(flatten)] {pattern}: {ty}` to make the fields arguments; or write `name: {ty}`, and destructure it in the body"
            );
            (NOT_A_NAME, help)
        }
        _ => (
            NOT_A_NAME,
            format!("write `name: {ty}`, and destructure it in the body"),
        ),
    };
    let help = extractors::without_parameters(pattern, &typed.ty).unwrap_or(help);
    errors.report(first_span(pattern), what, help);
}

/// Returns the fields `ty`, `span`, `passing` and `derive_span` of [`Argument`]. Returns `None` after it reports a type
/// that an argument cannot have.
fn argument_type(
    ty: &Type,
    lifetimes: &HashSet<String>,
    errors: &mut Errors,
) -> Option<(TokenStream, Span, Passing, Span)> {
    let ty = ungroup_type(ty);
    type_shape::known_and_sized(ty, errors)?;
    let (decoded, passing) = match (ty, optional_reference(ty)) {
        (Type::Reference(reference), _) => (shared(reference, errors)?, Passing::Reference),
        (_, Some(reference)) => (shared(reference, errors)?, Passing::OptionalReference),
        (_, None) => (ty, Passing::Value),
    };
    let help = "for example `String` or `Vec<String>`";
    type_shape::concrete(decoded, "an argument", help, errors)?;
    let unsupported = TypeParts::find_in(decoded);
    if let Some(reference) = unsupported.reference {
        let owned = show(&owned(decoded.to_token_stream()));
        let written = match passing {
            Passing::Value => owned,
            Passing::Reference => format!("&{owned}"),
            Passing::OptionalReference => format!("Option<&{owned}>"),
        };
        return errors.fail(
            reference,
            "an argument can be a `&T` or an `Option<&T>`, but cannot contain other references",
            format!("write `{written}`"),
        );
    }
    if let Some((segment, lifetime)) = unsupported.borrower {
        let name = &segment.ident;
        let lasting = show(&lifetimes::replace(&segment, lifetimes, "static"));
        return errors.fail(
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
    }
    map_keys::check(decoded, errors)?;
    Some((
        lifetimes::replace(decoded, lifetimes, "static"),
        type_span(decoded),
        passing,
        inner_types::derive_span(decoded),
    ))
}

/// Returns the reference in an `Option<&T>`.
fn optional_reference(ty: &Type) -> Option<&TypeReference> {
    match ungroup_type(in_an_option(ty)?) {
        Type::Reference(reference) => Some(reference),
        _ => None,
    }
}

/// Returns the target of a shared reference in the type of an argument. Reports a mutable or `'static` reference, and
/// a reference to a trait object.
fn shared<'t>(reference: &'t TypeReference, errors: &mut Errors) -> Option<&'t Type> {
    let target = &*reference.elem;
    if let Some(mutability) = &reference.mutability {
        return errors.fail(
            mutability.span(),
            "an argument cannot be borrowed mutably",
            format!(
                "write `{}` without `&mut`, and `mut` before the name",
                show(&owned(target.to_token_stream()))
            ),
        );
    }
    if let Type::TraitObject(object) = ungroup_type(target) {
        return errors.fail(
            first_span(object),
            "an argument needs a concrete type, not `dyn Trait`",
            "write the type itself, for example `&str`",
        );
    }
    if let Some(lifetime) = &reference.lifetime {
        not_static(lifetime, "an argument", "the call", errors)?;
    }
    Some(target)
}
