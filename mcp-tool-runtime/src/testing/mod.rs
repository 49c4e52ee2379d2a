//! One-line helpers for tests of your tools. Three assertions check that clients accept the tools, that
//! definitions do not change unnoticed, and that the list stays small. Two functions call a tool, so that you
//! can check the result.
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
//! [`check_tools!`](crate::check_tools) generates a test for each of the three assertions. To test a whole server,
//! use the client of `mcp-tool-server`, which its feature `testing` adds.

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

/// Generates three tests of a registry, and with `calls` a fourth. The first checks that clients accept its tools: [`assert_portable`],
/// by default with [`Profile::ALL`](crate::lint::Profile::ALL). The second compares the definitions with a
/// file: [`assert_golden`], by default with `tools.json` in the folder of `Cargo.toml`. The third checks the
/// size of the list: [`assert_budget`], by default with 32 KiB. The test functions have fixed names. To test
/// a second registry, call the macro in another module.
///
/// ```
/// use mcp_tool_runtime::check_tools;
/// # fn registry() -> mcp_tool_runtime::ToolRegistry {
/// #     mcp_tool_runtime::ToolRegistry::builder(()).build().unwrap()
/// # }
/// check_tools!(registry());
/// ```
///
/// The macro also takes the result of `build()`. If `build()` returns an error, all three tests fail with
/// that error.
///
/// ```
/// use mcp_tool_runtime::{check_tools, lint::Profile};
/// # fn registry() -> mcp_tool_runtime::ToolRegistry {
/// #     mcp_tool_runtime::ToolRegistry::builder(()).build().unwrap()
/// # }
/// check_tools!(registry(), golden = "tests/tools.json", budget = 4_000, profiles = &[Profile::Claude]);
/// ```
///
/// ```
/// use mcp_tool_runtime::{check_tools, lint::{Lint, Profile}};
/// # fn registry() -> mcp_tool_runtime::ToolRegistry {
/// #     mcp_tool_runtime::ToolRegistry::builder(()).build().unwrap()
/// # }
/// check_tools!(registry(), profiles = Lint::new(Profile::ALL).server_name("shop").allow("recursion"));
/// ```
///
/// The option `ready_for` names the directories in which you want to publish the server: `chatgpt` and `claude`.
/// The first test then also fails if a tool lacks a title or a hint that a directory demands.
///
/// ```
/// use mcp_tool_runtime::check_tools;
/// # fn registry() -> mcp_tool_runtime::ToolRegistry {
/// #     mcp_tool_runtime::ToolRegistry::builder(()).build().unwrap()
/// # }
/// check_tools!(registry(), ready_for = ["chatgpt", "claude"]);
/// ```
///
/// With the feature `tokio`, which `mcp-tool-server` enables, the option `calls` adds a fourth test. It makes the
/// calls with [`call_json`], and fails if a call fails, or if a result violates the tool's output schema.
///
/// ```
/// # #[cfg(feature = "tokio")]
/// # mod tests {
/// use mcp_tool_runtime::check_tools;
/// use serde_json::json;
/// # fn registry() -> mcp_tool_runtime::ToolRegistry {
/// #     mcp_tool_runtime::ToolRegistry::builder(()).build().unwrap()
/// # }
/// check_tools!(registry(), calls = [("find", json!({ "name": "Oslo" }))]);
/// # }
/// ```
///
/// With this feature, the tests also build the registry inside of a
/// tokio runtime, because some layers need one.
///
/// Warnings of the linter do not fail a test. The second test fails if the file does not exist. The test's
/// message shows the command that writes the file.
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

        $($crate::__check_calls! { $option, $value, $registry })*
    };
}

/// Generates the test of `check_tools!` for the option `calls`, and nothing for the other options.
#[doc(hidden)]
#[macro_export]
macro_rules! __check_calls {
    (calls, $calls:expr, $registry:expr) => {
        #[test]
        fn results_match() {
            let _runtime = $crate::__private::enter_runtime();
            $crate::__private::Checks::default()
                .calls($calls)
                .results_match(&$registry);
        }
    };
    ($option:ident, $value:expr, $registry:expr) => {};
}
