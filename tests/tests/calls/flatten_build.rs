//! `build()` reports invalid uses of `#[arg(flatten)]` and `#[serde(flatten)]`.

use std::collections::{BTreeMap, HashMap};

use mcp_tool_runtime::registry::ToolRegistryBuilder;
use mcp_tool_runtime::schema::SchemaProfile;
use mcp_tool_runtime::{Tool, ToolRegistry, mcp_tool, tools};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::agreement::{problems, problems_of};

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
struct Page {
    offset: u32,
    size: u8,
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
struct Shirt {
    offset: i8,
    size: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(tag = "type")]
#[allow(dead_code)]
enum Shape {
    Circle { radius: f64 },
    Square { side: f64 },
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
enum External {
    Circle(f64),
    Square(f64),
}

#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
#[allow(dead_code)]
enum Untagged {
    Page(Page),
    Shirt(Shirt),
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
struct HoldsAnEnum {
    name: String,
    #[serde(flatten)]
    shape: Shape,
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
struct Tuple(u8, u8);

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[allow(dead_code)]
enum Word {
    One,
    Two,
}

fn as_generated(tools: Vec<Tool<()>>) -> ToolRegistryBuilder<()> {
    let builder = ToolRegistry::builder(()).schema_profile(SchemaProfile::AsGenerated);
    builder.tools(tools)
}

fn forms(name: &str) -> String {
    format!(
        "it has several forms, and clients reject a tool whose input has more than one form; \
         remove `flatten`, so that it is the argument `{name}`; or write one tool for each form, or one struct with an `Option` for each member"
    )
}

fn no_struct(name: &str) -> String {
    format!(
        "it is not a struct, so it has no members; remove `flatten`, so that it is the argument `{name}`; or write a struct, with an `Option` for each member that may be absent"
    )
}

#[test]
fn an_enum_has_no_members_to_join() {
    // R15: the root of an input schema must be one plain object, because some clients reject
    // `oneOf` and `anyOf` at the root. A flattened enum needs one of these keywords at the root,
    // so `build()` fails.
    /// Takes forms.
    #[mcp_tool]
    fn takes(
        #[arg(flatten)] shape: Shape,
        #[arg(flatten)] external: External,
        #[arg(flatten)] untagged: Untagged,
        #[arg(flatten)] inside: HoldsAnEnum,
    ) {
        let _ = (shape, external, untagged, inside);
    }
    let expected = ["shape", "external", "untagged", "inside"]
        .map(|name| format!("the argument `{name}` of `takes`: {}", forms(name)));
    assert_eq!(problems(tools![takes], ()), expected);
}

#[test]
fn the_same_as_they_are_generated_and_by_value() {
    // R15, T1
    /// Takes forms.
    #[mcp_tool]
    fn takes(#[arg(flatten)] shape: Shape, #[arg(flatten)] inside: HoldsAnEnum) {
        let _ = (shape, inside);
    }
    let expected = ["shape", "inside"]
        .map(|name| format!("the argument `{name}` of `takes`: {}", forms(name)));
    assert_eq!(problems_of(as_generated(tools![takes])), expected);

    let by_value = Tool::builder("takes")
        .description("Takes forms.")
        .input::<Shape>()
        .handler(|_, _| async {});
    let error = ToolRegistry::builder(()).tool(by_value).build();
    let text = error.unwrap_err().to_string();
    for part in [
        "it has several forms",
        "make it the only field of a struct, so that it is one argument;",
        "or write one tool for each form",
    ] {
        assert!(text.contains(part), "{text}");
    }
    assert!(!text.contains("flatten"), "{text}");
}

#[test]
fn types_other_than_objects_have_no_members() {
    // R15
    /// Takes no struct.
    #[mcp_tool]
    #[allow(clippy::too_many_arguments)]
    fn plain(
        #[arg(flatten)] number: u8,
        #[arg(flatten)] text: String,
        #[arg(flatten)] list: Vec<Page>,
        #[arg(flatten)] tuple: Tuple,
        #[arg(flatten)] word: Word,
        #[arg(flatten)] any: Value,
        #[arg(flatten)] nothing: (),
    ) {
        let _ = (number, text, list, tuple, word, any, nothing);
    }
    let expected = ["number", "text", "list", "tuple", "word", "any", "nothing"]
        .map(|name| format!("the argument `{name}` of `plain`: {}", no_struct(name)));
    assert_eq!(problems(tools![plain], ()), expected);
}

#[test]
fn a_struct_is_all_there_or_its_members_are_optional() {
    // With a flattened `Option<Page>`, a call must contain either all members of `Page` or none
    // of them. `properties` and `required` cannot express this rule, so `build()` fails.
    /// Takes an optional page.
    #[mcp_tool]
    fn maybe(#[arg(flatten)] page: Option<Page>) {
        let _ = page;
    }
    let problems = problems(tools![maybe], ());
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert!(
        problems[0].starts_with("the argument `page` of `maybe`: "),
        "{problems:?}"
    );
    assert!(
        problems[0].contains("an `Option` for each member"),
        "{problems:?}"
    );
}

#[test]
fn two_arguments_of_one_name() {
    /// Has several arguments with the same name.
    #[mcp_tool]
    fn twice(#[arg(flatten)] page: Page, #[arg(flatten)] shirt: Shirt, offset: u8) {
        let _ = (page, shirt, offset);
    }
    assert_eq!(
        problems(tools![twice], ()),
        [
            "the argument `offset` of `twice`: it is a member of `shirt`, and another argument has the same name; rename one of the two",
            "the argument `size` of `twice`: it is a member of `shirt`, and another argument has the same name; rename one of the two",
            "the argument `offset` of `twice`: another argument has this name; rename one of the two",
        ],
    );
}

#[test]
fn a_parameter_without_a_name_is_named_by_its_pattern() {
    /// Takes a tuple and a shirt.
    #[mcp_tool]
    fn apart(
        #[arg(flatten)] Tuple(x, y): Tuple,
        #[arg(flatten)] Shirt { offset, .. }: Shirt,
        size: u8,
    ) {
        let _ = (x, y, offset, size);
    }
    assert_eq!(
        problems(tools![apart], ()),
        [
            "the argument `Tuple(x, y)` of `apart`: it is not a struct, so it has no members; remove `flatten`, and give it a name, so that it is one argument; or write a struct, with an `Option` for each member that may be absent",
            "the argument `size` of `apart`: another argument has this name; rename one of the two",
        ],
    );
}

#[test]
fn an_alias_with_the_name_of_another_argument() {
    #[derive(Deserialize, JsonSchema)]
    #[allow(dead_code)]
    struct Query {
        #[serde(alias = "q")]
        query: String,
    }

    /// Searches.
    #[mcp_tool]
    fn search(#[arg(flatten)] query: Query, q: u8) {
        let _ = (query, q);
    }

    assert_eq!(
        problems(tools![search], ()),
        [
            "the argument `q` of `search`: it is the `#[serde(alias)]` of one argument and the name of another; rename one of the two"
        ],
    );
}

#[test]
fn two_open_ends() {
    #[derive(Deserialize, JsonSchema)]
    #[allow(dead_code)]
    struct Labelled {
        name: String,
        #[serde(flatten)]
        labels: HashMap<String, String>,
    }
    /// Has three parameters that each accept all unknown arguments.
    #[mcp_tool]
    fn open(
        #[arg(flatten)] some: BTreeMap<String, u8>,
        #[arg(flatten)] labelled: Labelled,
        #[arg(flatten)] others: Map<String, Value>,
    ) {
        let _ = (some, labelled, others);
    }
    assert_eq!(
        problems(tools![open], ()),
        ["labelled", "others"].map(|name| format!(
            "the argument `{name}` of `open`: it accepts all unknown arguments, and so does another parameter"
        )),
    );
}

#[test]
fn a_map_whose_names_are_numbers_cannot_be_joined() {
    /// Takes a map with numbers as keys.
    #[mcp_tool]
    fn numbered(#[arg(flatten)] numbers: BTreeMap<u32, i64>) -> usize {
        numbers.len()
    }
    let error = ToolRegistry::builder(())
        .tools(tools![numbered])
        .build()
        .unwrap_err();
    let text = error.to_string();
    assert!(
        text.contains("`numbers`") && text.contains("not plain strings"),
        "{text}"
    );
}

/// A type that rejects its own members. With `deny_unknown_fields`, serde treats the members of the flattened
/// `Shape` as unknown.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
struct Refuses {
    name: String,
    #[serde(flatten)]
    shape: Shape,
}

/// A type that accepts its own members. Its conversion rejects every offset except 7. The error text
/// resembles serde's text for unknown members, but `build()` must not report this type.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, try_from = "ClosedPage")]
#[schemars(with = "ClosedPage")]
struct Ruled;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, from = "ClosedPage")]
#[schemars(with = "ClosedPage")]
struct Panics;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ClosedPage {
    offset: u32,
}

impl TryFrom<ClosedPage> for Ruled {
    type Error = &'static str;

