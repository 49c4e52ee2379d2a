//! The linter reports no error about the schema of any tested type that is not recursive.

use mcp_tool_runtime::lint::Severity;

use crate::subject_of;

/// T1 to T9. The schemas of recursive types need a reference, so they may violate T4 and T4c.
#[test]
fn portable_schemas_have_no_errors() {
    let mut told = Vec::new();
    let mut recursive = 0;
    for (name, make) in subject_of::all() {
        let findings = make().findings();
        let is_recursive = findings.iter().any(|it| it.rule.id == "recursion");
        recursive += usize::from(is_recursive);
        let errors = findings
            .iter()
            .filter(|it| it.severity() == Severity::Error);
        told.extend(
            errors
                .filter(|it| !(is_recursive && matches!(it.rule.id, "recursion" | "reference")))
                .map(|it| format!("{name}: {it}")),
        );
    }
    assert_eq!(told, [""; 0], "\n{}", told.join("\n"));
    assert!(recursive >= 4, "only {recursive} types contain themselves");
}
