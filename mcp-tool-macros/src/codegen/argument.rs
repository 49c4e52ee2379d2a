//! What an argument becomes: a constant that reads and describes it, and a row of the table.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream};
use quote::{ToTokens as _, quote, quote_spanned};
use syn::Expr;

use crate::model::Argument;
use crate::options::argument::Default;
use crate::options::bounds::{Bounds, number};
use crate::options::literals::{self, Literal};
use crate::parse::docs;
use crate::util::tokens::{first_span, last_span, operand, path_end};

/// One argument as a constant: each bound on its type is checked here and nowhere else.
///
/// It `panics` over a number that is none of its type where nothing else would: in a block with type
/// parameters, for which there are no [`checks`].
pub(crate) fn constant(name: &Ident, argument: &Argument, panics: bool) -> TokenStream {
    let Argument { ty, span, .. } = argument;
    let span = *span;
    let value = decoded(argument);
    let param = match &argument.options.schema {
        None if argument.inner.is_empty() => quote_spanned!(span=> __p::Param::<#value>::of()),
        None => quote_spanned!(span=> __p::Param::<#value>::__OF),
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
    let rules = rules(argument, &value, panics);
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
            let Some(kind) = literals::kind(default) else {
                return quote!(const #name: __p::Param<#value> = #param.or(|| #default, #write););
            };
            let first = first_span(default);
            let default = match kind {
                Literal::Whole => {
                    let number = whole_default(default, panics);
                    return quote!(const #name: __p::Param<#value> = #param.or_whole(#number, #write););
                }
                Literal::Fraction => {
                    quote_spanned!(first=> __p::FractionDefault::of_fraction(#default))
                }
                Literal::Truth => quote_spanned!(first=> __p::TruthDefault::of_truth(#default)),
            };
            quote!(const #name: __p::Param<#value> = #param.or(|| #default, #write);)
        }
    }
}

/// Statements that report the innermost type without its derives, and then the whole.
pub(crate) fn type_checks(argument: &Argument) -> impl Iterator<Item = TokenStream> {
    let whole = decoded(argument);
    let inner = match &argument.options.schema {
        None => &argument.inner[..],
        Some(_) => &[],
    };
    let parts = inner.iter().map(|part| (part.ty.clone(), part.span));
    let last = (!inner.is_empty()).then(|| (whole.clone(), argument.span));
    parts
        .chain(last)
        .enumerate()
        .map(move |(position, (part, span))| {
            let earlier = super::answer::list(&inner[..position]);
            quote_spanned!(span=> __p::input_types::<#whole, #earlier, #part>().__part().__check();)
        })
}

/// Items by which the compiler holds numbers against their type. They stand by themselves: about a
/// constant that is used elsewhere it would complain there, too.
pub(crate) fn checks(argument: &Argument) -> impl Iterator<Item = TokenStream> {
    let options = &argument.options;
    let value = decoded(argument);
    let default = match &options.default {
        Some(Default::Value(default))
            if matches!(literals::kind(default), Some(Literal::Whole)) =>
        {
            let number = whole_default(default, true);
            Some(quote!(const _: __p::Whole<#value> = #number;))
        }
        _ => None,
    };
    let range = options.range.as_ref().and_then(|range| {
        let check = range
            .whole_ends()
            .then(|| checked_range(range, &value, argument.span))?;
        Some(quote!(const _: &__p::WholeRange = #check;))
    });
    let range_order = options.range.as_ref();
    let range_order = range_order.and_then(|range| order_check("range", "number", range));
    let length_order = options.length.as_ref();
    let length_order = length_order.and_then(|length| order_check("length", "length", length));
    let wrapper = argument.instead_of_wrapper.as_ref().map(|help| {
        let at = argument.span;
        let text = format!(
            "the members of `Parameters` would be those of one argument, `{}`\n\nhelp: {help}",
            argument.wire_name
        );
        quote_spanned! {at=>
            const _: () = if __p::Param::<#value>::__IS_PARAMETERS { __p::panic!(#text) };
        }
    });
    default
        .into_iter()
        .chain(wrapper)
        .chain(range)
        .chain(range_order)
        .chain(length_order)
}

/// Refuses ends that are the wrong way round, where one of them is a constant. Whether they are of
/// the type, is asked elsewhere; as floats they can be compared in any case.
fn order_check(key: &str, counts: &str, bounds: &Bounds) -> Option<TokenStream> {
    let (low, high) = bounds.constant_ends()?;
    let text = bounds.text();
    let message = format!(
        "no {counts} is in `{text}`\n\nhelp: write the smaller end first, as in `{key}(1..=10)`"
    );
    let panic = quote_spanned!(first_span(high)=> __p::panic!(#message));
    let is_empty = match bounds.high_is_out {
        true => quote!(>=),
        false => quote!(>),
    };
    let as_float = |end: &Expr| match number(end) {
        Some(number) => number.position().to_token_stream(),
        None => quote!((#end as __p::f64)),
    };
    let (low, high) = (as_float(low), as_float(high));
    Some(quote! {
        #[allow(clippy::unnecessary_cast)]
        const _: () = if #low #is_empty #high { #panic };
    })
}

/// A whole number as a default; it may panic where it is no value of its type.
fn whole_default(default: &Expr, panics: bool) -> TokenStream {
    let (first, last) = (first_span(default), last_span(default));
    let function = Ident::new(if panics { "checked" } else { "given" }, first);
    // From the first token to the last, so that a message is below all of them.
    let mut value = Group::new(Delimiter::Parenthesis, quote!(#default));
    value.set_span(last);
    quote_spanned!(first=> __p::WholeDefault::NUMBERS.#function #value)
}

/// A range of whole numbers, held against its type. A panic is shown where the range is written,
/// from its first token to its last.
fn checked_range(range: &Bounds, value: &TokenStream, span: Span) -> TokenStream {
    let (first, last) = range.spans();
    let ends = ends("WholeRange", range, span);
    let numbers = quote_spanned!(span=> __p::Rules::<#value>::__NUMBERS);
    let mut arguments = Group::new(Delimiter::Parenthesis, quote!(&#ends, #numbers));
    arguments.set_span(last);
    quote_spanned!(first=> __p::WholeRange::check #arguments)
}

/// The ends as they are written.
fn ends(rule: &str, bounds: &Bounds, span: Span) -> TokenStream {
    let rule = Ident::new(rule, span);
    let (low, high, is_out) = (bounds.low.iter(), bounds.high.iter(), bounds.high_is_out);
    quote_spanned! {span=>
        __p::#rule { low: &[#(#low)*], high: &[#(#high)*], high_is_out: #is_out }
    }
}

/// The type that is decoded.
fn decoded(argument: &Argument) -> TokenStream {
    let Argument { ty, span, .. } = argument;
    match argument.by_reference {
        true => quote_spanned!(*span=> __p::Owned<#ty>),
        false => quote!(#ty),
    }
}

/// The rules beyond the type. Where the type does not fit, the compiler points at it; where an end
/// of a range does not, at that.
fn rules(argument: &Argument, value: &TokenStream, panics: bool) -> Vec<TokenStream> {
    let options = &argument.options;
    let span = argument.span;
    let rule = |function: &str, span: Span, rule: TokenStream| {
        let function = Ident::new(function, span);
        quote_spanned!(span=> __p::Rules::<#value>::#function(#rule))
    };
    let range = options.range.as_ref().map(|range| {
        if range.whole_ends() {
            let ends = match panics {
                true => checked_range(range, value, span),
                false => {
                    let ends = ends("WholeRange", range, span);
                    quote!(&#ends)
                }
            };
            return rule("whole_range", span, ends);
        }
        let (function, name, span) = match range.fraction_ends() {
            true => ("fraction_range", "FractionRange", range.spans().0),
            false => ("range", "Range", span),
        };
        let ends = ends(name, range, span);
        rule(function, span, quote!(&#ends))
    });
    let length = options.length.as_ref().map(|length| {
        let ends = ends("Length", length, span);
        rule("length", span, quote!(&#ends))
    });
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
    let examples = options.examples.iter().map(|example| {
        let value = operand(example);
        quote_spanned!(first_span(example)=> || __p::WriteValue::__write(&#value))
    });
    let examples = (!options.examples.is_empty()).then(|| quote!(.examples(&[#(#examples),*])));
    quote!(__p::row(#name, &#constant) #(.about(#description))* #flatten #sensitive #examples)
}
