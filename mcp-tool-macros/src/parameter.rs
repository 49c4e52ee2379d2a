//! The parameters of a function: arguments of the tool, or what the server injects.

use std::collections::HashSet;

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::spanned::Spanned as _;
use syn::{Attribute, FnArg, Meta, PatType, Receiver, ReceiverKind, Type};

use crate::argument;
use crate::elsewhere;
use crate::errors::Errors;
use crate::lifetimes;
use crate::model::Parameter;
use crate::show::show;
use crate::tokens::{is_punct, is_word, type_span, ungroup_type};

/// Attributes that stand on the fields of structs, and are written on parameters by mistake.
const ELSEWHERE: &[&str] = &[
    "serde",
    "schemars",
    "validate",
    "garde",
    "clap",
    "tool",
    "tool_param",
    "tool_arg",
    "mcp",
    "mcp_arg",
    "args",
    "param",
    "desc",
    "description",
    "default",
    "rename",
    "flatten",
    "example",
    "range",
    "length",
    "pattern",
    "header",
    "sensitive",
    "ctx",
];

/// Whether an attribute of a parameter is read here, and must not reach rustc.
pub(crate) fn is_helper(attribute: &Attribute) -> bool {
    ["doc", "arg", "state", "context"]
        .iter()
        .chain(ELSEWHERE)
        .any(|name| attribute.path().is_ident(name))
}

/// Whether one of ours, or the parameter itself, depends on a condition: `#[cfg_attr(…, arg(…))]`.
/// A lint may.
pub(crate) fn is_conditional(attribute: &Attribute) -> bool {
    let Meta::List(list) = &attribute.meta else {
        return false;
    };
    let ours = |token: &TokenTree| {
        let ours = ["doc", "arg", "state", "context", "cfg"];
        ours.iter().any(|name| is_word(token, name))
    };
    let mut attributes = list.tokens.clone().into_iter();
    let is_of_condition = |token: &TokenTree| !is_punct(token, ',');
    attributes
        .by_ref()
        .take_while(is_of_condition)
        .for_each(drop);
    attribute.path().is_ident("cfg_attr") && attributes.any(|token| ours(&token))
}

/// Reads one parameter; `None` where it cannot be one, which has been reported.
pub(crate) fn parse(
    input: &FnArg,
    owner: Option<&TokenStream>,
    lifetimes: &HashSet<String>,
    errors: &mut Errors,
) -> Option<Parameter> {
    let typed = match input {
        FnArg::Typed(typed) => typed,
        FnArg::Receiver(receiver) => return self::receiver(receiver, owner, errors),
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
                elsewhere::attribute(attribute),
            );
        }
        if attribute.path().is_ident("cfg") || is_conditional(attribute) {
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
        // Meant to be one of the two.
        (None, None) if typed.attrs.iter().any(|found| found.path().is_ident("ctx")) => None,
        (None, None) => {
            let argument = argument::parse(typed, lifetimes, errors)?;
            Some(Parameter::Argument(Box::new(argument)))
        }
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
                    Some(Parameter::Context(
                        lifetimes::replace(&reference.elem, lifetimes, "static"),
                        type_span(&reference.elem),
                    ))
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

/// What `&self` is, in an `impl` block whose type is `owner`: state.
fn receiver(
    receiver: &Receiver,
    owner: Option<&TokenStream>,
    errors: &mut Errors,
) -> Option<Parameter> {
    let Some(owner) = owner else {
        errors.report(
            receiver.self_token.span(),
            "a method is a tool only where its `impl` block says so",
            "write `#[mcp_tools]` above the `impl` block",
        );
        return None;
    };
    let is_marker =
        |attribute: &&Attribute| is_helper(attribute) && !attribute.path().is_ident("doc");
    if let Some(marker) = receiver.attrs.iter().find(is_marker) {
        errors.report(
            marker.path().span(),
            "`&self` is the state, and no argument: nothing has to be said about it",
            "remove the attribute",
        );
        return None;
    }
    let is_shared = match &receiver.kind {
        ReceiverKind::Reference(_, _, mutability) => mutability.is_none(),
        ReceiverKind::Typed(_, ty) => match ungroup_type(ty) {
            Type::Reference(reference) => {
                reference.mutability.is_none() && is_self(&reference.elem, owner)
            }
            _ => false,
        },
        _ => false,
    };
    if !is_shared {
        errors.report(
            receiver.self_token.span(),
            "a tool borrows what it is a method of: calls run at the same time",
            "write `&self`, and share what changes behind a lock",
        );
        return None;
    }
    Some(Parameter::State(owner.clone()))
}

fn is_self(ty: &Type, owner: &TokenStream) -> bool {
    let ty = ty.to_token_stream().to_string();
    ty == "Self" || ty == owner.to_string()
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
