//! The `_meta` of a request.

use std::sync::OnceLock;

use serde_json::{Map, Value};

/// The `_meta` of a request. A `Meta` from text parses the text at the first access to its members.
#[derive(Clone, Debug, Default)]
pub(crate) struct Meta {
    text: Option<String>,
    members: OnceLock<Map<String, Value>>,
}

impl Meta {
    /// Creates a `Meta` from the text of a JSON object. The caller must check first that the text is valid.
    pub(crate) fn from_text(text: String) -> Self {
        Meta {
            text: Some(text),
            members: OnceLock::new(),
        }
    }

    /// Returns whether a member of this name may exist. Does not parse the text.
    pub(crate) fn may_have(&self, name: &str) -> bool {
        match (&self.text, self.members.get()) {
            (Some(text), None) => text.contains(name),
            (_, Some(members)) => members.contains_key(name),
            (None, None) => false,
        }
    }

    pub(crate) fn members(&self) -> &Map<String, Value> {
        let read = |text: &str| serde_json::from_str(text).unwrap_or_default();
        self.members
            .get_or_init(|| self.text.as_deref().map(read).unwrap_or_default())
    }
}

impl From<Map<String, Value>> for Meta {
    fn from(members: Map<String, Value>) -> Self {
        Meta {
            text: None,
            members: members.into(),
        }
    }
}
