//! The parameters of a function: arguments of the tool, or values that the server injects.

use std::collections::HashSet;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens as _, format_ident};
use syn::spanned::Spanned as _;
use syn::{Attribute, FnArg, Meta, PatType, Receiver, ReceiverKind, Signature, Type};

use crate::diagnostics::Errors;
use crate::model::argument;
use crate::model::extractors;
use crate::model::type_shape::{self, not_static};
use crate::model::{Parameter, Principal};
use crate::options::field_attribute;
use crate::parse::helper;
use crate::parse::item;
use crate::parse::parameter_attributes::{INJECTED, OF_FIELDS, is_helper, is_under_a_condition};
use crate::util::lifetimes;
use crate::util::tokens::{is_named, ungroup_type};
use crate::util::types::{in_an_option, type_span};

/// Reads one parameter. Returns `None` after it reports a parameter that a tool cannot have.
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
    for attribute in &typed.attrs {
        if is_named(attribute, OF_FIELDS) {
            let name = attribute_name(attribute);
            let what = format!("`#[{name}]` is not an attribute of a parameter");
            let help = field_attribute::help(attribute);
            errors.report(attribute.path().span(), what, help);
        }
        if attribute.path().is_ident("cfg") || is_under_a_condition(attribute) {
            errors.report(
                attribute.path().span(),
                "no part of a parameter can depend on a `cfg` condition",
                "write the function twice, with `#[cfg(…)]` above one and `#[cfg(not(…))]` above the other",
            );
        }
    }
    let mut markers = typed.attrs.iter().filter(|it| is_named(it, INJECTED));
    let Some(marker) = markers.next() else {
        if let Some(mistake) = extractors::without_its_marker(typed) {
            errors.push(mistake);
            return None;
        }
        let argument = argument::parse(typed, lifetimes, errors)?;
        return Some(Parameter::Argument(Box::new(argument)));
    };
    let name = attribute_name(marker);
    if let Some(other) = markers.find(|other| attribute_name(other) != name) {
        let other_name = attribute_name(other);
        return errors.fail(
            other.path().span(),
            format!("a parameter cannot be both `#[{name}]` and `#[{other_name}]`"),
            "remove one of them",
        );
    }
    injected(typed, marker, errors)?;
    match name.as_str() {
        "state" => state(typed, lifetimes, errors),
        "context" => {
            let help = |_: &Type| "write `&ToolContext`".to_owned();
            let ty = shared("the context", "the call", &typed.ty, help, errors)?;
            let copy = lifetimes::replace(ty, lifetimes, "static");
            Some(Parameter::Context(copy, type_span(ty)))
        }
        _ => principal(typed, lifetimes, errors),
    }
}

fn state(typed: &PatType, lifetimes: &HashSet<String>, errors: &mut Errors) -> Option<Parameter> {
    let ty = shared(
        "state",
        "its registry",
        &typed.ty,
        extractors::help_for_state,
        errors,
    )?;
    type_shape::concrete(
        ty,
        "state",
        "as in `&Archive`, or `&Arc<dyn Trait>`",
        errors,
    )?;
    Some(Parameter::State(lifetimes::replace(
        ty, lifetimes, "static",
    )))
}

/// Reads a `&Principal` or an `Option<&Principal>`.
fn principal(
    typed: &PatType,
    lifetimes: &HashSet<String>,
    errors: &mut Errors,
) -> Option<Parameter> {
    let inside = in_an_option(&typed.ty);
    let is_optional = inside.is_some();
    let help = |ty: &Type| {
        if is_optional || in_an_option(ty).is_some() {
            "write `Option<&Principal>`".to_owned()
        } else {
            "write `&Principal`".to_owned()
        }
    };
    let (subject, ty) = ("the principal", inside.unwrap_or(&typed.ty));
    let ty = shared(subject, "the call", ty, help, errors)?;
    if in_an_option(ty).is_some() {
        let what = "an optional principal is an `Option` of a reference";
        return errors.fail(type_span(ty), what, help(ty));
    }
    Some(Parameter::Principal(Principal {
        ty: lifetimes::replace(ty, lifetimes, "static"),
        span: type_span(ty),
        is_optional,
    }))
}

/// Reports a second parameter with `#[principal]`.
pub(crate) fn one_principal(signature: &Signature, errors: &mut Errors) {
    let marks = signature.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(typed) => helper::find(&typed.attrs, "principal").next(),
        FnArg::Receiver(_) => None,
    });
    for duplicate in marks.skip(1) {
        errors.report(
            duplicate.path().span(),
            "duplicate `#[principal]`, although a call has only one principal",
            "keep one of the parameters",
        );
    }
}

