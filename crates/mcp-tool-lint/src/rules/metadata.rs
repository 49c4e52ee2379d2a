//! Icons.

use mcp_tool_rules::icon::icon_fault;
use mcp_tool_schema::keywords::Keywords as _;

use super::*;

/// The media types of icons that clients must or should support.
const SHOWN: &str = "image/png image/jpeg image/jpg image/webp image/svg+xml";

pub(super) const ICON: Rule = Rule {
    id: "icon",
    breaks: "an icon is invalid, or not every client shows its media type",
    repair: "use a PNG, JPEG, SVG or WebP image, from an `https:` or a `data:` URL",
    since: "2025-11",
    sources: &["modelcontextprotocol.io/specification/2025-11-25/basic"],
    effects: effects![Warning Part: Claude OpenAi OpenAiStrict Gemini VsCode Cursor],
    effects_in_result: NONE,
    check: Check::Tool(|tool, hits| {
        for (at, icon) in tool.definition.list("icons").iter().enumerate() {
            let what = icon_problem(icon).map(|what| tool.hit_at(&format!("/icons/{at}"), what));
            hits.extend(what);
        }
    }),
};

fn icon_problem(icon: &Value) -> Option<String> {
    let (src, mime_type) = (icon.text("src").unwrap_or_default(), icon.text("mimeType"));
    let sizes = icon.list("sizes").iter().filter_map(Value::as_str);
    let sizes: Vec<&str> = sizes.collect();
    if let Some(fault) = icon_fault(src, mime_type, &sizes) {
        let text = shorten(&fault.part.of(src, mime_type, &sizes).into());
        return Some(format!("{text} {}", fault.what));
    }
    let of_source = src.get(5..).filter(|_| !src.starts_with("https:"));
    let media_type = mime_type
        .or(of_source)?
        .split([';', ','])
        .next()?
        .trim_end();
    let is_shown = SHOWN
        .split(' ')
        .any(|shown| shown.eq_ignore_ascii_case(media_type));
    (!is_shown).then(|| format!("its media type is `{media_type}`"))
}
