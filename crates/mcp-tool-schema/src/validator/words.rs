//! Explains faults to a model.

use std::fmt::Write as _;

use serde_json::{Map, Number, Value};

use super::{Fault, FaultKind, PathStep};
use crate::describe::describe;
use crate::json_terms::{allowed, count, expectation, shorten, show, unexpected, unknown_variant};
use crate::json_values::{object_of, to_json};
use crate::keywords::Keywords as _;
use crate::numbers::{is_of_kind, limits_of_format};
use crate::suggestion::nearest;

impl Fault<'_> {
    /// Returns what is wrong, in words that follow the place of the fault: `expected an integer, got "x"`.
    /// `root` is the document of the schema.
    pub fn words(&self, root: &Map<String, Value>) -> String {
        let got = || show(unexpected(self.value));
        match &self.kind {
            FaultKind::Value | FaultKind::Bound => {
                format!("expected {}, got {}", self.expected(root), got())
            }
            FaultKind::Length(length, unit) => {
                format!(
                    "expected {}, got {}",
                    self.expected(root),
                    count(*length, unit)
                )
            }
            FaultKind::Repeated(one, other) => {
                let expected = self.expected(root);
                format!("expected {expected}, got equal items at [{one}] and [{other}]")
            }
            FaultKind::Missing {
                name,
                properties,
                tags,
            } => {
                let has = self.instead(name, *properties);
                let has =
                    has.map_or_else(String::new, |name| format!(", and has `{}`", shorten(name)));
                let member = properties.and_then(|properties| properties.get(*name));
                let expected = match tags.as_slice() {
                    [] => member.and_then(|member| describe(member, root)),
                    tags => describe(
                        &object_of("enum", tags.iter().copied().cloned().collect()),
                        root,
                    ),
                };
                format!("lacks the member `{name}`{has}{}", expectation(expected))
            }
            FaultKind::Unknown { name, properties } => {
                let known = properties.iter().flat_map(|properties| properties.iter());
                let known = known.filter(|(_, schema)| **schema != Value::Bool(false));
                let known = known.map(|(name, _)| name.as_str());
                let known: Vec<_> = known.collect();
                let advice = allowed(name, &known, "it has no members");
                format!("has no member `{}`{advice}", shorten(name))
            }
            FaultKind::Tag(tags) => {
                let texts: Vec<_> = tags.iter().filter_map(|tag| tag.as_str()).collect();
                match self.value {
                    Value::String(text) if texts.len() == tags.len() => {
                        unknown_variant(text, &texts)
                    }
                    _ => {
                        let tags: Vec<_> = tags.iter().copied().map(to_json).collect();
                        format!("expected one of {}, got {}", tags.join(", "), got())
                    }
                }
            }
            FaultKind::NoBranch { by_rules: true } => {
                format!("expected {}, got {}", self.expected(root), got())
            }
            FaultKind::NoBranch { .. } => {
                let expected = self.expected(root);
                format!("matches none of the accepted forms; expected {expected}")
            }
            FaultKind::Doubtful => {
                format!("expected an integer that its type can hold, got {}", got())
            }
            FaultKind::Keyword(keyword) => {
                let forbidden = self.forbidden(root).filter(|_| *keyword == "not");
                forbidden.unwrap_or_else(|| {
                    format!("breaks the rule `{keyword}` of its schema, got {}", got())
                })
            }
        }
    }

    /// Describes what `not` forbids, if it has only one keyword, and that is easy to describe.
    fn forbidden(&self, root: &Map<String, Value>) -> Option<String> {
        let not = self.schema.object("not").filter(|not| not.len() == 1)?;
        let names: Vec<_> = not.required().map(|name| format!("`{name}`")).collect();
        match names.as_slice() {
            [] => {}
            [name] => return Some(format!("has the member {name}, which its schema forbids")),
            names => {
                return Some(format!(
                    "has {}, which its schema forbids together",
                    names.join(" and ")
                ));
            }
        }
        if !not
            .keys()
            .all(|keyword| matches!(keyword.as_str(), "const" | "enum" | "type"))
        {
            return None;
        }
        let allowed = describe(&Value::Object(self.schema.clone()), root);
        let allowed = allowed.unwrap_or_else(|| "any value".to_owned());
        let forbidden = describe(&Value::Object(not.clone()), root)?;
        Some(format!(
            "expected {allowed} except {forbidden}, got {}",
            show(unexpected(self.value))
        ))
    }

    /// Returns the path to the place, such as `.lines[0].text`.
    pub fn place(&self) -> String {
        let mut place = String::new();
        for step in &self.path {
            // Writing to a `String` cannot fail.
            let _ = match step {
                PathStep::Member(name) => write!(place, ".{}", shorten(name)),
                PathStep::Item(position) => write!(place, "[{position}]"),
            };
        }
        place
    }

    /// Describes the values that the schema accepts. If the schema allows several types, describes only the
    /// type of the value, unless the type is wrong.
    fn expected(&self, root: &Map<String, Value>) -> String {
        let types: Vec<_> = match self.schema.get("type") {
            Some(_) => self.schema.types().collect(),
            None => vec!["number", "string", "array", "object"],
        };
        let own = types.iter().find(|kind| is_of_kind(self.value, kind));
        let mut schema = self.schema.clone();
        if is_of_kind(self.value, "integer")
            && let FaultKind::Value = self.kind
            && let Some((low, high)) = limits_of_format(&schema)
        {
            for (keyword, end) in [("minimum", low), ("maximum", high)] {
                let end = Number::from_i128(end).map(Value::Number);
                schema.entry(keyword).or_insert(end.unwrap_or_default());
            }
        }
        if let Some(own) = own.filter(|_| self.kind.is_rule()) {
            schema.insert("type".to_owned(), (*own).into());
        }
        describe(&Value::Object(schema), root).unwrap_or_else(|| "another value".to_owned())
    }

    /// For a missing member, returns the name of a similar unknown member, if any, such as `old_text` for
    /// `oldText`. Leaves out a name that is more similar to another missing member.
    pub(super) fn instead(
        &self,
        name: &str,
        properties: Option<&Map<String, Value>>,
    ) -> Option<&str> {
        let members = self.value.as_object()?;
        let known = || {
            properties
                .into_iter()
                .flat_map(Map::keys)
                .map(String::as_str)
        };
        let is_unknown = |name: &&str| known().all(|known| known != *name);
        let instead = nearest(name, members.keys().map(String::as_str).filter(is_unknown))?;
        let missing = known().filter(|name| !members.contains_key(*name));
        let meant = nearest(instead, missing);
        meant.is_none_or(|meant| meant == name).then_some(instead)
    }
}
