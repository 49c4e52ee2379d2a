//! Reads `tools![a, m::b]`, and rejects entries that are not paths.

mod entry_errors;

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, PathArguments, PathSegment, Token, Type, TypePath, parenthesized};

use crate::codegen::{self, tool_list::Entry};
use crate::diagnostics::Errors;
use crate::util::show::show;
use crate::util::tokens::{first_span, is_one_of, is_punct, ungroup_type};

struct List {
    runtime: TokenStream,
    entries: Vec<Entry>,
    errors: Errors,
}

impl Parse for List {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let runtime;
        parenthesized!(runtime in input);
        let mut list = List {
            runtime: runtime.parse()?,
            entries: Vec::new(),
            errors: Errors::default(),
        };
        while !input.is_empty() {
            let tokens = until_comma(input)?;
            match syn::parse2::<Entry>(tokens.iter().cloned().collect()) {
                _ if tokens.is_empty() => {
                    let what = "expected an entry before this comma";
                    list.errors.report(input.span(), what, "remove the comma");
                }
                Ok(entry) if check(&entry, &mut list.errors) => list.entries.push(entry),
                Ok(_) => {}
                Err(_) => entry_errors::report(&tokens, &mut list.errors),
            }
            input.parse::<Option<Token![,]>>()?;
        }
        Ok(list)
    }
}

/// Returns the tokens of one entry. A comma between `<` and `>` does not end the entry.
fn until_comma(input: ParseStream<'_>) -> syn::Result<Vec<TokenTree>> {
    let mut tokens = Vec::new();
    let mut depth = 0;
    while !input.is_empty() && (depth > 0 || !input.peek(Token![,])) {
        let token = input.parse()?;
        depth += i32::from(is_punct(&token, '<')) - i32::from(is_punct(&token, '>'));
        tokens.push(token);
    }
    Ok(tokens)
}

impl Parse for Entry {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        Ok(Entry {
            attributes: input.call(Attribute::parse_outer)?,
            tool: input.parse()?,
        })
    }
}

pub(crate) fn expand(tokens: TokenStream) -> TokenStream {
    let list = match syn::parse2::<List>(tokens) {
        Ok(list) => list,
        Err(error) => return error.into_compile_error(),
    };
    let messages = list.errors.finish(Some(())).err();
    // Generate code for the valid entries in spite of errors in other entries. The compiler then
    // checks the valid entries, too.
    codegen::tool_list::list(&list.entries, &list.runtime, messages)
}

/// Reports the mistakes in an entry. Returns whether the entry has no mistakes.
fn check(entry: &Entry, errors: &mut Errors) -> bool {
    let before = errors.count();
    let tool = ungroup_type(&entry.tool);
    match tool {
        Type::Path(path) if is_tool_path(path) => {
            no_method(path, errors);
        }
        _ => {
            let tokens: Vec<_> = tool.to_token_stream().into_iter().collect();
            entry_errors::report(&tokens, errors);
        }
    }
    for attribute in &entry.attributes {
        let path = attribute.path();
        if !path.is_ident("cfg") && !path.is_ident("cfg_attr") {
            errors.report(
                first_span(path),
                "an entry of `tools!` takes only the attribute `#[cfg]`",
                "remove this attribute, or write it above the declaration of the tool",
            );
        }
    }
    errors.count() == before
}

/// Returns whether a path can name a tool. A module such as `self`, or a call, cannot be a tool.
fn is_tool_path(path: &TypePath) -> bool {
    let is_call =
        |segment: &PathSegment| matches!(segment.arguments, PathArguments::Parenthesized(_));
    let last = path.path.segments.last();
    let is_module = last.is_some_and(|last| is_one_of(&last.ident, &["crate", "self", "super"]));
    !is_module && !path.path.segments.iter().any(is_call)
}

/// Rejects a method, such as `Server::search`. The upper-case first letter of `Server` indicates a type.
/// Without this check, rustc would report that `Server` is not a module, because the generated code imports
/// the entry.
fn no_method(path: &TypePath, errors: &mut Errors) {
    let mut segments = path.path.segments.iter().rev();
    let (last, owner) = (segments.next(), segments.next());
    let owner = match (owner, &path.qself) {
        (Some(owner), _) => owner.ident.to_string(),
        // For `<Server<D>>::search`, show the type `Server<D>`.
        (None, Some(qself)) => show(&qself.ty.to_token_stream()),
        (None, None) => return,
    };
    if let Some(last) = last
        && owner.starts_with(char::is_uppercase)
        && last.ident.to_string().starts_with(char::is_lowercase)
    {
        errors.report(
            last.ident.span(),
            format!("`{}` is a method; list its type instead", last.ident),
            format!("write `tools![{owner}]`, which lists all tools of the type"),
        );
    }
}
