//! Registries, whose schemas are generated.

use mcp_tool_runtime::lint::{Lint, Profile, Severity};
use mcp_tool_runtime::{SchemaProfile, ToolRegistry, mcp_tool, tools};
use mcp_tool_tests::zoo;

/// Searches the archive.
#[mcp_tool(title = "Search the archive", read_only)]
async fn search(
    /// Words that a page must have
    words: Vec<String>,
    /// How many pages at most
    #[arg(default = 10, range(1..=100))]
    limit: u8,
    /// Only pages that are newer
    after: Option<String>,
) -> Vec<String> {
    let _ = (limit, after);
    words
}

#[test]
fn a_registry_is_held_against_the_rules() {
    let registry = ToolRegistry::builder(())
        .tools(tools![search])
        .build()
        .unwrap();
    let findings = Lint::new(Profile::ALL).check(&registry);
    assert!(findings.is_empty(), "{findings:#?}");
    let strict = Lint::new(&[Profile::OpenAiStrict]).check(&registry);
    assert!(!strict.is_empty());
}

/// What stands in a schema comes of a type, and the type is named.
#[test]
fn a_finding_names_the_rust_type() {
    let registry = ToolRegistry::builder(())
        .tools(tools![search])
        .schema_profile(SchemaProfile::AsGenerated)
        .build()
        .unwrap();
    let findings = Lint::new(&[Profile::Gemini]).check(&registry);
    let finding = findings
        .iter()
        .find(|finding| finding.rule.id == "several_types")
        .unwrap();
    assert_eq!(finding.rust_type.as_deref(), Some("Option<String>"));
    assert!(
        finding
            .to_string()
            .contains("argument `after` of `search` (`Option<String>`): "),
        "{finding}"
    );
}

/// The schemas that are generated are taken by every client, but for types that contain themselves:
/// those cannot be said without a reference. Names are their author's.
#[test]
fn what_is_generated_passes() {
    let findings = Lint::new(Profile::ALL).check(&zoo::registry());
    let errors = findings
        .iter()
        .filter(|finding| finding.severity() == Severity::Error);
    let unexpected: Vec<_> = errors
        .filter(|finding| !["reference", "recursion", "name_characters"].contains(&finding.rule.id))
        .map(ToString::to_string)
        .collect();
    assert!(unexpected.is_empty(), "\n{}\n", unexpected.join("\n"));
}
