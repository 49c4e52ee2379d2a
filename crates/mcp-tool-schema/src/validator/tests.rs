//! Values, and the faults that the validator finds in them.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::{Map, Value, json};

use super::unsupported::UNSUPPORTED;
use super::walk::Walk;
use super::work::{WORK, WORK_PER_UNIT, size};
use super::*;

/// Returns `place: words` for each fault.
fn texts(report: &Report<'_>, root: &Map<String, Value>) -> Vec<String> {
    let text = |fault: &Fault<'_>| format!("{}: {}", fault.place(), fault.words(root));
    report.faults.iter().map(text).collect()
}

/// Checks the values in `cases.txt`. Also checks that `accepts` agrees.
#[test]
fn faults_of_values() {
    let mut schema = Value::Null;
    let mut lines = include_str!("cases.txt").lines().peekable();
    let mut values = 0;
    while let Some(line) = lines.next() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let json = serde_json::from_str(line).unwrap();
        let Some(_) = line.strip_prefix("  ") else {
            schema = json;
            continue;
        };
        let mut faults = Vec::new();
        while let Some(fault) = lines.next_if(|line| line.starts_with("    ")) {
            faults.push(fault.trim_start());
        }
        values += 1;
        // Patterns need the feature `regex`.
        if schema.to_string().contains("attern") && cfg!(not(feature = "regex")) {
            continue;
        }
        let root = schema.as_object().unwrap();
        let validator = Validator::new(root);
        let report = validator.validate(&schema, &json);
        assert_eq!(texts(&report, root), faults, "{json} in {schema}");
        assert_eq!(report.is_valid(), faults.is_empty(), "{json} in {schema}");
        assert_eq!(validator.accepts(&schema, &json), faults.is_empty());
        assert_eq!(report.more, 0);
    }
    assert!(values > 60, "{values}");
}

/// `docs/SCHEMA-LIMITS.md` lists as supported the keywords with a case in `cases.txt`.
#[test]
fn documented_keywords() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/SCHEMA-LIMITS.md");
    let page = std::fs::read_to_string(page).unwrap();
    let (_, section) = page.split_once("# Supported keywords").unwrap();
    let rows = section.lines().filter(|line| line.starts_with("| `"));
    let (mut supported, mut ignored, mut unsupported) = Default::default();
    for row in rows {
        let (keywords, words) = row[1..].split_once('|').unwrap();
        let list: &mut BTreeSet<_> = match words.split_whitespace().next() {
            Some("ignores") => &mut ignored,
            Some("supports") => &mut unsupported,
            _ => &mut supported,
        };
        list.extend(keywords.split('`').skip(1).step_by(2));
    }
    let mut used = BTreeSet::from(["$id", "$schema"].map(str::to_owned));
    for line in include_str!("cases.txt").lines() {
        if let Ok(Value::Object(schema)) = serde_json::from_str(line)
            && !line.starts_with(' ')
        {
            find_schema(&schema, &mut |schema, _| {
                used.extend(schema.keys().filter(|name| *name != "$defs").cloned());
                None::<()>
            });
        }
    }
    assert!(used.iter().eq(&supported), "{used:?}");
    assert_eq!(
        BTreeSet::from_iter(UNSUPPORTED.iter().copied()),
        unsupported
    );
    assert!(!ignored.is_empty());
    for keyword in ignored {
        let schema = json!({ keyword: { "not": {} } });
        let root = schema.as_object().unwrap();
        assert!(
            Validator::new(root).accepts(&schema, &json!(1)),
            "{keyword}"
        );
    }
}

/// An invalid pattern rejects nothing, but no value is valid. References in a circle end at a limit.
#[test]
fn schemas_that_cannot_be_evaluated() {
    let value = json!({ "a": 1 });
    for schema in [
        json!({ "items": {}, "allOf": [{ "$id": "other.json" }] }),
        json!({ "properties": { "a": { "$ref": "other.json" } } }),
        json!({ "additionalProperties": { "$dynamicRef": "#" } }),
        json!({ "patternProperties": { "(": false } }),
        json!({ "patternProperties": { "(": true, "b": true }, "additionalProperties": false }),
        json!({ "not": { "$schema": "http://json-schema.org/draft-07/schema#" } }),
        json!({ "$ref": "#/$defs/A", "$defs": { "A": { "$ref": "#/$defs/B" }, "B": { "$ref": "#/$defs/A" } } }),
    ] {
        let root = schema.as_object().unwrap();
        let report = Validator::new(root).validate(&schema, &value);
        assert!(report.faults.is_empty() && !report.is_complete, "{schema}");
        assert_eq!(report.is_exhausted, schema.get("$defs").is_some());
        assert!(!Validator::new(root).accepts(&schema, &value));
    }
}

