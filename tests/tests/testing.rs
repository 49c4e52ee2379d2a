//! Tests of the helpers in the `testing` module. They cover success, and the messages on failure.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{env, fs, panic};

use mcp_tool_runtime::context::Principal;
use mcp_tool_runtime::elicit::Elicitation;
use mcp_tool_runtime::lint::{Lint, Profile};
use mcp_tool_runtime::{
    ElicitForm, ProtocolVersion, Tool, ToolContext, ToolRegistry, check_tools, mcp_tool, testing,
    tools,
};
use mcp_tool_tests::block_on;
use serde_json::{Value, json};

/// How to sort.
#[derive(serde::Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Order {
    /// Newest first
    Newest,
    Oldest,
}

#[derive(serde::Serialize, schemars::JsonSchema)]
struct Pages {
    titles: Vec<String>,
}

/// Searches the archive.
#[mcp_tool(read_only)]
async fn search(
    /// Words that a page must have
    words: Vec<String>,
    /// In which order
    order: Option<Order>,
) -> Pages {
    let _ = order.map(|order| matches!(order, Order::Newest | Order::Oldest));
    Pages { titles: words }
}

fn registry() -> ToolRegistry<()> {
    ToolRegistry::builder(())
        .tools(tools![search])
        .build()
        .unwrap()
}

mod checked {
    use super::*;

    check_tools!(
        registry(),
        profiles = &[Profile::Claude, Profile::Gemini],
        budget = 1_000,
        golden = "tests/snapshots/tools.json",
    );
}

mod checked_as_it_is_built {
    use super::*;

    fn built() -> Result<ToolRegistry<()>, Box<dyn std::error::Error>> {
        Ok(ToolRegistry::builder(()).build()?)
    }

    check_tools!(built(), golden = "tests/snapshots/no_tools.json");

    #[test]
    fn a_failed_build_gives_its_reason() {
        let built = || {
            ToolRegistry::builder(())
                .tools(tools![search])
                .tools(tools![search])
                .build()
        };
        let said = panicked(|| testing::Checks::default().are_portable(&built()));
        assert!(
            said.starts_with("there is no registry to check: ") && said.contains("`search`"),
            "{said}"
        );
    }
}

/// Returns a registry whose tool has an array argument without `items`. VS Code, ChatGPT and Gemini reject
/// this schema.
fn untold_items() -> ToolRegistry<()> {
    of_input(json!({
        "type": "object",
        "properties": { "it": { "type": "array", "description": "It" } },
    }))
}

mod accepted {
    use super::*;

    check_tools!(
        untold_items(),
        profiles = Lint::new(Profile::ALL).allow_for("search", "array_items"),
        golden = "tests/snapshots/accepted_tools.json",
    );
}

/// Searches, and has all that the directories demand.
#[mcp_tool(
    name = "search",
    title = "Search",
    read_only,
    destructive = false,
    open_world = false
)]
fn ready_search(
    /// Words that a page must have
    words: Vec<String>,
) -> Pages {
    Pages { titles: words }
}

mod ready_for_stores {
    use super::*;

    fn ready() -> ToolRegistry<()> {
        let builder = ToolRegistry::builder(()).tools(tools![ready_search]);
        builder.build().unwrap()
    }

    check_tools!(
        ready(),
        ready_for = ["chatgpt", "claude"],
        golden = "tests/snapshots/ready_tools.json",
    );

    #[test]
    fn a_missing_hint_is_an_error() {
        let check = |store: Option<&'static str>| {
            let checks = testing::Checks::default().profiles(&[Profile::Gemini]);
            match store {
                Some(store) => checks.ready_for([store]).are_portable(&registry()),
                None => checks.are_portable(&registry()),
            }
        };
        check(None);
        let said = panicked(|| check(Some("chatgpt")));
        for part in [
            "clients reject tools, 1 error:\n- error[review] ",
            "`search` lacks the hint `openWorldHint`",
            "(ChatGPT: its directory rejects the server)",
        ] {
            assert!(said.contains(part), "{part} in {said}");
        }
        let said = panicked(|| check(Some("openai")));
        assert_eq!(
            said,
            "the store `openai` is unknown; the stores are `chatgpt` and `claude`"
        );
        assert_eq!(panic_file(|| check(Some("openai"))), file!());
    }
}

