//! Generates the code for the tools of an `impl` block.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::{GenericParam, TypeParam};

use super::fragments::{ImplHeader, deprecated, runtime};
use super::warnings::warnings;
use super::{companion, items, registration, state_bounds};
use crate::model::self_type;
use crate::model::{self, block::Tools};
use crate::util::lifetimes;
use crate::util::tokens::located_at;

/// Returns the items to emit after the block. If `is_wrong` is true, the block has an error. The generated
/// list of tools is then empty, so that `tools!` reports no second error.
pub(crate) fn tools(block: &Tools<'_>, is_wrong: bool) -> TokenStream {
    let (runtime, owner) = (runtime(block.runtime), &block.owner);
    let (parameters, bounds) = generics(block);
    let members = if is_wrong {
        &[]
    } else {
        block.tools.as_slice()
    };
    let (mut tools, mut names, mut entries, mut all_state) = (vec![], vec![], vec![], vec![]);
    for (position, member) in members.iter().enumerate() {
        let tool = &member.tool;
        let conditions = &member.conditions;
        let cfg = quote!(#(#conditions)*);
        let at = located_at(tool.function.span());
        let companion = quote_spanned!(at=> __Tool<#owner, #position>);
        let header = ImplHeader {
            companion: companion.clone(),
            owner: Some(owner.clone()),
            parameters: parameters.clone(),
            bounds: bounds.clone(),
            cfg: cfg.clone(),
        };
        tools.push(items(tool, &header));
        let state = state_bounds(tool);
        names.push(quote!(#cfg <#companion as __mcp::IsTool>::NAMES[0]));
        entries.push(quote!(#cfg <#companion as __mcp::McpTool<__State>>::ENTRIES[0]));
        all_state.push(quote!(#(+ #state)*));
    }
    let (listed, companion) = listed(block);
    let registration = block
        .register
        .filter(|_| !is_wrong)
        .map(|collection| registration(collection, &listed));
    // A tool with a `#[cfg]` may be disabled, so emit no warnings for it.
    let warnings = members
        .iter()
        .filter(|member| member.conditions.is_empty())
        .map(|member| warnings(&runtime, &model::warnings::warnings(&member.tool)));
    // Give the implementations of `ToolsOfType` the span of the type in the `impl` block. If
    // the compiler rejects an implementation, the error then points at this type.
    let at = located_at(block.span);
    let listing = quote_spanned! {at=>
        impl<#(#parameters),*> __mcp::ToolsOfType<(), __mcp::FirstBlock<'_>> for #listed #bounds {
            type Block = __Block;
            const NAMES: &'static [&'static __mcp::str] = &[#(#names),*];
        }
        impl<__State: 'static #(#all_state)*, #(#parameters),*> __mcp::ToolsOfType<__State, __Block> for #listed #bounds {
            type Block = __Block;
            const ENTRIES: &'static [__mcp::Entry<__State>] = &[#(#entries),*];
        }
    };
    let mut of_members = members.iter().map(|member| member.tool.names_deprecated);
    let deprecated = deprecated(block.names_deprecated || of_members.any(|names| names));
    quote! {
        #companion
        #(#warnings)*
        #[allow(#deprecated unused_qualifications)]
        const _: () = {
            use #runtime::__private::{self as __mcp, select::*};
            struct __Tool<T, const N: __mcp::usize>(__mcp::PhantomData<fn() -> T>);
            // The type must be public, because it is an associated type in an implementation
            // of a public trait.
            #[allow(unreachable_pub)]
            pub struct __Block;
            #(#tools)*
            #listing
            #registration
        };
    }
}

/// Returns the type and const parameters of a block, and the `where` clause of generated items, in a form that other
/// items can repeat: without `Self`, and without declared lifetimes.
fn generics(block: &Tools<'_>) -> (Vec<TokenStream>, TokenStream) {
    let declared = lifetimes::declared(block.generics);
    let outside_block = |node: &dyn ToTokens| {
        let tokens = lifetimes::replace(&node.to_token_stream(), &declared, "static");
        self_type::replace(tokens, &block.owner)
    };
    let parameters = block.generics.params.iter();
    let parameters = parameters.filter(|it| !matches!(it, GenericParam::Lifetime(_)));
    let clause = block.generics.where_clause.iter();
    let predicates = clause.flat_map(|clause| &clause.predicates);
    // The tables of tools are constants, so each type parameter must be `'static`.
    let types = block.generics.type_params();
    let bounds: Vec<_> = predicates
        .map(|predicate| outside_block(predicate))
        .chain(types.map(|TypeParam { ident, .. }| quote!(#ident: 'static)))
        .collect();
    let bounds = (!bounds.is_empty()).then(|| quote!(where #(#bounds),*));
    (
        parameters.map(|it| outside_block(it)).collect(),
        bounds.to_token_stream(),
    )
}

/// Returns the type that `tools!` lists. For a companion, also returns the declaration of the type.
fn listed(block: &Tools<'_>) -> (TokenStream, Option<TokenStream>) {
    let Some(companion) = block.companion else {
        return (block.owner.clone(), None);
    };
    // Give the companion the span of the `companion` option, so that a compiler error about a
    // duplicate name points at this option.
    let at = located_at(companion.span());
    let types: Vec<_> = block.generics.type_params().map(|it| &it.ident).collect();
    let consts = block.generics.const_params().map(|it| (&it.ident, &it.ty));
    let (names, kinds): (Vec<_>, Vec<_>) = consts.unzip();
    if types.is_empty() && names.is_empty() {
        let declaration = companion::declaration(at, &quote_spanned!(at=> pub), companion);
        return (companion.to_token_stream(), Some(declaration));
    }
    let listed = quote!(#companion<#(#types,)* #(#names),*>);
    let declaration = quote_spanned! {at=>
        #[doc(hidden)]
        #[allow(unreachable_pub)]
        pub struct #companion<#(#types: ?::core::marker::Sized,)* #(const #names: #kinds),*>(
            ::core::marker::PhantomData<(#(fn() -> #types,)*)>
        );
    };
    (listed, Some(declaration))
}
