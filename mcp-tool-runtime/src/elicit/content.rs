//! The content that a user submits: validation and decoding.

use serde_json::{Map, Value};

use super::bounds::ReadForm;
use super::choices::Choices;
use super::field::{Field, Kind, Lengths};
use super::form::Form;
use crate::ProtocolVersion;
use crate::arguments::explain_form;

impl Form {
    /// Decodes the content. Returns what is wrong with it in words for the user.
    pub(crate) fn read<T: ReadForm>(&self, mut content: Map<String, Value>) -> Result<T, String> {
        let mut members = Map::new();
        // Members that are not in the form are ignored.
        for field in &self.fields {
            let value = content.remove(&field.name);
            match value.filter(|value| !field.is_left_empty(value)) {
                None | Some(Value::Null) if field.required => {
                    return Err(format!("`{}` is missing", field.name));
                }
                None | Some(Value::Null) => {}
                Some(value) => {
                    let value = field.read(value);
                    let value = value.map_err(|what| format!("`{}` must be {what}", field.name))?;
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
    /// Returns whether a client sent an empty text for an empty field.
    fn is_left_empty(&self, value: &Value) -> bool {
        let means_nothing = match &self.kind {
            Kind::Text { length, format } => format.is_some() || !length.admit(0),
            Kind::Choice(choices) => !choices.has(""),
            Kind::Number { .. } | Kind::Truth | Kind::Choices { .. } => true,
        };
        !self.required && means_nothing && value.as_str() == Some("")
    }

    /// Returns whether the form admits a value as it is.
    pub(super) fn is_admitted(&self, value: &Value) -> bool {
        self.read(value.clone()).is_ok_and(|read| read == *value)
    }

    /// Reads a value, or returns what the field expects. Accepts text for numbers and truth values,
    /// because some clients send text only.
    fn read(&self, value: Value) -> Result<Value, String> {
        match &self.kind {
            Kind::Text { length, .. } => match value {
                Value::String(text) if length.admit(text.chars().count()) => {
                    Ok(Value::String(text))
                }
                _ => Err(format!("text{}", length.words("character", "characters"))),
            },
            Kind::Truth => match value {
                Value::Bool(_) => Ok(value),
                Value::String(text) if text == "true" => Ok(true.into()),
                Value::String(text) if text == "false" => Ok(false.into()),
                _ => Err("true or false".to_owned()),
            },
            Kind::Number {
                integer,
                minimum,
                maximum,
            } => {
                let bound = |bound: &Option<serde_json::Number>| {
                    bound.as_ref().and_then(serde_json::Number::as_f64)
                };
                let number = number(value, *integer).filter(|number| {
                    let number = number.as_f64().unwrap_or(f64::NAN);
                    bound(minimum).is_none_or(|minimum| number >= minimum)
                        && bound(maximum).is_none_or(|maximum| number <= maximum)
                });
                number.ok_or_else(|| {
                    let kind = if *integer { "an integer" } else { "a number" };
                    match (minimum, maximum) {
                        (Some(minimum), Some(maximum)) => {
                            format!("{kind} from {minimum} to {maximum}")
                        }
                        (Some(minimum), None) => format!("{kind} of at least {minimum}"),
                        (None, Some(maximum)) => format!("{kind} of at most {maximum}"),
                        (None, None) => kind.to_owned(),
                    }
                })
            }
            Kind::Choice(choices) => {
                let known = value.as_str().is_some_and(|it| choices.has(it));
                known
                    .then_some(value)
                    .ok_or_else(|| format!("one of {}", choices.words()))
            }
            Kind::Choices { choices, length } => {
                let known = value.as_array().is_some_and(|values| {
                    let known = |value: &Value| value.as_str().is_some_and(|it| choices.has(it));
                    length.admit(values.len()) && values.iter().all(known)
                });
                known.then_some(value).ok_or_else(|| {
                    format!(
                        "a list of {}{}",
                        choices.words(),
                        length.words("entry", "entries")
                    )
                })
            }
        }
    }
}

/// Reads a number, and an integral float as an integer.
fn number(value: Value, integer: bool) -> Option<Value> {
    let value = match value {
        Value::String(text) => serde_json::from_str(text.trim()).ok()?,
        value => value,
    };
    match &value {
        Value::Number(number) if !integer || number.is_i64() || number.is_u64() => Some(value),
        Value::Number(number) => {
            let float = number.as_f64()?;
            // Larger floats are not exact integers.
            let exact = float.fract() == 0.0 && float.abs() <= 9_007_199_254_740_992.0;
            exact.then(|| Value::from(float as i64))
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

impl Lengths {
    fn admit(self, length: usize) -> bool {
        let length = length as u64;
        self.minimum.is_none_or(|minimum| length >= minimum)
            && self.maximum.is_none_or(|maximum| length <= maximum)
    }

    /// Returns the end of a sentence about a length.
    fn words(self, one: &str, many: &str) -> String {
        let count = |count: u64| match count {
            1 => format!("1 {one}"),
            count => format!("{count} {many}"),
        };
        match (self.minimum, self.maximum) {
            (Some(minimum), Some(maximum)) if minimum == maximum => {
                format!(" of {}", count(minimum))
            }
            (Some(minimum), Some(maximum)) => format!(" of {minimum} to {}", count(maximum)),
            (Some(minimum), None) => format!(" of at least {}", count(minimum)),
            (None, Some(maximum)) => format!(" of at most {}", count(maximum)),
            (None, None) => String::new(),
        }
    }
}
