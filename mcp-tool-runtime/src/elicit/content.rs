//! The content that a user submits: validation and decoding.

use mcp_tool_schema::describe::{describe, length_in_words};
use mcp_tool_schema::validator::Validator;
use serde_json::{Map, Value, json};

use super::bounds::ReadForm;
use super::field::Choices;
use super::field::Field;
use super::form::Form;
use crate::arguments::explain_form;
use crate::json::json_kind::is_exact_integer;
use crate::protocol::ProtocolVersion;

impl Form {
    /// Decodes the content. If the content does not fit the form, the error explains the fault to the user.
    pub(crate) fn read<T: ReadForm>(&self, mut content: Map<String, Value>) -> Result<T, String> {
        let mut members = Map::new();
        // The loop reads only the fields of the form, and ignores all other members of `content`.
        for field in &self.fields {
            let value = content.remove(&field.name);
            match value.filter(|value| !field.is_left_empty(value)) {
                None | Some(Value::Null) if field.required => {
                    return Err(format!("`{}` is missing", field.name));
                }
                None | Some(Value::Null) => {}
                Some(value) => {
                    let read = field.read(value);
                    let value = read.map_err(|what| format!("`{}` must be {what}", field.name))?;
                    members.insert(field.name.clone(), value);
                }
            }
        }
        T::read(members).map_err(|problem| {
            let schema = self.requested_schema(ProtocolVersion::LATEST);
            explain_form(problem, &schema.unwrap_or_default())
        })
    }
}

impl Field {
    /// Returns whether the user left an optional field empty: `value` is an empty string, and the field does
    /// not allow an empty string.
    fn is_left_empty(&self, value: &Value) -> bool {
        let means_nothing = match (self.kind(), &self.choices) {
            ("string", Some(choices)) => !choices.has(""),
            ("string", None) => {
                self.keywords.get("format").is_some() || !self.satisfies_keywords(&json!(""))
            }
            _ => true,
        };
        !self.required && means_nothing && value.as_str() == Some("")
    }

    fn satisfies_keywords(&self, value: &Value) -> bool {
        let root = Map::new();
        Validator::new(&root).accepts(&self.keywords, value)
    }

    /// Returns whether the field accepts a value without conversion.
    pub(super) fn is_admitted(&self, value: &Value) -> bool {
        self.read(value.clone()).is_ok_and(|read| read == *value)
    }

    /// Reads a value, or returns what the field expects. Accepts strings for numbers and booleans, because
    /// some clients send only strings.
    fn read(&self, value: Value) -> Result<Value, String> {
        let kind = self.kind();
        let value = match (kind, value) {
            ("boolean", Value::String(text)) if text == "true" => true.into(),
            ("boolean", Value::String(text)) if text == "false" => false.into(),
            ("integer" | "number", value) => number(value, kind == "integer").unwrap_or_default(),
            (_, value) => value,
        };
        let choices = self.choices.as_ref();
        let is_choice = |value: &Value| {
            choices.is_none_or(|choices| value.as_str().is_some_and(|text| choices.has(text)))
        };
        let is_admitted = self.satisfies_keywords(&value)
            && match &value {
                Value::Array(values) => values.iter().all(is_choice),
                value => is_choice(value),
            };
        is_admitted.then_some(value).ok_or_else(|| self.expected())
    }

    /// Returns what the field expects, in words that follow "must be".
    fn expected(&self) -> String {
        let length = |least, most, unit| length_in_words(&self.keywords, least, most, unit);
        match (self.kind(), &self.choices) {
            ("array", Some(choices)) => {
                let length = length("minItems", "maxItems", "entry");
                format!("a list of {}{length}", choices.words())
            }
            (_, Some(choices)) => format!("one of {}", choices.words()),
            ("string", None) => {
                format!("text{}", length("minLength", "maxLength", "character"))
            }
            _ => describe(&self.keywords, &Map::new()).unwrap_or_default(),
        }
    }
}

/// Reads a number, or a string that contains a number. If `integer` is true, converts a float that is an exact
/// integer. Returns `None` for any other value.
fn number(value: Value, integer: bool) -> Option<Value> {
    let value = match value {
        Value::String(text) => serde_json::from_str(text.trim()).ok()?,
        value => value,
    };
    match &value {
        Value::Number(number) if !integer || number.is_i64() || number.is_u64() => Some(value),
        Value::Number(number) => {
            let float = number.as_f64()?;
            is_exact_integer(float).then(|| Value::from(float as i64))
        }
        _ => None,
    }
}

impl Choices {
    fn has(&self, value: &str) -> bool {
        self.values.iter().any(|known| known == value)
    }

    fn words(&self) -> String {
        let values: Vec<_> = self
            .values
            .iter()
            .map(|value| format!("\"{value}\""))
            .collect();
        values.join(", ")
    }
}
