//! Generates the constant with the author's declaration, as a struct literal. A field for a key has the name
//! and span of that key in the author's attribute. So an editor can show the field's documentation at the
//! key.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::Expr;

use super::fragments::ImplHeader;
use super::{argument, text};
use crate::model::{Argument, OutputSchema, Tool, ToolName};
use crate::util::code;
use crate::util::tokens::name_span;

/// Returns items with checks that only the compiler can make, for example of constants. In a generic block,
/// omits checks that may depend on the block's parameters. The registry checks the constants in any case.
pub(super) fn checks(
    tool: &Tool,
    arguments: &[&Argument],
    header: &ImplHeader<'_>,
) -> Vec<TokenStream> {
    let is_generic = header.is_generic();
    let name = match &tool.name {
        ToolName::Constant(path) if !is_generic => Some(name_check(path)),
        _ => None,
    };
    let of_arguments = arguments
        .iter()
        .filter_map(|argument| argument.unknown_text.as_ref());
    let texts = tool
        .unknown_texts
        .iter()
        .chain(of_arguments)
        .filter_map(|unknown| text::check(unknown, is_generic));
    let icons = tool.icon_checks.iter().filter(|_| !is_generic).cloned();
    name.into_iter().chain(texts).chain(icons).collect()
}

/// Returns a constant for the tool's name, if the author gave the path of a constant as the name.
pub(super) fn constants(tool: &Tool, header: &ImplHeader<'_>) -> Vec<TokenStream> {
    let name = match &tool.name {
        ToolName::Literal(..) => None,
        ToolName::Constant(path) => Some(name_constant(path, header)),
    };
    name.into_iter().collect()
}

/// Returns the code of the constant that holds the published name. If the tool's block has type or const
/// parameters, the constant also checks the name.
fn name_constant(path: &Expr, header: &ImplHeader<'_>) -> TokenStream {
    let (span, name) = (name_span(path), code::text(path));
    // An associated constant needs an explicit lifetime.
    let lifetime = header.owner.map(|_| quote!('static));
    let value = if header.is_generic() {
        quote_spanned!(span=> { __mcp::reject(__mcp::refused_name(#name)); #name })
    } else {
        name
    };
    quote_spanned!(span=> const __TOOL_NAME: &#lifetime __mcp::str = #value;)
}

/// Returns the check of the name as an item, because `cargo check` does not evaluate a `const` block.
fn name_check(path: &Expr) -> TokenStream {
    let (span, name) = (name_span(path), code::text(path));
    quote_spanned!(span=> const _: () = __mcp::reject(__mcp::refused_name(#name));)
}

/// Returns the published name.
pub(super) fn name(tool: &Tool, header: &ImplHeader<'_>) -> TokenStream {
    match &tool.name {
        ToolName::Literal(name, span) => {
            let mut literal = Literal::string(name);
            literal.set_span(*span);
            quote!(#literal)
        }
        ToolName::Constant(_) => header.constant(&format_ident!("__TOOL_NAME")),
    }
}

pub(super) fn declaration(tool: &Tool, arguments: &[&Argument]) -> TokenStream {
    // Write `arguments` as the first field. After an `if` in another field, rustc does not promote
    // the arguments to constants, and the generated code does not compile.
    let declared = arguments
        .iter()
        .map(|argument| argument::declaration(argument, tool.garde));
    let declared = (!arguments.is_empty()).then(|| quote!(arguments: &[#(#declared),*],));
    let description = text::description(&tool.description);
    let description_key = Ident::new("description", tool.description_span);
    let (keys, values): (Vec<_>, Vec<_>) = tool.declared.iter().cloned().unzip();
    let switches = [
        (
            "validate_output",
            matches!(tool.schema, OutputSchema::Of(_)),
        ),
        ("allow_nested_input", tool.allowed.has("nested_input")),
        ("principal", tool.needs_principal()),
    ];
    let switches = switches.iter().filter(|(_, is_on)| *is_on);
    let switches = switches.map(|(name, _)| format_ident!("{name}"));
    quote! {
        __mcp::Declaration {
            #declared
            #description_key: #description,
            #(#keys: #values,)*
            #(#switches: true,)*
            ..__mcp::Declaration::NONE
        }
    }
}
