//! Reads the options of `#[arg(…)]`, and checks them against each other.

use darling::Result;
use mcp_tool_rules::header_name::{HeaderFault, header_fault};
use quote::ToTokens as _;
use syn::{Expr, ExprPath, LitStr, Meta, PatType, Type};

use crate::diagnostics::{Errors, rule_violation};
use crate::options::bounds::{self, Bounds};
use crate::options::text_rules;
use crate::options::tool::lacking_feature;
use crate::options::written_range;
use crate::parse::attribute::{self, List};
use crate::parse::helper;
use crate::parse::hints;
use crate::parse::options::{Options as _, options};
use crate::parse::values::{Reader, cannot_be_text, flag, literal};
use crate::util::show::{character, show};
use crate::util::tokens::{first_span, ungroup};

/// The list of `#[arg(…)]`.
pub(crate) const LIST: List = List {
    name: "argument",
    documentation: "the documentation of `#[mcp_tool]` lists the options of an argument",
    elsewhere: None,
    hints: hints::OF_AN_ARGUMENT,
    combine: Some(written_range::instead_of_keys),
};

options! {
    /// The options of an argument.
    pub(crate) struct ArgumentOptions {
        [argument] rename: Option<LitStr> = read_rename;
        /// `None` inside of `Some` is `default` without a value: the default of the argument's type.
        [argument] default: Option<Option<Expr>> = read_default;
        [argument] description: Option<Expr> = text_rules::read;
        [argument] example: Vec<Expr> = read_example [multiple];
        [argument] range: Option<Bounds> = bounds::range;
        [argument] length: Option<Bounds> = bounds::length;
        [argument] pattern: Option<Expr> = read_pattern;
        [argument] flatten: bool = flag;
        [argument] schema: Option<ExprPath> = read_schema;
        [argument] header: Option<LitStr> = read_header;
        [argument] sensitive: bool = flag;
    }
}

impl ArgumentOptions {
    pub(crate) fn parse(typed: &PatType, errors: &mut Errors) -> Self {
        let tokens = helper::options(&typed.attrs, "arg", "default = …", errors);
        let options: ArgumentOptions = attribute::read(tokens, &LIST, errors);
        options.check_together(&typed.ty, errors);
        options
    }

    /// Reports options that exclude each other.
    fn check_together(&self, ty: &Type, errors: &mut Errors) {
        if self.flatten {
            let is_other = |key: &str| !["flatten", "sensitive"].contains(&key);
            for (key, at) in self.keys.iter().filter(|(key, _)| is_other(key)) {
                let what = format!("`{key}` cannot be combined with `flatten`");
                let ty = show(&ty.to_token_stream());
                let help = format!(
                    "remove `{key}`, and describe the fields of `{ty}` with the attributes of serde and schemars"
                );
                errors.report(*at, what, help);
            }
        }
        if !self.sensitive {
            return;
        }
        if let Some(header) = self.span("header") {
            errors.report_rule(
                header,
                "a `sensitive` argument cannot have a header, because proxies log headers",
                "remove `header`, or `sensitive` if everybody may read the value",
                HEADER_PAGE,
            );
        }
        if let (Some(default), Some(Some(_))) = (self.span("default"), &self.default) {
            errors.report(
                default,
                "the default of a `sensitive` argument would be published in its schema",
                "remove `default`, make the parameter an `Option`, and choose the value in the body",
            );
        }
    }
}

/// Reads the value of `rename`: the argument name that the model must write in a call. Accepts an empty name,
/// because `model::argument::parse` reports it and suggests the parameter's name.
fn read_rename(meta: &Meta) -> Result<LitStr> {
    let name = literal(meta)?;
    if !name.value().trim().is_empty() {
        text_rules::check_name("rename", &name)?;
    }
    Ok(name)
}

fn read_default(meta: &Meta) -> Result<Option<Expr>> {
    if matches!(meta, Meta::Path(_)) {
        return Ok(None);
    }
    let takes = "an expression after `=`, or no value";
    let value = Reader::new(meta, takes, "write `default = …`").value()?;
    Ok(Some(value.clone()))
}

fn read_example(meta: &Meta) -> Result<Expr> {
    let reader = Reader::new(meta, "an expression after `=`", "write `example = …`");
    reader.value().cloned()
}

fn read_pattern(meta: &Meta) -> Result<Expr> {
    if !cfg!(feature = "regex") {
        return Err(lacking_feature(first_span(meta.path()), "pattern", "regex"));
    }
    let help = "write one string, as in `pattern(\"^[a-z]+$\")`";
    let reader = Reader::new(meta, "a regular expression as a string", help);
    let value = reader.argument()?;
    if cannot_be_text(ungroup(&value)) {
        Err(reader.error(first_span(&value)))
    } else {
        Ok(value)
    }
}

/// Reads the path of a function, such as `<Filter as JsonSchema>::json_schema`.
fn read_schema(meta: &Meta) -> Result<ExprPath> {
    let takes = "the path of a function that takes a `&mut SchemaGenerator` and returns a `Schema`";
    let reader = Reader::new(meta, takes, "write `schema = path::to::function`");
    match reader.value()? {
        Expr::Path(path) => Ok(path.clone()),
        other => Err(reader.error(first_span(other))),
    }
}

const HEADER_PAGE: &str = "2026-07-28/server/tools#x-mcp-header";

fn read_header(meta: &Meta) -> Result<LitStr> {
    let name = literal(meta)?;
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
        None => return Ok(name),
    };
    let help = "write a name of letters, digits and `-`, without `Mcp-Param-`, as in `header = \"Region\"`";
    Err(rule_violation(name.span(), what, help, HEADER_PAGE))
}
