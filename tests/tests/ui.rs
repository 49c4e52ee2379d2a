//! Compiler messages for wrong programs. `ui/README.md` states the rules for these messages.

use std::fs;

// These correct programs are modules of this test. If a trybuild case were a correct program,
// trybuild would run `cargo build` instead of `cargo check`, and would compile all dependencies
// fully.
#[path = "ui/pass/each_derive.rs"]
mod each_derive;
#[path = "ui/pass/each_form_of_list.rs"]
mod each_form_of_list;
#[path = "ui/pass/each_odd_spelling.rs"]
mod each_odd_spelling;
#[path = "ui/pass/each_option.rs"]
mod each_option;
#[path = "ui/pass/each_return_type.rs"]
mod each_return_type;
#[path = "ui/pass/each_shape_of_argument.rs"]
mod each_shape_of_argument;
#[path = "ui/pass/each_shape_of_method.rs"]
mod each_shape_of_method;
#[path = "ui/pass/generated_by_a_macro.rs"]
mod generated_by_a_macro;
#[path = "ui/pass/named_like_types_of_the_sdk.rs"]
mod named_like_types_of_the_sdk;

#[path = "../../mcp-tool-macros/tests/diagnostics/as_method.rs"]
mod as_method;
#[path = "ui/checks/batch.rs"]
mod batch;
#[path = "ui/checks/case.rs"]
mod case;
#[path = "ui/checks/diagnostics.rs"]
mod diagnostics;
#[path = "../../mcp-tool-macros/tests/diagnostics/format.rs"]
mod format;
#[path = "ui/checks/message.rs"]
mod message;
#[path = "ui/checks/policy.rs"]
mod policy;

use batch::{MACROS, PHASES, Topic};
use format::Report;

#[test]
fn mistakes_do_not_compile() {
    if let Some(folder) = case::started_for() {
        return case::all_fail(&folder);
    }
    if case::is_the_recorded_compiler() {
        return case::compare(case::RUSTC);
    }
    // The messages of another compiler version may differ from the recorded messages. So check
    // only that each case fails to compile. If trybuild records messages for copies of the cases,
    // trybuild does not compare messages.
    let copies = case::scratch("ui");
    for case in case::cases() {
        case::copy(&case, &copies);
    }
    case::record(&copies);
}

#[test]
fn correct_programs_compile() {
    each_option::main();
    each_odd_spelling::main();
    named_like_types_of_the_sdk::main();
    each_shape_of_argument::main();
    each_shape_of_method::main();
    each_return_type::main();
    each_form_of_list::main();
    each_derive::main();
    generated_by_a_macro::main();
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

/// For each program in `mcp-tool-macros/tests/diagnostics`, the compiler reports the recorded errors at the
/// recorded places. The unit tests of the macros expand these programs without a compiler and record the
/// errors.
#[test]
fn the_compiler_reports_equal_the_in_process_reports() {
    if case::started_for().is_some() || !case::is_the_recorded_compiler() {
        return;
    }
    let topics = batch::topics(MACROS);
    let mut faults = String::new();
    for (name, recorded, compiled) in compiled("ui_macros", &topics) {
        // An in-process report marks all tokens of an expression, but the compiler marks only the
        // first token. So this comparison ignores the number of marked characters.
        let is_same = |(report, recorded): (&Report, &Report)| {
            let marked = report.marked.min(recorded.marked);
            let report = Report {
                marked,
                ..report.clone()
            };
            report
                == Report {
                    marked,
                    ..recorded.clone()
                }
        };
        let is_same = compiled.reports.len() == recorded.len()
            && compiled.reports.iter().zip(recorded).all(is_same);
        if !is_same {
            faults += &format!("{name}: {recorded:#?}\n{}", compiled.message);
        }
    }
    assert!(faults.is_empty(), "\n{faults}");
}

/// For each program in the folders `PHASES`, the compiler's reports equal the recorded reports, and its message
/// follows the message policy. With `UPDATE_SNAPSHOTS=1`, the test records the current reports and does not
/// compare them.
#[test]
fn each_compiler_phase_has_its_recorded_reports() {
    if case::started_for().is_some() || !case::is_the_recorded_compiler() {
        return;
    }
    let is_update = std::env::var_os("UPDATE_SNAPSHOTS").is_some_and(|set| set == "1");
    let mut faults = String::new();
    for folder in PHASES {
        let topics = batch::topics(folder);
        let mut all = compiled(&folder.replace('/', "_"), &topics).into_iter();
        for topic in &topics {
            let mut programs = topic.programs.clone();
            for program in &mut programs {
                let (name, recorded, compiled) = all.next().unwrap();
                for fault in policy::faults(&topic.name, program, &compiled.message) {
                    faults += &format!("{name}: {fault}\n{}\n", compiled.message);
                }
                if recorded != compiled.reports && !is_update {
                    let message = compiled.message;
                    faults += &format!("{name}: {recorded:#?} is recorded\n{message}\n");
                }
                program.reports = compiled.reports;
            }
            if is_update {
                format::write(&topic.path, &programs);
            }
        }
    }
    assert!(faults.is_empty(), "\n{faults}");
}

/// Compiles the programs of these topics. Returns each program's name, its recorded reports, and the
/// compiler's reports.
fn compiled<'t>(
    scratch: &str,
    topics: &'t [Topic],
) -> Vec<(String, &'t [Report], batch::Compiled)> {
    let programs = topics.iter().flat_map(|topic| {
        let name = |program: &format::Program| format!("{}_{}", topic.name, program.name);
        topic
            .programs
            .iter()
            .map(move |program| (name(program), program))
    });
    let programs: Vec<_> = programs.collect();
    let sources = programs
        .iter()
        .map(|(name, program)| (name.clone(), program.source.clone()));
    let compiled = batch::compile(scratch, &sources.collect::<Vec<_>>());
    let programs = programs.into_iter().zip(compiled);
    programs
        .map(|((name, program), compiled)| (name, &*program.reports, compiled))
        .collect()
}

