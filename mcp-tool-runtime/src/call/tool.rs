use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;

use super::request_state::StateKeys;
use super::span::OnSpan;
use crate::arguments::{Accept, Input};
use crate::services::Timer;
use crate::tool::Handler;
use crate::{HeaderBinding, ToolDefinition};

/// A tool with all that its calls need, whichever registry it is in: what the registry's settings
/// meant for it has been resolved.
#[derive(Clone)]
pub(crate) struct Registered {
    pub(crate) definition: ToolDefinition,
    pub(crate) input: Arc<Input>,
    pub(crate) handler: Arc<dyn Handler>,
    pub(crate) accept: Accept,
    pub(crate) mask_errors: bool,
    pub(crate) limit: Option<Limit>,
    /// The name under which structured content is put into an object.
    pub(crate) wrap: Option<&'static str>,
    /// Whether the published structured content is no object, at least at times. It is then left
    /// out before 2026-07-28, even where a single value happens to be an object (R98, R103).
    pub(crate) structured_is_no_object: bool,
    /// The output schema that answers are held against, of a tool that builds them by hand.
    pub(crate) promise: Option<Arc<Value>>,
    pub(crate) headers: Arc<[HeaderBinding]>,
    /// What seals the answers of earlier rounds, if they are not to be asked for again.
    pub(crate) state_keys: Option<Arc<StateKeys>>,
    pub(crate) on_span: Option<OnSpan>,
    /// Whether the author accepts that the whole input is nested under one argument.
    pub(crate) allow_nested_input: bool,
}

/// How long a call may take, and the clock for it.
#[derive(Clone)]
pub(crate) struct Limit {
    pub(crate) after: Duration,
    pub(crate) timer: Timer,
}
