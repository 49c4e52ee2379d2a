//! Checks for all tool sets. They include a comparison of the schemas with each set's `FACTS` table.

use mcp_tool_runtime::testing::call_json;
use mcp_tool_runtime::{ToolAnnotations, ToolRegistry};
use mcp_tool_tests::block_on;
use serde_json::Value;

use crate::values::{validator, values};

/// A tool of the original server, as its name, its hints and its arguments. `!` marks a hint that is `false`.
/// `?` marks an optional argument. The arguments are sorted by name.
pub(crate) type Fact = (&'static str, &'static str, &'static str);

/// Generates the tests of a tool set. They check the definitions against all client profiles, the golden file
/// and the `FACTS` table. They also check that the tools accept valid arguments.
macro_rules! check_set {
    ($registry:expr, $golden:literal, $facts:expr) => {
        #[test]
        fn every_client_accepts_the_tools() {
            // T1 to T21
            mcp_tool_runtime::testing::assert_portable(
                &$registry,
                mcp_tool_runtime::lint::Profile::ALL,
            );
        }

        #[test]
        fn the_list_equals_the_golden_file() {
            let path = concat!("golden/", $golden, ".json");
            mcp_tool_runtime::testing::assert_golden(&$registry, path);
        }

        #[test]
        fn the_list_matches_the_original_server() {
            $crate::checks::assert_facts(&$registry, $facts);
        }

        #[test]
        fn admitted_values_are_read() {
            $crate::checks::assert_read(&$registry);
        }
    };
}

#[track_caller]
pub(crate) fn assert_facts<S>(registry: &ToolRegistry<S>, facts: &[Fact]) {
    let written: Vec<_> = facts
        .iter()
        .map(|(name, hints, input)| {
            format!(
                "{name} [{hints}] {}",
                input.split_whitespace().collect::<Vec<_>>().join(" ")
            )
        })
        .collect();
    let published: Vec<_> = registry
        .definitions()
        .iter()
        .map(|tool| {
            let hints = tool.annotations.as_ref().map(hints).unwrap_or_default();
            format!(
                "{} [{hints}] {}",
                tool.name,
                members(&tool.input_schema.clone().into())
            )
        })
        .collect();
    for (written, published) in written.iter().zip(&published) {
        assert_eq!(written, published);
    }
    assert_eq!(written.len(), published.len());
}

fn hints(annotations: &ToolAnnotations) -> String {
    let hints = [
        ("read_only", annotations.read_only_hint),
        ("destructive", annotations.destructive_hint),
        ("idempotent", annotations.idempotent_hint),
        ("open_world", annotations.open_world_hint),
    ];
    let said = hints.iter().filter_map(|(name, value)| {
        value.map(|value| format!("{}{name}", if value { "" } else { "!" }))
    });
    said.collect::<Vec<_>>().join(" ")
}

/// Returns the properties of an object schema in the notation of `kind`, without the outer braces.
fn members(schema: &Value) -> String {
    let required = schema["required"].as_array();
    let is_required = |name: &str| required.is_some_and(|all| all.iter().any(|it| it == name));
    let members = schema["properties"].as_object().into_iter().flatten();
    let written = members.map(|(name, member)| {
        let mark = if is_required(name) { "" } else { "?" };
        format!("{name}{mark}: {}", kind(member))
    });
    written.collect::<Vec<_>>().join(", ")
}

/// Returns a schema in a short notation. `[string; 1..]` is an array of at least one string, and `"a" | "b"`
/// is an enum. A default follows at the end, such as `= 3`.
fn kind(schema: &Value) -> String {
    let alternatives = ["anyOf", "oneOf"]
        .iter()
        .find_map(|key| schema[key].as_array());
    let mut text = if let Some(alternatives) = alternatives {
        let kinds: Vec<_> = alternatives.iter().map(kind).collect();
        // An input schema lists all types of JSON for a value that accepts any JSON.
        match kinds.join(" or ") {
            all if all.starts_with("string or number or boolean or object or [any]") => {
                "any".to_owned()
            }
            some => some,
        }
    } else if let Some(values) = schema["enum"].as_array() {
        values
            .iter()
            .map(Value::to_string)
            .collect::<Vec<_>>()
            .join(" | ")
    } else {
        match schema["type"].as_str() {
            Some("array") => format!(
                "[{}{}]",
                kind(&schema["items"]),
                bounds("; ", &schema["minItems"], &schema["maxItems"])
            ),
            Some("object") if schema["additionalProperties"].is_object() => {
                format!("{{ *: {} }}", kind(&schema["additionalProperties"]))
            }
            Some("object") if schema["properties"].is_object() => {
                format!("{{ {} }}", members(schema))
            }
            Some("string") => {
                format!(
                    "string{}",
                    bounds(" ", &schema["minLength"], &schema["maxLength"])
                )
            }
            Some(number @ ("integer" | "number")) => {
                format!(
                    "{number}{}",
                    bounds(" ", &schema["minimum"], &schema["maximum"])
                )
            }
            Some(other) => other.to_owned(),
            None => "any".to_owned(),
        }
    };
    if let Some(default) = schema.get("default") {
        text.push_str(&format!(" = {default}"));
    }
    text
}

/// Returns `before` and the bounds as a range, or an empty string if no bound remains. Omits a lower bound of
/// 0. Omits an upper bound that equals the maximum of an unsigned Rust type.
fn bounds(before: &str, low: &Value, high: &Value) -> String {
    let low = low.as_i64().filter(|low| *low != 0);
    let high = high.as_u64().filter(|high| {
        ![
            u64::from(u8::MAX),
            u64::from(u16::MAX),
            u64::from(u32::MAX),
            u64::MAX,
        ]
        .contains(high)
    });
    let text = |bound: Option<String>| bound.unwrap_or_default();
    match (low, high) {
        (None, None) => String::new(),
        (low, high) => format!(
            "{before}{}..{}",
            text(low.map(|low| low.to_string())),
            text(high.map(|high| format!("={high}")))
        ),
    }
}

/// Checks that each tool accepts the test values that its published schema allows.
#[track_caller]
pub(crate) fn assert_read<S: Send + Sync + 'static>(registry: &ToolRegistry<S>) {
    for tool in registry.definitions() {
        let schema = Value::from(tool.input_schema.clone());
        let valid = validator(&schema);
        let admitted: Vec<_> = values(&schema)
            .into_iter()
            .filter(|it| valid.is_valid(it))
            .collect();
        assert!(!admitted.is_empty(), "no arguments for `{}`", tool.name);
        for arguments in admitted {
            let (_, text) = call(registry, &tool.name, arguments.clone());
            assert!(!text.contains("wrong argument"), "{arguments}\n{text}");
        }
    }
}

/// Calls a tool. Returns whether the result is an error, and the text of the result.
pub(crate) fn call<S: Send + Sync + 'static>(
    registry: &ToolRegistry<S>,
    name: &str,
    arguments: Value,
) -> (bool, String) {
    let result = block_on(call_json(registry, name, arguments));
    let texts = result.content().iter().filter_map(|block| block.as_text());
    (result.is_error, texts.collect::<Vec<_>>().join("\n"))
}
