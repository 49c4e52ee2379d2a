//! `tools![a, m::b]`: entries of a registry, and a check that no name appears twice.

pub(crate) mod entry_errors;

use std::collections::HashMap;

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens as _, quote, quote_spanned};
use syn::parse::{Parse, ParseStream, Parser as _};
use syn::{Attribute, PathArguments, PathSegment, Token, Type, TypePath, parenthesized};

use crate::diagnostics::Errors;
use crate::options::name::is_primitive;
use crate::util::show::show;
use crate::util::tokens::{first_span, is_punct, type_span, ungroup_type};

struct List {
    runtime: TokenStream,
    entries: Vec<Entry>,
    /// What stands in places of entries and is none.
    others: Vec<Other>,
}

enum Other {
    Tokens(Vec<TokenTree>),
    /// A comma with nothing before it.
    Comma(Span),
}

struct Entry {
    attributes: Vec<Attribute>,
    tool: Type,
}

impl Parse for List {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let runtime;
        parenthesized!(runtime in input);
        let mut list = List {
            runtime: runtime.parse()?,
            entries: Vec::new(),
            others: Vec::new(),
        };
        while !input.is_empty() {
            let tokens = until_comma(input)?;
            let entry = syn::parse2(tokens.iter().cloned().collect());
            match entry {
                _ if tokens.is_empty() => list.others.push(Other::Comma(input.span())),
                Ok(entry) => list.entries.push(entry),
                Err(_) => list.others.push(Other::Tokens(tokens)),
            }
            input.parse::<Option<Token![,]>>()?;
        }
        Ok(list)
    }
}

/// The tokens of one entry. A comma between `<` and `>` is its own.
fn until_comma(input: ParseStream<'_>) -> syn::Result<Vec<TokenTree>> {
    let mut tokens = Vec::new();
    let mut depth = 0;
    while !input.is_empty() && (depth > 0 || !input.peek(Token![,])) {
        let token = input.parse()?;
        depth += i32::from(is_punct(&token, '<')) - i32::from(is_punct(&token, '>'));
        tokens.push(token);
    }
    Ok(tokens)
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
    let mut list = match List::parse.parse2(tokens) {
        Ok(list) => list,
        Err(error) => return error.into_compile_error(),
    };
    let mut errors = Errors::default();
    for other in &list.others {
        match other {
            Other::Tokens(tokens) => entry_errors::report(tokens, &mut errors),
            Other::Comma(at) => entry_errors::report_comma(*at, &mut errors),
        }
    }
    list.entries.retain(|entry| entry.check(&mut errors));
    let messages = errors.finish(Some(())).err();
    // What else is wrong is said of the entries that are some.
    let block = block(&list);
    quote!({ #messages #block })
}

impl Entry {
    /// Whether this is the path of something that is not seen from here.
    fn check(&self, errors: &mut Errors) -> bool {
        let before = errors.count();
        let tool = ungroup_type(&self.tool);
        match tool {
            Type::Path(path) if is_tool_path(path) => {
                no_method(path, errors);
                no_primitive(path, errors);
            }
            Type::Path(path) if path.path.get_ident().is_some() => no_module(path, errors),
            _ => {
                let tokens: Vec<_> = tool.to_token_stream().into_iter().collect();
                entry_errors::report(&tokens, errors);
            }
        }
        for attribute in &self.attributes {
            let path = attribute.path();
            if !path.is_ident("cfg") && !path.is_ident("cfg_attr") {
                errors.report(
                    first_span(path),
                    "an entry of `tools!` takes no attribute but `#[cfg]`",
                    "put the attribute above the function",
                );
            }
        }
        errors.count() == before
    }
}

/// Whether a path leads to anything but a module, and is not a call by its looks.
fn is_tool_path(path: &TypePath) -> bool {
    let is_call =
        |segment: &PathSegment| matches!(segment.arguments, PathArguments::Parenthesized(_));
    let last = path.path.segments.last();
    let is_module = ["crate", "self", "super"]
        .iter()
        .any(|word| last.is_some_and(|last| last.ident == word));
    !is_module && !path.path.segments.iter().any(is_call)
}

fn block(list: &List) -> TokenStream {
    let tools = list.entries.iter().map(|entry| ungroup_type(&entry.tool));
    // In a crate that forbids the lint, each `allow` is an error: one place makes one error of them.
    let at = tools.map(type_span).next().unwrap_or_else(Span::call_site);
    let lint = Ident::new("deprecated", at);
    let new = |(id, entry)| Part::new(id, entry, &list.runtime, &lint);
    let mut entries: Vec<Part<'_>> = list.entries.iter().enumerate().map(new).collect();
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
    /// `deprecated`, because a list may have such tools.
    lint: &'e Ident,
    /// `$crate::__private`, located at the entry: the compiler then points there.
    p: TokenStream,
}

impl<'e> Part<'e> {
    fn new(id: usize, entry: &'e Entry, runtime: &TokenStream, lint: &'e Ident) -> Self {
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
            lint,
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
        let (cfg, tool, import, lint) = (&self.cfg, self.tool, &self.import, self.lint);
        (!self.may_be_generic())
            .then(|| quote!(#(#cfg)* #[allow(unused_imports, #lint)] use #tool as #import;))
    }

    /// Gives the entry the name by which the compiler will speak of it.
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

    /// Rejects an entry whose name an earlier one has. An item, because `cargo check` does not
    /// evaluate a constant block, and one for each, so that each entry has its error.
    fn check(&self) -> Option<TokenStream> {
        let Part { cfg, id, p, .. } = self;
        let check = quote_spanned! {self.span()=>
            #(#cfg)* const _: () = #p::reject(#p::refused_entry(__TWICE[#id]));
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

/// Refuses `str`. A function of that name needs a companion, and has an error of its own without it.
fn no_primitive(path: &TypePath, errors: &mut Errors) {
    if let Some(last) = path.path.segments.last()
        && is_primitive(&last.ident)
    {
        let name = &last.ident;
        let what = format!(
            "`{name}` is a primitive type, and no tool\n\nhelp: list the tool by its `companion`"
        );
        errors.leave_to_rustc(name.span(), what);
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