/// Runs a function that must panic, and returns the file of the panic. The file of the test helps a user, but a file of
/// this crate does not.
fn panic_file(run: impl FnOnce()) -> String {
    thread_local! {
        static FILE: RefCell<String> = const { RefCell::new(String::new()) };
    }
    let old = Arc::new(panic::take_hook());
    let hook = Arc::clone(&old);
    panic::set_hook(Box::new(move |info| {
        let file = info.location().map(|place| place.file().to_owned());
        FILE.set(file.unwrap_or_default());
        hook(info);
    }));
    panicked(run);
    panic::set_hook(Box::new(move |info| old(info)));
    FILE.take()
}

/// Runs a function that must panic, and returns the panic message.
fn panicked(run: impl FnOnce()) -> String {
    let payload = catch_unwind(AssertUnwindSafe(run)).expect_err("it holds");
    match payload.downcast::<String>() {
        Ok(text) => *text,
        Err(payload) => match payload.downcast::<&str>() {
            Ok(text) => (*text).to_owned(),
            Err(_) => panic!("the panic has no text"),
        },
    }
}

/// Returns a registry whose only tool has the given input schema.
fn of_input(schema: Value) -> ToolRegistry<()> {
    let tool = Tool::builder("search")
        .description("Searches.")
        .input_schema(schema)
        .handler(|_, _| async { "found" });
    ToolRegistry::builder(()).tools([tool]).build().unwrap()
}

#[test]
fn clients_that_reject_tools_are_named() {
    let registry = untold_items();
    testing::assert_portable(&registry, &[Profile::Claude]);
    let said = panicked(|| testing::assert_portable(&registry, Profile::ALL));
    assert!(
        said.starts_with("clients reject tools, 1 error:\n- error[array_items] "),
        "{said}"
    );
    assert!(said.contains("argument `it` of `search`"), "{said}");
    assert!(
        said.contains("(VS Code, ChatGPT, Gemini: the request fails)"),
        "{said}"
    );
}

#[test]
fn accepted_findings_are_not_reported() {
    let registry = untold_items();
    let lint = Lint::new(Profile::ALL);
    testing::assert_portable(&registry, lint.clone().allow("array_items"));
    let accepting = lint.clone().allow_for("search", "array_items");
    testing::assert_portable(&registry, &accepting);
    testing::assert_portable(&registry, accepting);
    for other in [
        lint.clone().allow("recursion"),
        lint.clone().allow_for("find", "array_items"),
    ] {
        let said = panicked(|| testing::assert_portable(&registry, other));
        assert!(said.contains("error[array_items]"), "{said}");
        assert!(
            said.contains(".allow_for(\"the_tool\", \"the_rule\")"),
            "{said}"
        );
    }
    let long = format!("search_{}", "x".repeat(40));
    let tool = Tool::builder(long)
        .title("Search")
        .description("Searches.")
        .handler(|_, _| async { "found" });
    let registry = ToolRegistry::builder(()).tools([tool]).build().unwrap();
    testing::assert_portable(&registry, lint.clone().server_name("a"));
    let said = panicked(|| testing::assert_portable(&registry, lint.server_name("a".repeat(20))));
    assert!(said.contains("prefixed_name"), "{said}");
}

/// `assert_portable` rejects an empty list of profiles. The check would otherwise always pass.
#[test]
fn a_check_without_profiles_is_an_error() {
    let said = panicked(|| testing::assert_portable(&registry(), &[]));
    assert_eq!(
        said,
        "there is no client profile to check; write `Profile::ALL`"
    );
}

