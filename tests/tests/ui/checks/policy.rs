//! Checks that a program and the compiler's message about it follow the rules in `ui/README.md`.

use super::format::Program;
use super::message::is_of_ours;

/// The topic whose programs may have several errors.
const SEVERAL_ERRORS: &str = "many";
/// The folder whose messages come from rustc. The rules for their words do not apply.
const WORDS_OF_RUSTC: &str = "rustc";

/// Returns the faults of a program, and of the compiler's message about it.
pub(crate) fn faults(topic: &str, program: &Program, message: &str) -> Vec<&'static str> {
    let mut faults = faults_of_case(&format!("// {}", program.rule));
    faults.extend(faults_of_message(topic, message));
    faults
}

/// Checks that the first line of a case names a rule. Returns the fault, if there is one.
pub(crate) fn faults_of_case(source: &str) -> Vec<&'static str> {
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

/// Returns the faults of a message. `folder` is the program's topic, or `rustc` for a trybuild case.
pub(crate) fn faults_of_message(folder: &str, message: &str) -> Vec<&'static str> {
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
    if lines.iter().any(|line| names_an_invention(line)) {
        faults.push("it names something that an expansion made up");
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

/// Returns whether the message contains a `help:` or a note from this project.
fn says_what_to_write(lines: &[&str]) -> bool {
    lines.iter().any(|line| {
        let line = line.trim_start();
        let line = line.strip_prefix("= ").unwrap_or(line);
        // The line of a bound that rustc shows, with a comment; or a label.
        line.contains("// help: ")
            || line.contains("; help: ")
            || (line.starts_with("help: ") || line.starts_with("note: ") && is_note(lines, line))
                && is_of_ours(line)
    })
}

/// Returns whether a note starts with `=` below the code. A note with its own place in the code comes from
/// rustc.
fn is_note(lines: &[&str], note: &str) -> bool {
    lines
        .iter()
        .any(|line| line.trim_start().strip_prefix("= ") == Some(note))
}

fn is_in_house_style(error: &str) -> bool {
    let Some(text) = error.strip_prefix("error: ") else {
        return true;
    };
    !text.starts_with(|first: char| first.is_uppercase()) && !text.ends_with('.')
}

/// Returns whether a `^` mark is below the `#[` of `#[mcp_tool`. A mark below a token inside the attribute is
/// allowed.
fn points_at_the_attribute(lines: &[&str]) -> bool {
    lines.iter().zip(lines.iter().skip(1)).any(|(code, label)| {
        let Some(start) = code.find("#[mcp_tool") else {
            return false;
        };
        let start = code[..start].chars().count();
        label.trim_start().starts_with('|') && label.chars().skip(start).take(2).any(|c| c == '^')
    })
}

/// Returns whether a line names an item that only an expansion contains, such as `__Tools0`. Ignores lines that
/// show source code.
fn names_an_invention(line: &str) -> bool {
    line.contains("`__") && !line.contains(" | ")
}

/// Returns the length of the longest list of types that implement the required trait. Returns 0 if the message
/// has no such list.
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
