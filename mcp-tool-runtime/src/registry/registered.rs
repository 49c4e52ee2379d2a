use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use mcp_tool_rules::tool_name::name_fault;
use serde_json::Value;

use super::request_state::StateKeys;
use super::services::Timer;
use super::span::OnSpan;
use crate::arguments::{Accept, Input};
use crate::tool::Handler;
use crate::{BuildError, BuildProblem, HeaderBinding, ToolDefinition};

/// A tool with all that its calls need, whichever registry it is in: what the registry's settings
/// meant for it has been resolved.
#[derive(Clone)]
pub(super) struct Registered {
    pub(super) definition: ToolDefinition,
    pub(super) input: Arc<Input>,
    pub(super) handler: Arc<dyn Handler>,
    pub(super) accept: Accept,
    pub(super) mask_errors: bool,
    pub(super) limit: Option<Limit>,
    /// The name under which structured content is put into an object.
    pub(super) wrap: Option<&'static str>,
    /// Whether the published structured content is no object, at least at times. It is then left
    /// out before 2026-07-28, even where a single value happens to be an object (R98, R103).
    pub(super) structured_is_no_object: bool,
    /// The output schema that answers are held against, of a tool that builds them by hand.
    pub(super) promise: Option<Arc<Value>>,
    pub(super) headers: Arc<[HeaderBinding]>,
    /// What seals the answers of earlier rounds, if they are not to be asked for again.
    pub(super) state_keys: Option<Arc<StateKeys>>,
    pub(super) on_span: Option<OnSpan>,
    /// Whether the author accepts that the whole input is nested under one argument.
    pub(super) allow_nested_input: bool,
}

/// How long a call may take, and the clock for it.
#[derive(Clone)]
pub(super) struct Limit {
    pub(super) after: Duration,
    pub(super) timer: Timer,
}

/// Lists every name that is no name, or that two tools have.
pub(super) fn name_problems<'n>(names: impl Iterator<Item = &'n str>) -> Vec<BuildProblem> {
    let mut problems = Vec::new();
    let mut seen = HashSet::new();
    for name in names {
        let tool = name.to_owned();
        if let Some(fault) = name_fault(name) {
            let reason = fault.words().to_owned();
            problems.push(BuildProblem::InvalidName { tool, reason });
        } else if !seen.insert(name) {
            problems.push(BuildProblem::DuplicateName { tool });
        }
    }
    problems
}

pub(super) fn check(problems: Vec<BuildProblem>) -> Result<(), BuildError> {
    match problems.is_empty() {
        true => Ok(()),
        false => Err(BuildError::new(problems)),
    }
}