    fn try_from(page: ClosedPage) -> Result<Self, Self::Error> {
        match page.offset {
            7 => Ok(Ruled),
            _ => Err("unknown field of the map"),
        }
    }
}

impl From<ClosedPage> for Panics {
    fn from(_: ClosedPage) -> Self {
        panic!("there is no page")
    }
}

#[test]
fn a_type_that_refuses_its_own_members_does_not_build() {
    /// Takes shapes.
    #[mcp_tool]
    fn takes(shape: Refuses, shapes: Option<Vec<Refuses>>) {
        let _ = (shape, shapes);
    }
    /// Takes types that accept their own members.
    #[mcp_tool]
    fn right(ruled: Ruled, panics: Panics, page: ClosedPage, holds: Vec<HoldsAnEnum>) {
        let _ = (ruled, panics, page.offset, holds);
    }
    let expected = ["shape", "shapes"].map(
        |argument| {
            format!(
                "the argument `{argument}` of `takes`: its schema has the member `radius`, but its type rejects this member as unknown; remove `#[serde(deny_unknown_fields)]` from the struct with the flattened enum, or remove `#[serde(flatten)]`"
            )
        },
    );
    // The message names only the first rejected member. The order of the members depends on
    // serde_json's feature `preserve_order`, so this member is either `type` or `radius`. The
    // test accepts both.
    let portable = ToolRegistry::builder(()).tools(tools![takes, right]);
    for builder in [portable, as_generated(tools![takes, right])] {
        let found = problems_of(builder).into_iter();
        let found: Vec<_> = found.map(|it| it.replace("`type`", "`radius`")).collect();
        assert_eq!(found, expected);
    }
    assert!(
        ToolRegistry::builder(())
            .tools(tools![right])
            .build()
            .is_ok()
    );
}
