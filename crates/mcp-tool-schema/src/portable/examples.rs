//! Examples in descriptions.
//!
//! Gemini rejects every request with `examples` in the input schema of a tool. So the registry moves these
//! examples into descriptions. The move happens after other steps have added the rules, defaults and examples
//! of arguments to the schema.

use mcp_tool_rules::text::{TextFault, text_fault};
use serde_json::{Map, Value};

use crate::additions::describe_further;
use crate::json_values::to_json;
use crate::keywords::each_inner_object;

/// The maximum total length in bytes of the examples in one description. The first example stays even if it
/// is longer.
const MAX_BYTES: usize = 400;

/// Moves examples, including those of inner schemas, into descriptions. Returns whether any schema had the
/// keyword `examples`.
pub(crate) fn examples_in_words(schema: &mut Map<String, Value>) -> bool {
    let mut moved = false;
    each_inner_object(schema, &mut |_, inner| moved |= examples_in_words(inner));
    let Some(examples) = schema.remove("examples") else {
        return moved;
    };
    if let Some(sentence) = sentence(examples) {
        describe_further(schema, &sentence);
    }
    true
}

/// Returns a text such as `For example "A07" or "F12"`. Returns `None` if there is no example except `null`.
fn sentence(examples: Value) -> Option<String> {
    let examples = match examples {
        Value::Array(examples) => examples,
        one => vec![one],
    };
    let mut shown: Vec<String> = Vec::new();
    let mut length = 0;
    for mut example in examples {
        // Skip `null`, because this example tells the model nothing about the value.
        if example.is_null() {
            continue;
        }
        example.sort_all_objects();
        let text = visible(to_json(&example));
        if shown.contains(&text) {
            continue;
        }
        length += text.len();
        if !shown.is_empty() && length > MAX_BYTES {
            break;
        }
        shown.push(text);
    }
    match shown.as_slice() {
        [] => None,
        [only] => Some(format!("For example {only}")),
        [first @ .., last] => Some(format!("For example {} or {last}", first.join(", "))),
    }
}

/// Escapes characters that a description must not contain, such as invisible ones. In JSON, such characters
/// occur only inside strings, so the text with escapes has the same value.
fn visible(mut json: String) -> String {
    while let Some(TextFault::Character(c, at)) = text_fault(&json) {
        let mut buffer = [0; 2];
        let units = c.encode_utf16(&mut buffer).iter();
        let escaped: String = units.map(|unit| format!("\\u{unit:04x}")).collect();
        json.replace_range(at..at + c.len_utf8(), &escaped);
    }
    json
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn moved(mut schema: Value) -> Value {
        examples_in_words(schema.as_object_mut().unwrap());
        let once = schema.clone();
        assert!(!examples_in_words(schema.as_object_mut().unwrap()));
        assert_eq!(schema, once, "there is nothing to do a second time");
        schema
    }

    #[test]
    fn examples_follow_the_description() {
        let cases = [
            (json!(null), "For example 1, 2 or 3"),
            (json!("How many"), "How many\n\nFor example 1, 2 or 3"),
            (
                json!("How to sort.\n\n- `newest`: Newest first.\n\n  The usual."),
                "How to sort.\n\n- `newest`: Newest first.\n\n  The usual.\n\nFor example 1, 2 or 3",
            ),
        ];
        for (description, words) in cases {
            let mut schema = json!({ "examples": [1, 2, null, 3, 2] });
            if description.is_string() {
                schema["description"] = description;
            }
            assert_eq!(moved(schema), json!({ "description": words }));
        }
    }

    #[test]
    fn a_duplicate_takes_no_room() {
        let long = "a".repeat(300);
        let schema = json!({ "examples": [long, long, "b"] });
        let words = format!("For example \"{long}\" or \"b\"");
        assert_eq!(moved(schema), json!({ "description": words }));
    }

    #[test]
    fn examples_move_in_schemas_but_not_in_values() {
        let schema = json!({
            "properties": {
                "examples": { "examples": ["A07"] },
                "list": { "items": { "examples": [{ "b": 1, "a": "x" }] } },
                "none": { "examples": [] },
            },
            "default": { "examples": ["A07"] },
            "$defs": { "Tree": { "examples": "F12" } },
        });
        assert_eq!(
            moved(schema),
            json!({
                "properties": {
                    "examples": { "description": r#"For example "A07""# },
                    "list": { "items": { "description": r#"For example {"a":"x","b":1}"# } },
                    "none": {},
                },
                "default": { "examples": ["A07"] },
                "$defs": { "Tree": { "description": r#"For example "F12""# } },
            })
        );
    }

    #[test]
    fn only_the_first_example_can_be_long() {
        let long = "x".repeat(1000);
        assert_eq!(
            moved(json!({ "examples": [long, "a"] })),
            json!({ "description": format!("For example \"{long}\"") })
        );
        assert_eq!(
            moved(json!({ "examples": ["a", "b", long, "c"] })),
            json!({ "description": r#"For example "a" or "b""# })
        );
    }

    /// Examples may contain characters that a description must not contain.
    #[test]
    fn invisible_characters_are_escaped() {
        let words = moved(json!({ "examples": ["a\u{200b}b\u{feff}\u{e0041}"] }));
        assert_eq!(
            words,
            json!({ "description": r#"For example "a\u200bb\ufeff\udb40\udc41""# })
        );
        let words = words["description"].as_str().unwrap();
        let example = words.strip_prefix("For example ").unwrap();
        assert_eq!(
            serde_json::from_str::<String>(example).unwrap(),
            "a\u{200b}b\u{feff}\u{e0041}"
        );
    }
}
