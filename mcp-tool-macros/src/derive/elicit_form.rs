//! `#[derive(ElicitForm)]`: makes a struct with named fields a form. An enum or a newtype becomes a type that
//! a form field can have.

mod foreign;
mod options;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens as _, quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{Data, DataEnum, DataStruct, DeriveInput, Field, Fields, GenericParam, Type};

use crate::codegen::fragments::runtime;
use crate::codegen::warnings::warnings;
use crate::derive::in_scope;
use crate::diagnostics::Errors;
use crate::model::warnings::{Warning, sounds_secret};
use crate::util::show::show;
use crate::util::tokens::{is_one_of, located_at, ungroup_type};
use crate::util::types::{named, type_span};

use foreign::{Foreign, FormPart, SchemaType};
use options::{FormOptions, HELPER};

/// The traits to implement for the type. The optional tokens define an associated constant that makes the
/// compiler check the types of the fields.
type Implementations = Vec<(&'static str, Option<TokenStream>)>;

/// Returns the trait implementations, together with any errors or warnings about the type.
pub(crate) fn expand(input: &DeriveInput) -> TokenStream {
    let mut errors = Errors::default();
    let options: FormOptions = HELPER.of_type(&input.attrs, &mut errors);
    let runtime = runtime(options.crate_path.as_ref());
    if let Some(parameter) = input.generics.params.first() {
        let (what, help) = match parameter {
            GenericParam::Lifetime(_) => (
                "a form cannot borrow: it owns what the user fills in",
                "use owned types, for example `String`",
            ),
            _ => (
                "a form cannot be generic",
                "write a separate form without parameters for each use",
            ),
        };
        errors.report(parameter.span(), what, help);
    }
    let mut found = Vec::new();
    let implementations = implementations(input, &mut found, &mut errors);
    // After an error, still implement the traits for a type without generics, so that the
    // compiler does not report them as missing. But do not generate compile-time checks, because
    // a check could cause a second error.
    let checked = errors.is_empty();
    let messages = errors.finish(Some(())).err();
    let warnings = checked.then(|| warnings(&runtime, &found));
    let implementations = implementations
        .filter(|_| input.generics.params.is_empty())
        .map(|traits| tokens(&traits, input, checked));
    let implementations = in_scope(&runtime, &implementations.to_token_stream());
    quote!(#messages #implementations #warnings)
}

fn implementations(
    input: &DeriveInput,
    warnings: &mut Vec<Warning>,
    errors: &mut Errors,
) -> Option<Implementations> {
    let foreign = Foreign::read(&input.attrs);
    match &input.data {
        Data::Struct(data) => structure(input, data, &foreign, warnings, errors),
        Data::Enum(data) => {
            choice(input, data, &foreign, errors);
            Some(vec![("FormField", None), ("FormChoice", None)])
        }
        Data::Union(data) => errors.fail(
            data.union_token.span,
            "a union cannot be a form",
            "write a struct with a field for each thing to fill in",
        ),
    }
}

fn structure(
    input: &DeriveInput,
    data: &DataStruct,
    foreign: &Foreign,
    warnings: &mut Vec<Warning>,
    errors: &mut Errors,
) -> Option<Implementations> {
    let name = &input.ident;
    let form = |fields: Option<TokenStream>| {
        let fields = fields.map(|fields| quote!(const FIELDS: &'static [()] = #fields;));
        Some(vec![("ElicitForm", fields)])
    };
    match &data.fields {
        Fields::Named(fields) => {
            foreign.refuse(FormPart::Form, name, errors);
            let checks = match foreign.read_as() {
                // An attribute such as `#[serde(from = "Type")]` makes serde read a value of
                // another type, and convert the value into this struct. The form has the fields
                // of the other type, so check the other type.
                Some(SchemaType::Type(ty)) => Some(check(&ty, "ElicitForm", "FIELDS")),
                Some(SchemaType::Unknown) => None,
                None => {
                    let fields = fields.named.iter();
                    let checks = fields.filter_map(|field| form_field(field, warnings, errors));
                    Some(quote!(&[#(#checks),*]))
                }
            };
            form(checks)
        }
        Fields::Unnamed(fields) if fields.unnamed.len() == 1 => {
            let type_check = match foreign.read_as() {
                Some(SchemaType::Type(ty)) => Some(type_check(&ty)),
                Some(SchemaType::Unknown) => None,
                None => {
                    let field = &fields.unnamed[0];
                    let options = HELPER.of_field(&field.attrs, errors);
                    field_check(field, &options, &Foreign::read(&field.attrs))
                }
            };
            let field = type_check.map(|check| quote!(const FIELD: () = #check;));
            Some(vec![("FormField", field)])
        }
        Fields::Unnamed(fields) => {
            errors.report(
                fields.paren_token.span.join(),
                format!("the fields of the form `{name}` have no names"),
                format!("write `struct {name} {{ … }}`, with a name for each field"),
            );
            form(None)
        }
        Fields::Unit => {
            errors.report(
                name.span(),
                format!("`{name}` is a unit struct, but a form must be a struct with braces"),
                format!("write `struct {name} {{}}` for a form that the user only accepts or declines, or add fields"),
            );
            form(None)
        }
    }
}

/// Checks that an enum has at least one variant and that no variant has fields. Also reports attributes that
/// a choice cannot have.
fn choice(input: &DeriveInput, data: &DataEnum, foreign: &Foreign, errors: &mut Errors) {
    let name = &input.ident;
    foreign.refuse(FormPart::Choice, name, errors);
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
                Foreign::read(&variant.attrs).refuse(FormPart::Variant, name, errors);
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
    foreign.refuse(FormPart::Field, name, errors);
    if foreign.is_skipped() {
        return None;
    }
    let wire_name = foreign.rename().unwrap_or_else(|| {
        let name = name.to_string();
        name.strip_prefix("r#").unwrap_or(&name).to_owned()
    });
    if !options.secret_allowed && sounds_secret(&wire_name) && !is_truth(&field.ty) {
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
        Some(SchemaType::Type(ty)) => Some(type_check(&ty)),
        Some(SchemaType::Unknown) => None,
        None => Some(inner_type_check(&field.ty)),
    }
}

/// Returns the code that checks a type. Compiler errors point at the inner type, for example at `Address` in
/// `Option<Address>`.
fn inner_type_check(ty: &Type) -> TokenStream {
    if let Some(inner) = argument_of(ty, &["Option"]) {
        return inner_type_check(inner);
    }
    match argument_of(ty, &["Vec", "HashSet", "BTreeSet"]) {
        Some(choice) => check(choice, "FormChoice", "CHOICE"),
        None => type_check(ty),
    }
}

fn type_check(ty: &Type) -> TokenStream {
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

/// Returns whether a field is `bool` or `Option<bool>`. Such a field cannot contain a secret, so the macro
/// does not warn about its name.
fn is_truth(ty: &Type) -> bool {
    let ty = argument_of(ty, &["Option"]).unwrap_or(ty);
    show(&ungroup_type(ty).to_token_stream()) == "bool"
}

fn tokens(traits: &Implementations, input: &DeriveInput, checked: bool) -> TokenStream {
    let name = &input.ident;
    let implementations = traits.iter().map(|(trait_name, check)| {
        let trait_name = Ident::new(trait_name, Span::call_site());
        let check = check.as_ref().filter(|_| checked);
        quote! {
            #[automatically_derived]
            #[allow(deprecated)]
            impl __mcp::#trait_name for #name { #check }
        }
    });
    implementations.collect()
}
