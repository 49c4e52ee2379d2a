//! What somebody sees who makes a mistake. The policy is in `ui/README.md`.

use std::collections::BTreeSet;
use std::fs;

// The other side of each mistake. They are modules and no cases of trybuild, which would build all
// dependencies once more.
#[path = "ui/pass/each_derive.rs"]
mod each_derive;
#[path = "ui/pass/each_form_of_list.rs"]
mod each_form_of_list;
#[path = "ui/pass/each_odd_spelling.rs"]
mod each_odd_spelling;
#[path = "ui/pass/each_option.rs"]
mod each_option;
#[path = "ui/pass/each_shape_of_argument.rs"]
mod each_shape_of_argument;
#[path = "ui/pass/each_shape_of_method.rs"]
mod each_shape_of_method;
#[path = "ui/pass/each_type_of_answer.rs"]
mod each_type_of_answer;
#[path = "ui/pass/made_by_a_macro.rs"]
mod made_by_a_macro;
#[path = "ui/pass/named_like_types_of_the_sdk.rs"]
mod named_like_types_of_the_sdk;

#[path = "ui/checks/as_method.rs"]
mod as_method;
#[path = "ui/checks/case.rs"]
mod case;
#[path = "ui/checks/diagnostics.rs"]
mod diagnostics;
#[path = "ui/checks/message.rs"]
mod message;
#[path = "ui/checks/policy.rs"]
mod policy;

use case::Case;

#[test]
fn mistakes_do_not_compile() {
    if let Some(folder) = case::started_for() {
        return case::all_fail(&[&format!("{folder}/*")]);
    }
    if case::is_the_recorded_compiler() {
        return case::all_fail(&[&format!("{}/*", case::FAIL), case::RUSTC]);
    }
    // Another compiler has other words: there, it is enough that every case fails. trybuild cannot
    // be asked for that, but it can be asked to write down whatever it sees, beside copies.
    let copies = case::scratch("ui");
    for case in case::cases() {
        case::copy(&case, &case.source, &copies);
    }
    case::record(&copies);
}

#[test]
fn what_is_right_compiles() {
    each_option::main();
    each_odd_spelling::main();
    named_like_types_of_the_sdk::main();
    each_shape_of_argument::main();
    each_shape_of_method::main();
    each_type_of_answer::main();
    each_form_of_list::main();
    each_derive::main();
    made_by_a_macro::main();
    for entry in fs::read_dir("tests/ui/pass").unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            continue;
        }
        let name = path.file_stem().unwrap().to_str().unwrap();
        let call = format!("{name}::main();");
        assert!(
            include_str!("ui.rs").contains(&call),
            "`{call}` is missing here"
        );
    }
}

/// The folders where it makes no difference whether a tool is a function or a method.
const SAME_FOR_METHODS: &[&str] = &[
    "answer_type",
    "argument",
    "argument_type",
    "constraint",
    "context",
    "description",
    "header",
    "icon",
    "meta",
    "name",
    "option",
    "running",
    "signature",
    "state",
    "text",
    "version",
    "warning",
];

/// Cases of these folders that are about functions alone: keys that a method does not have, the
/// struct beside a function, and what rustc itself does not let be a method.
const OTHER_FOR_METHODS: &[&str] = &[
    "name/of_a_crate_that_the_body_uses",
    "option/number_without_a_key",
    "option/unknown_key",
    "option/word_that_resembles_nothing",
    "signature/test",
];

/// Whoever moves a tool into an `impl` block is told the same, at the same token.
#[test]
fn a_method_is_told_the_same() {
    if case::started_for().is_some() || !case::is_the_recorded_compiler() {
        return;
    }
    let methods = case::scratch("ui_methods");
    let mut copies = Vec::new();
    for case in case::cases() {
        let path = format!("{}/{}", case.folder(), case.name());
        let is_other = OTHER_FOR_METHODS.contains(&path.as_str());
        if SAME_FOR_METHODS.contains(&case.folder())
            && !is_other
            && let Some(source) = as_method::as_method(&case.source)
        {
            let copy = case::copy(&case, &source, &methods);
            copies.push((case, copy));
        }
    }
    assert!(copies.len() > 200, "only {} cases found", copies.len());
    case::record(&methods);
    let mut faults = Vec::new();
    for (case, copy) in copies {
        let said = fs::read_to_string(copy.with_extension("stderr")).unwrap();
        let expected = message::errors(case.message.as_deref().unwrap_or_default());
        let said_errors = message::errors(&said);
        if said_errors != expected {
            faults.push(format!("{}:\n{expected:#?}\n{said}", case.path.display()));
        }
    }
    assert!(
        faults.is_empty(),
        "\n{}\n{}",
        faults.join("\n"),
        faults.len()
    );
}

/// A message that nobody would be grateful for does not get in by `TRYBUILD=overwrite`.
#[test]
fn recorded_messages_help() {
    let mut faults = Vec::new();
    let cases = case::cases();
    assert!(cases.len() > 100, "only {} cases found", cases.len());
    for case in &cases {
        let Some(message) = &case.message else {
            faults.push(format!("{}: no message is recorded", case.path.display()));
            continue;
        };
        for fault in policy::faults_of_case(&case.source)
            .into_iter()
            .chain(policy::faults_of_message(case.folder(), message))
        {
            faults.push(format!("{}: {fault}", case.path.display()));
        }
    }
    for message in case::files("stderr") {
        if !message.with_extension("rs").exists() {
            faults.push(format!("{}: there is no such case", message.display()));
        }
    }
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

/// `cargo test --test ui -- first_lines --nocapture` shows them.
#[test]
fn there_are_many_first_lines() {
    let cases = case::cases();
    let first = |case: &Case| Some(case.message.as_ref()?.lines().next()?.to_owned());
    let lines: BTreeSet<String> = cases.iter().filter_map(first).collect();
    for line in &lines {
        println!("{line}");
    }
    assert!(lines.len() >= 90, "only {} different messages", lines.len());
}

/// `UPDATE_SNAPSHOTS=1 cargo test --test ui -- diagnostics` writes it.
#[test]
fn the_page_of_diagnostics_is_true() {
    let page = diagnostics::page(&case::cases());
    mcp_tool_tests::snapshot::document("docs/DIAGNOSTICS.md", &page);
}
