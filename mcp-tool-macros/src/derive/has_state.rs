//! `#[derive(HasState)]`: lends each field of a struct to tools.

use darling::FromMeta;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens as _, quote, quote_spanned};
use syn::{
    Data, DeriveInput, Field, Fields, GenericArgument, Generics, Member, PathArguments, Type,
    TypeParamBound, WherePredicate,
};

use crate::diagnostics::Errors;
use crate::parse::attribute::{self, Elsewhere, Keys};
use crate::parse::helper;
use crate::parse::values::Flag;
use crate::util::show::show;
use crate::util::tokens::{located_at, type_span, ungroup_type};

const HELPER: &str = "state";

/// The options of a field.
#[derive(Default, FromMeta)]
#[darling(default)]
struct FieldOptions {
    skip: Option<Flag>,
    deref: Option<Flag>,
}

/// The keys of a field.
const KEYS: &[&str] = &["skip", "deref"];

/// Returns an implementation of `HasState` for each field, or errors.
pub(crate) fn expand(item: TokenStream) -> TokenStream {
    let input: DeriveInput = match syn::parse2(item) {
        Ok(input) => input,
        Err(error) => return error.into_compile_error(),
    };
    let mut errors = Errors::default();
    let of_fields = Elsewhere {
        keys: KEYS,
        are_for: "a single field",
        attribute: HELPER,
        place: "the field",
    };
    let runtime = helper::runtime_of_derive(&input.attrs, of_fields, &mut errors);
    let parts = parts(&input, &mut errors);
    if let Err(messages) = errors.finish(Some(())) {
        return messages;
    }
    let implementations = parts.iter().map(|part| part.implementation(&input));
    quote! {
        const _: () = {
            use #runtime::__private as __p;
            #(#implementations)*
        };
    }
}

/// A field that the struct lends.
struct Part<'i> {
    member: Member,
    /// The type that tools take: that of the field, or the one that the field points to.
    ty: &'i Type,
    /// The field's own type.
    field: &'i Type,
    /// Whether the field points to that type.
    deref: bool,
    /// The location of the type of the field.
    at: Span,
}

fn parts<'i>(input: &'i DeriveInput, errors: &mut Errors) -> Vec<Part<'i>> {
    let (at, kind) = match &input.data {
        Data::Struct(data) => return parts_of(&data.fields, input, errors),
        Data::Enum(data) => (data.enum_token.span, "an enum"),
        Data::Union(data) => (data.union_token.span, "a union"),
    };
    errors.report(
        at,
        format!("`#[derive(HasState)]` lends the fields of a struct, not of {kind}"),
        "keep the shared state in a struct, or write `impl HasState<T>` by hand",
    );
    Vec::new()
}

fn parts_of<'i>(fields: &'i Fields, input: &'i DeriveInput, errors: &mut Errors) -> Vec<Part<'i>> {
    let name = &input.ident;
    let before = errors.is_empty();
    let parts: Vec<_> = fields
        .members()
        .zip(fields)
        .filter_map(|(member, field)| part(member, field, errors))
        .collect();
    if parts.is_empty() && before && errors.is_empty() {
        let why = match fields.is_empty() {
            true => "has no fields",
            false => "skips all its fields",
        };
        errors.report(
            name.span(),
            format!("`{name}` {why}, so it lends nothing to a tool"),
            "remove the derive; a tool can still take the whole state",
        );
    }
    one_of_each_type(&parts, &input.generics, errors);
    parts
}

/// Reads one field, unless it is skipped.
fn part<'i>(member: Member, field: &'i Field, errors: &mut Errors) -> Option<Part<'i>> {
    let tokens = helper::options(&field.attrs, HELPER, "skip", errors);
    let keys = Keys {
        known: KEYS,
        elsewhere: Some(Elsewhere {
            keys: &["crate"],
            are_for: "the whole struct",
            attribute: HELPER,
            place: "the struct",
        }),
        ..Keys::default()
    };
    let (FieldOptions { skip, deref }, _) = attribute::read(tokens, &keys, errors);
    let is_set = |flag: Option<Flag>| flag.filter(|flag| flag.value);
    if let (Some(_), Some(deref)) = (is_set(skip), is_set(deref)) {
        errors.report(
            deref.key,
            "`skip` and `deref` cannot be combined",
            "remove `skip`, or `deref`",
        );
    }
    if is_set(skip).is_some() {
        return None;
    }
    let at = type_span(&field.ty);
    let deref = is_set(deref).is_some();
    let ty = match deref {
        false => Some(&field.ty),
        true => target(&field.ty),
    };
    if ty.is_none() {
        errors.report(
            at,
            format!(
                "the macro cannot see the target of `{}`",
                show(&field.ty.to_token_stream())
            ),
            "write the type out, as in `Arc<Database>`; or write `#[state(skip)]`, and \
             `impl HasState<…>` by hand",
        );
    }
    Some(Part {
        member,
        ty: ty?,
        field: &field.ty,
        deref,
        at,
    })
}

