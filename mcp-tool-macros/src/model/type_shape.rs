//! Rejects types by their shape: shapes that are never data. The compiler itself rejects some
//! others in a signature.

use proc_macro2::{Ident, Span};
use quote::ToTokens as _;
use syn::punctuated::Punctuated;
use syn::visit::Visit;
use syn::{
    Expr, ExprLit, GenericArgument, Lit, PathArguments, Token, Type, TypeArray, TypeImplTrait,
    TypeInfer, TypeParamBound, TypeTraitObject,
};

use crate::diagnostics::Errors;
use crate::util::show::show;
use crate::util::tokens::{type_span, ungroup_type};

/// Returns a part that JSON cannot represent, and its name.
pub(crate) fn no_data(ty: &Type) -> Option<(Span, &'static str)> {
    match ungroup_type(ty) {
        Type::FnPtr(pointer) => Some((pointer.fn_token.span, "a function pointer")),
        Type::Ptr(pointer) => Some((pointer.star_token.span, "a pointer")),
        other => {
            let mut looked_at = Shape::default();
            looked_at.visit_type(other);
            looked_at.closure.map(|at| (at, "a closure"))
        }
    }
}

/// Whether the compiler reports every parameter of this type: it has no known size, or is `!`.
pub(crate) fn is_no_parameter(ty: &Type) -> bool {
    match ungroup_type(ty) {
        Type::Slice(_) | Type::TraitObject(_) | Type::Never(_) => true,
        Type::Path(path) => path.qself.is_none() && path.path.is_ident("str"),
        _ => false,
    }
}

/// Whether the compiler reports every signature with this type, also because of a `_` in it.
pub(crate) fn is_refused(ty: &Type, errors: &mut Errors) -> bool {
    let mut looked_at = Shape::default();
    looked_at.visit_type(ty);
    let is_refused = looked_at.placeholder || is_no_parameter(ty);
    if is_refused {
        let ty_text = show(&ty.to_token_stream());
        let what = format!("a tool cannot have the type `{ty_text}` in its signature");
        errors.leave_to_rustc(type_span(ty), what);
    }
    is_refused
}

/// Whether a tool cannot answer with this, which has been reported. `is_result` is what it looks
/// like.
pub(crate) fn is_no_answer(
    ty: &Type,
    is_result: bool,
    function: &Ident,
    errors: &mut Errors,
) -> bool {
    let mut looked_at = Shape::default();
    looked_at.visit_type(ty);
    if !matches!(ty, Type::Never(_)) && is_refused(ty, errors) {
        return true;
    }
    if let Some((at, output)) = looked_at.future {
        let help = match is_result {
            false => format!("write `async fn {function}(…) -> {output}`"),
            true => format!("await it in an `async fn`, and write `{output}` in its place"),
        };
        let what = "a tool answers with what a future gives, not with the future";
        errors.report(at, what, help);
    } else if let Type::Never(never) = ty {
        errors.report(
            never.bang_token.span,
            "a tool answers every call, and `!` never does",
            "write the type of the answer, or leave out `-> !`",
        );
    } else if let Some((at, what)) = no_data(ty) {
        errors.report(
            at,
            format!("the answer of a tool is data that a model can read, not {what}"),
            "write the type of the data, for example `String`",
        );
    } else {
        return false;
    }
    true
}

/// Returns what an author who wrote `impl Trait` may have had in mind: a text or a list.
pub(crate) fn instead_of_impl(ty: &Type) -> Option<String> {
    #[derive(Default)]
    struct Bound(Option<String>);
    impl<'t> Visit<'t> for Bound {
        fn visit_type_impl_trait(&mut self, node: &'t TypeImplTrait) {
            let mut bounds = last_arguments(&node.bounds);
            self.0 = bounds.find_map(|(name, arguments)| match name.as_str() {
                "Display" | "ToString" | "Error" => Some("String".to_owned()),
                "Iterator" | "IntoIterator" | "Stream" => {
                    let PathArguments::AngleBracketed(arguments) = arguments else {
                        return None;
                    };
                    arguments.args.iter().find_map(|argument| match argument {
                        GenericArgument::AssocType(item) if item.ident == "Item" => {
                            Some(format!("Vec<{}>", show(&item.ty.to_token_stream())))
                        }
                        _ => None,
                    })
                }
                _ => None,
            });
        }
    }
    let mut bound = Bound::default();
    bound.visit_type(ty);
    bound.0
}

/// An array of more elements than serde and schemars know.
pub(crate) fn long_array(ty: &Type) -> Option<(&TypeArray, String)> {
    let Type::Array(array) = ty else {
        return None;
    };
    match &array.len {
        Expr::Lit(ExprLit {
            lit: Lit::Int(length),
            ..
        }) if length.base10_parse::<u64>().is_ok_and(|length| length > 32) => {
            Some((array, format!("`{}`", show(&array.to_token_stream()))))
        }
        _ => None,
    }
}

/// The name of a text that may be what JSON cannot write.
pub(crate) fn text_of_the_system(ty: &Type) -> Option<&Ident> {
    let Type::Path(path) = ty else {
        return None;
    };
    let last = &path.path.segments.last()?.ident;
    (last == "OsStr" || last == "CStr").then_some(last)
}

#[derive(Default)]
struct Shape {
    closure: Option<Span>,
    future: Option<(Span, String)>,
    placeholder: bool,
}

impl<'t> Visit<'t> for Shape {
    fn visit_type_trait_object(&mut self, node: &'t TypeTraitObject) {
        let at = node.dyn_token.map(|word| word.span);
        if let Some(at) = at.filter(|_| is_closure(&node.bounds)) {
            self.closure.get_or_insert(at);
        }
        if let (Some(at), Some(output)) = (at, output(&node.bounds)) {
            self.future.get_or_insert((at, output));
        }
    }

    fn visit_type_impl_trait(&mut self, node: &'t TypeImplTrait) {
        if let Some(output) = output(&node.bounds) {
            self.future.get_or_insert((node.impl_token.span, output));
        }
    }

    fn visit_type_infer(&mut self, _: &'t TypeInfer) {
        self.placeholder = true;
    }

    // The length of an array is not a type, but the compiler rejects it in the same way.
    fn visit_expr(&mut self, node: &'t Expr) {
        self.placeholder |= matches!(node, Expr::Infer(_));
    }
}

type Bounds = Punctuated<TypeParamBound, Token![+]>;

/// `Fn(A) -> B`: nothing else is written with parentheses.
fn is_closure(bounds: &Bounds) -> bool {
    last_arguments(bounds)
        .any(|(_, arguments)| matches!(arguments, PathArguments::Parenthesized(_)))
}

/// `T` of `Future<Output = T>`.
fn output(bounds: &Bounds) -> Option<String> {
    last_arguments(bounds).find_map(|(name, arguments)| {
        let PathArguments::AngleBracketed(arguments) = arguments else {
            return None;
        };
        arguments.args.iter().find_map(|argument| match argument {
            GenericArgument::AssocType(output) if name == "Future" && output.ident == "Output" => {
                Some(show(&output.ty.to_token_stream()))
            }
            _ => None,
        })
    })
}

fn last_arguments(bounds: &Bounds) -> impl Iterator<Item = (String, &PathArguments)> {
    bounds.iter().filter_map(|bound| match bound {
        TypeParamBound::Trait(bound) => {
            let last = bound.path.segments.last()?;
            Some((last.ident.to_string(), &last.arguments))
        }
        _ => None,
    })
}
