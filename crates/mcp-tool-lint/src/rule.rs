//! A rule: its id, its check, and the effects on clients of the fault that it reports.

use std::fmt;

use serde::Serialize;
use serde_json::Value;

use super::hit::Hit;
use super::subject::{Node, Subject, ToolList};
use crate::effect::Effect;

/// Creates a list of effects from severities, losses and clients, as in `effects![Error Session: Gemini
/// OpenAi; Warning Tool: Cursor]`.
macro_rules! effects {
    ($($severity:ident $loss:ident: $($client:ident)+);+) => {
        const {
            let effects: &[$crate::Effect] = &[$($($crate::Effect {
                client: $crate::Profile::$client,
                severity: $crate::Severity::$severity,
                loss: $crate::Loss::$loss,
            }),+),+];
            effects
        }
    };
}
pub(super) use effects;

/// A requirement of some clients.
///
/// The rules are data, so that they are easy to change when clients change. Each rule names the affected
/// clients, the effects on them, and the reports of the problem. A test generates `docs/CLIENTS.md` from
/// the rules.
#[derive(Serialize)]
#[non_exhaustive]
pub struct Rule {
    /// The id of the rule, such as `boolean_schema`.
    #[serde(rename = "rule")]
    pub id: &'static str,
    /// The fault that the rule reports, in one sentence.
    pub breaks: &'static str,
    /// The usual repair. A [`Finding`](super::Finding) can have a more specific repair.
    pub repair: &'static str,
    /// The month of the newest known report, such as `2026-09`.
    pub since: &'static str,
    /// The reports. Each is an issue of a public repository, such as `owner/name#1`, a file of one, such as
    /// `owner/name:src/lib.rs`, or a web page without `https://`.
    pub sources: &'static [&'static str],
    /// The effects of a fault outside output schemas.
    #[serde(rename = "clients")]
    pub effects: &'static [Effect],
    /// The effects of a fault in an output schema. Fewer clients read output schemas than input schemas.
    #[serde(rename = "clientsOfResults")]
    pub effects_in_result: &'static [Effect],
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
    /// Calls the function for each listed keyword that a schema has. The function returns the keyword's
    /// fault, or `None`.
    Keyword(
        &'static [&'static str],
        fn(&Node<'_>, &str, &Value) -> Option<String>,
    ),
    /// Reports the faults of a schema.
    Node(fn(&Subject<'_>, &Node<'_>, &mut Vec<Hit>)),
    /// Reports the faults of a tool.
    Tool(fn(&Subject<'_>, &mut Vec<Hit>)),
    /// Reports the faults of the whole list of tools.
    List(fn(&ToolList<'_>, &mut Vec<Hit>)),
}
