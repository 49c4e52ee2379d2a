//! `build()` rejects blank titles and descriptions, and texts with invisible characters.

use mcp_tool_runtime::registry::BuildProblem;
use mcp_tool_runtime::{Tool, ToolBuilder, ToolRegistry, mcp_tool, mcp_tools, tools};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::tool;

#[track_caller]
fn problems(tools: impl IntoIterator<Item = Tool<()>>) -> Vec<BuildProblem> {
    let error = ToolRegistry::builder(()).tools(tools).build().unwrap_err();
    error.problems().to_vec()
}

#[track_caller]
fn problem(builder: ToolBuilder) -> String {
    match problems([builder.handler(|_, _| async { json!({}) })]).as_slice() {
        [problem] => problem.to_string(),
        other => panic!("{other:?}"),
    }
}

#[track_caller]
fn of_input(properties: Value) -> String {
    problem(tool().input_schema(json!({ "type": "object", "properties": properties })))
}

#[test]
fn an_empty_title() {
    // R09
    for (title, reason) in [
        (
            "",
            "has no visible character; write a text that people can read",
        ),
        (
            " \n",
            "has no visible character; write a text that people can read",
        ),
        (
            "\u{3164}",
            "has no visible character; write a text that people can read",
        ),
        (
            "Search \u{202e}evihcra",
            "has the invisible character U+202E after `Search`; remove it",
        ),
    ] {
        let expected = format!("the title of `tool`: it {reason}");
        assert_eq!(problem(tool().title(title)), expected);
    }
}

#[test]
fn an_empty_description() {
    // R11
    for (description, reason) in [
        (
            "Searches.\n\nTakes a\u{e0041} word.",
            "has the invisible character U+E0041 after `Takes a`; remove it",
        ),
        (
            "\u{feff}Searches.",
            "has the invisible character U+FEFF at the start of a line; remove it",
        ),
        (
            "Searches.\n\0",
            "has the invisible character U+0000 at the start of a line; remove it",
        ),
    ] {
        let expected = format!("the description of `tool`: it {reason}");
        assert_eq!(problem(tool().description(description)), expected);
    }
}

#[test]
fn all_faults_are_reported() {
    let wrong = tool().title("").description(" ");
    let told = problems([wrong.handler(|_, _| async { json!({}) })]);
    assert_eq!(told.len(), 2, "{told:?}");
}

#[test]
fn an_argument_whose_texts_say_nothing() {
    // R12
    assert_eq!(
        of_input(json!({ "city": { "type": "string", "description": "\u{2800}" } })),
        "the argument `city` of `tool`: its description has no visible character; write a text that people can read",
    );
    assert_eq!(
        of_input(json!({ "ci\u{200b}ty": { "type": "string" } })),
        "the argument `ci\\u{200b}ty` of `tool`: its name has the invisible character U+200B after `ci`; remove it",
    );
    // A property can have the same name as a JSON Schema keyword. The registry checks the texts
    // in the schema of such a property, too.
    for name in ["enum", "description", "title"] {
        let inner = json!({ name: { "type": "string", "title": "a\u{2066}b" } });
        let outer = json!({ "place": { "type": "object", "properties": inner } });
        assert_eq!(
            of_input(outer),
            "the argument `place` of `tool`: a title in its schema has the invisible \
             character U+2066 after `a`; remove it",
        );
    }
}

#[test]
fn values_and_what_a_type_says_inside_are_left_alone() {
    let place = json!({
        "type": "object",
        "description": "Where it is",
        "properties": { "name": { "type": "string", "description": " " } },
        "default": { "description": "\u{200b}" },
        "examples": [{ "description": "\u{202e}" }],
        "enum": [{ "title": "\0" }],
    });
    let schema = json!({ "type": "object", "properties": { "place": place } });
    let tool = tool()
        .input_schema(schema)
        .output_schema(json!({ "type": "object", "description": "" }));
    let tool = tool.handler(|_, _| async { json!({}) });
    ToolRegistry::builder(()).tool(tool).build().unwrap();
}

#[test]
fn an_output_schema_with_an_unseen_character() {
    let with = |schema: Value| problem(tool().output_schema(schema));
    assert_eq!(
        with(json!({ "type": "object", "description": "Found\u{ad}it" })),
        "the output schema of `tool`: a description in its schema has the \
         invisible character U+00AD after `Found`; remove it",
    );
    assert_eq!(
        with(json!({ "type": "object", "properties": { "a\n": {} } })),
        "the output schema of `tool`: of its member `a\\n`, its name has the \
         invisible character U+000A after `a`; remove it",
    );
}

#[test]
fn a_type_whose_texts_say_nothing() {
    // R12
    #[derive(Deserialize, JsonSchema)]
    #[allow(dead_code)]
    struct Search {
        #[schemars(description = "\u{3164}")]
        word: String,
    }
    let tool = tool().input::<Search>().handler(|_, _| async { json!({}) });
    let told = problems([tool]);
    assert!(
        matches!(told.as_slice(), [BuildProblem::Argument { argument, .. }] if argument == "word"),
        "{told:?}",
    );
}

/// The macro cannot check a title that depends on a type parameter. `build()` checks the title of the
/// concrete type.
#[test]
fn a_constant_of_a_generic_type() {
    // R09
    trait Named: Send + Sync + 'static {
        const TITLE: &'static str;
    }

    struct Nameless;

    impl Named for Nameless {
        const TITLE: &'static str = " ";
    }

    struct Shelf<T>(T);

    #[mcp_tools]
    impl<T: Named> Shelf<T> {
        const TITLE: &'static str = T::TITLE;

        /// Searches the shelf.
        #[mcp_tool(title = Self::TITLE)]
        fn search(&self) {
            let _ = &self.0;
        }
    }

    let error = ToolRegistry::builder(Shelf(Nameless))
        .tools(tools![Shelf<Nameless>])
        .build()
        .unwrap_err();
    assert_eq!(
        error.problems()[0].to_string(),
        "the title of `search`: it has no visible character; write a text that people can read",
    );
}
