//! `#[derive(ToolError)]`: maps an error struct, or each variant of an error enum, to a `ToolError`.

mod options;

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{Data, DeriveInput, Field, Fields, GenericParam, LitStr, Member};

use crate::derive::in_scope;
use crate::derive::template::{Template, field_name, local};
use crate::diagnostics::Errors;
use crate::parse::helper;
use crate::util::tokens::located_at;
use crate::util::types::type_span;

use options::{ENUM, Options, STRUCT, VARIANT};

const HELPER: &str = "tool_error";

/// Returns the implementation of `IntoToolError`, together with any errors. Omits the implementation if the path
/// in `crate = …` is invalid.
pub(crate) fn expand(input: &DeriveInput) -> TokenStream {
    let mut errors = Errors::default();
    let (whole, arms) = read(input, &mut errors);
    let (messages, body) = match errors.finish(Some(arms)) {
        Ok(arms) => (None, quote!(match self { #(#arms)* })),
        // After an error, generate an implementation whose body panics. Without an
        // implementation, the compiler would report the missing implementation as a second error.
        Err(messages) => (Some(messages), quote!(__mcp::panic!("it does not compile"))),
    };
    let implementation = whole
        .runtime()
        .map(|runtime| implementation(input, &runtime, &body));
    quote!(#messages #implementation)
}

/// Returns the options of the type. Also returns a `match` arm for the struct or for each variant, if the options
/// of that struct or variant are valid.
fn read(input: &DeriveInput, errors: &mut Errors) -> (Options, Vec<TokenStream>) {
    for parameter in &input.generics.params {
        if let GenericParam::Lifetime(lifetime) = parameter {
            errors.report(
                lifetime.lifetime.span(),
                "an error cannot borrow data, because the log keeps the error",
                "use owned types, for example `String`",
            );
        }
    }
    let place = match input.data {
        Data::Enum(_) => &ENUM,
        Data::Struct(_) | Data::Union(_) => &STRUCT,
    };
    let whole = Options::parse(&input.attrs, place, errors);
    let at = input.ident.span();
    let mut arms = Vec::new();
    match &input.data {
        Data::Struct(data) => {
            refuse_on_fields(&data.fields, "the struct", errors);
            let mapping = whole.mapping(&input.ident, &data.fields, false, errors);
            arms.extend(mapping.map(|mapping| mapping.arm(&quote!(Self), &data.fields, at)));
        }
        Data::Enum(data) => {
            let private = whole.is_private().unwrap_or(false);
            for variant in &data.variants {
                let (name, fields) = (&variant.ident, &variant.fields);
                refuse_on_fields(fields, "the variant", errors);
                let options = Options::parse(&variant.attrs, &VARIANT, errors);
                let mapping = options.mapping(name, fields, private, errors);
                arms.extend(mapping.map(|mapping| mapping.arm(&quote!(Self::#name), fields, at)));
            }
        }
        Data::Union(data) => errors.report(
            data.union_token.span(),
            "a union cannot be a tool error",
            "make it an enum",
        ),
    }
    (whole, arms)
}

fn refuse_on_fields(fields: &Fields, place: &str, errors: &mut Errors) {
    for field in fields {
        helper::refuse(
            &field.attrs,
            HELPER,
            "`#[tool_error]` does not apply to a field",
            &format!(
                "write `#[tool_error(…)]` above {place}; the model sees only fields that the text names in `{{…}}`"
            ),
            errors,
        );
    }
}

/// The checked options of a variant or a struct.
struct Mapping {
    text: Text,
    suggestions: Vec<Template>,
    retry_after: Option<u64>,
    code: Option<LitStr>,
}

enum Text {
    Display,
    Public(Template),
    Private,
    /// `#[error(transparent)]`: the result is the mapping of the only field. If that field's type has no
    /// mapping, the model reads the field's `Display` text.
    Inner,
    /// `#[tool_error(transparent)]`: the result is the mapping of the only field. The compiler reports a
    /// field whose type has no mapping.
    Transparent,
}

impl Mapping {
    /// Returns the `match` arm for the variant or struct at `path`. `at` is the span of the error type's
    /// name.
    fn arm(&self, path: &TokenStream, fields: &Fields, at: Span) -> TokenStream {
        let public = match &self.text {
            Text::Public(text) => Some(text),
            _ => None,
        };
        let start = match (&self.text, public.map(Template::format)) {
            (Text::Private, _) => quote!(__mcp::Mapping::private()),
            (_, Some(text)) => quote!(__mcp::Mapping::public(#text)),
            _ => quote!(__mcp::Mapping::display()),
        };
        let suggestions = self.suggestions.iter().map(Template::format);
        let retry_after = self.retry_after.iter();
        let code = self.code.iter();
        let mapping = quote! {
            #start #(.suggest(#suggestions))* #(.retry_after(#retry_after))* #(.code(#code))*
        };
        let members: Vec<Member> = fields.members().collect();
        match (&self.text, fields.iter().next()) {
            (Text::Transparent, Some(Field { ty, .. })) => {
                let (member, at) = (&members[0], located_at(type_span(ty)));
                let inner = local(&field_name(member));
                let map = quote_spanned!(at=> <#ty as __mcp::TransparentError>::__into_tool_error);
                quote!(#path { #member: #inner } => #map(#inner),)
            }
            (Text::Inner, Some(Field { ty, .. })) => {
                let (member, at) = (&members[0], located_at(type_span(ty)));
                let inner = local(&field_name(member));
                let map = quote_spanned!(at=> __mcp::inner_error::<#ty>().__map_inner());
                quote! {
                    #path { #member: #inner } => {
                        use __mcp::select::*;
                        let mapping = #mapping;
                        #map(mapping, #inner)
                    }
                }
            }
            _ => {
                let is_used = |position: usize| {
                    let templates = public.into_iter().chain(&self.suggestions);
                    templates
                        .flat_map(Template::fields)
                        .any(|used| used == position)
                };
                let used = members
                    .iter()
                    .enumerate()
                    .filter(|(position, _)| is_used(*position));
                let bindings = used.map(|(_, member)| {
                    let local = local(&field_name(member));
                    quote!(#member: ref #local,)
                });
                // `apply` requires that the type of `self` implements `Error`. Give the call the
                // span of the type's name, so that the compiler reports a missing implementation
                // at this name.
                let apply = quote_spanned!(located_at(at)=> apply(self));
                quote!(#path { #(#bindings)* .. } => #mapping.#apply,)
            }
        }
    }
}

fn implementation(input: &DeriveInput, runtime: &TokenStream, body: &TokenStream) -> TokenStream {
    let ident = &input.ident;
    let (parameters, arguments, conditions) = input.generics.split_for_impl();
    let implementation = quote! {
        #[automatically_derived]
        #[allow(deprecated)]
        impl #parameters __mcp::IntoToolError for #ident #arguments #conditions {
            fn into_tool_error(self) -> __mcp::ToolError {
                #body
            }
        }
    };
    in_scope(runtime, &implementation)
}