#[test]
fn long_lists_are_cut() {
    let schema = json!({ "items": { "type": "string" } });
    let value = json!(vec![0; 30]);
    let root = schema.as_object().unwrap();
    let report = Validator::new(root).validate(&schema, &value);
    assert_eq!((report.faults.len(), report.more), (20, 10));
    assert_eq!(report.faults[19].place(), "[19]");
}

/// The levels of this value multiply the work.
#[test]
fn work_is_bounded() {
    let twice = json!({ "items": { "$ref": "#" } });
    let schema = json!({ "allOf": [twice, twice] });
    let mut value = json!(1);
    for _ in 0..60 {
        value = json!([value]);
    }
    let root = schema.as_object().unwrap();
    let report = Validator::new(root).validate(&schema, &value);
    assert!(report.is_exhausted && !report.is_complete && !report.is_valid());
    assert!(!Validator::new(root).accepts(&schema, &value));
    // A large value without branches extends the budget.
    let list = json!({ "type": "array", "items": { "type": "integer" } });
    let value = json!(vec![1; 100_000]);
    assert!(
        Validator::new(&Map::new())
            .validate(&list, &value)
            .is_valid()
    );
}

/// At each level of a recursive enum, the walk first tries all branches, and then lists the faults in the best one. It
/// tries a branch only once with each value.
#[test]
fn levels_of_a_recursive_enum_do_not_multiply_the_work() {
    let schema = json!({ "anyOf": [
        { "type": "array", "items": { "$ref": "#" }, "minItems": 1 },
        { "type": "string" },
    ] });
    let mut value = Value::from(vec!["a"; 50_000]);
    value[49_999] = json!(1);
    for _ in 0..100 {
        value = json!([value, "a"]);
    }
    let mut places = Vec::new();
    let mut list = |fault: Fault<'_>| places.push(fault.place());
    let root = schema.as_object().unwrap();
    let mut walk = Walk::new(Validator::new(root), &value);
    walk.list = Some(&mut list);
    assert!(walk.visit(&schema, &value).is_ok());
    let work = WORK + size(&value) * WORK_PER_UNIT - walk.work;
    assert!(work < 600_000, "{work}");
    assert_eq!(places, [format!("{}[49999]", "[0]".repeat(100))]);
}

/// The walk looks up each item in a hash map, and does not compare all pairs of items.
#[test]
fn unique_items_are_found_in_one_pass() {
    let schema = json!({ "uniqueItems": true });
    let mut items: Vec<_> = (0..100_000).map(|number| json!([number])).collect();
    let found = |items: &[Value]| {
        let value = json!(items);
        let mut places = Vec::new();
        let mut list = |fault: Fault<'_>| places.push(format!("{:?}", fault.kind));
        let root = Map::new();
        let mut walk = Walk::new(Validator::new(&root), &value);
        walk.list = Some(&mut list);
        assert!(walk.visit(&schema, &value).is_ok());
        let work = WORK + size(&value) * WORK_PER_UNIT - walk.work;
        assert!(work < 300_000, "{work}");
        places
    };
    assert!(found(&items).is_empty());
    items.push(json!([77.0]));
    assert_eq!(found(&items), ["Repeated(77, 100000)"]);
}

#[test]
fn null_stands_for_absence() {
    let schema = json!({
        "properties": { "needed": { "type": "integer" }, "maybe": { "type": "integer" } },
        "required": ["needed"],
        "additionalProperties": { "type": "string" },
    });
    let root = schema.as_object().unwrap();
    let value = json!({ "needed": null, "maybe": null, "more": null });
    let faults = |validator: Validator<'_>| texts(&validator.validate_document(&value), root);
    let [maybe, more, needed] = [
        ("maybe", "an integer"),
        ("more", "a string"),
        ("needed", "an integer"),
    ]
    .map(|(name, kind)| format!(".{name}: expected {kind}, got null"));
    assert_eq!(
        faults(Validator::new(root)),
        [maybe, more.clone(), needed.clone()]
    );
    assert_eq!(
        faults(Validator::new(root).null_is_absent()),
        [more, needed]
    );
}

