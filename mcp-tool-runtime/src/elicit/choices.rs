//! The choices of a field, and their titles.

use mcp_tool_schema::doc_comment;
use mcp_tool_schema::keywords::Keywords as _;
use serde_json::{Map, Value, json};

#[derive(Default)]
pub(super) struct Choices {
    pub(super) values: Vec<String>,
    /// One title for each value, or no titles.
    pub(super) titles: Vec<String>,
    /// Whether the type's schema has `enumNames`. If so, a single-choice field publishes its titles as
    /// `enumNames` in every protocol version, and never as `oneOf`.
    pub(super) by_names: bool,
}

impl Choices {
    /// Returns a JSON array of the values, each with its title. Returns `None` if there are no titles.
    pub(super) fn titles(&self) -> Option<Value> {
        let titled = self.values.iter().zip(&self.titles);
        let titled = titled.map(|(value, title)| json!({ "const": value, "title": title }));
        (!self.titles.is_empty()).then(|| titled.collect())
    }

    pub(super) fn of(schema: &Map<String, Value>) -> Option<Self> {
        if let Some(values) = schema.get("enum") {
            let names = schema.get("enumNames").and_then(strings);
            let values = strings(values)?;
            return Some(Choices {
                by_names: names.is_some(),
                titles: names
                    .filter(|names| names.len() == values.len())
                    .unwrap_or_default(),
                values,
            });
        }
        if let Some(value) = schema.text("const") {
            return Some(Choices {
                values: vec![value.to_owned()],
                ..Choices::default()
            });
        }
        // If the variants of an enum have descriptions, schemars writes the enum as a `oneOf`
        // list of constants.
        let forms = schema.get("oneOf").or_else(|| schema.get("anyOf"))?;
        let mut values = Vec::new();
        let mut titles = Vec::new();
        let mut titled = false;
        for form in forms.as_array()? {
            let form = form.as_object()?;
            let title = form.get("title").or_else(|| form.get("description"));
            let title = title.and_then(Value::as_str).map(first_sentence);
            let title = title.filter(|title| !title.is_empty());
            titled |= title.is_some();
            // A branch of type `null` marks the field as optional, and is not a choice.
            if form.get("type").is_some_and(|kind| kind == "null") {
                continue;
            }
            for value in Choices::of(form)?.values {
                titles.push(title.clone().unwrap_or_else(|| value.clone()));
                values.push(value);
            }
        }
        let titles = if titled { titles } else { Vec::new() };
        Some(Choices {
            values,
            titles,
            by_names: false,
        })
    }
}

/// Returns the strings of an array, and skips `null`. Returns `None` if `values` is not an array, or contains
/// anything else.
fn strings(values: &Value) -> Option<Vec<String>> {
    let values = values.as_array()?.iter().filter(|value| !value.is_null());
    values
        .map(|value| value.as_str().map(str::to_owned))
        .collect()
}

/// Returns the first sentence in the first line of a description, without its full stop.
fn first_sentence(text: &str) -> String {
    let text = doc_comment::read(text);
    let line = text.lines().next().unwrap_or_default();
    let sentence = line.split_once(". ").map_or(line, |(first, _)| first);
    sentence.strip_suffix('.').unwrap_or(sentence).to_owned()
}
