//! Checks the names of tools and of their companion structs.

use darling::{Error, Result};
use mcp_tool_rules::tool_name::{MAX_LENGTH, NameFault, is_allowed, name_fault};
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use syn::LitStr;
use syn::ext::IdentExt as _;

use crate::diagnostics::{Errors, rule_violation};
use crate::util::show::character;
use crate::util::tokens::{is_one_of, is_punct};

const PAGE: &str = "2025-11-25/server/tools#tool-names";

/// Checks the name of a tool, and its length with the prefix of its block.
pub(crate) fn check_tool(prefix: &str, name: &str, at: Span, errors: &mut Errors) {
    let length = prefix.len() + name.len();
    if let Err(error) = check("tool name", name, at, |form| format!("name = \"{form}\"")) {
        errors.push(error);
    } else if length > MAX_LENGTH {
        let help = "shorten the prefix, or write a shorter `name = \"…\"`; the prefix goes before that name";
        errors.push(too_long("tool name with its prefix", length, at, help));
    }
}

/// Checks the prefix of the names in a block.
pub(crate) fn checked_prefix(prefix: LitStr) -> Result<LitStr> {
    let help = |form: &str| format!("prefix = \"{form}_\"");
    check("prefix", &prefix.value(), prefix.span(), help)?;
    Ok(prefix)
}

/// Checks a name. `option` returns the option with a valid name.
fn check(subject: &str, name: &str, at: Span, option: impl Fn(&str) -> String) -> Result<()> {
    let help = format!("write `{}`", option(&allowed_form(name)));
    let what = match name_fault(name) {
        None => return Ok(()),
        Some(NameFault::TooLong) => {
            let help = format!("write `{}`", option("a_shorter_name"));
            return Err(too_long(subject, name.len(), at, &help));
        }
        Some(NameFault::Empty) => format!("the {subject} cannot be empty"),
        Some(NameFault::Character(byte)) => {
            let (shown, character) = (name.escape_debug(), character(name, byte));
            format!(
                "{subject} `{shown}` contains `{character}`; only ASCII letters, digits, `_`, `-` and `.` are allowed"
            )
        }
    };
    Err(rule_violation(at, what, help, PAGE))
}

fn too_long(subject: &str, length: usize, at: Span, help: &str) -> Error {
    let what = format!("{subject} has {length} characters; the limit is {MAX_LENGTH}");
    rule_violation(at, what, help, PAGE)
}

const PRIMITIVES: &[&str] = &[
    "bool", "char", "f16", "f32", "f64", "f128", "i8", "i16", "i32", "i64", "i128", "isize", "str",
    "u8", "u16", "u32", "u64", "u128", "usize",
];

pub(crate) fn is_primitive(name: &Ident) -> bool {
    is_one_of(name, PRIMITIVES)
}

/// Rejects a companion struct whose name would shadow a primitive type, such as `u8`.
pub(crate) fn check_companion(name: &Ident, errors: &mut Errors) {
    if is_primitive(name) {
        let what =
            format!("the generated struct `{name}` would shadow the primitive type `{name}`");
        errors.report(name.span(), what, another_companion(name));
    }
}

fn another_companion(name: &Ident) -> String {
    let name = type_name(&name.unraw().to_string());
    format!("write `companion = {name}` in the attribute, and list that name in `tools!`")
}

/// Reports the first path in the tokens that begins with the name of the companion, such as `url::Url`. The
/// companion hides the crate, and the compiler's errors do not name the tool. Returns whether there is such a path.
pub(crate) fn check_paths(
    companion: &Ident,
    declaration: [TokenStream; 2],
    errors: &mut Errors,
) -> bool {
    let mut paths = declaration.into_iter();
    let path = paths.find_map(|tokens| path_of(tokens, companion));
    if let Some(at) = path {
        let name = companion.unraw();
        let what =
            format!("the struct of the tool `{name}` would hide the crate `{name}` in this module");
        errors.report(at, what, another_companion(companion));
    }
    path.is_some()
}

/// Attributes with a list of lints. In `clippy::too_many_arguments`, `clippy` is no crate.
const LINTS: &[&str] = &["allow", "deny", "expect", "forbid", "warn"];

/// Returns the span of the first path that begins with a name.
fn path_of(tokens: TokenStream, name: &Ident) -> Option<Span> {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let is_sign = |at: usize, sign| tokens.get(at).is_some_and(|token| is_punct(token, sign));
    let is_path_sign = |at: usize| is_sign(at, ':') && is_sign(at + 1, ':');
    (0..tokens.len()).find_map(|at| match &tokens[at] {
        TokenTree::Group(group) => {
            let is_lints = at > 0 && LINTS.contains(&tokens[at - 1].to_string().as_str());
            path_of(group.stream(), name).filter(|_| !is_lints)
        }
        TokenTree::Ident(word) if word == name => {
            let begins = is_path_sign(at + 1) && !is_sign(at + 3, '<');
            let continues = at > 1 && is_path_sign(at - 2);
            (begins && !continues).then(|| word.span())
        }
        _ => None,
    })
}

/// Converts a snake case name to the name of a type for help texts: `search` becomes `SearchTool`.
pub(crate) fn type_name(name: &str) -> String {
    let words = name.split('_').map(|word| {
        let (first, rest) = word.split_at(word.chars().next().map_or(0, char::len_utf8));
        first.to_uppercase() + rest
    });
    words.chain(["Tool".to_owned()]).collect()
}

/// Returns a valid tool name that is similar to `name`, for help texts.
pub(crate) fn allowed_form(name: &str) -> String {
    let mut form = String::new();
    for c in name.chars() {
        if is_allowed(c) {
            form.push(c);
        } else if !form.is_empty() && !form.ends_with('_') {
            form.push('_');
        }
    }
    form.truncate(MAX_LENGTH);
    match form.trim_end_matches('_') {
        "" => "my_tool".to_owned(),
        form => form.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Ident, Span, allowed_form, path_of};

    #[test]
    fn paths_of_a_crate_are_found() {
        let is_found = |code: &str| {
            let name = Ident::new("url", Span::call_site());
            path_of(code.parse().unwrap(), &name).is_some()
        };
        for code in [
            "fn url(it: url::Url)",
            "#[arg(default = url::VERSION)] version: u8",
            "-> Result<Vec<url::Url>, E>",
        ] {
            assert!(is_found(code), "{code}");
        }
        for code in [
            "#[allow(url::lint)]",
            "#[cfg_attr(test, expect(url::lint, reason = \"long\"))]",
            "it: ::url::Url",
            "it: crate::url::Url",
            "fn url(url: Url)",
            "url::<u8>()",
        ] {
            assert!(!is_found(code), "{code}");
        }
    }

    #[test]
    fn suggested_tool_names_are_valid() {
        assert_eq!(allowed_form("get weather"), "get_weather");
        assert_eq!(allowed_form("files/read"), "files_read");
        assert_eq!(allowed_form("añadir"), "a_adir");
        assert_eq!(allowed_form("日本"), "my_tool");
        assert_eq!(allowed_form(" x "), "x");
    }
}
