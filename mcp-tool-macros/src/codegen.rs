//! From a checked tool to tokens. Nothing here can fail.
//!
//! The compiler shows an error at the user's token only if every token of the failing expression
//! carries that token's span. Hence `quote_spanned!` with a name for the runtime at each use, and
//! no local variable in an expression that may fail.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::Expr;

use crate::model::{Argument, Default, Parameter, Tool, ToolName};
use crate::tokens::first_span;

pub(crate) fn tool(tool: &Tool) -> TokenStream {
    let Tool {
        runtime,
        visibility,
        companion,
        ..
    } = tool;
    let arguments: Vec<&Argument> = tool
        .parameters
        .iter()
        .filter_map(|parameter| match parameter {
            Parameter::Argument(argument) => Some(&**argument),
            _ => None,
        })
        .collect();
    let constants = arguments
        .iter()
        .enumerate()
        .map(|(position, argument)| parameter_constant(&constant(position), argument));
    let name_check = name_check(&tool.name);
    let declaration = declaration(tool, &arguments);
    let bounds = tool
        .parameters
        .iter()
        .filter_map(|parameter| match parameter {
            Parameter::State(ty) => {
                let at = located_at(first_span(ty));
                Some(quote_spanned!(at=> + __p::HasState<#ty>))
            }
            _ => None,
        });
    let adapter = adapter(tool, arguments.len());
    // The companion is listed under its name and never made, and whatever is said about the
    // function (that it is unused, undocumented, unreachable) is not said about it again.
    let at = located_at(tool.function.span());
    let mut companion = companion.clone();
    companion.set_span(at);
    let companion_struct = quote_spanned!(at=> struct #companion {});
    let companion_impl = quote_spanned! {at=>
        impl<__S: 'static #(#bounds)*> __p::CallTool<__S> for #companion {
            const CALL: __p::Call<__S> = __p::Call::Future(#adapter);
        }
    };
    quote! {
        #[doc(hidden)]
        #[allow(unreachable_pub)]
        #visibility #companion_struct
        #[allow(deprecated, unused_qualifications)]
        const _: () = {
            use #runtime::__private::{self as __p, in_scope::*};
            #name_check
            #(#constants)*
            impl __p::Declared for #companion {
                const DECLARATION: __p::Declaration = #declaration;
            }
            #companion_impl
        };
    }
}

/// Where the compiler points to when it speaks of something that is not the user's own.
fn located_at(span: Span) -> Span {
    Span::call_site().located_at(span)
}

/// The name of the constant for the argument at `position`.
fn constant(position: usize) -> Ident {
    format_ident!("__P{}", position, span = Span::call_site())
}

/// A local variable of the adapter, which no name of the user's can reach.
fn local(name: &str) -> Ident {
    Ident::new(name, Span::mixed_site())
}

/// One argument as a constant: each bound on its type is checked here and nowhere else.
fn parameter_constant(name: &Ident, argument: &Argument) -> TokenStream {
    let Argument { ty, span, .. } = argument;
    let span = *span;
    let value = if argument.by_reference {
        quote_spanned!(span=> __p::Owned<#ty>)
    } else {
        quote!(#ty)
    };
    let param = quote_spanned!(span=> __p::Param::<#value>::of());
    let write = |ty: &TokenStream| quote_spanned!(span=> <#ty as __p::WriteArgument>::WRITE);
    match &argument.default {
        None => quote!(const #name: __p::Param<#value> = #param;),
        Some(Default::OfType) => {
            let default = quote_spanned!(span=> <#value as __p::DefaultArgument>::DEFAULT);
            let write = write(&value);
            quote!(const #name: __p::Param<#value> = #param.or(#default, #write);)
        }
        Some(Default::Text(default) | Default::Value(default)) if argument.by_reference => {
            let write = write(ty);
            quote!(const #name: __p::LentParam<#ty> = #param.lent(|| #default, #write);)
        }
        Some(Default::Text(default)) => {
            // A string literal is the text of any type that can be made of one.
            let write = write(&value);
            let span = first_span(default);
            let default = quote_spanned!(span=> __p::TextDefault::of_text(#default));
            quote!(const #name: __p::Param<#value> = #param.or(|| #default, #write);)
        }
        Some(Default::Value(default)) => {
            let write = write(&value);
            quote!(const #name: __p::Param<#value> = #param.or(|| #default, #write);)
        }
    }
}

/// A name that is a constant is checked by the compiler, in an item: a constant block would be
/// looked at only when code is generated.
fn name_check(name: &ToolName) -> Option<TokenStream> {
    let ToolName::Constant(path) = name else {
        return None;
    };
    let span = match path {
        Expr::Path(path) => path.path.segments.last().map(|last| last.ident.span()),
        _ => None,
    };
    let span = span.unwrap_or_else(|| first_span(path));
    Some(quote_spanned! {span=>
        const __TOOL_NAME: &__p::str = #path;
        const _: () = if let __p::Some(refused) = __p::refused_name(__TOOL_NAME) {
            __p::panic!("{}", refused.__text())
        };
    })
}

fn declaration(tool: &Tool, arguments: &[&Argument]) -> TokenStream {
    let name = match &tool.name {
        ToolName::Literal(name, span) => {
            let literal = proc_macro2::Literal::string(name);
            quote_spanned!(*span=> #literal)
        }
        ToolName::Constant(_) => quote!(__TOOL_NAME),
    };
    let description = &tool.description;
    let rows = arguments.iter().enumerate().map(|(position, argument)| {
        let constant = constant(position);
        let name = &argument.wire_name;
        let none = quote!("");
        let description = argument.description.as_ref().unwrap_or(&none);
        quote!(__p::row(#name, #description, &#constant))
    });
    let answer = &tool.answer.ty;
    let schema = quote_spanned!(tool.answer.value_span=> __p::tag::<#answer>().__schema());
    let title = tool.title.iter();
    let flags = tool.flags.iter().map(|(flag, value)| {
        let flag = Ident::new(flag, Span::call_site());
        quote!(.#flag(#value))
    });
    quote!(__p::declare(#name, #description, &[#(#rows),*], || #schema) #(.title(#title))* #(#flags)*)
}

/// The function that a registry calls: decodes all arguments, then makes the future.
fn adapter(tool: &Tool, count: usize) -> TokenStream {
    let (state, context, arguments) = (local("__s"), local("__cx"), local("__a"));
    let locals: Vec<Ident> = (0..count)
        .map(|position| local(&format!("__{position}")))
        .collect();
    let decode = if count == 0 {
        quote!()
    } else {
        let gets = (0..count).map(|position| {
            let constant = constant(position);
            quote!(#arguments.__get(&#constant))
        });
        // The tuple is complete before it is matched, so that all faults are found.
        quote! {
            let (#(__p::Some(#locals),)*) = (#(#gets,)*) else {
                return #arguments.refuse();
            };
        }
    };
    // Borrowed before the future is made: it holds the parts, of which is known here whether they
    // can be shared, and not the whole.
    let parts: Vec<Ident> = (0..tool.parameters.len())
        .map(|position| local(&format!("__s{position}")))
        .collect();
    let borrow = tool
        .parameters
        .iter()
        .zip(&parts)
        .filter_map(|(parameter, part)| {
            let Parameter::State(ty) = parameter else {
                return None;
            };
            Some(quote!(let #part = <__S as __p::HasState<#ty>>::state(#state);))
        });
    let mut decoded = locals.iter();
    let values = tool
        .parameters
        .iter()
        .zip(&parts)
        .map(|(parameter, part)| match parameter {
            Parameter::Argument(argument) => {
                let value = decoded.next();
                if argument.by_reference {
                    quote!(__p::lend(&#value))
                } else {
                    quote!(#value)
                }
            }
            Parameter::State(ty) => {
                let mut part = part.clone();
                part.set_span(part.span().located_at(first_span(ty)));
                quote!(#part)
            }
            Parameter::Context(span) => {
                let mut context = context.clone();
                context.set_span(context.span().located_at(*span));
                quote!(#context)
            }
        });
    let function = &tool.function;
    let span = function.span();
    let call = quote_spanned!(span=> #function(#(#values),*));
    let call = if tool.is_async {
        quote_spanned!(span=> #call.await)
    } else {
        call
    };
    let answer = &tool.answer.ty;
    let data = quote_spanned!(tool.answer.value_span=> __p::tag::<#answer>().__data());
    let failure = quote_spanned!(tool.answer.error_span=> __p::tag::<#answer>().__failure());
    let reply = quote_spanned!(span=> __p::reply(#call, #data, #failure));
    let future = quote_spanned!(span=> __p::Box::pin(async move { #reply }));
    let mutable = if count == 0 { quote!() } else { quote!(mut) };
    quote! {
        |#state, #context, #mutable #arguments| {
            #decode
            #(#borrow)*
            #future
        }
    }
}
