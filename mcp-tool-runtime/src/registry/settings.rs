//! The settings of a registry.

use std::sync::Arc;

use mcp_tool_schema::generate::SchemaProfile;

use super::defaults::ToolDefaults;
use super::list::CacheHint;
use crate::call::CallSettings;
use crate::services::Services;
use crate::tool::Threads;

/// The treatment of an argument that a tool does not have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum UnknownArguments {
    /// Rejects the call. The error result suggests the most similar argument, or lists the known arguments. A
    /// generated schema has `additionalProperties: false`, unless a flattened parameter accepts unknown
    /// arguments.
    #[default]
    Refuse,
    /// Drops the argument. A generated schema allows additional properties.
    Ignore,
}

/// The settings of a registry.
#[derive(Clone, Default)]
pub(super) struct Settings {
    pub(super) unknown_arguments: UnknownArguments,
    pub(super) schema_profile: SchemaProfile,
    pub(super) annotation_titles: bool,
    /// The cache hint of the list of tools, if the program sets one.
    pub(super) cache: Option<CacheHint>,
    pub(super) defaults: ToolDefaults,
    /// The settings that apply during a call. All tools of the registry share them.
    pub(super) calls: Arc<CallSettings>,
}

impl Settings {
    /// Returns the threads for functions that may block.
    pub(super) fn threads<'r>(&self, services: &'r Services) -> Threads<'r> {
        Threads {
            pool: services.pool.as_ref(),
            by_default: self.defaults.blocking,
        }
    }

    /// Returns a mutable reference to the settings for calls.
    pub(super) fn calls_mut(&mut self) -> &mut CallSettings {
        Arc::make_mut(&mut self.calls)
    }
}
