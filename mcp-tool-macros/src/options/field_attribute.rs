//! Converts `#[serde(…)]` and `#[schemars(…)]` before a parameter to `#[arg(…)]`.

use darling::ast::NestedMeta;
use quote::ToTokens as _;
use syn::{Attribute, LitStr, Meta};

use crate::options::{argument, written_range};
use crate::parse::attribute::key;
use crate::parse::hints;
use crate::util::literals::text;
use crate::util::show::show;

/// Returns the help for an attribute of serde or schemars: the same options in `#[arg(…)]`, and what to write
/// in place of options without such an equivalent.
pub(crate) fn help(attribute: &Attribute) -> String {
    let options = match &attribute.meta {
        Meta::List(list) => NestedMeta::parse_meta_list(list.tokens.clone()),
        Meta::Path(_) | Meta::NameValue(_) => Ok(Vec::new()),
    };
    let (mut written, mut advice) = (Vec::new(), Vec::new());
    for option in options.unwrap_or_default() {
        let NestedMeta::Meta(option) = option else {
            continue;
        };
        let key = key(option.path());
        match (
            converted(&key, &option),
            hints::find(&key, hints::OF_AN_ARGUMENT),
        ) {
            (Some(option), _) => written.push(option),
            (None, Some(hint)) => advice.push(format!("in place of `{key}`, {hint}")),
            (None, None) => advice.push(format!("remove `{key}`, which has no equivalent")),
        }
    }
    match (written.is_empty(), advice.is_empty()) {
        (true, true) => format!("write `#[arg(…)]`; it takes {}", argument::keys()),
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
        "flatten" | "rename" | "description" | "example" => show(&option.to_token_stream()),
        "range" | "length" => written_range::instead_of(option, key)?,
        "regex" | "pattern" => format!("pattern({})", show(&pattern(option)?.to_token_stream())),
        "schema_with" => format!("schema = {}", path?),
        _ => return None,
    })
}

/// Returns the regular expression in `regex(pattern = "…")` or `pattern("…")`.
fn pattern(option: &Meta) -> Option<LitStr> {
    let Meta::List(list) = option else {
        return None;
    };
    match NestedMeta::parse_meta_list(list.tokens.clone())
        .ok()?
        .first()?
    {
        NestedMeta::Meta(Meta::NameValue(pattern)) => text(&pattern.value).cloned(),
        NestedMeta::Lit(syn::Lit::Str(pattern)) => Some(pattern.clone()),
        _ => None,
    }
}
