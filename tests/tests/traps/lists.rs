//! Traps in tool lists: names, long texts, the number of tools, output schemas and order.

use mcp_tool_runtime::lint::{Lint, Profile};
use mcp_tool_runtime::{Tool, ToolRegistry, mcp_tool, tools};
use mcp_tool_tests::Peer;
use serde_json::{Value, json};

use crate::{harmless, listed, registry, said, theirs, told};

fn named(name: &str) -> Value {
    let mut tool = theirs(json!({ "type": "string" }));
    tool["name"] = json!(name);
    tool
}

/// T10: a name with characters that the protocol forbids does not compile
/// (`mcp-tool-macros/tests/diagnostics/name.txt`, R03, R06). A name with a dot compiles, because the protocol
/// allows dots. Some clients reject such a name.
#[test]
fn t10_characters_of_tool_names() {
    /// Searches.
    #[mcp_tool]
    fn search_pages() {}

    /// Searches.
    #[mcp_tool(name = "pages.search")]
    fn dotted() {}

    for name in ["pages/search", "search pages"] {
        let expected = "name_characters /name: claude list!, openai session!, \
                        openai_strict session!, gemini session, vscode session";
        assert_eq!(told(named(name)), [expected], "{name}");
    }
    // Gemini accepts dots in names.
    let expected = "name_characters /name: claude list!, openai session!, openai_strict session!, vscode session";
    assert_eq!(told(named("pages.search")), [expected]);
    assert_eq!(
        told(named("7_pages")),
        ["name_characters /name: gemini session"]
    );
    harmless(&registry(tools![search_pages]));
    let dotted = registry(tools![dotted]);
    let told = told(listed(&dotted, "pages.search"));
    assert!(told.contains(&expected.to_owned()), "{told:?}");
}

/// T11: some clients put the server's name before the tool's name. The client's user chooses the server's
/// name, so the total length is unknown at build time. `Lint::server_name` gives the linter a server name for
/// this check.
#[test]
fn t11_tool_names_with_a_client_prefix() {
    /// Searches.
    #[mcp_tool(name = "search_all_pages_of_the_archive_by_author")]
    fn search() {}

    let prefixed = "prefixed_name /name: claude tool, vscode tool, cursor tool, gemini meaning";
    for length in [41, 64] {
        assert_eq!(told(named(&"a".repeat(length))), [prefixed]);
    }
    let long = "name_length /name: claude list!, openai session!, openai_strict session!, \
                gemini session, vscode tool!, cursor tool!";
    assert_eq!(told(named(&"a".repeat(65))), [long]);
    let ours = registry(tools![search]);
    let told = |server: &str| {
        let lint = Lint::new(&[Profile::Cursor]).server_name(server);
        lint.check(&ours).len()
    };
    assert_eq!((told("archive"), told("archive-of-the-town")), (0, 1));
}

