//! The item under the attribute, as it was written.

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, FnArg, Signature, Visibility};

use crate::errors::Errors;
use crate::parameter::is_helper;
use crate::tokens::is_punct;

/// A function whose body is never looked at: a mistake in it is the compiler's to report, and a
/// half-typed one does not take the function from the editor.
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
    /// Reads a function among others, whose body is the next block.
    pub(crate) fn parse_in_block(input: ParseStream<'_>) -> syn::Result<Self> {
        Ok(ToolFunction {
            attributes: input.call(Attribute::parse_outer)?,
            visibility: input.parse()?,
            signature: input.parse()?,
            body: input.parse::<TokenTree>()?.into(),
        })
    }

    /// The attributes that make a tool of a method.
    pub(crate) fn tool_attributes(&self) -> impl Iterator<Item = &Attribute> {
        self.attributes
            .iter()
            .filter(|attribute| is_tool_again(attribute).is_some())
    }

    pub(crate) fn body(&self) -> &TokenStream {
        &self.body
    }

    /// The function without its body, and without the attribute that makes a tool of it.
    pub(crate) fn head(&self) -> TokenStream {
        let attributes = self
            .attributes
            .iter()
            .filter(|attribute| is_tool_again(attribute).is_none());
        let (visibility, signature) = (&self.visibility, &self.signature);
        quote!(#(#attributes)* #visibility #signature)
    }
}

/// Reads the item; one that is no function is reported.
pub(crate) fn parse(item: TokenStream, errors: &mut Errors) -> Option<ToolFunction> {
    match syn::parse2(item.clone()) {
        Ok(function) => Some(function),
        Err(error) => {
            match kind(item) {
                Some((kind, span)) if kind != FUNCTION => errors.report(
                    span,
                    format!("`#[mcp_tool]` makes a tool of a function, not of {kind}"),
                    "put the attribute above an `async fn`",
                ),
                _ => errors.absorb(error),
            }
            None
        }
    }
}

pub(crate) const FUNCTION: &str = "a function";

/// What kind of item this is, by its first keyword.
pub(crate) fn kind(item: TokenStream) -> Option<(&'static str, Span)> {
    let mut words = item
        .into_iter()
        .filter_map(|token| match token {
            TokenTree::Ident(word) => Some(word),
            _ => None,
        })
        .peekable();
    while let Some(word) = words.next() {
        let kind = match word.to_string().as_str() {
            "fn" => FUNCTION,
            "struct" => "a struct",
            "enum" => "an enum",
            "union" => "a union",
            "trait" => "a trait",
            "impl" => IMPL,
            "mod" => "a module",
            // `const fn`
            "const" if words.peek().is_some_and(is_of_function) => continue,
            "const" => "a constant",
            "static" => "a static",
            "type" => "a type alias",
            "use" => "an import",
            "macro_rules" => "a macro",
            _ => continue,
        };
        return Some((kind, word.span()));
    }
    None
}

pub(crate) const IMPL: &str = "an `impl` block";

fn is_of_function(word: &Ident) -> bool {
    ["async", "unsafe", "extern", "fn"]
        .iter()
        .any(|keyword| word == keyword)
}

/// The tokens without the attributes that are ours, where nothing is made of them.
pub(crate) fn without_ours(tokens: TokenStream) -> TokenStream {
    let mut out = TokenStream::new();
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        let is_ours = is_punct(&token, '#')
            && matches!(tokens.peek(), Some(TokenTree::Group(group)) if names_ours(group));
        match token {
            _ if is_ours => drop(tokens.next()),
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), without_ours(group.stream()));
                inner.set_span(group.span());
                out.extend([TokenTree::Group(inner)]);
            }
            token => out.extend([token]),
        }
    }
    out
}

fn names_ours(attribute: &Group) -> bool {
    let mut words = attribute.stream().into_iter();
    words.any(|token| match token {
        TokenTree::Ident(word) => ["mcp_tool", "arg", "state", "context"]
            .iter()
            .any(|ours| word == ours),
        _ => false,
    })
}

/// Where one of the function's attributes is `#[mcp_tool]` once more.
pub(crate) fn is_tool_again(attribute: &Attribute) -> Option<Span> {
    let last = &attribute.path().segments.last()?.ident;
    (last == "mcp_tool").then(|| last.span())
}

/// The function as it was, but for what rustc would refuse on a parameter (doc comments and the
/// attributes that are ours), and for a second `#[mcp_tool]`, which has been reported.
impl ToTokens for ToolFunction {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        for attribute in &self.attributes {
            if is_tool_again(attribute).is_none() {
                attribute.to_tokens(tokens);
            }
        }
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
