//! `#[mcp_tools]`: an `impl` block some of whose methods are tools.

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, GenericParam, Generics, Ident, Meta, Token, Type, Visibility, braced, token};

use crate::codegen::{Parts, Place, registration};
use crate::errors::Errors;
use crate::item::{self, ToolFunction};
use crate::lifetimes;
use crate::model::{self, Tool, ToolName};
use crate::self_type;
use crate::tokens::{first_span, is_punct};
use crate::tool_options::{self, Options};

/// The block as it was; then its tools, or what is wrong with them.
pub(crate) fn expand(attribute: TokenStream, item: TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let options = tool_options::parse_group(attribute, &mut errors);
    let block = match syn::parse2::<ImplBlock>(item.clone()) {
        Ok(block) => block,
        Err(error) => {
            match is_impl(&item) {
                true => errors.absorb(error),
                false => errors.report(
                    first_span(&item),
                    "`#[mcp_tools]` stands above an `impl` block",
                    "write `#[mcp_tool]` above a function, or `#[mcp_tools]` above `impl Server { … }`",
                ),
            }
            let messages = errors.finish().err();
            return quote!(#item #messages);
        }
    };
    let group = Group::check(&block, &options, &mut errors);
    let generated = match errors.finish() {
        Ok(()) => group.tokens(false),
        // What is left of the tools is listed, so that `tools!` does not report the type again.
        Err(messages) => {
            let rest = group.tokens(true);
            quote!(#messages #rest)
        }
    };
    quote!(#block #generated)
}

fn is_impl(item: &TokenStream) -> bool {
    let mut words = item.clone().into_iter().filter_map(|token| match token {
        TokenTree::Ident(word) => Some(word),
        _ => None,
    });
    words.any(|word| word == "impl")
}

/// An `impl` block whose bodies are never looked at.
struct ImplBlock {
    attributes: Vec<Attribute>,
    safety: Option<Token![unsafe]>,
    impl_token: Token![impl],
    generics: Generics,
    /// `Trait for`, where it is not the type's own.
    of_trait: Option<TokenStream>,
    owner: Type,
    brace: token::Brace,
    items: Vec<Item>,
}

enum Item {
    Tool(Box<ToolFunction>),
    Other(TokenStream),
}

impl Parse for ImplBlock {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let attributes = input.call(Attribute::parse_outer)?;
        let safety = input.parse()?;
        let impl_token = input.parse()?;
        let mut generics: Generics = match input.peek(Token![<]) {
            true => input.parse()?,
            false => Generics::default(),
        };
        let not = input.parse::<Option<Token![!]>>()?;
        let mut owner: Type = input.parse()?;
        let mut of_trait = None;
        if let Some(for_token) = input.parse::<Option<Token![for]>>()? {
            of_trait = Some(quote!(#not #owner #for_token));
            owner = input.parse()?;
        }
        generics.where_clause = input.parse()?;
        let content;
        let brace = braced!(content in input);
        let mut items = Vec::new();
        while !content.is_empty() {
            items.push(content.parse()?);
        }
        Ok(ImplBlock {
            attributes,
            safety,
            impl_token,
            generics,
            of_trait,
            owner,
            brace,
            items,
        })
    }
}

impl Parse for Item {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let ahead = input.fork();
        let attributes = ahead.call(Attribute::parse_outer)?;
        let is_tool = attributes
            .iter()
            .any(|attribute| item::is_tool_again(attribute).is_some());
        ahead.parse::<Visibility>()?;
        if is_tool && is_function(&ahead) {
            return ToolFunction::parse_in_block(input).map(|tool| Item::Tool(Box::new(tool)));
        }
        let is_value =
            ahead.peek(Token![const]) && !is_function(&ahead) || ahead.peek(Token![type]);
        let mut tokens = TokenStream::new();
        // A value or a type ends with a semicolon, whatever blocks it has; everything else with
        // its first block, too.
        while !input.is_empty() {
            let token: TokenTree = input.parse()?;
            let is_block = matches!(&token, TokenTree::Group(group)
                if group.delimiter() == proc_macro2::Delimiter::Brace);
            let is_end = is_punct(&token, ';') || is_block && !is_value;
            tokens.extend([token]);
            if is_end {
                break;
            }
        }
        Ok(Item::Other(tokens))
    }
}

/// Whether a function starts here, behind its visibility.
fn is_function(input: ParseStream<'_>) -> bool {
    let ahead = input.fork();
    loop {
        if ahead.peek(Token![fn]) {
            return true;
        }
        let is_qualifier = ahead.peek(Token![const])
            || ahead.peek(Token![async])
            || ahead.peek(Token![unsafe])
            || ahead.peek(Token![extern])
            || ahead.peek(syn::LitStr);
        if !is_qualifier || ahead.parse::<TokenTree>().is_err() {
            return false;
        }
    }
}

impl ToTokens for ImplBlock {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let ImplBlock {
            attributes,
            safety,
            impl_token,
            generics,
            of_trait,
            owner,
            brace,
            items,
        } = self;
        let where_clause = &generics.where_clause;
        tokens.extend(quote! {
            #(#attributes)* #safety #impl_token #generics #of_trait #owner #where_clause
        });
        brace.surround(tokens, |tokens| {
            for item in items {
                match item {
                    Item::Tool(function) => function.to_tokens(tokens),
                    Item::Other(other) => tokens.extend(other.clone()),
                }
            }
        });
    }
}

/// The tools of one type, checked.
struct Group<'b> {
    runtime: TokenStream,
    owner: TokenStream,
    generics: &'b Generics,
    tools: Vec<Member<'b>>,
    /// What `tools!` lists in place of the type.
    companion: Option<&'b Ident>,
    register: Option<&'b syn::Path>,
}

struct Member<'b> {
    cfg: Vec<&'b Attribute>,
    tool: Tool,
}

