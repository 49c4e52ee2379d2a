//! Findings about registries with generated schemas.

use mcp_tool_runtime::lint::{Lint, Profile, Severity};
use mcp_tool_runtime::schema::SchemaProfile;
use mcp_tool_runtime::{ToolRegistry, mcp_tool, tools};
use mcp_tool_tests::zoo;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

/// Searches the archive.
#[mcp_tool(
    title = "Search the archive",
    read_only,
    destructive = false,
    open_world = false
)]
async fn search(
    /// Words that a page must have
    words: Vec<String>,
    /// Maximum number of pages
    #[arg(default = 10, range(1..=100))]
    limit: u8,
    /// Only pages after this date
    after: Option<String>,
) -> Vec<String> {
    let _ = (limit, after);
    words
}

#[test]
fn a_registry_is_checked_against_the_rules() {
    let registry = ToolRegistry::builder(())
        .tools(tools![search])
        .build()
        .unwrap();
    let findings = Lint::new(Profile::ALL).check(&registry);
    assert!(findings.is_empty(), "{findings:#?}");
    let strict = Lint::new(&[Profile::OpenAiStrict]).check(&registry);
    assert!(!strict.is_empty());
}

/// If the linter checks a registry, a finding about a macro tool's argument names the argument's Rust type.
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

/// The linter reports no errors in generated schemas, except for recursive types, because these types need
/// references. A tool name that the author chose can still cause an error.
#[test]
fn generated_definitions_pass() {
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

#[derive(Deserialize, JsonSchema)]
struct Request {
    /// Words that a page must have
    words: String,
    /// Maximum number of pages
    limit: Option<u8>,
}

/// Takes a struct as in rmcp, but without the wrapper `Parameters`.
#[mcp_tool]
async fn nested(
    /// What to look for
    request: Request,
) -> String {
    format!("{} {:?}", request.words, request.limit)
}

/// Takes a struct on purpose.
#[mcp_tool(allow(nested_input))]
async fn nested_on_purpose(
    /// What to look for
    request: Request,
) -> String {
    format!("{} {:?}", request.words, request.limit)
}

/// Takes each member of a struct as an argument.
#[mcp_tool]
async fn flat(#[arg(flatten)] request: Request) -> String {
    format!("{} {:?}", request.words, request.limit)
}

#[test]
fn an_input_nested_under_its_only_argument_is_found() {
    let registry = ToolRegistry::builder(())
        .tools(tools![nested, nested_on_purpose, flat])
        .build()
        .unwrap();
    // `#[mcp_tool(allow(nested_input))]` turns off the rule for the tool `nested_on_purpose`. The
    // tool itself stores this setting, so the rule is still off after `prefixed` renames the
    // tool.
    for registry in [registry.clone(), registry.prefixed("shop_").unwrap()] {
        let findings = Lint::new(Profile::ALL).check(&registry);
        let findings = findings
            .iter()
            .filter(|finding| finding.rule.id == "nested_input");
        let found: Vec<_> = findings.collect();
        let [finding] = found.as_slice() else {
            panic!("{found:#?}")
        };
        assert_eq!(finding.pointer, "/tools/0/inputSchema/properties/request");
        assert_eq!(finding.severity(), Severity::Warning);
        let text = finding.to_string();
        for part in [
            "argument `request`",
            "(`Request`): the whole input is nested under `request`",
            "write `#[arg(flatten)]` before the parameter",
            "`allow(nested_input)`",
        ] {
            assert!(text.contains(part), "{part} in {text}");
        }
    }
}

#[test]
fn nested_input_depends_on_argument_name_and_schema() {
    let object = json!({
        "type": "object", "properties": { "words": { "type": "string" } },
    });
    let input = |arguments: serde_json::Value| {
        let required: Vec<_> = arguments.as_object().unwrap().keys().collect();
        json!({ "type": "object", "properties": arguments, "required": required })
    };
    let header = json!({ "type": "string", "x-mcp-header": "Region" });
    let mut referring = input(json!({ "input": { "$ref": "#/$defs/Request" } }));
    referring["$defs"] = json!({ "Request": object });
    let mut optional = input(json!({ "request": object }));
    optional.as_object_mut().unwrap().remove("required");
    let mut in_circle = input(json!({ "input": { "$ref": "#/$defs/A" } }));
    in_circle["$defs"] = json!({ "A": { "$ref": "#/$defs/A" } });
    let names = [
        "request",
        "req",
        "Params",
        "parameters",
        "input",
        "args",
        "arguments",
        "payload",
        "body",
    ];
    let nested = names
        .iter()
        .map(|name| (input(json!({ *name: object })), 1));
    for (schema, count) in nested.chain([
        (input(json!({ "request": object, "region": header })), 1),
        (referring, 1),
        (input(json!({ "filter": object })), 0),
        (input(json!({ "request": object, "limit": { "type": "integer" } })), 0),
        (input(json!({ "request": { "type": "string" } })), 0),
        (input(json!({ "request": { "type": "object", "additionalProperties": { "type": "string" } } })), 0),
        (input(json!({ "request": { "type": "object", "properties": {} } })), 0),
        (optional, 0),
        (in_circle, 0),
        (input(json!({})), 0),
    ]) {
        let tool = json!({ "name": "search", "description": "Searches.", "inputSchema": schema });
        let findings = Lint::new(Profile::ALL).check_json(&json!([tool]));
        let found = findings
            .iter()
            .filter(|finding| finding.rule.id == "nested_input");
        assert_eq!(found.count(), count, "{tool}");
    }
}