#[test]
fn tools_beyond_the_budget_are_named() {
    testing::assert_budget(&registry(), 1_000);
    let said = panicked(|| testing::assert_budget(&registry(), 100));
    assert!(
        said.contains("tokens, and may take 100; the largest are\n- `search`: "),
        "{said}"
    );
}

#[test]
fn call_json_calls_a_tool() {
    let result = block_on(testing::call_json(
        &registry(),
        "search",
        json!({ "words": ["a"] }),
    ));
    assert!(!result.is_error);
    let result = serde_json::to_value(&result).unwrap();
    assert_eq!(result["structuredContent"], json!({ "titles": ["a"] }));
    let result = block_on(testing::call_json(&registry(), "search", json!({})));
    assert!(result.is_error);
    let said = panicked(|| {
        block_on(testing::call_json(&registry(), "serch", json!({})));
    });
    assert!(said.starts_with("`serch` cannot be called: "), "{said}");
}

#[derive(serde::Serialize, schemars::JsonSchema)]
struct Station {
    #[serde(serialize_with = "in_words")]
    height: u16,
    trains: Vec<Train>,
}

#[derive(Clone, serde::Serialize, schemars::JsonSchema)]
struct Train {
    #[schemars(range(max = 10))]
    wagons: u8,
}

fn in_words<S: serde::Serializer>(height: &u16, serializer: S) -> Result<S::Ok, S::Error> {
    match height {
        0 => serializer.serialize_u16(0),
        _ => serializer.collect_str(&format_args!("{height} metres")),
    }
}

/// Describes a station.
#[mcp_tool(read_only, allow(undocumented))]
fn describe(height: u16, wagons: u8, fails: bool) -> Result<Station, &'static str> {
    if fails {
        return Err("no such station");
    }
    let trains = vec![Train { wagons: 1 }, Train { wagons }];
    Ok(Station { height, trains })
}

fn stations() -> ToolRegistry<()> {
    ToolRegistry::builder(())
        .tools(tools![describe])
        .build()
        .unwrap()
}

const HEIGHT: &str = "`describe` returned a result that does not match its output schema: \
     `structuredContent.height`: expected an integer from 0 to 65535, got \"7 metres\"; \
     clients reject such a result, so change the value or the schema of its type";

/// The registry itself does not check such a result: its return type defines its schema.
#[test]
fn call_json_reports_a_result_that_violates_its_schema() {
    let registry = stations();
    let call = |height: u16, wagons: u8| {
        let arguments = json!({ "height": height, "wagons": wagons, "fails": false });
        block_on(testing::call_json(&registry, "describe", arguments))
    };
    assert!(!call(0, 10).is_error);
    assert_eq!(panicked(|| drop(call(7, 10))), HEIGHT);
    let said = panicked(|| drop(call(0, 11)));
    assert!(
        said.contains(
            "`structuredContent.trains[1].wagons`: expected an integer from 0 to 10, got 11;"
        ),
        "{said}"
    );
    let handwritten = Tool::builder("handwritten")
        .description("Returns a number.")
        .output_schema(json!({ "type": "object", "properties": { "n": { "multipleOf": 2 } } }))
        .handler(|_, _| async { json!({ "n": 3 }) });
    let registry = ToolRegistry::builder(()).tool(handwritten).build().unwrap();
    let said = panicked(|| {
        block_on(testing::call_json(&registry, "handwritten", json!({})));
    });
    assert!(
        said.contains("`structuredContent.n`: expected a number that is a multiple of 2"),
        "{said}"
    );
}

mod checked_calls {
    use super::*;

    check_tools!(
        stations(),
        golden = "tests/snapshots/stations.json",
        calls = [(
            "describe",
            json!({ "height": 0, "wagons": 10, "fails": false })
        )],
    );

