//! `#[derive(ElicitForm)]`: a struct that a user fills in, or what one of its fields can be.

mod foreign;
mod options;

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens as _, quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{
    Data, DataEnum, DataStruct, DeriveInput, Field, Fields, GenericArgument, GenericParam,
    PathArguments, Type,
};

use crate::codegen::warnings::{Warnings, sounds_secret};
use crate::diagnostics::Errors;
use crate::parse::helper;
use crate::util::show::show;
use crate::util::tokens::{located_at, type_span, ungroup_type};

use foreign::{Foreign, Stand};
use options::{FieldOptions, crate_path};

/// What a type is, in a form.
enum Role {
    /// The form itself; the check of its fields.
    Form(Option<TokenStream>),
    /// One value of a field; the check of what is inside.
    Field(Option<TokenStream>),
    /// A value that is chosen.
    Choice,
}

/// The implementations, or what is wrong with the type.
pub(crate) fn expand(item: TokenStream) -> TokenStream {
    let input: DeriveInput = match syn::parse2(item) {
        Ok(input) => input,
        Err(error) => return error.into_compile_error(),
    };
    let mut errors = Errors::default();
    let runtime = helper::runtime(crate_path(&input, &mut errors).as_ref());
    if let Some(parameter) = input.generics.params.first() {
        let (what, help) = match parameter {
            GenericParam::Lifetime(_) => (
                "a form cannot borrow: what the user fills in is its own",
                "own what it holds, for example as a `String`",
            ),
            _ => (
                "a form has no parameters: its fields are known when it compiles",
                "write the type that is meant, in a form of its own for each",
            ),
        };
        errors.report(parameter.span(), what, help);
    }
    let mut warnings = Warnings::new(&runtime);
    let role = role(&input, &mut warnings, &mut errors);
    let (messages, warnings) = match errors.finish(Some(warnings)) {
        Ok(warnings) => (None, Some(warnings)),
        Err(messages) => (Some(messages), None),
    };
    // A mistake has been reported; that there is no form need not be.
    let checked = messages.is_none();
    let implementations = role
        .filter(|_| input.generics.params.is_empty())
        .map(|role| role.implementations(&input, checked));
    quote! {
        #messages
        const _: () = {
            use #runtime::__private as __p;
            #implementations
        };
        #warnings
    }
}

fn role(input: &DeriveInput, warnings: &mut Warnings, errors: &mut Errors) -> Option<Role> {
    let foreign = Foreign::of(&input.attrs);
    match &input.data {
        Data::Struct(data) => structure(input, data, &foreign, warnings, errors),
        Data::Enum(data) => {
            choice(input, data, &foreign, errors);
            Some(Role::Choice)
        }
        Data::Union(data) => {
            errors.report(
                data.union_token.span,
                "a union is no form",
                "write a struct with a field for each thing to fill in",
            );
            None
        }
    }
}

