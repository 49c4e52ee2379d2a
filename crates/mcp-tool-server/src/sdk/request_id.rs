//! The id of a JSON-RPC request.

use std::fmt;

use serde::de::Visitor;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;
use serde_json::{Number, Value};

/// The id of a request. The response repeats it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(untagged)]
pub(crate) enum Id {
    /// A number.
    Number(Number),
    /// A string.
    Text(String),
}

impl Id {
    /// Reads the JSON text of an id. Returns `None` unless serde_json reads it as a number or a string.
    pub(crate) fn read(json: &str) -> Option<Id> {
        match serde_json::from_str(json) {
            Ok(Value::Number(number)) => Some(Id::Number(number)),
            Ok(Value::String(text)) => Some(Id::Text(text)),
            _ => None,
        }
    }

    /// Returns the JSON text of the id.
    pub(crate) fn json(&self) -> String {
        // Serializing a string or a number never fails.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Reads the id of a message whose other members may be invalid. Returns `None` if the id is missing,
    /// repeated or unreadable, if a member name is invalid, or if `json` is not an object.
    pub(crate) fn of_message(json: &str) -> Option<Id> {
        #[derive(Deserialize)]
        struct MessageWithId<'a> {
            #[serde(borrow)]
            id: &'a RawValue,
        }
        // serde also reads a struct from a JSON array. So check first that `json` is an object.
        let is_object = json.trim_start().starts_with('{');
        let message = is_object.then(|| serde_json::from_str::<MessageWithId<'_>>(json).ok())??;
        Id::read(message.id.get())
    }

    /// Returns whether the protocol allows the id: a string or an integer, including `7.0`.
    pub(crate) fn is_allowed(&self) -> bool {
        match self {
            Id::Number(number) => {
                number.is_i64()
                    || number.is_u64()
                    || number.as_f64().is_some_and(|number| {
                        number.fract() == 0.0 && number.abs() <= 9_007_199_254_740_992.0
                    })
            }
            Id::Text(_) => true,
        }
    }
}

/// Reads only a string or a 64-bit integer, for the fast path. The careful path uses [`Id::read`], which also
/// reads other numbers.
impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct TextOrInteger;

        impl Visitor<'_> for TextOrInteger {
            type Value = Id;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string or an integer")
            }

            fn visit_u64<E>(self, number: u64) -> Result<Id, E> {
                Ok(Id::Number(number.into()))
            }

            fn visit_i64<E>(self, number: i64) -> Result<Id, E> {
                Ok(Id::Number(number.into()))
            }

            fn visit_str<E>(self, text: &str) -> Result<Id, E> {
                Ok(Id::Text(text.to_owned()))
            }
        }

        deserializer.deserialize_any(TextOrInteger)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_strings_are_ids() {
        assert_eq!(Id::read("7"), Some(Id::Number(7.into())));
        assert_eq!(Id::read(r#""\u0061""#), Some(Id::Text("a".to_owned())));
        for json in ["null", "true", "[1]", "{}", r#""\ud800""#, ""] {
            assert_eq!(Id::read(json), None, "{json}");
        }
    }

    #[test]
    fn fractional_ids_are_not_allowed() {
        for (json, allowed) in [
            ("-7", true),
            ("18446744073709551615", true),
            ("7.0", true),
            ("7.5", false),
        ] {
            assert_eq!(Id::read(json).unwrap().is_allowed(), allowed, "{json}");
        }
    }

    #[test]
    fn the_id_is_found_in_a_message_with_other_faults() {
        for line in [
            r#"{"id":7,"params":{"id":8}}"#,
            r#"{"params":{"id":8,"x":[{"id":9}]}, "id" : 7 }"#,
            r#"{"method":"a","id":7,"method":"b"}"#,
        ] {
            assert_eq!(Id::of_message(line), Some(Id::Number(7.into())), "{line}");
        }
        for line in [
            r#"{"params":{"id":8}}"#,
            r#"{"id":{"x":7}}"#,
            r#"{"id":null}"#,
            r#"{"id":7,"id":7}"#,
            r#"{"\ud800":1,"id":7}"#,
            r#"["id",7]"#,
            "",
        ] {
            assert_eq!(Id::of_message(line), None, "{line}");
        }
    }
}