/// Moves the tools of most programs into an `impl` block. The compiler must report the same errors at the
/// same tokens as for the free functions.
#[test]
fn methods_have_the_same_reports() {
    if case::started_for().is_some() || !case::is_the_recorded_compiler() {
        return;
    }
    let mut compared = 0;
    let mut faults = String::new();
    for folder in PHASES {
        let topics = batch::topics(folder);
        let mut sources = Vec::new();
        let mut expected = Vec::new();
        for topic in &topics {
            for program in &topic.programs {
                let name = format!("{}_{}", topic.name, program.name);
                if as_method::is_same(&topic.name, &program.name)
                    && let Some(source) = as_method::as_method(&program.source)
                {
                    sources.push((name, source));
                    expected.push(&program.reports);
                }
            }
        }
        if sources.is_empty() {
            continue;
        }
        let scratch = folder.replace('/', "_methods_");
        let place = |report: &Report| (report.column, report.marked, report.text.clone());
        let compiled = batch::compile(&scratch, &sources).into_iter();
        for (((name, _), compiled), expected) in sources.iter().zip(compiled).zip(expected) {
            compared += 1;
            let of_method = compiled.reports.iter().map(place);
            if !of_method.eq(expected.iter().map(place)) {
                faults += &format!("{name}: {expected:#?}\n{}\n", compiled.message);
            }
        }
    }
    assert!(faults.is_empty(), "\n{faults}");
    assert!(compared > 100, "only {compared} programs have a method");
}

/// The first line of each trybuild case names a rule. The recorded message follows the policy in
/// `ui/checks/policy.rs`. Each recorded message belongs to a case.
#[test]
fn recorded_messages_follow_the_message_policy() {
    let mut faults = Vec::new();
    for case in &case::cases() {
        let Some(message) = &case.message else {
            faults.push(format!("{}: no message is recorded", case.path.display()));
            continue;
        };
        for fault in policy::faults_of_case(&case.source)
            .into_iter()
            .chain(policy::faults_of_message("rustc", message))
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

/// The pages in `docs/diagnostics` contain the recorded messages of all programs except the trybuild cases.
/// `UPDATE_SNAPSHOTS=1 cargo test --workspace --test ui -- diagnostics` writes these pages.
#[test]
fn the_pages_of_diagnostics_are_true() {
    let folders = PHASES.iter().chain([&MACROS]);
    let topics: Vec<Topic> = folders.flat_map(|folder| batch::topics(folder)).collect();
    let pages = diagnostics::pages(&topics);
    for (name, page) in &pages {
        assert!(
            page.len() < 40_000,
            "{name}.md has {} bytes: split it",
            page.len()
        );
        mcp_tool_tests::snapshot::document(&format!("docs/diagnostics/{name}.md"), page);
    }
    for entry in fs::read_dir("../docs/diagnostics").unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        assert!(pages.contains_key(name), "no topic has {}", path.display());
    }
}
