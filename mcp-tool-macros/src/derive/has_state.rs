//! `#[derive(HasState)]`: lends each field of a struct to tools.

use darling::FromMeta;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens as _, quote, quote_spanned};
use syn::{
    Data, DeriveInput, Field, Fields, Generics, Member, Type, TypeParamBound, WherePredicate,
};

use crate::diagnostics::Errors;
use crate::parse::helper::DeriveHelper;
use crate::parse::values::Flag;
use crate::util::show::show;
use crate::util::tokens::{located_at, ungroup_type};
use crate::util::types::{named, type_span};

const HELPER: DeriveHelper = DeriveHelper {
    name: "state",
    item: "the struct",
    keys: &["skip", "deref"],
};

/// The options of a field.
#[derive(Default, FromMeta)]
#[darling(default)]
struct FieldOptions {
    skip: Option<Flag>,
    deref: Option<Flag>,
}

/// Returns an implementation of `HasState` for each field, or errors.
pub(crate) fn expand(item: TokenStream) -> TokenStream {
    let input: DeriveInput = match syn::parse2(item) {
        Ok(input) => input,
        Err(error) => return error.into_compile_error(),
    };
    let mut errors = Errors::default();
    let runtime = HELPER.runtime(&input.attrs, &mut errors);
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
    /// The type that tools borrow: the type of the field, or the target of its pointer.
    ty: &'i Type,
    /// The field's own type.
    field: &'i Type,
    /// Whether the field is a pointer to that type.
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
    let FieldOptions { skip, deref } = HELPER.field(&field.attrs, errors);
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

/// Returns the target of a pointer: `T` of `Arc<T>` or `Box<T>`. The macro finds it by the name of the
/// type, because rustc does not resolve `Deref::Target` when it checks implementations for overlap.
fn target(ty: &Type) -> Option<&Type> {
    match ungroup_type(ty) {
        Type::Reference(reference) => Some(&reference.elem),
        ty => named(ty)?.1.first().copied(),
    }
}

/// Rejects two fields of the same type, because a tool names its state by the type. The compiler
/// rejects aliases of the same type.
fn one_of_each_type(parts: &[Part<'_>], generics: &Generics, errors: &mut Errors) {
    for (position, part) in parts.iter().enumerate() {
        let lent = ungroup_type(part.ty);
        let ty = show(&lent.to_token_stream());
        let others = || parts[..position].iter().map(|other| ungroup_type(other.ty));
        if others().any(|other| show(&other.to_token_stream()) == ty) {
            errors.report(
                part.at,
                format!("two fields lend the type `{ty}`"),
                "write `#[state(skip)]` above one of them, or wrap each in a type of its own, \
                 as in `struct Primary(…)`",
            );
        } else if let Some(any) = others().find_map(|other| clash(lent, other, generics)) {
            errors.report(
                part.at,
                format!("`{any}` can be the type of another field"),
                format!(
                    "write `#[state(skip)]` above one of the two, or give `{any}` a bound that the \
                     types of other fields do not implement"
                ),
            );
        }
    }
}

/// Returns the type parameter that could make two types equal. Two parameters can be equal, and a
/// parameter without a bound can equal any type.
fn clash<'t>(one: &'t Type, other: &'t Type, generics: &Generics) -> Option<&'t Ident> {
    match (parameter(one, generics), parameter(other, generics)) {
        (Some(one), Some(_)) => Some(one),
        (None, None) => None,
        (one, other) => one.or(other).filter(|any| !is_bounded(any, generics)),
    }
}

/// Returns the type parameter that a type consists of.
fn parameter<'t>(ty: &'t Type, generics: &Generics) -> Option<&'t Ident> {
    let Type::Path(path) = ty else {
        return None;
    };
    let name = path.path.get_ident().filter(|_| path.qself.is_none())?;
    let known = generics.type_params().any(|known| known.ident == *name);
    known.then_some(name)
}

/// Returns whether a type parameter has a bound other than auto traits.
fn is_bounded(parameter: &Ident, generics: &Generics) -> bool {
    let conditions = generics.where_clause.iter();
    let conditions = conditions.flat_map(|clause| &clause.predicates);
    let conditions = conditions.filter_map(|condition| match condition {
        WherePredicate::Type(condition) => Some((&condition.bounded_ty, &condition.bounds)),
        _ => None,
    });
    let conditions = conditions.filter(|(ty, _)| *parameter == show(&ty.to_token_stream()));
    let own = generics.type_params();
    let own = own.filter(|known| known.ident == *parameter);
    let mut bounds = own
        .flat_map(|known| &known.bounds)
        .chain(conditions.flat_map(|(_, bounds)| bounds));
    bounds.any(|bound| match bound {
        TypeParamBound::Trait(bound) => bound.path.segments.last().is_some_and(|last| {
            let anything = ["Send", "Sync", "Sized", "Unpin"];
            anything.iter().all(|name| last.ident != name)
        }),
        _ => false,
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
            // A coercion would fail for `Box<dyn Trait>`, because rustc would look for the trait on
            // the box.
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
