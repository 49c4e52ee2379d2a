//! A call as the client sent it. The registry has not yet looked up the tool.

use std::borrow::Cow;

use serde_json::{Map, Value};

pub(crate) struct RawCall<'a> {
    pub(crate) name: Cow<'a, str>,
    pub(crate) arguments: RawArguments<'a>,
    pub(crate) earlier: EarlierRounds,
}

/// The arguments of a call, before they are decoded.
pub(crate) enum RawArguments<'a> {
    Map(Map<String, Value>),
    /// The text of a JSON object.
    Text(&'a str),
    /// The text of a JSON object that a guard or a layer could not parse. The call must fail.
    Unreadable(&'a str),
}

/// The answers and the `requestState` of a repeated call. The client repeats a call if the previous response
/// contained questions.
#[derive(Default)]
pub(crate) struct EarlierRounds {
    pub(crate) responses: Map<String, Value>,
    pub(crate) state: Option<String>,
}