/// T12: the option `rename` allows argument names that are not Rust identifiers, such as `page[size]`. Some
/// clients reject these names.
#[test]
fn t12_characters_of_argument_names() {
    /// Searches.
    #[mcp_tool]
    fn plain(page_size: u8, r#type: u8) {
        let _ = (page_size, r#type);
    }

    /// Searches.
    #[mcp_tool]
    fn renamed(#[arg(rename = "page[size]")] page_size: u8) {
        let _ = page_size;
    }

    let mut brackets = named("search");
    brackets["inputSchema"]["properties"] =
        json!({ "page[size]": { "type": "integer", "description": "How many" } });
    brackets["inputSchema"]["required"] = json!(["page[size]"]);
    let expected = "argument_name /inputSchema/properties/page[size]: claude session!";
    assert_eq!(told(brackets), [expected]);
    harmless(&registry(tools![plain]));
    let renamed = registry(tools![renamed]);
    let told = told(listed(&renamed, "renamed"));
    assert!(told.contains(&expected.to_owned()), "{told:?}");
}

/// T13: the registry publishes long descriptions in full, and the linter reports them. The registry does not
/// publish doc comment sections for readers of the code, such as `# Errors` (`definitions/doc_comments.rs`).
#[test]
fn t13_long_descriptions() {
    let mut long = named("search");
    long["description"] = json!("a".repeat(2_049));
    assert_eq!(
        told(long),
        ["long_description /description: claude meaning"]
    );
    let of_length = |length: usize| {
        let tool = Tool::builder("search").description("a".repeat(length));
        registry(vec![tool.handler(|_, _| async { "found" })])
    };
    harmless(&of_length(2_048));
    let findings = Lint::new(Profile::ALL).check(&of_length(2_049));
    let findings = findings
        .iter()
        .filter(|it| it.rule.id != "review")
        .map(said);
    let findings: Vec<_> = findings.collect();
    assert_eq!(findings, ["long_description /description: claude meaning"]);
    let lint = Lint::new(Profile::ALL).instructions("a".repeat(2_049));
    let findings = lint.check_json(&json!([named("search")]));
    let findings: Vec<_> = findings.iter().map(said).collect();
    assert_eq!(findings, ["long_description /instructions: claude meaning"]);
}

/// T14: some clients limit the number of tools, but the registry does not. A server can give each client a
/// filtered list (`filtered_tools_are_absent` in `composition.rs`).
#[test]
fn t14_many_tools() {
    let many = |count: usize| {
        let tools = (0..count).map(|number| {
            let tool = Tool::builder(format!("tool_{number}")).description("Does it.");
            tool.handler(|_, _| async { "done" })
        });
        registry(tools.collect())
    };
    let rules = |registry: &ToolRegistry<()>| -> Vec<_> {
        let findings = Lint::new(Profile::ALL).check(registry);
        let findings = findings.iter().filter(|it| it.rule.id != "review");
        findings.map(said).collect()
    };
    assert_eq!(
        rules(&many(129)),
        ["too_many_tools /tools: openai session, vscode meaning"]
    );
    assert_eq!(rules(&many(128)), [""; 0]);
    harmless(&many(129).filter(|tool| tool.name.len() < "tool_10".len()));
}

/// T17: `output = false` omits the output schema, but the result still has structured content. In protocol
/// versions before 2026-07-28, a tool with a scalar result has an output schema only with `wrap`
/// (`definitions/results.rs`, R98).
#[test]
fn t17_output_schemas() {
    #[derive(serde::Serialize, schemars::JsonSchema)]
    struct Found {
        pages: u8,
    }

    /// Searches.
    #[mcp_tool]
    fn with() -> Found {
        Found { pages: 7 }
    }

    /// Searches.
    #[mcp_tool(output = false)]
    fn without() -> Found {
        Found { pages: 7 }
    }

    /// Counts.
    #[mcp_tool]
    fn scalar() -> u8 {
        7
    }

    // Some clients drop the whole tool list if one output schema does not have the type `object`.
    let mut number = named("count");
    number["outputSchema"] = json!({ "type": "integer" });
    assert_eq!(
        told(number.clone()),
        ["output_object /outputSchema: claude list!, vscode list!, cursor list!, gemini list"]
    );
    number["outputSchema"] = json!({
        "$schema": "http://json-schema.org/draft-07/schema#", "type": "object", "properties": {},
    });
    assert_eq!(
        told(number),
        ["dialect /outputSchema/$schema: claude tool!"]
    );
    let ours = registry(tools![with, without, scalar]);
    harmless(&ours);
    assert!(listed(&ours, "with").get("outputSchema").is_some());
    assert_eq!(listed(&ours, "without").get("outputSchema"), None);
    assert_eq!(listed(&ours, "scalar").get("outputSchema"), None);
    let answer = Peer::new(&ours).call("without", json!({}));
    assert_eq!(answer["structuredContent"], json!({ "pages": 7 }));
}

/// T20: see also `all_shared_names_are_reported` in `composition.rs` and
/// `duplicate_tool_names_are_a_build_error` in `registry.rs`. The package `mcp-tool-tests-order` tests that
/// serde_json's features do not change the bytes of a tool list.
#[test]
fn t20_duplicate_names_and_stable_order() {
    /// Searches.
    #[mcp_tool]
    fn search() {}

    /// Reads.
    #[mcp_tool]
    fn read() {}

    let twice = json!([named("search"), named("search")]);
    let findings = Lint::new(Profile::ALL).check_json(&twice);
    let findings: Vec<_> = findings.iter().map(said).collect();
    let expected = "one_name_twice /tools/1/name: claude tool!, vscode tool!, cursor tool!, \
                    openai session!, gemini session!";
    assert_eq!(findings, [expected]);
    let ours = || registry(tools![search, read]);
    assert!(ours().extend(ours()).is_err());
    let all = ours().prefixed("notes_").unwrap().extend(ours()).unwrap();
    harmless(&all);
    let names = |registry: &ToolRegistry<()>| -> Vec<String> {
        let definitions = registry.definitions().iter();
        definitions.map(|tool| tool.name.clone()).collect()
    };
    // The registry lists tools in the order of their registration.
    let expected = ["notes_search", "notes_read", "search", "read"];
    assert_eq!(names(&all), expected);
    assert_eq!(names(&all.clone()), expected);
    assert_eq!(Peer::new(&all).list(), Peer::new(&all).list());
}
