//! The options of `#[arg(…)]`, read and checked against each other.

use mcp_tool_rules::header_name::{HeaderFault, header_fault};
use syn::{Expr, ExprPath, LitStr, PatType};

use crate::diagnostics::{Errors, list};
use crate::options::bounds::Bounds;
use crate::options::literals;
use crate::options::text_rules::{self, Role};
use crate::parse::attribute::{self, Entry, Flag, Keys, cannot_be_text};
use crate::parse::helper;
use crate::parse::hints;
use crate::util::show::character;
use crate::util::tokens::first_span;
use crate::util::tokens::ungroup;

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
};

/// The keys, for a message.
pub(crate) fn keys() -> String {
    list(KEYS.known)
}

#[derive(std::default::Default)]
pub(crate) struct ArgumentOptions {
    pub(crate) rename: Option<LitStr>,
    pub(crate) default: Option<Default>,
    pub(crate) description: Option<Expr>,
    pub(crate) examples: Vec<Expr>,
    pub(crate) range: Option<Bounds>,
    pub(crate) length: Option<Bounds>,
    pub(crate) pattern: Option<Expr>,
    pub(crate) flatten: bool,
    pub(crate) schema: Option<ExprPath>,
    pub(crate) header: Option<LitStr>,
    pub(crate) sensitive: bool,
}

/// What an argument is when it is not given.
pub(crate) enum Default {
    /// `default`
    OfType,
    /// `default = "…"`
    Text(Expr),
    /// `default = …`
    Value(Expr),
}

impl ArgumentOptions {
    pub(crate) fn parse(typed: &PatType, errors: &mut Errors) -> Self {
        let mut options = ArgumentOptions::default();
        let tokens = helper::options(&typed.attrs, "arg", "default = …", errors);
        let entries = attribute::entries(tokens, &KEYS, errors);
        for entry in &entries {
            options.set(entry, errors);
        }
        options.together(&entries, errors);
        literals::check(&options, errors);
        options
    }

    fn set(&mut self, entry: &Entry, errors: &mut Errors) {
        let is_set = |flag: Option<Flag>| flag.is_some_and(|flag| flag.value);
        match entry.key.as_str() {
            "rename" => self.rename = rename(entry, errors),
            "description" => {
                self.description = text_rules::option(entry, Role::Argument, errors);
            }
            "default" => self.default = default(entry, errors),
            "example" => self.examples.extend(entry.any_value(
                "an expression",
                "write `example = …`",
                errors,
            )),
            "range" => self.range = Bounds::parse_range(entry, errors),
            "length" => self.length = Bounds::parse_length(entry, errors),
            "pattern" => self.pattern = pattern(entry, errors),
            "flatten" => self.flatten = is_set(entry.flag(errors)),
            "schema" => self.schema = schema(entry, errors),
            "header" => self.header = header(entry, errors),
            "sensitive" => self.sensitive = is_set(entry.flag(errors)),
            // `entries` lets only known keys through.
            _ => {}
        }
    }

    /// Reports what does not go together.
    fn together(&self, entries: &[Entry], errors: &mut Errors) {
        let beside = |key: &str| entries.iter().find(|entry| entry.key == key);
        if self.flatten {
            for entry in entries {
                if !matches!(entry.key.as_str(), "flatten" | "sensitive") {
                    errors.report(
                        entry.span,
                        format!("`{}` says nothing beside `flatten`: the arguments are the members of the type", entry.key),
                        format!("remove `{}`, and say it at the members of the struct", entry.key),
                    );
                }
            }
        }
        if self.sensitive {
            if let Some(header) = beside("header") {
                errors.report_rule(
                    header.span,
                    "a `sensitive` argument cannot be repeated in a header, which proxies log",
                    "remove `header`, or `sensitive` if everybody may read the value",
                    "2026-07-28/server/tools#x-mcp-header",
                );
            }
            if let (Some(default), Some(Default::Text(_) | Default::Value(_))) =
                (beside("default"), &self.default)
            {
                errors.report(
                    default.span,
                    "the default of a `sensitive` argument would be published in its schema",
                    "make the parameter an `Option`, and choose the value in the body",
                );
            }
        }
    }
}

/// A name that a model has to repeat. An empty one is reported with the parameter's own name.
fn rename(entry: &Entry, errors: &mut Errors) -> Option<LitStr> {
    let name = entry.literal(errors)?;
    let is_right = name.value().trim().is_empty()
        || text_rules::check_literal(&entry.key, &name, Role::Name, errors);
    is_right.then_some(name)
}

fn default(entry: &Entry, errors: &mut Errors) -> Option<Default> {
    if entry.is_bare() {
        return Some(Default::OfType);
    }
    let value = entry.any_value("no value, or an expression", "write `default = …`", errors)?;
    Some(match crate::util::literals::text(&value) {
        Some(_) => Default::Text(value),
        None => Default::Value(value),
    })
}

fn pattern(entry: &Entry, errors: &mut Errors) -> Option<Expr> {
    if !cfg!(feature = "regex") {
        errors.report(
            entry.span,
            "`pattern` needs the feature `regex` of `mcp-tool-runtime`, which brings the checks",
            "write `mcp-tool-runtime = { version = \"…\", features = [\"regex\"] }` in `Cargo.toml`",
        );
        return None;
    }
    let takes = "a regular expression as a string";
    let help = "write `pattern(\"^[a-z]+$\")`";
    let value = entry.expression(takes, help, errors)?;
    match crate::util::literals::text(&value) {
        Some(text) if text.value().is_empty() => {
            let what = "this `pattern` admits everything";
            errors.report(text.span(), what, format!("{help}, or remove it"));
            None
        }
        None if cannot_be_text(ungroup(&value)) => {
            entry.wrong(first_span(&value), takes, help, errors);
            None
        }
        _ => Some(value),
    }
}

/// A function, also one of a trait: `<Filter as JsonSchema>::json_schema`.
fn schema(entry: &Entry, errors: &mut Errors) -> Option<ExprPath> {
    let takes = "the path of a function from a `SchemaGenerator` to a `Schema`";
    let help = "write `schema = path::to::function`";
    match entry.any_value(takes, help, errors)? {
        Expr::Path(path) => Some(path),
        other => {
            entry.wrong(first_span(&other), takes, help, errors);
            None
        }
    }
}

/// R38, R39, R40
fn header(entry: &Entry, errors: &mut Errors) -> Option<LitStr> {
    let name = entry.literal(errors)?;
    let text = name.value();
    let start = "Mcp-Param-";
    let fault = header_fault(&text);
    if text
        .get(..start.len())
        .is_some_and(|first| first.eq_ignore_ascii_case(start))
    {
        let rest = match &text[start.len()..] {
            rest if fault.is_none() && !rest.is_empty() => rest,
            _ => "Region",
        };
        errors.report_rule(
            name.span(),
            format!("a client writes `{start}` before the name by itself"),
            format!("write `header = \"{rest}\"`"),
            "2026-07-28/server/tools#x-mcp-header",
        );
        return None;
    }
    let what = match fault {
        Some(HeaderFault::Character(at)) => format!(
            "the name of a header cannot have `{}` in it",
            character(&text, at)
        ),
        Some(HeaderFault::Empty) => "the name of a header cannot be empty".to_owned(),
        None => return Some(name),
    };
    errors.report_rule(
        name.span(),
        what,
        "write letters, digits and `-`, as in `header = \"Region\"`",
        "2026-07-28/server/tools#x-mcp-header",
    );
    None
}
