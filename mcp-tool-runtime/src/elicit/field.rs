//! Fields of a form: from JSON Schema to the form of a protocol version.

use mcp_tool_rules::schema::integer_ends;
use serde_json::{Map, Number, Value, json};

use super::choices::Choices;
use crate::schema::Keywords as _;
use crate::{ProtocolVersion, doc_comment};

pub(super) struct Field {
    pub(super) name: String,
    pub(super) required: bool,
    pub(super) kind: Kind,
    title: Option<String>,
    description: Option<String>,
    default: Option<Value>,
}

pub(super) enum Kind {
    Text {
        length: Lengths,
        format: Option<String>,
    },
    Number {
        integer: bool,
        minimum: Option<Number>,
        maximum: Option<Number>,
    },
    Truth,
    Choice(Choices),
    /// A list of choices.
    Choices {
        choices: Choices,
        length: Lengths,
    },
}

/// A minimum and a maximum length.
#[derive(Clone, Copy)]
pub(super) struct Lengths {
    pub(super) minimum: Option<u64>,
    pub(super) maximum: Option<u64>,
}

/// The formats that a field of text may have.
const FORMATS: [&str; 4] = ["email", "uri", "date", "date-time"];

impl Field {
    pub(super) fn new(name: &str, required: bool, schema: &Value) -> Result<Self, String> {
        let whole = schema.as_object().cloned().unwrap_or_default();
        let inner = without_null(&whole);
        let text = |key: &str| {
            let text = whole.get(key).or_else(|| inner.get(key));
            text.and_then(Value::as_str).map(str::to_owned)
        };
        let Some(kind) = Kind::of(inner) else {
            return Err(format!(
                "the field `{name}` is no text, number, truth value or choice, and a form has \
                 nothing else"
            ));
        };
        let description = text("description").map(|text| doc_comment::read(&text));
        let mut field = Field {
            name: name.to_owned(),
            required,
            kind,
            title: text("title"),
            description: description.filter(|text| !text.is_empty()),
            default: None,
        };
        // The form omits a default that the user could not submit.
        let default = whole.get("default").or_else(|| inner.get("default"));
        field.default = default
            .filter(|default| field.is_admitted(default))
            .cloned();
        Ok(field)
    }

    /// Returns the field for a peer of `revision`.
    pub(super) fn schema(&self, revision: ProtocolVersion) -> Result<Map<String, Value>, String> {
        let mut schema = Map::new();
        let mut set = |key: &str, value: Option<Value>| {
            if let Some(value) = value {
                schema.insert(key.to_owned(), value);
            }
        };
        let old = revision == ProtocolVersion::V2025_06_18;
        set("title", self.title.as_ref().map(|title| json!(title)));
        let description = self.description.as_ref();
        set("description", description.map(|text| json!(text)));
        // In 2025-06-18, only truth values have defaults.
        let default = self.default.as_ref();
        let default = default.filter(|_| !old || matches!(self.kind, Kind::Truth));
        set("default", default.cloned());
        match &self.kind {
            Kind::Text { length, format } => {
                set("type", Some(json!("string")));
                set("minLength", length.minimum.map(|it| json!(it)));
                set("maxLength", length.maximum.map(|it| json!(it)));
                set("format", format.as_ref().map(|it| json!(it)));
            }
            Kind::Number {
                integer,
                minimum,
                maximum,
            } => {
                let kind = if *integer { "integer" } else { "number" };
                set("type", Some(json!(kind)));
                set("minimum", minimum.clone().map(Value::Number));
                set("maximum", maximum.clone().map(Value::Number));
            }
            Kind::Truth => set("type", Some(json!("boolean"))),
            Kind::Choice(choices) => {
                set("type", Some(json!("string")));
                match choices.titles() {
                    Some(titles) if !old && !choices.by_names => set("oneOf", Some(titles)),
                    titles => {
                        set("enum", Some(json!(choices.values)));
                        set("enumNames", titles.map(|_| json!(choices.titles)));
                    }
                }
            }
            Kind::Choices { .. } if old => {
                return Err(format!(
                    "`{}` takes several choices, and forms of {revision} have no such field",
                    self.name
                ));
            }
            Kind::Choices { choices, length } => {
                set("type", Some(json!("array")));
                set("minItems", length.minimum.map(|it| json!(it)));
                set("maxItems", length.maximum.map(|it| json!(it)));
                let items = match choices.titles() {
                    Some(titles) => json!({ "anyOf": titles }),
                    None => json!({ "type": "string", "enum": choices.values }),
                };
                set("items", Some(items));
            }
        }
        Ok(schema)
    }
}

impl Kind {
    fn of(schema: &Map<String, Value>) -> Option<Self> {
        if let Some(choices) = Choices::of(schema) {
            return Some(Kind::Choice(choices));
        }
        // A form cannot list other values than names.
        if ["enum", "const", "anyOf", "oneOf", "allOf", "$ref"]
            .iter()
            .any(|keyword| schema.contains_key(*keyword))
        {
            return None;
        }
        let number = |key| schema.number(key).cloned();
        let lengths = |minimum, maximum| Lengths {
            minimum: schema.count(minimum),
            maximum: schema.count(maximum),
        };
        let kind = one_type(schema)?;
        Some(match kind {
            "string" => {
                let format = schema.text("format");
                Kind::Text {
                    length: lengths("minLength", "maxLength"),
                    format: format
                        .filter(|format| FORMATS.contains(format))
                        .map(str::to_owned),
                }
            }
            "integer" => {
                let format = schema.text("format");
                // Most clients cannot hold the bounds of 64 bits exactly.
                let ends = format.and_then(integer_ends);
                let (least, most) = ends.filter(|(_, most)| *most <= u32::MAX.into()).unzip();
                Kind::Number {
                    integer: true,
                    minimum: number("minimum")
                        .or_else(|| beside(number("exclusiveMinimum")?, 1))
                        .or(least.and_then(Number::from_i128)),
                    maximum: number("maximum")
                        .or_else(|| beside(number("exclusiveMaximum")?, -1))
                        .or(most.and_then(Number::from_i128)),
                }
            }
            "number" => Kind::Number {
                integer: false,
                minimum: number("minimum"),
                maximum: number("maximum"),
            },
            "boolean" => Kind::Truth,
            "array" => {
                let items = schema.object("items")?;
                Kind::Choices {
                    choices: Choices::of(items)?,
                    length: lengths("minItems", "maxItems"),
                }
            }
            _ => return None,
        })
    }
}

/// Returns the next integer in a direction.
fn beside(bound: Number, step: i64) -> Option<Number> {
    bound.as_i64()?.checked_add(step).map(Number::from)
}

/// Returns the schema inside an option.
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

/// Returns the type without `null`. One of several types may cover the others: a decimal is text or
/// a number.
fn one_type(schema: &Map<String, Value>) -> Option<&str> {
    let kinds = match schema.get("type")? {
        Value::String(kind) => return Some(kind),
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str),
        _ => return None,
    };
    let kinds: Vec<&str> = kinds.filter(|kind| *kind != "null").collect();
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
