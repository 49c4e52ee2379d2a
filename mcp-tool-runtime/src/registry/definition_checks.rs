//! Checks what a tool publishes: its titles, descriptions and names, its icons, and its `_meta`.

use mcp_tool_rules::icon::icon_fault;
use mcp_tool_rules::meta_key::{HELP, is_page, key_fault};
use mcp_tool_rules::text::{TextFault, name_fault, text_fault};
use mcp_tool_schema::json_values::to_json;
use mcp_tool_schema::keywords::{Keywords as _, Path, find_schema};
use serde_json::{Map, Value};

use crate::const_checks::{Message, describe_fault};
use crate::content::Icon;
use crate::definition::ToolDefinition;
use crate::error::{BuildProblem, shorten};

/// Returns the faults of a tool's texts. Another check reports a missing description. If `is_plain` is true, no text
/// has a forbidden character.
pub(super) fn text_faults(tool: &ToolDefinition, is_plain: bool) -> Vec<BuildProblem> {
    let mut faults = TextFaults {
        tool: &tool.name,
        is_plain,
        problems: Vec::new(),
    };
    for (part, text) in [("title", &tool.title), ("description", &tool.description)] {
        if let Some(reason) = text.as_deref().and_then(text_reason) {
            faults.part(part, format!("it {reason}"));
        }
    }
    faults.arguments(&tool.input_schema);
    if let Some(schema) = &tool.output_schema
        && let Some(reason) = faults
            .in_schema(schema, |_| false)
            .or_else(|| in_names(schema))
    {
        faults.part("output schema", reason);
    }
    faults.problems
}

struct TextFaults<'t> {
    tool: &'t str,
    is_plain: bool,
    problems: Vec<BuildProblem>,
}

impl TextFaults<'_> {
    fn part(&mut self, part: &str, reason: String) {
        self.problems.push(BuildProblem::Part {
            tool: self.tool.to_owned(),
            part: part.to_owned(),
            reason,
        });
    }

    fn arguments(&mut self, schema: &Map<String, Value>) {
        for (name, argument) in schema.named("properties") {
            let reason = in_name(name).or_else(|| {
                let argument = argument.as_object()?;
                let description = argument.text("description");
                description
                    .and_then(text_reason)
                    .map(|reason| format!("its description {reason}"))
                    .or_else(|| self.in_schema(argument, |_| false))
            });
            if let Some(reason) = reason {
                self.argument(name, reason);
            }
        }
        if let Some(reason) = self.in_schema(schema, |path| path.is_below("properties")) {
            self.argument("", reason);
        }
    }

    /// Describes the first forbidden character in the titles and descriptions of a schema and its inner schemas.
    /// Ignores the schemas for which `skip` returns `true`.
    fn in_schema(
        &self,
        schema: &Map<String, Value>,
        skip: fn(&Path<'_>) -> bool,
    ) -> Option<String> {
        if self.is_plain {
            return None;
        }
        find_schema(schema, &mut |schema, path| {
            if skip(path) {
                return None;
            }
            ["title", "description"].into_iter().find_map(|keyword| {
                let text = schema.text(keyword)?;
                let fault = text_fault(text).filter(|fault| *fault != TextFault::Blank)?;
                Some(format!("a {keyword} in its schema {}", reason(text, fault)))
            })
        })
    }

    fn argument(&mut self, argument: &str, reason: String) {
        self.problems.push(BuildProblem::Argument {
            tool: self.tool.to_owned(),
            argument: argument.escape_debug().to_string(),
            reason,
        });
    }
}

fn in_names(schema: &Map<String, Value>) -> Option<String> {
    schema.named("properties").find_map(|(name, _)| {
        let reason = in_name(name)?;
        Some(format!("of its member `{}`, {reason}", name.escape_debug()))
    })
}

/// Describes the first forbidden character in a name, such as an invisible one. Allows an empty name.
fn in_name(name: &str) -> Option<String> {
    let fault = name_fault(name).filter(|fault| *fault != TextFault::Blank)?;
    Some(format!("its name {}", reason(name, fault)))
}

