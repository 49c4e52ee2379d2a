//! Generates a stand-in for a tool whose declaration has an error. Without the stand-in, `tools!` would also
//! report the tool as missing.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

use super::companion;
use super::fragments::runtime;
use crate::model::stand_in::StandIn;

impl ToTokens for StandIn {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let StandIn {
            runtime,
            visibility,
            companion,
        } = self;
        let (name, runtime) = (companion.to_string(), self::runtime(runtime.as_ref()));
        let companion_struct = companion::declaration(companion.span(), visibility, companion);
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
        tokens.extend(companion::wrap(&runtime, &companion_struct, &rest));
    }
}
