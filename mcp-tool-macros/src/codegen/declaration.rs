//! Generates the constant with the author's declaration, as a struct literal. A field for a key has the name
//! and span of that key in the author's attribute. So an editor can show the field's documentation at the
//! key.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::Expr;

use super::fragments::{ImplHeader, operand};
use super::{argument, icon, text};
use crate::model::{Argument, Tool, ToolName};
use crate::options::meta::{Meta, MetaEntry};
use crate::options::output::Output;
use crate::options::scopes::Scopes;
use crate::util::tokens::{first_span, name_span};

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
    let arguments_and_icons = arguments
        .iter()
        .flat_map(|argument| argument::checks(argument))
        .chain(tool.icons.iter().flat_map(icon::checks))
        .filter(|_| !is_generic);
    name.into_iter()
        .chain(texts)
        .chain(arguments_and_icons)
        .collect()
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
    let (span, name) = (name_span(path), text::option_text(path));
    // An associated constant needs an explicit lifetime.
    let lifetime = header.owner.map(|_| quote!('static));
    let value = if header.is_generic() {
        quote_spanned!(span=> { __p::reject(__p::refused_name(#name)); #name })
    } else {
        name
    };
    quote_spanned!(span=> const __TOOL_NAME: &#lifetime __p::str = #value;)
}

/// Returns the check of the name as an item, because `cargo check` does not evaluate a `const` block.
fn name_check(path: &Expr) -> TokenStream {
    let (span, name) = (name_span(path), text::option_text(path));
    quote_spanned!(span=> const _: () = __p::reject(__p::refused_name(#name));)
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
    let mut fields = Fields(tool, TokenStream::new());
    // Write `rows` as the first field. After an `if` in another field, rustc does not promote the
    // rows to constants, and the generated code does not compile.
    let rows: Vec<_> = arguments
        .iter()
        .map(|argument| argument::row(argument))
        .collect();
    fields.add("rows", (!rows.is_empty()).then(|| quote!(&[#(#rows),*])));
    fields.add("title", tool.title.as_ref().map(some_text));
    fields.add("description", Some(text::description(&tool.description)));
    for (hint, value) in tool.hints {
        fields.add(hint, value.map(|value| some(&value)));
    }
    let is_validated = matches!(tool.output, Some(Output::Of(_)));
    fields.add("validate_output", is_validated.then(|| quote!(true)));
    for (switch, value) in tool.switches {
        fields.add(switch, value.map(|value| quote!(#value)));
    }
    let nested = tool.allowed.has("nested_input");
    fields.add("allow_nested_input", nested.then(|| quote!(true)));
    fields.add("wrap", tool.wrap.as_ref().map(some_text));
    let profile = tool.as_generated.map(|as_generated| {
        if as_generated {
            quote!(__p::SchemaProfile::AsGenerated)
        } else {
            quote!(__p::SchemaProfile::Portable)
        }
    });
    fields.add("schema_profile", profile.as_ref().map(some));
    let timeout = tool.timeout.map(|milliseconds| {
        let milliseconds = Literal::u64_unsuffixed(milliseconds);
        some(&quote!(__p::Duration::from_millis(#milliseconds)))
    });
    fields.add("timeout", timeout);
    let scopes = tool
        .scopes
        .as_ref()
        .map(|Scopes(scopes)| quote!(&[#(#scopes),*]));
    fields.add("scopes", scopes);
    fields.add("principal", tool.needs_principal().then(|| quote!(true)));
    let icons = tool.icons.iter().map(icon::declaration);
    fields.add(
        "icon",
        (!tool.icons.is_empty()).then(|| quote!(&[#(#icons),*])),
    );
    fields.add("meta", tool.meta.as_ref().map(meta));
    let fields = fields.1;
    quote!(__p::Declaration { #fields ..__p::Declaration::NONE })
}

fn some(value: &impl quote::ToTokens) -> TokenStream {
    quote!(__p::Some(#value))
}

fn some_text(text: &Expr) -> TokenStream {
    some(&text::option_text(text))
}

/// Returns the entries of `_meta`, each with the function that creates its value.
fn meta(meta: &Meta) -> TokenStream {
    let entries = meta.0.iter().map(|MetaEntry { key, value }| {
        let at = first_span(value);
        let value = operand(value);
        let json = quote_spanned!(at=> __p::WriteValue::__write(&#value));
        quote!((#key, || #json))
    });
    quote!(&[#(#entries),*])
}

/// Collects the fields of the declaration that do not keep their defaults.
struct Fields<'t>(&'t Tool, TokenStream);

impl Fields<'_> {
    fn add(&mut self, key: &str, value: Option<TokenStream>) {
        if let Some(value) = value {
            let key = Ident::new(key, self.0.key_span(key));
            self.1.extend(quote!(#key: #value,));
        }
    }
}
