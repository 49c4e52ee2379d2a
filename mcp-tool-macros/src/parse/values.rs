//! Reads the values of options.

use darling::{Error, FromMeta, Result};
use proc_macro2::{Ident, Span, TokenStream};
use syn::parse::{Parse, Parser as _};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned as _;
use syn::{Expr, ExprLit, Lit, LitStr, Meta, Path, Token};

use crate::diagnostics::mistake;
use crate::parse::attribute::key;
use crate::util::literals;
use crate::util::tokens::{first_span, ungroup};

/// An option, and a description of its allowed values for error messages.
pub(crate) struct Reader<'m> {
    meta: &'m Meta,
    takes: &'static str,
    help: String,
}

impl<'m> Reader<'m> {
    pub(crate) fn new(meta: &'m Meta, takes: &'static str, help: impl Into<String>) -> Self {
        Reader {
            meta,
            takes,
            help: help.into(),
        }
    }

    /// Creates a reader of a text.
    pub(crate) fn of_text(meta: &'m Meta) -> Self {
        let takes = "a string, or a constant expression of type `&'static str`";
        Reader::new(meta, takes, write_text(meta))
    }

    /// Returns the error for a wrong value at this place.
    pub(crate) fn error(&self, at: Span) -> Error {
        let what = format!("`{}` takes {}", key(self.meta.path()), self.takes);
        mistake(at, what, &self.help)
    }

    /// Reads `key = value`.
    pub(crate) fn value(&self) -> Result<&'m Expr> {
        match self.meta {
            Meta::NameValue(option) => Ok(ungroup(&option.value)),
            Meta::Path(_) | Meta::List(_) => Err(self.error(self.meta.path().span())),
        }
    }

    /// Reads `key(…)`.
    pub(crate) fn list(&self) -> Result<TokenStream> {
        match self.meta {
            Meta::List(list) => Ok(list.tokens.clone()),
            Meta::Path(_) | Meta::NameValue(_) => Err(self.error(self.meta.path().span())),
        }
    }

    /// Reads the entries of `key(…)`. `empty` says that an empty list has no meaning.
    pub(crate) fn entries<T: Parse>(&self, empty: &str) -> Result<Vec<T>> {
        let tokens = self.list()?;
        if tokens.is_empty() {
            return Err(mistake(self.meta.path().span(), empty, &self.help));
        }
        let entries = Punctuated::<T, Token![,]>::parse_terminated.parse2(tokens);
        let entries = entries.map_err(|error| self.error(error.span()))?;
        Ok(entries.into_iter().collect())
    }

    /// Reads the one expression of `key(…)` or `key = …`.
    pub(crate) fn argument(&self) -> Result<Expr> {
        let Meta::List(list) = self.meta else {
            return self.value().cloned();
        };
        syn::parse2(list.tokens.clone()).map_err(|_| {
            if list.tokens.is_empty() {
                self.error(list.path.span())
            } else {
                self.error(first_span(&list.tokens))
            }
        })
    }

    /// Reads a string literal.
    pub(crate) fn literal(&self) -> Result<LitStr> {
        let value = self.value()?;
        let text = literals::text(value).cloned();
        text.ok_or_else(|| self.error(value.span()))
    }

    /// Reads a path.
    pub(crate) fn path(&self) -> Result<Path> {
        match self.value()? {
            Expr::Path(path) if path.qself.is_none() => Ok(path.path.clone()),
            other => Err(self.error(other.span())),
        }
    }

    /// Reads a path that is a single identifier.
    pub(crate) fn ident(&self) -> Result<Ident> {
        let path = self.path()?;
        let ident = path.get_ident().cloned();
        ident.ok_or_else(|| self.error(path.span()))
    }

    /// Reads a text, which can be any constant expression. Rejects blank strings, missing files or environment
    /// variables, and expressions that cannot be a text.
    pub(crate) fn text(&self) -> Result<Expr> {
        let value = self.value()?;
        if literals::text(value).is_some_and(|text| text.value().trim().is_empty()) {
            let key = key(self.meta.path());
            return Err(mistake(
                value.span(),
                format!("`{key}` is empty"),
                &self.help,
            ));
        }
        if cannot_be_text(value) {
            Err(self.error(first_span(value)))
        } else {
            Ok(value.clone())
        }
    }
}

