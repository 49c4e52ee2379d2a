//! Many clients use draft-07. Under draft-07, each published schema must accept every value that the same
//! schema accepts under 2020-12. The reverse is not true, because draft-07 ignores newer keywords.

use std::cell::Cell;

use jsonschema::Draft;
use mcp_tool_runtime::ProtocolVersion;
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

/// Keywords that affect validation, and that only draft-07 or only 2020-12 defines.
const OF_ONE_DRAFT: &[&str] = &[
    "prefixItems",
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

/// R25: protocol version 2025-06-18 defines no JSON Schema dialect. Schemas for this version have the same
/// meaning under draft-07 and 2020-12. They accept all values that the schemas for the latest version accept.
#[test]
fn the_oldest_version_gets_schemas_valid_in_both_drafts() {
    let portable = subject_of::all().into_iter();
    for (name, make) in portable.chain(subject_of::all_as_generated()) {
        let subject = make();
        let [newest, oldest] = [ProtocolVersion::LATEST, ProtocolVersion::V2025_06_18]
            .map(|of| subject.definition_for(of));
        for member in ["inputSchema", "outputSchema"] {
            let Some(older) = oldest.get(member) else {
                continue;
            };
            walk(older, &mut |path, schema| {
                let says = |keyword: &str| schema.get(keyword).is_some();
                let foreign = OF_ONE_DRAFT.iter().find(|keyword| says(keyword));
                assert_eq!(foreign, None, "{name}: {path} of {older:#}");
                assert!(!schema["items"].is_array(), "{name}: {path} of {older:#}");
                let beside = schema
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
                    "{name}: {path} of {older:#}"
                );
            });
            if *older != newest[member] {
                means_the_same(name, &newest[member], older);
            }
        }
    }
}

fn means_the_same(name: &str, newest: &Value, older: &Value) {
    let [newest_alone, newer, older_draft] = [
        (newest, Draft::Draft202012),
        (older, Draft::Draft202012),
        (older, Draft::Draft7),
    ]
    .map(|(schema, draft)| {
        let options = jsonschema::options().with_draft(draft);
        options.should_validate_formats(true).build(schema).unwrap()
    });
    run(48, |choices| {
        let mut value = admitted(newest, newest, choices);
        if choices.one_in(2) {
            mutate(&mut value, choices);
        }
        let told = newer.is_valid(&value);
        proptest::prop_assert_eq!(told, older_draft.is_valid(&value), "{}: {}", name, value);
        proptest::prop_assert!(
            told || !newest_alone.is_valid(&value),
            "{name}: {value}\n{newest:#}\n{older:#}"
        );
        Ok(())
    });
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
