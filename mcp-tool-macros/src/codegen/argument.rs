//! Generates the row of an argument in the table of parameters, the expression that reads the argument, and
//! compile-time checks of the argument.

use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};

use crate::model::{Argument, Passing, Rule};
use crate::util::code::{self, operand};
use crate::util::literals::text;
use crate::util::tokens::{first_span, path_end};

/// Returns the declaration of an argument. It requires that the argument's type implements traits such as
/// `Deserialize`. The code that reads the argument does not repeat these bounds, to avoid duplicate compiler
/// errors.
pub(crate) fn declaration(argument: &Argument, garde: bool) -> TokenStream {
    let name = &argument.wire_name;
    let parameter = parameter(argument, garde);
    // If a description is not a literal, wrap the description in a `const` block. Without the
    // block, rustc does not promote the declaration to a constant if the description contains a branch,
    // such as an `if`.
    let description = argument.description.iter().map(|description| {
        let text = super::text::description(description);
        if description.is_literal() {
            text
        } else {
            quote!(const { #text })
        }
    });
    let varying_default = argument.default.iter().filter(|it| !it.is_constant);
    let once = varying_default.map(|_| quote!(.evaluated_once()));
    let default = default(argument).into_iter();
    let flatten = argument.flatten.then(|| quote!(.flatten()));
    let sensitive = argument.sensitive.then(|| quote!(.sensitive()));
    let example_values = argument.examples.iter().map(|example| {
        let value = operand(example);
        quote_spanned!(first_span(example)=> || __mcp::ToJson::to_json(&#value))
    });
    let examples =
        (!argument.examples.is_empty()).then(|| quote!(.examples(&[#(#example_values),*])));
    quote! {
        __mcp::argument(#name, &#parameter)
            #(.description(#description))* #(.default(&#default))* #(#once)* #flatten #sensitive #examples
    }
}

/// Returns the expression that reads the argument. The compiler infers the type from the function's
/// parameter.
pub(crate) fn take(argument: &Argument, arguments: &Ident) -> TokenStream {
    match argument.passing {
        Passing::Value => quote!(#arguments.take()),
        Passing::Reference | Passing::OptionalReference => quote!(#arguments.take_borrowed()),
    }
}

/// Returns the runtime's `Parameter`, which decodes, describes and checks the argument.
fn parameter(argument: &Argument, garde: bool) -> TokenStream {
    let span = argument.span;
    let value = decoded(argument);
    let mut param = match &argument.schema {
        None => {
            let at = argument.derive_span;
            quote_spanned!(at=> __mcp::Parameter::<#value>::new())
        }
        Some(schema) => {
            let at = path_end(&schema.path);
            let schema = quote_spanned!(at=> &#schema);
            quote_spanned!(span=> __mcp::Parameter::<#value>::described_by(#schema))
        }
    };
    if garde {
        param.extend(quote!(.validated(__mcp::Validation::<#value>::VALIDATE)));
    }
    let rules = rules(argument, &value);
    if !rules.is_empty() {
        param.extend(quote!(.rules(&[#(#rules),*])));
    }
    param
}

/// Returns the default, and the function that writes it into the schema.
fn default(argument: &Argument) -> Option<TokenStream> {
    let Argument { ty, span, .. } = argument;
    let span = *span;
    let value = decoded(argument);
    let write = |ty: &TokenStream| quote_spanned!(span=> <#ty as __mcp::WriteArgument>::WRITE);
    let borrowed = match argument.passing {
        Passing::Value => None,
        Passing::Reference => Some(quote!(BorrowedDefault)),
        Passing::OptionalReference => Some(quote!(OptionalBorrowedDefault)),
    };
    let make = match (&argument.default.as_ref()?.value, borrowed) {
        (None, _) => quote_spanned!(span=> <#value as __mcp::DefaultArgument>::DEFAULT),
        (Some(default), Some(kind)) => {
            let write = write(ty);
            return Some(quote!(__mcp::#kind::<#ty> { value: || #default, write: #write }));
        }
        // Accept a string literal as the default of every type that implements `From<&str>`.
        (Some(default), None) if text(default).is_some() => {
            let text =
                quote_spanned!(first_span(default)=> __mcp::TextDefault::from_text(#default));
            quote!(|| #text)
        }
        (Some(default), None) => quote!(|| #default),
    };
    let write = write(&value);
    Some(quote!(__mcp::OwnedDefault::<#value> { value: #make, write: #write }))
}

/// Returns the type to decode: `T` for a parameter of the type `T`, `Borrowed<T>` for `&T`, and `Option<Borrowed<T>>` for
/// `Option<&T>`.
fn decoded(argument: &Argument) -> TokenStream {
    let Argument { ty, span, .. } = argument;
    match argument.passing {
        Passing::Value => quote!(#ty),
        Passing::Reference => quote_spanned!(*span=> __mcp::Borrowed<#ty>),
        Passing::OptionalReference => quote_spanned!(*span=> __mcp::Option<__mcp::Borrowed<#ty>>),
    }
}

/// Returns the rules of the argument: range, length, pattern and header. Compiler errors point at the argument's
/// type, or at the lower or upper end of a range.
fn rules(argument: &Argument, value: &TokenStream) -> Vec<TokenStream> {
    let span = argument.span;
    let rule = |function: &str, rule: TokenStream| {
        let function = Ident::new(function, span);
        quote_spanned!(span=> __mcp::Rules::<#value>::#function(&#rule))
    };
    let rules = argument.rules.iter().map(|it| {
        let (function, name, bounds) = match it {
            Rule::Range(bounds) => ("range", "Range", bounds),
            Rule::Length(bounds) => ("length", "Length", bounds),
            Rule::Pattern(pattern) => {
                let pattern = code::text(pattern);
                return rule(
                    "pattern",
                    quote_spanned!(span=> __mcp::Pattern { pattern: #pattern }),
                );
            }
        };
        let name = Ident::new(name, span);
        let (low, high, is_out) = (bounds.low.iter(), bounds.high.iter(), bounds.high_is_out);
        let bounds = quote_spanned! {span=>
            __mcp::#name { low: &[#(#low)*], high: &[#(#high)*], high_is_out: #is_out }
        };
        rule(function, bounds)
    });
    let header = argument.header.iter();
    let header = header.map(|header| rule("header", quote_spanned!(span=> __mcp::Header(#header))));
    rules.chain(header).collect()
}
