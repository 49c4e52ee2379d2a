use std::sync::Arc;

use super::UnknownArguments;
use crate::SchemaProfile;
use crate::call::{Middleware, OnSpan, Refusal, StateKeys, Visible};

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
    pub(super) refusal: Arc<Refusal>,
    pub(super) annotation_titles: bool,
}
