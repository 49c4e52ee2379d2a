//! Reads `icon = "…"` and `icon(src = "…", …)`, and rejects invalid icons.

use mcp_tool_rules::icon::{IconPart, icon_fault};
use proc_macro2::Span;
use syn::spanned::Spanned as _;
use syn::{Expr, Ident, LitStr, Meta, Result};

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
    /// Returns the values that can be constants.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &Expr> {
        [&self.src]
            .into_iter()
            .chain(&self.mime_type)
            .chain(&self.sizes)
    }

    /// Checks the values that are literals. The compiler and the registry check the others.
    fn check(&self) -> Result<()> {
        let src = literals::text(&self.src);
        let mime_type = self.mime_type.as_ref().and_then(literals::text);
        let sizes: Vec<&LitStr> = self.sizes.iter().filter_map(literals::text).collect();
        // A source that is not a literal counts as valid.
        let source = src.map_or("https://a.example".to_owned(), LitStr::value);
        let media_type = mime_type.map(LitStr::value);
        let names: Vec<String> = sizes.iter().map(|size| size.value()).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let Some(fault) = icon_fault(&source, media_type.as_deref(), &names) else {
            return Ok(());
        };
        let part = match fault.part {
            IconPart::Source => src,
            IconPart::MediaType => mime_type,
            IconPart::Size(at) => sizes.get(at).copied(),
        };
        // Show only the start of a long source, because the rest is usually encoded image data.
        let text = fault.part.of(&source, media_type.as_deref(), &names);
        let what = format!("`{}` {}", start_of(text, 48), fault.what);
        let at = part.map_or_else(Span::call_site, LitStr::span);
        Err(rule_violation(at, what, fault.help, PAGE))
    }
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
        if cannot_be_text(ungroup(size)) {
            errors.read::<()>(Err(reader.error(first_span(size))));
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
