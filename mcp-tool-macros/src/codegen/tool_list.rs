//! Generates the code of `tools!`.

use std::collections::HashMap;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::{Attribute, PathArguments, Type, TypePath};

use crate::util::tokens::{type_span, ungroup_type};

/// An entry of `tools!`.
pub(crate) struct Entry {
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) tool: Type,
}

/// Returns the expression that collects the entries.
pub(crate) fn list(entries: &[Entry], runtime: &TokenStream) -> TokenStream {
    let tools = entries.iter().map(|entry| ungroup_type(&entry.tool));
    // In a crate that forbids the lint, each `allow` is an error. With one span, they are one error.
    let at = tools.map(type_span).next().unwrap_or_else(Span::call_site);
    let lint = Ident::new("deprecated", at);
    let new = |(id, entry)| Part::new(id, entry, runtime, &lint);
    let mut entries: Vec<Part<'_>> = entries.iter().enumerate().map(new).collect();
    name_each(&mut entries);
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
    // An import brings the companion, the function, or both. Without a companion, the name of the type
    // resolves to `PlainFunction` in the scope outside. So a function without the attribute is an error
    // in our words, and an unknown name is reported once. Two scopes let both use the user's name.
    let count = entries.len();
    quote! {
        #(#imports)*
        {
            #(#fallbacks)*
            {
                use #p::NoTools as _;
                #(#names)*
                const __SETS: &[(#p::usize, &[&#p::str])] = &[#(#sets),*];
                const __TWICE: [#p::Option<&#p::str>; #count] =
                    #p::find_duplicates::<{ #p::count_names(__SETS) }, #count>(__SETS);
                #(#checks)*
                #p::collect(&[#(#items),*])
            }
        }
    }
}

/// Names each entry by its last segment, if no other has the same. Entries with parameters keep their
/// generated names, because a path in one of them could resolve to another entry.
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
    /// The name in errors of the compiler.
    name: Ident,
    /// The lint `deprecated`, because a list can have deprecated tools.
    lint: &'e Ident,
    /// `$crate::__private` with the location of the entry.
    p: TokenStream,
}

impl<'e> Part<'e> {
    fn new(id: usize, entry: &'e Entry, runtime: &TokenStream, lint: &'e Ident) -> Self {
        let tool = ungroup_type(&entry.tool);
        // The last segment of a path is the tool.
        let span = type_span(tool);
        let runtime = runtime.clone().into_iter().map(|mut token| {
            token.set_span(span.resolved_at(token.span()));
            token
        });
        Part {
            id,
            cfg: entry.attributes.iter().collect(),
            tool,
            lint,
            import: Ident::new(&format!("__I{id}"), span),
            name: Ident::new(&format!("__T{id}"), span),
            p: quote_spanned!(span=> #(#runtime)*::__private),
        }
    }

    fn span(&self) -> Span {
        self.name.span()
    }

    /// Returns whether the entry can depend on type parameters of the function around it. Items cannot use
    /// those. The registry compares the names of such entries.
    fn may_be_generic(&self) -> bool {
        !matches!(self.tool, Type::Path(path) if is_importable(path))
    }

    /// Imports the entry once, so that the compiler reports an unknown path once.
    fn import(&self) -> Option<TokenStream> {
        let (cfg, tool, import, lint) = (&self.cfg, self.tool, &self.import, self.lint);
        (!self.may_be_generic())
            .then(|| quote!(#(#cfg)* #[allow(unused_imports, #lint)] use #tool as #import;))
    }

    /// Gives the entry the name that errors show.
    fn rename(&self) -> Option<TokenStream> {
        let (cfg, import, name, lint) = (&self.cfg, &self.import, &self.name, self.lint);
        (!self.may_be_generic())
            .then(|| quote!(#(#cfg)* #[allow(unused_imports, #lint)] use #import as #name;))
    }

    fn names(&self) -> Option<TokenStream> {
        let Part {
            cfg, id, name, p, ..
        } = self;
        (!self.may_be_generic())
            .then(|| quote_spanned!(self.span()=> #(#cfg)* (#id, <#p::ToolsOf<#name>>::NAMES)))
    }

    /// Returns an item. `cargo check` does not evaluate a constant block.
    fn check(&self) -> Option<TokenStream> {
        let Part { cfg, id, p, .. } = self;
        let check = quote_spanned! {self.span()=>
            #(#cfg)*
            const _: () = if let #p::Some(__refused) = #p::refused_entry(__TWICE[#id]) {
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

fn is_importable(path: &TypePath) -> bool {
    path.qself.is_none()
        && !path.path.is_ident("Self")
        && path
            .path
            .segments
            .iter()
            .all(|segment| matches!(segment.arguments, PathArguments::None))
}