fn write_text(meta: &Meta) -> String {
    format!("write `{} = \"…\"`", key(meta.path()))
}

/// Returns whether an expression has a form that can never be a text, such as a number or an array. Returns
/// `false` for a malformed literal, because the compiler has already rejected it.
pub(crate) fn cannot_be_text(value: &Expr) -> bool {
    match value {
        Expr::Lit(literal) => !matches!(literal.lit, Lit::Str(_) | Lit::Verbatim(_)),
        Expr::Array(_) | Expr::Closure(_) | Expr::Range(_) | Expr::Try(_) | Expr::Tuple(_) => true,
        Expr::MethodCall(call) => call.method == "into" && matches!(*call.receiver, Expr::Lit(_)),
        _ => false,
    }
}

/// Reads a string literal.
pub(crate) fn literal(option: &Meta) -> Result<LitStr> {
    Reader::new(option, "a string literal", write_text(option)).literal()
}

/// Reads the path of the runtime crate.
pub(crate) fn crate_path(option: &Meta) -> Result<Path> {
    let help = "write `crate = ::mcp_tool_runtime`, or the path under which it is re-exported";
    Reader::new(option, "the path of the runtime crate", help).path()
}

/// Reads a flag: `key`, `key = true` or `key = false`.
pub(crate) fn flag(option: &Meta) -> Result<bool> {
    let help = format!("write `{0}`, or `{0} = false`", key(option.path()));
    let reader = Reader::new(option, "`= true`, `= false`, or no value", help);
    if matches!(option, Meta::Path(_)) {
        return Ok(true);
    }
    match reader.value()? {
        Expr::Lit(ExprLit {
            lit: Lit::Bool(value),
            ..
        }) => Ok(value.value),
        other => Err(reader.error(other.span())),
    }
}

/// Reads a name: a string literal, or the path of a constant.
pub(crate) fn name(meta: &Meta) -> Result<Expr> {
    let takes = "a string literal or the path of a constant";
    let reader = Reader::new(meta, takes, write_text(meta));
    match reader.value()? {
        name if literals::text(name).is_some() || matches!(name, Expr::Path(_)) => Ok(name.clone()),
        other => Err(reader.error(first_span(other))),
    }
}

/// A duration.
#[derive(Clone, Copy)]
pub(crate) struct Time {
    pub(crate) milliseconds: u64,
}

impl FromMeta for Time {
    fn from_meta(meta: &Meta) -> Result<Self> {
        let takes = "a time as a string: a whole number and `ms`, `s`, `m` or `h`";
        let help = format!("write the time as in `{} = \"30s\"`", key(meta.path()));
        let reader = Reader::new(meta, takes, help);
        let value = reader.value()?;
        let time = literals::text(value).and_then(|text| milliseconds(&text.value()));
        let milliseconds = time.ok_or_else(|| reader.error(first_span(value)))?;
        Ok(Time { milliseconds })
    }
}

/// Converts a number and its unit to milliseconds. The units are `ms`, `s`, `m`, `min` and `h`. Both `m` and
/// `min` mean minutes. Returns `None` for any other text, and for too large a number.
fn milliseconds(text: &str) -> Option<u64> {
    let text = text.trim();
    let digits = text.find(|c: char| !c.is_ascii_digit())?;
    let (number, unit) = text.split_at(digits);
    let factor = match unit.trim_start() {
        "ms" => 1,
        "s" => 1_000,
        "m" | "min" => 60_000,
        "h" => 3_600_000,
        _ => return None,
    };
    number.parse::<u64>().ok()?.checked_mul(factor)
}

#[cfg(test)]
mod tests {
    use super::milliseconds;

    #[test]
    fn a_duration_is_an_integer_with_a_unit() {
        assert_eq!(milliseconds("30s"), Some(30_000));
        assert_eq!(milliseconds("250 ms"), Some(250));
        assert_eq!(milliseconds("2m"), Some(120_000));
        assert_eq!(milliseconds("1h"), Some(3_600_000));
        for text in [
            "",
            "30",
            "+30s",
            "s",
            "-1s",
            "1.5s",
            "3 days",
            "99999999999999999h",
        ] {
            assert_eq!(milliseconds(text), None, "{text}");
        }
    }
}
