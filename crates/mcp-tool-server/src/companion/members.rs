//! Changes members of a JSON object, and leaves the others as they are, in their order and spelling.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::json_text::to_json;

/// The members of a JSON object: their names, and their values as JSON.
#[derive(Default)]
pub(crate) struct Members<'a>(Vec<(Cow<'a, str>, Cow<'a, str>)>);

impl<'a> Members<'a> {
    /// Reads an object. Returns `None` for any other JSON.
    pub(crate) fn read(json: &'a str) -> Option<Self> {
        serde_json::from_str(json).ok()
    }

    /// Returns a member. If an object repeats a name, most readers take the last.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        let member = self.0.iter().rfind(|(known, _)| known == name)?;
        Some(&*member.1)
    }

    /// Returns a member that is a string.
    pub(crate) fn text(&self, name: &str) -> Option<String> {
        serde_json::from_str(self.get(name)?).ok()
    }

    /// Sets a member to a JSON value, and removes its repetitions. A new member comes last.
    pub(crate) fn set(&mut self, name: &'a str, value: impl Into<Cow<'a, str>>) {
        let mut value = Some(value.into());
        self.0.retain_mut(|(known, old)| {
            known != name || value.take().map(|new| *old = new).is_some()
        });
        if let Some(value) = value {
            self.0.push((name.into(), value));
        }
    }

    /// Sets a member of a member that is an object, or missing. Does nothing if it is anything else.
    pub(crate) fn set_in(&mut self, name: &'a str, inner: &str, value: &str) {
        let json = self.get(name).unwrap_or("{}").to_owned();
        if let Some(mut object) = Members::read(&json) {
            object.set(inner, value);
            self.set(name, object.to_string());
        }
    }
}

/// Returns a JSON object with another value of a member, or with one more. What is no object counts as an empty one.
pub(crate) fn with_member(json: Option<&str>, name: &str, value: String) -> String {
    let mut members = json.and_then(Members::read).unwrap_or_default();
    members.set(name, value);
    members.to_string()
}

impl fmt::Display for Members<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("{")?;
        for (position, (name, value)) in self.0.iter().enumerate() {
            let separator = if position == 0 { "" } else { "," };
            let name = to_json(&**name);
            write!(f, "{separator}{name}:{value}")?;
        }
        f.write_str("}")
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Members<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Object;

        impl<'de> Visitor<'de> for Object {
            type Value = Members<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Self::Value, M::Error> {
                let mut members = Members::default();
                while let Some((name, value)) = map.next_entry::<String, &RawValue>()? {
                    members.0.push((name.into(), value.get().into()));
                }
                Ok(members)
            }
        }

        deserializer.deserialize_map(Object)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_members_stay_as_they_are() {
        let json = r#"{ "b": 18446744073709551617, "a\u0062": [1.0, {}], "_meta": {"x":null} }"#;
        let mut members = Members::read(json).unwrap();
        members.set_in("_meta", "y", "2");
        members.set_in("new", "z", "3");
        members.set_in("b", "ignored", "4");
        members.set("c", "5");
        assert_eq!(
            members.to_string(),
            r#"{"b":18446744073709551617,"ab":[1.0, {}],"_meta":{"x":null,"y":2},"new":{"z":3},"c":5}"#
        );
        assert!(Members::read("[1]").is_none());
        assert!(Members::read("{").is_none());
    }
}
