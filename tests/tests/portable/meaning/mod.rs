//! Checks that a schema accepts the same values before and after the portable transformation. The module
//! `reference` first applies the intended differences to the original schema. The tests also check the form
//! of the transformed schema.
//!
//! By default, each run uses the same cases. `PROPTEST_CASES` sets the number of cases, and makes the seed
//! random. `PROPTEST_RNG_SEED` sets the seed.

mod cases;
mod choices;
mod compositions;
mod grammar;
mod reference;
mod values;

use mcp_tool_runtime::__private::portable_schema;
use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestCaseError, TestError, TestRunner};
use schemars::Schema;
use serde_json::Value;

use choices::{Choices, ensure};
use grammar::document;
use reference::{Differences, reference};
use values::candidate;

/// The number of bytes that each `anyOf`, `oneOf`, `prefixItems` or list of types adds to the size limit of
/// the transformed schema.
const MAX_GROWTH: usize = 4 * 1024;

fn run(property: impl Fn(&mut Choices) -> Result<(), TestCaseError>) {
    let mut config = ProptestConfig::default();
    if std::env::var_os("PROPTEST_CASES").is_none() {
        config.cases = 512;
        if std::env::var_os("PROPTEST_RNG_SEED").is_none() {
            config.rng_seed = RngSeed::Fixed(1);
        }
    }
    config.failure_persistence = None;
    config.max_shrink_iters = 20_000;
    let numbers = prop::collection::vec(any::<u32>(), 0..600);
    let outcome =
        TestRunner::new(config).run(&numbers, |numbers| property(&mut Choices::new(numbers)));
    match outcome {
        Ok(()) => {}
        Err(TestError::Fail(reason, _)) => panic!("{reason}"),
        Err(error) => panic!("{error}"),
    }
}

fn portable(schema: &Value, for_input: bool) -> Value {
    let schema = Schema::try_from(schema.clone()).expect("a schema");
    portable_schema(schema, for_input).to_value()
}

fn validator(schema: &Value) -> jsonschema::Validator {
    let options = jsonschema::options().with_draft(jsonschema::Draft::Draft202012);
    let options = options.should_validate_formats(true);
    options
        .build(schema)
        .unwrap_or_else(|error| panic!("{error}: {schema}"))
}

/// A schema before and after the transformation. The first two validators are for `before` with the intended
/// differences. For input schemas, the second also rejects `null` in optional members. The third validator is
/// for `after`.
struct Compared {
    before: Value,
    after: Value,
    validators: [jsonschema::Validator; 3],
}

impl Compared {
    fn new(before: Value, for_input: bool) -> Self {
        let after = portable(&before, for_input);
        let with = |without_null| {
            reference(
                &before,
                Differences {
                    for_input,
                    without_null,
                },
            )
        };
        let validators = [
            validator(&with(false)),
            validator(&with(for_input)),
            validator(&after),
        ];
        Compared {
            before,
            after,
            validators,
        }
    }

    /// Checks that both schemas accept or both reject a value. Skips a value if its validity depends on
    /// whether optional members accept `null`. Returns whether the first validator accepts the value.
    fn agree(&self, value: &Value) -> Result<bool, TestCaseError> {
        let [with_null, without_null, after] =
            self.validators.each_ref().map(|it| it.is_valid(value));
        ensure(with_null != without_null || after == with_null, || {
            let (before, now) = (&self.before, &self.after);
            format!("{value}: {with_null} before, {after} after\n{before}\n{now}")
        })?;
        Ok(with_null)
    }
}

fn keeps_meaning(for_input: bool) {
    let (admitted, all) = (std::cell::Cell::new(0), std::cell::Cell::new(0));
    run(|choices| {
        let compared = Compared::new(document(choices), for_input);
        for _ in 0..8 {
            let value = candidate(&compared.before, &compared.before, choices);
            all.set(all.get() + 1);
            admitted.set(admitted.get() + u32::from(compared.agree(&value)?));
        }
        Ok(())
    });
    let (admitted, all) = (admitted.get(), all.get());
    assert!(
        admitted * 4 > all && admitted * 4 < all * 3,
        "{admitted} of {all} are admitted"
    );
}

#[test]
fn the_meaning_of_input_schemas_stays() {
    keeps_meaning(true);
}

#[test]
fn the_meaning_of_output_schemas_stays() {
    keeps_meaning(false);
}

#[test]
fn schemas_have_the_portable_form() {
    run(|choices| {
        let before = document(choices);
        for for_input in [true, false] {
            has_form(&before, for_input)?;
        }
        Ok(())
    });
}

fn has_form(before: &Value, for_input: bool) -> Result<(), TestCaseError> {
    let after = portable(before, for_input);
    ensure(after == portable(before, for_input), || {
        format!("differs: {before}")
    })?;
    let again = portable(&after, for_input);
    ensure(after == again, || {
        format!("again:\n{before}\n{after}\n{again}")
    })?;
    is_short(before, &after)?;
    let faults = jsonschema::draft202012::meta::validate(&after);
    ensure(faults.is_ok(), || format!("{faults:?}:\n{before}\n{after}"))?;
    let mut wrong = None;
    every(&after, &mut |schema| {
        let of_2020 = ["oneOf", "unevaluatedProperties", "unevaluatedItems"];
        let is_right = schema.is_object()
            && of_2020.iter().all(|keyword| schema.get(*keyword).is_none())
            && !schema["type"].is_array()
            && schema["required"].as_array().is_none_or(|names| {
                names
                    .iter()
                    .enumerate()
                    .all(|(position, name)| !names[..position].contains(name))
            });
        if !is_right {
            wrong.get_or_insert_with(|| schema.clone());
        }
    });
    ensure(wrong.is_none(), || {
        format!("{wrong:?} in\n{before}\n{after}")
    })
}

/// Checks that the transformed schema stays within a size limit. Each `anyOf`, `oneOf`, `prefixItems` and list
/// of types raises the limit. The transformation may copy keywords into branches, and schemas from `prefixItems`
/// into `items`.
fn is_short(before: &Value, after: &Value) -> Result<(), TestCaseError> {
    let mut grows = 0;
    every(before, &mut |schema| {
        let lists = ["anyOf", "oneOf", "type", "prefixItems"].into_iter();
        grows += lists.filter(|keyword| schema[*keyword].is_array()).count();
    });
    let [before, after] = [before, after].map(|schema| schema.to_string().len());
    let limit = 3 * before + 64 + grows * MAX_GROWTH;
    ensure(after <= limit, || format!("{before} bytes became {after}"))
}

/// Visits a schema and all schemas inside it. Skips the conditions `not` and `if`, which the transformation does not
/// change, and `false` as `additionalProperties`.
fn every(schema: &Value, then: &mut dyn FnMut(&Value)) {
    then(schema);
    for (keyword, value) in schema.as_object().into_iter().flatten() {
        match (keyword.as_str(), value) {
            (
                "properties" | "patternProperties" | "dependentSchemas" | "$defs",
                Value::Object(named),
            ) => named.values().for_each(|inner| every(inner, then)),
            ("allOf" | "anyOf" | "oneOf" | "prefixItems", Value::Array(all)) => {
                all.iter().for_each(|inner| every(inner, then));
            }
            ("additionalProperties", Value::Bool(false)) => {}
            (
                "items"
                | "contains"
                | "then"
                | "else"
                | "additionalProperties"
                | "unevaluatedProperties"
                | "unevaluatedItems"
                | "propertyNames",
                inner,
            ) => every(inner, then),
            _ => {}
        }
    }
}
