//! Keys and attributes that people know from elsewhere (the official SDK, clap, serde, JSON Schema),
//! and what to write here in their place.
//!
//! None of them means anything here, and that is the error, whatever they are called. How one is
//! spelt decides about the help alone.

use darling::ast::NestedMeta;
use proc_macro2::{Ident, TokenStream};
use quote::ToTokens as _;
use syn::{Attribute, Expr, ExprLit, Lit, Meta, Pat, PathArguments, Type};

use crate::argument_options;
use crate::errors::{fold, nearest};
use crate::options::ungroup;
use crate::show::show;
use crate::tokens::ungroup_type;

/// What to do about a key of `#[mcp_tool(…)]`, where there is more to say than the nearest word.
pub(crate) fn of_a_tool(option: &Meta) -> Option<String> {
    let help = match key(option).as_str() {
        "annotations" => return Some(annotations(option)),
        "inputschema" | "schema" => {
            "remove it: the schema is that of the parameters, and `#[arg(schema = path)]` before one \
             of them gives it another"
        }
        "outputschema" if !is_bool(option) => {
            "remove it: the schema is that of the returned type, unless there is `output = false`"
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
pub(crate) fn of_an_argument(option: &Meta) -> Option<String> {
    let help = match key(option).as_str() {
        "required" => {
            "remove it: an argument has to be given, unless its type is an `Option` or it has a `default`"
        }
        "optional" | "nullable" => "remove it, and make the type of the parameter an `Option`",
        "alias" | "aliases" => {
            "remove it: an argument has one name, which `rename = \"…\"` can change"
        }
        "long" | "short" | "valuename" | "env" | "index" | "action" => {
            "remove it: a call gives arguments by their names"
        }
        "enum" | "values" | "choices" | "oneof" | "possiblevalues" | "valueenum" => {
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
        Meta::NameValue(meta) => format!("{key} = {}", show(&meta.value.to_token_stream())),
        Meta::List(list) if ["range", "length", "pattern"].contains(&key) => {
            format!("{key}({})", show(&list.tokens))
        }
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
    let name = argument_options::nearest_key(&option.path().to_token_stream().to_string())?;
    match (name, option) {
        // Of serde, it is the path of a function.
        ("default", Meta::NameValue(meta)) => match ungroup(&meta.value) {
            Expr::Lit(ExprLit {
                lit: Lit::Str(path),
                ..
            }) => Some(format!("default = {}()", path.value())),
            value => Some(format!("default = {}", show(&value.to_token_stream()))),
        },
        ("range" | "length", Meta::List(list)) => {
            let (min, max) = ends(list.tokens.clone())?;
            let equals = if max.is_empty() { "" } else { "=" };
            Some(format!("{name}({min}..{equals}{max})"))
        }
        ("default" | "flatten", Meta::Path(_)) => Some(name.to_owned()),
        ("rename" | "description", Meta::NameValue(meta)) => {
            Some(format!("{name} = {}", show(&meta.value.to_token_stream())))
        }
        _ => None,
    }
}

/// `min = 1, max = 5`
fn ends(tokens: TokenStream) -> Option<(String, String)> {
    let (mut min, mut max) = (String::new(), String::new());
    for option in NestedMeta::parse_meta_list(tokens).ok()? {
        let NestedMeta::Meta(Meta::NameValue(option)) = option else {
            return None;
        };
        let end = show(&option.value.to_token_stream());
        match option.path.get_ident()?.to_string().as_str() {
            "min" => min = end,
            "max" => max = end,
            "equal" => (min, max) = (end.clone(), end),
            _ => return None,
        }
    }
    Some((min, max))
}

/// What to write for `Parameters(name): Parameters<T>` and its like.
pub(crate) fn extractor(pattern: &Pat, ty: &Type) -> Option<String> {
    let (Pat::TupleStruct(pattern), Type::Path(path)) = (pattern, ungroup_type(ty)) else {
        return None;
    };
    let last = path.path.segments.last()?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else {
        return None;
    };
    let name = show(&pattern.elems.to_token_stream());
    let inner = show(&arguments.args.to_token_stream());
    match last.ident.to_string().as_str() {
        "Parameters" | "Json" | "Query" | "Form" => {
            Some(format!("write `#[arg(flatten)] {name}: {inner}`"))
        }
        "State" | "Extension" | "Data" => Some(format!("write `#[state] {name}: &{inner}`")),
        _ => None,
    }
}

/// What to write for `name: Parameters<T>`, in which the official SDK finds all arguments. That it is
/// called so is no proof.
pub(crate) fn inside_parameters(name: &Ident, ty: &Type) -> Option<String> {
    let ty = match ungroup_type(ty) {
        Type::Reference(reference) => ungroup_type(&reference.elem),
        other => other,
    };
    let Type::Path(path) = ty else {
        return None;
    };
    let last = path.path.segments.last()?;
    match &last.arguments {
        PathArguments::AngleBracketed(arguments) if last.ident == "Parameters" => Some(format!(
            "write `#[arg(flatten)] {name}: {}`",
            show(&arguments.args.to_token_stream())
        )),
        _ => None,
    }
}

/// `annotations(read_only_hint = true)` and the like: each stands by itself here.
fn annotations(option: &Meta) -> String {
    let hints = [
        "title",
        "read_only",
        "destructive",
        "idempotent",
        "open_world",
    ];
    let given = match option {
        Meta::List(list) => NestedMeta::parse_meta_list(list.tokens.clone()).unwrap_or_default(),
        Meta::Path(_) | Meta::NameValue(_) => Vec::new(),
    };
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
    let value = value(option).unwrap_or_else(|| "…".to_owned());
    format!("write `meta(\"com.example/{key}\" = {value})`, with a domain of yours")
}

fn key(option: &Meta) -> String {
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
