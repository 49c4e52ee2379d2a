//! Reads `impl` blocks.

use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::parse::{Parse, ParseStream, Parser as _};
use syn::{Attribute, Ident, ItemImpl, Type};

use crate::diagnostics::Errors;
use crate::parse::item::{self, ToolFunction};
use crate::util::tokens::{concatenate, first_span, is_punct, ungroup_type, ungrouped};

/// An `impl` block. The bodies of its functions stay unparsed.
pub(crate) struct ImplBlock {
    /// The location of a second `#[mcp_tools]`.
    duplicate: Option<Span>,
    /// The tokens before the braces, except a second `#[mcp_tools]`.
    pub(crate) head: TokenStream,
    /// The block without its items.
    pub(crate) declaration: ItemImpl,
    body: Group,
    items: Vec<Item>,
}

pub(crate) enum Item {
    Tool(Box<ToolFunction>),
    Other(TokenStream),
    /// An item with an unknown attribute. The attribute can be another macro, or `#[mcp_tool]` imported under
    /// another name.
    Marked(TokenStream, Ident),
    /// An item with a mistake. The macro reports the mistake only if the compiler accepts the code.
    Broken(TokenStream, syn::Error),
}

impl Parse for ImplBlock {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let mut attributes = input.call(Attribute::parse_outer)?;
        let duplicate = attributes.iter().find_map(item::block_attribute_span);
        attributes.retain(|attribute| item::block_attribute_span(attribute).is_none());
        let mut tokens: Vec<TokenTree> = ungrouped(&input.parse()?).collect();
        let body = match tokens.pop() {
            Some(TokenTree::Group(body)) if body.delimiter() == Delimiter::Brace => body,
            _ => return Err(input.error("expected an `impl` block")),
        };
        let mut head = concatenate(attributes);
        head.extend(tokens);
        Ok(ImplBlock {
            duplicate,
            declaration: syn::parse2(quote!(#head {}))?,
            head,
            items: items.parse2(body.stream())?,
            body,
        })
    }
}

fn items(input: ParseStream<'_>) -> syn::Result<Vec<Item>> {
    let inner = input.call(Attribute::parse_inner)?;
    let mut items = vec![Item::Other(concatenate(inner))];
    while !input.is_empty() {
        items.push(input.parse()?);
    }
    Ok(items)
}

impl ImplBlock {
    /// Reports mistakes of the block, and items that are wrongly marked as tools. Returns whether the methods of
    /// the block can be tools.
    pub(crate) fn check(&self, errors: &mut Errors) -> bool {
        if let Some(duplicate) = self.duplicate {
            errors.report(
                duplicate,
                "duplicate attribute `#[mcp_tools]`",
                "keep one of them, with all options",
            );
        }
        if !self.can_be_listed() {
            errors.report(
                first_span(&self.declaration.self_ty),
                "methods of a trait object cannot be tools",
                "put the tools into the `impl` block of a struct that holds the trait object",
            );
            return false;
        }
        if self.declaration.trait_.is_some() {
            errors.report(
                self.declaration.impl_token.span,
                "methods of a trait cannot be tools",
                "put the tools into an `impl` block without a trait, below `#[mcp_tools]`; they can call the trait's methods",
            );
            return false;
        }
        for item in &self.items {
            match item {
                Item::Marked(_, name) if is_meant_for_us(name) && !self.has_tools() => errors
                    .report(
                        name.span(),
                        format!("`#[{name}]` does not declare a tool"),
                        "write `#[mcp_tool]`",
                    ),
                Item::Broken(_, error) => errors.leave_to_rustc(error.span(), error),
                _ => {}
            }
        }
        true
    }

    /// Returns whether `tools!` can list the type. The type of an entry must be sized, and a trait object is
    /// not.
    pub(crate) fn can_be_listed(&self) -> bool {
        !matches!(
            ungroup_type(&self.declaration.self_ty),
            Type::TraitObject(_)
        )
    }

    /// Returns the methods with `#[mcp_tool]`.
    pub(crate) fn tools(&self) -> impl Iterator<Item = &ToolFunction> {
        self.items.iter().filter_map(|item| match item {
            Item::Tool(function) => Some(&**function),
            _ => None,
        })
    }

