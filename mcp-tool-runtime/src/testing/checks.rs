//! The checks of `check_tools!`.

use std::fmt::Display;

#[cfg(feature = "tokio")]
use serde_json::Value;
#[cfg(feature = "tokio")]
use tokio::runtime::{Builder, Runtime};

use super::assertions::{assert_budget, assert_portable};
#[cfg(feature = "tokio")]
use super::call::call_json;
use super::golden::assert_golden;
#[cfg(feature = "tokio")]
use crate::content::ContentBlock;
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
    ready_for: Vec<&'a str>,
    #[cfg(feature = "tokio")]
    calls: Vec<(&'a str, Value)>,
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

    /// Sets the directories that must accept the server: `chatgpt` and `claude`. What they demand of tools is
    /// then an error. Default: none.
    pub fn ready_for<const N: usize>(mut self, stores: [&'a str; N]) -> Self {
        self.ready_for.extend(stores);
        self
    }

    /// Sets calls to make: the name of a tool, and its arguments. Default: none.
    #[cfg(feature = "tokio")]
    pub fn calls(mut self, calls: impl IntoIterator<Item = (&'a str, Value)>) -> Self {
        self.calls.extend(calls);
        self
    }

    /// Checks that each call succeeds, and that its result matches the tool's output schema.
    #[cfg(feature = "tokio")]
    #[track_caller]
    pub fn results_match(self, registry: &impl Checked<State: Send + Sync>) {
        let registry = registry.registry();
        let runtime = runtime().as_ref().expect("tokio cannot create a runtime");
        for (name, arguments) in self.calls {
            let result = runtime.block_on(call_json(registry, name, arguments));
            let mut texts = result.content().iter().filter_map(ContentBlock::as_text);
            let text = texts.next().unwrap_or_default();
            assert!(!result.is_error, "a call failed: {text}");
        }
    }

    /// Checks that clients accept the tools.
    #[track_caller]
    pub fn are_portable(self, registry: &impl Checked) {
        let mut lint = self.profiles.unwrap_or_else(|| Lint::new(Profile::ALL));
        for name in self.ready_for {
            // A closure would panic at a place in this file, instead of the user's test.
            match Profile::of_store(name) {
                Ok(store) => lint = lint.ready_for(store),
                Err(error) => panic!("{error}"),
            }
        }
        assert_portable(registry.registry(), lint);
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
    runtime().as_ref().map(Runtime::enter)
}

#[cfg(feature = "tokio")]
fn runtime() -> &'static Option<Runtime> {
    static RUNTIME: std::sync::OnceLock<Option<Runtime>> = std::sync::OnceLock::new();
    let make = || Builder::new_current_thread().enable_all().build().ok();
    RUNTIME.get_or_init(make)
}

/// Does nothing, because this crate can create a tokio runtime only with the feature `tokio`.
#[cfg(not(feature = "tokio"))]
pub fn enter_runtime() {}
