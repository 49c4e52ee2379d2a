//! What somebody sees who makes a mistake. The policy is in `ui/README.md`.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

// The other side of each mistake. They are modules and no cases of trybuild, which would build all
// dependencies once more.
#[path = "ui/pass/each_derive.rs"]
mod each_derive;
#[path = "ui/pass/each_form_of_list.rs"]
mod each_form_of_list;
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

const FAIL: &str = "tests/ui/fail";

/// The folders of `fail` whose cases are exceptions.
const SEVERAL_ERRORS: &str = "many";
const WORDS_OF_RUSTC: &str = "compiler";

/// Names the folder of copies, in a run of this program that another one has started.
const COPIES: &str = "MCP_TOOL_UI_COPIES";

#[test]
fn mistakes_do_not_compile() {
    if let Ok(copies) = env::var(COPIES) {
        return all_fail(&copies);
    }
    if is_the_recorded_compiler() {
        return all_fail(FAIL);
    }
    // Another compiler has other words: there, it is enough that every case fails. trybuild cannot
    // be asked for that, but it can be asked to write down whatever it sees, beside copies.
    let copies = Path::new(env!("CARGO_TARGET_TMPDIR")).join("ui");
    copy_cases(&copies);
    let status = Command::new(env::current_exe().unwrap())
        .args(["--exact", "mistakes_do_not_compile", "--nocapture"])
        .env("TRYBUILD", "overwrite")
        .env(COPIES, &copies)
        .status()
        .unwrap();
    assert!(status.success(), "see above for the cases that compile");
}

#[test]
fn what_is_right_compiles() {
    each_option::main();
    each_shape_of_argument::main();
    each_shape_of_method::main();
    each_type_of_answer::main();
    each_form_of_list::main();
    each_derive::main();
    made_by_a_macro::main();
}

/// A message that nobody would be grateful for does not get in by `TRYBUILD=overwrite`.
#[test]
fn recorded_messages_help() {
    let mut faults = Vec::new();
    let cases = cases();
    assert!(cases.len() > 100, "only {} cases found", cases.len());
    for case in &cases {
        let source = fs::read_to_string(case).unwrap();
        let Ok(message) = fs::read_to_string(case.with_extension("stderr")) else {
            faults.push(format!("{}: no message is recorded", case.display()));
            continue;
        };
        for fault in faults_of_case(&source)
            .into_iter()
            .chain(faults_of_message(folder(case), &message))
        {
            faults.push(format!("{}: {fault}", case.display()));
        }
    }
    for message in files("stderr") {
        if !message.with_extension("rs").exists() {
            faults.push(format!("{}: there is no such case", message.display()));
        }
    }
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

fn faults_of_case(source: &str) -> Vec<&'static str> {
    let first = source.lines().next().unwrap_or_default();
    let about = first.strip_prefix("// ").unwrap_or_default();
    let (subject, _) = about.split_once(": ").unwrap_or_default();
    let is_rule = subject
        .strip_prefix('R')
        .is_some_and(|number| number.parse::<u16>().is_ok());
    if is_rule || subject == "usage" {
        Vec::new()
    } else {
        vec!["the first line is not `// R…: …` or `// usage: …`"]
    }
}

fn faults_of_message(folder: &str, message: &str) -> Vec<&'static str> {
    let lines: Vec<&str> = message.lines().collect();
    let errors: Vec<&str> = lines
        .iter()
        .filter(|line| line.starts_with("error"))
        .copied()
        .collect();
    let mut faults = Vec::new();
    if message.contains("__private") {
        faults.push("it names `__private`");
    }
    if message.contains("$RUST") {
        faults.push("it shows a line of the standard library, which not everybody has installed");
    }
    if points_at_the_attribute(&lines) {
        faults.push("a caret is below the attribute, not below a token of the user's");
    }
    if candidates(&lines) > 3 {
        faults.push("it lists more than three types");
    }
    if folder != SEVERAL_ERRORS && errors.len() != 1 {
        faults.push("it is not one error");
    }
    if folder != WORDS_OF_RUSTC {
        if !says_what_to_write(&lines) {
            faults.push("it does not say what to write");
        }
        if errors.iter().any(|error| !is_in_house_style(error)) {
            faults.push("it is not lower case without a full stop");
        }
    }
    faults
}

/// A `help:` of ours, or our note beside the one that rustc prints for a missing `impl`.
fn says_what_to_write(lines: &[&str]) -> bool {
    lines.iter().any(|line| {
        let line = line.trim_start();
        if let Some(help) = line.trim_start_matches("= ").strip_prefix("help: ") {
            return !help.starts_with("the trait ") && !help.starts_with("the following ");
        }
        line.strip_prefix("= note: ").is_some_and(|note| {
            !["required", "this error", "the full"]
                .iter()
                .any(|of_rustc| note.starts_with(of_rustc))
        })
    })
}

fn is_in_house_style(error: &str) -> bool {
    let Some(text) = error.strip_prefix("error: ") else {
        return true;
    };
    !text.starts_with(|first: char| first.is_uppercase()) && !text.ends_with('.')
}

/// Whether a `^` stands below the start of `#[mcp_tool`; one below a token inside it is welcome.
fn points_at_the_attribute(lines: &[&str]) -> bool {
    lines.iter().zip(lines.iter().skip(1)).any(|(code, label)| {
        let Some(start) = code.find("#[mcp_tool") else {
            return false;
        };
        let start = code[..start].chars().count();
        label.trim_start().starts_with('|') && label.chars().skip(start).take(2).any(|c| c == '^')
    })
}

/// How many types a list of those that would have been right has.
fn candidates(lines: &[&str]) -> usize {
    let lists = lines
        .iter()
        .enumerate()
        .filter(|(_, line)| line.contains("the following other types implement"));
    lists
        .map(|(at, line)| {
            let depth = indentation(line);
            lines[at + 1..]
                .iter()
                .take_while(|line| indentation(line) > depth)
                .count()
        })
        .max()
        .unwrap_or_default()
}

fn indentation(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

fn all_fail(folder: &str) {
    trybuild::TestCases::new().compile_fail(format!("{folder}/*/*.rs"));
}

fn is_the_recorded_compiler() -> bool {
    let recorded = include_str!("../../rust-toolchain.toml")
        .lines()
        .find_map(|line| line.strip_prefix("channel = "))
        .expect("rust-toolchain.toml names a channel");
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("--version").output().unwrap();
    let version = String::from_utf8(output.stdout).unwrap();
    version.split_whitespace().nth(1) == Some(recorded.trim_matches('"'))
}

fn copy_cases(to: &Path) {
    let _ = fs::remove_dir_all(to);
    for case in cases() {
        let copy = to.join(folder(&case)).join(case.file_name().unwrap());
        fs::create_dir_all(copy.parent().unwrap()).unwrap();
        fs::copy(&case, copy).unwrap();
    }
}

fn cases() -> Vec<PathBuf> {
    files("rs")
}

/// The files below `fail` with this extension.
fn files(extension: &str) -> Vec<PathBuf> {
    let read = |folder: &Path| {
        let entries = fs::read_dir(folder).unwrap();
        entries.map(|entry| entry.unwrap().path())
    };
    let mut files: Vec<PathBuf> = read(Path::new(FAIL))
        .flat_map(|folder| read(&folder))
        .filter(|file| file.extension().is_some_and(|found| found == extension))
        .collect();
    files.sort();
    files
}

fn folder(case: &Path) -> &str {
    let folder = case.parent().and_then(Path::file_name);
    folder.and_then(|name| name.to_str()).unwrap_or_default()
}
