//! Feature `garde`: what schemars publishes about the fields of a type is enforced.

use mcp_tool_runtime::{Tool, ToolRegistry, mcp_tool, mcp_tools, tools};
use mcp_tool_tests::Peer;
use serde_json::{Value, json};

#[derive(serde::Deserialize, schemars::JsonSchema, garde::Validate)]
#[serde(rename_all = "camelCase")]
struct Filter {
    /// The first tag
    #[garde(length(min = 1, max = 3))]
    first_tag: String,
    /// Numbers to look for
    #[garde(dive)]
    inner_list: Vec<Number>,
}

#[derive(serde::Deserialize, schemars::JsonSchema, garde::Validate)]
struct Number {
    /// The number
    #[garde(range(min = 1, max = 9))]
    number: u8,
}

/// A type that knows nothing of garde.
#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Plain {
    /// Anything
    #[schemars(length(max = 1))]
    text: String,
}

/// Finds something.
#[mcp_tool]
async fn find(
    /// What to look for
    filter: Option<Filter>,
    #[arg(flatten)] number: Number,
    /// Beside it
    plain: Option<Plain>,
) -> usize {
    plain.map_or(0, |plain| plain.text.len())
        + filter.map_or(0, |filter| filter.first_tag.len() + filter.inner_list.len())
        + usize::from(number.number)
}

/// Keeps a secret number.
#[mcp_tool]
async fn keep(
    /// The number
    #[arg(sensitive)]
    secret: Number,
) {
    let _ = secret.number;
}

struct Server;

#[mcp_tools]
impl Server {
    /// Takes several.
    #[mcp_tool]
    async fn take(
        &self,
        /// The numbers
        numbers: &[Number],
    ) -> usize {
        numbers.len()
    }
}

fn registry() -> ToolRegistry<Server> {
    ToolRegistry::builder(Server)
        .tools(tools![find, keep, Server])
        .build()
        .unwrap()
}

fn refused(tool: &str, arguments: Value) -> String {
    let registry = registry();
    let answer = Peer::new(&registry).call(tool, arguments);
    assert_eq!(answer["isError"], json!(true), "{answer}");
    answer["content"][0]["text"].as_str().unwrap().to_owned()
}

#[test]
fn every_broken_rule_is_told_by_its_published_name() {
    let text = refused(
        "find",
        json!({
            "filter": { "firstTag": "abcdef", "innerList": [{ "number": 1 }, { "number": 40 }] },
            "number": 0,
        }),
    );
    assert_eq!(
        text,
        "3 wrong arguments for `find`:\n\
         - `filter.firstTag`: length is greater than 3; expected a string of 1 to 3 characters\n\
         - `filter.innerList[1].number`: greater than 9; expected an integer from 1 to 9\n\
         - `number`: lower than 1; expected an integer from 1 to 9\n\
         a minimal valid call has the arguments {\"number\":1}"
    );
}

#[test]
fn items_of_a_list_are_validated() {
    let text = refused(
        "take",
        json!({ "numbers": [{ "number": 1 }, { "number": 10 }] }),
    );
    assert!(
        text.contains("`numbers[1].number`: greater than 9"),
        "{text}"
    );
}

#[test]
fn what_is_wrong_with_a_secret_is_not_told() {
    let text = refused("keep", json!({ "secret": { "number": 77 } }));
    assert!(text.contains("`secret`"), "{text}");
    assert!(!text.contains("77") && !text.contains("greater"), "{text}");
}

#[test]
fn what_is_valid_arrives() {
    let registry = registry();
    let arguments = json!({
        "filter": { "firstTag": "abc", "innerList": [{ "number": 9 }] },
        "number": 1,
        // A keyword that nothing enforces is its author's claim.
        "plain": { "text": "longer than it says" },
    });
    assert_eq!(Peer::new(&registry).text("find", arguments), "24");
}

#[test]
fn the_typed_input_of_a_tool_by_value_is_validated_where_it_is_asked_for() {
    let tool = |name: &str| Tool::builder(name).description("Takes a number.");
    let registry = ToolRegistry::builder(())
        .tool(
            tool("checked")
                .validated_input::<Number>()
                .handler(|number, _| async move { number.number.to_string() }),
        )
        .tool(
            tool("claimed")
                .input::<Number>()
                .handler(|number, _| async move { number.number.to_string() }),
        )
        .build()
        .unwrap();
    let peer = Peer::new(&registry);
    let refused = peer.call("checked", json!({ "number": 10 }));
    let text = refused["content"][0]["text"].as_str().unwrap();
    assert!(text.contains("`number`: greater than 9"), "{text}");
    assert_eq!(peer.text("checked", json!({ "number": 9 })), "9");
    assert_eq!(peer.text("claimed", json!({ "number": 10 })), "10");
}