fn structure(
    input: &DeriveInput,
    data: &DataStruct,
    foreign: &Foreign,
    warnings: &mut Warnings,
    errors: &mut Errors,
) -> Option<Role> {
    let name = &input.ident;
    match &data.fields {
        Fields::Named(fields) => {
            foreign.refuse_for_a_form(errors);
            let checks = match foreign.read_as() {
                // The form is what it is converted from.
                Some(Stand::Type(ty)) => Some(check(&ty, &quote!(ElicitForm), &quote!(FIELDS))),
                Some(Stand::Unknown) => None,
                None => {
                    let fields = fields.named.iter();
                    let checks = fields.filter_map(|field| form_field(field, warnings, errors));
                    Some(quote!(&[#(#checks),*]))
                }
            };
            Some(Role::Form(checks))
        }
        Fields::Unnamed(fields) if fields.unnamed.len() == 1 => {
            let check = match foreign.read_as() {
                Some(Stand::Type(ty)) => Some(whole(&ty)),
                Some(Stand::Unknown) => None,
                None => value(&fields.unnamed[0], errors),
            };
            Some(Role::Field(check))
        }
        Fields::Unnamed(fields) => {
            errors.report(
                fields.paren_token.span.join(),
                format!("the fields of the form `{name}` have no names"),
                format!("write `struct {name} {{ … }}`, with a name for each field"),
            );
            Some(Role::Form(None))
        }
        Fields::Unit => {
            errors.report(
                name.span(),
                format!("a form is an object, and `{name}` is none"),
                format!(
                    "write `struct {name} {{}}` to ask for a yes or no alone, or give it fields"
                ),
            );
            Some(Role::Form(None))
        }
    }
}

/// What an enum must be to be chosen from.
fn choice(input: &DeriveInput, data: &DataEnum, foreign: &Foreign, errors: &mut Errors) {
    let name = &input.ident;
    foreign.refuse_for_a_choice(errors);
    if data.variants.is_empty() {
        errors.report(
            name.span(),
            format!("`{name}` has no variants, so there is nothing to choose"),
            "write a variant for each choice",
        );
    }
    for variant in &data.variants {
        options::refuse_above_a_variant(&variant.attrs, errors);
        let at = match &variant.fields {
            Fields::Unit => {
                Foreign::of(&variant.attrs).refuse_for_a_variant(errors);
                continue;
            }
            Fields::Named(fields) => fields.brace_token.span.join(),
            Fields::Unnamed(fields) => fields.paren_token.span.join(),
        };
        errors.report(
            at,
            format!("`{}` has data, and a choice is a name alone", variant.ident),
            format!(
                "write `{}` alone, and what belongs to it as a field of the form, in an `Option`",
                variant.ident
            ),
        );
    }
}

/// The check of a form's field, unless it is not in the form.
fn form_field(field: &Field, warnings: &mut Warnings, errors: &mut Errors) -> Option<TokenStream> {
    let options = FieldOptions::parse(&field.attrs, errors);
    let foreign = Foreign::of(&field.attrs);
    foreign.refuse_for_a_field(errors);
    if foreign.is_skipped() {
        return None;
    }
    let name = field.ident.as_ref()?;
    let wire_name = foreign.rename().unwrap_or_else(|| {
        let name = name.to_string();
        name.strip_prefix("r#").unwrap_or(&name).to_owned()
    });
    if !options.secret_allowed && sounds_secret(&wire_name) && !is_truth(&field.ty) {
        // R199
        let note = format!(
            "field `{wire_name}` sounds like a secret, and a form must not ask for one: the client \
             sees what is filled in, and its model may\n\nhelp: take it from the configuration of \
             the server, or from a page of your own, which `elicit_url` asks the user to open; \
             `#[elicit(allow(secret_field))]` above the field silences this\nsee \
             https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation"
        );
        warnings.add(name.span(), "secret_field", &note);
    }
    if options.foreign {
        return None;
    }
    Some(match foreign.read_as() {
        Some(Stand::Type(ty)) => whole(&ty),
        Some(Stand::Unknown) => return None,
        None => part(&field.ty),
    })
}

/// The check of the one field of a newtype.
fn value(field: &Field, errors: &mut Errors) -> Option<TokenStream> {
    let options = FieldOptions::parse(&field.attrs, errors);
    match Foreign::of(&field.attrs).read_as() {
        _ if options.foreign => None,
        Some(Stand::Type(ty)) => Some(whole(&ty)),
        Some(Stand::Unknown) => None,
        None => Some(part(&field.ty)),
    }
}

/// The check of a type, at what is wrong in it: `Address` of `Option<Address>`, `String` of
/// `Vec<String>`.
fn part(ty: &Type) -> TokenStream {
    if let Some(inner) = argument_of(ty, &["Option"]) {
        return part(inner);
    }
    match argument_of(ty, &["Vec", "HashSet", "BTreeSet"]) {
        Some(choice) => check(choice, &quote!(FormChoice), &quote!(CHOICE)),
        None => whole(ty),
    }
}

fn whole(ty: &Type) -> TokenStream {
    check(ty, &quote!(FormField), &quote!(FIELD))
}

fn check(ty: &Type, bound: &TokenStream, constant: &TokenStream) -> TokenStream {
    let at = located_at(type_span(ty));
    let bound = respan(bound, at);
    let constant = respan(constant, at);
    quote_spanned!(at=> <#ty as __p::#bound>::#constant)
}

fn respan(tokens: &TokenStream, at: Span) -> TokenStream {
    let tokens = tokens.clone().into_iter();
    tokens
        .map(|mut token| {
            token.set_span(at);
            token
        })
        .collect()
}

/// The first argument of a type that is called so, `T` of `Option<T>`. What else is called so is
/// found out when the form is made.
fn argument_of<'t>(ty: &'t Type, names: &[&str]) -> Option<&'t Type> {
    let Type::Path(path) = ungroup_type(ty) else {
        return None;
    };
    let last = path.path.segments.last()?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else {
        return None;
    };
    let first = arguments.args.iter().find_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    });
    first.filter(|_| names.iter().any(|name| last.ident == name))
}

/// Whether a field is `bool`, which keeps no secret.
fn is_truth(ty: &Type) -> bool {
    let ty = argument_of(ty, &["Option"]).unwrap_or(ty);
    show(&ungroup_type(ty).to_token_stream()) == "bool"
}

impl Role {
    fn implementations(&self, input: &DeriveInput, checked: bool) -> TokenStream {
        let name = &input.ident;
        let checked = |constant: TokenStream, check: &Option<TokenStream>| {
            let check = check.as_ref().filter(|_| checked);
            check.map(|check| quote!(const #constant = #check;))
        };
        match self {
            Role::Form(check) => {
                let fields = checked(quote!(FIELDS: &'static [()]), check);
                quote! {
                    #[automatically_derived]
                    #[allow(deprecated)]
                    impl __p::ElicitForm for #name { #fields }
                }
            }
            Role::Field(check) => {
                let field = checked(quote!(FIELD: ()), check);
                quote! {
                    #[automatically_derived]
                    #[allow(deprecated)]
                    impl __p::FormField for #name { #field }
                }
            }
            Role::Choice => quote! {
                #[automatically_derived]
                impl __p::FormField for #name {}
                #[automatically_derived]
                impl __p::FormChoice for #name {}
            },
        }
    }
}
