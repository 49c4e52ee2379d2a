//! Converts `#[serde(…)]` and `#[schemars(…)]` before a parameter to `#[arg(…)]`.

use quote::ToTokens as _;
use syn::{Attribute, LitStr, Meta};

use crate::options::{argument, written_range};
use crate::parse::attribute::key;
use crate::util::conditions::metas;
use crate::util::literals::text;
use crate::util::show::show;

/// Returns the help for an attribute of serde or schemars: the same options in `#[arg(…)]`, if each has an equivalent.
pub(crate) fn help(attribute: &Attribute) -> String {
    let list = attribute.meta.require_list().ok();
    let options = list.and_then(|list| metas(list.tokens.clone()));
    let written: Option<Vec<_>> = options.unwrap_or_default().iter().map(converted).collect();
    match written.filter(|options| !options.is_empty()) {
        Some(options) => format!("write `#[arg({})]`", options.join(", ")),
        None => {
            let documentation = argument::LIST.documentation;
            format!("write the options in `#[arg(…)]`; {documentation}")
        }
    }
}

/// Returns the option of `#[arg]` with the same meaning.
fn converted(option: &Meta) -> Option<String> {
    let key = key(option.path());
    let value = option.require_name_value().ok();
    let path = value.and_then(|option| text(&option.value));
    match (key.as_str(), path.map(LitStr::value)) {
        ("default", Some(path)) => Some(format!("default = {path}()")),
        ("schema_with", Some(path)) => Some(format!("schema = {path}")),
        ("range" | "length", _) => written_range::instead_of(option, &key),
        ("rename" | "description" | "example", _) => {
            value.map(|option| show(&option.to_token_stream()))
        }
        ("default" | "flatten", _) => Some(key),
        _ => None,
    }
}
