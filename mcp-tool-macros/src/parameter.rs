//! The parameters of a function: arguments of the tool, or what the server injects.

use std::collections::HashSet;

use proc_macro2::{Ident, Span, TokenStream};
use quote::ToTokens;
use syn::ext::IdentExt as _;
use syn::spanned::Spanned as _;
use syn::{Attribute, Expr, FnArg, Lit, Meta, Pat, PatType, Type, TypeReference};

use crate::docs;
use crate::errors::{Errors, list};
use crate::lifetimes;
use crate::model::{Argument, Default, Parameter};
use crate::options::{self, ungroup};
use crate::tokens::{Found, first_span, owned, show, type_span, ungroup_type};

/// Every key of `#[arg(…)]`.
const KEYS: &[&str] = &["rename", "default", "description"];

/// Attributes that stand on the fields of structs, and are written on parameters by mistake.
const ELSEWHERE: &[&str] = &[
    "serde", "schemars", "validate", "garde", "default", "args", "param",
];

/// Whether an attribute of a parameter is read here, and must not reach rustc.
pub(crate) fn is_helper(attribute: &Attribute) -> bool {
    ["doc", "arg", "state", "context"]
        .iter()
        .chain(ELSEWHERE)
        .any(|name| attribute.path().is_ident(name))
}

/// Reads one parameter; `None` where it cannot be one, which has been reported.
pub(crate) fn parse(
    input: &FnArg,
    lifetimes: &HashSet<String>,
    errors: &mut Errors,
) -> Option<Parameter> {
    let typed = match input {
        FnArg::Typed(typed) => typed,
        FnArg::Receiver(receiver) => {
            errors.report(
                receiver.self_token.span(),
                "a method cannot be a tool",
                "make it a free function, and take what `self` was as `#[state] server: &Server`",
            );
            return None;
        }
    };
    let marker = |name: &str| typed.attrs.iter().find(|found| found.path().is_ident(name));
    for attribute in &typed.attrs {
        let name = ELSEWHERE
            .iter()
            .find(|name| attribute.path().is_ident(name));
        if let Some(name) = name {
            errors.report(
                attribute.path().span(),
                format!("`#[{name}]` says nothing about a parameter"),
                format!("write `#[arg(…)]`; it takes {}", list(KEYS)),
            );
        }
        if attribute.path().is_ident("cfg") || attribute.path().is_ident("cfg_attr") {
            errors.report(
                attribute.path().span(),
                "a parameter of a tool cannot depend on a `#[cfg]`",
                "put the `#[cfg]` above the whole function, and write a second one for the other case",
            );
        }
    }
    match (marker("state"), marker("context")) {
        (Some(_), Some(context)) => {
            errors.report(
                context.path().span(),
                "a parameter is either `#[state]` or `#[context]`",
                "remove one of them",
            );
            None
        }
        (None, None) => argument(typed, lifetimes, errors),
        (Some(state), None) => {
            injected(typed, state, errors)?;
            match ungroup_type(&typed.ty) {
                Type::Reference(reference) if reference.mutability.is_none() => Some(
                    Parameter::State(lifetimes::replace(&reference.elem, lifetimes, "static")),
                ),
                other => {
                    let plain = match other {
                        Type::Reference(reference) => reference.elem.to_token_stream(),
                        other => other.to_token_stream(),
                    };
                    errors.report(
                        not_shared(other),
                        "state is lent to a tool as a shared reference",
                        format!(
                            "write `&{}`, and share what changes behind a lock",
                            show(&plain)
                        ),
                    );
                    None
                }
            }
        }
        (None, Some(context)) => {
            injected(typed, context, errors)?;
            match ungroup_type(&typed.ty) {
                Type::Reference(reference) if reference.mutability.is_none() => {
                    Some(Parameter::Context(type_span(&reference.elem)))
                }
                other => {
                    errors.report(
                        not_shared(other),
                        "the context is lent to a tool as a shared reference",
                        "write `&ToolContext`",
                    );
                    None
                }
            }
        }
    }
}

/// Where a type is something else than a shared reference.
fn not_shared(ty: &Type) -> Span {
    match ty {
        Type::Reference(reference) => reference.mutability.span(),
        other => type_span(other),
    }
}

/// Checks what an injected parameter may have beside its marker.
fn injected(typed: &PatType, marker: &Attribute, errors: &mut Errors) -> Option<()> {
    if let Some(arg) = typed
        .attrs
        .iter()
        .find(|found| found.path().is_ident("arg"))
    {
        errors.report(
            arg.path().span(),
            "`#[arg]` is for arguments; this parameter is not part of the tool's input",
            "remove `#[arg(…)]`",
        );
        return None;
    }
    if !matches!(marker.meta, Meta::Path(_)) {
        let name = marker
            .path()
            .get_ident()
            .map(Ident::to_string)
            .unwrap_or_default();
        errors.report(
            marker.path().span(),
            format!("`#[{name}]` takes no options"),
            format!("write `#[{name}]`"),
        );
        return None;
    }
    Some(())
}

fn argument(
    typed: &PatType,
    lifetimes: &HashSet<String>,
    errors: &mut Errors,
) -> Option<Parameter> {
    let options = ArgumentOptions::parse(typed, errors);
    let ident = binding(typed, errors);
    let (ty, span, by_reference) = argument_type(&typed.ty, lifetimes, errors)?;
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
    let description = match options.description {
        Some(description) => Some(docs::given(&description)),
        None => docs::text(&typed.attrs),
    };
    Some(Parameter::Argument(Box::new(Argument {
        wire_name,
        wire_span,
        renamed: options.rename.is_some(),
        span,
        ty,
        by_reference,
        description,
        default: options.default,
    })))
}

#[derive(std::default::Default)]
struct ArgumentOptions {
    rename: Option<syn::LitStr>,
    default: Option<Default>,
    description: Option<Expr>,
}

impl ArgumentOptions {
    fn parse(typed: &PatType, errors: &mut Errors) -> Self {
        let mut options = ArgumentOptions::default();
        // Several attributes on one parameter are one list.
        let mut tokens = TokenStream::new();
        for attribute in typed
            .attrs
            .iter()
            .filter(|found| found.path().is_ident("arg"))
        {
            match &attribute.meta {
                Meta::List(list) if !list.tokens.is_empty() => {
                    tokens.extend(list.tokens.clone());
                    tokens.extend(quote::quote_spanned!(attribute.path().span()=> ,));
                }
                Meta::NameValue(meta) => errors.report(
                    meta.eq_token.span(),
                    "the options of `#[arg]` stand in parentheses",
                    "write `#[arg(default = …)]`",
                ),
                Meta::Path(_) | Meta::List(_) => errors.report(
                    attribute.path().span(),
                    "`#[arg]` without options says nothing",
                    "write `#[arg(default = …)]`, or remove it",
                ),
            }
        }
        for entry in options::entries(tokens, KEYS, errors) {
            match entry.key.as_str() {
                "rename" => options.rename = entry.literal(errors),
                "description" => options.description = entry.text(errors),
                "default" if entry.is_bare() => options.default = Some(Default::OfType),
                "default" => {
                    options.default = entry
                        .any_value("no value, or an expression", "write `default = …`", errors)
                        .map(|value| match ungroup(&value) {
                            Expr::Lit(literal) if matches!(literal.lit, Lit::Str(_)) => {
                                Default::Text(value)
                            }
                            _ => Default::Value(value),
                        });
                }
                // `entries` lets only known keys through.
                _ => {}
            }
        }
        options
    }
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
