//! One line each in a test of your own: that clients take the tools, that their definitions do not
//! change unnoticed, that they do not grow, and what a call answers.
//!
//! ```
//! use mcp_tool_runtime::lint::Profile;
//! use mcp_tool_runtime::{ToolRegistry, mcp_tool, testing, tools};
//!
//! /// Searches the archive.
//! #[mcp_tool(read_only)]
//! async fn search(
//!     /// Words that a page must have
//!     words: String,
//! ) -> String {
//!     words
//! }
//!
//! fn registry() -> ToolRegistry<()> {
//!     ToolRegistry::builder(()).tools(tools![search]).build().unwrap()
//! }
//!
//! testing::assert_portable(&registry(), Profile::ALL);
//! testing::assert_budget(&registry(), 1_000);
//! ```
//!
//! [`check_tools!`](crate::check_tools) makes a test of each.

mod call;
mod checks;
mod golden;
mod source;

use crate::ToolRegistry;
use crate::lint::{Lint, ListSize, Severity};

pub use call::{call_json, call_json_with};
#[doc(hidden)]
pub use checks::{Checked, Checks, enter_runtime};
pub use golden::assert_golden;

/// The variable of the environment by which [`assert_golden`] is asked to write its file.
pub const UPDATE: &str = "UPDATE_GOLDEN";

/// Checks that clients of these profiles accept all tools. Shows a
/// [warning](Severity::Warning) only beside an error.
///
/// Instead of profiles, you can pass a [`Lint`] with the server's name and the findings that you
/// accept:
///
/// ```
/// use mcp_tool_runtime::lint::{Lint, Profile};
/// # use mcp_tool_runtime::{ToolRegistry, testing};
/// # let registry = ToolRegistry::builder(()).build().unwrap();
///
/// testing::assert_portable(&registry, Profile::ALL);
/// let lint = Lint::new(Profile::ALL).server_name("shop").allow_for("list_categories", "recursion");
/// testing::assert_portable(&registry, lint);
/// ```
///
/// # Panics
///
/// Panics if a client rejects a tool. The message names the client and the place, and says what to do.
/// Also panics if there is no profile, because there would be nothing to check.
#[track_caller]
pub fn assert_portable<S>(registry: &ToolRegistry<S>, profiles: impl Into<Lint>) {
    let lint = profiles.into();
    assert!(
        !lint.profiles().is_empty(),
        "there is no profile to look for; write `Profile::ALL`"
    );
    let mut findings = lint.check(registry);
    findings.sort_by_key(|finding| std::cmp::Reverse(finding.severity()));
    let errors = findings
        .iter()
        .filter(|finding| finding.severity() == Severity::Error)
        .count();
    if errors > 0 {
        let lines: Vec<_> = findings
            .iter()
            .map(|finding| format!("- {finding}"))
            .collect();
        panic!(
            "clients reject tools, {errors} error{}:\n{}\n\
             accept a finding with `Lint::new(Profile::ALL).allow_for(\"the_tool\", \"the_rule\")`",
            if errors == 1 { "" } else { "s" },
            lines.join("\n")
        );
    }
}

/// Holds that the list of all tools takes at most so many bytes, as a client of 2026-07-28 gets it.
/// A model reads all of it before each conversation; there are about four bytes in a token.
/// [`ListSize`] tells the figures.
///
/// # Panics
///
/// Panics where it takes more, and names the largest tools.
#[track_caller]
pub fn assert_budget<S>(registry: &ToolRegistry<S>, bytes: usize) {
    let size = ListSize::of(registry);
    if size.bytes > bytes {
        let largest = size.largest(5);
        let largest: Vec<_> = largest
            .iter()
            .map(|tool| format!("- `{}`: {}", tool.name, tool.bytes))
            .collect();
        panic!(
            "the tools take {} bytes, about {} tokens, and may take {bytes}; the largest are\n{}",
            size.bytes,
            size.tokens(),
            largest.join("\n")
        );
    }
}

/// Makes three tests of a registry: that clients take its tools ([`assert_portable`] with
/// [`Profile::ALL`](crate::lint::Profile::ALL)), that their definitions are those in a file ([`assert_golden`], with
/// `tools.json` unless another is named), and that they fit into a budget ([`assert_budget`], 32 KiB
/// unless another is named). They are functions of fixed names: a second registry needs a module of its own.
///
/// ```
/// # use mcp_tool_runtime::{ToolRegistry, check_tools};
/// # fn registry() -> ToolRegistry<()> { ToolRegistry::builder(()).build().unwrap() }
/// check_tools!(registry());
/// ```
///
/// It also takes the result of `build()`. If that is an error, all three tests fail with it.
///
/// ```
/// # use mcp_tool_runtime::{ToolRegistry, check_tools, lint::Profile};
/// # fn registry() -> ToolRegistry<()> { ToolRegistry::builder(()).build().unwrap() }
/// check_tools!(registry(), golden = "tests/tools.json", budget = 4_000, profiles = &[Profile::Claude]);
/// ```
///
/// ```
/// # use mcp_tool_runtime::{ToolRegistry, check_tools, lint::{Lint, Profile}};
/// # fn registry() -> ToolRegistry<()> { ToolRegistry::builder(()).build().unwrap() }
/// check_tools!(registry(), profiles = Lint::new(Profile::ALL).server_name("shop").allow("recursion"));
/// ```
///
/// The registry is built inside of a tokio runtime if the feature `rmcp` is on, because some layers need one.
///
/// Warnings fail none of them. The first run of the second one fails, and says how its file is written.
#[macro_export]
macro_rules! check_tools {
    ($registry:expr $(, $option:ident = $value:expr)* $(,)?) => {
        #[test]
        fn tools_are_portable() {
            let _runtime = $crate::__private::enter_runtime();
            $crate::__private::Checks::default()$(.$option($value))*.are_portable(&$registry);
        }

        #[test]
        fn tools_are_golden() {
            let _runtime = $crate::__private::enter_runtime();
            $crate::__private::Checks::default()$(.$option($value))*.are_golden(&$registry);
        }

        #[test]
        fn tools_are_within_budget() {
            let _runtime = $crate::__private::enter_runtime();
            $crate::__private::Checks::default()$(.$option($value))*.are_within_budget(&$registry);
        }
    };
}