    #[test]
    fn wrong_results_and_failed_calls_are_reported() {
        let check = |arguments: Value| {
            let checks = testing::Checks::default().calls([("describe", arguments)]);
            panicked(|| checks.results_match(&stations()))
        };
        assert_eq!(
            check(json!({ "height": 7, "wagons": 1, "fails": false })),
            HEIGHT
        );
        assert_eq!(
            check(json!({ "height": 7, "wagons": 1, "fails": true })),
            "a call failed: no such station"
        );
    }
}

/// Returns the user's name and the user's answer. Returns an error without a login, or if the user does not
/// confirm.
#[mcp_tool]
async fn whoami(#[context] cx: &ToolContext) -> Result<String, &'static str> {
    let user = cx.extension::<Principal>().ok_or("log in first")?;
    let agrees = cx
        .elicit_url("page", "Look at this", "https://example.com")
        .await;
    let sure = cx.elicit::<Sure>("sure", "Sure?").await;
    match (agrees, sure) {
        (Elicitation::Accepted(()), Elicitation::Accepted(Sure { times })) => {
            Ok(format!("{} {times}", user.name()))
        }
        _ => Err("the user is not sure"),
    }
}

#[derive(serde::Deserialize, schemars::JsonSchema, ElicitForm)]
struct Sure {
    times: u8,
}

#[test]
fn a_call_that_asks_the_user() {
    let registry = ToolRegistry::builder(())
        .tools(tools![whoami])
        .build()
        .unwrap();
    let ada = ToolContext::new(ProtocolVersion::V2025_06_18).with_extension(Principal::new("ada"));
    let call = |context: &ToolContext, answer: fn(&str) -> Value| {
        let mut asked = Vec::new();
        let call =
            testing::call_json_with(&registry, context, "whoami", json!({}), |key, request| {
                asked.push(format!(
                    "{key}: {}",
                    request.params()["message"].as_str().unwrap()
                ));
                answer(key)
            });
        let result = block_on(call);
        (result.content()[0].as_text().unwrap().to_owned(), asked)
    };
    let nobody = call(&ToolContext::detached(), |_| unreachable!());
    assert_eq!(nobody, ("log in first".to_owned(), Vec::new()));
    let (said, asked) = call(
        &ada,
        |_| json!({ "action": "accept", "content": { "times": 2 } }),
    );
    assert_eq!(said, "ada 2");
    // The simulated client calls the tool again after each round of questions, and sends only the
    // answers of this round. The third call needs the answers to both questions. So the second
    // round asks `page` again together with `sure`.
    assert_eq!(
        asked,
        ["page: Look at this", "page: Look at this", "sure: Sure?"]
    );
    let (said, _) = call(&ada, |key| match key {
        "page" => json!({ "action": "accept" }),
        _ => json!({ "action": "decline" }),
    });
    assert_eq!(said, "the user is not sure");
    let said = panicked(|| {
        call(
            &ada,
            |_| json!({ "action": "accept", "content": { "times": "often" } }),
        );
    });
    assert_eq!(
        said,
        "`whoami` never stops asking; check that the response fits the question"
    );
    let said = panicked(|| {
        block_on(testing::call_json(&asking(), "ask", json!({})));
    });
    assert_eq!(
        said,
        "`ask` asks the client under the key `sure`; answer with `testing::call_json_with`"
    );
}

/// Asks.
#[mcp_tool]
async fn ask(#[context] cx: &ToolContext) -> bool {
    cx.elicit::<Sure>("sure", "Sure?")
        .await
        .accepted()
        .is_some()
}

fn asking() -> ToolRegistry<()> {
    ToolRegistry::builder(())
        .tools(tools![ask])
        .build()
        .unwrap()
}

/// Writes a golden file with these definitions, and returns its path.
fn golden(name: &str, tools: &Value) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, tools.to_string()).unwrap();
    path
}

