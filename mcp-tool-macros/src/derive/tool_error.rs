//! `#[derive(ToolError)]`: maps an error struct, or each variant of an error enum, to a `ToolError`.

mod options;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::ext::IdentExt as _;
use syn::{Data, DeriveInput, Fields, GenericParam, LitStr, Member};

use crate::codegen::fragments::runtime;
use crate::derive::in_scope;
use crate::diagnostics::{Errors, help_for_unknown};
use crate::parse::helper;
use crate::util::tokens::located_at;
use crate::util::types::type_span;

use options::{ENUM, HELPER, Options, STRUCT, VARIANT};

/// Returns the implementation of `IntoToolError`, together with any errors.
pub(crate) fn expand(input: &DeriveInput) -> TokenStream {
    let mut errors = Errors::default();
    for parameter in &input.generics.params {
        if let GenericParam::Lifetime(lifetime) = parameter {
            errors.report(
                lifetime.lifetime.span(),
                "an error cannot borrow data, because the log keeps the error",
                "use owned types, for example `String`",
            );
        }
    }
    let list = if matches!(input.data, Data::Enum(_)) {
        &ENUM
    } else {
        &STRUCT
    };
    let whole = Options::parse(&input.attrs, list, &mut errors);
    let arms = arms(input, &whole, &mut errors);
    let (messages, body) = match errors.finish(Some(())) {
        Ok(()) => (None, quote!(match self { #(#arms)* })),
        // After an error, generate an implementation whose body panics. Without an
        // implementation, the compiler would report the missing implementation as a second error.
        Err(messages) => (Some(messages), quote!(__mcp::panic!("it does not compile"))),
    };
    let name = &input.ident;
    let (parameters, arguments, conditions) = input.generics.split_for_impl();
    let implementation = quote! {
        #[automatically_derived]
        #[allow(deprecated)]
        impl #parameters __mcp::IntoToolError for #name #arguments #conditions {
            fn into_tool_error(self) -> __mcp::ToolError {
                #body
            }
        }
    };
    let implementation = in_scope(&runtime(whole.crate_path.as_ref()), &implementation);
    quote!(#messages #implementation)
}

/// Returns a `match` arm for the struct or for each variant.
fn arms(input: &DeriveInput, whole: &Options, errors: &mut Errors) -> Vec<TokenStream> {
    let at = input.ident.span();
    match &input.data {
        Data::Struct(data) => {
            let (name, fields) = (&input.ident, &data.fields);
            refuse_on_fields(fields, "the struct", errors);
            vec![arm(whole, &quote!(Self), name, fields, at, errors)]
        }
        Data::Enum(data) => {
            let arms = data.variants.iter().map(|variant| {
                let (name, fields) = (&variant.ident, &variant.fields);
                refuse_on_fields(fields, "the variant", errors);
                let mut options = Options::parse(&variant.attrs, &VARIANT, errors);
                // `private` above the enum is for the variants without a text.
                if options.is_private().is_none() && options.text.is_none() {
                    options.private = whole.private.filter(|is_private| *is_private);
                }
                arm(&options, &quote!(Self::#name), name, fields, at, errors)
            });
            arms.collect()
        }
        Data::Union(data) => {
            let at = data.union_token.span;
            errors.report(at, "a union cannot be a tool error", "make it an enum");
            Vec::new()
        }
    }
}

fn refuse_on_fields(fields: &Fields, place: &str, errors: &mut Errors) {
    let what = "`#[tool_error]` does not apply to a field";
    let help = format!(
        "write `#[tool_error(…)]` above {place}; the model sees only fields that the text names in `{{…}}`"
    );
    for field in fields {
        helper::refuse(&field.attrs, HELPER, what, &help, errors);
    }
}

/// Returns the `match` arm for the variant or struct `owner` at `path`. `at` is the span of the error type's name.
fn arm(
    options: &Options,
    path: &TokenStream,
    owner: &Ident,
    fields: &Fields,
    at: Span,
    errors: &mut Errors,
) -> TokenStream {
    options.check(owner, fields, errors);
    let mut format = |text| format(text, owner, fields, errors);
    let private = options.is_private();
    let start = match &options.text {
        Some(text) => {
            let text = format(text);
            quote!(__mcp::Mapping::public(#text))
        }
        None if private == Some(true) => quote!(__mcp::Mapping::private()),
        None => quote!(__mcp::Mapping::display()),
    };
    let suggestions: Vec<_> = options.suggest.iter().map(format).collect();
    let retry_after = options.retry_after.iter().map(|time| time.milliseconds);
    let code = options.code.iter();
    let mapping = quote! {
        #start #(.suggest(#suggestions))* #(.retry_after(#retry_after))* #(.code(#code))*
    };
    let is_inner = options.shows_inner && private.is_none() && options.text.is_none();
    if let (Some(field), Some(member), 1) =
        (fields.iter().next(), fields.members().next(), fields.len())
        && (options.transparent || is_inner)
    {
        let (ty, inner) = (&field.ty, local(&member));
        let at = located_at(type_span(ty));
        if options.transparent {
            // The compiler reports a field whose type has no mapping.
            let map = quote_spanned!(at=> <#ty as __mcp::TransparentError>::__into_tool_error);
            return quote!(#path { #member: #inner } => #map(#inner),);
        }
        // `#[error(transparent)]`: the result is the mapping of the only field. If that field's type has no mapping,
        // the model reads the field's `Display` text.
        let map = quote_spanned!(at=> __mcp::inner_error::<#ty>().__map_inner());
        return quote! {
            #path { #member: #inner } => {
                use __mcp::select::*;
                let mapping = #mapping;
                #map(mapping, #inner)
            }
        };
    }
    let has_texts = options.text.is_some() || !options.suggest.is_empty();
    let bindings = fields.members().filter(|_| has_texts).map(|member| {
        let local = local(&member);
        quote!(#member: ref #local,)
    });
    // `apply` requires that the type of `self` implements `Error`. Give the call the span of the type's name, so that
    // the compiler reports a missing implementation at this name.
    let apply = quote_spanned!(located_at(at)=> apply(self));
    quote!(#path { #(#bindings)* .. } => #mapping.#apply,)
}

/// Returns the expression that formats a text. Each placeholder, such as `{city}` or `{0}`, becomes one for the local
/// variable of the field. Reports a placeholder that is not a field.
fn format(text: &LitStr, owner: &Ident, fields: &Fields, errors: &mut Errors) -> TokenStream {
    let names: Vec<String> = fields.members().map(|member| name(&member)).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let value = text.value();
    let mut pieces = value.split('{');
    let mut written = pieces.next().unwrap_or_default().to_owned();
    let mut is_escaped = false;
    for piece in pieces {
        written.push('{');
        // `{{` stands for a brace.
        let begins_escape = !is_escaped && piece.is_empty();
        if !is_escaped && !begins_escape {
            let end = piece.find([':', '}']).unwrap_or(piece.len());
            let name = piece[..end].trim();
            if !names.contains(&name) {
                let what = format!("`{owner}` has no field for the placeholder `{{{name}}}`");
                let help = match names[..] {
                    [] => "remove the placeholder; to show braces, write `{{` and `}}`".to_owned(),
                    _ => help_for_unknown("field", name, &names),
                };
                errors.report(text.span(), what, help);
                break;
            }
            written.push('_');
        }
        is_escaped = begins_escape;
        written += piece;
    }
    let text = LitStr::new(&written, text.span().resolved_at(Span::call_site()));
    quote_spanned!(text.span()=> __mcp::format!(#text))
}

/// Returns the name of a field in a placeholder.
fn name(member: &Member) -> String {
    match member {
        Member::Named(name) => name.unraw().to_string(),
        Member::Unnamed(index) => index.index.to_string(),
    }
}

/// Returns the local variable for a field.
fn local(member: &Member) -> Ident {
    format_ident!("_{}", name(member))
}
