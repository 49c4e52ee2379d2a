//! The fields of a form: their schemas for each protocol version, and the values that a user submits.

use mcp_tool_rules::schema::integer_limits;
use mcp_tool_schema::describe::{describe, length_in_words};
use mcp_tool_schema::doc_comment;
use mcp_tool_schema::json_values::retain;
use mcp_tool_schema::keywords::Keywords as _;
use mcp_tool_schema::numbers::{integer_of_float, is_safe};
use mcp_tool_schema::validator::Validator;
use serde_json::{Map, Number, Value, json};

use crate::protocol::ProtocolVersion;

/// A field of a form.
pub(super) struct Field {
    pub(super) name: String,
    pub(super) required: bool,
    /// The schema for a client of the latest protocol version.
    schema: Map<String, Value>,
}

/// The JSON Schema types that a field can have, and the keywords that forms support for each type.
const KEYWORDS: &[(&str, &[&str])] = &[
    ("string", &["minLength", "maxLength", "format"]),
    ("integer", &["minimum", "maximum"]),
    ("number", &["minimum", "maximum"]),
    ("boolean", &[]),
    ("array", &["minItems", "maxItems"]),
];

/// The values of `format` that forms support.
const FORMATS: [&str; 4] = ["email", "uri", "date", "date-time"];

impl Field {
    pub(super) fn new(name: &str, required: bool, schema: &Value) -> Result<Self, String> {
        let whole = schema.as_object().cloned().unwrap_or_default();
        let inner = without_null(&whole);
        let own = |key: &str| whole.get(key).or_else(|| inner.get(key));
        let text = |key: &str| own(key).and_then(Value::as_str);
        let Some(keywords) = keywords(inner) else {
            return Err(format!(
                "the field `{name}` is not a string, a number, a boolean or a choice, the only fields \
                 that a form can have"
            ));
        };
        let description = text("description").map(doc_comment::read);
        // Keep only a default that the field accepts without conversion. Any other default has
        // the wrong type, or is a value that the user cannot submit.
        let is_admitted =
            |default: &&Value| read(&keywords, (*default).clone()).as_ref() == Some(*default);
        let mut schema = Map::new();
        let mut set = |key: &str, value: Option<Value>| {
            schema.extend(value.map(|value| (key.to_owned(), value)));
        };
        let description = description.filter(|text| !text.is_empty());
        set("title", text("title").map(Value::from));
        set("description", description.map(Value::from));
        set("default", own("default").filter(is_admitted).cloned());
        schema.extend(keywords);
        Ok(Field {
            name: name.to_owned(),
            required,
            schema,
        })
    }

    /// Returns the field's schema for protocol version `version`. Returns an error if this version does not
    /// support the field.
    pub(super) fn schema(&self, version: ProtocolVersion) -> Result<Map<String, Value>, String> {
        let mut schema = self.schema.clone();
        if version.has_pages() {
            return Ok(schema);
        }
        // In a version without forms, no field matters: the call ends before the server asks.
        if self.kind() == "array" && version.has_forms() {
            return Err(format!(
                "`{}` takes several choices, which forms of {version} do not support",
                self.name
            ));
        }
        // Before protocol version 2025-11-25, only boolean fields have defaults, and the titles of choices
        // are `enumNames`.
        retain(&mut schema, &mut |keyword, _| {
            keyword != "default" || self.kind() == "boolean"
        });
        if let Some(Value::Array(choices)) = schema.remove("oneOf") {
            for (keyword, part) in [("enum", "const"), ("enumNames", "title")] {
                let parts = choices.iter().map(|choice| choice[part].clone()).collect();
                schema.insert(keyword.to_owned(), parts);
            }
        }
        Ok(schema)
    }

    /// Returns the field's JSON Schema type.
    fn kind(&self) -> &str {
        self.schema.text("type").unwrap_or_default()
    }

