//! Converts `#[serde(…)]` and `#[schemars(…)]` before a parameter to `#[arg(…)]`.

use quote::ToTokens as _;
use syn::{Attribute, LitStr, Meta};

use crate::options::{argument, written_range};
use crate::parse::attribute::key;
use crate::parse::hints;
use crate::util::conditions::metas;
use crate::util::literals::text;
use crate::util::show::show;

/// Returns the help for an attribute of serde or schemars: the same options in `#[arg(…)]`, and what to write
/// in place of options without such an equivalent.
pub(crate) fn help(attribute: &Attribute) -> String {
    let (mut written, mut advice) = (Vec::new(), Vec::new());
    for option in list(&attribute.meta) {
        let key = key(option.path());
        match (
            converted(&key, &option),
            hints::find(&key, hints::OF_AN_ARGUMENT),
        ) {
            (Some(option), _) => written.push(option),
            (None, Some(hint)) => advice.push(format!("in place of `{key}`, {hint}")),
            (None, None) => advice.push(match key.as_str() {
                "range" | "length" | "pattern" => format!("write `{key}(…)` in `#[arg(…)]`"),
                _ => format!("remove `{key}`, which has no equivalent"),
            }),
        }
    }
    match (written.is_empty(), advice.is_empty()) {
        (true, true) => format!("write `#[arg(…)]`; {}", argument::LIST.documentation),
        (true, false) => advice.join("; "),
        (false, _) => {
            advice.insert(0, format!("write `#[arg({})]`", written.join(", ")));
            advice.join("; ")
        }
    }
}

/// Returns the option of `#[arg]` with the same meaning.
fn converted(key: &str, option: &Meta) -> Option<String> {
    let value = match option {
        Meta::NameValue(value) => Some(&value.value),
        Meta::Path(_) | Meta::List(_) => None,
    };
    let path = value.and_then(text).map(LitStr::value);
    Some(match key {
        "default" => match path {
            Some(path) => format!("default = {path}()"),
            None => show(&option.to_token_stream()),
        },
        "rename" if value.is_none() => {
            format!(
                "rename = {}",
                show(&named(option, "deserialize")?.to_token_stream())
            )
        }
        "flatten" | "rename" | "description" | "example" => show(&option.to_token_stream()),
        "range" | "length" => written_range::instead_of(option, key)?,
        "regex" | "pattern" => format!("pattern({})", show(&pattern(option)?.to_token_stream())),
        "schema_with" => format!(
            "schema = {}",
            path.unwrap_or(show(&value?.to_token_stream()))
        ),
        _ => return None,
    })
}

/// Returns the regular expression in `regex(pattern = "…")` or `pattern("…")`.
fn pattern(option: &Meta) -> Option<LitStr> {
    let only = match option {
        Meta::List(list) => list.parse_args().ok(),
        Meta::Path(_) | Meta::NameValue(_) => None,
    };
    only.or_else(|| named(option, "pattern"))
}

/// Returns the text of the key `name` in the parentheses of an option.
fn named(option: &Meta, name: &str) -> Option<LitStr> {
    list(option).iter().find_map(|inner| match inner {
        Meta::NameValue(inner) if inner.path.is_ident(name) => text(&inner.value).cloned(),
        _ => None,
    })
}

fn list(option: &Meta) -> Vec<Meta> {
    match option {
        Meta::List(list) => metas(list.tokens.clone()).unwrap_or_default(),
        Meta::Path(_) | Meta::NameValue(_) => Vec::new(),
    }
}
