//! Checks the keys of `_meta`.

use mcp_tool_rules::meta_key::{KeyFault, key_fault};
use syn::{LitStr, Result};

use crate::diagnostics::rule_violation;

const PAGE: &str = "2025-11-25/basic/index#meta";

/// Rejects a key that breaks a rule of the protocol.
pub(crate) fn check(key: &LitStr) -> Result<()> {
    let text = key.value();
    let Some(fault) = key_fault(&text) else {
        return Ok(());
    };
    let (shown, words) = (text.escape_debug(), fault.words());
    let what = match fault {
        _ if text.is_empty() => "a key of `meta` cannot be empty".to_owned(),
        KeyFault::Label(start, end) if start == end => {
            format!("the prefix of the key `{shown}` has an empty part")
        }
        KeyFault::Label(start, end) => {
            let label = text[start..end].escape_debug();
            format!("invalid label `{label}` in the key `{shown}`: a label {words}")
        }
        KeyFault::Name => format!("invalid name in the key `{shown}`: a name {words}"),
        KeyFault::Reserved => format!("the prefix of the key `{shown}` {words}"),
        KeyFault::OfRequests => format!("the key `{shown}` {words}"),
    };
    let help = "write a key with your own domain in reverse, as in `\"com.example/owner\"`";
    Err(rule_violation(key.span(), what, help, PAGE))
}

/// Returns the key with the labels of its prefix reversed. Returns `None` unless the prefix is probably a domain
/// name in normal order.
pub(crate) fn turned(key: &str) -> Option<String> {
    let (prefix, name) = key.split_once('/')?;
    let mut labels: Vec<&str> = prefix.split('.').collect();
    let ends_a_domain = |label: &&str| {
        let label = label.to_ascii_lowercase();
        TOP_LEVEL.contains(&label.as_str())
    };
    let (first, last) = (labels.first()?, labels.last()?);
    // A domain name rarely starts with a two-letter label. So a two-letter first label is
    // probably a country domain, and the prefix is already reversed.
    if first.len() == 2 || ends_a_domain(first) || !ends_a_domain(last) {
        return None;
    }
    labels.reverse();
    Some(format!("{}/{name}", labels.join(".")))
}

/// Common top-level domains. Most that are also English words, such as `me` and `store`, are absent.
const TOP_LEVEL: &[&str] = &[
    "ai", "app", "au", "biz", "br", "ca", "ch", "cloud", "cn", "co", "com", "de", "dev", "edu",
    "es", "eu", "fr", "gov", "info", "io", "jp", "kr", "net", "nl", "org", "pl", "ru", "se",
    "tech", "uk", "xyz",
];

#[cfg(test)]
mod tests {
    use super::turned;

    #[test]
    fn reversed_domain_names() {
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
}
