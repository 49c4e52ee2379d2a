//! Keys and attributes that people know from elsewhere (the official SDK, clap, serde, JSON Schema),
//! and what to write here in their place.
//!
//! None of them means anything here, and that is the error, whatever they are called. How one is
//! spelt decides about the help alone.

use darling::ast::NestedMeta;
use proc_macro2::{Ident, Span, TokenStream};
use quote::ToTokens as _;
use syn::{Attribute, Expr, ExprLit, Lit, Meta};

use crate::argument_options;
use crate::errors::{Errors, fold, nearest};
use crate::options::ungroup;
use crate::schema_keys::{ends, examples, range};
use crate::show::show;
use crate::type_value;

/// What to do about a key of `#[mcp_tool(…)]`, where there is more to say than the nearest word.
pub(crate) fn of_a_tool(option: &Meta, _: &[Meta]) -> Option<String> {
    if let Some(hint) = negated(option, HINTS) {
        return Some(format!("write `{hint} = false`"));
    }
    let help = match key(option).as_str() {
        key if are_hints(key) => return Some(annotations(option)),
        "write" | "writes" | "readwrite" | "mutates" | "mutating" | "mutable" => {
            "write `read_only = false`"
        }
        "closedworld" => "write `open_world = false`",
        "dangerous" => "write `destructive`",
        "timeoutms" | "timeoutmillis" => return in_unit(option, "ms"),
        "timeouts" | "timeoutsecs" | "timeoutsec" | "timeoutseconds" => {
            return in_unit(option, "s");
        }
        "denyunknown" | "denyunknownfields" | "strict" => {
            "remove it: unknown arguments are refused, unless there is `allow_unknown`"
        }
        "additionalproperties" => match value(option).as_deref() {
            Some("true") => "write `allow_unknown`",
            _ => "remove it: unknown arguments are refused, unless there is `allow_unknown`",
        },
        "example" | "examples" => "write `#[arg(example = …)]` before the parameter",
        "renameall" => {
            "write `#[arg(rename = \"…\")]` before each parameter, or make them one struct with serde's \
             `rename_all` and `#[arg(flatten)]`"
        }
        "asgenerated" | "rawschema" | "rawschemas" | "portable" => {
            let profile = match key(option) == "portable" {
                true => "portable",
                false => "as_generated",
            };
            return Some(format!("write `schema_profile = \"{profile}\"`"));
        }
        "inputschema" | "schema" => {
            "remove it: the schema is that of the parameters, and `#[arg(schema = path)]` before one \
             of them gives it another"
        }
        "outputschema" | "outputtype" if !is_bool(option) => {
            let ty = type_value::meant(option).unwrap_or_else(|| "Type".to_owned());
            return Some(format!(
                "remove it: the schema of the returned type is published; for an answer that is built \
                 by hand, write `output = {ty}`"
            ));
        }
        "structured" | "structuredoutput" | "structuredcontent" => {
            "remove it: whatever is no text or content block is structured content"
        }
        "execution" | "tasksupport" | "task" | "tasks" => {
            "remove it: a tool answers the call itself, and not by a task"
        }
        "tags" | "tag" | "category" | "version" => return Some(metadata(option)),
        "enabled" | "disabled" | "hidden" | "hide" | "skip" | "ignore" => {
            "remove it; a tool is offered where `tools!` lists it, and `ToolRegistry::filter` takes \
             one out"
        }
        "vis" | "visibility" => {
            "remove it: the tool is as visible as its function, as in `pub async fn`"
        }
        "aggr" | "toolbox" | "router" | "toolrouter" => {
            "remove it, and list the tool in `tools![…]`"
        }
        "async" => "write it before `fn`",
        "state" => "write `#[state]` before the parameter",
        "context" => "write `#[context]` before the parameter",
        "param" | "params" | "arg" | "args" | "parameters" | "arguments" => {
            "write a doc comment or `#[arg(…)]` before the parameter itself"
        }
        _ => return None,
    };
    Some(help.to_owned())
}

