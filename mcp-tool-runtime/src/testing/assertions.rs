//! Two of the assertions behind `check_tools!`: `assert_portable` and `assert_budget`.

use crate::registry::ToolRegistry;
use mcp_tool_lint::{Lint, ListSize, Severity};

/// Checks that clients of these profiles accept all tools. A [warning](Severity::Warning) alone
/// does not fail the check.
///
/// In place of profiles, you can pass a [`Lint`]. It contains profiles, and can also contain the server's
/// name and the findings that you accept:
///
/// ```
/// use mcp_tool_runtime::lint::{Lint, Profile};
/// use mcp_tool_runtime::testing;
/// # let registry = mcp_tool_runtime::ToolRegistry::builder(()).build().unwrap();
///
/// testing::assert_portable(&registry, Profile::ALL);
/// let lint = Lint::new(Profile::ALL).server_name("shop").allow_for("list_categories", "recursion");
/// testing::assert_portable(&registry, lint);
/// ```
///
/// # Panics
///
/// Panics if a client rejects a tool. The message names the client and the place, and suggests a fix.
/// Also panics if you pass no profile.
#[track_caller]
pub fn assert_portable<S>(registry: &ToolRegistry<S>, profiles: impl Into<Lint>) {
    let lint = profiles.into();
    assert!(
        !lint.profiles().is_empty(),
        "there is no client profile to check; write `Profile::ALL`"
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

/// Checks that the list of all tools has at most `bytes` bytes in protocol version 2026-07-28. With some
/// clients, the model reads the whole list in each conversation. A token has about four bytes.
/// [`ListSize::of`] returns the size.
///
/// # Panics
///
/// Panics if the list is larger. The message names the largest tools.
#[track_caller]
pub fn assert_budget<S>(registry: &ToolRegistry<S>, bytes: usize) {
    let size = ListSize::of(registry);
    if size.bytes > bytes {
        let largest: Vec<_> = size
            .largest(5)
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