/// Returns a name for each parameter, for a local variable in the generated code: the parameter's own name, or
/// a name with a number if the parameter is a pattern, if the name is taken, or if it begins with `__`. The
/// user's code cannot refer to the variable, because the name has mixed-site hygiene.
pub(crate) fn locals(signature: &Signature) -> Vec<Ident> {
    let mut locals: Vec<Ident> = Vec::new();
    for (position, input) in signature.inputs.iter().enumerate() {
        let name = match input {
            FnArg::Receiver(_) => Some(Ident::new("this", Span::call_site())),
            FnArg::Typed(typed) => argument::binding(&typed.pat).cloned(),
        };
        let name =
            name.filter(|name| !locals.contains(name) && !name.to_string().starts_with("__"));
        let mut name = name.unwrap_or_else(|| format_ident!("__argument{position}"));
        name.set_span(Span::mixed_site());
        locals.push(name);
    }
    locals
}

fn attribute_name(attribute: &Attribute) -> String {
    let name = attribute.path().get_ident();
    name.map(Ident::to_string).unwrap_or_default()
}

/// Reads `&self` as state of the type `owner`. Reports any other receiver, a receiver with an attribute such as
/// `#[state]`, and every receiver if there is no `owner`.
fn receiver(
    receiver: &Receiver,
    owner: Option<&TokenStream>,
    errors: &mut Errors,
) -> Option<Parameter> {
    let Some(owner) = owner else {
        return errors.fail(
            receiver.self_token.span(),
            "a method becomes a tool only through `#[mcp_tools]` above its `impl` block",
            item::help_for_a_method(),
        );
    };
    let is_marker =
        |attribute: &&Attribute| is_helper(attribute) && !attribute.path().is_ident("doc");
    if let Some(marker) = receiver.attrs.iter().find(is_marker) {
        return errors.fail(
            marker.path().span(),
            "`&self` is always the state, so it needs no attribute",
            "remove the attribute",
        );
    }
    if let ReceiverKind::Reference(_, Some(lifetime), None) = &receiver.kind {
        not_static(lifetime, "`&self`", "the registry", errors)?;
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
        return errors.fail(
            receiver.self_token.span(),
            "a tool must take `&self`, because several calls can share the value at the same time",
            "write `&self`; data that changes needs a lock such as `Mutex`",
        );
    }
    Some(Parameter::State(owner.clone()))
}

fn is_self(ty: &Type, owner: &TokenStream) -> bool {
    let ty = ty.to_token_stream().to_string();
    ty == "Self" || ty == owner.to_string()
}

/// Returns the target of a shared reference. Reports a `'static` reference, and a type that is not a shared
/// reference.
fn shared<'t>(
    subject: &str,
    owner: &str,
    ty: &'t Type,
    help: impl Fn(&Type) -> String,
    errors: &mut Errors,
) -> Option<&'t Type> {
    let ty = ungroup_type(ty);
    let (at, plain) = match ty {
        Type::Reference(reference) => match (&reference.mutability, &reference.lifetime) {
            (Some(mutability), _) => (mutability.span(), &*reference.elem),
            (None, Some(lifetime)) => {
                not_static(lifetime, subject, owner, errors)?;
                return Some(&reference.elem);
            }
            (None, None) => return Some(&reference.elem),
        },
        other => (type_span(other), other),
    };
    let what = format!("a tool takes {subject} as a shared reference");
    errors.fail(at, what, help(plain))
}

/// Reports `#[arg]` on an injected parameter, and options in its attribute, such as `#[state]`. Returns
/// `None` after a report.
fn injected(typed: &PatType, marker: &Attribute, errors: &mut Errors) -> Option<()> {
    if let Some(arg) = helper::find(&typed.attrs, "arg").next() {
        return errors.fail(
            arg.path().span(),
            "`#[arg]` is for arguments; this parameter is not part of the tool's input",
            "remove `#[arg(…)]`",
        );
    }
    if !matches!(marker.meta, Meta::Path(_)) {
        let name = attribute_name(marker);
        return errors.fail(
            marker.path().span(),
            format!("`#[{name}]` takes no options"),
            format!("write `#[{name}]`"),
        );
    }
    Some(())
}
