//! An `impl` block as it was written.

use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::parse::discouraged::Speculative as _;
use syn::parse::{Parse, ParseStream, Parser as _};
use syn::{Attribute, Generics, Token, Type, Visibility};

use crate::item::{self, ToolFunction};
use crate::tokens::is_punct;

/// An `impl` block whose bodies are never looked at.
pub(crate) struct ImplBlock {
    attributes: Vec<Attribute>,
    safety: Option<Token![unsafe]>,
    pub(crate) impl_token: Token![impl],
    pub(crate) generics: Generics,
    /// `Trait for`, where it is not the type's own.
    pub(crate) of_trait: Option<TokenStream>,
    pub(crate) owner: Type,
    body: Group,
    pub(crate) items: Vec<Item>,
}

pub(crate) enum Item {
    Tool(Box<ToolFunction>),
    Other(TokenStream),
    /// Something with a `#[cfg_attr(…, mcp_tool)]`, and where that says so.
    Conditional(TokenStream, Span),
    /// What is left of something that is no Rust. The compiler reads a block before any macro does,
    /// and has reported it.
    Broken(TokenStream),
}

impl Parse for ImplBlock {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let attributes = input.call(Attribute::parse_outer)?;
        let safety = input.parse()?;
        let impl_token = input.parse()?;
        let mut generics: Generics = match input.peek(Token![<]) {
            true => input.parse()?,
            false => Generics::default(),
        };
        let not = input.parse::<Option<Token![!]>>()?;
        let mut owner: Type = input.parse()?;
        let mut of_trait = None;
        if let Some(for_token) = input.parse::<Option<Token![for]>>()? {
            of_trait = Some(quote!(#not #owner #for_token));
            owner = input.parse()?;
        }
        generics.where_clause = input.parse()?;
        let body = match input.parse()? {
            TokenTree::Group(body) if body.delimiter() == Delimiter::Brace => body,
            other => return Err(syn::Error::new(other.span(), "expected `{`")),
        };
        let items = items.parse2(body.stream())?;
        Ok(ImplBlock {
            attributes,
            safety,
            impl_token,
            generics,
            of_trait,
            owner,
            body,
            items,
        })
    }
}

fn items(input: ParseStream<'_>) -> syn::Result<Vec<Item>> {
    let inner = input.call(Attribute::parse_inner)?;
    let mut items = vec![Item::Other(quote!(#(#inner)*))];
    while !input.is_empty() {
        items.push(input.parse()?);
    }
    Ok(items)
}

impl ImplBlock {
    pub(crate) fn is_broken(&self) -> bool {
        self.items
            .iter()
            .any(|item| matches!(item, Item::Broken(_)))
    }
}

impl Parse for Item {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let ahead = input.fork();
        let attributes = ahead.call(Attribute::parse_outer)?;
        let is_tool = attributes
            .iter()
            .any(|attribute| item::is_tool_again(attribute).is_some());
        ahead.parse::<Visibility>()?;
        if is_tool && is_function(&ahead) {
            let ahead = input.fork();
            if let Ok(tool) = ToolFunction::parse_in_block(&ahead) {
                input.advance_to(&ahead);
                return Ok(Item::Tool(Box::new(tool)));
            }
            return Ok(Item::Broken(item::without_ours(until_end(input, false)?.0)));
        }
        let is_value =
            ahead.peek(Token![const]) && !is_function(&ahead) || ahead.peek(Token![type]);
        let (tokens, is_whole) = until_end(input, is_value)?;
        let conditional = attributes.iter().find_map(item::is_tool_under_a_condition);
        Ok(match (is_whole, conditional) {
            (true, None) => Item::Other(tokens),
            (true, Some(at)) => Item::Conditional(item::without_conditions(tokens), at),
            (false, _) => Item::Broken(TokenStream::new()),
        })
    }
}

/// The tokens of one item, and whether it ends. A value or a type ends with a semicolon, whatever
/// blocks it has; everything else with its first block, too.
fn until_end(input: ParseStream<'_>, is_value: bool) -> syn::Result<(TokenStream, bool)> {
    let mut tokens = TokenStream::new();
    while !input.is_empty() {
        let token: TokenTree = input.parse()?;
        let is_end = is_end(&token, is_value);
        tokens.extend([token]);
        if is_end {
            return Ok((tokens, true));
        }
    }
    Ok((tokens, false))
}

fn is_end(token: &TokenTree, is_value: bool) -> bool {
    let is_block =
        matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace);
    is_punct(token, ';') || is_block && !is_value
}

/// Whether a function starts here, behind its visibility.
fn is_function(input: ParseStream<'_>) -> bool {
    let ahead = input.fork();
    loop {
        if ahead.peek(Token![fn]) {
            return true;
        }
        let is_qualifier = ahead.peek(Token![const])
            || ahead.peek(Token![async])
            || ahead.peek(Token![unsafe])
            || ahead.peek(Token![extern])
            || ahead.peek(syn::LitStr);
        if !is_qualifier || ahead.parse::<TokenTree>().is_err() {
            return false;
        }
    }
}

impl ToTokens for ImplBlock {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let ImplBlock {
            attributes,
            safety,
            impl_token,
            generics,
            of_trait,
            owner,
            body,
            items,
        } = self;
        let where_clause = &generics.where_clause;
        tokens.extend(quote! {
            #(#attributes)* #safety #impl_token #generics #of_trait #owner #where_clause
        });
        let items = items.iter().map(|item| match item {
            Item::Tool(function) => function.to_token_stream(),
            Item::Other(other) | Item::Conditional(other, _) | Item::Broken(other) => other.clone(),
        });
        let mut group = Group::new(Delimiter::Brace, items.collect());
        group.set_span(body.span());
        group.to_tokens(tokens);
    }
}
