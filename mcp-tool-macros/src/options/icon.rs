//! Reads `icon = "…"` and `icon(src = "…", …)`, and rejects invalid icons.

use mcp_tool_rules::icon::{SourceFault, is_size, source_fault};
use proc_macro2::Span;
use syn::spanned::Spanned as _;
use syn::{Expr, Ident, Meta, Result};

use crate::diagnostics::{Errors, mistake, rule_violation};
use crate::parse::attribute::{self, List};
use crate::parse::options::options;
use crate::parse::values::{Reader, Value, cannot_be_text};
use crate::util::literals;
use crate::util::show::start_of;
use crate::util::tokens::{first_span, ungroup};

const PAGE: &str = "2025-11-25/basic/index#icons";
const HELP: &str =
    "write `icon = \"https://…\"`, or `icon(src = \"https://…\", sizes = [\"48x48\"])`";

const SOURCE_HELP: &str = "write `src = \"https://…\"`";

pub(crate) struct Icon {
    pub(crate) src: Expr,
    pub(crate) mime_type: Option<Expr>,
    pub(crate) sizes: Vec<Expr>,
    pub(crate) theme: Option<Ident>,
}

options! {
    /// The options of `icon(…)`.
    struct Options {
        [icon] src: Option<Expr> = |meta| Reader::new(meta, "a URL", SOURCE_HELP).text();
        [icon] mime_type: Option<Expr> = |meta| Reader::of_text(meta).text();
        [icon] sizes: Option<Vec<Expr>> = read_sizes;
        [icon] theme: Option<Ident> = read_theme;
    }
}

impl Value for Icon {
    fn read(meta: &Meta) -> Result<Self> {
        let mut errors = Errors::default();
        let options = match meta {
            Meta::List(list) => {
                let icon = List {
                    name: "icon",
                    ..List::default()
                };
                attribute::read(list.tokens.clone(), &icon, &mut errors)
            }
            Meta::Path(_) | Meta::NameValue(_) => Options {
                src: Some(Reader::new(meta, "a URL", HELP).text()?),
                ..Options::default()
            },
        };
        let Options {
            src,
            mime_type,
            sizes,
            theme,
            ..
        } = options;
        if src.is_none() && errors.is_empty() {
            errors.report(meta.path().span(), "an icon needs a source", HELP);
        }
        let icon = errors.into_result(src.map(|src| Icon {
            src,
            mime_type,
            sizes: sizes.unwrap_or_default(),
            theme,
        }))?;
        icon.check()?;
        Ok(icon)
    }
}

impl Icon {
    /// Checks `src` and `mime_type` if they are literals. The compiler and the registry check values that are
    /// not literals.
    fn check(&self) -> Result<()> {
        let literal = |text: &Expr| literals::text(text).map(|text| (text.value(), text.span()));
        let (src, mime_type) = (
            literal(&self.src),
            self.mime_type.as_ref().and_then(literal),
        );
        if let Some((src, at)) = &src
            && let Some(fault) = source_fault(src, None)
        {
            return Err(source_error(src, fault, *at));
        }
        let Some((mime_type, at)) = mime_type else {
            return Ok(());
        };
        let src = src.map(|(src, _)| src).unwrap_or_default();
        let what = match source_fault(&src, Some(&mime_type)) {
            Some(SourceFault::NoImageType) => {
                let shown = mime_type.escape_debug();
                format!("`{shown}` is not the media type of an image")
            }
            Some(SourceFault::OtherType) => {
                let of_source = media_type(&src).unwrap_or_default();
                format!("`mime_type` is `{mime_type}`, but the source has `{of_source}`")
            }
            _ => return Ok(()),
        };
        let ty = media_type(&src).unwrap_or("image/png");
        let help = format!(
            "write the type of the image, as in `mime_type = \"{ty}\"`, or remove `mime_type`"
        );
        Err(rule_violation(at, what, help, PAGE))
    }

