//! Icons and `_meta`, as they were written.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::ext::IdentExt as _;
use syn::parse::discouraged::Speculative as _;
use syn::parse::{ParseStream, Parser as _};
use syn::{Expr, ExprLit, Ident, Lit, LitStr, Token};

use crate::docs;
use crate::errors::Errors;
use crate::icon_rules;
use crate::meta_key;
use crate::options::{Entry, Keys, cannot_be_text, entries, ungroup};
use crate::tokens::first_span;

/// Every key of `icon(…)`.
const ICON_KEYS: Keys = Keys::new(&["src", "mime_type", "sizes", "theme"]);

/// `icon = "…"` or `icon(src = "…", …)` (R57).
pub(crate) struct Icon {
    src: Expr,
    mime_type: Option<Expr>,
    sizes: Vec<Expr>,
    theme: Option<Ident>,
}

impl Icon {
    pub(crate) fn parse(option: &Entry, errors: &mut Errors) -> Option<Self> {
        let help =
            "write `icon = \"https://…\"`, or `icon(src = \"https://…\", sizes = [\"48x48\"])`";
        if !option.is_list() {
            return Some(Icon {
                src: source(option, help, errors)?,
                mime_type: None,
                sizes: Vec::new(),
                theme: None,
            });
        }
        let before = errors.count();
        let (mut src, mut mime_type, mut sizes, mut theme) = (None, None, Vec::new(), None);
        for entry in entries(option.list(help, errors)?, &ICON_KEYS, errors) {
            match entry.key.as_str() {
                "src" => src = source(&entry, "write `src = \"https://…\"`", errors),
                "mime_type" => mime_type = entry.text(errors),
                "sizes" => sizes = list_of_sizes(&entry, errors),
                "theme" => theme = self::theme(&entry, errors),
                // `entries` lets only known keys through.
                _ => {}
            }
        }
        // One that could not be read has been reported.
        if src.is_none() && errors.count() == before {
            errors.report(option.span, "an icon has no source", help);
        }
        Some(Icon {
            src: src?,
            mime_type,
            sizes,
            theme,
        })
    }
}

fn source(entry: &Entry, help: &str, errors: &mut Errors) -> Option<Expr> {
    let src = entry.text_or("a URL", help, errors)?;
    if let Some(literal) = text_literal(&src) {
        icon_rules::check_source(literal, errors);
    }
    Some(src)
}

fn text_literal(value: &Expr) -> Option<&LitStr> {
    match ungroup(value) {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) => Some(text),
        _ => None,
    }
}

/// R63
fn list_of_sizes(entry: &Entry, errors: &mut Errors) -> Vec<Expr> {
    let takes = "a list of sizes, each as `\"48x48\"` or `\"any\"`";
    let help = "write `sizes = [\"48x48\"]`";
    let sizes = match entry.any_value(takes, help, errors) {
        Some(Expr::Array(list)) if list.elems.is_empty() => {
            let what = "an icon without `sizes` has any; an empty list says nothing";
            errors.report(first_span(&list), what, format!("{help}, or remove it"));
            return Vec::new();
        }
        Some(Expr::Array(list)) => list.elems.into_iter().collect(),
        Some(text) if text_literal(&text).is_some() => vec![text],
        Some(other) => {
            entry.wrong(first_span(&other), takes, help, errors);
            return Vec::new();
        }
        None => return Vec::new(),
    };
    for size in &sizes {
        match text_literal(size) {
            Some(text) => icon_rules::check_size(text, errors),
            None if cannot_be_text(ungroup(size)) => {
                entry.wrong(first_span(size), takes, help, errors);
            }
            None => {}
        }
    }
    sizes
}

/// R64
fn theme(entry: &Entry, errors: &mut Errors) -> Option<Ident> {
    let help = "write `theme = \"dark\"` or `theme = \"light\"`";
    let text = entry.literal_or("a string literal", help, errors)?;
    match text.value().as_str() {
        theme @ ("light" | "dark") => Some(Ident::new(theme, text.span())),
        _ => {
            errors.report_rule(
                text.span(),
                "the theme of an icon is `light` or `dark`",
                "write `theme = \"dark\"`, or leave it out for an icon that suits both",
                icon_rules::PAGE,
            );
            None
        }
    }
}

