//! Reads the options of `#[mcp_tool]`, and of `#[mcp_tools]` for all tools of an `impl` block.

use darling::{Error, FromMeta as _, Result};
use proc_macro2::{Ident, Span, TokenStream};
use syn::{Expr, LitStr, Path};

use crate::diagnostics::{Errors, mistake};
use crate::options::allow::AllowedLints;
use crate::options::declared::Declared;
use crate::options::icon::{self, Icon};
use crate::options::meta::Meta;
use crate::options::name;
use crate::options::output::Output;
use crate::options::scopes::Scopes;
use crate::options::text_rules;
use crate::parse::attribute::{self, Elsewhere, List};
use crate::parse::hints;
use crate::parse::options::{Options as _, options};
use crate::parse::values::{self, Reader, Time};
use crate::util::tokens::first_span;

/// The list above a function.
const FUNCTION: List = List {
    name: "function",
    documentation: "the documentation of `#[mcp_tool]` lists all keys",
    elsewhere: Some(Elsewhere {
        are_for: "all tools of an `impl` block",
        attribute: "mcp_tools",
        place: "an `impl` block",
    }),
    hints: hints::OF_A_TOOL,
    combine: None,
};

/// The list above a method.
const METHOD: List = List {
    name: "method",
    ..FUNCTION
};

/// The list above an `impl` block.
const BLOCK: List = List {
    name: "block",
    documentation: "the documentation of `#[mcp_tools]` lists all keys",
    elsewhere: Some(Elsewhere {
        are_for: "a single tool",
        attribute: "mcp_tool",
        place: "the method",
    }),
    ..FUNCTION
};

options! {
    /// The options of a tool, or of all tools of a block.
    pub(crate) struct Options {
        [block] prefix: Option<LitStr> = read_prefix, inherit;
        [function method] name: Option<Expr> = values::name;
        [function method] title: Option<Expr> = text_rules::read => title;
        [function method] description: Option<Expr> = text_rules::read;
        [function method block] read_only: Option<bool> = values::flag, inherit => read_only;
        [function method block] destructive: Option<bool> = values::flag, inherit => destructive;
        [function method block] idempotent: Option<bool> = values::flag, inherit => idempotent;
        [function method block] open_world: Option<bool> = values::flag, inherit => open_world;
        [function method] icon: Vec<Icon> = icon::read [multiple] => icon;
        [function method] meta: Option<Meta> => meta;
        [function method block] timeout: Option<Time> = read_timeout, inherit => timeout;
        [function method] blocking: Option<bool> = values::flag;
        [function method] output: Option<Output>;
        [function method] wrap: Option<Expr> = text_rules::read_name => wrap;
        [function method] request_state: Option<bool> = read_request_state => request_state;
        [function method block] scopes: Option<Scopes>, inherit => scopes;
        [function method block] allow: Option<AllowedLints>;
        [function method block] allow_unknown: Option<bool> = values::flag, inherit => allow_unknown;
        [function block] companion: Option<Ident> = read_companion;
        [function block] register: Option<Path> = read_register;
        [function block] crate_path as "crate": Option<Path> = values::crate_path, inherit;
        /// Whether an option has a mistake.
        #[darling(skip)]
        [] is_wrong: bool;
        /// Whether arguments are validated with the garde rules of their types.
        #[darling(skip)]
        [] garde: bool;
    }
}

/// Reads the options of a tool that is a free function.
pub(crate) fn parse(tokens: TokenStream, errors: &mut Errors) -> Options {
    let before = errors.count();
    let options: Options = attribute::read(tokens, &FUNCTION, errors);
    options.check_hints(options.span("destructive"), errors);
    Options {
        is_wrong: errors.count() > before,
        ..options
    }
}

/// Reads the options of a group of tools.
pub(crate) fn parse_group(tokens: TokenStream, errors: &mut Errors) -> Options {
    let options: Options = attribute::read(tokens, &BLOCK, errors);
    options.check_hints(options.span("destructive"), errors);
    options
}

/// Reads the options of a tool that is a method, and adds those that the block sets for its tools. Joins both `allow`
/// lists, and takes `timeout` only if `can_time_out` is true.
pub(crate) fn parse_method(
    tokens: TokenStream,
    block: &Options,
    can_time_out: bool,
    errors: &mut Errors,
) -> Options {
    let before = errors.count();
    let mut options: Options = attribute::read(tokens, &METHOD, errors);
    let hint = options.span("destructive").or(options.span("read_only"));
    let timeout = options.timeout;
    options.inherit(block);
    options.check_hints(hint.filter(|_| !block.is_contradictory()), errors);
    if !can_time_out {
        options.timeout = timeout;
    }
    let allowed = options.allow.iter().chain(&block.allow);
    Options {
        allow: Some(AllowedLints::joined(allowed)),
        garde: block.garde,
        is_wrong: errors.count() > before,
        ..options
    }
}

impl Options {
    fn is_contradictory(&self) -> bool {
        self.read_only == Some(true) && self.destructive == Some(true)
    }

    /// Rejects hints that contradict each other, if the author wrote one of them `at` this place.
    fn check_hints(&self, at: Option<Span>, errors: &mut Errors) {
        if let Some(at) = at.filter(|_| self.is_contradictory()) {
            errors.report_rule(
                at,
                "a tool that is `read_only` cannot be `destructive`",
                "remove `destructive` if the tool changes nothing, or `read_only` if it changes something; `destructive = false` or `read_only = false` overrides the block of a method",
                "2025-11-25/schema#toolannotations",
            );
        }
    }
}

fn read_prefix(meta: &syn::Meta) -> Result<LitStr> {
    name::checked_prefix(values::literal(meta)?)
}

fn read_companion(meta: &syn::Meta) -> Result<Ident> {
    let help = match values::literal(meta).and_then(|text| Ok(text.parse::<Ident>()?)) {
        Ok(name) => format!("write `companion = {name}`, without quotes"),
        Err(_) => "write `companion = SearchTool`, and list that name in `tools!`".to_owned(),
    };
    Reader::new(meta, "a name for the generated struct", &help).ident()
}

fn read_timeout(meta: &syn::Meta) -> Result<Time> {
    let time = Time::from_meta(meta)?;
    if time.milliseconds == 0 {
        let at = first_span(&meta.require_name_value()?.value);
        let what = "`timeout` must be greater than zero";
        let help = "write a longer time, as in `timeout = \"30s\"`";
        return Err(mistake(at, what, help));
    }
    Ok(time)
}

fn read_request_state(meta: &syn::Meta) -> Result<bool> {
    let value = values::flag(meta)?;
    if value && !cfg!(feature = "request-state") {
        let at = first_span(meta.path());
        return Err(lacking_feature(at, "request_state", "request-state"));
    }
    Ok(value)
}

fn read_register(meta: &syn::Meta) -> Result<Path> {
    if !cfg!(feature = "inventory") {
        return Err(lacking_feature(
            first_span(meta.path()),
            "register",
            "inventory",
        ));
    }
    let help = "write the name of a collection, as in `register = AppTools`; `collect_tools!(pub AppTools: AppState);` declares one";
    let reader = Reader::new(meta, "the path of a collection of tools", help);
    reader.path()
}

/// Returns the error for an option that needs a feature of the runtime.
pub(crate) fn lacking_feature(at: Span, key: &str, feature: &str) -> Error {
    mistake(
        at,
        format!("`{key}` needs the feature `{feature}` of `mcp-tool-runtime`"),
        format!("add `\"{feature}\"` to the `features` of `mcp-tool-runtime` in `Cargo.toml`"),
    )
}
