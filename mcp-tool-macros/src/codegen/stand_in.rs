//! Generates a stand-in for a tool whose declaration has an error. Without the stand-in, `tools!` would also
//! report the tool as missing.

use proc_macro2::TokenStream;
use quote::quote;

use super::companion;
use super::fragments::runtime;
use crate::options::name::is_primitive;
use crate::options::tool::Options;
use crate::parse::item::{self, ToolFunction};
use crate::util::tokens::located_at;

/// Returns `None` if a stand-in would cause more errors: for methods, and companions named like a primitive type.
pub(crate) fn stand_in(options: &Options, function: &ToolFunction) -> Option<TokenStream> {
    let signature = &function.signature;
    let mut companion = options
        .companion
        .as_ref()
        .unwrap_or(&signature.ident)
        .clone();
    let is_method = signature.receiver().is_some() || item::self_type(signature).is_some();
    if is_method || is_primitive(&companion) {
        return None;
    }
    companion.set_span(located_at(companion.span()));
    let (name, runtime) = (companion.to_string(), runtime(options.crate_path.as_ref()));
    let companion_struct =
        companion::declaration(companion.span(), &function.visibility, &companion);
    let rest = quote! {
        const _: () = {
            use #runtime::__private as __mcp;
            impl __mcp::DeclaredTool for #companion {
                const NAME: &'static __mcp::str = #name;
                const DECLARATION: __mcp::Declaration = __mcp::Declaration::NONE;
            }
            impl<__State: 'static> __mcp::CallTool<__State> for #companion {}
        };
    };
    Some(companion::wrap(&runtime, &companion_struct, &rest))
}
