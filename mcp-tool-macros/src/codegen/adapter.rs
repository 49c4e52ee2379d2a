//! Generates the method that a registry calls for a tool. The method decodes all arguments, and then calls
//! the user's function.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

use super::fragments::{ImplHeader, local};
use super::{argument, return_type};
use crate::model::{Parameter, Passing, Principal, Tool};
use crate::util::tokens::{first_span, located_at};

pub(super) fn adapter(tool: &Tool, header: &ImplHeader) -> TokenStream {
    let (state, context, arguments) = (local("__state"), local("__context"), local("__arguments"));
    let locals = &tool.locals;
    let parts = || tool.parameters.iter().zip(locals);
    let decode = decode(tool, &arguments);
    // Borrow the parts of the state outside the future, so that the future holds the parts and
    // not `&__State`. The future must be `Send`, but `&__State` is `Send` only if `__State` is
    // `Sync`, and `__State` is not known to be `Sync`.
    let borrow = parts().filter_map(|(parameter, part)| match parameter {
        Parameter::State(ty) => Some(if tool.is_async {
            quote!(let #part = __mcp::async_state::<__State, #ty>(#state);)
        } else {
            quote!(let #part = <__State as __mcp::HasState<#ty>>::state(#state);)
        }),
        _ => None,
    });
    // Only the principal is checked before the arguments. The registry also checks it before the layers and
    // guards, because of `Declaration::principal`.
    let principals = parts().filter_map(|(parameter, part)| match parameter {
        Parameter::Principal(principal) => Some(self::principal(tool, principal, part, &context)),
        _ => None,
    });
    let values = parts().map(|(parameter, part)| {
        let mut value = part.clone();
        match parameter {
            Parameter::Argument(argument) => {
                // Give the value the span of the argument's type. If the argument makes the
                // future not `Send`, the compiler then points at that type.
                value.set_span(value.span().located_at(argument.span));
                match argument.passing {
                    Passing::Value => quote!(#value),
                    Passing::Reference => quote!(__mcp::borrow(&#value)),
                    Passing::OptionalReference => quote!(__mcp::borrow_optional(&#value)),
                }
            }
            Parameter::State(ty) => {
                value.set_span(value.span().located_at(first_span(ty)));
                quote!(#value)
            }
            // Let `FromContext` check the type, because a macro cannot recognize an alias of
            // `ToolContext`.
            Parameter::Context(ty, span) => {
                let at = located_at(*span);
                quote_spanned!(at=> <#ty as __mcp::FromContext>::from_context(#context))
            }
            Parameter::Principal(_) => quote!(#value),
        }
    });
    let span = tool.function.span();
    let function = header.path(&tool.function);
    let call = quote_spanned!(span=> #function(#(#values),*));
    if tool.is_async {
        let reply = return_type::reply(tool, &quote_spanned!(span=> #call.await));
        let reply = quote_spanned!(span=> __mcp::reply_later(async move { #reply }));
        return quote! {
            fn call_async<'__call>(
                #state: &'__call __State,
                #context: &'__call __mcp::ToolContext,
                #arguments: &mut __mcp::Arguments<'_>,
            ) -> __mcp::Reply<'__call> {
                #(#principals)*
                #decode
                #(#borrow)*
                #reply
            }
        };
    }
    let reply = return_type::reply(tool, &call);
    let is_blocking = match tool.blocking {
        Some(is_blocking) => quote!(__mcp::Some(#is_blocking)),
        None => quote!(__mcp::None),
    };
    quote! {
        const IS_BLOCKING: __mcp::Option<__mcp::bool> = #is_blocking;
        fn call(
            #state: &__State,
            #context: &__mcp::ToolContext,
            #arguments: &mut __mcp::Arguments<'_>,
        ) -> __mcp::Outcome {
            #(#principals)*
            #decode
            #(#borrow)*
            #reply
        }
    }
}

/// Returns the statement that decodes all arguments. The generated tuple reads all arguments before the `let`
/// pattern is matched. So one error reports the faults of all arguments.
fn decode(tool: &Tool, arguments: &Ident) -> Option<TokenStream> {
    let (locals, takes): (Vec<_>, Vec<_>) = tool
        .parameters
        .iter()
        .zip(&tool.locals)
        .filter_map(|(parameter, local)| match parameter {
            Parameter::Argument(argument) => {
                let take = argument::take(argument, arguments);
                Some((quote!(__mcp::Some(#local)), take))
            }
            _ => None,
        })
        .unzip();
    let (pattern, value) = match (&*locals, &*takes) {
        ([], _) => return None,
        ([local], [take]) => (quote!(#local), quote!(#take)),
        _ => (quote!((#(#locals),*)), quote!((#(#takes),*))),
    };
    let error = Ident::new(
        if tool.is_async {
            "error_reply"
        } else {
            "error"
        },
        Span::call_site(),
    );
    Some(quote! {
        let #pattern = #value else {
            return #arguments.#error();
        };
    })
}

/// Returns the statement that reads the principal from the context.
fn principal(tool: &Tool, principal: &Principal, part: &Ident, context: &Ident) -> TokenStream {
    let Principal {
        ty,
        span,
        is_optional,
    } = principal;
    // Let `PrincipalArgument` check the type, because a macro cannot recognize an alias of `Principal`.
    let at = located_at(*span);
    let read = quote_spanned!(at=> <#ty as __mcp::PrincipalArgument>::from_context(#context));
    if *is_optional {
        return quote!(let #part = #read;);
    }
    let refusal = if tool.is_async {
        quote!(__mcp::ready(__mcp::Outcome::no_principal()))
    } else {
        quote!(__mcp::Outcome::no_principal())
    };
    quote! {
        let __mcp::Some(#part) = #read else {
            return #refusal;
        };
    }
}
