//! Replaces the module `request_state` if the feature `request-state` is off. No registry then has a key, so
//! nothing is sealed or opened.

use serde_json::{Map, Value};

use super::call_request::RawArguments;
use crate::context::Principal;

#[derive(Clone, Default)]
pub(crate) struct StateKeys;

#[derive(Clone)]
pub(crate) struct Binding;

impl StateKeys {
    pub(crate) fn bind(
        _principal: Option<&Principal>,
        _tool: &str,
        _given: &RawArguments<'_>,
    ) -> Binding {
        Binding
    }

    pub(crate) fn has_keys(&self) -> bool {
        false
    }

    pub(crate) fn short_keys(&self) -> std::iter::Empty<usize> {
        std::iter::empty()
    }

    pub(crate) fn seal(&self, _binding: &Binding, _answers: Map<String, Value>) -> Option<String> {
        None
    }

    pub(crate) fn open(&self, _binding: &Binding, _state: &str) -> Option<Map<String, Value>> {
        None
    }
}