impl<'b> Group<'b> {
    fn check(block: &'b ImplBlock, options: &'b Options, errors: &mut Errors) -> Self {
        // State outlives every borrow, and so do the types of a tool.
        let declared = lifetimes::declared(&block.generics);
        let owner = lifetimes::replace(&block.owner, &declared, "static");
        let mut group = Group {
            runtime: match &options.crate_path {
                Some(path) => path.to_token_stream(),
                None => quote!(::mcp_tool_runtime),
            },
            owner,
            generics: &block.generics,
            tools: Vec::new(),
            companion: options.companion.as_ref(),
            register: options.register.as_ref(),
        };
        if block.of_trait.is_some() {
            errors.report(
                block.impl_token.span,
                "the methods of a trait cannot be tools: another type may have them, too",
                "put the tools into an `impl` block of the type itself, from where they can call the trait's methods",
            );
            return group;
        }
        let functions = block.items.iter().filter_map(|item| match item {
            Item::Tool(function) => Some(&**function),
            Item::Other(_) => None,
        });
        for function in functions {
            if let Some(tool) = group.member(function, options, errors) {
                group.tools.push(tool);
            }
        }
        if group.tools.is_empty() && errors.is_empty() {
            errors.report(
                block.impl_token.span,
                "no method of this block is a tool",
                "write `#[mcp_tool]` above each method that is to be one",
            );
        }
        group.one_name_each(errors);
        group
    }

    fn member(
        &self,
        function: &'b ToolFunction,
        group: &Options,
        errors: &mut Errors,
    ) -> Option<Member<'b>> {
        let mut attributes = function
            .attributes
            .iter()
            .filter(|attribute| item::is_tool_again(attribute).is_some());
        let tokens = match &attributes.next()?.meta {
            Meta::List(list) => list.tokens.clone(),
            Meta::Path(_) => TokenStream::new(),
            Meta::NameValue(meta) => {
                errors.report(
                    meta.eq_token.span,
                    "the options of `#[mcp_tool]` stand in parentheses",
                    "write `#[mcp_tool(title = \"…\")]`",
                );
                return None;
            }
        };
        if let Some(again) = attributes.next().and_then(item::is_tool_again) {
            errors.report(
                again,
                format!(
                    "`#[mcp_tool]` stands above `{}` twice",
                    function.signature.ident
                ),
                "keep one of them, with all options",
            );
        }
        let lifetimes = lifetimes::declared(self.generics);
        let head = lifetimes::replace(&function.head(), &lifetimes, "static");
        let head = self_type::replace(head, &self.owner);
        let head = quote!(#head {});
        // What was read once can be read again, with another type in place of `Self`.
        let head: ToolFunction = match syn::parse2(head) {
            Ok(head) => head,
            Err(error) => {
                errors.absorb(error);
                return None;
            }
        };
        let options = tool_options::parse(self_type::replace(tokens, &self.owner), errors);
        tool_options::only_for_functions(&options, errors);
        let can_time_out = head.signature.asyncness.is_some();
        let mut options = options.or(group, can_time_out);
        options.prefix = group.prefix.clone();
        let tool = model::check(options, &head, Some(&self.owner), errors)?;
        let cfg = function.attributes.iter().filter(|attribute| {
            attribute.path().is_ident("cfg") || attribute.path().is_ident("cfg_attr")
        });
        Some(Member {
            cfg: cfg.collect(),
            tool,
        })
    }

    /// R06: where both are there in any case. Otherwise `tools!` sees it, or the registry.
    fn one_name_each(&self, errors: &mut Errors) {
        let mut seen = std::collections::HashSet::new();
        for member in self.tools.iter().filter(|member| member.cfg.is_empty()) {
            if let ToolName::Literal(name, span) = &member.tool.name
                && !seen.insert(name)
            {
                errors.report_rule(
                    *span,
                    format!("two tools of this block are named `{name}`"),
                    "give one of them another name with `#[mcp_tool(name = \"…\")]`",
                    "2025-11-25/server/tools#tool-names",
                );
            }
        }
    }

