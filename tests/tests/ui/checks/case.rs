//! The cases of trybuild, and what was recorded of them.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// Where those cases are that rustc itself reports, in words that we have no hand in.
pub(crate) const RUSTC: &str = "tests/ui/rustc";

/// Names the folder of cases, in a run of this program that another one has started.
const COPIES: &str = "MCP_TOOL_UI_COPIES";

/// One mistake, and beside it the compiler's answer.
pub(crate) struct Case {
    pub(crate) path: PathBuf,
    pub(crate) source: String,
    /// What the compiler says, if that has been recorded.
    pub(crate) message: Option<String>,
}

impl Case {
    fn read(path: PathBuf) -> Self {
        Case {
            source: fs::read_to_string(&path).unwrap(),
            message: fs::read_to_string(path.with_extension("stderr")).ok(),
            path,
        }
    }
}

/// All cases, in order.
pub(crate) fn cases() -> Vec<Case> {
    let files = files("rs").into_iter();
    files.map(Case::read).collect()
}

/// The files of the cases with this extension.
pub(crate) fn files(extension: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(RUSTC).unwrap();
    let files = entries.map(|entry| entry.unwrap().path());
    let is_one = |file: &PathBuf| file.extension().is_some_and(|found| found == extension);
    let mut files: Vec<PathBuf> = files.filter(is_one).collect();
    files.sort();
    files
}

/// Compiles everything in a folder: each file has to fail as recorded.
pub(crate) fn all_fail(folder: &str) {
    trybuild::TestCases::new().compile_fail(format!("{folder}/*.rs"));
}

/// The folder of cases that this run has been started for, if another one has started it.
pub(crate) fn started_for() -> Option<String> {
    env::var(COPIES).ok()
}

/// A folder for cases that are not in the repository, empty.
pub(crate) fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    folder
}

/// Writes a case into another folder.
pub(crate) fn copy(case: &Case, to: &Path) {
    let copy = to.join("rustc").join(case.path.file_name().unwrap());
    fs::create_dir_all(copy.parent().unwrap()).unwrap();
    fs::write(&copy, &case.source).unwrap();
}

/// Compiles what is in a scratch folder, each of which has to fail, and writes down what the
/// compiler says. trybuild does so only where it is asked to by the environment: hence another run
/// of this program, of the one test that looks for such a folder.
pub(crate) fn record(folder: &Path) {
    let status = Command::new(env::current_exe().unwrap())
        .args(["--exact", "mistakes_do_not_compile", "--nocapture"])
        .env("TRYBUILD", "overwrite")
        .env(COPIES, folder)
        .status()
        .unwrap();
    assert!(status.success(), "see above for the cases that compile");
}

/// Whether this is the compiler whose words are recorded.
pub(crate) fn is_the_recorded_compiler() -> bool {
    let recorded = include_str!("../../../../rust-toolchain.toml")
        .lines()
        .find_map(|line| line.strip_prefix("channel = "))
        .expect("rust-toolchain.toml names a channel");
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("--version").output().unwrap();
    let version = String::from_utf8(output.stdout).unwrap();
    version.split_whitespace().nth(1) == Some(recorded.trim_matches('"'))
}
