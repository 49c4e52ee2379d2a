//! Reads the options of `#[arg(…)]`, and checks them against each other.

use darling::{FromMeta, Result};
use mcp_tool_rules::header_name::{HeaderFault, header_fault};
use quote::ToTokens as _;
use syn::{Expr, ExprPath, LitStr, Meta, PatType, Type};

use crate::diagnostics::{Errors, list, rule_violation};
use crate::options::bounds::{self, Bounds};
use crate::options::text_rules::{self, Role};
use crate::options::tool::lacking_feature;
use crate::options::written_range;
use crate::parse::attribute::{self, KeySpans, Keys, span_of};
use crate::parse::helper;
use crate::parse::hints;
use crate::parse::values::{self, Reader, cannot_be_text};
use crate::util::literals::text;
use crate::util::show::{character, show};
use crate::util::tokens::{first_span, ungroup};

/// Every key of `#[arg(…)]`.
const KEYS: Keys = Keys {
    known: &[
        "rename",
        "default",
        "description",
        "example",
        "range",
        "length",
        "pattern",
        "flatten",
        "schema",
        "header",
        "sensitive",
    ],
    elsewhere: None,
    hints: hints::OF_AN_ARGUMENT,
    combine: Some(written_range::instead_of_keys),
};

/// Returns the list of keys to show in a message.
pub(crate) fn keys() -> String {
    list(KEYS.known)
}

/// The options of an argument.
#[derive(std::default::Default, FromMeta)]
#[darling(default)]
pub(crate) struct ArgumentOptions {
    /// The location of each key.
    #[darling(skip)]
    pub(crate) keys: KeySpans,
    #[darling(with = read_rename)]
    pub(crate) rename: Option<LitStr>,
    pub(crate) default: Option<Default>,
    #[darling(with = |meta| text_rules::read(meta, Role::Argument))]
    pub(crate) description: Option<Expr>,
    #[darling(rename = "example", multiple, with = read_example)]
    pub(crate) examples: Vec<Expr>,
    #[darling(with = |meta| Bounds::read(meta, &bounds::RANGE))]
    pub(crate) range: Option<Bounds>,
    #[darling(with = |meta| Bounds::read(meta, &bounds::LENGTH))]
    pub(crate) length: Option<Bounds>,
    #[darling(with = read_pattern)]
    pub(crate) pattern: Option<Expr>,
    #[darling(with = values::flag)]
    pub(crate) flatten: bool,
    #[darling(with = read_schema)]
    pub(crate) schema: Option<ExprPath>,
    #[darling(with = read_header)]
    pub(crate) header: Option<LitStr>,
    #[darling(with = values::flag)]
    pub(crate) sensitive: bool,
}

/// The value of an argument that the client omits.
pub(crate) enum Default {
    /// `default` without a value: the default of the argument's type.
    OfType,
    /// `default = "…"`
    Text(Expr),
    /// `default = …` with any expression except a string literal.
    Value(Expr),
}

impl ArgumentOptions {
    pub(crate) fn parse(typed: &PatType, errors: &mut Errors) -> Self {
        let tokens = helper::options(&typed.attrs, "arg", "default = …", errors);
        let (options, keys): (ArgumentOptions, _) = attribute::read(tokens, &KEYS, errors);
        let options = ArgumentOptions { keys, ..options };
        options.check_together(&typed.ty, errors);
        options.check_values(errors);
        options
    }

    /// Checks the default and the examples against the range and the length.
    fn check_values(&self, errors: &mut Errors) {
        let default = match &self.default {
            Some(Default::Text(value) | Default::Value(value)) => Some(("default", value)),
            Some(Default::OfType) | None => None,
        };
        let examples = self.examples.iter().map(|example| ("example", example));
        let range = self.range.as_ref().map(|range| (range, &bounds::RANGE));
        let length = self.length.as_ref().map(|length| (length, &bounds::LENGTH));
        for (key, value) in default.into_iter().chain(examples) {
            for (bounds, kind) in range.into_iter().chain(length) {
                errors.read(bounds.check(kind, key, value));
            }
        }
    }

    /// Reports options that exclude each other.
    fn check_together(&self, ty: &Type, errors: &mut Errors) {
        if self.flatten {
            let is_other = |key: &str| !["flatten", "sensitive"].contains(&key);
            for (key, at) in self.keys.iter().filter(|(key, _)| is_other(key)) {
                let what = format!("`{key}` cannot be combined with `flatten`");
                let (instead, ty) = (above_a_field(key), show(&ty.to_token_stream()));
                let help = format!("remove `{key}`, and write `{instead}` above a field of `{ty}`");
                errors.report(*at, what, help);
            }
        }
        if !self.sensitive {
            return;
        }
        if let Some(header) = span_of("header", &self.keys) {
            errors.report_rule(
                header,
                "a `sensitive` argument cannot have a header, because proxies log headers",
                "remove `header`, or `sensitive` if everybody may read the value",
                HEADER_PAGE,
            );
        }
        if let (Some(default), Some(Default::Text(_) | Default::Value(_))) =
            (span_of("default", &self.keys), &self.default)
        {
            errors.report(
                default,
                "the default of a `sensitive` argument would be published in its schema",
                "remove `default`, make the parameter an `Option`, and choose the value in the body",
            );
        }
    }
}