    /// Returns whether the user left an optional field empty: `value` is an empty string, and the field does
    /// not allow an empty string.
    pub(super) fn is_left_empty(&self, value: &Value) -> bool {
        !self.required
            && value.as_str() == Some("")
            && (self.kind() != "string"
                || self.schema.contains_key("format")
                || !accepts(&self.schema, value))
    }

    /// Reads a value, or returns what the field expects, in words that follow "must be".
    pub(super) fn read(&self, value: Value) -> Result<Value, String> {
        read(&self.schema, value).ok_or_else(|| {
            let schema = &self.schema;
            let words = |schema: &Value| describe(schema, &Map::new()).unwrap_or_default();
            let length = |least, most, unit| length_in_words(schema, least, most, unit);
            let is_choice = ["enum", "oneOf"]
                .iter()
                .any(|key| schema.contains_key(*key));
            match (self.kind(), schema.get("items")) {
                ("string", _) if !is_choice => {
                    format!("text{}", length("minLength", "maxLength", "character"))
                }
                ("array", Some(items)) => {
                    let choices = words(items);
                    let choices = choices.strip_prefix("one of ").unwrap_or(&choices);
                    let length = length("minItems", "maxItems", "entry");
                    format!("a list of {choices}{length}")
                }
                _ => words(&Value::Object(schema.clone())),
            }
        })
    }
}

fn accepts(schema: &Map<String, Value>, value: &Value) -> bool {
    Validator::new(schema).validate_document(value).is_valid()
}

/// Reads the value of a field with this schema. Accepts strings for numbers and booleans, because some clients
/// send only strings. Returns `None` if the schema does not accept the value.
fn read(schema: &Map<String, Value>, value: Value) -> Option<Value> {
    let kind = schema.text("type").unwrap_or_default();
    let value = match (kind, value) {
        ("boolean", Value::String(text)) if text == "true" => true.into(),
        ("boolean", Value::String(text)) if text == "false" => false.into(),
        ("integer" | "number", Value::String(text)) => serde_json::from_str(text.trim()).ok()?,
        (_, value) => value,
    };
    let number = value.as_number().filter(|_| kind == "integer");
    let integer = number.and_then(integer_of_float).filter(is_safe);
    let value = integer.map_or(value, Value::Number);
    accepts(schema, &value).then_some(value)
}

/// Returns the type of a field, and its bounds, format and choices. Returns `None` for a schema that no form can
/// express.
fn keywords(schema: &Map<String, Value>) -> Option<Map<String, Value>> {
    let of_type = |kind: &str| Map::from_iter([("type".to_owned(), json!(kind))]);
    if let Some(choices) = Choices::of(schema) {
        let mut keywords = of_type("string");
        keywords.extend(choices.keywords("oneOf"));
        return Some(keywords);
    }
    // `Choices::of` returned `None`, so the schema does not list string choices. A form cannot
    // express any other schema that has one of the keywords below.
    if ["enum", "const", "anyOf", "oneOf", "allOf", "$ref"]
        .iter()
        .any(|keyword| schema.contains_key(*keyword))
    {
        return None;
    }
    let (kind, known) = *KEYWORDS
        .iter()
        .find(|(kind, _)| Some(*kind) == one_type(schema))?;
    let mut keywords = of_type(kind);
    // Use the bounds of an integer type of at most 32 bits, but not of a larger one. Most clients
    // cannot represent the largest 64-bit integers exactly.
    let ends = schema.text("format").and_then(integer_limits);
    let (least, most) = ends.filter(|(_, most)| *most <= u32::MAX.into()).unzip();
    let integer = |exclusive, step, end: Option<i128>| {
        schema
            .number(exclusive)
            .and_then(|bound| bound.as_i64()?.checked_add(step))
            .map(Number::from)
            .or(end.and_then(Number::from_i128))
            .map(Value::Number)
    };
    for keyword in known {
        let own = schema.get(*keyword).filter(|value| match *keyword {
            "format" => value.as_str().is_some_and(|it| FORMATS.contains(&it)),
            _ => value.is_number(),
        });
        let value = own.cloned().or_else(|| match (kind, *keyword) {
            ("integer", "minimum") => integer("exclusiveMinimum", 1, least),
            ("integer", "maximum") => integer("exclusiveMaximum", -1, most),
            _ => None,
        });
        keywords.extend(value.map(|value| ((*keyword).to_owned(), value)));
    }
    if kind == "array" {
        let choices = Choices::of(schema.object("items")?)?;
        let mut items = if choices.titles.is_empty() {
            of_type("string")
        } else {
            Map::new()
        };
        items.extend(choices.keywords("anyOf"));
        keywords.insert("items".to_owned(), Value::Object(items));
    }
    Some(keywords)
}

