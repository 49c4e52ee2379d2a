//! `build()` reports mistakes in tools from `Tool::builder`.

use mcp_tool_runtime::content::Icon;
use mcp_tool_runtime::registry::{BuildProblem, UnknownArguments};
use mcp_tool_runtime::{ContentBlock, Tool, ToolError, ToolRegistry};
use schemars::{JsonSchema, Schema};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::tool;

#[track_caller]
fn problems(tools: impl IntoIterator<Item = Tool<()>>) -> Vec<String> {
    let error = ToolRegistry::builder(()).tools(tools).build().unwrap_err();
    error.problems().iter().map(ToString::to_string).collect()
}

fn of_input(schema: Value) -> Vec<String> {
    problems([tool().input_schema(schema).handler(|_, _| async {})])
}

#[test]
fn a_name_that_is_none() {
    // R01, R02, R03, R04
    for name in ["", "a b", "a/b", "naïve", "a,b", "a\n", &"a".repeat(129)] {
        let tool = Tool::builder(name)
            .description("A tool.")
            .handler(|_, _| async {});
        let error = ToolRegistry::builder(()).tool(tool).build().unwrap_err();
        assert!(
            matches!(error.problems(), [BuildProblem::InvalidName { tool, .. }] if tool == name),
            "{error:?}",
        );
    }
    let longest = Tool::builder("a".repeat(128))
        .description("A tool.")
        .handler(|_, _| async {});
    ToolRegistry::builder(()).tool(longest).build().unwrap();
}

#[test]
fn two_tools_of_one_name() {
    // R06
    let make = || tool().handler(|_, _| async {});
    assert_eq!(problems([make(), make()]).len(), 1);
}

#[test]
fn a_scope_that_is_not_a_token() {
    let with = |scope: &str| tool().scopes(["a:read", scope]).handler(|_, _| async {});
    for scope in ["", "a b", "a\"", "a\\b", "é"] {
        let problem = format!("the scopes of `tool`: `{scope}` is not a scope");
        assert_eq!(problems([with(scope)]), [problem]);
    }
    let registry = crate::registry(with("a:write"));
    assert_eq!(registry.definitions()[0].scopes, ["a:read", "a:write"]);
}

#[test]
fn no_description() {
    // R11
    let without = Tool::builder("without").handler(|_, _| async {});
    let blank = Tool::builder("blank")
        .description(" \n\t ")
        .handler(|_, _| async {});
    assert_eq!(
        problems([without, blank]),
        ["without", "blank"].map(|tool| format!(
            "the description of `{tool}` is empty, so no model can know when to call the tool; \
             say what it does in its doc comment, or in `description`"
        )),
    );
}

#[test]
fn an_input_schema_other_than_an_object() {
    // R15, R16, R26
    for (schema, reason) in [
        (json!(null), "it must be a JSON object"),
        (json!(true), "it must be a JSON object"),
        (json!([]), "it must be a JSON object"),
        (json!({}), "its root must have `\"type\": \"object\"`"),
        (json!({ "type": "array" }), "its root must have"),
        (json!({ "type": ["object"] }), "its root must have"),
        (
            json!({ "$ref": "#/$defs/a", "$defs": { "a": { "type": "object" } } }),
            "its root must have",
        ),
        (
            json!({ "type": "object", "properties": { "a": false } }),
            "must be an object; `{}` accepts any value",
        ),
        (
            json!({ "type": "object", "properties": null }),
            "its `properties` must be an object",
        ),
        (
            json!({ "type": "object", "required": ["a", 1] }),
            "its `required` must be a list of names",
        ),
        (
            json!({ "type": "object", "required": ["a"], "additionalProperties": false }),
            "requires `a`, but does not allow it",
        ),
    ] {
        let problems = of_input(schema.clone());
        assert_eq!(problems.len(), 1, "{schema}: {problems:?}");
        assert!(
            problems[0].starts_with("the input schema of `tool`: "),
            "{problems:?}"
        );
        assert!(problems[0].contains(reason), "{schema}: {problems:?}");
    }
}

