//! What the macro says of a key of `_meta`, where the key is written.

use mcp_tool_rules::meta_key::{KeyFault, key_fault, split};
use proc_macro2::Span;

use crate::diagnostics::Errors;

const PAGE: &str = "2025-11-25/basic/index#meta";

pub(crate) fn check(key: &str, at: Span, errors: &mut Errors) {
    if let Some((what, help)) = fault(key) {
        errors.report_rule(at, what, help, PAGE);
    }
}

/// Returns what is wrong with a key, and what to write.
fn fault(key: &str) -> Option<(String, String)> {
    let fault = key_fault(key)?;
    let (shown, words) = (key.escape_debug(), fault.words());
    let (prefix, name) = split(key);
    let own = format!(
        "write your own domain in reverse: `\"com.example/{}\"`",
        form(name)
    );
    Some(match fault {
        KeyFault::Label(start, end) if start == end => {
            (format!("a label in the key `{shown}` is empty"), own)
        }
        KeyFault::Label(start, end) => {
            let label = key[start..end].escape_debug();
            let what = format!("`{label}` in the key `{shown}` is no label: one {words}");
            (what, own)
        }
        KeyFault::Name => {
            let what = match key.is_empty() {
                true => "a key of `meta` cannot be empty".to_owned(),
                false => format!("`{shown}` is no key: the name {words}"),
            };
            let start = prefix
                .map(|prefix| format!("{prefix}/"))
                .unwrap_or_default();
            (what, format!("write `\"{start}{}\"`", form(name)))
        }
        KeyFault::Reserved => (format!("the prefix of the key `{shown}` {words}"), own),
        KeyFault::OfRequests => (format!("the key `{shown}` {words}"), own),
    })
}

/// R72: a key with its prefix in reverse, where that seems to be in the order of a domain name. There
/// is no saying for certain: a firm may be called `Com`.
pub(crate) fn turned(key: &str) -> Option<String> {
    let (prefix, name) = key.split_once('/')?;
    let mut labels: Vec<&str> = prefix.split('.').collect();
    let ends_a_domain = |label: &&str| {
        let label = label.to_ascii_lowercase();
        TOP_LEVEL.contains(&label.as_str())
    };
    let (first, last) = (labels.first()?, labels.last()?);
    // Every country has two letters, and a domain name seldom begins with so few.
    if first.len() == 2 || ends_a_domain(first) || !ends_a_domain(last) {
        return None;
    }
    labels.reverse();
    Some(format!("{}/{name}", labels.join(".")))
}

/// The last parts of most domain names that a key could come from, but for those that are words.
const TOP_LEVEL: &[&str] = &[
    "ai", "app", "au", "biz", "br", "ca", "ch", "cloud", "cn", "co", "com", "de", "dev", "edu",
    "es", "eu", "fr", "gov", "info", "io", "jp", "kr", "net", "nl", "org", "pl", "ru", "se",
    "tech", "uk", "xyz",
];

/// The nearest name that is one.
fn form(name: &str) -> String {
    let replaced: String = name
        .chars()
        .map(|c| match c {
            c if c.is_ascii_alphanumeric() || "-_.".contains(c) => c,
            _ => '-',
        })
        .collect();
    match replaced.trim_matches(|c: char| !c.is_ascii_alphanumeric()) {
        "" => "owner".to_owned(),
        name => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{fault, turned};

    #[test]
    fn prefixes_in_the_order_of_a_domain_name() {
        // R72
        assert_eq!(turned("example.com/a").as_deref(), Some("com.example/a"));
        assert_eq!(
            turned("tools.example.co.uk/a").as_deref(),
            Some("uk.co.example.tools/a")
        );
        for key in [
            "com.example/a",
            "io.github/a",
            "com/a",
            "acme.tools/a",
            "it.azienda.cloud/a",
            "me.acme.app/a",
            "a",
            "co.uk/a",
        ] {
            assert_eq!(turned(key), None, "{key}");
        }
    }

    #[test]
    fn keys_and_what_to_write() {
        let cases = [
            // R68
            ("1com.example/a", "no label", "com.example/a"),
            ("com..example/a", "is empty", "com.example/a"),
            // R69
            ("", "cannot be empty", "\"owner\""),
            ("the owner", "no key", "\"the-owner\""),
            ("com.example/a/b", "no key", "com.example/a-b"),
            // R70, R71
            ("mcp.dev/a", "reserved", "com.example/a"),
            // R73
            (
                "traceparent",
                "belongs to requests",
                "com.example/traceparent",
            ),
        ];
        for (key, reason, instead) in cases {
            let (what, help) = fault(key).unwrap();
            assert!(what.contains(reason), "{key}: {what}");
            assert!(help.contains(instead), "{key}: {help}");
        }
        assert_eq!(fault("owner"), None);
    }
}
