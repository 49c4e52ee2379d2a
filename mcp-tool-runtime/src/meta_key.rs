//! Keys of `_meta`: an optional prefix of labels, and a name (R67 to R73).

use serde_json::{Map, Value};

/// What is wrong with a tool's `_meta`.
pub(crate) fn faults(meta: Option<&Map<String, Value>>) -> Vec<(&'static str, String)> {
    let Some(meta) = meta else {
        return Vec::new();
    };
    meta.keys()
        .filter_map(|key| fault(key))
        .chain(page_fault(meta))
        .map(|reason| ("meta", reason))
        .collect()
}

/// R79: the page that shows a tool is a resource of the server's own. The second key is how it was
/// written first.
fn page_fault(meta: &Map<String, Value>) -> Option<String> {
    let page = meta.get("ui").and_then(|ui| ui.get("resourceUri"));
    let page = page.or_else(|| meta.get("ui/resourceUri"))?;
    let is_ui = |uri: &str| {
        uri.strip_prefix("ui://")
            .is_some_and(|rest| !rest.is_empty())
    };
    (!page.as_str().is_some_and(is_ui)).then(|| {
        format!("{page} is no resource that shows a tool: write its URI, which starts with `ui://`")
    })
}

fn fault(key: &str) -> Option<String> {
    let shown = crate::text::shorten(key, 64);
    let (prefix, name) = match key.split_once('/') {
        Some((prefix, name)) => (Some(prefix), name),
        None => (None, key),
    };
    let labels: Vec<&str> = prefix
        .map(|prefix| prefix.split('.').collect())
        .unwrap_or_default();
    if let Some(label) = labels.iter().find(|label| !is_label(label)) {
        // R68
        return Some(format!(
            "`{label}` in the key `{shown}` is no label: it starts with a letter, ends with a letter or digit, and has only `-` besides"
        ));
    }
    if !is_name(name) && (prefix.is_none() || !name.is_empty()) {
        // R69
        return Some(format!(
            "`{shown}` is no key: the name starts and ends with a letter or digit, and has only `-`, `_` and `.` besides"
        ));
    }
    if is_reserved(&labels) {
        // R70, R71
        return Some(format!(
            "the prefix of the key `{shown}` is reserved for the protocol; write your own domain in reverse, as in `com.example/{name}`"
        ));
    }
    // R73
    (prefix.is_none()
        && matches!(
            name,
            "progressToken" | "traceparent" | "tracestate" | "baggage"
        ))
    .then(|| format!("the key `{shown}` belongs to requests; write `com.example/{name}`"))
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{fault, faults};

    #[test]
    fn a_page_that_shows_a_tool() {
        // R79
        let said = |meta: serde_json::Value| faults(meta.as_object());
        for meta in [
            json!({ "ui": { "resourceUri": "ui://search/a.html" } }),
            json!({ "ui": { "visibility": ["model"] } }),
            json!({ "ui/resourceUri": "ui://a" }),
            json!({ "ui": "dark" }),
        ] {
            assert_eq!(said(meta.clone()), [], "{meta}");
        }
        for meta in [
            json!({ "ui": { "resourceUri": "https://a.example" } }),
            json!({ "ui": { "resourceUri": 1 } }),
            json!({ "ui/resourceUri": "ui://" }),
        ] {
            let faults = said(meta.clone());
            assert_eq!(faults.len(), 1, "{meta}");
            assert!(faults[0].1.contains("starts with `ui://`"), "{faults:?}");
        }
    }

    #[test]
    fn keys_that_are_fine() {
        // R67, R68, R69
        for key in [
            "owner",
            "com.example/owner",
            "com.example/",
            "a-b.c1/x_y.z-1",
            "ui/resource",
            "mcp/x",
        ] {
            assert_eq!(fault(key), None, "{key}");
        }
    }

    #[test]
    fn keys_that_are_none() {
        let cases = [
            // R68
            ("1com.example/a", "no label"),
            ("com..example/a", "no label"),
            ("com.example-/a", "no label"),
            ("/a", "no label"),
            // R69
            ("", "no key"),
            ("-a", "no key"),
            ("a b", "no key"),
            ("com.example/a/b", "no key"),
            // R70, R71
            ("io.modelcontextprotocol/a", "reserved"),
            ("com.mcp.tools/a", "reserved"),
            ("mcp.dev/a", "reserved"),
            ("com.MCP/a", "reserved"),
            ("api.ModelContextProtocol.io/a", "reserved"),
            ("a.b.mcp.c/a", "reserved"),
            // R73
            ("traceparent", "belongs to requests"),
        ];
        for (key, reason) in cases {
            let found = fault(key).unwrap_or_default();
            assert!(found.contains(reason), "{key}: {found}");
        }
    }
}
