//! The registry that a server serves.

use crate::registry::AnyState;
use crate::tool::State;
use crate::{LiveRegistry, ToolRegistry};

/// The registry of a server: one that stays as it is, or a live one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no registry with the state `{S}`",
    label = "is no registry",
    note = "pass what `ToolRegistryBuilder::build` or `build_live` returns"
)]
pub trait ServedTools<S: 'static> {
    #[doc(hidden)]
    fn served(self) -> Served<S>;
}

/// A registry, or the source of one.
pub enum Served<S: 'static> {
    Fixed(ToolRegistry<S>),
    Live(LiveRegistry<S>),
}

impl<S> ServedTools<S> for ToolRegistry<S> {
    fn served(self) -> Served<S> {
        Served::Fixed(self)
    }
}

impl<S> ServedTools<S> for LiveRegistry<S> {
    fn served(self) -> Served<S> {
        Served::Live(self)
    }
}

impl<S> Clone for Served<S> {
    fn clone(&self) -> Self {
        match self {
            Served::Fixed(registry) => Served::Fixed(registry.clone()),
            Served::Live(registry) => Served::Live(registry.clone()),
        }
    }
}

impl<S> Served<S> {
    /// Returns the tools of this moment.
    pub(super) fn registry(&self) -> ToolRegistry<S> {
        match self {
            Served::Fixed(registry) => registry.clone(),
            Served::Live(registry) => registry.registry(),
        }
    }
}

impl<S: State> Served<S> {
    /// Erases the type of the state.
    pub(super) fn erase(self) -> Served<AnyState> {
        match self {
            Served::Fixed(registry) => Served::Fixed(registry.erase()),
            Served::Live(registry) => Served::Live(registry.erase()),
        }
    }
}
