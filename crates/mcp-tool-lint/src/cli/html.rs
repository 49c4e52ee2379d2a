//! A page that shows each tool with its size and its findings.

use mcp_tool_lint::{Finding, ListSize, printable};
use mcp_tool_schema::keywords::Keywords as _;
use serde_json::Value;

use super::Listing;
use super::text::pluralize;

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}\
article{border:1px solid #8886;border-radius:.5rem;padding:1rem;margin:1rem 0}\
.bar{background:#8883;height:.5rem;border-radius:.25rem}.bar i{display:block;height:100%;background:#48c;border-radius:.25rem}\
.error{color:#b00}.warning{color:#960}pre{overflow:auto;white-space:pre-wrap}td,th{text-align:left;vertical-align:top;padding:.2rem .8rem .2rem 0}";

/// Returns the page. The page loads no other files. The function escapes all text from the server.
pub(super) fn page(listing: &Listing, findings: &[Finding]) -> String {
    let size = ListSize::of_json(&listing.list);
    let largest = size.tools.iter().map(|tool| tool.bytes).max().unwrap_or(1);
    let mut page = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Tools of {0}</title><style>{STYLE}</style>\
         <h1>Tools of {0}</h1><p>{1}, {2}, about {3}</p>",
        escape(&listing.source),
        pluralize(size.tools.len(), "tool"),
        pluralize(size.bytes, "byte"),
        pluralize(size.tokens(), "token"),
    );
    // The findings about the list come first, and then those about each tool, in the order of the list.
    let about_list = findings.partition_point(|it| it.tool.is_none());
    let (about_list, mut rest) = findings.split_at(about_list);
    page += &findings_list(about_list);
    let tools = listing.tools().into_iter().flatten();
    for (at, (tool, size)) in tools.zip(&size.tools).enumerate() {
        let place = format!("/tools/{at}/");
        let of_tool = |finding: &Finding| format!("{}/", finding.pointer).starts_with(&place);
        let (about_tool, others) = rest.split_at(rest.partition_point(of_tool));
        rest = others;
        let text = |key: &str| escape(tool.text(key).unwrap_or_default());
        page += &format!(
            "<article><h2><code>{}</code> {}</h2><p>{}, about {}</p>\
             <div class=\"bar\"><i style=\"width:{}%\"></i></div><pre>{}</pre>{}{}\
             <details><summary>Definition</summary><pre>{}</pre></details></article>",
            text("name"),
            text("title"),
            pluralize(size.bytes, "byte"),
            pluralize(size.tokens(), "token"),
            size.bytes * 100 / largest.max(1),
            text("description"),
            arguments(tool),
            findings_list(about_tool),
            escape(&format!("{tool:#}")),
        );
    }
    page + "</html>\n"
}

fn arguments(tool: &Value) -> String {
    let root = &tool["inputSchema"];
    let Some(named) = root.object("properties").filter(|named| !named.is_empty()) else {
        return "<p>No arguments</p>".to_owned();
    };
    let row = |(name, schema): (&String, &Value)| {
        let is_required = root.required().any(|it| it == name);
        let kind = schema.get("type").map(Value::to_string);
        format!(
            "<tr><td><code>{}</code></td><td>{}</td><td>{}</td><td>{}</td></tr>",
            escape(name),
            escape(kind.unwrap_or_default().trim_matches('"')),
            if is_required { "required" } else { "optional" },
            escape(schema.text("description").unwrap_or_default()),
        )
    };
    let rows: String = named.iter().map(row).collect();
    format!(
        "<table><tr><th>Argument</th><th>Type</th><th>Required</th><th>Description</th></tr>{rows}</table>"
    )
}

fn findings_list(findings: &[Finding]) -> String {
    let item = |finding: &Finding| {
        let (class, text) = (finding.severity().name(), escape(&finding.to_string()));
        format!("<li class=\"{class}\">{text}</li>")
    };
    let items: String = findings.iter().map(item).collect();
    format!("<ul>{items}</ul>")
}

/// Escapes HTML markup. Also escapes the characters that `printable` escapes, but keeps line breaks and tabs.
fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' | '\t' => escaped.push(c),
            c => escaped.push_str(&printable(c.encode_utf8(&mut [0; 4]))),
        }
    }
    escaped
}
