//! Generates the schema of the return type, and the conversion of its values to the outcome of a
//! call.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

use super::argument;
use super::fragments::{ImplHeader, type_list};
use crate::model::inner_types::InnerType;
use crate::model::{Argument, Tool};
use crate::options::output::Output;
use crate::util::tokens::{first_span, located_at};

/// Returns the body of the function that returns the schema. The body first checks the inner types of the
/// signature. So the compiler reports the innermost type without a derive.
pub(super) fn output(tool: &Tool, arguments: &[&Argument], header: &ImplHeader<'_>) -> TokenStream {
    let at = tool.result.value_span;
    let tag = tag(tool, header, at);
    let (contract, inner) = match &tool.output {
        None => ("Output", &tool.result.inner[..]),
        Some(Output::Unpublished(_)) => ("Written", &tool.result.inner[..]),
        Some(Output::Of(_)) => ("Output", &[][..]),
    };
    let contract = Ident::new(contract, Span::call_site());
    let parts = type_list(inner);
    let after = match &tool.output {
        None if inner.is_empty() => None,
        _ => Some(quote_spanned!(at=> .__after::<__p::#contract, #parts>())),
    };
    let schema = match &tool.output {
        Some(Output::Of(ty)) => {
            // The option `output` requires a return type that implements `HandBuiltResult`. For
            // any other return type, this span makes the compiler error point at the type in the
            // `output` option.
            let at = located_at(first_span(ty));
            let tag = self::tag(tool, header, at);
            quote_spanned!(at=> #tag.__output::<#ty>())
        }
        _ => quote_spanned!(at=> #tag.__value() #after.__schema()),
    };
    let of_arguments = arguments
        .iter()
        .flat_map(|argument| argument::type_checks(argument));
    let of_answer = inner.iter().enumerate().map(|(position, inner_type)| {
        let InnerType { ty, span } = inner_type;
        let earlier = type_list(&inner[..position]);
        let tag = self::tag(tool, header, *span);
        quote_spanned! {*span=>
            #tag.__value().__types::<__p::#contract, #earlier, #ty>().__inner_type().__require_derives();
        }
    });
    let checks: TokenStream = of_arguments.chain(of_answer).collect();
    quote!(#checks #schema)
}

/// Returns a call of `function`, the runtime's function that converts the tool's return value to an outcome.
/// For an async tool, the call may return a future of the outcome.
pub(super) fn reply(
    function: &TokenStream,
    tool: &Tool,
    header: &ImplHeader<'_>,
    call: &TokenStream,
) -> TokenStream {
    let (at_value, at_error) = (tool.result.value_span, tool.result.error_span);
    let value = tag(tool, header, at_value);
    let data = quote_spanned!(at_value=> #value.__value().__write());
    let error = tag(tool, header, at_error);
    let failure = quote_spanned!(at_error=> #error.__failure());
    let span = tool.function.span();
    quote_spanned!(span=> #function(#call, #data, #failure))
}

/// Returns an expression of type `Tag<R>`, where `R` is the return type. If `R` may lack type arguments, the
/// compiler infers `R` from the function. If the expression repeated such a type, the compiler would report
/// another error.
fn tag(tool: &Tool, header: &ImplHeader<'_>, span: Span) -> TokenStream {
    let result = &tool.result.ty;
    if !tool.result.is_incomplete {
        return quote_spanned!(span=> __p::tag::<#result>());
    }
    let function = header.path(&tool.function);
    let name = if tool.is_async {
        "tag_of_future"
    } else {
        "tag_of"
    };
    let tag = Ident::new(name, span);
    if tool.parameters.is_empty() {
        return quote_spanned!(span=> __p::#tag(#function));
    }
    let any = quote_spanned!(span=> __p::any());
    let values = tool.parameters.iter().map(|_| &any);
    quote_spanned!(span=> __p::#tag(|| #function(#(#values),*)))
}