/// Returns the attribute that, above a field of a flattened struct, has the same effect as `key` in `#[arg]`.
fn above_a_field(key: &str) -> &'static str {
    match key {
        "default" => "#[serde(default)]",
        "rename" => "#[serde(rename = \"…\")]",
        "description" => "/// …",
        "example" => "#[schemars(example = …)]",
        "range" => "#[schemars(range(min = …, max = …))]",
        "length" => "#[schemars(length(min = …, max = …))]",
        "pattern" => "#[schemars(regex(pattern = \"…\"))]",
        "schema" => "#[schemars(schema_with = \"…\")]",
        _ => "#[schemars(extend(\"x-mcp-header\" = \"…\"))]",
    }
}

/// Reads the value of `rename`: the argument name that the model must write in a call. Accepts an empty name,
/// because `model::argument::parse` reports it and suggests the parameter's name.
fn read_rename(meta: &Meta) -> Result<Option<LitStr>> {
    let name = values::literal(meta)?;
    if !name.value().trim().is_empty() {
        text_rules::check_literal("rename", &name, Role::Name)?;
    }
    Ok(Some(name))
}

impl FromMeta for Default {
    fn from_meta(meta: &Meta) -> Result<Self> {
        if matches!(meta, Meta::Path(_)) {
            return Ok(Default::OfType);
        }
        let reader = Reader::new(
            meta,
            "an expression after `=`, or no value",
            "write `default = …`",
        );
        let value = reader.value()?.clone();
        Ok(match text(&value) {
            Some(_) => Default::Text(value),
            None => Default::Value(value),
        })
    }
}

fn read_example(meta: &Meta) -> Result<Expr> {
    let reader = Reader::new(meta, "an expression after `=`", "write `example = …`");
    reader.value().cloned()
}

fn read_pattern(meta: &Meta) -> Result<Option<Expr>> {
    if !cfg!(feature = "regex") {
        return Err(lacking_feature(first_span(meta.path()), "pattern", "regex"));
    }
    let help = "write one string, as in `pattern(\"^[a-z]+$\")`";
    let reader = Reader::new(meta, "a regular expression as a string", help);
    let value = reader.argument()?;
    if cannot_be_text(ungroup(&value)) {
        Err(reader.error(first_span(&value)))
    } else {
        Ok(Some(value))
    }
}

/// Reads the path of a function, such as `<Filter as JsonSchema>::json_schema`.
fn read_schema(meta: &Meta) -> Result<Option<ExprPath>> {
    let takes = "the path of a function that takes a `&mut SchemaGenerator` and returns a `Schema`";
    let reader = Reader::new(meta, takes, "write `schema = path::to::function`");
    match reader.value()? {
        Expr::Path(path) => Ok(Some(path.clone())),
        other => Err(reader.error(first_span(other))),
    }
}

const HEADER_PAGE: &str = "2026-07-28/server/tools#x-mcp-header";

fn read_header(meta: &Meta) -> Result<Option<LitStr>> {
    let name = values::literal(meta)?;
    let text = name.value();
    let start = text.get(.."Mcp-Param-".len()).unwrap_or_default();
    let what = match header_fault(&text) {
        _ if start.eq_ignore_ascii_case("Mcp-Param-") => {
            "the name of a header cannot start with `Mcp-Param-`, because the client adds this prefix".to_owned()
        }
        Some(HeaderFault::Character(at)) => {
            let character = character(&text, at);
            format!("the name of a header cannot contain `{character}`")
        }
        Some(HeaderFault::Empty) => "the name of a header cannot be empty".to_owned(),
        None => return Ok(Some(name)),
    };
    let help = "write a name of letters, digits and `-`, without `Mcp-Param-`, as in `header = \"Region\"`";
    Err(rule_violation(name.span(), what, help, HEADER_PAGE))
}

#[cfg(test)]
mod tests {
    use super::{ArgumentOptions, KEYS};
    use crate::parse::attribute::unread;

    #[test]
    fn each_key_has_a_field() {
        assert_eq!(unread::<ArgumentOptions>(KEYS.known), [""; 0]);
    }
}