impl ToTokens for Icon {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let src = docs::given(&self.src);
        let mime_type = self.mime_type.as_ref().map(|mime_type| {
            let mime_type = docs::given(mime_type);
            quote!(.mime_type(#mime_type))
        });
        let sizes: Vec<_> = self.sizes.iter().map(docs::given).collect();
        let sizes = (!sizes.is_empty()).then(|| quote!(.sizes(&[#(#sizes),*])));
        let theme = self.theme.iter();
        tokens.extend(quote!(__p::DeclaredIcon::new(#src) #mime_type #sizes #(.#theme())*));
    }
}

/// `meta(key = value, …)` (R67).
pub(crate) struct Meta(Vec<MetaEntry>);

struct MetaEntry {
    key: LitStr,
    value: Expr,
}

/// A mistake in one entry: where, what, and what to write.
type Mistake = (Span, String, String);

const META_HELP: &str = "write `meta(\"com.example/owner\" = \"search team\")`";

impl Meta {
    pub(crate) fn parse(option: &Entry, errors: &mut Errors) -> Option<Self> {
        if !option.is_list() {
            let takes = "keys with their values in parentheses";
            option.wrong(option.span, takes, META_HELP, errors);
            return None;
        }
        let tokens = option.list(META_HELP, errors)?;
        let parser = |input: ParseStream<'_>| Ok(meta_entries(input));
        let entries = parser.parse2(tokens).unwrap_or_default();
        let mut seen = std::collections::HashSet::new();
        let mut kept = Vec::new();
        if entries.is_empty() {
            errors.report(
                option.span,
                "`meta` without entries says nothing",
                META_HELP,
            );
        }
        for entry in entries {
            match entry {
                Err((at, what, help)) => errors.report(at, what, help),
                Ok(entry) if !seen.insert(entry.key.value()) => {
                    let what = format!("the key `{}` is given twice", entry.key.value());
                    errors.report(entry.key.span(), what, "keep one of them");
                }
                Ok(entry) => {
                    meta_key::check(&entry.key.value(), entry.key.span(), errors);
                    kept.push(entry);
                }
            }
        }
        Some(Meta(kept))
    }
}

/// The entries as far as they can be read.
fn meta_entries(input: ParseStream<'_>) -> Vec<Result<MetaEntry, Mistake>> {
    let mut entries = Vec::new();
    while !input.is_empty() {
        let entry = meta_entry(input);
        let is_read = entry.is_ok();
        entries.push(entry);
        let next = input.fork();
        if is_read && !next.is_empty() && !next.peek(Token![,]) {
            let at = input.span();
            let help = "write a `,` between the entries of `meta`";
            entries.push(Err((
                at,
                "an entry does not end here".to_owned(),
                help.to_owned(),
            )));
        }
        // After a mistake, the next entry.
        while !next.is_empty() {
            let is_end = next.peek(Token![,]);
            let _ = next.parse::<TokenTree>();
            if is_end {
                break;
            }
        }
        input.advance_to(&next);
    }
    entries
}

fn meta_entry(input: ParseStream<'_>) -> Result<MetaEntry, Mistake> {
    let key = key(input)?;
    let text = key.value();
    let help = match syn::parse_str::<Ident>(&text) {
        Ok(_) => format!("write `{text} = …`"),
        Err(_) => format!("write `{text:?} = …`"),
    };
    if input.peek(Token![:]) {
        let what = "a key of `meta` has its value after `=`".to_owned();
        return Err((input.span(), what, help));
    }
    let no_value = || {
        (
            key.span(),
            format!("the key `{text}` has no value"),
            help.clone(),
        )
    };
    input.parse::<Token![=]>().map_err(|_| no_value())?;
    if input.is_empty() || input.peek(Token![,]) {
        return Err(no_value());
    }
    let at = input.span();
    let value = input.parse().map_err(|_| {
        let what = format!("the value of `{text}` is no expression");
        (at, what, help.clone())
    })?;
    Ok(MetaEntry { key, value })
}

/// A string, or an identifier that stands for one.
fn key(input: ParseStream<'_>) -> Result<LitStr, Mistake> {
    let at = input.span();
    if input.peek(LitStr)
        && let Ok(text) = input.parse()
    {
        return Ok(text);
    }
    let ahead = input.fork();
    let mut text = String::new();
    while !ahead.is_empty() && !ahead.peek(Token![=]) && !ahead.peek(Token![,]) {
        if let Ok(token) = ahead.parse::<TokenTree>() {
            text += &token.to_string();
        }
    }
    match input.call(Ident::parse_any) {
        Ok(ident) if ident == text || input.peek(Token![:]) && !input.peek(Token![::]) => {
            Ok(LitStr::new(&ident.unraw().to_string(), ident.span()))
        }
        _ => Err((
            at,
            "a key of `meta` that is no identifier is a string".to_owned(),
            format!("write `{text:?} = …`"),
        )),
    }
}

impl ToTokens for Meta {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let entries = self.0.iter().map(|MetaEntry { key, value }| {
            let json = quote_spanned!(first_span(value)=> __p::WriteValue::__write(&#value));
            quote!((#key, || #json))
        });
        tokens.extend(quote!(&[#(#entries),*]));
    }
}
