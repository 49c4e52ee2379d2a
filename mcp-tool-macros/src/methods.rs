//! Expands `#[mcp_tools]` on an `impl` block with tools.

use proc_macro2::TokenStream;
use quote::{ToTokens as _, quote};

use crate::codegen::{self, stand_in::stand_in};
use crate::diagnostics::Errors;
use crate::model::block::Tools;
use crate::options::tool;
use crate::parse::impl_block::ImplBlock;
use crate::parse::item::{self, ToolFunction};

/// Returns the block without `#[mcp_tool]` and helper attributes such as `#[arg]`, followed by the code of its
/// tools or by errors.
pub(crate) fn expand(attribute: TokenStream, item: TokenStream, garde: bool) -> TokenStream {
    expand_below(MCP_TOOLS, attribute, item, garde)
}

/// The name of the attribute for `impl` blocks.
const MCP_TOOLS: &str = "mcp_tools";

/// Expands the block below `#[mcp_tools]`, or below an `#[mcp_tool]` written by mistake.
pub(crate) fn expand_below(
    name: &str,
    attribute: TokenStream,
    item: TokenStream,
    garde: bool,
) -> TokenStream {
    let block = match syn::parse2::<ImplBlock>(item.clone()) {
        Ok(block) => block,
        Err(error) => return not_a_block(attribute, item, error),
    };
    let mut errors = Errors::default();
    let mut options = tool::parse_group(attribute, &mut errors);
    options.garde = garde;
    if name != MCP_TOOLS && block.can_have_tools() {
        errors.report(
            block.declaration.impl_token.span,
            format!("`#[{name}]` applies to functions, not to `impl` blocks"),
            "write `#[mcp_tools]`, with an s; `#[mcp_tool]` belongs above each method that should be a tool",
        );
    }
    let group = Tools::check(&block, &options, &mut errors);
    let is_whole = group.tools.len() == block.tools().count();
    let generated = match errors.finish(is_whole.then_some(())) {
        Ok(()) => codegen::methods::tools(&group, false),
        // After an error, still generate the code that lets `tools!` list the type, unless the
        // type is a trait object, which `tools!` cannot list. Without this code, an invocation of
        // `tools!` that lists the type would cause a second error.
        Err(messages) => {
            let rest = block
                .can_be_listed()
                .then(|| codegen::methods::tools(&group, true));
            TokenStream::from_iter([messages, rest.unwrap_or_default()])
        }
    };
    TokenStream::from_iter([block.to_token_stream(), generated])
}

/// Reports an item that is not a valid `impl` block.
fn not_a_block(attribute: TokenStream, item: TokenStream, error: syn::Error) -> TokenStream {
    let mut errors = Errors::default();
    match item::kind(&item) {
        Some((kind, span)) if kind != "impl" => {
            let what = format!("`#[mcp_tools]` applies to `impl` blocks, not to this `{kind}`");
            let help = if kind == "fn" {
                "write `#[mcp_tool]`, without the s"
            } else {
                "put `#[mcp_tools]` above an `impl Type` block with `#[mcp_tool]` methods"
            };
            errors.report(span, what, help);
        }
        _ => errors.push(error),
    }
    reject(attribute, item, errors)
}

/// Returns an item below the wrong attribute, with errors about the attribute. Does not report mistakes in the
/// attribute's options, because the macro reports them after the correction of the attribute.
pub(crate) fn reject(attribute: TokenStream, item: TokenStream, errors: Errors) -> TokenStream {
    let messages = errors.finish(Some(())).err();
    let Ok(function) = syn::parse2::<ToolFunction>(item.clone()) else {
        let item = item::without_ours(item);
        return quote!(#item #messages);
    };
    let options = tool::parse(attribute, &mut Errors::default());
    let stand_in = stand_in(&options, &function);
    quote!(#function #messages #stand_in)
}
