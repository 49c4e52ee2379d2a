//! Draft-07, which many clients use: what 2020-12 admits, it admits. The other way it does not
//! hold, for words that it does not know.

use std::cell::Cell;

use jsonschema::Draft;
use mcp_tool_tests::published::hand_over;
use mcp_tool_tests::schema::of_tool;
use serde_json::Value;

use crate::from_schema::admitted;
use crate::mutate::mutate;
use crate::{run, subject_of};

/// The schemas of each type, as input and as output.
fn schemas() -> Vec<(&'static str, Value)> {
    let all = subject_of::all().into_iter();
    all.flat_map(|(name, make)| {
        let definition = make().definition();
        let schemas: Vec<_> = of_tool(&definition).cloned().collect();
        schemas.into_iter().map(move |schema| (name, schema))
    })
    .collect()
}

#[test]
fn every_type_has_schemas_of_both() {
    for (name, schema) in schemas() {
        let valid = jsonschema::draft202012::meta::validate(&schema);
        assert!(valid.is_ok(), "{name}: {:?}\n{schema:#}", valid.err());
        let valid = jsonschema::draft7::meta::validate(&schema);
        assert!(valid.is_ok(), "{name}: {:?}\n{schema:#}", valid.err());
    }
    // For validators that are no Rust (`tests/ajv/run`).
    let tools = subject_of::all().into_iter();
    let tools: Vec<_> = tools.map(|(_, make)| make().definition()).collect();
    hand_over("types.json", &tools);
}

#[test]
fn what_2020_12_admits_draft_7_admits() {
    let (admitted_by_it, all) = (Cell::new(0), Cell::new(0));
    // The values are made with arguments in mind, which end somewhere; an answer of a type that
    // contains itself may not.
    let schemas = schemas().into_iter();
    for (name, schema) in schemas.filter(|(_, schema)| schema.get("$defs").is_none()) {
        let [newer, older] = [Draft::Draft202012, Draft::Draft7].map(|draft| {
            let options = jsonschema::options().with_draft(draft);
            options
                .should_validate_formats(true)
                .build(&schema)
                .unwrap()
        });
        run(48, |choices| {
            let mut value = admitted(&schema, &schema, choices);
            if choices.one_in(2) {
                mutate(&mut value, choices);
            }
            all.set(all.get() + 1);
            if newer.is_valid(&value) {
                admitted_by_it.set(admitted_by_it.get() + 1);
                proptest::prop_assert!(older.is_valid(&value), "{name}: {value}\n{schema:#}");
            }
            Ok(())
        });
    }
    let (admitted_by_it, all) = (admitted_by_it.get(), all.get());
    assert!(admitted_by_it * 3 > all, "only {admitted_by_it} of {all}");
}
