//! Flattened structs and maps.

use std::collections::BTreeMap;

use mcp_tool_runtime::schema::SchemaProfile;
use mcp_tool_runtime::{ToolRegistry, mcp_tool, tools};
use proptest::prop_assert_eq;
use serde_json::{Map, Value, json};

use crate::cases::integers_as_floats_are_the_same;
use crate::mutate::mutate;
use crate::run;
use crate::subject::{Seen, Subject};
use crate::valid_values::admitted;
use crate::zoo::*;

macro_rules! flattened {
    ($($name:ident: $type:ty;)*) => {
        mod tool {
            use super::*;
            $(
                /// Returns its members.
                #[mcp_tool]
                pub(super) fn $name(#[arg(flatten)] it: $type, #[state] _seen: &Seen) -> $type {
                    it
                }
            )*
        }

        fn all(profile: SchemaProfile) -> Vec<Subject> {
            vec![$({
                let builder = ToolRegistry::builder(Seen::default()).schema_profile(profile);
                Subject::new(builder.tools(tools![tool::$name]).build().unwrap())
            },)*]
        }
    };
}

flattened! {
    options: Options;
    numbers: Numbers;
    point: Point;
    renamed: Renamed;
    lean: Lean;
    strict: Strict;
    all_default: AllDefault;
    with_defaults: WithDefaults;
    documented: Documented;
    holds_newtype_option: HoldsNewtypeOption;
    holds_transparent_option: HoldsTransparentOption;
    shared: Shared;
    aliased: Aliased;
    tree: Tree;
    forest: Forest;
    written: Written;
    flat: Flat;
    flat_numbers: FlatNumbers;
    flat_float: FlatFloat;
    flat_map: FlatMap;
    flat_anything: FlatAnything;
    flat_strict: FlatStrict;
    flat_twice: FlatTwice;
    flat_default: FlatDefault;
    flat_option: FlatOption;
    flat_option_wide: FlatOptionWide;
    holds_flat: HoldsFlat;
    map: BTreeMap<String, i32>;
    map_of_options: BTreeMap<String, Option<u8>>;
    map_of_lists: BTreeMap<String, Vec<Point>>;
}

/// The schema profile changes the schemas of these tools, but not which calls the registry accepts.
#[test]
fn both_schema_profiles_accept_the_same_calls() {
    let pairs = all(SchemaProfile::Portable).into_iter();
    for (portable, generated) in pairs.zip(all(SchemaProfile::AsGenerated)) {
        run(96, |choices| {
            let mut arguments = admitted(&portable.input_schema, &portable.input_schema, choices);
            mutate(&mut arguments, choices);
            let arguments = serde_json::from_str(&arguments.to_string()).unwrap();
            let [one, other] = [&portable, &generated].map(|subject| subject.call(&arguments));
            prop_assert_eq!(
                &one["isError"],
                &other["isError"],
                "{}: {}",
                portable.tool,
                arguments
            );
            // Do not compare errors, because their text depends on the published schema.
            if one["isError"] != true {
                prop_assert_eq!(one, other, "{}: {}", portable.tool, arguments);
            }
            Ok(())
        });
    }
}

#[test]
fn integers_written_as_floats_give_the_same_result() {
    for subject in all(SchemaProfile::Portable) {
        integers_as_floats_are_the_same(&subject);
    }
}

/// If an argument's type accepts no string, the registry decodes a string as JSON, or rejects the call. The
/// registry never drops the argument.
#[test]
fn json_in_a_string_is_read_or_rejected() {
    for profile in [SchemaProfile::Portable, SchemaProfile::AsGenerated] {
        for subject in all(profile) {
            let schema = &subject.input_schema;
            run(96, |choices| {
                let arguments = admitted(schema, schema, choices);
                let arguments: Map<String, Value> =
                    serde_json::from_str(&arguments.to_string()).unwrap();
                let name = arguments
                    .keys()
                    .nth(choices.below(arguments.len()))
                    .cloned();
                let Some(name) = name else {
                    return Ok(());
                };
                let mut in_a_string = arguments.clone();
                in_a_string[&name] = json!(arguments[&name].to_string());
                let in_a_string = Value::Object(in_a_string);
                let result = subject.call(&in_a_string);
                // Skip calls that the registry rejects. Also skip calls that are valid under the
                // published schema. In such a call, the registry can use the string unchanged
                // instead of decoding the JSON in the string, so `result` could differ from
                // `expected`.
                if result["isError"] == true || subject.is_published(&in_a_string) {
                    return Ok(());
                }
                let expected = subject.call(&Value::Object(arguments));
                prop_assert_eq!(result, expected, "{}: {}", subject.tool, in_a_string);
                Ok(())
            });
        }
    }
}
