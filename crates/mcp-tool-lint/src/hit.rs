//! A place in a list of tools that breaks a rule.

use crate::effect::Effect;

/// A place in a list of tools that breaks a rule.
#[derive(Default)]
pub(super) struct Hit {
    /// The position and the name of the tool. `None` if the hit is about the whole list.
    pub(super) tool: Option<(usize, String)>,
    pub(super) pointer: String,
    pub(super) argument: Option<String>,
    pub(super) path: Option<String>,
    pub(super) in_result: bool,
    pub(super) what: String,
    /// Whether the place is in a definition that nothing refers to.
    pub(super) unused: bool,
    /// The effects of this hit, if they differ from those of the rule.
    pub(super) effects: Option<&'static [Effect]>,
    /// The repair, if it is not the usual one of the rule.
    pub(super) repair: Option<&'static str>,
}

impl Hit {
    /// Creates a hit at a JSON pointer. The hit is about the whole list.
    pub(super) fn at(pointer: &str, what: impl Into<String>) -> Self {
        Hit {
            pointer: pointer.to_owned(),
            what: what.into(),
            ..Hit::default()
        }
    }

    /// Uses these effects for this hit, instead of those of the rule.
    pub(super) fn effects(self, effects: &'static [Effect]) -> Self {
        self.effects_if(true, effects)
    }

    /// Replaces the rule's effects with these for this hit, if `holds` is true.
    pub(super) fn effects_if(mut self, holds: bool, effects: &'static [Effect]) -> Self {
        if holds {
            self.effects = Some(effects);
        }
        self
    }
}
