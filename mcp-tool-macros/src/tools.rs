//! `tools![a, m::b]`: entries of a registry, and a check that no name appears twice.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::parse::{Parse, ParseStream, Parser as _};
use syn::punctuated::Punctuated;
use syn::{Attribute, PathArguments, Token, Type, TypePath, parenthesized};

use crate::errors::Errors;
use crate::tokens::{first_span, type_span, ungroup_type};

struct List {
    runtime: TokenStream,
    entries: Punctuated<Entry, Token![,]>,
}

struct Entry {
    attributes: Vec<Attribute>,
    tool: Type,
}

impl Parse for List {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let runtime;
        parenthesized!(runtime in input);
        Ok(List {
            runtime: runtime.parse()?,
            entries: Punctuated::parse_terminated(input)?,
        })
    }
}

impl Parse for Entry {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        Ok(Entry {
            attributes: input.call(Attribute::parse_outer)?,
            tool: input.parse()?,
        })
    }
}

pub(crate) fn expand(tokens: TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let no_path = |at: Span, errors: &mut Errors| {
        errors.report(
            at,
            "an entry of `tools!` is the path of a function with `#[mcp_tool]`",
            "write `tools![search, admin::purge]`",
        );
    };
    let list = match List::parse.parse2(tokens) {
        Ok(list) => Some(list),
        Err(error) => {
            no_path(error.span(), &mut errors);
            None
        }
    };
    for entry in list.iter().flat_map(|list| &list.entries) {
        let tool = ungroup_type(&entry.tool);
        if !matches!(tool, Type::Path(_)) {
            no_path(type_span(tool), &mut errors);
        }
        for attribute in &entry.attributes {
            let path = attribute.path();
            if !path.is_ident("cfg") && !path.is_ident("cfg_attr") {
                errors.report(
                    first_span(path),
                    "an entry of `tools!` takes no attribute but `#[cfg]`",
                    "put the attribute above the function",
                );
            }
        }
    }
    match (errors.finish(), list) {
        (Ok(()), Some(list)) => block(&list),
        (Err(messages), _) => quote!({ #messages }),
        // Without a list there was an error.
        (Ok(()), None) => quote!(()),
    }
}

fn block(list: &List) -> TokenStream {
    let entries: Vec<Part<'_>> = list
        .entries
        .iter()
        .enumerate()
        .map(|(id, entry)| Part::new(id, entry, &list.runtime))
        .collect();
    let runtime = &list.runtime;
    let p = quote!(#runtime::__private);
    let fallbacks = entries.iter().map(|part| {
        let name = &part.name;
        quote!(use #p::PlainFunction as #name;)
    });
    let imports = entries.iter().filter_map(Part::import);
    let sets = entries.iter().filter_map(Part::names);
    let checks = entries.iter().filter_map(Part::check);
    let items = entries.iter().map(Part::entry);
    // An import brings whatever has the name: the companion, the function, or both. Where there is
    // no companion, the type of that name is the one outside, which no tool stands behind; so a
    // function without the attribute is reported in our words, and an unknown name only once.
    quote! {{
        #(#fallbacks)*
        {
            use #p::NoTools as _;
            #(#imports)*
            const __SETS: &[(#p::usize, &[&#p::str])] = &[#(#sets),*];
            const __TWICE: #p::Option<#p::Duplicate> =
                #p::find_duplicate::<{ #p::count_names(__SETS) }>(__SETS);
            #(#checks)*
            #p::collect(&[#(#items),*])
        }
    }}
}

struct Part<'e> {
    id: usize,
    cfg: Vec<&'e Attribute>,
    tool: &'e Type,
    name: Ident,
    /// `$crate::__private`, located at the entry: the compiler then points there.
    p: TokenStream,
}

impl<'e> Part<'e> {
    fn new(id: usize, entry: &'e Entry, runtime: &TokenStream) -> Self {
        let tool = ungroup_type(&entry.tool);
        // The last word of a path is the tool; the rest is the way there.
        let span = type_span(tool);
        let runtime = runtime.clone().into_iter().map(|mut token| {
            token.set_span(span.resolved_at(token.span()));
            token
        });
        Part {
            id,
            cfg: entry.attributes.iter().collect(),
            tool,
            name: Ident::new(&format!("__T{id}"), span),
            p: quote_spanned!(span=> #(#runtime)*::__private),
        }
    }

    fn span(&self) -> Span {
        self.name.span()
    }

    /// Whether the entry may depend on parameters of the function around it, which no item can
    /// see: it is then taken as it is, and its names are compared when the registry is built.
    fn may_be_generic(&self) -> bool {
        !matches!(self.tool, Type::Path(path) if is_importable(path))
    }

    /// Names the user's entry once, so that an unknown path is reported once.
    fn import(&self) -> Option<TokenStream> {
        let Part {
            cfg, tool, name, ..
        } = self;
        (!self.may_be_generic())
            .then(|| quote!(#(#cfg)* #[allow(unused_imports, deprecated)] use #tool as #name;))
    }

    fn names(&self) -> Option<TokenStream> {
        let Part {
            cfg, id, name, p, ..
        } = self;
        (!self.may_be_generic())
            .then(|| quote_spanned!(self.span()=> #(#cfg)* (#id, <#p::ToolsOf<#name>>::NAMES)))
    }

    /// An item and no constant block: a block would be looked at only when code is generated, and
    /// not by `cargo check`.
    fn check(&self) -> Option<TokenStream> {
        let Part { cfg, id, p, .. } = self;
        let check = quote_spanned! {self.span()=>
            #(#cfg)*
            const _: () = if let #p::Some(refused) = #p::Duplicate::refused_entry(__TWICE, #id) {
                #p::panic!("{}", refused.__text())
            };
        };
        (!self.may_be_generic()).then_some(check)
    }

    fn entry(&self) -> TokenStream {
        let Part {
            cfg, name, tool, p, ..
        } = self;
        match self.may_be_generic() {
            true => quote_spanned!(self.span()=> #(#cfg)* <#p::ToolsOf<#tool>>::entries()),
            false => quote_spanned!(self.span()=> #(#cfg)* <#p::ToolsOf<#name>>::entries()),
        }
    }
}

fn is_importable(path: &TypePath) -> bool {
    path.qself.is_none()
        && !path.path.is_ident("Self")
        && path
            .path
            .segments
            .iter()
            .all(|segment| matches!(segment.arguments, PathArguments::None))
}
