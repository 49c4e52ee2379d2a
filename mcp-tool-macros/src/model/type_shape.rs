//! Finds the parts of a type that not every place in a signature can have. Leaves types that no signature can contain,
//! such as `_`, to the compiler.

use proc_macro2::Span;
use quote::ToTokens as _;
use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::{
    Expr, GenericArgument, Lifetime, PathArguments, PathSegment, Token, Type, TypeImplTrait,
    TypeInfer, TypeParamBound, TypeReference, TypeTraitObject,
};

use crate::diagnostics::Errors;
use crate::util::show::show;
use crate::util::tokens::ungroup_type;
use crate::util::types::type_span;

/// Returns whether the type is `!`, or unsized by its syntax, such as `[T]`. The compiler rejects every
/// parameter of such a type.
pub(crate) fn is_no_parameter(ty: &Type) -> bool {
    match ungroup_type(ty) {
        Type::Slice(_) | Type::TraitObject(_) | Type::Never(_) => true,
        Type::Path(path) => path.qself.is_none() && path.path.is_ident("str"),
        _ => false,
    }
}

/// Leaves a type that no signature can contain to the compiler: one with `_`, or a type such as `str`. Returns `None`
/// for such a type.
pub(crate) fn known_and_sized(ty: &Type, errors: &mut Errors) -> Option<()> {
    if !TypeParts::find_in(ty).has_placeholder && !is_no_parameter(ty) {
        return Some(());
    }
    let ty_text = show(&ty.to_token_stream());
    let what = format!("a tool cannot have the type `{ty_text}` in its signature");
    errors.leave_to_rustc(type_span(ty), what);
    None
}

/// Reports the lifetime of a reference if it is `'static`. Returns `None` after a report.
pub(crate) fn not_static(
    lifetime: &Lifetime,
    subject: &str,
    owner: &str,
    errors: &mut Errors,
) -> Option<()> {
    if lifetime.ident != "static" {
        return Some(());
    }
    let what =
        format!("{subject} lives only as long as {owner}, so this reference cannot be `'static`");
    errors.fail(lifetime.span(), what, "remove `'static`")
}

/// Reports `impl Trait` in a type. Returns `None` after a report.
pub(crate) fn concrete(ty: &Type, subject: &str, help: &str, errors: &mut Errors) -> Option<()> {
    match TypeParts::find_in(ty).impl_trait {
        Some(word) => errors.fail(
            word,
            format!("{subject} needs a concrete type, not `impl Trait`"),
            format!("write the type itself, {help}"),
        ),
        None => Some(()),
    }
}

/// Parts of a type that not every place in a signature can have, each the first of its kind.
#[derive(Default)]
pub(crate) struct TypeParts {
    pub(crate) reference: Option<Span>,
    pub(crate) impl_trait: Option<Span>,
    /// A type with a lifetime.
    pub(crate) borrower: Option<(PathSegment, Lifetime)>,
    pub(crate) future: Option<(Span, String)>,
    has_placeholder: bool,
}

impl TypeParts {
    pub(crate) fn find_in(ty: &Type) -> Self {
        let mut parts = TypeParts::default();
        parts.visit_type(ty);
        parts
    }
}

impl<'t> Visit<'t> for TypeParts {
    fn visit_type_reference(&mut self, node: &'t TypeReference) {
        self.reference.get_or_insert(node.and_token.span);
        visit::visit_type_reference(self, node);
    }

    fn visit_type_trait_object(&mut self, node: &'t TypeTraitObject) {
        let at = node.dyn_token.map(|word| word.span);
        if let (Some(at), Some(output)) = (at, output(&node.bounds)) {
            self.future.get_or_insert((at, output));
        }
    }

    fn visit_type_impl_trait(&mut self, node: &'t TypeImplTrait) {
        self.impl_trait.get_or_insert(node.impl_token.span);
        if let Some(output) = output(&node.bounds) {
            self.future.get_or_insert((node.impl_token.span, output));
        }
    }

    // A `Cow` owns its text if it cannot borrow it. A `'static` value borrows nothing from a message.
    fn visit_path_segment(&mut self, node: &'t PathSegment) {
        if let PathArguments::AngleBracketed(list) = &node.arguments
            && node.ident != "Cow"
        {
            let lifetime = list.args.iter().find_map(|argument| match argument {
                GenericArgument::Lifetime(lifetime) if lifetime.ident != "static" => Some(lifetime),
                _ => None,
            });
            if let (None, Some(lifetime)) = (&self.borrower, lifetime) {
                self.borrower = Some((node.clone(), lifetime.clone()));
            }
        }
        visit::visit_path_segment(self, node);
    }

    fn visit_type_infer(&mut self, _: &'t TypeInfer) {
        self.has_placeholder = true;
    }

    // Find the `_` in `[T; _]` too, which syn parses as an expression. Skip any other length of an array: a
    // `[u8; size_of::<&u8>()]` contains no reference.
    fn visit_expr(&mut self, node: &'t Expr) {
        self.has_placeholder |= matches!(node, Expr::Infer(_));
    }
}

type Bounds = Punctuated<TypeParamBound, Token![+]>;

/// Returns `T`, if the bounds contain `Future<Output = T>`.
fn output(bounds: &Bounds) -> Option<String> {
    bounds.iter().find_map(|bound| {
        let TypeParamBound::Trait(bound) = bound else {
            return None;
        };
        let last = bound.path.segments.last()?;
        let PathArguments::AngleBracketed(arguments) = &last.arguments else {
            return None;
        };
        arguments.args.iter().find_map(|argument| match argument {
            GenericArgument::AssocType(output)
                if last.ident == "Future" && output.ident == "Output" =>
            {
                Some(show(&output.ty.to_token_stream()))
            }
            _ => None,
        })
    })
}
