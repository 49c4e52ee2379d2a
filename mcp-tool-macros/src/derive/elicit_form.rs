//! `#[derive(ElicitForm)]`: makes a struct with named fields a form. An enum or a newtype becomes a type that
//! a form field can have.

mod foreign;
mod options;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::ext::IdentExt as _;
use syn::spanned::Spanned as _;
use syn::{Data, DataEnum, DeriveInput, Field, Fields, Type};

use crate::codegen::fragments::runtime;
use crate::codegen::warnings::warnings;
use crate::derive::in_scope;
use crate::diagnostics::Errors;
use crate::model::warnings::{Warning, sounds_secret};
use crate::util::tokens::{is_one_of, located_at};
use crate::util::types::{named, type_span};

use foreign::{CHOICE, FIELD, FORM, Foreign, VARIANT};
use options::{FormOptions, HELPER};

/// A trait to implement for the type, and a constant that makes the compiler check the types of the fields.
type Implementation = (&'static str, Option<TokenStream>);

/// Returns the trait implementations, together with any errors or warnings about the type.
pub(crate) fn expand(input: &DeriveInput) -> TokenStream {
    let mut errors = Errors::default();
    let options: FormOptions = HELPER.of_type(&input.attrs, &mut errors);
    let runtime = runtime(options.crate_path.as_ref());
    if let Some(parameter) = input.generics.params.first() {
        errors.report(
            parameter.span(),
            "a form cannot have parameters, because it owns what the user fills in",
            "use owned types such as `String`, and write a separate form for each use",
        );
    }
    let mut found = Vec::new();
    let traits = match &input.data {
        Data::Struct(data) => vec![structure(input, &data.fields, &mut found, &mut errors)],
        Data::Enum(data) => {
            choice(input, data, &mut errors);
            vec![("FormField", None), ("FormChoice", None)]
        }
        Data::Union(data) => {
            errors.report(
                data.union_token.span,
                "a union cannot be a form",
                "write a struct with a field for each thing to fill in",
            );
            Vec::new()
        }
    };
    // After an error, still implement the traits for a type without generics, so that the
    // compiler does not report them as missing. But do not generate compile-time checks, because
    // a check could cause a second error.
    let is_valid = errors.is_empty();
    let messages = errors.finish(Some(())).err();
    let warnings = is_valid.then(|| warnings(&runtime, &found));
    let name = &input.ident;
    let is_generic = !input.generics.params.is_empty();
    let implementations = traits.iter().filter(|_| !is_generic).map(|(bound, check)| {
        let bound = Ident::new(bound, Span::call_site());
        let check = check.as_ref().filter(|_| is_valid);
        quote! {
            #[automatically_derived]
            #[allow(deprecated)]
            impl __mcp::#bound for #name { #check }
        }
    });
    let implementations = in_scope(&runtime, &quote!(#(#implementations)*));
    quote!(#messages #implementations #warnings)
}

/// Reads a form, or a newtype.
fn structure(
    input: &DeriveInput,
    fields: &Fields,
    warnings: &mut Vec<Warning>,
    errors: &mut Errors,
) -> Implementation {
    let (name, foreign) = (&input.ident, Foreign::read(&input.attrs));
    let at = match fields {
        Fields::Named(fields) => {
            foreign.refuse(FORM, name, errors);
            let fields = fields.named.iter();
            let own: Vec<_> = fields
                .filter_map(|field| form_field(field, warnings, errors))
                .collect();
            let checks = match foreign.read_as() {
                // An attribute such as `#[serde(from = "Type")]` makes serde read a value of
                // another type, and convert the value into this struct. The form has the fields
                // of the other type, so check the other type.
                Some(ty) => ty.map(|ty| check(&ty, "ElicitForm", "FIELDS")),
                None => Some(quote!(&[#(#own),*])),
            };
            let checks = checks.map(|checks| quote!(const FIELDS: &'static [()] = #checks;));
            return ("ElicitForm", checks);
        }
        Fields::Unnamed(fields) if fields.unnamed.len() == 1 => {
            let field = &fields.unnamed[0];
            let options = HELPER.of_field(&field.attrs, errors);
            let check = match foreign.read_as() {
                Some(ty) => ty.map(|ty| field_type(&ty)),
                None => field_check(field, &options, &Foreign::read(&field.attrs)),
            };
            return (
                "FormField",
                check.map(|check| quote!(const FIELD: () = #check;)),
            );
        }
        Fields::Unnamed(fields) => fields.paren_token.span.join(),
        Fields::Unit => name.span(),
    };
    errors.report(
        at,
        format!("the form `{name}` has no fields with names"),
        format!("write `struct {name} {{ … }}`, with a name for each field, or `struct {name} {{}}` for a form that the user only accepts or declines"),
    );
    ("ElicitForm", None)
}

/// Checks that an enum has at least one variant and that no variant has fields. Also reports attributes that
/// a choice cannot have.
fn choice(input: &DeriveInput, data: &DataEnum, errors: &mut Errors) {
    let name = &input.ident;
    Foreign::read(&input.attrs).refuse(CHOICE, name, errors);
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
                Foreign::read(&variant.attrs).refuse(VARIANT, name, errors);
                continue;
            }
            Fields::Named(fields) => fields.brace_token.span.join(),
            Fields::Unnamed(fields) => fields.paren_token.span.join(),
        };
        let choice = &variant.ident;
        errors.report(
            at,
            format!("the choice `{choice}` has data, but a choice must be only a name"),
            format!("write `{choice}`, and ask for the data in an `Option` field of a form"),
        );
    }
}

/// Returns the code that checks the type of a field. Returns `None` if the form omits the field, or if
/// [`field_check`] returns `None`. Warns if the field name sounds like a secret, unless the value is a `bool` or
/// the author allows the name.
fn form_field(
    field: &Field,
    warnings: &mut Vec<Warning>,
    errors: &mut Errors,
) -> Option<TokenStream> {
    let options: FormOptions = HELPER.of_field(&field.attrs, errors);
    let foreign = Foreign::read(&field.attrs);
    let name = field.ident.as_ref()?;
    foreign.refuse(FIELD, name, errors);
    if foreign.is_skipped() {
        return None;
    }
    let wire_name = foreign.rename().unwrap_or_else(|| name.unraw().to_string());
    // A `bool` cannot contain a secret.
    let inner = argument_of(&field.ty, &["Option"]).unwrap_or(&field.ty);
    let is_flag = named(inner).is_some_and(|(name, _)| name == "bool");
    if !options.secret_allowed && sounds_secret(&wire_name) && !is_flag {
        let note = format!(
            "field `{wire_name}` sounds like a secret, and a form must not ask for one, because the \
             client reads the values\n\nhelp: read the secret from the server's configuration, or let the user enter it on a page that `elicit_url` opens; \
             `#[elicit(allow(secret_field))]` above the field silences this\nsee \
             https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation"
        );
        warnings.push(Warning {
            name: "secret_field",
            at: name.span(),
            note,
        });
    }
    field_check(field, &options, &foreign)
}

/// Returns the code that checks the type of a field. Returns `None` for `#[elicit(foreign)]`, or if the macro
/// cannot know the type that the schema describes.
fn field_check(field: &Field, options: &FormOptions, foreign: &Foreign) -> Option<TokenStream> {
    match foreign.read_as() {
        _ if options.foreign => None,
        Some(ty) => ty.map(|ty| field_type(&ty)),
        None => Some(inner_type(&field.ty)),
    }
}

/// Returns the code that checks a type. Compiler errors point at the inner type, for example at `Address` in
/// `Option<Address>`.
fn inner_type(ty: &Type) -> TokenStream {
    if let Some(inner) = argument_of(ty, &["Option"]) {
        return inner_type(inner);
    }
    match argument_of(ty, &["Vec", "HashSet", "BTreeSet"]) {
        Some(choice) => check(choice, "FormChoice", "CHOICE"),
        None => field_type(ty),
    }
}

fn field_type(ty: &Type) -> TokenStream {
    check(ty, "FormField", "FIELD")
}

fn check(ty: &Type, bound: &str, constant: &str) -> TokenStream {
    let at = located_at(type_span(ty));
    let (bound, constant) = (Ident::new(bound, at), Ident::new(constant, at));
    quote_spanned!(at=> <#ty as __mcp::#bound>::#constant)
}

/// Returns the first type argument, for example `T` of `Option<T>`, if the name of `ty` is in `names`. A type
/// from another crate can have one of these names. For such a type, building the form fails at run time.
fn argument_of<'t>(ty: &'t Type, names: &[&str]) -> Option<&'t Type> {
    let (name, arguments) = named(ty)?;
    let argument = *arguments.first()?;
    is_one_of(name, names).then_some(argument)
}
