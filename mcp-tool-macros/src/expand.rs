//! Expands `#[mcp_tool]`: parses and checks the function, and generates the tool's code or errors.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};

use crate::codegen;
use crate::diagnostics::Errors;
use crate::methods;
use crate::model;
use crate::model::stand_in::StandIn;
use crate::options::{name, tool};
use crate::parse::item;
use crate::util::show::show;

/// Returns the function without helper attributes such as `#[arg]`, followed by the code of the tool or by
/// errors. Expands an `impl` block like `#[mcp_tools]`, but with an error. Returns any other item unchanged,
/// followed by an error.
pub(crate) fn expand(attribute: TokenStream, item: TokenStream, garde: bool) -> TokenStream {
    if attribute.to_string() == "__of_a_method" {
        // `#[mcp_tools]` removes `#[mcp_tool]` from the methods, so rustc would report the import
        // of `mcp_tool` as unused. To use the import, `#[mcp_tools]` generates
        // `#[mcp_tool(__of_a_method)]` on an empty constant. The constant has no other purpose,
        // so `#[mcp_tool]` removes the constant.
        return TokenStream::new();
    }
    if matches!(item::kind(&item), Some(("impl", _))) {
        return methods::expand_below("mcp_tool", attribute, item, garde);
    }
    let mut errors = Errors::default();
    let mut options = tool::parse(attribute.clone(), &mut errors);
    options.garde = garde;
    let function = item::parse(item.clone(), &mut errors);
    // If the companion would hide a crate, generate no companion. Otherwise, further errors would follow
    // wherever the module uses the crate.
    let hides_a_crate = function.as_ref().is_some_and(|function| {
        let own_name = &function.signature.ident;
        let companion = options.companion.as_ref().unwrap_or(own_name);
        name::check_paths(companion, [attribute.clone(), function.head()], &mut errors)
    });
    let stand_in = function
        .as_ref()
        .filter(|_| !hides_a_crate)
        .and_then(|function| StandIn::new(&attribute, &options, function));
    let tool = function
        .as_ref()
        .and_then(|function| model::check(options, function, None, &mut errors));
    let generated = match errors.finish(tool) {
        Ok(tool) => codegen::tool(&tool),
        Err(messages) => TokenStream::from_iter([messages, stand_in.to_token_stream()]),
    };
    // Emit the function even after errors, so that an editor still understands the function.
    let item = function.map_or(item, |function| function.into_token_stream());
    TokenStream::from_iter([item, generated])
}

/// Expands `#[tool]`, the attribute of the official SDK: returns the function, with an error that names
/// `#[mcp_tool]`.
pub(crate) fn expand_tool(attribute: TokenStream, item: TokenStream) -> TokenStream {
    let written = if attribute.is_empty() {
        "#[mcp_tool]".to_owned()
    } else {
        format!("#[mcp_tool({})]", show(&attribute))
    };
    let mut errors = Errors::default();
    errors.report(
        Span::call_site(),
        "`#[tool]` belongs to the official SDK; the attribute of this crate is `#[mcp_tool]`",
        format!("write `{written}`, and import `mcp_tool_runtime::mcp_tool`"),
    );
    let messages = errors.finish(Some(())).err();
    // Ignore mistakes in the options. The macro reports them after the correction of the name.
    let mut ignored = Errors::default();
    let options = tool::parse(attribute.clone(), &mut ignored);
    let function = item::parse(item.clone(), &mut ignored);
    let stand_in = function
        .as_ref()
        .and_then(|function| StandIn::new(&attribute, &options, function));
    let item = function.map_or(item, |function| function.into_token_stream());
    quote!(#item #messages #stand_in)
}