/// Without rules, only the faults that a decoder can find count.
#[test]
fn rules_can_be_ignored() {
    let schema = json!({
        "minProperties": 9,
        "propertyNames": { "maxLength": 1 },
        "not": { "required": ["number"] },
        "properties": {
            "list": { "uniqueItems": true, "items": { "type": "integer" } },
            "long": { "contains": { "type": "string" } },
            "number": { "type": "integer", "maximum": 3 },
        },
    });
    let value = json!({ "list": [1, 1, "a"], "long": [], "number": 4 });
    let validator = Validator::new(schema.as_object().unwrap());
    let places = |report: Report<'_>, is_rule: bool| {
        let faults = report.faults.into_iter();
        let faults = faults.filter(|fault| fault.kind.is_rule() == is_rule);
        faults.map(|fault| fault.place()).collect::<Vec<_>>()
    };
    let all = || validator.validate_document(&value);
    let without = || validator.without_rules().validate_document(&value);
    assert_eq!(places(all(), true), ["", ".list", ".long", ".number"]);
    assert_eq!(places(all(), false), [".list[2]"]);
    assert_eq!(places(without(), true), [""; 0]);
    assert_eq!(places(without(), false), [".list[2]"]);
}

/// The list has integers that some JSON parsers round only if the validator lists doubts.
#[test]
fn doubts() {
    let schema = json!({ "items": { "type": "integer" } });
    let root = schema.as_object().unwrap();
    let value = json!([1, 9_007_199_254_740_993_u64]);
    assert!(Validator::new(root).validate_document(&value).is_valid());
    let mut validator = Validator::new(root);
    validator.lists_doubts = true;
    let report = validator.validate_document(&value);
    assert_eq!(
        texts(&report, root),
        ["[1]: expected an integer that its type can hold, got 9007199254740993"]
    );
}

/// `faults` lists only what `keep` accepts, and `argument_faults` only some members and the unknown ones.
#[test]
fn faults_can_be_chosen() {
    let schema = json!({
        "properties": { "a": { "type": "integer" }, "b": { "type": "integer" } },
        "additionalProperties": { "type": "integer" },
    });
    let validator = Validator::new(schema.as_object().unwrap());
    let value = json!({ "a": "x", "b": "x", "c": "x" });
    let places = |report: Report<'_>| report.faults.iter().map(Fault::place).collect::<Vec<_>>();
    let not_b = &mut |fault: &Fault<'_>| fault.place() != ".b";
    assert_eq!(
        places(validator.faults(&schema, &value, not_b)),
        [".a", ".c"]
    );
    let of_b = validator.argument_faults(&value, &|name| name == "b", &mut |_| true);
    assert_eq!(places(of_b), [".b", ".c"]);
}

/// The validator only counts the faults behind the limit. If it also compared their names, this list would take
/// minutes.
#[test]
fn many_misspelt_members_are_only_counted() {
    let schema = json!({ "items": {
        "properties": { "text": {}, "quantity": {} },
        "required": ["text", "quantity"],
        "additionalProperties": false,
    } });
    let value = Value::Array(vec![json!({ "texd": 1, "quantty": 1 }); 100_000]);
    let root = Map::new();
    let report = Validator::new(&root).validate(&schema, &value);
    assert_eq!(report.faults.len(), 20);
    // A misspelt member is one fault. Behind the last compared name, it counts twice.
    let compared = COMPARED_NAMES / 8;
    assert_eq!(report.more, compared * 2 + (100_000 - compared) * 4 - 20);
}

/// The right member is missing, and the misspelt one is unknown: this is one fault, also behind the limit.
#[test]
fn a_misspelt_member_is_one_fault() {
    let schema = json!({ "items": {
        "properties": { "text": {}, "quantity": { "type": "integer" } },
        "required": ["text", "quantity"],
        "additionalProperties": false,
    } });
    let value = Value::Array(vec![json!({ "texd": 1, "quantity": "a" }); 100]);
    let root = Map::new();
    let report = Validator::new(&root).validate(&schema, &value);
    assert_eq!((report.faults.len(), report.more), (20, 180));
}