    /// Returns whether this is an inherent `impl` block of a type that is not a trait object.
    pub(crate) fn can_have_tools(&self) -> bool {
        self.can_be_listed() && self.declaration.trait_.is_none()
    }

    pub(crate) fn has_tools(&self) -> bool {
        self.tools().next().is_some()
    }

    /// Returns whether an item has an attribute that may be `#[mcp_tool]` under another name.
    pub(crate) fn has_marks(&self) -> bool {
        let is_marked = |item: &Item| matches!(item, Item::Marked(..));
        self.items.iter().any(is_marked)
    }
}

impl Parse for Item {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let attributes = input.fork().call(Attribute::parse_outer)?;
        let (tokens, is_whole) = until_end(input)?;
        if !is_whole {
            // Do not emit the incomplete item, because the compiler would report a second error
            // for it.
            let error = syn::Error::new(first_span(&tokens), "this item has no end");
            return Ok(Item::Broken(TokenStream::new(), error));
        }
        let is_tool = (attributes.iter()).any(|it| item::tool_attribute_span(it).is_some());
        if is_tool && matches!(item::kind(&tokens), Some(("fn", _))) {
            return Ok(match syn::parse2(tokens.clone()) {
                Ok(tool) => Item::Tool(Box::new(tool)),
                Err(error) => Item::Broken(item::without_ours(tokens), error),
            });
        }
        Ok(match attributes.iter().find_map(item::macro_name) {
            // The code above parses all functions with `#[mcp_tool]`. So this `#[mcp_tool]` is not
            // above a function. `#[mcp_tools]` is wrong above any item of a block.
            Some(name) if name == "mcp_tool" || name == "mcp_tools" => {
                let error = syn::Error::new(name.span(), "this item is not a tool");
                Item::Broken(tokens, error)
            }
            Some(name) => Item::Marked(tokens, name),
            None => Item::Other(tokens),
        })
    }
}

/// Returns whether the name of an attribute is rmcp's `tool`, or is similar to `mcp_tool`.
fn is_meant_for_us(name: &Ident) -> bool {
    name == "tool" || strsim::damerau_levenshtein(&name.to_string(), "mcp_tool") <= 2
}

/// Returns the tokens of one item, and whether the item is complete.
fn until_end(input: ParseStream<'_>) -> syn::Result<(TokenStream, bool)> {
    let mut tokens = TokenStream::new();
    while !input.is_empty() {
        let token: TokenTree = input.parse()?;
        let is_end = is_end(&token, &tokens);
        tokens.extend([token]);
        if is_end {
            return Ok((tokens, true));
        }
    }
    Ok((tokens, false))
}

/// Returns whether a token ends an item. A constant or a type ends with a semicolon. Any other item ends with its
/// first semicolon or its first braces.
fn is_end(token: &TokenTree, before: &TokenStream) -> bool {
    match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
            !matches!(item::kind(before), Some(("const" | "type", _)))
        }
        // `macro_rules!` wraps a captured block or item in an invisible group. The group ends the
        // item if the last token in the group does.
        TokenTree::Group(group) if group.delimiter() == Delimiter::None => {
            let last = group.stream().into_iter().last();
            last.is_some_and(|last| is_end(&last, before))
        }
        token => is_punct(token, ';'),
    }
}

impl ToTokens for ImplBlock {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        self.head.to_tokens(tokens);
        // If a block has no tools, the macro reports an error. In this case, remove all
        // attributes that can be macros, because the expansion of such a macro can cause a second
        // error.
        let is_reported = !self.has_tools();
        let items = self.items.iter().map(|item| match item {
            Item::Tool(function) => {
                // This attribute does nothing. It uses the import of the attribute, which rustc would otherwise
                // report as unused.
                let paths = function.tool_attributes().map(Attribute::path);
                quote!(#(#[#paths(__of_a_method)])* #function)
            }
            Item::Marked(other, _) if is_reported => item::without(other.clone(), item::macro_name),
            Item::Other(other) | Item::Marked(other, _) | Item::Broken(other, _) => other.clone(),
        });
        let mut group = Group::new(Delimiter::Brace, items.collect());
        group.set_span(self.body.span());
        group.to_tokens(tokens);
    }
}