/// Returns the only alternative to `null` in an `anyOf` or `oneOf`, as in the schema of an `Option<T>`.
/// Returns any other schema unchanged.
fn without_null(schema: &Map<String, Value>) -> &Map<String, Value> {
    let forms = schema.get("anyOf").or_else(|| schema.get("oneOf"));
    let Some(forms) = forms.and_then(Value::as_array) else {
        return schema;
    };
    let is_null = |form: &&Value| form.get("type").is_some_and(|kind| kind == "null");
    let mut others = forms.iter().filter(|form| !is_null(form));
    match (others.next(), others.next()) {
        (Some(Value::Object(only)), None) if forms.len() > 1 => without_null(only),
        _ => schema,
    }
}

/// Returns the `type` of a schema, and ignores `null`. If there are several types, returns the one that can
/// express the others. For example, a decimal that is a string or a number becomes a string. Returns `None` if
/// there is no such type.
fn one_type(schema: &Map<String, Value>) -> Option<&str> {
    let kinds: Vec<&str> = schema.types().filter(|kind| *kind != "null").collect();
    let has = |kind: &str| kinds.contains(&kind);
    match kinds.as_slice() {
        [] => None,
        [only] => Some(only),
        _ if has("array") || has("object") => None,
        _ if has("string") => Some("string"),
        _ if has("boolean") => None,
        _ => Some("number"),
    }
}

#[derive(Default)]
struct Choices {
    values: Vec<String>,
    /// One title for each value, or no titles.
    titles: Vec<String>,
    /// Whether the type's schema has `enumNames`. If so, a single-choice field publishes its titles as
    /// `enumNames` in every protocol version, and never as `oneOf`.
    by_names: bool,
}

impl Choices {
    /// Returns the keywords for these choices. `titled` is the keyword for choices with titles.
    fn keywords(&self, titled: &str) -> Vec<(String, Value)> {
        let titles = !self.titles.is_empty();
        if titles && !(self.by_names && titled == "oneOf") {
            let pairs = self.values.iter().zip(&self.titles);
            let choices = pairs.map(|(value, title)| json!({ "const": value, "title": title }));
            return vec![(titled.to_owned(), choices.collect())];
        }
        let mut keywords = vec![("enum".to_owned(), json!(self.values))];
        keywords.extend(titles.then(|| ("enumNames".to_owned(), json!(self.titles))));
        keywords
    }

    fn of(schema: &Map<String, Value>) -> Option<Self> {
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
            let title = form
                .get("title")
                .or_else(|| form.get("description"))
                .and_then(Value::as_str)
                .map(first_sentence)
                .filter(|title| !title.is_empty());
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

/// Returns the first sentence of a description, without its full stop.
fn first_sentence(text: &str) -> String {
    let text = doc_comment::read(text);
    let paragraph = text.split("\n\n").next().unwrap_or_default();
    let line = paragraph.replace('\n', " ");
    let sentence = line.split_once(". ").map_or(&*line, |(first, _)| first);
    sentence.strip_suffix('.').unwrap_or(sentence).to_owned()
}