#[test]
fn a_dialect_that_is_not_supported() {
    // R21, R22, R23
    let with = |dialect: Value| json!({ "type": "object", "$schema": dialect });
    for dialect in [
        json!("http://json-schema.org/draft-04/schema#"),
        json!("https://json-schema.org/draft/2019-09/schema"),
        json!("https://example.com/schema"),
        json!(7),
    ] {
        let problems = of_input(with(dialect.clone()));
        assert!(
            problems[0].contains(&format!("its dialect {dialect} is not supported")),
            "{problems:?}"
        );
    }
    for dialect in [
        "https://json-schema.org/draft/2020-12/schema",
        "https://json-schema.org/draft/2020-12/schema#",
        "http://json-schema.org/draft-07/schema#",
    ] {
        let tool = tool()
            .input_schema(with(json!(dialect)))
            .handler(|_, _| async {});
        ToolRegistry::builder(()).tool(tool).build().unwrap();
    }
}

#[test]
fn a_reference_that_leads_out_of_the_schema() {
    // R33, R34, R35: every reference needs a target inside the schema, because the registry never
    // fetches other schemas.
    for place in [
        json!({ "$ref": "https://example.com/a.json" }),
        json!({ "$ref": "a.json" }),
        json!({ "$ref": "#/$defs/missing" }),
        json!({ "$ref": "#missing" }),
        json!({ "$dynamicRef": "#missing" }),
        json!({ "anyOf": [{ "items": { "$ref": "file:///etc/passwd" } }] }),
        json!({ "properties": { "const": { "$ref": "http://169.254.169.254/" } } }),
        json!({ "additionalProperties": { "$ref": "//example.com/" } }),
    ] {
        let input = of_input(json!({ "type": "object", "properties": { "a": place } }));
        assert!(
            input[0].contains("has no target inside the schema"),
            "{place}: {input:?}"
        );
        let output = tool()
            .output_schema(place.clone())
            .handler(|_, _| async { json!({}) });
        let output = problems([output]);
        assert!(
            output[0].starts_with("the output schema of `tool`: "),
            "{output:?}"
        );
        let generated = Schema::try_from(place).unwrap();
        let generated = tool()
            .output_schema(generated)
            .handler(|_, _| async { json!({}) });
        assert_eq!(problems([generated]), output);
    }
}

#[test]
fn a_schema_without_an_end() {
    // R36
    let mut deep = json!({ "type": "object" });
    for _ in 0..500 {
        deep = json!({ "type": "object", "properties": { "a": deep } });
    }
    assert!(of_input(deep.clone())[0].contains("nested more than 64 levels deep"));
    let mut list = json!([]);
    for _ in 0..500 {
        list = json!([list]);
    }
    assert!(of_input(json!({ "type": "object", "x-own": list }))[0].contains("64 levels"));
}

#[test]
fn a_header_that_is_none() {
    // R38, R41, R42, R45
    let problems = of_input(json!({
        "type": "object",
        "properties": {
            "a": { "type": "string", "x-mcp-header": "My Region" },
            "b": { "type": "number", "x-mcp-header": "B" },
            "c": { "type": "string", "x-mcp-header": "C" },
            "d": { "type": "string", "x-mcp-header": "c" },
            "e": { "type": "array", "items": { "type": "string", "x-mcp-header": "E" } },
            "f": { "const": { "x-mcp-header": "F" } },
        },
    }));
    assert_eq!(
        problems,
        [
            "the argument `a` of `tool`: \"My Region\" cannot be the name of a header; write letters, digits and `-`, as in \"Region\"",
            "the argument `b` of `tool`: it has a header, so it must be a string, an integer or a boolean",
            "the argument `d` of `tool`: `c` has the header \"c\" already",
            "the arguments of `tool`: no client reads `x-mcp-header` at this place: put it on an argument, or on a member of an object argument",
        ],
    );
}

