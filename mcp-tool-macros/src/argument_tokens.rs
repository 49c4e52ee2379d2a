//! What an argument becomes: a constant that reads and describes it, and a row of the table.

use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};

use crate::argument_options::Default;
use crate::bounds::Bounds;
use crate::docs;
use crate::model::Argument;
use crate::tokens::{first_span, path_end};

/// One argument as a constant: each bound on its type is checked here and nowhere else.
pub(crate) fn constant(name: &Ident, argument: &Argument) -> TokenStream {
    let Argument { ty, span, .. } = argument;
    let span = *span;
    let value = if argument.by_reference {
        quote_spanned!(span=> __p::Owned<#ty>)
    } else {
        quote!(#ty)
    };
    let param = match &argument.options.schema {
        None => quote_spanned!(span=> __p::Param::<#value>::of()),
        Some(schema) => {
            let at = path_end(&schema.path);
            let schema = quote_spanned!(at=> &#schema);
            quote_spanned!(span=> __p::Param::<#value>::described_by(#schema))
        }
    };
    // What the tests of this crate show does not depend on what else is built with it.
    let param = match cfg!(all(feature = "garde", not(test))) {
        true => quote!(#param.validated(__p::Validation::<#value>::VALIDATE)),
        false => param,
    };
    let rules = rules(argument, &value);
    let param = match rules.is_empty() {
        true => param,
        false => quote!(#param.rules(&[#(#rules),*])),
    };
    let write = |ty: &TokenStream| quote_spanned!(span=> <#ty as __p::WriteArgument>::WRITE);
    match &argument.options.default {
        None => quote!(const #name: __p::Param<#value> = #param;),
        Some(Default::OfType) => {
            let default = quote_spanned!(span=> <#value as __p::DefaultArgument>::DEFAULT);
            let write = write(&value);
            quote!(const #name: __p::Param<#value> = #param.or(#default, #write);)
        }
        Some(Default::Text(default) | Default::Value(default)) if argument.by_reference => {
            let write = write(ty);
            quote!(const #name: __p::LentParam<#ty> = #param.lent(|| #default, #write);)
        }
        Some(Default::Text(default)) => {
            // A string literal is the text of any type that can be made of one.
            let write = write(&value);
            let span = first_span(default);
            let default = quote_spanned!(span=> __p::TextDefault::of_text(#default));
            quote!(const #name: __p::Param<#value> = #param.or(|| #default, #write);)
        }
        Some(Default::Value(default)) => {
            let write = write(&value);
            quote!(const #name: __p::Param<#value> = #param.or(|| #default, #write);)
        }
    }
}

/// The rules beyond the type. Where the type does not fit, the compiler points at it; where an end
/// of a range does not, at that.
fn rules(argument: &Argument, value: &TokenStream) -> Vec<TokenStream> {
    let options = &argument.options;
    let span = argument.span;
    let bounded = |function: &str, rule: &str, bounds: &Bounds| {
        let (function, rule) = (Ident::new(function, span), Ident::new(rule, span));
        let (low, high, is_out) = (bounds.low.iter(), bounds.high.iter(), bounds.high_is_out);
        quote_spanned! {span=>
            __p::Rules::<#value>::#function(&__p::#rule { low: &[#(#low)*], high: &[#(#high)*], high_is_out: #is_out })
        }
    };
    let range = options
        .range
        .as_ref()
        .map(|range| bounded("range", "Range", range));
    let length = options
        .length
        .as_ref()
        .map(|length| bounded("length", "Length", length));
    let pattern = options.pattern.as_ref().map(docs::given).map(
        |pattern| quote_spanned!(span=> __p::Rules::<#value>::pattern(&__p::Pattern { pattern: #pattern })),
    );
    let header = options.header.as_ref().map(
        |header| quote_spanned!(span=> __p::Rules::<#value>::mirrored(&__p::Mirrored(#header))),
    );
    [range, length, pattern, header]
        .into_iter()
        .flatten()
        .collect()
}

/// A row of the table of parameters.
pub(crate) fn row(argument: &Argument, constant: &TokenStream) -> TokenStream {
    let name = &argument.wire_name;
    let description = argument.description.iter();
    let options = &argument.options;
    let flatten = options.flatten.then(|| quote!(.flatten()));
    let sensitive = options.sensitive.then(|| quote!(.sensitive()));
    let examples = options.examples.iter().map(
        |example| quote_spanned!(first_span(example)=> || __p::WriteValue::__write(&#example)),
    );
    let examples = (!options.examples.is_empty()).then(|| quote!(.examples(&[#(#examples),*])));
    quote!(__p::row(#name, &#constant) #(.about(#description))* #flatten #sensitive #examples)
}
