//! `#[mcp_tools]`: an `impl` block some of whose methods are tools.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{Attribute, GenericParam, Generics, Ident, Meta, Path};

use crate::codegen::stand_in::StandIn;
use crate::codegen::warnings::warnings;
use crate::codegen::{Parts, Place, registration};
use crate::diagnostics::Errors;
use crate::model::self_type;
use crate::model::{self, Tool, ToolName};
use crate::options::name;
use crate::options::tool::{self, Options};
use crate::parse::helper;
use crate::parse::impl_block::ImplBlock;
use crate::parse::item::{self, ToolFunction};
use crate::util::conditions::conditions;
use crate::util::lifetimes;
use crate::util::tokens::{first_span, located_at, type_span};

/// The block as it was; then its tools, or what is wrong with them.
pub(crate) fn expand(attribute: TokenStream, item: TokenStream) -> TokenStream {
    expand_below(MCP_TOOLS, attribute, item)
}

/// The name of the attribute of a block.
const MCP_TOOLS: &str = "mcp_tools";

/// Expands the block below an attribute, which may be `#[mcp_tool]` by mistake.
pub(crate) fn expand_below(name: &str, attribute: TokenStream, item: TokenStream) -> TokenStream {
    let block = match syn::parse2::<ImplBlock>(item.clone()) {
        Ok(block) => block,
        Err(error) => return not_a_block(&attribute, item, error),
    };
    let mut errors = Errors::default();
    let options = tool::parse_group(attribute, &mut errors);
    if name != MCP_TOOLS && block.can_have_tools() {
        errors.report(
            block.impl_token.span,
            format!("`#[{name}]` makes a tool of a function, not of an `impl` block"),
            match block.has_tools() {
                true => "write `#[mcp_tools]`, with an s",
                false => "write `#[mcp_tools]`, with an s, and `#[mcp_tool]` above each method that is to be a tool",
            },
        );
    }
    let group = Tools::check(&block, &options, &mut errors);
    let is_whole = group.tools.len() == block.tools().count();
    let generated = match errors.finish(is_whole.then_some(())) {
        Ok(()) => group.tokens(false),
        // What is left of the tools is listed, so that `tools!` does not report the type again.
        Err(messages) => {
            let rest = match block.can_be_listed() {
                true => group.tokens(true),
                false => group.uses(),
            };
            quote!(#messages #rest)
        }
    };
    quote!(#block #generated)
}

/// Reports an item that is no block. What the options say is not the mistake.
fn not_a_block(attribute: &TokenStream, item: TokenStream, error: syn::Error) -> TokenStream {
    let mut errors = Errors::default();
    let mut stand_in = None;
    match item::kind(&item) {
        Some((kind, span)) if kind != item::IMPL => {
            let what = format!(
                "`#[mcp_tools]` makes tools of the methods in an `impl` block, not of {kind}"
            );
            let help = match kind == item::FUNCTION {
                true => "write `#[mcp_tool]`, without the s",
                false => {
                    "put it above `impl Server { … }`, and `#[mcp_tool]` above each method that is to be a tool"
                }
            };
            errors.report(span, what, help);
            let options = tool::parse(attribute.clone(), &mut Errors::default());
            let function = syn::parse2::<ToolFunction>(item.clone()).ok();
            stand_in = function.and_then(|function| StandIn::new(attribute, &options, &function));
        }
        _ => errors.absorb(error),
    }
    let messages = errors.finish(Some(())).err();
    let item = item::without_ours(item);
    quote!(#item #messages #stand_in)
}

/// The tools of one type, checked.
struct Tools<'b> {
    runtime: TokenStream,
    owner: TokenStream,
    /// Where the type stands.
    span: Span,
    generics: &'b Generics,
    tools: Vec<Member>,
    /// What the attribute of a tool is called here.
    attributes: Vec<&'b Path>,
    /// What `tools!` lists in place of the type.
    companion: Option<&'b Ident>,
    register: Option<&'b Path>,
    /// The lint `deprecated` and a comma, if the head of the block names it.
    deprecated: Option<TokenStream>,
}

struct Member {
    /// Under which conditions it is there: one for each `#[cfg]`.
    conditions: Vec<TokenStream>,
    tool: Tool,
    warnings: TokenStream,
}

impl<'b> Tools<'b> {
    fn check(block: &'b ImplBlock, options: &'b Options, errors: &mut Errors) -> Self {
        // State outlives every borrow, and so do the types of a tool.
        // One that is not declared is the compiler's to report, once.
        let mut declared = lifetimes::declared(&block.generics);
        declared.extend(lifetimes::named(&block.owner));
        let owner = lifetimes::replace(&block.owner, &declared, "static");
        let mut group = Tools {
            runtime: helper::runtime(options.crate_path.as_ref()),
            owner,
            span: type_span(&block.owner),
            generics: &block.generics,
            tools: Vec::new(),
            attributes: Vec::new(),
            companion: (options.companion.as_ref()).filter(|name| !name::is_primitive(name)),
            register: options.register.as_ref(),
            deprecated: item::deprecated(&block.head()),
        };
        let attributes = block.tools().flat_map(ToolFunction::tool_attributes);
        group.attributes = attributes.map(Attribute::path).collect();
        group
            .attributes
            .dedup_by_key(|path| path.to_token_stream().to_string());
        if let Some(companion) = &options.companion {
            name::check_companion(companion, errors);
        }
        if !block.check(errors) {
            return group;
        }
        for function in block.tools() {
            if let Some(tool) = group.member(function, options, errors) {
                group.tools.push(tool);
            }
        }
        if group.tools.is_empty() && errors.is_empty() && !block.is_unclear() {
            errors.report(
                block.impl_token.span,
                "no method of this block is a tool",
                match block.has_marks() {
                    true => item::UNDER_ITS_OWN_NAME,
                    false => "write `#[mcp_tool]` above each method that is to be one",
                },
            );
        }
        let is_generic = block.generics.type_params().next().is_some()
            || block.generics.const_params().next().is_some();
        if let Some(collection) = options.register.as_ref().filter(|_| is_generic) {
            errors.report(
                first_span(collection),
                "a collection holds tools of known types, and this block has type parameters",
                "remove `register`, and list the type with its parameters in `tools!`",
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
    ) -> Option<Member> {
        let mut attributes = function.tool_attributes();
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
        let tokens = self_type::replace(tokens, &self.owner);
        let options = tool::parse_method(tokens, errors);
        let can_time_out = head.signature.asyncness.is_some();
        let mut options = options.or(group, can_time_out, errors);
        options.prefix = group.prefix.clone();
        let tool = model::check(options, &head, Some(&self.owner), errors)?;
        Some(Member {
            conditions: function.attributes.iter().flat_map(conditions).collect(),
            warnings: warnings(&tool, function.body()),
            tool,
        })
    }

    /// R06: where both are there in any case. Otherwise `tools!` sees it, or the registry.
    fn one_name_each(&self, errors: &mut Errors) {
        let mut seen = std::collections::HashMap::new();
        for member in self
            .tools
            .iter()
            .filter(|member| member.conditions.is_empty())
        {
            let ToolName::Literal(name, span) = &member.tool.name else {
                continue;
            };
            let method = &member.tool.function;
            match seen.insert(name, method) {
                None => {}
                // The compiler reports two methods of one name.
                Some(first) if first == method => {
                    errors.leave_to_rustc(*span, format!("two methods are named `{method}`"));
                }
                Some(_) => errors.report_rule(
                    *span,
                    format!("two tools of this block are named `{name}`"),
                    "give one of them another name with `#[mcp_tool(name = \"…\")]`",
                    "2025-11-25/server/tools#tool-names",
                ),
            }
        }
    }

    /// What stands beside the block. With a mistake in it, the type is listed as one without
    /// tools.
    fn tokens(&self, is_wrong: bool) -> TokenStream {
        let Tools { runtime, owner, .. } = self;
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
        let place = Place::Method {
            owner,
            is_generic: !parameters.is_empty(),
        };
        let (mut items, mut names, mut entries, mut all_state) = (vec![], vec![], vec![], vec![]);
        for (position, member) in members.iter().enumerate() {
            let Member {
                conditions, tool, ..
            } = member;
            let cfg = quote!(#(#[cfg(#conditions)])*);
            let at = located_at(tool.function.span());
            let companion = quote_spanned!(at=> __Method<#owner, #position>);
            let Parts {
                checks,
                constants,
                declaration,
                bounds: state,
                call,
            } = Parts::new(tool, &place);
            items.extend(checks.into_iter().map(|check| quote!(#cfg #check)));
            items.push(quote_spanned! {at=>
                #cfg
                impl<#(#parameters),*> #companion #bounds { #(#constants)* }
                #cfg
                impl<#(#parameters),*> __p::Declared for #companion #bounds {
                    const DECLARATION: __p::Declaration = #declaration;
                }
                #cfg
                impl<__S: 'static #(+ #state)*, #(#parameters),*> __p::CallTool<__S> for #companion #bounds {
                    const CALL: __p::Call<__S> = #call;
                }
            });
            let (state, alias) = self.bounds_under(conditions, state, position, &parameters);
            items.extend(alias);
            names.push(quote!(#cfg <#companion as __p::IsTool>::NAMES[0]));
            entries.push(quote!(#cfg <#companion as __p::McpTool<__S>>::ENTRIES[0]));
            all_state.push(quote!(#(+ #state)*));
        }
        let (listed, companion) = self.listed();
        let registration = self
            .register
            .filter(|_| !is_wrong)
            .map(|collection| registration(collection, listed.clone()));
        // What is not there is not warned of.
        let warnings = members
            .iter()
            .filter(|member| member.conditions.is_empty())
            .map(|member| &member.warnings);
        // Where the compiler points to when it speaks of the type as a tool.
        let at = located_at(self.span);
        let listing = quote_spanned! {at=>
            impl<#(#parameters),*> __p::ToolsOfType<(), __p::SecondBlockNeedsCompanion> for #listed #bounds {
                type Block = __Block;
                const NAMES: &'static [&'static __p::str] = &[#(#names),*];
            }
            impl<__S: 'static #(#all_state)*, #(#parameters),*> __p::ToolsOfType<__S, __Block> for #listed #bounds {
                type Block = __Block;
                const ENTRIES: &'static [__p::Entry<__S>] = &[#(#entries),*];
            }
        };
        let uses = self.uses();
        let of_members = members.iter().map(|member| &member.tool.deprecated);
        let deprecated = of_members.chain([&self.deprecated]).flatten().next();
        quote! {
            #companion
            #(#warnings)*
            #uses
            #[allow(#deprecated unused_qualifications)]
            const _: () = {
                use #runtime::__private::{self as __p, in_scope::*};
                struct __Method<__T, const __N: __p::usize>(__p::PhantomData<fn() -> __T>);
                // Public, because the trait that names it is.
                #[allow(unreachable_pub)]
                pub struct __Block;
                #(#items)*
                #listing
                #registration
            };
        }
    }

    /// Otherwise the import of the attribute would be one that nothing uses.
    fn uses(&self) -> TokenStream {
        let attributes = &self.attributes;
        quote!(#(#[#attributes(__of_a_method)] const _: () = ();)*)
    }

    /// What all tools together ask of the state, for a tool that is not always there: a trait that
    /// asks for nothing where the tool is not.
    fn bounds_under(
        &self,
        conditions: &[TokenStream],
        bounds: Vec<TokenStream>,
        position: usize,
        parameters: &[TokenStream],
    ) -> (Vec<TokenStream>, Option<TokenStream>) {
        if conditions.is_empty() || bounds.is_empty() {
            return (bounds, None);
        }
        let name = format_ident!("__Bounds{position}");
        let types = self.generics.type_params().map(|ty| &ty.ident);
        let consts = self.generics.const_params().map(|constant| &constant.ident);
        let names: Vec<_> = types.chain(consts).collect();
        let clause = self.where_clause();
        let alias = quote! {
            #[cfg(all(#(#conditions),*))]
            trait #name<#(#parameters),*>: 'static #(+ #bounds)* #clause {}
            #[cfg(all(#(#conditions),*))]
            impl<__S: 'static #(+ #bounds)*, #(#parameters),*> #name<#(#names),*> for __S #clause {}
            #[cfg(not(all(#(#conditions),*)))]
            trait #name<#(#parameters),*> #clause {}
            #[cfg(not(all(#(#conditions),*)))]
            impl<__S, #(#parameters),*> #name<#(#names),*> for __S #clause {}
        };
        (vec![quote!(#name<#(#names),*>)], Some(alias))
    }

    /// The type that `tools!` lists, and its declaration where it is not the block's own.
    fn listed(&self) -> (TokenStream, Option<TokenStream>) {
        let Some(companion) = self.companion else {
            return (self.owner.clone(), None);
        };
        // Where the compiler points to if the name is taken.
        let at = located_at(companion.span());
        let types: Vec<_> = self.generics.type_params().map(|ty| &ty.ident).collect();
        let consts: Vec<_> = self.generics.const_params().collect();
        if types.is_empty() && consts.is_empty() {
            let declaration = quote_spanned! {at=>
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
        let declaration = quote_spanned! {at=>
            #[doc(hidden)]
            #[allow(unreachable_pub)]
            pub struct #companion<#(#types: ?::core::marker::Sized,)* #(#declared),*>(
                ::core::marker::PhantomData<(#(fn() -> #types,)*)>
            );
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
