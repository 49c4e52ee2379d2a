//! Keys of `_meta`: the rules of the runtime's `meta_key.rs` (R67 to R73), where the key is written.

use proc_macro2::Span;

use crate::diagnostics::Errors;

const PAGE: &str = "2025-11-25/basic/index#meta";

pub(crate) fn check(key: &str, at: Span, errors: &mut Errors) {
    if let Some((what, help)) = fault(key) {
        errors.report_rule(at, what, help, PAGE);
    }
}

/// What is wrong with a key, and what to write.
fn fault(key: &str) -> Option<(String, String)> {
    let shown = key.escape_debug();
    let (prefix, name) = match key.split_once('/') {
        Some((prefix, name)) => (Some(prefix), name),
        None => (None, key),
    };
    let own = format!(
        "write your own domain in reverse: `\"com.example/{}\"`",
        form(name)
    );
    let labels: Vec<&str> = prefix
        .map(|prefix| prefix.split('.').collect())
        .unwrap_or_default();
    if let Some(label) = labels.iter().find(|label| !is_label(label)) {
        // R68
        return Some((
            match label.is_empty() {
                true => format!("a label in the key `{shown}` is empty"),
                false => format!(
                    "`{}` in the key `{shown}` is no label: one starts with a letter, ends with a letter or digit, and has only `-` besides",
                    label.escape_debug()
                ),
            },
            own,
        ));
    }
    if !is_name(name) && (prefix.is_none() || !name.is_empty()) {
        // R69
        let start = prefix
            .map(|prefix| format!("{prefix}/"))
            .unwrap_or_default();
        return Some((
            match key.is_empty() {
                true => "a key of `meta` cannot be empty".to_owned(),
                false => format!(
                    "`{shown}` is no key: the name starts and ends with a letter or digit, and has only `-`, `_` and `.` besides"
                ),
            },
            format!("write `\"{start}{}\"`", form(name)),
        ));
    }
    if is_reserved(&labels) {
        // R70, R71
        return Some((
            format!("the prefix of the key `{shown}` is reserved for the protocol"),
            own,
        ));
    }
    // R73
    let is_of_requests = prefix.is_none()
        && matches!(
            name,
            "progressToken" | "traceparent" | "tracestate" | "baggage"
        );
    is_of_requests.then(|| (format!("the key `{shown}` belongs to requests"), own))
}

fn is_label(label: &str) -> bool {
    let bytes = label.as_bytes();
    bytes.first().is_some_and(u8::is_ascii_alphabetic)
        && bytes.last().is_some_and(u8::is_ascii_alphanumeric)
        && bytes
            .iter()
            .all(|byte| byte.is_ascii_alphanumeric() || *byte == b'-')
}

fn is_name(name: &str) -> bool {
    let bytes = name.as_bytes();
    bytes.first().is_some_and(u8::is_ascii_alphanumeric)
        && bytes.last().is_some_and(u8::is_ascii_alphanumeric)
        && bytes
            .iter()
            .all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(byte))
}

/// The newer revisions reserve the second label, 2025-06-18 any but the last; a key is for all.
fn is_reserved(labels: &[&str]) -> bool {
    let is_ours = |label: &&str| {
        label.eq_ignore_ascii_case("mcp") || label.eq_ignore_ascii_case("modelcontextprotocol")
    };
    labels.get(1).is_some_and(is_ours)
        || labels
            .split_last()
            .is_some_and(|(_, init)| init.iter().any(is_ours))
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

/// R79
pub(crate) fn is_ui(uri: &str) -> bool {
    uri.strip_prefix("ui://")
        .is_some_and(|rest| !rest.is_empty())
}

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
    use super::{fault, is_ui, turned};

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
    fn pages_that_show_a_tool() {
        // R79
        assert!(is_ui("ui://search/results.html"));
        for uri in ["", "ui://", "UI://a", "https://a.example", "ui:a"] {
            assert!(!is_ui(uri), "{uri}");
        }
    }

    #[test]
    fn keys_and_what_is_wrong_with_them() {
        // R67, R68, R69
        for key in [
            "owner",
            "com.example/owner",
            "com.example/",
            "a-b.c1/x_y.z-1",
            "mcp/x",
        ] {
            assert_eq!(fault(key), None, "{key}");
        }
        let cases = [
            // R68
            ("1com.example/a", "no label", "com.example/a"),
            ("com..example/a", "is empty", "com.example/a"),
            ("/a", "is empty", "com.example/a"),
            // R69
            ("", "cannot be empty", "\"owner\""),
            ("-a", "no key", "\"a\""),
            ("the owner", "no key", "\"the-owner\""),
            ("com.example/a/b", "no key", "com.example/a-b"),
            // R70, R71
            ("io.modelcontextprotocol/a", "reserved", "com.example/a"),
            ("mcp.dev/a", "reserved", "com.example/a"),
            ("com.MCP/a", "reserved", "com.example/a"),
            ("api.ModelContextProtocol.io/a", "reserved", "com.example/a"),
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
    }
}
