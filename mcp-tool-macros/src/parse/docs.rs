//! Reads doc comments.

use std::iter::once;

use mcp_tool_rules::section::begins_section;
use proc_macro2::TokenStream;
use quote::ToTokens as _;
use syn::{Attribute, Expr, ExprLit, Lit, LitStr, Meta};

use crate::parse::missing_file;
use crate::util::conditions::conditional;
use crate::util::literals;

/// The contents of a doc comment.
pub(crate) enum Docs {
    /// There is no comment, or it has only blank lines.
    Nothing,
    /// The first nonblank line is a heading such as `# Errors`. A description ends before such a heading, so
    /// this comment has no description.
    Section(String),
    /// The comment has a description. The runtime converts it from Markdown to text for models.
    Text(Vec<Line>),
}

/// Reads the doc comment among the attributes.
///
/// The text of each line remains an expression, so that `include_str!` and `concat!` work.
pub(crate) fn read(attributes: &[Attribute]) -> Docs {
    let lines: Vec<Line> = attributes.iter().flat_map(lines).collect();
    let Some(begin) = lines.iter().find(|line| !is_blank(&line.text)) else {
        return Docs::Nothing;
    };
    if begin.condition.is_none()
        && let Some(heading) = section(&begin.text)
    {
        return Docs::Section(heading);
    }
    Docs::Text(lines.into_iter().map(Line::plain).collect())
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

/// Returns the first nonblank line of a text, if it is a heading such as `# Errors`.
fn section(line: &Expr) -> Option<String> {
    let text = plain_text(literals::text(line)?);
    let first = text.lines().map(str::trim).find(|line| !line.is_empty())?;
    begins_section(first).then(|| first.to_owned())
}

/// Returns the texts of a doc comment. Returns an empty list if `#[cfg_attr(…)]` contains a part of the
/// comment.
pub(crate) fn certain_texts(attributes: &[Attribute]) -> Vec<Expr> {
    let lines: Vec<Line> = attributes.iter().flat_map(lines).collect();
    if lines.iter().any(|line| line.condition.is_some()) {
        Vec::new()
    } else {
        lines.into_iter().map(|line| line.text).collect()
    }
}

/// Returns the path of a missing file that the doc comment includes. The compiler reports the missing file.
pub(crate) fn missing_file(attributes: &[Attribute]) -> Option<LitStr> {
    let mut texts = attributes.iter().flat_map(lines);
    texts.find_map(|line| missing_file::file(&line.text))
}