/// What to do about a key of `#[arg(…)]`.
pub(crate) fn of_an_argument(option: &Meta, all: &[Meta]) -> Option<String> {
    if let Some(flag) = negated(option, &["sensitive", "flatten"]) {
        return Some(format!("write `{flag} = false`"));
    }
    if let Some(range) = range(option, all) {
        return Some(format!("write `{range}`"));
    }
    // `serde(default)`
    if let Meta::List(list) = option
        && ["serde", "schemars", "validate", "garde", "clap", "arg"].contains(&&*key(option))
        && let Some(options) = translated_list(list.tokens.clone())
    {
        return Some(format!("write `{options}`"));
    }
    let help = match key(option).as_str() {
        "nonempty" | "notempty" => "write `length(1..)`",
        "renameall" => "remove it: the whole name of an argument is in `rename = \"…\"`",
        "examples" => return examples(option),
        "defaultvaluet" | "defaultvalue" => {
            return value(option).map(|value| format!("write `default = {value}`"));
        }
        "required" => {
            "remove it: an argument has to be given, unless its type is an `Option` or it has a `default`"
        }
        "optional" | "nullable" => "remove it, and make the type of the parameter an `Option`",
        "alias" | "aliases" => {
            "remove it: an argument has one name, which `rename = \"…\"` can change"
        }
        "long" | "short" | "valuename" | "env" | "index" | "action" | "positional" | "numargs" => {
            "remove it: a call gives arguments by their names"
        }
        "enum" | "enumvalues" | "allowedvalues" | "values" | "choices" | "oneof"
        | "possiblevalues" | "valueenum" => {
            "make the type of the parameter an enum with \
             `#[derive(serde::Deserialize, schemars::JsonSchema)]`"
        }
        "format" | "email" | "url" | "uuid" | "ip" => {
            "remove it, and take a type that has the format, for example `url::Url`; `pattern(\"…\")` \
             checks any text"
        }
        "skip" | "ignore" | "hidden" => {
            "remove the parameter, or write `#[state]` or `#[context]` if the server provides it"
        }
        "state" => "write `#[state]` in place of `#[arg(…)]`",
        "context" | "ctx" => "write `#[context]` in place of `#[arg(…)]`",
        "title" => return value(option).map(|title| format!("write `description = {title}`")),
        "type" | "ty" => {
            "remove it: the type is that of the parameter, and `schema = path` publishes another schema"
        }
        "serde" | "with" | "serializewith" | "deserializewith" | "valueparser" => {
            "remove it, and implement `Deserialize` for a type of your own"
        }
        _ => return None,
    };
    Some(help.to_owned())
}

/// Where an attribute above the function is one of the options, and what to write.
pub(crate) fn above_a_tool(attribute: &Attribute) -> Option<(Span, String)> {
    let name = attribute.path().get_ident()?;
    let help = match (name.to_string().as_str(), &attribute.meta) {
        ("arg", _) => "write it before the parameter that it is about".to_owned(),
        ("docs" | "desc" | "description", Meta::NameValue(meta)) => {
            format!("write `#[mcp_tool(description = {})]`", shown(&meta.value))
        }
        ("docs" | "desc" | "description", Meta::List(list)) => {
            format!("write `#[mcp_tool(description = {})]`", show(&list.tokens))
        }
        (hint, meta) if HINTS.contains(&hint) => {
            format!("write `#[mcp_tool({})]`", show(&meta.to_token_stream()))
        }
        _ => return None,
    };
    Some((name.span(), help))
}

/// Reports such attributes; whether there was one.
pub(crate) fn report_above_a_tool(attributes: &[Attribute], errors: &mut Errors) -> bool {
    let before = errors.count();
    for attribute in attributes {
        if let Some((at, help)) = above_a_tool(attribute) {
            let name = attribute.path().to_token_stream();
            errors.report(at, format!("`#[{name}]` says nothing about a tool"), help);
        }
    }
    errors.count() > before
}

