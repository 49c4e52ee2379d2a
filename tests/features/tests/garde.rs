//! Feature `garde`: the registry checks garde's rules. It reports each violation once, with the argument
//! names from the schema.

use std::collections::{BTreeMap, BTreeSet};

use mcp_tool_runtime::schema::SchemaProfile;
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

/// A type without garde's derive.
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
    /// A text without garde rules
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
    /// Takes several numbers.
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
fn every_broken_rule_is_reported_by_its_published_name() {
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

/// schemars adds garde's `length` rule to the schema of a set, but not to the schema of a map.
#[test]
fn a_length_of_sets_is_published() {
    #[derive(serde::Deserialize, schemars::JsonSchema, garde::Validate)]
    struct Tags {
        #[garde(length(min = 2))]
        pairs: BTreeMap<String, u8>,
        #[garde(length(min = 2))]
        two: BTreeSet<u8>,
        #[garde(length(min = 1))]
        one: BTreeSet<u8>,
        #[garde(skip)]
        any: BTreeSet<u8>,
    }

    /// Takes tags.
    #[mcp_tool]
    fn tag(
        /// The tags
        tags: Tags,
        /// A number
        #[arg(flatten)]
        _more: Number,
    ) {
        let sets = tags.two.len() + tags.one.len() + tags.any.len();
        let _ = (tags.pairs, sets);
    }

    for profile in [SchemaProfile::Portable, SchemaProfile::AsGenerated] {
        let builder = ToolRegistry::builder(()).schema_profile(profile);
        let registry = builder.tools(tools![tag]).build().unwrap();
        let peer = Peer::new(&registry);
        let schema = peer.tool("tag")["inputSchema"].take();
        let text = schema.to_string();
        assert_eq!(text.matches("minProperties").count(), 0, "{text}");
        if profile == SchemaProfile::Portable {
            // Decoding a set drops duplicates, so the schemas of `one` and `any` allow them.
            // `two` needs at least 2 different items, so its schema keeps `uniqueItems`.
            assert_eq!(text.matches("uniqueItems").count(), 1, "{text}");
        }
        let validator = jsonschema::draft202012::new(&schema).unwrap();
        let whole = json!({
            "pairs": { "a": 1, "b": 2 }, "two": [1, 2], "one": [1], "any": [],
        });
        for (name, value, is_taken) in [("two", json!([1, 1]), false), ("one", json!([]), false)] {
            let mut tags = whole.clone();
            tags[name] = value;
            let arguments = json!({ "tags": tags, "number": 1 });
            assert_eq!(validator.is_valid(&arguments), is_taken, "{name} {text}");
            let is_refused = peer.call("tag", arguments)["isError"] == true;
            assert_eq!(is_refused, !is_taken, "{name}");
        }
    }
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
fn faults_of_a_secret_stay_private() {
    let text = refused("keep", json!({ "secret": { "number": 77 } }));
    assert!(text.contains("`secret`"), "{text}");
    assert!(!text.contains("77") && !text.contains("greater"), "{text}");
}

#[test]
fn valid_arguments_reach_the_tool() {
    let registry = registry();
    let arguments = json!({
        "filter": { "firstTag": "abc", "innerList": [{ "number": 9 }] },
        "number": 1,
        "plain": { "text": "a" },
    });
    assert_eq!(Peer::new(&registry).text("find", arguments), "6");
}

/// The schema's rules also apply to types without garde. If garde and the schema have the same rule, the
/// registry reports each violation of this rule once.
#[test]
fn a_fault_is_reported_once() {
    let text = refused("find", json!({ "number": 0, "plain": { "text": "ab" } }));
    assert_eq!(
        text,
        "2 wrong arguments for `find`:\n\
         - `number`: lower than 1; expected an integer from 1 to 9\n\
         - `plain.text`: expected a string of at most 1 character, got 2 characters\n\
         a minimal valid call has the arguments {\"number\":1}"
    );
}

#[test]
fn many_faults_are_counted() {
    let numbers: Vec<_> = (0..100).map(|_| json!({ "number": 10 })).collect();
    let text = refused("take", json!({ "numbers": numbers }));
    assert!(
        text.starts_with("100 wrong arguments for `take`:\n"),
        "{text}"
    );
    // An error lists at most 20 faults. If the check against the schema finds 20 or more faults,
    // the registry does not run garde.
    let last = "`numbers[19].number`: expected an integer from 1 to 9, got 10\n- and 80 more\n";
    assert!(text.contains(last), "{text}");
}

#[test]
fn typed_input_by_value_is_checked_against_its_schema() {
    let tool = |name: &str| Tool::builder(name).description("Takes a number.");
    let registry = ToolRegistry::builder(())
        .tool(
            tool("checked")
                .validated_input::<Number>()
                .handler(|number, _| async move { number.number.to_string() }),
        )
        .tool(
            tool("published")
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
    let refused = peer.call("published", json!({ "number": 10 }));
    let text = refused["content"][0]["text"].as_str().unwrap();
    assert!(
        text.contains("`number`: expected an integer from 1 to 9, got 10"),
        "{text}"
    );
    assert_eq!(peer.text("published", json!({ "number": 9 })), "9");
}
