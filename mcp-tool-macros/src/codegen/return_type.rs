//! Generates the schema of the return type, and the conversion of its values to the outcome of a
//! call.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};

use crate::model::{OutputSchema, Tool};
use crate::util::tokens::{first_span, located_at};

/// Returns the body of the function that returns the schema. Returns `None` for a tool without a schema.
pub(super) fn output_schema(tool: &Tool) -> Option<TokenStream> {
    match &tool.schema {
        OutputSchema::OfResult => {
            let success = success(tool);
            Some(quote!(#success.schema))
        }
        OutputSchema::Unpublished => None,
        OutputSchema::Of(ty) => {
            // The option `output` requires a return type that implements `HandBuiltResult`. For
            // any other return type, this span makes the compiler error point at the type in the
            // `output` option.
            let at = located_at(first_span(ty));
            let returns = returns(tool, at);
            Some(quote_spanned!(at=> #returns.output_schema::<#ty>()))
        }
    }
}

/// Returns a call of the runtime's function that converts the tool's return value to an outcome.
pub(super) fn reply(tool: &Tool, call: &TokenStream) -> TokenStream {
    let success = success(tool);
    let at_error = tool.result.error_span;
    let returns = returns(tool, at_error);
    let failure = quote_spanned!(at_error=> #returns.__failure());
    let span = tool.function.span();
    quote_spanned!(span=> __mcp::reply(#call, #success, #failure))
}

/// Returns the schema and the conversion of a result. If a derive is missing, this expression does not compile.
/// The generated code contains it twice, with equal spans, because the compiler prints equal errors only once.
fn success(tool: &Tool) -> TokenStream {
    let (at, result) = (tool.result.value_span, &tool.result.ty);
    let returns = match tool.schema {
        OutputSchema::OfResult => returns(tool, at),
        OutputSchema::Unpublished | OutputSchema::Of(_) => {
            quote_spanned!(at=> __mcp::returns_unpublished::<#result>())
        }
    };
    quote_spanned!(at=> #returns.__success())
}

fn returns(tool: &Tool, span: Span) -> TokenStream {
    let result = &tool.result.ty;
    quote_spanned!(span=> __mcp::returns::<#result>())
}