    /// What stands beside the block. With a mistake in it, the type is listed as one without
    /// tools.
    fn tokens(&self, is_wrong: bool) -> TokenStream {
        let Group { runtime, owner, .. } = self;
        let members = match is_wrong {
            true => &[],
            false => self.tools.as_slice(),
        };
        let parameters: Vec<_> = self
            .generics
            .params
            .iter()
            .filter(|parameter| !matches!(parameter, GenericParam::Lifetime(_)))
            .map(|parameter| self.outside(parameter))
            .collect();
        let bounds = self.where_clause();
        let place = Place::Method { owner };
        let (mut items, mut names, mut entries, mut all_state) = (vec![], vec![], vec![], vec![]);
        for (position, Member { cfg, tool }) in members.iter().enumerate() {
            let at = proc_macro2::Span::call_site().located_at(tool.function.span());
            let companion = quote_spanned!(at=> __Method<#owner, #position>);
            let Parts {
                constants,
                declaration,
                bounds: state,
                call,
            } = Parts::new(tool, &place);
            items.push(quote_spanned! {at=>
                #(#cfg)*
                impl<#(#parameters),*> #companion #bounds { #(#constants)* }
                #(#cfg)*
                impl<#(#parameters),*> __p::Declared for #companion #bounds {
                    const DECLARATION: __p::Declaration = #declaration;
                }
                #(#cfg)*
                impl<__S: 'static #(+ #state)*, #(#parameters),*> __p::CallTool<__S> for #companion #bounds {
                    const CALL: __p::Call<__S> = #call;
                }
            });
            names.push(quote!(#(#cfg)* <#companion as __p::IsTool>::NAMES[0]));
            entries.push(quote!(#(#cfg)* <#companion as __p::McpTool<__S>>::ENTRIES[0]));
            all_state.push(quote!(#(+ #state)*));
        }
        let (listed, companion) = self.listed();
        let registration = self
            .register
            .filter(|_| !is_wrong)
            .map(|collection| registration(collection, &listed));
        quote! {
            #companion
            #[allow(deprecated, unused_qualifications)]
            const _: () = {
                use #runtime::__private::{self as __p, in_scope::*};
                struct __Method<__T, const __N: __p::usize>(__p::PhantomData<fn() -> __T>);
                #(#items)*
                impl<#(#parameters),*> __p::IsTool for #listed #bounds {
                    const NAMES: &'static [&'static __p::str] = &[#(#names),*];
                }
                impl<__S: 'static #(#all_state)*, #(#parameters),*> __p::McpTool<__S> for #listed #bounds {
                    const ENTRIES: &'static [__p::Entry<__S>] = &[#(#entries),*];
                }
                #registration
            };
        }
    }

    /// The type that `tools!` lists, and its declaration where it is not the block's own.
    fn listed(&self) -> (TokenStream, Option<TokenStream>) {
        let Some(companion) = self.companion else {
            return (self.owner.clone(), None);
        };
        let types: Vec<_> = self.generics.type_params().map(|ty| &ty.ident).collect();
        let consts: Vec<_> = self.generics.const_params().collect();
        if types.is_empty() && consts.is_empty() {
            let declaration = quote! {
                #[doc(hidden)]
                #[allow(unreachable_pub)]
                pub struct #companion {}
            };
            return (companion.to_token_stream(), Some(declaration));
        }
        let names = consts.iter().map(|constant| &constant.ident);
        let listed = quote!(#companion<#(#types,)* #(#names),*>);
        let declared = consts.iter().map(|constant| {
            let (name, ty) = (&constant.ident, &constant.ty);
            quote!(const #name: #ty)
        });
        let declaration = quote! {
            #[doc(hidden)]
            #[allow(unreachable_pub)]
            pub struct #companion<#(#types,)* #(#declared),*>(::core::marker::PhantomData<fn() -> (#(#types,)*)>);
        };
        (listed, Some(declaration))
    }

    /// A part of the block's head where `Self` is something else, and no lifetime is declared.
    fn outside(&self, part: &impl ToTokens) -> TokenStream {
        let lifetimes = lifetimes::declared(self.generics);
        let part = lifetimes::replace(part, &lifetimes, "static");
        self_type::replace(part, &self.owner)
    }

    /// The block's own bounds, and that its types hold nothing borrowed: tables of them are
    /// constants.
    fn where_clause(&self) -> TokenStream {
        let clause = self.generics.where_clause.iter();
        let own = clause
            .flat_map(|clause| &clause.predicates)
            .map(|predicate| self.outside(predicate));
        let types = self.generics.type_params().map(|parameter| {
            let name: &Ident = &parameter.ident;
            quote!(#name: 'static)
        });
        let predicates: Vec<_> = own.chain(types).collect();
        match predicates.is_empty() {
            true => TokenStream::new(),
            false => quote!(where #(#predicates),*),
        }
    }
}
