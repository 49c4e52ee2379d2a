use mcp_tool_rules::tool_name::{MAX_LENGTH, NameFault, is_allowed, name_fault};
use proc_macro2::{Ident, Span};
use syn::LitStr;

use crate::diagnostics::Errors;
use crate::util::show::character;

/// The rule about names: R02, R03, R04.
pub(crate) const PAGE: &str = "2025-11-25/server/tools#tool-names";

/// Checks a name that the attribute gives.
pub(crate) fn check_given(name: &str, at: Span, function: &str, errors: &mut Errors) {
    if name.is_empty() {
        let help = format!(
            "write a name such as `{}`, or leave `name` out",
            allowed_form(function)
        );
        errors.report_rule(at, "the name of a tool cannot be empty", help, PAGE);
    } else {
        check(
            name,
            at,
            |form| format!("write `name = \"{form}\"`"),
            errors,
        );
    }
}

/// Checks the function's own name, where the attribute gives none.
pub(crate) fn check_function(name: &str, at: Span, errors: &mut Errors) {
    check(
        name,
        at,
        |form| format!("name the tool in the attribute: `name = \"{form}\"`"),
        errors,
    );
}

/// Checks what stands before the names of a group, once for all of them.
pub(crate) fn check_prefix(prefix: &LitStr, errors: &mut Errors) -> bool {
    let text = prefix.value();
    let before = errors.count();
    match name_fault(&text) {
        Some(NameFault::Empty) => {
            let help = "write `prefix = \"…\"`, or remove it";
            errors.report(prefix.span(), "`prefix` is empty", help);
        }
        Some(NameFault::Character(at)) => {
            let what = format!(
                "a prefix with `{}` makes no name of a tool; only ASCII letters, digits, `_`, `-` and `.` are allowed",
                character(&text, at)
            );
            let help = format!("write `prefix = \"{}_\"`", allowed_form(&text));
            errors.report_rule(prefix.span(), what, help, PAGE);
        }
        None if text.len() < MAX_LENGTH => {}
        Some(NameFault::TooLong) | None => {
            let what = format!(
                "a prefix of {} characters leaves none for a name",
                text.len()
            );
            let help = format!("shorten it: a whole name has at most {MAX_LENGTH}");
            errors.report_rule(prefix.span(), what, help, PAGE);
        }
    }
    errors.count() == before
}

/// Checks the length of a name with its prefix; each of the two has been checked by itself.
pub(crate) fn check_whole(prefix: &str, name: &str, at: Span, errors: &mut Errors) {
    let length = prefix.len() + name.len();
    if !prefix.is_empty() && name.len() <= MAX_LENGTH && length > MAX_LENGTH {
        let what = format!(
            "tool name has {length} characters with the prefix of its block; the limit is {MAX_LENGTH}"
        );
        let help = "shorten the prefix, or name the tool in the attribute: `name = \"…\"`";
        errors.report_rule(at, what, help, PAGE);
    }
}

fn check(name: &str, at: Span, help: impl Fn(&str) -> String, errors: &mut Errors) {
    let (what, form) = match name_fault(name) {
        Some(NameFault::Character(at)) => (
            format!(
                "tool name `{}` contains `{}`; only ASCII letters, digits, `_`, `-` and `.` are allowed",
                name.escape_debug(),
                character(name, at),
            ),
            allowed_form(name),
        ),
        Some(NameFault::TooLong) => (
            format!(
                "tool name has {} characters; the limit is {MAX_LENGTH}",
                name.len()
            ),
            "a_shorter_name".to_owned(),
        ),
        Some(NameFault::Empty) | None => return,
    };
    errors.report_rule(at, what, help(&form), PAGE);
}

const PRIMITIVES: &[&str] = &[
    "bool", "char", "f16", "f32", "f64", "f128", "i8", "i16", "i32", "i64", "i128", "isize", "str",
    "u8", "u16", "u32", "u64", "u128", "usize",
];

pub(crate) fn is_primitive(name: &Ident) -> bool {
    PRIMITIVES.iter().any(|primitive| name == primitive)
}

/// Refuses a struct that takes the place of a primitive type in its whole module.
pub(crate) fn check_companion(name: &Ident, errors: &mut Errors) {
    if is_primitive(name) {
        errors.report(
            name.span(),
            format!(
                "the struct beside this tool replaces the primitive type `{name}` in its module"
            ),
            format!(
                "write `companion = {}` in the attribute, and list that name in `tools!`",
                type_name(&name.to_string())
            ),
        );
    }
}

/// `serde_json` as the name of a type.
pub(crate) fn type_name(name: &str) -> String {
    let words = name.split('_').map(|word| {
        let (first, rest) = word.split_at(word.chars().next().map_or(0, char::len_utf8));
        first.to_uppercase() + rest
    });
    words.chain(["Tool".to_owned()]).collect()
}

/// The name with every wrong character replaced.
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
    use super::allowed_form;

    #[test]
    fn suggestions_are_allowed_names() {
        assert_eq!(allowed_form("get weather"), "get_weather");
        assert_eq!(allowed_form("files/read"), "files_read");
        assert_eq!(allowed_form("añadir"), "a_adir");
        assert_eq!(allowed_form("日本"), "my_tool");
        assert_eq!(allowed_form(" x "), "x");
    }
}
