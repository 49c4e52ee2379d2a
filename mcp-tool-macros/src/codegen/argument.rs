//! Generates the row of an argument in the table of parameters, the expression that reads the argument, and
//! compile-time checks of the argument.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

use super::text;
use crate::model::{Argument, Passing};
use crate::options::argument::Default;
use crate::options::bounds::Bounds;
use crate::options::declared::{self, operand};
use crate::util::literals::is_constant;
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
    let description = argument
        .description
        .iter()
        .map(|description| (text::description(description), &argument.unknown_text))
        .map(|(text, unknown)| match unknown {
            None => text,
            Some(_) => quote!(const { #text }),
        });
    let varies = |default: &&Default| !is_constant_default(default, argument);
    let options = &argument.options;
    let varying_default = options.default.as_ref().filter(varies);
    let once = varying_default.map(|_| quote!(.evaluated_once()));
    let default = default(argument).into_iter();
    let flatten = options.flatten.then(|| quote!(.flatten()));
    let sensitive = options.sensitive.then(|| quote!(.sensitive()));
    let example_values = options.example.iter().map(|example| {
        let value = operand(example);
        quote_spanned!(first_span(example)=> || __mcp::ToJson::to_json(&#value))
    });
    let examples =
        (!options.example.is_empty()).then(|| quote!(.examples(&[#(#example_values),*])));
    quote! {
        __mcp::argument(#name, &#parameter)
            #(.description(#description))* #(.default(&#default))* #once #flatten #sensitive #examples
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
    let mut param = match &argument.options.schema {
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

/// Returns whether each evaluation of the default gives the same value. For `default` without a value, returns
/// this only for some types of the standard library.
fn is_constant_default(default: &Default, argument: &Argument) -> bool {
    const CONSTANT: [&str; 17] = [
        "bool", "char", "f32", "f64", "i8", "i16", "i32", "i64", "isize", "u8", "u16", "u32",
        "u64", "usize", "String", "Option", "Vec",
    ];

    match default {
        Default::Text(_) => true,
        Default::Value(value) => is_constant(value),
        Default::OfType => {
            let name = argument.ty.clone().into_iter().next();
            name.is_some_and(|name| CONSTANT.contains(&&*name.to_string()))
        }
    }
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
    let make = match (argument.options.default.as_ref()?, borrowed) {
        (Default::OfType, _) => quote_spanned!(span=> <#value as __mcp::DefaultArgument>::DEFAULT),
        (Default::Text(default) | Default::Value(default), Some(kind)) => {
            let write = write(ty);
            return Some(quote!(__mcp::#kind::<#ty> { value: || #default, write: #write }));
        }
        // Accept a string literal as the default of every type that implements `From<&str>`.
        (Default::Text(default), None) => {
            let text =
                quote_spanned!(first_span(default)=> __mcp::TextDefault::from_text(#default));
            quote!(|| #text)
        }
        (Default::Value(default), None) => quote!(|| #default),
    };
    let write = write(&value);
    Some(quote!(__mcp::OwnedDefault::<#value> { value: #make, write: #write }))
}

/// Returns the runtime's `Range` or `Length`, with the ends as the author wrote them.
fn bounds_literal(rule: &str, bounds: &Bounds, span: Span) -> TokenStream {
    let rule = Ident::new(rule, span);
    let (low, high, is_out) = (bounds.low.iter(), bounds.high.iter(), bounds.high_is_out);
    quote_spanned! {span=>
        __mcp::#rule { low: &[#(#low)*], high: &[#(#high)*], high_is_out: #is_out }
    }
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
    let options = &argument.options;
    let span = argument.span;
    let rule = |function: &str, span: Span, rule: TokenStream| {
        let function = Ident::new(function, span);
        quote_spanned!(span=> __mcp::Rules::<#value>::#function(#rule))
    };
    let range = options.range.as_ref().map(|range| {
        let bounds = bounds_literal("Range", range, span);
        rule("range", span, quote!(&#bounds))
    });
    let length = options.length.as_ref().map(|length| {
        let bounds = bounds_literal("Length", length, span);
        rule("length", span, quote!(&#bounds))
    });
    let pattern = options.pattern.as_ref().map(declared::text).map(
        |pattern| quote_spanned!(span=> __mcp::Rules::<#value>::pattern(&__mcp::Pattern { pattern: #pattern })),
    );
    let header = options.header.as_ref().map(
        |header| quote_spanned!(span=> __mcp::Rules::<#value>::header(&__mcp::Header(#header))),
    );
    [range, length, pattern, header]
        .into_iter()
        .flatten()
        .collect()
}
