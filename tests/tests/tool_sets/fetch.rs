//! The fetch server. It returns the same invented page for all URLs of `a.example`.

use mcp_tool_runtime::{ToolError, ToolRegistry, mcp_tool, tools};
use serde_json::json;
use url::Url;

use crate::checks::{Fact, call};

/// Returns the text of `html` without its tags.
fn plain(html: &str) -> String {
    let mut is_tag = false;
    let text = html.chars().filter(|letter| {
        let was_tag = is_tag;
        is_tag = *letter == '<' || (is_tag && *letter != '>');
        !was_tag && !is_tag
    });
    text.collect()
}

/// Fetches a web page, as text or as HTML. Returns one part of a long page per call.
#[mcp_tool(read_only, destructive = false, idempotent, open_world)]
async fn fetch(
    /// URL of the page
    url: Url,
    /// Maximum number of characters to return
    #[arg(range(1..=999_999), default = 5000)]
    max_length: usize,
    /// Number of characters to skip at the start, such as those that earlier calls returned
    #[arg(default = 0)]
    start_index: usize,
    /// Return the HTML instead of text
    #[arg(default = false)]
    raw: bool,
) -> Result<String, ToolError> {
    let page = match url.host_str() {
        Some("a.example") => "<h1>Tides</h1><p>High water at noon.</p>",
        _ => return Err(ToolError::new(format!("{url} does not answer"))),
    };
    let text = if raw { page.to_owned() } else { plain(page) };
    let part: String = text.chars().skip(start_index).take(max_length).collect();
    let rest = text
        .chars()
        .count()
        .saturating_sub(start_index + max_length);
    match rest {
        0 => Ok(part),
        _ => Ok(format!("{part}\n({rest} characters more)")),
    }
}

fn registry() -> ToolRegistry<()> {
    ToolRegistry::builder(())
        .tools(tools![fetch])
        .build()
        .unwrap()
}

#[rustfmt::skip]
const FACTS: &[Fact] = &[
    ("fetch", "read_only !destructive idempotent open_world",
        "max_length?: integer 1..=999999 = 5000, raw?: boolean = false, start_index?: integer = 0, url: string"),
];

check_set!(registry(), "fetch", FACTS);

#[test]
fn a_long_page_is_fetched_in_parts() {
    let registry = registry();
    let arguments = json!({ "url": "https://a.example/tides", "max_length": 5 });
    assert_eq!(
        call(&registry, "fetch", arguments).1,
        "Tides\n(19 characters more)"
    );
    let arguments = json!({ "url": "https://a.example/tides", "start_index": 5, "raw": "false" });
    assert_eq!(call(&registry, "fetch", arguments).1, "High water at noon.");
}

#[test]
fn wrong_arguments_are_reported() {
    let arguments =
        json!({ "url": "a.example", "max_length": 1_000_000, "start_index": -1, "raw": "maybe" });
    assert_eq!(
        call(&registry(), "fetch", arguments).1,
        r#"4 wrong arguments for `fetch`:
- `url`: expected an address such as "https://example.com/": relative URL without a base: "a.example"
- `max_length`: expected an integer from 1 to 999999, got 1000000
- `start_index`: expected an integer of at least 0, got -1
- `raw`: expected true or false, got "maybe"
a minimal valid call has the arguments {"url":"https://example.com/"}"#
    );
    assert_eq!(
        call(&registry(), "fetch", json!({ "url": "" })).1,
        r#"wrong argument for `fetch`:
- `url`: expected an address such as "https://example.com/": relative URL without a base: ""
a minimal valid call has the arguments {"url":"https://example.com/"}"#
    );
}
