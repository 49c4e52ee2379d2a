//! `#[derive(HasState)]`: lets tools borrow the fields of a struct.

use std::collections::HashSet;

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens as _, quote, quote_spanned};
use syn::{Data, DeriveInput, Field, Fields, Member, Path, Type};

use crate::codegen::fragments::runtime;
use crate::derive::in_scope;
use crate::diagnostics::Errors;
use crate::parse::helper::DeriveHelper;
use crate::parse::options::{Options as _, options};
use crate::parse::values;
use crate::util::show::show;
use crate::util::tokens::{located_at, ungroup_type};
use crate::util::types::{named, type_span};

const HELPER: DeriveHelper = DeriveHelper {
    name: "state",
    item: "the struct",
    example: "skip",
};

options! {
    /// The options of the struct or of a field.
    struct StateOptions {
        [type] crate_path as "crate": Option<Path> = values::crate_path;
        [field] skip: bool = values::flag;
        [field] deref: bool = values::flag;
    }
}

/// Returns an implementation of `HasState` for each field without `#[state(skip)]`, or errors.
pub(crate) fn expand(input: &DeriveInput) -> TokenStream {
    let mut errors = Errors::default();
    let options: StateOptions = HELPER.of_type(&input.attrs, &mut errors);
    let runtime = runtime(options.crate_path.as_ref());
    let mut fields = state_fields(input, &mut errors);
    one_of_each_type(&mut fields, &mut errors);
    let messages = errors.finish(Some(())).err();
    let implementations = fields.iter().map(|field| field.implementation(input));
    // Implement the trait in spite of errors. Otherwise, `tools!` would report the missing parts as well.
    let implementations = in_scope(&runtime, &quote!(#(#implementations)*));
    quote!(#messages #implementations)
}

/// A field that tools can borrow.
struct StateField<'i> {
    member: Member,
    /// The type that tools borrow. With `#[state(deref)]`, it is the target of the field's pointer.
    /// Otherwise, it is the field's own type.
    ty: &'i Type,
    /// The field's own type.
    field: &'i Type,
    /// Whether the field has `#[state(deref)]`, and so is a pointer to `ty`.
    deref: bool,
    /// The location of the type of the field.
    at: Span,
}

fn state_fields<'i>(input: &'i DeriveInput, errors: &mut Errors) -> Vec<StateField<'i>> {
    let (at, kind) = match &input.data {
        Data::Struct(data) => return struct_fields(&data.fields, input, errors),
        Data::Enum(data) => (data.enum_token.span, "an enum"),
        Data::Union(data) => (data.union_token.span, "a union"),
    };
    errors.report(
        at,
        format!("`#[derive(HasState)]` applies to structs, not to {kind}"),
        "keep the shared state in a struct, or write `impl HasState<T>` by hand",
    );
    Vec::new()
}

fn struct_fields<'i>(
    fields: &'i Fields,
    input: &'i DeriveInput,
    errors: &mut Errors,
) -> Vec<StateField<'i>> {
    let name = &input.ident;
    let before = errors.is_empty();
    let state_fields: Vec<_> = fields
        .members()
        .zip(fields)
        .filter_map(|(member, field)| state_field(member, field, errors))
        .collect();
    if state_fields.is_empty() && before && errors.is_empty() {
        let why = if fields.is_empty() {
            "has no fields"
        } else {
            "skips all its fields"
        };
        errors.report(
            name.span(),
            format!("`{name}` {why}, so this derive has no effect"),
            "remove the derive: a tool can take the whole state without it",
        );
    }
    state_fields
}

/// Reads one field. Returns `None` if the field has `#[state(skip)]`, or if the macro cannot see the target of
/// `#[state(deref)]`.
fn state_field<'i>(
    member: Member,
    field: &'i Field,
    errors: &mut Errors,
) -> Option<StateField<'i>> {
    let options: StateOptions = HELPER.of_field(&field.attrs, errors);
    if let Some(at) = options
        .span("deref")
        .filter(|_| options.skip && options.deref)
    {
        errors.report(
            at,
            "`skip` and `deref` cannot be combined",
            "remove `skip`, or `deref`",
        );
    }
    if options.skip {
        return None;
    }
    let at = type_span(&field.ty);
    let ty = if options.deref {
        target(&field.ty)
    } else {
        Some(&field.ty)
    };
    if ty.is_none() {
        let shown = show(&field.ty.to_token_stream());
        errors.report(
            at,
            format!("the macro cannot see the type inside of `{shown}`"),
            "write the type out, as in `Arc<Database>`; or write `#[state(skip)]`, and \
             `impl HasState<…>` by hand",
        );
    }
    Some(StateField {
        member,
        ty: ty?,
        field: &field.ty,
        deref: options.deref,
        at,
    })
}

/// Returns the target of a pointer, for example `T` of `Arc<T>`. The macro takes `T` from the written type.
/// It cannot use `Deref::Target`, because rustc does not resolve that type when it checks implementations for
/// overlap.
fn target(ty: &Type) -> Option<&Type> {
    match ungroup_type(ty) {
        Type::Reference(reference) => Some(&reference.elem),
        ty => named(ty)?.1.first().copied(),
    }
}

/// Rejects two fields of one type, because a tool selects its state by the type, and keeps the first field.
/// The compiler reports duplicates that aliases or type parameters hide.
fn one_of_each_type(fields: &mut Vec<StateField<'_>>, errors: &mut Errors) {
    let mut seen = HashSet::new();
    fields.retain(|field| {
        let ty = show(&ungroup_type(field.ty).to_token_stream());
        let is_first = seen.insert(ty.clone());
        if !is_first {
            errors.report(
                field.at,
                format!("two fields provide `{ty}`, and a tool selects its state by the type"),
                "write `#[state(skip)]` above one of them, or wrap each in a type of its own, \
                 as in `struct Primary(…)`",
            );
        }
        is_first
    });
}

impl StateField<'_> {
    fn implementation(&self, input: &DeriveInput) -> TokenStream {
        let StateField {
            member, ty, field, ..
        } = self;
        let at = located_at(self.at);
        let borrow = if self.deref {
            // Call `Pointer::target` instead of relying on deref coercion. rustc does not
            // dereference a `&Box<dyn Trait>` for a `&dyn Trait`, but requires that the `Box`
            // implements `Trait`.
            quote_spanned!(at=> <#field as __mcp::Pointer<__mcp::Part<#ty>>>::target(&self.#member))
        } else {
            quote_spanned!(at=> &self.#member)
        };
        let name = &input.ident;
        let (parameters, arguments, conditions) = input.generics.split_for_impl();
        quote_spanned! {at=>
            #[automatically_derived]
            impl #parameters __mcp::HasState<#ty> for #name #arguments #conditions {
                fn state(&self) -> &__mcp::Part<#ty> {
                    #borrow
                }
            }
        }
    }
}
