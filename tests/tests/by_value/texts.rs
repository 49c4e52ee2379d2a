//! `build()` rejects titles and descriptions that are blank or placeholders, and texts with invisible
//! characters.

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
        ("", "is blank; write one, or leave it out"),
        (" \n", "is blank; write one, or leave it out"),
        (
            "\u{200b}",
            "is invisible: it has only U+200B; write one, or leave it out",
        ),
        (
            "TODO",
            "is the placeholder `TODO`, so it describes nothing; write one, or leave it out",
        ),
        (
            "Search \u{202e}evihcra",
            "has U+202E (a character that makes people see another text than the model reads) after `Search`; remove it",
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
            "Add description here.",
            "is the placeholder `Add description here.`, so no model can know when to call the tool; \
             write what the tool does",
        ),
        (
            "Searches.\n\nTakes a\u{e0041} word.",
            "has U+E0041 (an invisible character that models read) after `Takes a` in line 3 of the text; \
             remove it",
        ),
        (
            "\u{feff}Searches.",
            "has U+FEFF (an invisible character that models read) at its start; \
             remove it",
        ),
        (
            "Searches.\n\0",
            "has U+0000 (a control character) at the start of line 2 of the text; remove it",
        ),
    ] {
        let expected = format!("the description of `tool`: it {reason}");
        assert_eq!(problem(tool().description(description)), expected);
    }
}

#[test]
fn all_faults_are_reported() {
    let wrong = tool().title("TBD").description("…");
    let told = problems([wrong.handler(|_, _| async { json!({}) })]);
    assert_eq!(told.len(), 2, "{told:?}");
}

#[test]
fn an_argument_whose_texts_say_nothing() {
    // R12
    assert_eq!(
        of_input(json!({ "city": { "type": "string", "description": "tbd" } })),
        "the argument `city` of `tool`: its description is the placeholder `tbd`, so no model can \
         know what the argument means; write what the argument means",
    );
    assert_eq!(
        of_input(json!({ "ci\u{200b}ty": { "type": "string" } })),
        "the argument `ci\\u{200b}ty` of `tool`: its name has U+200B (a character that a name cannot contain) after `ci`; remove it",
    );
    // A property can have the same name as a JSON Schema keyword. The registry checks the texts
    // in the schema of such a property, too.
    for name in ["enum", "description", "title"] {
        let inner = json!({ name: { "type": "string", "title": "a\u{2066}b" } });
        let outer = json!({ "place": { "type": "object", "properties": inner } });
        assert_eq!(
            of_input(outer),
            "the argument `place` of `tool`: a title in its schema has U+2066 \
             (a character that makes people see another text than the model reads) after `a`; remove it",
        );
    }
}

#[test]
fn values_and_what_a_type_says_inside_are_left_alone() {
    let place = json!({
        "type": "object",
        "description": "Where it is",
        "properties": { "name": { "type": "string", "description": "TODO" } },
        "default": { "description": "\u{200b}" },
        "examples": [{ "description": "\u{202e}" }],
        "enum": [{ "title": "\0" }],
    });
    let schema = json!({ "type": "object", "properties": { "place": place } });
    let tool = tool()
        .input_schema(schema)
        .output_schema(json!({ "type": "object", "description": "-" }));
    let tool = tool.handler(|_, _| async { json!({}) });
    ToolRegistry::builder(()).tool(tool).build().unwrap();
}

#[test]
fn an_output_schema_with_an_unseen_character() {
    let with = |schema: Value| problem(tool().output_schema(schema));
    assert_eq!(
        with(json!({ "type": "object", "description": "Found\u{ad}it" })),
        "the output schema of `tool`: a description in its schema has U+00AD (an \
         invisible character that models read) after `Found`; remove it",
    );
    assert_eq!(
        with(json!({ "type": "object", "properties": { "a\n": {} } })),
        "the output schema of `tool`: of its member `a\\n`, its name has U+000A (a \
         character that a name cannot contain) after `a`; remove it",
    );
}

#[test]
fn a_type_whose_texts_say_nothing() {
    // R12
    #[derive(Deserialize, JsonSchema)]
    #[allow(dead_code)]
    struct Search {
        /// FIXME
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
        const TITLE: &'static str = "todo";
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
        "the title of `search`: it is the placeholder `todo`, so it describes nothing; write \
         one, or leave it out",
    );
}
