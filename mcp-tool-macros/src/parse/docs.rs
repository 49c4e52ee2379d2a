//! Reads doc comments.

use std::iter::once;

use mcp_tool_rules::section::begins_section;
use proc_macro2::TokenStream;
use quote::ToTokens as _;
use syn::{Attribute, Expr, ExprLit, Lit, LitStr, Meta};

use crate::util::conditions::conditional;
use crate::util::literals;

/// Reads the doc comment among the attributes. Returns `None` if it has no description: if it is blank, or starts with
/// a heading such as `# Errors`, before which a description ends.
///
/// The text of each line remains an expression, so that `include_str!` and `concat!` work. The runtime converts the
/// text from Markdown to text for models.
pub(crate) fn read(attributes: &[Attribute]) -> Option<Vec<Line>> {
    let lines: Vec<Line> = attributes.iter().flat_map(lines).collect();
    let begin = lines.iter().find(|line| !is_blank(&line.text))?;
    let is_section = begin.condition.is_none() && is_section(&begin.text);
    (!is_section).then(|| lines.into_iter().map(Line::plain).collect())
}

/// The value of one `doc` attribute, which can have several lines of text.
pub(crate) struct Line {
    /// The condition, if the text is inside of `#[cfg_attr(…)]`. The compiler evaluates the condition.
    pub(crate) condition: Option<TokenStream>,
    pub(crate) text: Expr,
}

impl Line {
    /// Removes the space after `///`, and the stars of a block comment.
    fn plain(mut self) -> Self {
        if let Some(text) = literals::text(&self.text) {
            let plain = LitStr::new(&plain_text(text), text.span());
            self.text = Expr::Lit(ExprLit {
                attrs: Vec::new(),
                lit: Lit::Str(plain),
            });
        }
        self
    }
}

/// Returns the lines of `#[doc = …]`, including those inside of `#[cfg_attr(…)]`.
fn lines(attribute: &Attribute) -> Vec<Line> {
    let text = |meta: &Meta| match meta {
        Meta::NameValue(meta) if meta.path.is_ident("doc") => Some(meta.value.clone()),
        _ => None,
    };
    let (condition, attributes) = match conditional(attribute) {
        Some((condition, attributes)) => (Some(condition.to_token_stream()), attributes),
        None => (None, vec![attribute.meta.clone()]),
    };
    let texts = attributes.iter().filter_map(text);
    texts
        .map(|text| Line {
            condition: condition.clone(),
            text,
        })
        .collect()
}

fn plain_text(text: &LitStr) -> String {
    let value = text.value();
    if !value.contains('\n') {
        return value.strip_prefix(' ').unwrap_or(&value).to_owned();
    }
    let source = text.span().source_text();
    if source.is_some_and(|source| source.starts_with("/*")) {
        without_stars(&value)
    } else {
        value
    }
}

/// Removes the stars before the lines of a block comment, if each nonblank line after the first starts with a
/// star.
fn without_stars(block: &str) -> String {
    let (first, rest) = block.split_once('\n').unwrap_or((block, ""));
    let inner = || rest.lines().filter(|line| !line.trim().is_empty());
    if !inner().all(|line| line.trim_start().starts_with('*')) {
        return block.to_owned();
    }
    // Remove all leading stars of a line, because a comment can end with `***/`.
    let plain = rest
        .lines()
        .map(|line| line.trim_start().trim_start_matches('*'));
    once(first).chain(plain).collect::<Vec<_>>().join("\n")
}

fn is_blank(line: &Expr) -> bool {
    literals::text(line).is_some_and(|text| text.value().trim().is_empty())
}

/// Returns whether the first nonblank line of a text is a heading such as `# Errors`.
fn is_section(line: &Expr) -> bool {
    let text = literals::text(line).map(plain_text).unwrap_or_default();
    let mut lines = text.lines().map(str::trim);
    lines
        .find(|line| !line.is_empty())
        .is_some_and(begins_section)
}
