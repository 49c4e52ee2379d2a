//! Generates code from a checked tool. Code generation cannot fail.
//!
//! The compiler shows an error at the user's token only if every token of the failing expression has the span
//! of that token. So expressions that may fail to compile use `quote_spanned!`, even for the path of the
//! runtime. Local variables in these expressions have this span, too.

mod adapter;
pub(crate) mod argument;
pub(crate) mod companion;
mod declaration;
pub(crate) mod fragments;
pub(crate) mod methods;
mod return_type;
pub(crate) mod stand_in;
mod text;
pub(crate) mod tool_list;
pub(crate) mod warnings;

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::Path;

use crate::model::{self, Parameter, Tool};
use crate::util::tokens::{first_span, located_at, path_end};

use self::fragments::{ImplHeader, arguments, deprecated, runtime};

/// Returns the items to emit after a function.
pub(crate) fn tool(tool: &Tool) -> TokenStream {
    let Tool {
        visibility,
        companion,
        ..
    } = tool;
    let runtime = runtime(tool.runtime.as_ref());
    let warnings = warnings::warnings(&runtime, &model::warnings::warnings(tool));
    let deprecated = deprecated(tool.names_deprecated);
    // If the `companion` option is set, give the struct the span of the option's value. If the
    // option is not set, give the struct the span of the function's name. A compiler error about
    // a duplicate struct name then points at the name that the user wrote.
    let at = located_at(companion.span());
    let mut companion = companion.clone();
    companion.set_span(at);
    let companion_struct = companion::declaration(at, visibility, &companion);
    let companion = quote!(#companion);
    let header = ImplHeader {
        companion: companion.clone(),
        ..ImplHeader::default()
    };
    let items = items(tool, &header);
    let registration = tool
        .register
        .as_ref()
        .map(|collection| registration(collection, &companion));
    let rest = quote! {
        #[allow(#deprecated unused_qualifications)]
        const _: () = {
            use #runtime::__private::{self as __mcp, select::*};
            #items
            #registration
        };
        #warnings
    };
    companion::wrap(&runtime, &companion_struct, &rest)
}

/// Returns the checks, the constants and the trait implementations of a tool.
fn items(tool: &Tool, header: &ImplHeader) -> TokenStream {
    let ImplHeader {
        companion,
        parameters,
        bounds,
        cfg,
        ..
    } = header;
    let arguments = arguments(tool);
    let name = declaration::name(&tool.name);
    // The check is an item, because `cargo check` does not evaluate a `const` block. `build()` checks the
    // constants in a generic block.
    let at = located_at(tool.function.span());
    let check = (tool.has_constants() && !header.is_generic()).then(|| {
        let tool = quote_spanned!(at=> <#companion as __mcp::DeclaredTool>);
        quote_spanned!(at=> const _: () = __mcp::check(#tool::NAME, &#tool::DECLARATION);)
    });
    let check = check.into_iter();
    let declaration = declaration::declaration(tool, &arguments);
    let output_schema = return_type::output_schema(tool)
        .map(|schema| quote!(fn output_schema() -> __mcp::Option<__mcp::SchemaFn> { #schema }));
    let state = state_bounds(tool);
    let call = adapter::adapter(tool, header);
    quote_spanned! {at=>
        #(#cfg #check)*
        #cfg
        impl<#(#parameters),*> __mcp::DeclaredTool for #companion #bounds {
            const NAME: &'static __mcp::str = #name;
            const DECLARATION: __mcp::Declaration = #declaration;
            #output_schema
        }
        #cfg
        impl<__State: 'static #(+ #state)*, #(#parameters),*> __mcp::CallTool<__State> for #companion #bounds {
            #call
        }
    }
}

/// Returns the bounds on the state of the registry.
fn state_bounds(tool: &Tool) -> Vec<TokenStream> {
    let bounds = tool.parameters.iter().map(|parameter| match parameter {
        Parameter::State(ty) => {
            let at = located_at(first_span(ty));
            Some(quote_spanned!(at=> __mcp::HasState<#ty>))
        }
        _ => None,
    });
    bounds.flatten().collect()
}

/// Returns code that adds the tools of a type to a collection when the program starts.
fn registration(collection: &Path, tools: &TokenStream) -> TokenStream {
    let span = path_end(collection);
    // Give the tokens of `tools` the span of the collection's name. Compiler errors in the
    // registration then point at the collection's name.
    let tools = tools.clone().into_iter().map(|mut token| {
        token.set_span(span);
        token
    });
    quote_spanned! {span=>
        __mcp::inventory::submit! {
            __mcp::CollectedTools::new::<#collection>(&<#(#tools)* as __mcp::McpTool<_>>::ENTRIES)
        }
    }
}