/// What to write for an attribute of a parameter that says nothing here.
pub(crate) fn attribute(attribute: &Attribute) -> String {
    let name = attribute.path().get_ident().map(Ident::to_string);
    match name.as_deref() {
        Some("State") => return "write `#[state]`".to_owned(),
        Some("ctx" | "Context") => return "write `#[context]`".to_owned(),
        Some("inject" | "injected") => {
            return "write `#[state]`, or `#[context]` for a `&ToolContext`".to_owned();
        }
        Some("required") => {
            return "remove it: an argument has to be given, unless its type is an `Option`"
                .to_owned();
        }
        Some("optional") => {
            return "remove it, and make the type of the parameter an `Option`".to_owned();
        }
        _ => {}
    }
    let translated = match attribute.path().get_ident() {
        Some(name) if argument_options::is_key(&name.to_string()) => own_key(&attribute.meta),
        Some(name) if name == "desc" => own_key(&attribute.meta),
        Some(name) if name == "ctx" => return "write `#[context]`".to_owned(),
        _ => match &attribute.meta {
            Meta::List(list) => translated_list(list.tokens.clone()),
            Meta::Path(_) | Meta::NameValue(_) => None,
        },
    };
    match translated {
        Some(options) => format!("write `#[arg({options})]`"),
        None => format!("write `#[arg(…)]`; it takes {}", argument_options::keys()),
    }
}

/// `#[description = "…"]`, `#[description("…")]`, `#[flatten]`
fn own_key(meta: &Meta) -> Option<String> {
    let key = argument_options::nearest_key(&meta.path().to_token_stream().to_string())?;
    Some(match meta {
        Meta::Path(_) => key.to_owned(),
        Meta::NameValue(meta) if key == "pattern" => format!("{key}({})", shown(&meta.value)),
        Meta::NameValue(meta) => format!("{key} = {}", shown(&meta.value)),
        Meta::List(list) if ["range", "length"].contains(&key) => match ends(list.tokens.clone()) {
            Some(ends) => format!("{key}({ends})"),
            None => format!("{key}({})", show(&list.tokens)),
        },
        Meta::List(list) if key == "pattern" => format!("{key}({})", show(&list.tokens)),
        Meta::List(list) => format!("{key} = {}", show(&list.tokens)),
    })
}

/// The options of serde, schemars, validator and so on, where all of them can be said here.
fn translated_list(tokens: TokenStream) -> Option<String> {
    let options = NestedMeta::parse_meta_list(tokens).ok()?;
    let options: Option<Vec<_>> = options
        .iter()
        .map(|option| match option {
            NestedMeta::Meta(option) => translated_option(option),
            NestedMeta::Lit(text @ Lit::Str(_)) => {
                Some(format!("description = {}", text.to_token_stream()))
            }
            NestedMeta::Lit(_) | NestedMeta::NameValueInvalidExpr(_) => None,
        })
        .collect();
    let options = options?.join(", ");
    (!options.is_empty()).then_some(options)
}

fn translated_option(option: &Meta) -> Option<String> {
    let own = option.path().to_token_stream().to_string();
    let name = match own.as_str() {
        "title" => "description",
        own => argument_options::nearest_key(own)?,
    };
    match (name, option) {
        // Of serde, it is the path of a function.
        ("default", Meta::NameValue(meta)) => match ungroup(&meta.value) {
            Expr::Lit(ExprLit {
                lit: Lit::Str(path),
                ..
            }) if own == "default" => Some(format!("default = {}()", path.value())),
            value => Some(format!("default = {}", shown(value))),
        },
        ("range" | "length", Meta::List(list)) => {
            Some(format!("{name}({})", ends(list.tokens.clone())?))
        }
        ("pattern", Meta::NameValue(meta)) => Some(format!("pattern({})", shown(&meta.value))),
        ("pattern", Meta::List(list)) => {
            let inner = match NestedMeta::parse_meta_list(list.tokens.clone())
                .ok()?
                .pop()?
            {
                NestedMeta::Meta(Meta::NameValue(meta)) => shown(&meta.value),
                NestedMeta::Lit(text) => show(&text.to_token_stream()),
                _ => return None,
            };
            Some(format!("pattern({inner})"))
        }
        ("default" | "flatten", Meta::Path(_)) => Some(name.to_owned()),
        ("rename" | "description" | "example", Meta::NameValue(meta)) => {
            Some(format!("{name} = {}", shown(&meta.value)))
        }
        _ => None,
    }
}

