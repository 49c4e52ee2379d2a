//! A rule: its name, its check, and its effects on clients.

use std::fmt;

use serde::Serialize;
use serde_json::Value;

use super::Effect;
use super::hit::Hit;
use super::subject::{Listed, Node, Subject};

/// Lists effects by what happens, as in `effects![Error Session: Gemini OpenAi; Warning Tool: Cursor]`.
macro_rules! effects {
    ($($severity:ident $loss:ident: $($client:ident)+);+) => {
        const {
            &[$($($crate::Effect {
                client: $crate::Profile::$client,
                severity: $crate::Severity::$severity,
                loss: $crate::Loss::$loss,
            }),+),+]
        }
    };
}
pub(super) use effects;

/// A demand of some clients.
///
/// Rules are data, because clients change. Each rule says which clients fail, what they lose, and when and
/// where that was reported. `docs/CLIENTS.md` is generated from the rules.
#[derive(Serialize)]
#[non_exhaustive]
pub struct Rule {
    /// A word for the rule, such as `boolean_schema`.
    #[serde(rename = "rule")]
    pub id: &'static str,
    /// The failure, in one sentence.
    pub breaks: &'static str,
    /// The usual repair. A [`Finding`](super::Finding) has the one that fits its keyword.
    pub repair: &'static str,
    /// The month of the newest report that is known, as `2026-09`.
    pub since: &'static str,
    /// Where it was reported: issues of public repositories, as `owner/name#1`, or pages.
    pub sources: &'static [&'static str],
    /// The clients that fail, and what each loses, for arguments, names and texts.
    #[serde(rename = "clients")]
    pub effects: &'static [Effect],
    /// The same for output schemas, which fewer clients read.
    #[serde(rename = "clientsOfAnswers")]
    pub effects_in_answer: &'static [Effect],
    #[serde(skip)]
    pub(super) check: Check,
}

impl fmt::Debug for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Rule").field(&self.id).finish()
    }
}

/// How the linter checks a rule.
#[derive(Clone, Copy)]
pub(super) enum Check {
    /// Returns the fault of a keyword, for each of these keywords that a schema has.
    Keyword(
        &'static [&'static str],
        fn(&Node<'_>, &str, &Value) -> Option<String>,
    ),
    /// Reports the faults of a schema.
    Node(fn(&Subject<'_>, &Node<'_>, &mut Vec<Hit>)),
    /// Reports the faults of a tool.
    Tool(fn(&Subject<'_>, &mut Vec<Hit>)),
    /// Reports the faults of the list.
    List(fn(&Listed<'_>, &mut Vec<Hit>)),
}
