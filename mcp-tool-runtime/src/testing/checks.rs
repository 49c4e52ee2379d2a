use std::fmt::Display;

use crate::ToolRegistry;
use crate::lint::{Lint, Profile};

/// A registry, or the result of `build()`.
#[diagnostic::on_unimplemented(
    message = "`check_tools!` takes a registry, and not `{Self}`",
    label = "is not a registry",
    note = "write a call of the function that makes it, as in `check_tools!(registry());`"
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

/// The options of [`check_tools!`](crate::check_tools). Each option is a method, so
/// they come in any order, and the compiler points at an unknown one.
#[derive(Clone, Debug, Default)]
pub struct Checks<'a> {
    golden: Option<&'a str>,
    budget: Option<usize>,
    profiles: Option<Lint>,
}

impl<'a> Checks<'a> {
    /// Sets the file of the definitions, relative to the package. Default: `tools.json`.
    #[track_caller]
    pub fn golden(mut self, path: &'a str) -> Self {
        assert!(
            self.golden.replace(path).is_none(),
            "`golden` is there twice"
        );
        self
    }

    /// Sets the maximum size of the list in bytes. Default: 32 KiB.
    #[track_caller]
    pub fn budget(mut self, bytes: usize) -> Self {
        assert!(
            self.budget.replace(bytes).is_none(),
            "`budget` is there twice"
        );
        self
    }

    /// The clients that have to take all tools; `Profile::ALL` unless it is said.
    #[track_caller]
    pub fn profiles(mut self, profiles: impl Into<Lint>) -> Self {
        let profiles = self.profiles.replace(profiles.into());
        assert!(profiles.is_none(), "`profiles` is there twice");
        self
    }

    /// Holds that clients take the tools.
    #[track_caller]
    pub fn are_portable(self, registry: &impl Checked) {
        let profiles = self.profiles.unwrap_or_else(|| Lint::new(Profile::ALL));
        super::assert_portable(registry.registry(), profiles);
    }

    /// Holds that they are those of the file.
    #[track_caller]
    pub fn are_golden(self, registry: &impl Checked) {
        super::assert_golden(registry.registry(), self.golden.unwrap_or("tools.json"));
    }

    /// Holds that they stay small.
    #[track_caller]
    pub fn are_within_budget(self, registry: &impl Checked) {
        super::assert_budget(registry.registry(), self.budget.unwrap_or(32 * 1024));
    }
}
