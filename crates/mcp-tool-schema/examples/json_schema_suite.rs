//! Runs the cases of the official JSON-Schema-Test-Suite, draft 2020-12, against the validator:
//! `cargo run -p mcp-tool-schema --features regex --example json_schema_suite -- FOLDER`
//!
//! FOLDER contains the suite's files, such as `type.json`. A case passes if the validator is right, or if the
//! schema has an unsupported keyword and the validator does not call the value valid or invalid. Prints for each
//! file how many cases are decided, and fails if one is wrong.

use std::path::PathBuf;
use std::process::ExitCode;

use mcp_tool_schema::validator::Validator;
use serde::Deserialize;
use serde_json::{Map, Value};

#[derive(Deserialize)]
struct Group {
    description: String,
    schema: Value,
    tests: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    description: String,
    data: Value,
    valid: bool,
}

fn main() -> ExitCode {
    let Some(folder) = std::env::args().nth(1) else {
        eprintln!("name the folder `tests/draft2020-12` of JSON-Schema-Test-Suite");
        return ExitCode::FAILURE;
    };
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{folder}: {error}"))
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|end| end == "json"))
        .collect();
    files.sort();
    assert!(!files.is_empty(), "{folder} has no cases");
    let (mut wrong, mut decided, mut all) = (0, 0, 0);
    for path in files {
        let text = std::fs::read_to_string(&path).unwrap();
        let groups: Vec<Group> = serde_json::from_str(&text).unwrap();
        let (mut here, mut total) = (0, 0);
        for group in groups {
            let none = Map::new();
            let root = group.schema.as_object().unwrap_or(&none);
            for case in group.tests {
                total += 1;
                let report = Validator::new(root).validate(&group.schema, &case.data);
                let found = match (report.faults.is_empty(), report.is_complete) {
                    (false, _) => Some(false),
                    (true, true) => Some(true),
                    (true, false) => None,
                };
                here += u32::from(found.is_some());
                if found.is_some_and(|found| found != case.valid) {
                    wrong += 1;
                    println!(
                        "WRONG {}: {}: {}: the value is {}",
                        path.display(),
                        group.description,
                        case.description,
                        if case.valid { "valid" } else { "invalid" },
                    );
                }
            }
        }
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        println!("{name}: {here} of {total} cases decided");
        decided += here;
        all += total;
    }
    println!("{decided} of {all} cases decided, {wrong} wrong");
    if wrong == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
