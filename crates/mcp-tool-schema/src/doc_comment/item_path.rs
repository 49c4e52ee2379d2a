//! Distinguishes names of Rust items and URLs from other words.

/// The kinds that rustdoc accepts before a name, as in `fn@search`.
const KINDS: &str = "attr attribute const constant derive enum field fn function macro method mod module prim primitive \
                     static struct trait tyalias type typealias union value variant";

/// Returns whether the target of a link is a URL with a scheme.
pub(super) fn is_url(target: &str) -> bool {
    let Some((scheme, rest)) = target.split_once(':') else {
        return false;
    };
    scheme.len() > 1
        && scheme.starts_with(|first: char| first.is_ascii_alphabetic())
        && scheme
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
        && !rest.is_empty()
        && !rest.starts_with(':')
        && !rest.contains(char::is_whitespace)
}

/// Returns whether words in brackets, without a target, are the name of a Rust item.
///
/// Brackets may also contain a word or a placeholder, as in "`[city]/[country]`". A name of an item is in
/// backticks, has a kind such as `fn@`, contains `::` or `_`, ends with `()` or `!`, or is written
/// `LikeThis`.
pub(super) fn is_item(text: &str) -> bool {
    let (path, is_code) = match code(text) {
        Some(code) => (code, true),
        None => (text, false),
    };
    let (path, has_kind) = match without_kind(path) {
        Some(path) => (path, true),
        None => (path, false),
    };
    let name = called(path);
    is_path(name)
        && (is_code
            || has_kind
            || name.len() != path.len()
            || name.contains("::")
            || (name.contains('_') && name.chars().any(char::is_alphanumeric))
            || is_camel_case(name))
}

/// Returns whether the label of a link `[words][label]` is the name of an item. The caller has checked that
/// the label has no definition.
pub(super) fn is_item_of(label: &str, words: &str) -> bool {
    let is_plain = code(words).is_none() && !words.trim().contains(char::is_whitespace);
    is_item(label) || (!is_plain && is_path(label))
}

/// Returns a name without its kind, such as `fn@`, because rustdoc does not show the kind.
pub(super) fn shown(name: &str) -> String {
    match code(name) {
        Some(code) => format!("`{}`", without_kind(code).unwrap_or(code)),
        None => without_kind(name).unwrap_or(name).to_owned(),
    }
}

/// Returns the content of a text if the text is one code span.
fn code(text: &str) -> Option<&str> {
    let code = text.strip_prefix('`')?.strip_suffix('`')?;
    (!code.is_empty() && !code.contains('`')).then_some(code)
}

/// Returns the name after a kind, as in `fn@search`, if the text has a kind.
fn without_kind(name: &str) -> Option<&str> {
    let (kind, name) = name.split_once('@')?;
    KINDS.split(' ').any(|known| known == kind).then_some(name)
}

/// Returns the name of a function or macro without `()` or `!`.
fn called(path: &str) -> &str {
    ["!()", "!{}", "![]", "!", "()"]
        .iter()
        .find_map(|call| path.strip_suffix(call))
        .unwrap_or(path)
}

/// Returns whether a text is a path, such as `crate::Page<T>`.
fn is_path(text: &str) -> bool {
    let path = match text.split_once('<') {
        Some((path, parameters)) if parameters.ends_with('>') => path,
        Some(_) => return false,
        None => text,
    };
    let relative = path.strip_prefix("::").unwrap_or(path);
    relative.split("::").all(is_name)
}

fn is_name(text: &str) -> bool {
    let text = text.strip_prefix("r#").unwrap_or(text);
    text.starts_with(|first: char| first.is_alphabetic() || first == '_')
        && text.chars().all(|c| c.is_alphanumeric() || c == '_')
}

fn is_camel_case(name: &str) -> bool {
    name.starts_with(char::is_uppercase) && name.contains(char::is_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_and_plain_words() {
        for text in [
            "Foo",
            "FooBar",
            "crate::Foo",
            "::std::fmt",
            "Self::search",
            "find_files",
            "MAX_SIZE",
            "search()",
            "vec!",
            "vec![]",
            "fn@search",
            "`search`",
            "`Vec<T>`",
            "`Vec<Option<T>>`",
            "`struct@Foo`",
            "`r#match`",
        ] {
            assert!(is_item(text), "{text}");
        }
        for text in [
            "0",
            "x",
            "X",
            " ",
            "1, 2",
            "a, b",
            "optional",
            "WARNING",
            "T",
            "_",
            "a-z",
            "1..=5",
            "..",
            "--flag",
            "two words",
            "`two words`",
            "`0`",
            "`a`, `b`",
            "``",
            "注意",
            "a:b",
            "::",
            "`a>b<c`",
            "@",
            "me@home",
            "^Note",
        ] {
            assert!(!is_item(text), "{text}");
        }
        assert!(is_item_of("search", "the search"));
        assert!(is_item_of("search", "`Search`"));
        assert!(is_item_of("Search", "search"));
        assert!(!is_item_of("lon", "lat"));
        assert!(!is_item_of("1", "the first"));
    }

    #[test]
    fn urls_are_distinguished_from_item_paths() {
        for target in [
            "https://a.example/b",
            "mailto:a@b.example",
            "urn:isbn:1",
            "git+ssh://a",
        ] {
            assert!(is_url(target), "{target}");
        }
        for target in [
            "std::vec::Vec",
            "Foo",
            "#examples",
            "../guide.md",
            "struct.Foo.html",
            "c:/x",
            "https:",
            "a b:c",
            "",
        ] {
            assert!(!is_url(target), "{target}");
        }
    }

    #[test]
    fn disambiguators_of_items_are_removed() {
        assert_eq!(shown("`fn@search`"), "`search`");
        assert_eq!(shown("struct@Foo"), "Foo");
        assert_eq!(shown("`search()`"), "`search()`");
        assert_eq!(shown("me@home"), "me@home");
    }
}
