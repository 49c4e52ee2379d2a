//! From a checked tool to tokens. Nothing here can fail.
//!
//! The compiler shows an error at the user's token only if every token of the failing expression
//! carries that token's span. Hence `quote_spanned!` with a name for the runtime at each use, and
//! no local variable in an expression that may fail.

pub(crate) mod argument;
pub(crate) mod companion;
pub(crate) mod shadowing;
pub(crate) mod stand_in;
pub(crate) mod tool_list;
pub(crate) mod warnings;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::{Expr, Path};

use crate::model::inner_types::{self, InnerType};
use crate::model::{Argument, Parameter, Tool, ToolName};
use crate::options::icon::Icon;
use crate::options::output::Output;
use crate::parse::docs;
use crate::util::tokens::{first_span, located_at, path_end};

/// What stands beside a function.
pub(crate) fn tool(tool: &Tool, warnings: &TokenStream) -> TokenStream {
    let Tool {
        runtime,
        visibility,
        companion,
        deprecated,
        ..
    } = tool;
    let parts = Parts::new(tool, &Place::Function);
    let Parts {
        checks,
        constants,
        declaration,
        bounds,
        call,
    } = &parts;
    // The companion is listed under its name and never made, and whatever is said about the
    // function (that it is unused, undocumented, unreachable) is not said about it again.
    let at = located_at(tool.function.span());
    // Where the compiler points to if the name is taken: what `companion` says, or the function.
    let of_companion = located_at(companion.span());
    let mut companion = companion.clone();
    companion.set_span(of_companion);
    let companion_struct = quote_spanned!(of_companion=> struct #companion {});
    let companion_struct = quote! {
        #[doc(hidden)]
        #[allow(unreachable_pub)]
        #visibility #companion_struct
    };
    let companion_impl = quote_spanned! {at=>
        impl<__S: 'static #(+ #bounds)*> __p::CallTool<__S> for #companion {
            const CALL: __p::Call<__S> = #call;
        }
    };
    let registration = tool
        .register
        .as_ref()
        .map(|collection| registration(collection, quote!(#companion)));
    let rest = quote! {
        #[allow(#deprecated unused_qualifications)]
        const _: () = {
            use #runtime::__private::{self as __p, in_scope::*};
            #(#constants)*
            #(#checks)*
            impl __p::Declared for #companion {
                const DECLARATION: __p::Declaration = #declaration;
            }
            #companion_impl
            #registration
        };
        #warnings
    };
    companion::wrap(runtime, &companion_struct, &rest)
}

/// Where the constants of a tool stand, and what its function belongs to.
pub(crate) enum Place<'o> {
    /// Beside each other, in a block.
    Function,
    /// In an `impl` of their own, because a type that they depend on may have parameters.
    Method {
        owner: &'o TokenStream,
        is_generic: bool,
    },
}

impl Place<'_> {
    /// A constant of the tool, as it is named in the trait `impl`s of the companion.
    fn constant(&self, name: &Ident) -> TokenStream {
        match self {
            Place::Function => quote!(#name),
            Place::Method { .. } => quote!(Self::#name),
        }
    }
}

/// What a tool becomes, wherever it is put.
pub(crate) struct Parts {
    /// Items that refuse what only the compiler knows. There are none for what depends on the
    /// parameters of a type: a registry looks at that.
    pub(crate) checks: Vec<TokenStream>,
    /// One for a name that depends on them.
    pub(crate) constants: Vec<TokenStream>,
    pub(crate) declaration: TokenStream,
    /// What the state must have.
    pub(crate) bounds: Vec<TokenStream>,
    pub(crate) call: TokenStream,
}

impl Parts {
    pub(crate) fn new(tool: &Tool, place: &Place<'_>) -> Self {
        let arguments: Vec<&Argument> = tool
            .parameters
            .iter()
            .filter_map(|parameter| match parameter {
                Parameter::Argument(argument) => Some(&**argument),
                _ => None,
            })
            .collect();
        let (own_name, name_check) = match (place, &tool.name) {
            (_, ToolName::Literal(..)) => (None, None),
            // What depends on the parameters of the type is checked where they are known.
            (
                Place::Method {
                    is_generic: true, ..
                },
                ToolName::Constant(path),
            ) => (Some(checked_name(path)), None),
            (_, ToolName::Constant(path)) => (Some(own_name(path, place)), Some(name_check(path))),
        };
        let is_generic = matches!(
            place,
            Place::Method {
                is_generic: true,
                ..
            }
        );
        let of_arguments = arguments
            .iter()
            .filter_map(|argument| argument.unknown_text.as_ref());
        let text_checks = tool
            .unknown_texts
            .iter()
            .chain(of_arguments)
            .filter_map(|text| text.check(is_generic));
        let bounds = tool.parameters.iter().filter_map(|parameter| {
            let Parameter::State(ty) = parameter else {
                return None;
            };
            let at = located_at(first_span(ty));
            Some(quote_spanned!(at=> __p::HasState<#ty>))
        });
        let argument_checks = arguments
            .iter()
            .flat_map(|argument| argument::checks(argument));
        let argument_checks: Vec<_> = argument_checks.collect();
        let icon_checks = tool.icons.iter().flat_map(Icon::checks);
        Parts {
            checks: name_check
                .into_iter()
                .chain(text_checks)
                .chain(
                    argument_checks
                        .into_iter()
                        .chain(icon_checks)
                        .filter(|_| !is_generic),
                )
                .collect(),
            constants: own_name.into_iter().collect(),
            declaration: declaration(tool, &arguments, is_generic, place),
            bounds: bounds.collect(),
            call: adapter(tool, &arguments, place),
        }
    }
}

/// Puts the tools of a type into a collection when the program starts.
pub(crate) fn registration(collection: &Path, tools: TokenStream) -> TokenStream {
    let span = path_end(collection);
    // All that is said about the tools here is said at the collection's name.
    let tools = tools.into_iter().map(|mut token| {
        token.set_span(span);
        token
    });
    quote_spanned! {span=>
        __p::inventory::submit! {
            __p::Joined::new::<#collection>(&<#(#tools)* as __p::McpTool<_>>::ENTRIES)
        }
    }
}

/// A local variable of the adapter, which no name of the user's can reach.
fn local(name: &str) -> Ident {
    Ident::new(name, Span::mixed_site())
}

/// The name of a method's tool, checked where it is used.
fn checked_name(path: &Expr) -> TokenStream {
    let (span, name) = (docs::name_span(path), docs::given(path));
    quote_spanned! {span=>
        const __TOOL_NAME: &'static __p::str = match __p::refused_name(#name) {
            __p::None => #name,
            __p::Some(__refused) => __p::panic!("{}", __refused.__text()),
        };
    }
}

fn own_name(path: &Expr, place: &Place<'_>) -> TokenStream {
    let (span, name) = (docs::name_span(path), docs::given(path));
    let lifetime = match place {
        Place::Function => None,
        // In an `impl`, it has to be said.
        Place::Method { .. } => Some(quote!('static)),
    };
    quote_spanned!(span=> const __TOOL_NAME: &#lifetime __p::str = #name;)
}

/// A name that is a constant is checked by the compiler, in an item: a constant block would be
/// looked at only when code is generated.
fn name_check(path: &Expr) -> TokenStream {
    let (span, name) = (docs::name_span(path), docs::given(path));
    quote_spanned! {span=>
        const _: () = {
            const __TOOL_NAME: &__p::str = #name;
            if let __p::Some(__refused) = __p::refused_name(__TOOL_NAME) {
                __p::panic!("{}", __refused.__text())
            }
        };
    }
}

fn declaration(
    tool: &Tool,
    arguments: &[&Argument],
    is_generic: bool,
    place: &Place<'_>,
) -> TokenStream {
    let name = match &tool.name {
        ToolName::Literal(name, span) => {
            let literal = proc_macro2::Literal::string(name);
            quote_spanned!(*span=> #literal)
        }
        ToolName::Constant(_) => place.constant(&format_ident!("__TOOL_NAME")),
    };
    let description = &tool.description;
    let rows = arguments
        .iter()
        .map(|argument| argument::row(argument, is_generic));
    let tag = tag(tool, place, tool.answer.value_span);
    let (contract, inner) = match &tool.output {
        None => ("Output", &tool.answer.inner[..]),
        Some(Output::Unpublished(_)) => ("Written", &tool.answer.inner[..]),
        Some(Output::Of(_)) => ("Output", &[][..]),
    };
    let contract = Ident::new(contract, tool.answer.value_span);
    let parts = inner_types::list(inner);
    let after_parts = (!inner.is_empty())
        .then(|| quote_spanned!(tool.answer.value_span=> .__after::<__p::#contract, #parts>()));
    let schema = match &tool.output {
        None => quote_spanned!(tool.answer.value_span=> #tag.__value() #after_parts.__schema()),
        Some(Output::Unpublished(_)) => {
            quote_spanned!(tool.answer.value_span=> #tag.__value().__after::<__p::Written, #parts>().__schema())
        }
        Some(Output::Of(ty)) => {
            let at = located_at(first_span(ty));
            quote_spanned!(at=> #tag.__output::<#ty>())
        }
    };
    let type_checks = arguments
        .iter()
        .flat_map(|argument| argument::type_checks(argument));
    let answer_checks = inner.iter().enumerate().map(|(position, part)| {
        let InnerType { ty, span } = part;
        let earlier = inner_types::list(&inner[..position]);
        let tag = self::tag(tool, place, *span);
        quote_spanned! {*span=>
            #tag.__value().__types::<__p::#contract, #earlier, #ty>().__part().__check();
        }
    });
    let checks: TokenStream = type_checks.chain(answer_checks).collect();
    let schema = match checks.is_empty() {
        true => schema,
        false => quote!({ #checks #schema }),
    };
    let title = tool.title.iter();
    let flags = tool.flags.iter().map(|(flag, value)| {
        let flag = Ident::new(flag, Span::call_site());
        quote!(.#flag(#value))
    });
    let icons = &tool.icons;
    let icons = (!icons.is_empty()).then(|| quote!(.icons(&[#(#icons),*])));
    let meta = tool.meta.iter();
    let wrap = tool.wrap.iter();
    let timeout = tool.timeout.iter();
    quote! {
        __p::declare(#name, #description, &[#(#rows),*], || #schema)
            #(.title(#title))* #(#flags)* #icons #(.meta(#meta))* #(.wrap(#wrap))* #(.timeout(#timeout))*
    }
}

/// The function, as it is called from outside of its block.
fn function(tool: &Tool, place: &Place<'_>) -> TokenStream {
    let function = &tool.function;
    match place {
        Place::Function => quote!(#function),
        Place::Method { owner, .. } => quote_spanned!(function.span()=> <#owner>::#function),
    }
}

/// The return type. It is inferred where the compiler would refuse each mention of it once more.
fn tag(tool: &Tool, place: &Place<'_>, span: Span) -> TokenStream {
    let answer = &tool.answer.ty;
    if !tool.answer.is_incomplete {
        return quote_spanned!(span=> __p::tag::<#answer>());
    }
    let function = function(tool, place);
    let name = if tool.is_async {
        "tag_of_future"
    } else {
        "tag_of"
    };
    let tag = Ident::new(name, span);
    if tool.parameters.is_empty() {
        return quote_spanned!(span=> __p::#tag(#function));
    }
    let values = tool
        .parameters
        .iter()
        .map(|_| quote_spanned!(span=> __p::any()));
    quote_spanned!(span=> __p::#tag(|| #function(#(#values),*)))
}

/// The function that a registry calls: decodes all arguments, then makes the future.
fn adapter(tool: &Tool, parameters: &[&Argument], place: &Place<'_>) -> TokenStream {
    let count = parameters.len();
    let (state, context, arguments) = (local("__s"), local("__cx"), local("__a"));
    let locals: Vec<Ident> = (0..count)
        .map(|position| local(&format!("__{position}")))
        .collect();
    let decode = if count == 0 {
        quote!()
    } else {
        let gets = parameters
            .iter()
            .map(|argument| argument::read(argument, &arguments));
        let refuse = match tool.blocking {
            false => quote!(refuse),
            true => quote!(refused),
        };
        // The tuple is complete before it is matched, so that all faults are found.
        quote! {
            let (#(__p::Some(#locals),)*) = (#(#gets,)*) else {
                return #arguments.#refuse();
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
                // Where the compiler points to if it cannot go to another thread.
                let value = decoded.next().cloned().map(|mut value| {
                    value.set_span(value.span().located_at(argument.span));
                    value
                });
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
            // Which type it is, only the compiler can tell.
            Parameter::Context(ty, span) => {
                let at = located_at(*span);
                quote_spanned!(at=> <#ty as __p::ContextArgument>::of(#context))
            }
        });
    let span = tool.function.span();
    let function = function(tool, place);
    let call = quote_spanned!(span=> #function(#(#values),*));
    let call = if tool.is_async {
        quote_spanned!(span=> #call.await)
    } else {
        call
    };
    let (at_value, at_error) = (tool.answer.value_span, tool.answer.error_span);
    let value = tag(tool, place, at_value);
    let data = quote_spanned!(at_value=> #value.__value().__write());
    let error = tag(tool, place, at_error);
    let failure = quote_spanned!(at_error=> #error.__failure());
    let reply = quote_spanned!(span=> __p::reply(#call, #data, #failure));
    let (call, end) = match tool.blocking {
        false => (
            quote!(Future),
            quote_spanned!(span=> __p::soon(async move { #reply })),
        ),
        true => (quote!(Blocking), reply),
    };
    let mutable = if count == 0 { quote!() } else { quote!(mut) };
    quote! {
        __p::Call::#call(|#state, #context, #mutable #arguments| {
            #decode
            #(#borrow)*
            #end
        })
    }
}
