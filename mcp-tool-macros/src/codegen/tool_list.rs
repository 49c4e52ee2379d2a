//! Generates the code of `tools!`.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::{Attribute, Type, TypePath};

use crate::util::tokens::ungroup_type;
use crate::util::types::type_span;

/// An entry of `tools!`.
pub(crate) struct Entry {
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) tool: Type,
}

/// Returns a block with the messages about wrong entries, followed by the expression that collects the
/// entries.
pub(crate) fn list(
    entries: &[Entry],
    runtime: &TokenStream,
    messages: Option<TokenStream>,
) -> TokenStream {
    let tools: Vec<&Type> = entries
        .iter()
        .map(|entry| ungroup_type(&entry.tool))
        .collect();
    // In a crate that forbids the lint `deprecated`, each `allow` of it is an error. Give every
    // `allow` the same span, so that the compiler reports one error.
    let at = tools
        .first()
        .map_or_else(Span::call_site, |tool| type_span(tool));
    let lint = Ident::new("deprecated", at);
    let allow = quote!(#[allow(unused_imports, #lint)]);
    let names = names(&tools);
    let fallbacks = names
        .iter()
        .map(|name| quote!(#[allow(unused_imports)] use __mcp::PlainFunction as #name;));
    let (mut imports, mut renames) = (vec![], vec![]);
    let (mut names_of_entries, mut checks) = (vec![], vec![]);
    let mut items = Vec::new();
    for (id, (entry, (tool, name))) in entries.iter().zip(tools.iter().zip(&names)).enumerate() {
        // Give the code the span of the entry, so that compiler errors point at the entry.
        let (cfg, at) = (&entry.attributes, name.span());
        if may_be_generic(tool) {
            items.push(quote_spanned!(at=> #(#cfg)* <__mcp::ToolsOf<#tool>>::entries()));
            continue;
        }
        // Import the entry once, so that the compiler reports an unknown path once.
        let import = format_ident!("__entry{id}", span = at);
        imports.push(quote!(#(#cfg)* #allow use #tool as #import;));
        // Compiler errors show the name of the import. So import `__entry…` a second time as `name`,
        // which is usually the last segment of the entry's path.
        renames.push(quote!(#(#cfg)* #allow use #import as #name;));
        names_of_entries.push(quote_spanned!(at=> #(#cfg)* (#id, <__mcp::ToolsOf<#name>>::NAMES)));
        checks.push(quote_spanned! {at=>
            #(#cfg)* __mcp::reject(__mcp::refused_entry(__DUPLICATES[#id]));
        });
        items.push(quote_spanned!(at=> #(#cfg)* <__mcp::ToolsOf<#name>>::entries()));
    }
    // `fallbacks` and `renames` import the same names, so each needs its own scope. If an entry
    // names a function without `#[mcp_tool]`, `renames` imports a function and no type. As a
    // type, the name then resolves to the fallback `PlainFunction`, and rustc prints a message
    // about the missing tool.
    let count = entries.len();
    quote! {
        {
            use #runtime::__private as __mcp;
            #messages
            #(#imports)*
            {
                #(#fallbacks)*
                {
                    use __mcp::NoTools as _;
                    #(#renames)*
                    const __NAMES: &[(__mcp::usize, &[&__mcp::str])] = &[#(#names_of_entries),*];
                    const __DUPLICATES: [__mcp::Option<&__mcp::str>; #count] =
                        __mcp::find_duplicates::<{ __mcp::count_names(__NAMES) }, #count>(__NAMES);
                    // One constant contains all `checks`, to save compile time. The constant is an
                    // item, because `cargo check` does not evaluate a `const` block.
                    const _: () = { #(#checks)* };
                    __mcp::collect(&[#(#items),*])
                }
            }
        }
    }
}

/// Returns a local name for each entry: the last segment of its path, if that segment is unique. Otherwise,
/// or if any entry may be generic, the name is generated. In a generic list, a path in one entry could
/// otherwise resolve to another entry's name.
fn names(tools: &[&Type]) -> Vec<Ident> {
    let last = |tool: &Type| match tool {
        Type::Path(path) => path.path.segments.last().map(|last| last.ident.clone()),
        _ => None,
    };
    let words: Vec<Option<Ident>> = tools.iter().map(|tool| last(tool)).collect();
    let is_generic = tools.iter().any(|tool| may_be_generic(tool));
    let is_unique = |word: &Ident| {
        words
            .iter()
            .flatten()
            .filter(|other| *other == word)
            .count()
            == 1
    };
    let name = |(id, tool): (usize, &&Type)| {
        let word = words[id]
            .clone()
            .filter(|word| !is_generic && is_unique(word));
        word.unwrap_or_else(|| format_ident!("__Tools{id}", span = type_span(tool)))
    };
    tools.iter().enumerate().map(name).collect()
}

/// Returns whether an entry may depend on type parameters of the surrounding function. Generated items cannot
/// use those parameters. So the registry, and not the compiler, compares the tool names of such entries.
fn may_be_generic(tool: &Type) -> bool {
    let Type::Path(TypePath {
        qself: None, path, ..
    }) = tool
    else {
        return true;
    };
    let mut segments = path.segments.iter();
    path.is_ident("Self") || segments.any(|segment| !segment.arguments.is_none())
}
