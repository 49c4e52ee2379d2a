//! Options whose value is a type. A list of options has expressions for values, and `Vec<Page>` is none.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens as _, quote_spanned};
use syn::parse::{ParseStream, Parser as _};
use syn::{Expr, ExprLit, GenericArgument, Lit, Meta, PathArguments, Token, Type};

use crate::show::show;
use crate::tokens::{first_span, is_punct};

/// Writes the value of `output = Type` as a path into that type, `<Type>::output`.
pub(crate) fn as_paths(tokens: TokenStream) -> TokenStream {
    let mut written = TokenStream::new();
    let mut tokens = tokens.into_iter();
    let mut is_start = true;
    while let Some(token) = tokens.next() {
        let is_key = is_start && matches!(&token, TokenTree::Ident(key) if is_output(key));
        is_start = is_punct(&token, ',');
        written.extend([token]);
        let mut value = tokens.clone();
        if is_key
            && let Some(sign) = value.next().filter(|sign| is_punct(sign, '='))
            && let Ok((ty, rest)) = leading_type.parse2(value.collect())
        {
            written.extend([sign]);
            let at = first_span(&ty);
            written.extend(quote_spanned!(at=> <#ty>::output));
            tokens = rest.into_iter();
        }
    }
    written
}

/// `output`, and what people write for it: `output_schema`, `outputType`.
fn is_output(key: &Ident) -> bool {
    key.to_string().to_lowercase().starts_with("output")
}

/// A type up to a comma or the end, and the tokens behind it.
fn leading_type(input: ParseStream<'_>) -> syn::Result<(Type, TokenStream)> {
    let ty: Type = input.parse()?;
    // These are expressions as well, and hardly types: `_`, `json!({})`, `schema()`.
    let is_expression = match &ty {
        Type::Infer(_) | Type::Macro(_) => true,
        Type::Path(path) => path
            .path
            .segments
            .iter()
            .any(|segment| matches!(segment.arguments, PathArguments::Parenthesized(_))),
        _ => false,
    };
    if is_expression || !(input.is_empty() || input.peek(Token![,])) {
        return Err(input.error("no type"));
    }
    Ok((ty, input.parse()?))
}

/// The type in the value of an option: `"Page"`, `(Page)`, `schema_for!(Page)`, `schema::<Page>()`.
pub(crate) fn meant(option: &Meta) -> Option<String> {
    match option {
        Meta::Path(_) => None,
        Meta::List(list) => shown(list.tokens.clone()),
        Meta::NameValue(option) => type_in(&option.value),
    }
}

fn type_in(value: &Expr) -> Option<String> {
    match value {
        Expr::Group(group) => type_in(&group.expr),
        Expr::Path(path) => shown(path.qself.as_ref()?.ty.to_token_stream()),
        Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) => shown(text.value().parse().ok()?).filter(|ty| ty.contains(char::is_uppercase)),
        Expr::Macro(call) => shown(call.mac.tokens.clone()),
        Expr::Call(call) => match &*call.func {
            Expr::Path(function) => match &function.path.segments.last()?.arguments {
                PathArguments::AngleBracketed(arguments) => match arguments.args.first()? {
                    GenericArgument::Type(ty) => shown(ty.to_token_stream()),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        },
        // `schema_for_output::<Page>().unwrap()`
        Expr::MethodCall(call) => type_in(&call.receiver),
        _ => None,
    }
}

/// How the tokens are written, if they are a type.
fn shown(tokens: TokenStream) -> Option<String> {
    let (ty, _) = leading_type.parse2(tokens).ok()?;
    Some(show(&ty.to_token_stream()))
}
