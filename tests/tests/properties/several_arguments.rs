//! A tool with several arguments. Each may be present, absent or wrong.

use mcp_tool_runtime::{ToolRegistry, mcp_tool, tools};
use mcp_tool_tests::Peer;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use crate::mutate::mutate;
use crate::run;
use crate::subject::{Seen, Subject};
use crate::valid_values::admitted;
use crate::zoo::{AllDefault, Internal, Plain, Point, TransparentOption, Tree};

#[derive(Serialize, JsonSchema)]
struct Several {
    needed: u8,
    maybe: Option<Point>,
    maybe_inside: TransparentOption,
    three: u64,
    kinds: Vec<Plain>,
    filled: AllDefault,
    lent: String,
    lent_list: Vec<Option<i8>>,
    tagged: Option<Internal>,
    tree: Option<Tree>,
    any: Option<Value>,
    float: f32,
}

/// Returns its arguments.
#[mcp_tool]
#[allow(clippy::too_many_arguments)]
fn several(
    needed: u8,
    maybe: Option<Point>,
    maybe_inside: TransparentOption,
    #[arg(default = 3)] three: u64,
    #[arg(default, rename = "the-kinds")] kinds: Vec<Plain>,
    #[arg(default)] filled: AllDefault,
    #[arg(default = "lent")] lent: &str,
    lent_list: &[Option<i8>],
    tagged: Option<Internal>,
    tree: Option<Tree>,
    any: Option<Value>,
    #[arg(default = f32::MAX)] float: f32,
) -> Several {
    Several {
        needed,
        maybe,
        maybe_inside,
        three,
        kinds,
        filled,
        lent: lent.to_owned(),
        lent_list: lent_list.to_vec(),
        tagged,
        tree,
        any,
        float,
    }
}

fn registry() -> ToolRegistry<Seen> {
    let builder = ToolRegistry::builder(Seen::default());
    builder.tools(tools![several]).build().unwrap()
}

#[test]
fn admitted_values_are_accepted() {
    let subject = Subject::new(registry());
    run(256, |choices| {
        let arguments = admitted(&subject.input_schema, &subject.input_schema, choices);
        subject.is_enforced(&arguments)
    });
}

#[test]
fn accepted_values_are_admitted() {
    let subject = Subject::new(registry());
    run(256, |choices| {
        let mut arguments = admitted(&subject.input_schema, &subject.input_schema, choices);
        mutate(&mut arguments, choices);
        subject.is_enforced(&arguments)
    });
}

/// For an optional argument, `null`, absence and the published default have the same effect.
#[test]
fn absent_and_null_mean_the_default() {
    let registry = registry();
    let peer = Peer::new(&registry);
    let subject = Subject::new(registry.clone());
    let properties = subject.input_schema["properties"].as_object().unwrap();
    let required = subject.input_schema["required"].as_array().unwrap();
    assert_eq!(required, &["needed", "lent_list"]);
    run(256, |choices| {
        let mut arguments = admitted(&subject.input_schema, &subject.input_schema, choices);
        let members = arguments.as_object_mut().unwrap();
        for name in properties.keys() {
            if !required.contains(&json!(name)) {
                members.remove(name);
            }
        }
        let without = peer.call("several", arguments.clone());
        for (name, schema) in properties {
            if required.contains(&json!(name)) {
                continue;
            }
            let given = schema.get("default").unwrap_or(&Value::Null);
            arguments[name] = choices.pick(&[Value::Null, given.clone()]);
        }
        let with = peer.call("several", arguments);
        proptest::prop_assert_eq!(with, without);
        Ok(())
    });
}