/// Returns the target of a pointer: `T` of `Arc<T>` or `Box<T>`. rustc does not resolve `Deref` when it
/// compares implementations.
fn target(ty: &Type) -> Option<&Type> {
    match ungroup_type(ty) {
        Type::Reference(reference) => Some(&reference.elem),
        Type::Path(path) => {
            let PathArguments::AngleBracketed(arguments) = &path.path.segments.last()?.arguments
            else {
                return None;
            };
            arguments.args.iter().find_map(|argument| match argument {
                GenericArgument::Type(target) => Some(target),
                _ => None,
            })
        }
        _ => None,
    }
}

/// Rejects two fields of one type, because a tool names its state by the type. The compiler checks
/// aliases.
fn one_of_each_type(parts: &[Part<'_>], generics: &Generics, errors: &mut Errors) {
    for (position, part) in parts.iter().enumerate() {
        let Part { at, .. } = *part;
        let lent = ungroup_type(part.ty);
        let others = || parts[..position].iter().map(|other| ungroup_type(other.ty));
        let ty = show(&lent.to_token_stream());
        if others().any(|other| show(&other.to_token_stream()) == ty) {
            errors.report(
                at,
                format!("two fields lend the type `{ty}`"),
                "write `#[state(skip)]` above one of them, or wrap each in a type of its own, \
                 as in `struct Primary(…)`",
            );
            continue;
        }
        // Two parameters can be one type. A parameter without a bound can be the type of any field.
        let parameter = |ty: &Type| parameter(ty, generics);
        let clash = match parameter(lent) {
            Some(_) if others().any(|other| parameter(other).is_some()) => Some(ty),
            Some(own) if position > 0 && !is_bounded(&own, generics) => Some(ty),
            _ => others()
                .filter_map(parameter)
                .find(|other| !is_bounded(other, generics))
                .map(|other| other.to_string()),
        };
        if let Some(any) = clash {
            errors.report(
                at,
                format!("`{any}` can be the type of another field"),
                format!(
                    "write `#[state(skip)]` above one of the two, or give `{any}` a bound that no \
                     type of another field meets"
                ),
            );
        }
    }
}

/// Returns the type parameter that a type names.
fn parameter(ty: &Type, generics: &Generics) -> Option<Ident> {
    let Type::Path(path) = ungroup_type(ty) else {
        return None;
    };
    let name = path.path.get_ident().filter(|_| path.qself.is_none())?;
    let known = generics.type_params().any(|known| known.ident == *name);
    known.then(|| name.clone())
}

/// Returns whether a type parameter has a bound other than auto traits.
fn is_bounded(parameter: &Ident, generics: &Generics) -> bool {
    let is_trait = |bound: &TypeParamBound| match bound {
        TypeParamBound::Trait(bound) => bound.path.segments.last().is_some_and(|last| {
            let anything = ["Send", "Sync", "Sized", "Unpin"];
            anything.iter().all(|name| last.ident != name)
        }),
        _ => false,
    };
    let inline = generics
        .type_params()
        .filter(|known| known.ident == *parameter)
        .any(|known| known.bounds.iter().any(is_trait));
    let conditions = generics
        .where_clause
        .iter()
        .flat_map(|clause| &clause.predicates);
    let mut conditions = conditions.filter_map(|condition| match condition {
        WherePredicate::Type(condition) => Some(condition),
        _ => None,
    });
    inline
        || conditions.any(|condition| {
            *parameter == show(&condition.bounded_ty.to_token_stream())
                && condition.bounds.iter().any(is_trait)
        })
}

impl Part<'_> {
    fn implementation(&self, input: &DeriveInput) -> TokenStream {
        let Part {
            member, ty, field, ..
        } = self;
        let at = located_at(self.at);
        let lend = match self.deref {
            false => quote_spanned!(at=> &self.#member),
            // Coercion fails for `Box<dyn Trait>`, because it looks for the trait on the box.
            true => {
                quote_spanned!(at=> <#field as __p::Pointer<__p::Part<#ty>>>::target(&self.#member))
            }
        };
        let name = &input.ident;
        let (parameters, arguments, conditions) = input.generics.split_for_impl();
        quote_spanned! {at=>
            #[automatically_derived]
            impl #parameters __p::HasState<#ty> for #name #arguments #conditions {
                fn state(&self) -> &__p::Part<#ty> {
                    #lend
                }
            }
        }
    }
}