#[test]
fn changes_are_printed_as_a_diff() {
    if env::var_os(testing::UPDATE).is_some() {
        return;
    }
    let path = golden(
        "changed.json",
        &json!({
            "gone": { "description": "Was there." },
            "search": {
                "description": "Seeks.",
                "inputSchema": {
                    "type": "object",
                    "properties": {
                        "order": { "type": "string", "enum": ["newest", "title"] },
                        "old": { "type": "string" },
                        "words": { "type": "string", "maxLength": 9 },
                    },
                    "required": ["old"],
                },
            },
        }),
    );
    let registry = of_input(json!({
        "type": "object",
        "properties": {
            "order": { "type": "string", "enum": ["newest", "oldest"] },
            "words": { "type": "string", "maxLength": 10 },
            "limit": { "type": "integer" },
        },
        "required": ["words"],
    }));
    let said = panicked(|| testing::assert_golden(&registry, &path));
    let (_, changes) = said.split_once('\n').unwrap();
    assert_eq!(
        changes,
        "\
- \"gone\": {
-   \"description\": \"Was there.\"
- }
  \"search\": {
-   \"description\": \"Seeks.\"
+   \"description\": \"Searches.\"
    \"inputSchema\": {
      \"properties\": {
+       \"limit\": {
+         \"type\": \"integer\"
+       }
-       \"old\": {
-         \"type\": \"string\"
-       }
        \"order\": {
-         \"enum\": [
-           \"newest\",
-           \"title\"
-         ]
+         \"enum\": [
+           \"newest\",
+           \"oldest\"
+         ]
        }
        \"words\": {
-         \"maxLength\": 9
+         \"maxLength\": 10
        }
      }
-     \"required\": [
-       \"old\"
-     ]
+     \"required\": [
+       \"words\"
+     ]
    }
  }"
    );
}

#[test]
fn the_error_about_a_missing_file_has_the_command() {
    if env::var_os(testing::UPDATE).is_some() {
        return;
    }
    let said = panicked(|| testing::assert_golden(&registry(), "tests/nowhere.json"));
    assert!(
        said.contains("`UPDATE_GOLDEN=1 cargo test` writes it"),
        "{said}"
    );
    let path = golden("broken.json", &json!(null));
    fs::write(&path, "{").unwrap();
    let said = panicked(|| testing::assert_golden(&registry(), &path));
    assert!(said.contains("is not JSON"), "{said}");
}

/// The comparison with a golden file ignores differences in line endings.
#[test]
fn line_endings_are_ignored() {
    if env::var_os(testing::UPDATE).is_some() {
        return;
    }
    let recorded = fs::read_to_string("tests/snapshots/tools.json").unwrap();
    let path = golden("line_ends.json", &json!(null));
    fs::write(&path, recorded.replace('\n', "\r\n")).unwrap();
    testing::assert_golden(&registry(), &path);
}

#[test]
fn a_new_name_is_a_change_but_a_new_order_is_not() {
    if env::var_os(testing::UPDATE).is_some() {
        return;
    }
    let of = |names: &[&'static str]| {
        let tools = names.iter().map(|name| {
            let tool = Tool::builder(*name).description("Searches.");
            tool.handler(|_, _| async { "found" })
        });
        ToolRegistry::builder(()).tools(tools).build().unwrap()
    };
    let (one, other) = (of(&["a", "b"]), of(&["b", "a"]));
    let recorded = |registry: &ToolRegistry<()>| {
        let tools = registry.definitions().iter().map(|definition| {
            let mut tool = serde_json::to_value(definition).unwrap();
            tool.as_object_mut().unwrap().remove("name");
            (definition.name.clone(), tool)
        });
        Value::Object(tools.collect())
    };
    let path = golden("order.json", &recorded(&one));
    testing::assert_golden(&other, &path);
    let said = panicked(|| testing::assert_golden(&of(&["a", "c"]), &path));
    let (_, changes) = said.split_once('\n').unwrap();
    assert!(changes.starts_with("- \"b\": {\n"), "{changes}");
    assert!(changes.contains("\n+ \"c\": {\n"), "{changes}");
    assert!(!changes.contains("\"a\""), "{changes}");
}