const HINTS: &[&str] = &["read_only", "destructive", "idempotent", "open_world"];

/// Whether a key elsewhere has all hints in it.
pub(crate) fn are_hints(key: &str) -> bool {
    ["annotations", "annotation", "hints", "hint"].contains(&fold(key).as_str())
}

/// The flag that `not(destructive)` and `non_destructive` switch off.
fn negated(option: &Meta, flags: &'static [&'static str]) -> Option<&'static str> {
    let own = key(option);
    if let ("not", Meta::List(list)) = (own.as_str(), option) {
        return nearest(&list.tokens.to_string(), flags);
    }
    let rest = ["not", "non", "no", "un", "in"]
        .iter()
        .find_map(|not| own.strip_prefix(not))?;
    flags.iter().copied().find(|flag| fold(flag) == rest)
}

/// `timeout_ms = 30`
fn in_unit(option: &Meta, unit: &str) -> Option<String> {
    let number = value(option)?.replace('_', "");
    let is_number = number.parse().is_ok_and(|number: u32| number > 0);
    is_number.then(|| format!("write `timeout = \"{number}{unit}\"`"))
}

/// A value as it was written.
pub(crate) fn shown(value: &Expr) -> String {
    show(&value.to_token_stream())
}

/// `annotations(read_only_hint = true)` and the like: each stands by itself here.
fn annotations(option: &Meta) -> String {
    let hints = [&["title"], HINTS].concat();
    let given = match option {
        Meta::List(list) => Some(list.tokens.clone()),
        // `hints = [read_only]`, `hint = "read_only"`
        Meta::NameValue(meta) => match ungroup(&meta.value) {
            Expr::Array(list) => Some(list.elems.to_token_stream()),
            Expr::Lit(ExprLit {
                lit: Lit::Str(text),
                ..
            }) => text.value().parse().ok(),
            _ => None,
        },
        Meta::Path(_) => None,
    };
    let given = given.and_then(|given| NestedMeta::parse_meta_list(given).ok());
    let given = given.unwrap_or_default();
    let translated: Vec<String> = given
        .iter()
        .filter_map(|given| {
            let NestedMeta::Meta(given) = given else {
                return None;
            };
            let hint = nearest(&key(given), &hints)?;
            Some(match value(given).as_deref() {
                None | Some("true") => hint.to_owned(),
                Some(value) => format!("{hint} = {value}"),
            })
        })
        .collect();
    match translated.is_empty() {
        true => {
            "write each hint by itself: `read_only`, `destructive`, `idempotent` or `open_world`"
                .to_owned()
        }
        false => format!("write `{}`", translated.join(", ")),
    }
}

fn metadata(option: &Meta) -> String {
    let key = show(&option.path().to_token_stream());
    let value = match option {
        Meta::List(list) => Some(format!("[{}]", show(&list.tokens))),
        option => value(option),
    };
    let value = value.unwrap_or_else(|| "…".to_owned());
    format!("write `meta(\"com.example/{key}\" = {value})`, with a domain of yours")
}

pub(crate) fn key(option: &Meta) -> String {
    fold(&option.path().to_token_stream().to_string())
}

/// The value of `key = value`.
fn value(option: &Meta) -> Option<String> {
    match option {
        Meta::NameValue(meta) => Some(show(&meta.value.to_token_stream())),
        Meta::Path(_) | Meta::List(_) => None,
    }
}

fn is_bool(option: &Meta) -> bool {
    matches!(value(option).as_deref(), Some("true" | "false"))
}
