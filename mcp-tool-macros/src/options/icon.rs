//! Icons, as they were written.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{Expr, Ident, LitStr};

use crate::diagnostics::Errors;
use crate::options::icon_rules;
use crate::parse::attribute::{Entry, Keys, cannot_be_text, entries};
use crate::parse::docs;
use crate::util::literals;
use crate::util::tokens::first_span;
use crate::util::tokens::ungroup;

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
            let icon = Icon {
                src: option.text_or("a URL", help, errors)?,
                mime_type: None,
                sizes: Vec::new(),
                theme: None,
            };
            icon.check(errors);
            return Some(icon);
        }
        let before = errors.count();
        let (mut src, mut mime_type, mut sizes, mut theme) = (None, None, Vec::new(), None);
        for entry in entries(option.list(help, errors)?, &ICON_KEYS, errors) {
            match entry.key.as_str() {
                "src" => src = entry.text_or("a URL", "write `src = \"https://…\"`", errors),
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
        let icon = Icon {
            src: src?,
            mime_type,
            sizes,
            theme,
        };
        icon.check(errors);
        Some(icon)
    }

    /// What can be known of literals.
    fn check(&self, errors: &mut Errors) {
        let mime_type = self.mime_type.as_ref().and_then(literals::text);
        match (literals::text(&self.src), mime_type) {
            (Some(src), mime_type) => icon_rules::check_source(src, mime_type, errors),
            (None, Some(mime_type)) => icon_rules::check_type("", mime_type, errors),
            (None, None) => {}
        }
    }

    /// The media type that not every client can show, and where it is said (R62).
    pub(crate) fn unusual_type(&self) -> Option<(String, Span)> {
        let (src, mime_type) = (literals::text(&self.src), self.mime_type.as_ref());
        if mime_type.is_some_and(|mime_type| literals::text(mime_type).is_none()) {
            return None;
        }
        let mime_type = mime_type.and_then(literals::text);
        let found = icon_rules::unusual_type(
            src.map(LitStr::value).as_deref(),
            mime_type.map(LitStr::value).as_deref(),
        )?;
        Some((found, mime_type.or(src)?.span()))
    }

    /// Items by which the compiler checks what comes from constants, each at the constant.
    pub(crate) fn checks(&self) -> impl Iterator<Item = TokenStream> {
        let src = docs::given(&self.src);
        let source = literals::text(&self.src)
            .is_none()
            .then(|| check(&self.src, quote!(refused_source(#src))));
        let mime_type = self.mime_type.as_ref().filter(|mime_type| {
            literals::text(mime_type).is_none() || literals::text(&self.src).is_none()
        });
        let mime_type = mime_type.map(|mime_type| {
            let given = docs::given(mime_type);
            check(mime_type, quote!(refused_type(#src, #given)))
        });
        let sizes = self.sizes.iter();
        let sizes = sizes.filter(|size| literals::text(size).is_none());
        let sizes = sizes.map(|size| {
            let given = docs::given(size);
            check(size, quote!(refused_size(#given)))
        });
        source.into_iter().chain(mime_type).chain(sizes)
    }
}

/// An item, because a constant block would be looked at only when code is generated.
fn check(value: &Expr, refused: TokenStream) -> TokenStream {
    let span = docs::name_span(ungroup(value));
    quote_spanned!(span=> const _: () = __p::reject(__p::#refused);)
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
        Some(text) if literals::text(&text).is_some() => vec![text],
        Some(other) => {
            entry.wrong(first_span(&other), takes, help, errors);
            return Vec::new();
        }
        None => return Vec::new(),
    };
    for size in &sizes {
        match literals::text(size) {
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
        "light" => Some(Ident::new("Light", text.span())),
        "dark" => Some(Ident::new("Dark", text.span())),
        other => {
            let is_light = other.to_ascii_lowercase().contains("light");
            let meant = if is_light { "light" } else { "dark" };
            errors.report_rule(
                text.span(),
                "the theme of an icon is `light` or `dark`",
                format!("write `theme = \"{meant}\"`, or leave it out for an icon that suits both"),
                icon_rules::PAGE,
            );
            None
        }
    }
}

impl ToTokens for Icon {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let src = docs::given(&self.src);
        let mime_type = self.mime_type.iter().map(docs::given);
        let sizes: Vec<_> = self.sizes.iter().map(docs::given).collect();
        let sizes = (!sizes.is_empty()).then(|| quote!(sizes: &[#(#sizes),*],));
        let theme = self.theme.iter();
        // Clippy reports a literal that leaves nothing to the rest.
        let is_complete =
            self.mime_type.is_some() && self.theme.is_some() && !self.sizes.is_empty();
        let rest = (!is_complete).then(|| quote!(..__p::DeclaredIcon::NONE));
        tokens.extend(quote! {
            __p::DeclaredIcon {
                src: #src,
                #(mime_type: __p::Some(#mime_type),)*
                #sizes
                #(theme: __p::Some(__p::IconTheme::#theme),)*
                #rest
            }
        });
    }
}
