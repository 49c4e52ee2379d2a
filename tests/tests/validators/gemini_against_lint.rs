//! The linter's findings about Gemini, compared with a model of Gemini.

use mcp_tool_runtime::lint::{Lint, Loss, Profile, Severity};
use mcp_tool_tests::definitions::all_definitions;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::gemini::violations;
use crate::strategy::{mutate, run, strict_tool};

/// Returns two lists: the findings with `Loss::Session` or `Loss::List`, and the errors among these findings.
fn told(tool: &Value) -> (Vec<String>, Vec<String>) {
    let findings = Lint::new(&[Profile::Gemini]).check_json(&json!({ "tools": [tool] }));
    let session = findings.iter().filter(|finding| {
        let mut effects = finding.effects.iter();
        effects.any(|effect| matches!(effect.loss, Loss::Session | Loss::List))
    });
    let sure = session.clone();
    let sure = sure.filter(|finding| finding.severity() == Severity::Error);
    (
        session.map(ToString::to_string).collect(),
        sure.map(ToString::to_string).collect(),
    )
}

/// Returns the tool and both results if the model and the linter disagree, and `None` if they agree. If the
/// model finds a violation, `told` must return a finding. Otherwise, `told` must return no error.
fn disagreement(tool: &Value) -> Option<String> {
    let (violations, (told, sure)) = (violations(tool), told(tool));
    let agree = match violations.is_empty() {
        true => sure.is_empty(),
        false => !told.is_empty(),
    };
    (!agree).then(|| format!("{tool:#}\nGemini: {violations:#?}\nlint: {told:#?}"))
}

#[test]
fn all_published_tools() {
    let wrong = all_definitions().into_iter();
    let wrong: Vec<_> = wrong.filter_map(|it| disagreement(&it.tool)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn tools_with_a_fault() {
    run(2_048, |choices| {
        let mut tool = strict_tool(choices);
        mutate(&mut tool, choices);
        match disagreement(&tool) {
            None => Ok(()),
            Some(told) => Err(TestCaseError::fail(told)),
        }
    });
}