#[test]
fn keys_of_meta_and_icons_that_are_none() {
    // R59, R63, R67, R68, R69, R70, R73
    let mut sized = Icon::new("https://tools.example/i.png");
    sized.sizes = vec!["big".to_owned()];
    let tool = tool()
        .meta("", 1)
        .meta("-a", 1)
        .meta("com.mcp.example/a", 1)
        .meta("progressToken", 1)
        .meta("1a/b", 1)
        .meta("openai/invoking//text", 1)
        .meta("com.example/fine", 1)
        .meta("openai/toolInvocation/invoking", 1)
        .icon(Icon::new("javascript:alert(1)"))
        .icon(Icon::new("icon.png"))
        .icon(sized)
        .handler(|_, _| async {});
    let problems = problems([tool]);
    assert_eq!(problems.len(), 9, "{problems:#?}");
    let of = |part: &str| {
        problems
            .iter()
            .filter(|text| text.starts_with(part))
            .count()
    };
    assert_eq!(of("the icon of `tool`: "), 3);
    assert_eq!(of("the meta of `tool`: "), 6);
}

#[test]
fn a_type_that_cannot_be_an_input() {
    // R15
    #[derive(Deserialize, JsonSchema)]
    #[allow(dead_code)]
    enum Shape {
        Circle(f64),
        Square(f64),
    }
    let number = tool().input::<u8>().handler(|_, _| async {});
    let shape = Tool::builder("shape")
        .description("A shape.")
        .input::<Shape>();
    let shape = shape.handler(|_, _| async {});
    let nothing = Tool::builder("nothing")
        .description("Nothing.")
        .input::<()>();
    let nothing = nothing.handler(|(), _| async {});
    let any = Tool::builder("any")
        .description("Anything.")
        .input::<Value>();
    let any = any.handler(|_, _| async {});
    let problems = problems([number, shape, nothing, any]);
    assert_eq!(problems.len(), 4, "{problems:#?}");
    for (problem, tool) in problems.iter().zip(["tool", "shape", "nothing", "any"]) {
        assert!(problem.contains(&format!("of `{tool}`: ")), "{problem}");
        // `Tool::builder` has no equivalent of `#[arg(flatten)]`, so the message must not mention
        // `flatten`.
        assert!(!problem.contains("flatten"), "{problem}");
        assert!(problem.contains("struct"), "{problem}");
    }
}

#[test]
fn an_output_schema_of_a_tool_that_answers_with_text() {
    // R100
    let with = || tool().output_schema(json!({ "type": "object" }));
    for tool in [
        with().handler(|_, _| async {}),
        with().handler(|_, _| async { "text" }),
        with().handler(|_, _| async { Ok::<_, ToolError>("text".to_owned()) }),
        with().handler(|_, _| async { ContentBlock::text("text") }),
        with().handler(|_, _| async { vec![ContentBlock::text("text")] }),
        tool()
            .output_schema(schemars::schema_for!(u8))
            .handler(|_, _| async {}),
    ] {
        assert_eq!(
            problems([tool]),
            [
                "the output schema of `tool`: its handler returns text or content blocks, but the output schema requires structured content; return `serde_json::Value`, `WithContent<T>` or \
              `CallToolResult::structured(&value)`, or remove the schema"
            ],
        );
    }
}

#[test]
fn every_problem_of_every_tool_is_reported() {
    let first = Tool::builder("bad name")
        .input_schema(json!(1))
        .handler(|_, _| async {});
    let second = Tool::builder("second")
        .output_schema(json!(1))
        .handler(|_, _| async { json!({}) });
    let error = ToolRegistry::builder(())
        .unknown_arguments(UnknownArguments::Ignore)
        .tools([first, second])
        .build()
        .unwrap_err();
    assert_eq!(error.problems().len(), 5, "{error}");
    assert!(error.to_string().contains("for 5 reasons:\n- "), "{error}");
}

#[test]
fn a_map_is_an_input() {
    let tool: Tool<()> = tool()
        .input::<Map<String, Value>>()
        .handler(|map, _| async move { Value::Object(map) });
    ToolRegistry::builder(()).tool(tool).build().unwrap();
}
