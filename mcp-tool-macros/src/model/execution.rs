//! Checks the options about the execution of a call: `blocking`, `timeout` and `request_state`.

use proc_macro2::Span;

use super::Parameter;
use crate::diagnostics::Errors;
use crate::options::tool::Options;
use crate::parse::item::ToolFunction;
use crate::parse::options::Options as _;

/// Checks that `blocking` and `timeout` fit the function.
pub(super) fn check(options: &Options, function: &ToolFunction, errors: &mut Errors) {
    let is_async = function.signature.asyncness.is_some();
    let is_blocking = options.blocking == Some(true);
    let at = |key| options.span(key).unwrap_or_else(Span::call_site);
    if is_blocking && is_async {
        errors.report(
            at("blocking"),
            "`blocking` is for functions that are not `async`; an `async` function needs no thread of its own",
            "remove `blocking`, or `async` if nothing in the body is awaited",
        );
    }
    if options.timeout.is_some() && !is_async && !is_blocking {
        errors.report(
            at("timeout"),
            "`timeout` has no effect on a function that is neither `async` nor `blocking`",
            "make the function `async`, or add `blocking`",
        );
    }
}

/// Checks that a tool with `request_state` can ask the user.
pub(super) fn check_questions(
    options: &Options,
    function: &ToolFunction,
    parameters: &[Option<Parameter>],
    errors: &mut Errors,
) {
    let at = options
        .span("request_state")
        .filter(|_| options.request_state == Some(true));
    let Some(at) = at else { return };
    let is_context = |parameter: &Option<Parameter>| {
        // `None` is an invalid parameter. Treat an invalid parameter as the context, because the
        // author possibly meant a `#[context]` parameter.
        matches!(parameter, None | Some(Parameter::Context(..)))
    };
    if function.signature.asyncness.is_none() {
        let help = if options.blocking == Some(true) {
            "make the function `async` instead of `blocking`, or remove `request_state`"
        } else {
            "make the function `async`, or remove `request_state`"
        };
        errors.report(
            at,
            "`request_state` keeps the user's answers, and only an `async` function can ask the user",
            help,
        );
    } else if !parameters.iter().any(is_context) {
        errors.report(
            at,
            "`request_state` keeps the user's answers, and a tool needs `#[context]` to ask the user",
            "add a parameter `#[context] cx: &ToolContext`, or remove `request_state`",
        );
    }
}