    /// Returns the icon's media type and its span, if some clients cannot show icons of that type. Returns
    /// `None` if the macro does not know the type, for example of a constant.
    pub(crate) fn unusual_type(&self) -> Option<(String, Span)> {
        let text = literals::text(self.mime_type.as_ref().unwrap_or(&self.src))?;
        let value = text.value();
        let given = match self.mime_type {
            Some(_) => Some(&*value),
            None => media_type(&value),
        };
        Some((unusual_type(given?)?.to_owned(), text.span()))
    }
}

fn source_error(src: &str, fault: SourceFault, at: Span) -> syn::Error {
    let (what, help) = fault.words();
    // Show only the start of a long source, because the rest is usually encoded image data.
    let what = format!("`{}` {what}", start_of(src, 48));
    rule_violation(at, what, help, PAGE)
}

/// Reads a list of sizes, or one size.
fn read_sizes(meta: &Meta) -> Result<Vec<Expr>> {
    let takes = "a list of sizes, each as `\"48x48\"` or `\"any\"`";
    let help = "write each size as its own string, with a lower-case `x`, as in `sizes = [\"48x48\", \"96x96\"]`";
    let reader = Reader::new(meta, takes, help);
    let sizes: Vec<Expr> = match reader.value()? {
        Expr::Array(list) if list.elems.is_empty() => {
            let what = "an empty list of `sizes` has no meaning";
            let help = format!("{help}, or remove `sizes`");
            return Err(mistake(first_span(list), what, help));
        }
        Expr::Array(list) => list.elems.iter().cloned().collect(),
        text if literals::text(text).is_some() => vec![text.clone()],
        other => return Err(reader.error(first_span(other))),
    };
    let mut errors = Errors::default();
    for size in &sizes {
        match literals::text(size) {
            Some(text) if !is_size(&text.value()) => {
                let shown = text.value();
                let what = format!("`{}` is not the size of an icon", shown.escape_debug());
                errors.report_rule(text.span(), what, help, PAGE);
            }
            None if cannot_be_text(ungroup(size)) => {
                errors.read::<()>(Err(reader.error(first_span(size))));
            }
            _ => {}
        }
    }
    errors.into_result(Some(sizes))
}

fn read_theme(meta: &Meta) -> Result<Ident> {
    let help = "write `theme = \"dark\"` or `theme = \"light\"`";
    let text = Reader::new(meta, "a string literal", help).literal()?;
    match text.value().as_str() {
        "light" => Ok(Ident::new("Light", text.span())),
        "dark" => Ok(Ident::new("Dark", text.span())),
        _ => Err(rule_violation(
            text.span(),
            "the theme of an icon must be `light` or `dark`",
            help,
            PAGE,
        )),
    }
}

/// Returns the media type of a `data:` URL, without its parameters.
fn media_type(src: &str) -> Option<&str> {
    let (scheme, rest) = src.split_once(':')?;
    let head = rest.split(',').next()?;
    let is_data = scheme.eq_ignore_ascii_case("data");
    head.split(';').next().filter(|_| is_data)
}

/// The media types of icons that clients must or should support.
const SHOWN: &[&str] = &[
    "image/png",
    "image/jpeg",
    "image/jpg",
    "image/webp",
    "image/svg+xml",
];

/// Returns `media_type` if some clients cannot show icons of that type.
fn unusual_type(media_type: &str) -> Option<&str> {
    let name = media_type.split(';').next()?.trim_end();
    let is_shown = SHOWN.iter().any(|shown| name.eq_ignore_ascii_case(shown));
    (!is_shown).then_some(media_type)
}

#[cfg(test)]
mod tests {
    use super::{media_type, unusual_type};

    #[test]
    fn image_types_that_some_clients_do_not_show() {
        // R62
        for media_type in [
            "image/png",
            "image/JPG",
            "image/svg+xml; charset=utf-8",
            "image/webp",
        ] {
            assert_eq!(unusual_type(media_type), None, "{media_type}");
        }
        for media_type in ["image/gif", "image/avif", "image/x-icon"] {
            assert_eq!(unusual_type(media_type), Some(media_type));
        }
        let gif = "data:image/gif;base64,R0lGODlh";
        assert_eq!(media_type(gif), Some("image/gif"));
        assert_eq!(media_type("https://a.example/i.gif"), None);
    }
}
