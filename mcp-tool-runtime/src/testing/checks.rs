//! The checks of `check_tools!`.

use std::fmt::Display;

use super::assertions::{assert_budget, assert_portable};
use super::golden::assert_golden;
use crate::registry::ToolRegistry;
use mcp_tool_lint::{Lint, Profile};

/// A registry, or the result of `build()`.
#[diagnostic::on_unimplemented(
    message = "`check_tools!` takes a registry, not `{Self}`",
    label = "is not a registry",
    note = "call the function that builds the registry, as in `check_tools!(registry());`"
)]
pub trait Checked {
    #[doc(hidden)]
    type State: 'static;

    #[doc(hidden)]
    fn registry(&self) -> &ToolRegistry<Self::State>;
}

#[diagnostic::do_not_recommend]
impl<S: 'static> Checked for ToolRegistry<S> {
    type State = S;

    fn registry(&self) -> &ToolRegistry<S> {
        self
    }
}

#[diagnostic::do_not_recommend]
impl<S: 'static, E: Display> Checked for Result<ToolRegistry<S>, E> {
    type State = S;

    #[track_caller]
    fn registry(&self) -> &ToolRegistry<S> {
        match self {
            Ok(registry) => registry,
            Err(error) => panic!("there is no registry to check: {error}"),
        }
    }
}

/// The options of [`check_tools!`](crate::check_tools). Each option is a method. So options can
/// have any order, and the compiler points at an unknown option.
#[derive(Clone, Debug, Default)]
pub struct Checks<'a> {
    golden: Option<&'a str>,
    budget: Option<usize>,
    profiles: Option<Lint>,
}

impl<'a> Checks<'a> {
    /// Sets the path of the file with the recorded definitions, relative to the package's folder. Default:
    /// `tools.json`.
    pub fn golden(mut self, path: &'a str) -> Self {
        self.golden = Some(path);
        self
    }

    /// Sets the maximum size of the tool list in bytes. Default: 32 KiB.
    pub fn budget(mut self, bytes: usize) -> Self {
        self.budget = Some(bytes);
        self
    }

    /// Sets the clients that must accept all tools. Default: `Profile::ALL`.
    pub fn profiles(mut self, profiles: impl Into<Lint>) -> Self {
        self.profiles = Some(profiles.into());
        self
    }

    /// Checks that clients accept the tools.
    #[track_caller]
    pub fn are_portable(self, registry: &impl Checked) {
        let profiles = self.profiles.unwrap_or_else(|| Lint::new(Profile::ALL));
        assert_portable(registry.registry(), profiles);
    }

    /// Checks that the tools' definitions equal the definitions in the file.
    #[track_caller]
    pub fn are_golden(self, registry: &impl Checked) {
        assert_golden(registry.registry(), self.golden.unwrap_or("tools.json"));
    }

    /// Checks that the tool list stays within the budget.
    #[track_caller]
    pub fn are_within_budget(self, registry: &impl Checked) {
        assert_budget(registry.registry(), self.budget.unwrap_or(32 * 1024));
    }
}

/// Enters a tokio runtime until the returned guard is dropped. Returns `None` if it cannot create a runtime.
/// Some layers, such as the rate limit of `tower`, cannot be created outside of a tokio runtime.
#[cfg(feature = "tokio")]
pub fn enter_runtime() -> Option<tokio::runtime::EnterGuard<'static>> {
    use tokio::runtime::{Builder, Runtime};

    static RUNTIME: std::sync::OnceLock<Option<Runtime>> = std::sync::OnceLock::new();
    let make = || Builder::new_current_thread().enable_time().build().ok();
    RUNTIME.get_or_init(make).as_ref().map(Runtime::enter)
}

/// Does nothing, because this crate can create a tokio runtime only with the feature `tokio`.
#[cfg(not(feature = "tokio"))]
pub fn enter_runtime() {}
