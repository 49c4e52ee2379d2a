//! The cases below `ui/fail`, and what was recorded of them.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// Where the cases are, from the folder of this package.
pub(crate) const FAIL: &str = "tests/ui/fail";

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

    /// The folder, which is the kind of mistake.
    pub(crate) fn folder(&self) -> &str {
        folder(&self.path)
    }

    /// The name of the file, which together with the folder reads as a sentence.
    pub(crate) fn name(&self) -> &str {
        self.path
            .file_stem()
            .and_then(|name| name.to_str())
            .unwrap_or_default()
    }
}

/// All cases, in order.
pub(crate) fn cases() -> Vec<Case> {
    let files = files("rs").into_iter();
    files.map(Case::read).collect()
}

/// The files below `fail` and in `rustc` with this extension.
pub(crate) fn files(extension: &str) -> Vec<PathBuf> {
    let read = |folder: &Path| {
        let entries = fs::read_dir(folder).unwrap();
        entries.map(|entry| entry.unwrap().path())
    };
    let mut files: Vec<PathBuf> = read(Path::new(FAIL))
        .chain([RUSTC.into()])
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

/// Compiles everything in these folders: each file has to fail as recorded.
pub(crate) fn all_fail(folders: &[&str]) {
    let cases = trybuild::TestCases::new();
    for folder in folders {
        cases.compile_fail(format!("{folder}/*.rs"));
    }
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

/// Writes a case below another folder.
pub(crate) fn copy(case: &Case, source: &str, to: &Path) -> PathBuf {
    let copy = to.join(case.folder()).join(case.path.file_name().unwrap());
    fs::create_dir_all(copy.parent().unwrap()).unwrap();
    fs::write(&copy, source).unwrap();
    copy
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
