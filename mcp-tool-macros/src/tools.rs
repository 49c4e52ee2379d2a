//! `tools![a, m::b]`: entries of a registry, and a check that no name appears twice.

use std::collections::HashMap;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens as _, quote, quote_spanned};
use syn::parse::{Parse, ParseStream, Parser as _};
use syn::punctuated::Punctuated;
use syn::{Attribute, PathArguments, Token, Type, TypePath, parenthesized};

use crate::errors::Errors;
use crate::show::show;
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
        match tool {
            Type::Path(path) => {
                no_module(path, &mut errors);
                no_method(path, &mut errors);
            }
            _ => no_path(type_span(tool), &mut errors),
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
    let mut entries: Vec<Part<'_>> = list
        .entries
        .iter()
        .enumerate()
        .map(|(id, entry)| Part::new(id, entry, &list.runtime))
        .collect();
    name_each(&mut entries);
    let runtime = &list.runtime;
    let p = quote!(#runtime::__private);
    let fallbacks = entries.iter().map(|part| {
        let name = &part.name;
        quote!(#[allow(unused_imports)] use #p::PlainFunction as #name;)
    });
    let imports = entries.iter().filter_map(Part::import);
    let names = entries.iter().filter_map(Part::rename);
    let sets = entries.iter().filter_map(Part::names);
    let checks = entries.iter().filter_map(Part::check);
    let items = entries.iter().map(Part::entry);
    // An import brings whatever has the name: the companion, the function, or both. Where there is
    // no companion, the type of that name is the one outside, which no tool stands behind; so a
    // function without the attribute is reported in our words, and an unknown name only once. All
    // this is said of the name that the user wrote, which no single scope could hold twice.
    quote! {{
        #(#imports)*
        {
            #(#fallbacks)*
            {
                use #p::NoTools as _;
                #(#names)*
                const __SETS: &[(#p::usize, &[&#p::str])] = &[#(#sets),*];
                const __TWICE: #p::Option<#p::Duplicate> =
                    #p::find_duplicate::<{ #p::count_names(__SETS) }>(__SETS);
                #(#checks)*
                #p::collect(&[#(#items),*])
            }
        }
    }}
}

/// Names each entry by its last word, if no other has the same. One that is taken as it is written
/// must not find another thing under a name of its own.
fn name_each(entries: &mut [Part<'_>]) {
    if entries.iter().any(Part::may_be_generic) {
        return;
    }
    let mut count = HashMap::new();
    let last = |part: &Part<'_>| match part.tool {
        Type::Path(path) => path.path.segments.last().map(|last| last.ident.clone()),
        _ => None,
    };
    for word in entries.iter().filter_map(last) {
        *count.entry(word).or_insert(0) += 1;
    }
    for part in entries {
        if let Some(word) = last(part).filter(|word| count[word] == 1) {
            part.name = word;
        }
    }
}

struct Part<'e> {
    id: usize,
    cfg: Vec<&'e Attribute>,
    tool: &'e Type,
    import: Ident,
    /// By which the compiler speaks of it.
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
            import: Ident::new(&format!("__I{id}"), span),
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
            cfg, tool, import, ..
        } = self;
        (!self.may_be_generic())
            .then(|| quote!(#(#cfg)* #[allow(unused_imports, deprecated)] use #tool as #import;))
    }

    /// Gives the entry the name by which the compiler will speak of it.
    fn rename(&self) -> Option<TokenStream> {
        let Part {
            cfg, import, name, ..
        } = self;
        (!self.may_be_generic())
            .then(|| quote!(#(#cfg)* #[allow(unused_imports, deprecated)] use #import as #name;))
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
            const _: () = if let #p::Some(__refused) = #p::Duplicate::refused_entry(__TWICE, #id) {
                #p::panic!("{}", __refused.__text())
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

/// `self`, where the type of the block is meant; `super` and `crate`, which are modules, too.
fn no_module(path: &TypePath, errors: &mut Errors) {
    let Some(word) = path.path.get_ident() else {
        return;
    };
    let help = match word.to_string().as_str() {
        "self" => "write `tools![Self]`, which lists all tools of the type".to_owned(),
        module @ ("super" | "crate") => format!("write `tools![{module}::search]`"),
        _ => return,
    };
    let what = format!("`{word}` is no tool, and no type with tools");
    errors.report(word.span(), what, help);
}

/// `Server::search`: what stands before the `::` is a type by its first letter, and then `search`
/// is nothing that could be imported; rustc would say that `Server` is no module.
fn no_method(path: &TypePath, errors: &mut Errors) {
    let mut segments = path.path.segments.iter().rev();
    let (last, owner) = (segments.next(), segments.next());
    let owner = match (owner, &path.qself) {
        (Some(owner), _) => owner.ident.to_string(),
        // `<Server<D>>::search`
        (None, Some(qself)) => show(&qself.ty.to_token_stream()),
        (None, None) => return,
    };
    if let Some(last) = last
        && owner.starts_with(char::is_uppercase)
        && last.ident.to_string().starts_with(char::is_lowercase)
    {
        errors.report(
            last.ident.span(),
            format!(
                "`{}` is a method, and methods are listed by their type",
                last.ident
            ),
            format!("write `tools![{owner}]`, which lists all tools of the type"),
        );
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
