//! Generates the method that a registry calls for a tool. The method decodes all arguments, and then calls
//! the user's function.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

use super::fragments::{ImplHeader, local};
use super::{argument, return_type};
use crate::model::{Argument, Parameter, Passing, Principal, Tool};
use crate::util::tokens::{first_span, located_at};

pub(super) fn adapter(
    tool: &Tool,
    parameters: &[&Argument],
    header: &ImplHeader<'_>,
) -> TokenStream {
    let count = parameters.len();
    let (state, context, arguments) = (local("__s"), local("__cx"), local("__a"));
    let locals: Vec<Ident> = (0..count)
        .map(|position| local(&format!("__{position}")))
        .collect();
    let gets = parameters
        .iter()
        .map(|argument| argument::read(argument, &arguments));
    let refuse = if tool.is_async {
        quote!(refuse)
    } else {
        quote!(refused)
    };
    // The generated tuple reads all arguments before the `let` pattern is matched. So one error
    // reports the faults of all arguments.
    let decode = (count > 0).then(|| {
        quote! {
            let (#(__p::Some(#locals),)*) = (#(#gets,)*) else {
                return #arguments.#refuse();
            };
        }
    });
    // Borrow the parts of the state outside the future, so that the future holds the parts and
    // not `&__S`. The future must be `Send`, but `&__S` is `Send` only if `__S` is `Sync`, and
    // `__S` is not known to be `Sync`.
    let parts: Vec<Ident> = (0..tool.parameters.len())
        .map(|position| local(&format!("__s{position}")))
        .collect();
    let borrow =
        tool.parameters
            .iter()
            .zip(&parts)
            .filter_map(|(parameter, part)| match parameter {
                Parameter::State(ty) => {
                    let whole = quote!(<__S as __p::HasState<#ty>>::state(#state));
                    Some(if tool.is_async {
                        quote!(let #part = __p::async_part::<#ty>(#whole);)
                    } else {
                        quote!(let #part = #whole;)
                    })
                }
                _ => None,
            });
    // Only the principal is checked before the arguments. The registry also checks it before the layers and
    // guards, because of `Declaration::principal`.
    let principal_checks = tool
        .parameters
        .iter()
        .zip(&parts)
        .filter_map(|(parameter, part)| match parameter {
            Parameter::Principal(principal) => {
                Some(self::principal(tool, principal, part, &context))
            }
            _ => None,
        });
    let principals = quote!(#(#principal_checks)*);
    let mut decoded = locals.iter();
    let values = tool
        .parameters
        .iter()
        .zip(&parts)
        .map(|(parameter, part)| match parameter {
            Parameter::Argument(argument) => {
                // Give the value the span of the argument's type. If the argument makes the
                // future not `Send`, the compiler then points at that type.
                let value = decoded.next().cloned().map(|mut value| {
                    value.set_span(value.span().located_at(argument.span));
                    value
                });
                match argument.passing {
                    Passing::Value => quote!(#value),
                    Passing::Reference => quote!(__p::borrow(&#value)),
                    Passing::OptionalReference => quote!(__p::borrow_optional(&#value)),
                }
            }
            Parameter::State(ty) => {
                let mut part = part.clone();
                part.set_span(part.span().located_at(first_span(ty)));
                quote!(#part)
            }
            // Let `ContextArgument` check the type, because a macro cannot recognize an alias of
            // `ToolContext`.
            Parameter::Context(ty, span) => {
                let at = located_at(*span);
                quote_spanned!(at=> <#ty as __p::ContextArgument>::of(#context))
            }
            Parameter::Principal(_) => quote!(#part),
        });
    let span = tool.function.span();
    let function = header.path(&tool.function);
    let call = quote_spanned!(span=> #function(#(#values),*));
    let mutable = (count > 0).then(|| quote!(mut));
    if tool.is_async {
        let by_parts = async_parts(tool, span);
        let reply = if borrows(tool) {
            let call = quote_spanned!(span=> #call.await);
            let reply = return_type::reply(&quote_spanned!(span=> __p::reply), tool, header, &call);
            quote_spanned!(span=> #by_parts box_reply(async move { #reply }))
        } else {
            return_type::reply(
                &quote_spanned!(span=> #by_parts answer),
                tool,
                header,
                &call,
            )
        };
        return quote! {
            fn future<'__a>(
                #state: &'__a __S,
                #context: &'__a __p::ToolContext,
                #mutable #arguments: __p::Arguments<'_>,
            ) -> __p::Reply<'__a> {
                #principals
                #decode
                #(#borrow)*
                #reply
            }
        };
    }
    let reply = return_type::reply(&quote_spanned!(span=> __p::reply), tool, header, &call);
    let is_blocking = match tool.blocking {
        Some(is_blocking) => quote!(__p::Some(#is_blocking)),
        None => quote!(__p::None),
    };
    quote! {
        const IS_BLOCKING: __p::Option<__p::bool> = #is_blocking;
        fn run(
            #state: &__S,
            #context: &__p::ToolContext,
            #mutable #arguments: __p::Arguments<'_>,
        ) -> __p::Outcome {
            #principals
            #decode
            #(#borrow)*
            #reply
        }
    }
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
    let read = quote_spanned!(at=> <#ty as __p::PrincipalArgument>::of(#context));
    if *is_optional {
        return quote!(let #part = #read;);
    }
    let refusal = if tool.is_async {
        quote!(__p::ready(__p::Outcome::no_principal()))
    } else {
        quote!(__p::Outcome::no_principal())
    };
    quote! {
        let __p::Some(#part) = #read else {
            return #refusal;
        };
    }
}

/// Returns the path before `box_reply` or `answer`. With state, these are methods that depend on the types of the
/// state.
fn async_parts(tool: &Tool, span: Span) -> TokenStream {
    let parts = tool
        .parameters
        .iter()
        .filter_map(|parameter| match parameter {
            Parameter::State(ty) => Some(ty),
            _ => None,
        });
    let list = parts.rev().fold(
        TokenStream::new(),
        |rest, ty| quote!((__p::PhantomData<#ty>, #rest)),
    );
    if list.is_empty() {
        quote_spanned!(span=> __p::)
    } else {
        quote_spanned!(span=> __p::async_parts::<#list>().)
    }
}

/// Returns whether the function borrows an argument. If the function is async, the argument must then live as
/// long as the future of the call.
fn borrows(tool: &Tool) -> bool {
    tool.parameters.iter().any(
        |parameter| matches!(parameter, Parameter::Argument(argument) if !matches!(argument.passing, Passing::Value)),
    )
}
