//! Reads `icon = "…"` and `icon(src = "…", …)`, and rejects invalid icons.

use darling::{FromMeta, Result};
use mcp_tool_rules::icon::{IconFault, icon_fault};
use syn::spanned::Spanned as _;
use syn::{Expr, LitStr, Meta};

use crate::diagnostics::{Errors, mistake, rule_violation};
use crate::parse::attribute::{self, List};
use crate::parse::options::options;
use crate::parse::values::{Reader, cannot_be_text};
use crate::util::literals;
use crate::util::show::start_of;
use crate::util::tokens::{first_span, ungroup};

const PAGE: &str = "2025-11-25/basic/index#icons";
const HELP: &str =
    "write `icon = \"https://…\"`, or `icon(src = \"https://…\", sizes = [\"48x48\"])`";

options! {
    /// An icon, which always has a source.
    pub(crate) struct Icon {
        [icon] src: Option<Expr> = read_source;
        [icon] mime_type: Option<Expr> = read_media_type;
        [icon] sizes: Vec<Expr> = read_sizes;
        [icon] theme: Option<Theme> = read_theme;
    }
}

/// The background that an icon is for.
#[derive(Clone, Copy, Debug, FromMeta)]
pub(crate) enum Theme {
    Light,
    Dark,
}

pub(crate) fn read(meta: &Meta) -> Result<Icon> {
    let mut errors = Errors::default();
    let mut icon = Icon::default();
    if let Meta::List(options) = meta {
        let list = List {
            name: "icon",
            ..List::default()
        };
        icon = attribute::read(options.tokens.clone(), &list, &mut errors);
        if icon.src.is_none() && errors.is_empty() {
            errors.report(meta.path().span(), "an icon needs a source", HELP);
        }
    } else {
        icon.src = Some(Reader::new(meta, "a URL", HELP).text()?);
    }
    icon.check(&mut errors);
    errors.into_result(Some(icon))
}

impl Icon {
    /// Returns the values that can be constants.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &Expr> {
        self.src.iter().chain(&self.mime_type).chain(&self.sizes)
    }

    /// Checks the values that are literals. The compiler and the registry check the others.
    fn check(&self, errors: &mut Errors) {
        let mut is_valid = |text: &LitStr, fault: Option<IconFault>| {
            if let Some(fault) = fault {
                // Show only the start of a long source, because the rest is usually encoded image data.
                let what = format!("`{}` {}", start_of(&text.value(), 48), fault.what);
                errors.report_rule(text.span(), what, fault.help, PAGE);
            }
            fault.is_none()
        };
        // The media type and the sizes are also checked if the source is wrong, or no literal.
        let mut source = "https://a.example".to_owned();
        if let Some(text) = self.src.as_ref().and_then(literals::text)
            && is_valid(text, icon_fault(&text.value(), None, &[]))
        {
            source = text.value();
        }
        if let Some(text) = self.mime_type.as_ref().and_then(literals::text) {
            is_valid(text, icon_fault(&source, Some(&text.value()), &[]));
        }
        for text in self.sizes.iter().filter_map(literals::text) {
            is_valid(text, icon_fault(&source, None, &[&text.value()]));
        }
    }
}

fn read_source(meta: &Meta) -> Result<Expr> {
    Reader::new(meta, "a URL", "write `src = \"https://…\"`").text()
}

fn read_media_type(meta: &Meta) -> Result<Expr> {
    Reader::of_text(meta).text()
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
            errors.push(reader.error(first_span(size)));
        }
    }
    errors.into_result(Some(sizes))
}

fn read_theme(meta: &Meta) -> Result<Theme> {
    let help = "write `theme = \"dark\"` or `theme = \"light\"`";
    let text = Reader::new(meta, "a string literal", help).literal()?;
    Theme::from_string(&text.value()).map_err(|_| {
        let what = "the theme of an icon must be `light` or `dark`";
        rule_violation(text.span(), what, help, PAGE)
    })
}
