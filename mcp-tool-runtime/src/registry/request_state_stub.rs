//! In place of `request_state` without its feature: no registry has a key.

use serde_json::{Map, Value};

use super::call::Given;

#[derive(Clone)]
pub(crate) enum StateKeys {}

pub(crate) struct Binding;

impl StateKeys {
    pub(super) fn bind(_principal: Option<&str>, _tool: &str, _given: &Given<'_>) -> Binding {
        Binding
    }

    pub(super) fn has_keys(&self) -> bool {
        match *self {}
    }

    pub(super) fn short_keys(&self) -> std::iter::Empty<usize> {
        match *self {}
    }

    pub(super) fn seal(&self, _binding: &Binding, _answers: Map<String, Value>) -> Option<String> {
        match *self {}
    }

    pub(super) fn open(&self, _binding: &Binding, _state: &str) -> Option<Map<String, Value>> {
        match *self {}
    }
}
