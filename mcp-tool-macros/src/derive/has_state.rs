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
    let implementations = match &input.data {
        Data::Struct(data) => implementations(input, &data.fields, &mut errors),
        Data::Enum(data) => not_a_struct(data.enum_token.span, "an enum", &mut errors),
        Data::Union(data) => not_a_struct(data.union_token.span, "a union", &mut errors),
    };
    let messages = errors.finish(Some(())).err();
    // Implement the trait in spite of errors. Otherwise, `tools!` would report the missing parts as well.
    let implementations = in_scope(&runtime, &implementations);
    quote!(#messages #implementations)
}

fn not_a_struct(at: Span, kind: &str, errors: &mut Errors) -> TokenStream {
    let what = format!("`#[derive(HasState)]` applies to structs, not to {kind}");
    let help = "keep the shared state in a struct, or write `impl HasState<T>` by hand";
    errors.report(at, what, help);
    TokenStream::new()
}

fn implementations(input: &DeriveInput, fields: &Fields, errors: &mut Errors) -> TokenStream {
    let before = errors.is_empty();
    let mut seen = HashSet::new();
    let implementations: TokenStream = fields
        .members()
        .zip(fields)
        .filter_map(|(member, field)| implementation(input, &member, field, &mut seen, errors))
        .collect();
    if implementations.is_empty() && before && errors.is_empty() {
        let name = &input.ident;
        errors.report(
            name.span(),
            format!("`{name}` has no field that a tool can borrow, so this derive has no effect"),
            "remove the derive: a tool can take the whole state without it",
        );
    }
    implementations
}

/// Returns the implementation for one field. Returns `None` if the field has `#[state(skip)]`, or if the macro cannot
/// see the target of `#[state(deref)]`, or if `seen` contains the type.
fn implementation(
    input: &DeriveInput,
    member: &Member,
    field: &Field,
    seen: &mut HashSet<String>,
    errors: &mut Errors,
) -> Option<TokenStream> {
    let options: StateOptions = HELPER.of_field(&field.attrs, errors);
    if let (true, true, Some(at)) = (options.skip, options.deref, options.span("deref")) {
        let what = "`skip` and `deref` cannot be combined";
        errors.report(at, what, "remove `skip`, or `deref`");
    }
    if options.skip {
        return None;
    }
    let pointer = &field.ty;
    let at = located_at(type_span(pointer));
    let (ty, borrow) = if options.deref {
        let Some(ty) = target(pointer) else {
            let shown = show(&pointer.to_token_stream());
            return errors.fail(
                type_span(pointer),
                format!("the macro cannot see the type inside of `{shown}`"),
                "write the type out, as in `Arc<Database>`; or write `#[state(skip)]`, and \
                 `impl HasState<…>` by hand",
            );
        };
        // Call `Pointer::target` instead of relying on deref coercion. rustc does not
        // dereference a `&Box<dyn Trait>` for a `&dyn Trait`, but requires that the `Box`
        // implements `Trait`.
        let part = quote_spanned!(at=> __mcp::Pointer<__mcp::Part<#ty>>);
        (
            ty,
            quote_spanned!(at=> <#pointer as #part>::target(&self.#member)),
        )
    } else {
        (pointer, quote_spanned!(at=> &self.#member))
    };
    // The compiler reports duplicates that aliases or type parameters hide.
    let shown = show(&ungroup_type(ty).to_token_stream());
    if !seen.insert(shown.clone()) {
        return errors.fail(
            type_span(pointer),
            format!("two fields provide `{shown}`, and a tool selects its state by the type"),
            "write `#[state(skip)]` above one of them, or wrap each in a type of its own, \
             as in `struct Primary(…)`",
        );
    }
    let name = &input.ident;
    let (parameters, arguments, conditions) = input.generics.split_for_impl();
    Some(quote_spanned! {at=>
        #[automatically_derived]
        impl #parameters __mcp::HasState<#ty> for #name #arguments #conditions {
            fn state(&self) -> &__mcp::Part<#ty> {
                #borrow
            }
        }
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
