//! Reads the item under `#[mcp_tool]`.

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::parse::{Parse, ParseStream, Parser as _};
use syn::{Attribute, FnArg, Signature, Visibility};

use crate::diagnostics::Errors;
use crate::parse::parameter_attributes::{INJECTED, is_helper};
use crate::util::tokens::{
    concatenate, find, is_named, is_one_of, is_punct, is_word, map, ungrouped,
};

/// A function. The body stays unparsed, so an incomplete body does not stop the macro. An editor then still
/// understands the function.
pub(crate) struct ToolFunction {
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) visibility: Visibility,
    pub(crate) signature: Signature,
    body: TokenStream,
}

impl Parse for ToolFunction {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        Ok(ToolFunction {
            attributes: input.call(Attribute::parse_outer)?,
            visibility: input.parse()?,
            signature: input.parse()?,
            body: input.parse()?,
        })
    }
}

impl ToolFunction {
    /// Returns each `#[mcp_tool]` of a method.
    pub(crate) fn tool_attributes(&self) -> impl Iterator<Item = &Attribute> {
        self.attributes
            .iter()
            .filter(|attribute| tool_attribute_span(attribute).is_some())
    }

    /// Returns the attributes without `#[mcp_tool]`.
    fn own_attributes(&self) -> impl Iterator<Item = &Attribute> {
        let attributes = self.attributes.iter();
        attributes.filter(|attribute| tool_attribute_span(attribute).is_none())
    }

    /// Returns the function without its body.
    pub(crate) fn head(&self) -> TokenStream {
        let mut tokens = concatenate(&self.attributes);
        self.visibility.to_tokens(&mut tokens);
        self.signature.to_tokens(&mut tokens);
        tokens
    }
}

/// Reads a function, and reports any other item.
pub(crate) fn parse(item: TokenStream, errors: &mut Errors) -> Option<ToolFunction> {
    match syn::parse2(item.clone()) {
        Ok(function) => Some(function),
        Err(error) => {
            match kind(&item).unwrap_or(("macro", error.span())) {
                ("fn", _) => errors.push(error),
                (kind, span) => errors.report(
                    span,
                    format!("`#[mcp_tool]` applies to functions, not to this `{kind}`"),
                    "put the attribute above a function",
                ),
            }
            None
        }
    }
}

/// The keywords of items.
#[rustfmt::skip]
const KEYWORDS: &[&str] = &[
    "fn", "struct", "enum", "union", "trait", "impl", "mod", "const", "static", "type", "use",
    "macro_rules", "extern",
];

/// Returns the keyword that names the kind of an item, and the span of the keyword.
pub(crate) fn kind(item: &TokenStream) -> Option<(&'static str, Span)> {
    let words: Vec<Ident> = ungrouped(item)
        .filter_map(|token| match token {
            TokenTree::Ident(word) => Some(word),
            _ => None,
        })
        .collect();
    words.iter().enumerate().find_map(|(at, word)| {
        let kind = KEYWORDS.iter().find(|keyword| word == keyword)?;
        // In `const fn` and `extern fn`, the first word does not name the kind of item.
        let next = words.get(at + 1);
        let is_qualifier = is_one_of(word, &["const", "extern"])
            && next.is_some_and(|next| is_one_of(next, &["async", "unsafe", "extern", "fn"]));
        (!is_qualifier).then(|| (*kind, word.span()))
    })
}

/// Removes each attribute that names `mcp_tool`, `arg`, `state` or `context`, even in nested groups of
/// tokens.
pub(crate) fn without_ours(tokens: TokenStream) -> TokenStream {
    map(tokens, &|rest| match rest {
        [sign, TokenTree::Group(group), ..] if is_punct(sign, '#') && names_ours(group) => {
            Some((2, TokenStream::new()))
        }
        _ => None,
    })
}

fn names_ours(attribute: &Group) -> bool {
    ungrouped(&attribute.stream()).any(|token| match token {
        TokenTree::Ident(word) => {
            is_one_of(&word, &["mcp_tool", "arg"]) || is_one_of(&word, INJECTED)
        }
        _ => false,
    })
}

/// Returns the location of an attribute's name, if the last segment of its path is `name`.
fn named(attribute: &Attribute, name: &str) -> Option<Span> {
    let last = &attribute.path().segments.last()?.ident;
    (last == name).then(|| last.span())
}

/// Returns the location of the attribute's name, if the name is `mcp_tool`.
pub(crate) fn tool_attribute_span(attribute: &Attribute) -> Option<Span> {
    named(attribute, "mcp_tool")
}

/// Returns the location of the attribute's name, if the name is `mcp_tools`.
pub(crate) fn block_attribute_span(attribute: &Attribute) -> Option<Span> {
    named(attribute, "mcp_tools")
}

/// Common attributes that are not macros.
const INERT: &[&str] = &[
    "allow", "cfg", "cfg_attr", "cold", "deny", "doc", "expect", "forbid", "inline", "must_use",
    "warn",
];

/// Returns the last segment of the attribute's path, if the attribute may be a macro.
pub(crate) fn macro_name(attribute: &Attribute) -> Option<Ident> {
    let last = attribute.path().segments.last()?;
    (!is_named(attribute, INERT)).then(|| last.ident.clone())
}

/// Returns whether the tokens contain the word `deprecated`, for example in `#[allow(deprecated)]`.
pub(crate) fn names_deprecated(tokens: &TokenStream) -> bool {
    find(tokens, &|token| is_word(token, "deprecated")).is_some()
}

/// The help if an attribute may be `#[mcp_tool]` under another name.
pub(crate) const UNDER_ITS_OWN_NAME: &str = "write `#[mcp_tool]` above each method that should be a tool; `#[mcp_tools]` does not recognize it under another name";

/// Returns the help for a method whose block has no `#[mcp_tools]`.
pub(crate) fn help_for_a_method() -> &'static str {
    "write `#[mcp_tools]` above an `impl` block without a trait, and exactly `#[mcp_tool]` above the method"
}

/// Removes those attributes of an item for which `is_that` returns `Some`.
pub(crate) fn without<T>(item: TokenStream, is_that: fn(&Attribute) -> Option<T>) -> TokenStream {
    let split = |input: ParseStream<'_>| -> syn::Result<(Vec<Attribute>, TokenStream)> {
        Ok((input.call(Attribute::parse_outer)?, input.parse()?))
    };
    let Ok((mut attributes, rest)) = split.parse2(item.clone()) else {
        return item;
    };
    attributes.retain(|attribute| is_that(attribute).is_none());
    let mut tokens = concatenate(&attributes);
    tokens.extend(rest);
    tokens
}

/// Returns the location of `Self` in the signature of a function without a receiver.
pub(crate) fn self_type(signature: &Signature) -> Option<Span> {
    let is_self = |token: &TokenTree| is_word(token, "Self");
    match signature.receiver() {
        Some(_) => None,
        None => find(&signature.to_token_stream(), &is_self),
    }
}

/// Writes the function without any `#[mcp_tool]`, and without the attributes that rustc rejects on
/// parameters.
impl ToTokens for ToolFunction {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.extend(concatenate(self.own_attributes()));
        self.visibility.to_tokens(tokens);
        let mut signature = self.signature.clone();
        for input in &mut signature.inputs {
            let attributes = match input {
                FnArg::Receiver(receiver) => &mut receiver.attrs,
                FnArg::Typed(typed) => &mut typed.attrs,
            };
            attributes.retain(|attribute| !is_helper(attribute));
        }
        signature.to_tokens(tokens);
        self.body.to_tokens(tokens);
    }
}
