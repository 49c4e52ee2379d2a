//! Expands `#[mcp_tool]`: parses and checks the function, and generates the tool's code or errors.

use proc_macro2::{Span, TokenStream};
use quote::quote;

use crate::codegen::{self, stand_in::stand_in};
use crate::diagnostics::Errors;
use crate::methods;
use crate::model;
use crate::options::{name, tool};
use crate::parse::item;
use crate::util::show::show;

/// Returns the function without helper attributes such as `#[arg]`, followed by the code of the tool or by
/// errors. Expands an `impl` block like `#[mcp_tools]`, but with an error. Returns any other item unchanged,
/// followed by an error.
pub(crate) fn expand(attribute: TokenStream, item: TokenStream, garde: bool) -> TokenStream {
    if attribute.to_string() == "__of_a_method" {
        // `#[mcp_tools]` puts this attribute above each method of a tool, to use the import of `mcp_tool`.
        return item;
    }
    if matches!(item::kind(&item), Some(("impl", _))) {
        return methods::expand_below("mcp_tool", attribute, item, garde);
    }
    let mut errors = Errors::default();
    let mut options = tool::parse(attribute.clone(), &mut errors);
    options.garde = garde;
    let Some(function) = item::parse(item.clone(), &mut errors) else {
        let messages = errors.finish(Some(())).err();
        return quote!(#item #messages);
    };
    // If the companion would hide a crate, generate no companion. Otherwise, further errors would follow
    // wherever the module uses the crate.
    let companion = options
        .companion
        .as_ref()
        .unwrap_or(&function.signature.ident);
    let hides_a_crate = name::check_paths(companion, [attribute, function.head()], &mut errors);
    let stand_in = stand_in(&options, &function).filter(|_| !hides_a_crate);
    let tool = model::check(options, &function, None, &mut errors);
    let generated = match errors.finish(tool) {
        Ok(tool) => codegen::tool(&tool),
        Err(messages) => quote!(#messages #stand_in),
    };
    // Emit the function even after errors, so that an editor still understands the function.
    quote!(#function #generated)
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
    methods::reject(attribute, item, errors)
}
