//! Many clients use draft-07. Under draft-07, each published schema must accept every value that the same
//! schema accepts under 2020-12. The reverse is not true, because draft-07 ignores newer keywords.

use std::cell::Cell;

use jsonschema::Draft;
use mcp_tool_tests::definitions::hand_over;
use mcp_tool_tests::schema::{of_tool, walk};
use serde_json::Value;

use crate::mutate::mutate;
use crate::valid_values::admitted;
use crate::{run, subject_of};

/// Returns the input and output schemas of each tool, each with the name of the tool.
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
fn every_type_has_schemas_of_both_drafts() {
    for (name, schema) in schemas() {
        let valid = jsonschema::draft202012::meta::validate(&schema);
        assert!(valid.is_ok(), "{name}: {:?}\n{schema:#}", valid.err());
        let valid = jsonschema::draft7::meta::validate(&schema);
        assert!(valid.is_ok(), "{name}: {:?}\n{schema:#}", valid.err());
    }
    // If the script `tests/ajv/run` runs this test, `hand_over` writes the file `types.json`, and
    // the script checks the file with Ajv. In other runs, `hand_over` writes no file.
    let tools = subject_of::all().into_iter();
    let tools: Vec<_> = tools.map(|(_, make)| make().definition()).collect();
    hand_over("types.json", &tools);
}

/// Keywords that affect validation, and that only draft-07 or only 2020-12 defines. `prefixItems` is not in the list:
/// 2020-12 accepts fewer values than draft-07, which reads only `items`.
const OF_ONE_DRAFT: &[&str] = &[
    "dependentRequired",
    "dependentSchemas",
    "dependencies",
    "additionalItems",
    "unevaluatedProperties",
    "unevaluatedItems",
    "minContains",
    "maxContains",
    "$dynamicRef",
    "$anchor",
];

/// R25: protocol versions up to 2025-06-18 define no JSON Schema dialect. So schemas use no keyword that only
/// draft-07 or only 2020-12 defines.
#[test]
fn each_version_gets_schemas_valid_in_both_drafts() {
    for (name, schema) in schemas() {
        walk(&schema, &mut |path, part| {
            let says = |keyword: &str| part.get(keyword).is_some();
            let foreign = OF_ONE_DRAFT.iter().find(|keyword| says(keyword));
            assert_eq!(foreign, None, "{name}: {path} of {schema:#}");
            assert!(!part["items"].is_array(), "{name}: {path} of {schema:#}");
            let beside = part
                .as_object()
                .into_iter()
                .flat_map(|keywords| keywords.keys());
            let may = [
                "$ref",
                "$defs",
                "description",
                "default",
                "title",
                "examples",
            ];
            let beside = beside.filter(|keyword| !may.contains(&keyword.as_str()));
            assert!(
                !says("$ref") || beside.count() == 0,
                "{name}: {path} of {schema:#}"
            );
        });
    }
}

#[test]
fn draft_7_admits_what_2020_12_admits() {
    let (admitted_by_it, all) = (Cell::new(0), Cell::new(0));
    // Skip schemas with `$defs`, because they can be recursive.
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
