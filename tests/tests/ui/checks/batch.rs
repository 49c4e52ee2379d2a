//! Programs with mistakes, compiled together as modules of one program.

use std::fs;
use std::path::{Path, PathBuf};

use super::format::{self, Program, Report};
use super::{case, message};

/// The programs whose reports the macros' own tests expect.
pub(crate) const MACROS: &str = "../mcp-tool-macros/tests/diagnostics";

/// The programs that need the compiler, by its phase: it does not begin one before the last is without
/// errors. Programs that use other crates are apart: with those, the compiler writes longer paths.
pub(crate) const PHASES: &[&str] = &[
    "tests/ui/names",
    "tests/ui/types",
    "tests/ui/constants",
    "tests/ui/lints",
    "tests/ui/crates",
];

/// A file of programs about one topic.
pub(crate) struct Topic {
    pub(crate) name: String,
    pub(crate) path: PathBuf,
    pub(crate) programs: Vec<Program>,
}

/// Reads the files of a folder.
pub(crate) fn topics(folder: &str) -> Vec<Topic> {
    let topics = format::topics(Path::new(folder)).into_iter();
    let topic = |(name, path): (String, PathBuf)| Topic {
        name,
        programs: format::programs(&fs::read_to_string(&path).unwrap()),
        path,
    };
    topics.map(topic).collect()
}

/// What the compiler reports about one source, and everything that it writes about it.
#[derive(Default)]
pub(crate) struct Compiled {
    pub(crate) reports: Vec<Report>,
    pub(crate) message: String,
}

/// Compiles sources together. Each has a name of its own.
///
/// # Panics
///
/// Panics if they compile.
pub(crate) fn compile(scratch: &str, sources: &[(String, String)]) -> Vec<Compiled> {
    let mut whole = "#![allow(dead_code, deprecated, unused)]\n".to_owned();
    let mut starts = Vec::new();
    for (name, source) in sources {
        whole += &format!("mod {name} {{\n");
        starts.push(whole.lines().count());
        // An import at the end leaves room for inner attributes.
        whole += &format!("{source}use mcp_tool_runtime::*;\n}}\n");
    }
    whole += "fn main() {}\n";
    let folder = case::scratch(scratch);
    fs::create_dir_all(folder.join("all")).unwrap();
    // Some programs include files.
    let texts = fs::read_dir("tests/ui/text").unwrap();
    for text in texts.map(|text| text.unwrap()) {
        fs::copy(text.path(), folder.join(text.file_name())).unwrap();
    }
    fs::write(folder.join("all/programs.rs"), whole).unwrap();
    case::record(&folder);
    let message = fs::read_to_string(folder.join("all/programs.stderr")).unwrap();
    let mut compiled: Vec<Compiled> = Vec::new();
    compiled.resize_with(sources.len(), Compiled::default);
    for (mut report, whole) in message::errors(&message) {
        let module = starts.iter().rposition(|start| *start < report.line);
        let module = module.unwrap_or_else(|| panic!("no program has this error: {whole}"));
        let path = format!("{}::", sources[module].0);
        report.line -= starts[module];
        report.text = report.text.replace(&path, "");
        compiled[module].message += &whole.replace(&path, "");
        compiled[module].message.push('\n');
        compiled[module].reports.push(report);
    }
    for compiled in &mut compiled {
        compiled.reports.sort();
    }
    compiled
}
