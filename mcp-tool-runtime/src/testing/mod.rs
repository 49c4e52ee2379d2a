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

mod assertions;
mod call;
mod checks;
mod golden;
mod source;

pub use assertions::{assert_budget, assert_portable};
pub use call::{call_json, call_json_with};
#[doc(hidden)]
pub use checks::{Checked, Checks, enter_runtime};
pub use golden::{UPDATE, assert_golden};

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
