//! The `_meta` of a request.

use std::sync::OnceLock;

use serde_json::{Map, Value};

/// The `_meta` of a request. A `Meta` from text parses the text at the first access to its members.
#[derive(Clone, Debug, Default)]
pub(crate) struct Meta {
    text: Option<String>,
    members: OnceLock<Map<String, Value>>,
    has_progress_token: bool,
}

/// The member of a request's `_meta` with the token for progress.
pub(crate) const PROGRESS_TOKEN: &str = "progressToken";

impl Meta {
    /// Creates a `Meta` from the text of a JSON object. The caller must check first that the text is valid, and
    /// whether it has a [`PROGRESS_TOKEN`].
    pub(crate) fn from_text(text: String, has_progress_token: bool) -> Self {
        Meta {
            text: Some(text),
            members: OnceLock::new(),
            has_progress_token,
        }
    }

    /// Returns whether the client has sent a token for progress. Does not parse the text.
    pub(crate) fn has_progress_token(&self) -> bool {
        self.has_progress_token
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
            has_progress_token: members.contains_key(PROGRESS_TOKEN),
            members: members.into(),
        }
    }
}
