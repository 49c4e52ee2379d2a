//! Converts the fields of a form from the type's JSON Schema to the schema that a protocol version supports.

use mcp_tool_rules::schema::integer_limits;
use mcp_tool_schema::doc_comment;
use mcp_tool_schema::keywords::Keywords as _;
use serde_json::{Map, Number, Value, json};

use crate::protocol::ProtocolVersion;

pub(super) struct Field {
    pub(super) name: String,
    pub(super) required: bool,
    /// The field's type, bounds and format, as keywords of JSON Schema.
    pub(super) keywords: Value,
    /// The choices for a string, or for the items of an array. `None` for a field without choices.
    pub(super) choices: Option<Choices>,
    title: Option<String>,
    description: Option<String>,
    default: Option<Value>,
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
        let text = |key: &str| {
            let text = whole.get(key).or_else(|| inner.get(key));
            text.and_then(Value::as_str).map(str::to_owned)
        };
        let Some((keywords, choices)) = kind(inner) else {
            return Err(format!(
                "the field `{name}` is not a string, a number, a boolean or a choice, the only fields \
                 that a form can have"
            ));
        };
        let description = text("description").map(|text| doc_comment::read(&text));
        let mut field = Field {
            name: name.to_owned(),
            required,
            keywords: Value::Object(keywords),
            choices,
            title: text("title"),
            description: description.filter(|text| !text.is_empty()),
            default: None,
        };
        // Keep only a default that the field accepts without conversion. Any other default has
        // the wrong type, or is a value that the user cannot submit.
        let default = whole.get("default").or_else(|| inner.get("default"));
        field.default = default
            .filter(|default| field.is_admitted(default))
            .cloned();
        Ok(field)
    }

    /// Returns the field's schema for protocol version `version`. Returns an error if this version does not
    /// support the field.
    pub(super) fn schema(&self, version: ProtocolVersion) -> Result<Map<String, Value>, String> {
        let old = !version.has_pages();
        let (is_list, is_truth) = (self.kind() == "array", self.kind() == "boolean");
        // In a version without forms, no field matters: the call ends before the server asks.
        if old && is_list && version.has_forms() {
            return Err(format!(
                "`{}` takes several choices, which forms of {version} do not support",
                self.name
            ));
        }
        let mut schema = Map::new();
        let mut set = |key: &str, value: Option<Value>| {
            schema.extend(value.map(|value| (key.to_owned(), value)));
        };
        set("title", self.title.clone().map(Value::String));
        set("description", self.description.clone().map(Value::String));
        // Before protocol version 2025-11-25, only boolean fields have defaults.
        let default = self.default.clone();
        set("default", default.filter(|_| !old || is_truth));
        for (keyword, value) in self.keywords.as_object().into_iter().flatten() {
            set(keyword, Some(value.clone()));
        }
        let Some(choices) = &self.choices else {
            return Ok(schema);
        };
        match choices.titles() {
            Some(titles) if is_list => set("items", Some(json!({ "anyOf": titles }))),
            None if is_list => {
                let items = json!({ "type": "string", "enum": choices.values });
                set("items", Some(items));
            }
            Some(titles) if !old && !choices.by_names => set("oneOf", Some(titles)),
            titles => {
                set("enum", Some(json!(choices.values)));
                set("enumNames", titles.map(|_| json!(choices.titles)));
            }
        }
        Ok(schema)
    }

    /// Returns the field's JSON Schema type.
    pub(super) fn kind(&self) -> &str {
        self.keywords.text("type").unwrap_or_default()
    }
}

/// Returns the keywords of a field, and its choices if it has any. Returns `None` for a schema that no form can
/// express.
fn kind(schema: &Map<String, Value>) -> Option<(Map<String, Value>, Option<Choices>)> {
    let of_type = |kind: &str| Map::from_iter([("type".to_owned(), json!(kind))]);
    if let Some(choices) = Choices::of(schema) {
        return Some((of_type("string"), Some(choices)));
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
    let choices = match kind {
        "array" => Some(Choices::of(schema.object("items")?)?),
        _ => None,
    };
    Some((keywords, choices))
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
    let names = match schema.get("type")? {
        Value::String(kind) => return Some(kind),
        Value::Array(names) => names.iter().filter_map(Value::as_str),
        _ => return None,
    };
    let kinds: Vec<&str> = names.filter(|name| *name != "null").collect();
    let is_one_of = |known: &[&str]| kinds.iter().all(|kind| known.contains(kind));
    match kinds.as_slice() {
        [only] => Some(only),
        [] => None,
        _ if is_one_of(&["string", "number", "integer", "boolean"])
            && kinds.contains(&"string") =>
        {
            Some("string")
        }
        _ if is_one_of(&["number", "integer"]) => Some("number"),
        _ => None,
    }
}

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
        let pairs = self.values.iter().zip(&self.titles);
        let choices = pairs.map(|(value, title)| json!({ "const": value, "title": title }));
        (!self.titles.is_empty()).then(|| choices.collect())
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
