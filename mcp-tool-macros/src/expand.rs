use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};

use crate::errors::Errors;
use crate::stand_in::StandIn;
use crate::warnings::warnings;
use crate::{codegen, item, model, shadowing, tool_options};

/// Whether the options stand behind a sign, and not in parentheses.
fn is_key_value(options: &TokenStream) -> bool {
    let source = Span::call_site().source_text().unwrap_or_default();
    let inner = source.strip_prefix("#[").unwrap_or(&source);
    let sign = inner.chars().find(|c| "=([{".contains(*c));
    !options.is_empty() && sign == Some('=')
}

/// The function, as it was; then its tool, or what is wrong with it.
pub(crate) fn expand(attribute: TokenStream, item: TokenStream) -> TokenStream {
    if attribute.to_string() == "__of_a_method" {
        // Named by `#[mcp_tools]`, so that the import of this attribute is used.
        return TokenStream::new();
    }
    let mut errors = Errors::default();
    let options = match is_key_value(&attribute) {
        // The compiler has refused `#[mcp_tool = "…"]`.
        true => {
            errors.leave_to_rustc();
            tool_options::Options::of_a_description()
        }
        false => tool_options::parse(attribute.clone(), &mut errors),
    };
    let function = item::parse(item.clone(), &mut errors);
    let stand_in = function
        .as_ref()
        .and_then(|function| StandIn::new(&attribute, &options, function));
    let tool = function
        .as_ref()
        .and_then(|function| model::check(options, function, None, &mut errors));
    let generated = match errors.finish() {
        // Without an error there are both, unless the compiler is to report it.
        Ok(()) => match (&tool, &function) {
            (Some(tool), Some(function)) => {
                let warnings = warnings(tool, function.body());
                let advice = shadowing::advice(tool, function.body());
                codegen::tool(tool, &quote!(#warnings #advice))
            }
            _ => quote!(#stand_in),
        },
        Err(messages) => quote!(#messages #stand_in),
    };
    // An editor goes on working in the function while its attribute is wrong.
    let item = function.map_or(item, |function| function.into_token_stream());
    quote!(#item #generated)
}
