//! The settings of a registry.

use std::sync::Arc;

use crate::SchemaProfile;
use crate::call::{Middleware, OnSpan, StateKeys, Visible, WrongArgumentsReply};

/// The treatment of an argument that a tool does not have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum UnknownArguments {
    /// Rejects the call, and names the most similar argument. The published schema has
    /// `additionalProperties: false`.
    #[default]
    Refuse,
    /// Drops the argument. The published schema allows additional properties.
    Ignore,
}

/// The settings of a registry.
#[derive(Clone, Default)]
pub(super) struct Settings {
    pub(super) unknown_arguments: UnknownArguments,
    pub(super) ignored_arguments: Vec<String>,
    pub(super) mask_errors: bool,
    pub(super) schema_profile: SchemaProfile,
    pub(super) state_keys: Option<StateKeys>,
    pub(super) on_span: Option<OnSpan>,
    pub(super) visible: Option<Visible>,
    pub(super) middleware: Middleware,
    pub(super) wrong_arguments: Arc<WrongArgumentsReply>,
    pub(super) annotation_titles: bool,
}
