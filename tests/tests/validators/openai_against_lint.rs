//! The linter's findings about strict mode, compared with a model of strict mode.

use mcp_tool_runtime::lint::{Lint, Profile, Severity};
use mcp_tool_tests::definitions::all_definitions;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::openai::{Verdict, judge};
use crate::strategy::{mutate, run, strict_tool};

/// Returns the linter's errors about one tool.
fn errors(tool: &Value) -> Vec<String> {
    let list = json!({ "tools": [tool] });
    let findings = Lint::new(&[Profile::OpenAiStrict]).check_json(&list);
    findings
        .iter()
        .filter(|finding| finding.severity() == Severity::Error)
        .map(ToString::to_string)
        .collect()
}

/// Returns the tool and both results if the model and the linter disagree, and `None` if they agree. They
/// agree if both reject the tool, or if neither rejects it. If the model only doubts, either result of the
/// linter is correct.
fn disagreement(tool: &Value) -> Option<String> {
    let (verdict, errors) = (judge(tool), errors(tool));
    let Verdict { refused, doubtful } = &verdict;
    let agree = match errors.is_empty() {
        true => refused.is_empty(),
        false => !refused.is_empty() || !doubtful.is_empty(),
    };
    (!agree).then(|| format!("{tool:#}\nstrict mode: {verdict:#?}\nlint: {errors:#?}"))
}

#[test]
fn all_published_tools() {
    let mut wrong = Vec::new();
    let (mut taken, mut refused) = (0, 0);
    for published in all_definitions() {
        match errors(&published.tool).is_empty() {
            true => taken += 1,
            false => refused += 1,
        }
        wrong.extend(disagreement(&published.tool));
    }
    assert!(
        taken > 10 && refused > 10,
        "{taken} taken, {refused} refused"
    );
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn schemas_that_strict_mode_accepts() {
    run(256, |choices| {
        let tool = strict_tool(choices);
        prop_assert!(judge(&tool).refused.is_empty(), "{tool:#}");
        let errors = errors(&tool);
        prop_assert!(errors.is_empty(), "{tool:#}\n{errors:#?}");
        Ok(())
    });
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

/// Checks the limits in OpenAI's guide, to which `openai.rs` refers. A schema may have at most 10 levels of
/// objects, 5,000 properties and 1,000 enum values. Its names, enum values and constants may have at most
/// 120,000 characters in total. The values of an enum with more than 250 values may have at most 15,000
/// characters.
#[test]
fn tools_beyond_the_limits() {
    let tool = |properties: Value| {
        let names: Vec<_> = properties.as_object().into_iter().flatten().collect();
        let names: Vec<_> = names.into_iter().map(|(name, _)| name.clone()).collect();
        json!({ "name": "tool", "description": "Does it.", "inputSchema": {
            "type": "object",
            "properties": properties,
            "required": names,
            "additionalProperties": false,
        } })
    };
    let levels = |count: usize| {
        (1..count).fold(json!({ "type": "string" }), |inner, _| {
            tool(json!({ "it": inner }))["inputSchema"].take()
        })
    };
    let many = |count: usize, length: usize| {
        let properties = (0..count).map(|number| {
            let name = format!("{number:0length$}");
            (name, json!({ "type": "string" }))
        });
        Value::Object(properties.collect())
    };
    let values = |count: usize, length: usize| {
        let values = (0..count).map(|value| format!("{value:0length$}"));
        let values: Vec<_> = values.collect();
        json!({ "it": { "type": "string", "enum": values } })
    };
    let lists = (0..20).fold(
        json!({ "type": "string" }),
        |inner, _| json!({ "type": "array", "items": inner }),
    );
    let constant =
        |length: usize| json!({ "it": { "type": "string", "const": "a".repeat(length) } });
    for (properties, is_taken) in [
        (json!({ "it": levels(9) }), true),
        (json!({ "it": levels(10) }), true),
        (json!({ "it": levels(11) }), false),
        // The limit of 10 levels counts nested objects, and not nested lists.
        (json!({ "it": lists }), true),
        (constant(119_998), true),
        (constant(119_999), false),
        (values(250, 100), true),
        (values(251, 50), true),
        (values(251, 60), false),
        (many(5_000, 4), true),
        (many(5_001, 4), false),
        (values(1_000, 1), true),
        (values(1_001, 1), false),
        (many(1_000, 120), true),
        (many(1_000, 121), false),
    ] {
        let tool = tool(properties);
        let (refused, errors) = (judge(&tool).refused, errors(&tool));
        assert_eq!(refused.is_empty(), is_taken, "{refused:?}");
        assert_eq!(errors.is_empty(), is_taken, "{errors:?}");
    }
}
