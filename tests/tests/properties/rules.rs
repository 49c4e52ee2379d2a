//! Schema rules that serde does not check, such as ranges and lengths. The crate `jsonschema` and the
//! registry must agree on whether each value is valid.

#![allow(dead_code)] // The tests only decode the fields.

use std::collections::BTreeMap;

use mcp_tool_runtime::schema::SchemaProfile;
use mcp_tool_runtime::{Tool, ToolRegistry, mcp_tool, tools};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::choices::Choices;
use crate::mutate::mutate;
use crate::run;
use crate::subject::{Seen, Subject};
use crate::valid_values::admitted;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Order {
    #[schemars(range(min = 1, max = 3))]
    count: i32,
    #[schemars(length(min = 2, max = 4))]
    code: String,
    #[schemars(regex(pattern = r"^[a-z]{1,3}$"))]
    tag: Option<String>,
    #[schemars(range(min = 0.5, max = 2.5))]
    ratio: Option<f64>,
    #[schemars(length(min = 1, max = 2), inner(range(max = 5)))]
    sizes: Option<Vec<u8>>,
    #[serde(default)]
    #[schemars(length(max = 1))]
    steps: BTreeMap<String, Step>,
    percent: Option<Percent>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Step {
    #[schemars(extend("multipleOf" = 5))]
    five: i32,
    #[schemars(extend("multipleOf" = 0.25, "exclusiveMaximum" = 4))]
    quarter: Option<f64>,
    pair: Option<(Percent, String)>,
}

#[derive(Deserialize, JsonSchema)]
struct Percent(#[schemars(range(max = 100))] u8);

#[derive(Deserialize, JsonSchema)]
enum External {
    Unit,
    Newtype(Percent),
    Tuple(Percent, Percent),
    Struct {
        #[schemars(range(min = 2))]
        low: u8,
    },
}

#[derive(Deserialize, JsonSchema)]
#[serde(tag = "kind")]
enum Internal {
    Small {
        #[schemars(range(max = 3))]
        n: i32,
    },
    Large {
        #[schemars(range(min = 30))]
        n: i32,
    },
    Free {
        n: i32,
    },
}

#[derive(Deserialize, JsonSchema)]
#[serde(tag = "t", content = "c")]
enum Adjacent {
    Unit,
    Step(Step),
}

#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
enum Untagged {
    Text(#[schemars(length(max = 2))] String),
    Pair {
        #[schemars(range(max = 3))]
        n: i32,
        m: String,
    },
    Lone {
        #[schemars(range(min = 7))]
        n: i32,
    },
    List(#[schemars(length(max = 2))] Vec<Untagged>),
}

#[derive(Deserialize, JsonSchema)]
struct Flat {
    #[schemars(length(max = 2))]
    own: String,
    #[serde(flatten)]
    percent: Inner,
    #[serde(flatten)]
    which: Internal,
}

#[derive(Deserialize, JsonSchema)]
struct Inner {
    inner: Percent,
    maybe: Option<Percent>,
}

#[derive(Deserialize, JsonSchema)]
struct Open {
    own: Percent,
    #[serde(flatten)]
    others: BTreeMap<String, Step>,
}

#[derive(Deserialize, JsonSchema)]
struct Tree {
    #[schemars(range(max = 9))]
    leaf: u32,
    #[schemars(length(max = 2))]
    children: Vec<Tree>,
}

/// Changes numbers inside `value` a little, so that they may cross a bound.
fn nudge(value: &mut Value, choices: &mut Choices) {
    match value {
        Value::Number(number) if choices.one_in(2) => {
            let by = choices.pick(&[-1.0, 1.0, 0.5, -0.25, 5.0]);
            let moved = number.as_f64().unwrap_or_default() + by;
            *value = match moved.fract() == 0.0 && choices.one_in(2) {
                true => json!(moved as i32),
                false => json!(moved),
            };
        }
        Value::Array(items) => items.iter_mut().for_each(|item| nudge(item, choices)),
        Value::Object(members) => members
            .values_mut()
            .for_each(|member| nudge(member, choices)),
        _ => {}
    }
}

/// Returns whether all numbers lie between −10^9 and 10^9, and all member names are alphanumeric.
fn is_small(value: &Value) -> bool {
    match value {
        Value::Number(number) => number.as_f64().is_some_and(|number| number.abs() < 1e9),
        Value::Array(items) => items.iter().all(is_small),
        Value::Object(members) => members
            .iter()
            // Allow only alphanumeric names, because a dot or a line end in a name makes paths in
            // error messages, such as `it.name`, ambiguous.
            .all(|(name, member)| name.chars().all(char::is_alphanumeric) && is_small(member)),
        _ => true,
    }
}

fn agrees(subject: &Subject) {
    let outcomes = std::cell::RefCell::new([0, 0]);
    run(256, |choices| {
        let mut arguments = admitted(&subject.input_schema, &subject.input_schema, choices);
        match choices.below(3) {
            0 => nudge(&mut arguments, choices),
            1 => mutate(&mut arguments, choices),
            _ => {}
        }
        // Remove `null` arguments, because the registry treats them as absent, but `jsonschema`
        // does not.
        if let Value::Object(members) = &mut arguments {
            members.retain(|_, member| !member.is_null());
        }
        // Skip arguments with large numbers. Only the registry checks formats such as `int32`, so
        // the registry rejects some large numbers that `jsonschema` accepts.
        if !is_small(&arguments) {
            return Ok(());
        }
        let is_published = subject.is_published(&arguments);
        outcomes.borrow_mut()[usize::from(is_published)] += 1;
        subject.is_enforced(&arguments)
    });
    let [refused, taken] = outcomes.into_inner();
    assert!(refused > 8 && taken > 8, "{refused} refused, {taken} taken");
}

macro_rules! rules {
    ($($name:ident: $type:ty $(, $flat:ident, $by_value:ident)?;)*) => {
        mod tool {
            use super::*;
            $(
                /// Takes a value.
                #[mcp_tool]
                pub(super) fn $name(it: $type) {
                    let _ = it;
                }
                $(
                    /// Takes its members.
                    #[mcp_tool]
                    pub(super) fn $flat(#[arg(flatten)] it: $type) {
                        let _ = it;
                    }
                )?
            )*
        }

        $(
            #[test]
            fn $name() {
                for profile in [SchemaProfile::Portable, SchemaProfile::AsGenerated] {
                    let registry = || ToolRegistry::builder(Seen::default()).schema_profile(profile);
                    agrees(&Subject::new(registry().tools(tools![tool::$name]).build().unwrap()));
                }
            }
            $(
                #[test]
                fn $flat() {
                    let registry = ToolRegistry::builder(Seen::default()).tools(tools![tool::$flat]);
                    agrees(&Subject::new(registry.build().unwrap()));
                }

                #[test]
                fn $by_value() {
                    let tool = Tool::builder(stringify!($by_value))
                        .description("Takes its members.")
                        .input::<$type>()
                        .handler(|it, _| async move { let _ = it; });
                    let registry = ToolRegistry::builder(Seen::default()).tool(tool);
                    agrees(&Subject::new(registry.build().unwrap()));
                }
            )?
        )*
    };
}

rules! {
    order: Order, order_flat, order_by_value;
    orders: Vec<Option<Order>>;
    step: Step, step_flat, step_by_value;
    percent: Percent;
    percents: Option<Vec<Percent>>;
    map_of_percents: BTreeMap<u8, Percent>;
    external: External;
    internal: Internal;
    adjacent: Adjacent;
    untagged: Untagged;
    flat: Flat;
    open: Open, open_flat, open_by_value;
    tree: Tree, tree_flat, tree_by_value;
}
