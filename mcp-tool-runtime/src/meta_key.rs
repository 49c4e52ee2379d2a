//! The registry's checks of a tool's `_meta`.

use mcp_tool_rules::meta_key::{KeyFault, is_page, key_fault, split};
use serde_json::{Map, Value};

/// Returns the faults of a tool's `_meta`.
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

/// Returns the fault in the URI of the page that shows a tool's result (MCP Apps). The URI is in the member
/// `resourceUri` of `ui`, or under the older key `ui/resourceUri`.
fn page_fault(meta: &Map<String, Value>) -> Option<String> {
    let page = meta.get("ui").and_then(|ui| ui.get("resourceUri"));
    let page = page.or_else(|| meta.get("ui/resourceUri"))?;
    (!page.as_str().is_some_and(is_page))
        .then(|| format!("{page} is not the URI of a page for a tool: it must start with `ui://`"))
}

fn fault(key: &str) -> Option<String> {
    let fault = key_fault(key)?;
    let (shown, words) = (crate::text::shorten(key, 64), fault.words());
    let (_, name) = split(key);
    Some(match fault {
        KeyFault::Label(start, end) => {
            let label = &key[start..end];
            format!("`{label}` in the key `{shown}` is not a label: a label {words}")
        }
        KeyFault::Name => format!("`{shown}` is not a key: a name {words}"),
        KeyFault::Reserved => format!(
            "the prefix of the key `{shown}` {words}; write your own domain in reverse, as in `com.example/{name}`"
        ),
        KeyFault::OfRequests => format!("the key `{shown}` {words}; write `com.example/{name}`"),
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{fault, faults};

    #[test]
    fn the_ui_resource_uri_of_a_tool_is_checked() {
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
            assert!(faults[0].1.contains("start with `ui://`"), "{faults:?}");
        }
    }

    #[test]
    fn each_faulty_key_has_a_message() {
        for (key, reason) in [
            // R68
            ("com..example/a", "not a label"),
            // R69
            ("a b", "not a key"),
            ("openai/a//b", "not a key"),
            // R70, R71
            ("mcp.dev/a", "as in `com.example/a`"),
            ("mcp.dev/a/b", "as in `com.example/a/b`"),
            // R73
            ("traceparent", "write `com.example/traceparent`"),
        ] {
            let found = fault(key).unwrap_or_default();
            assert!(found.contains(reason), "{key}: {found}");
        }
        assert_eq!(fault("owner"), None);
        assert_eq!(fault("openai/toolInvocation/invoking"), None);
    }
}
