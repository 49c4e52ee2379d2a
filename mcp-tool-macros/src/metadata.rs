//! Icons and `_meta`, as they were written.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::ext::IdentExt as _;
use syn::parse::{Parse, ParseStream, Parser as _};
use syn::punctuated::Punctuated;
use syn::{Expr, ExprLit, Ident, Lit, LitStr, Token};

use crate::docs;
use crate::errors::Errors;
use crate::options::{Entry, entries};
use crate::tokens::first_span;

/// Every key of `icon(…)`.
const ICON_KEYS: &[&str] = &["src", "mime_type", "sizes", "theme"];

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
            let src = option.text_or("a URL", help, errors)?;
            return Some(Icon {
                src,
                mime_type: None,
                sizes: Vec::new(),
                theme: None,
            });
        }
        let (mut src, mut mime_type, mut sizes, mut theme) = (None, None, Vec::new(), None);
        let mut has_src = false;
        for entry in entries(option.list(help, errors)?, ICON_KEYS, errors) {
            match entry.key.as_str() {
                "src" => {
                    has_src = true;
                    src = entry.text(errors);
                }
                "mime_type" => mime_type = entry.text(errors),
                "sizes" => sizes = list_of_sizes(&entry, errors),
                "theme" => theme = self::theme(&entry, errors),
                // `entries` lets only known keys through.
                _ => {}
            }
        }
        if !has_src {
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

fn list_of_sizes(entry: &Entry, errors: &mut Errors) -> Vec<Expr> {
    let takes = "a list of sizes, each as `\"48x48\"` or `\"any\"`";
    let help = "write `sizes = [\"48x48\"]`";
    match entry.any_value(takes, help, errors) {
        Some(Expr::Array(list)) => list.elems.into_iter().collect(),
        Some(
            text @ Expr::Lit(ExprLit {
                lit: Lit::Str(_), ..
            }),
        ) => vec![text],
        Some(other) => {
            entry.wrong(first_span(&other), takes, help, errors);
            Vec::new()
        }
        None => Vec::new(),
    }
}

/// R64
fn theme(entry: &Entry, errors: &mut Errors) -> Option<Ident> {
    let text = entry.literal(errors)?;
    match text.value().as_str() {
        theme @ ("light" | "dark") => Some(Ident::new(theme, text.span())),
        _ => {
            errors.report_rule(
                text.span(),
                "the theme of an icon is `light` or `dark`",
                "write `theme = \"dark\"`, or leave it out for an icon that suits both",
                "2025-11-25/basic/index#icons",
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
        let sizes = &self.sizes;
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

impl Parse for MetaEntry {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let key = match input.peek(LitStr) {
            true => input.parse()?,
            false => {
                let key = input.call(Ident::parse_any)?;
                LitStr::new(&key.unraw().to_string(), key.span())
            }
        };
        input.parse::<Token![=]>()?;
        Ok(MetaEntry {
            key,
            value: input.parse()?,
        })
    }
}

impl Meta {
    pub(crate) fn parse(option: &Entry, errors: &mut Errors) -> Option<Self> {
        let help = "write `meta(\"com.example/owner\" = \"search team\")`";
        let tokens = option.list(help, errors)?;
        let parser = Punctuated::<MetaEntry, Token![,]>::parse_terminated;
        match parser.parse2(tokens) {
            Ok(entries) if entries.is_empty() => {
                errors.report(option.span, "`meta` without entries says nothing", help);
                None
            }
            Ok(entries) => {
                let entries: Vec<_> = entries.into_iter().collect();
                let mut seen = std::collections::HashSet::new();
                for entry in &entries {
                    if !seen.insert(entry.key.value()) {
                        let what = format!("the key `{}` is given twice", entry.key.value());
                        errors.report(entry.key.span(), what, "keep one of them");
                    }
                }
                Some(Meta(entries))
            }
            Err(error) => {
                let what = "`meta` takes keys with their values";
                errors.report(error.span(), what, help);
                None
            }
        }
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
