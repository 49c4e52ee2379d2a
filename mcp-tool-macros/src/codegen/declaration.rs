//! Generates the constant with the author's declaration, as a struct literal. A field for a key has the name
//! and span of that key in the author's attribute. So an editor can show the field's documentation at the
//! key.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use super::{argument, text};
use crate::model::{Argument, OutputSchema, Tool, ToolName};
use crate::util::code;

/// Returns the published name.
pub(super) fn name(name: &ToolName) -> TokenStream {
    match name {
        ToolName::Literal(name, span) => {
            let mut literal = Literal::string(name);
            literal.set_span(*span);
            quote!(#literal)
        }
        ToolName::Constant(path) => code::text(path),
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
