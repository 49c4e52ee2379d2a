//! Compiles programs with mistakes together, as modules of one program.

use std::fs;
use std::path::{Path, PathBuf};

use super::format::{self, Program, Report};
use super::{case, message};

/// The folder of the programs with mistakes that a macro reports. The macros' unit tests also check them.
pub(crate) const MACROS: &str = "../mcp-tool-macros/tests/diagnostics";

/// The folders of the programs with mistakes that need the compiler. Each of the first four folders is for one
/// compiler phase, because an error in one phase prevents the later phases. Programs that use other crates have
/// a separate folder, because such crates make the compiler print longer paths.
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

/// Reads the `.txt` files of a folder.
pub(crate) fn topics(folder: &str) -> Vec<Topic> {
    let topics = format::topics(Path::new(folder)).into_iter();
    let topic = |(name, path): (String, PathBuf)| Topic {
        name,
        programs: format::programs(&fs::read_to_string(&path).unwrap()),
        path,
    };
    topics.map(topic).collect()
}

/// The compiler's reports about one source, and the whole text of these reports.
#[derive(Default)]
pub(crate) struct Compiled {
    pub(crate) reports: Vec<Report>,
    pub(crate) message: String,
}

/// Compiles all sources as modules of one program in the folder `scratch`. `sources` has the name and the text
/// of each module. Returns the compiler's errors for each source, in the same order.
///
/// # Panics
///
/// Panics if the program compiles, or if an error belongs to no source.
pub(crate) fn compile(scratch: &str, sources: &[(String, String)]) -> Vec<Compiled> {
    let mut whole = "#![allow(dead_code, deprecated, unused)]\n".to_owned();
    let mut starts = Vec::new();
    for (name, source) in sources {
        whole += &format!("mod {name} {{\n");
        starts.push(whole.lines().count());
        // An import at the end leaves room for inner attributes.
        whole += &format!(
            "{source}use mcp_tool_runtime::{{content::*, context::*, elicit::*, registry::*, *}};\n}}\n"
        );
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
