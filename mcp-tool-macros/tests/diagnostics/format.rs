//! Reads and writes files of wrong programs, with the reports of the macros or the compiler below each program.
//!
//! ```text
//! --- duplicate_key
//! usage: each key takes one value
//!
//! #[mcp_tool(title = "Search", read_only, title = "Find")]
//!                                         ^^^^^
//! async fn search(query: String) {}
//!
//! error: duplicate key `title`
//! help: keep one of them
//! ```

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// One program with its reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Program {
    pub(crate) name: String,
    /// The rule that the program tests. This rule comes from the protocol or from this crate.
    pub(crate) rule: String,
    pub(crate) source: String,
    /// The reports, in the order of the source.
    pub(crate) reports: Vec<Report>,
}

/// One error.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Report {
    /// The line number. Lines and columns start at 1.
    pub(crate) line: usize,
    pub(crate) column: usize,
    /// The number of marked characters. If the span continues on another line, only the part on its first
    /// line counts.
    pub(crate) marked: usize,
    /// The message and the lines below it, such as `help`, without blank lines.
    pub(crate) text: String,
}

/// Returns the topic and the path of each `.txt` file. The topic is the file name without `.txt`.
pub(crate) fn topics(folder: &Path) -> Vec<(String, PathBuf)> {
    let files = fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().path());
    let texts = files.filter(|file| file.extension().is_some_and(|kind| kind == "txt"));
    let topic = |file: PathBuf| (file.file_stem().unwrap().to_str().unwrap().to_owned(), file);
    let mut topics: Vec<_> = texts.map(topic).collect();
    topics.sort();
    topics
}

/// Parses the programs in the text of a file.
pub(crate) fn programs(file: &str) -> Vec<Program> {
    file.split("\n--- ").skip(1).map(program).collect()
}

fn program(entry: &str) -> Program {
    let (head, rest) = entry
        .split_once("\n\n")
        .expect("a blank line below the rule");
    let (name, rule) = head.split_once('\n').expect("a rule below the name");
    let mut parts = rest.split("\nerror: ");
    let mut source = String::new();
    let mut places = Vec::new();
    for line in parts.next().unwrap_or_default().trim_end().lines() {
        let marks = line.trim_start();
        if !marks.is_empty() && marks.chars().all(|c| c == '^') {
            let column = line.len() - marks.len() + 1;
            places.push((source.lines().count(), column, marks.len()));
        } else {
            source = source + line + "\n";
        }
    }
    let report = |((line, column, marked), text): (_, &str)| Report {
        line,
        column,
        marked,
        text: text.trim_end().to_owned(),
    };
    Program {
        name: name.to_owned(),
        rule: rule.to_owned(),
        source,
        reports: places.into_iter().zip(parts).map(report).collect(),
    }
}

/// Writes a file of programs with their reports. The text above the first program stays.
pub(crate) fn write(path: &Path, programs: &[Program]) {
    let file = fs::read_to_string(path).unwrap();
    let mut text = file[..file.find("\n--- ").unwrap_or(file.len())].to_owned();
    text.extend(programs.iter().map(shown));
    fs::write(path, text).unwrap();
}

/// Returns the text of a program with its marks and reports, in the format that [`programs`] reads.
pub(crate) fn shown(program: &Program) -> String {
    let Program {
        name,
        rule,
        source,
        reports,
    } = program;
    let mut text = format!("\n--- {name}\n{rule}\n\n");
    for (at, line) in source.lines().enumerate() {
        let _ = writeln!(text, "{line}");
        for report in reports.iter().filter(|report| report.line == at + 1) {
            let (blank, marks) = (" ".repeat(report.column - 1), "^".repeat(report.marked));
            let _ = writeln!(text, "{blank}{marks}");
        }
    }
    for report in reports {
        let _ = write!(text, "\nerror: {}\n", report.text);
    }
    text
}