fn text_reason(text: &str) -> Option<String> {
    Some(reason(text, text_fault(text)?))
}

/// Describes the fault of a text, and adds advice.
fn reason(text: &str, fault: TextFault) -> String {
    let message = describe_fault(Message::new(), text, fault);
    let advice = match fault {
        TextFault::Character(..) => "remove it",
        TextFault::Blank => "write a text that people can read",
    };
    format!("{}; {advice}", message.__text())
}

/// Returns the faults of a tool's icons.
pub(super) fn icon_faults(icons: &[Icon]) -> Vec<(&'static str, String)> {
    let reason = |icon: &Icon| {
        let (src, mime_type) = (icon.src.as_str(), icon.mime_type.as_deref());
        let sizes: Vec<&str> = icon.sizes.iter().map(String::as_str).collect();
        let fault = icon_fault(src, mime_type, &sizes)?;
        let shown = shorten(fault.part.of(src, mime_type, &sizes), 64);
        Some(("icon", format!("`{shown}` {}; {}", fault.what, fault.help)))
    };
    icons.iter().filter_map(reason).collect()
}

/// Returns the faults of a tool's `_meta`.
pub(super) fn meta_faults(meta: Option<&Map<String, Value>>) -> Vec<(&'static str, String)> {
    let Some(meta) = meta else {
        return Vec::new();
    };
    let mut faults = Vec::new();
    let mut add = |reason: Option<String>| faults.extend(reason.map(|reason| ("meta", reason)));
    meta.keys().for_each(|key| add(key_reason(key)));
    add(page_reason(meta));
    faults
}

/// Returns the fault in the URI of the page that shows a tool's result (MCP Apps). The URI is in the member
/// `resourceUri` of `ui`, or under the older key `ui/resourceUri`.
fn page_reason(meta: &Map<String, Value>) -> Option<String> {
    let page = meta
        .get("ui")
        .and_then(|ui| ui.get("resourceUri"))
        .or_else(|| meta.get("ui/resourceUri"))?;
    (!page.as_str().is_some_and(is_page)).then(|| {
        let page = to_json(page);
        format!("{page} is not the URI of a page for a tool: it must start with `ui://`")
    })
}

fn key_reason(key: &str) -> Option<String> {
    let what = key_fault(key)?;
    Some(format!("the key `{}` {what}; {HELP}", shorten(key, 64)))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn icons_that_a_client_would_reject() {
        // R58, R59, R60: two invalid sources are enough, because the tests in
        // `mcp_tool_rules::icon` cover all kinds of sources.
        for src in ["http://a.example/i.png", "data:image/png,/9j/"] {
            assert_eq!(icon_faults(&[Icon::new(src)]).len(), 1, "{src}");
        }
        assert_eq!(icon_faults(&[Icon::new("https://a.example/i.png")]), []);
    }

    #[test]
    fn an_icon_with_an_invalid_size_is_rejected() {
        // R63
        let mut icon = Icon::new("https://a.example/i.png");
        icon.sizes = vec!["48x48".to_owned(), "48".to_owned()];
        assert_eq!(icon_faults(&[icon]).len(), 1);
    }

    #[test]
    fn the_ui_resource_uri_of_a_tool_is_checked() {
        // R79
        let said = |meta: Value| meta_faults(meta.as_object());
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
            ("com..example/a", "has an invalid prefix"),
            // R69
            ("openai/a//b", "has an invalid name"),
            // R70, R71
            ("mcp.dev/a/b", "the protocol reserves; write a key"),
            // R73
            ("traceparent", "is reserved for requests"),
        ] {
            let found = key_reason(key).unwrap_or_default();
            assert!(found.contains(reason), "{key}: {found}");
        }
        assert_eq!(key_reason("owner"), None);
        assert_eq!(key_reason("openai/toolInvocation/invoking"), None);
    }
}
