//! Reads, copies and compiles the cases of trybuild, and records the compiler's messages.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::{env, fs};

/// The folder of the trybuild cases. rustc reports these mistakes in its own words, which this project cannot
/// change.
pub(crate) const RUSTC: &str = "tests/ui/rustc";

/// The environment variable that passes the folder of cases to the second run of this program.
const FOLDER: &str = "MCP_TOOL_UI_FOLDER";

/// The compiler flags that trybuild uses for the cases. For dependencies, trybuild omits the last flag, so cargo
/// would check all dependencies twice.
const FLAGS: &[&str] = &[
    "--cfg",
    "trybuild",
    "--verbose",
    "-A",
    "dead_code",
    "--diagnostic-width=140",
];

/// A program with one mistake, and the compiler's recorded message.
pub(crate) struct Case {
    pub(crate) path: PathBuf,
    pub(crate) source: String,
    /// The content of the `.stderr` file, or `None` if this file does not exist.
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

/// Reads all cases, sorted by path.
pub(crate) fn cases() -> Vec<Case> {
    let files = files("rs").into_iter();
    files.map(Case::read).collect()
}

/// Returns the paths of the files in `RUSTC` with this extension, sorted.
pub(crate) fn files(extension: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(RUSTC).unwrap();
    let files = entries.map(|entry| entry.unwrap().path());
    let is_one = |file: &PathBuf| file.extension().is_some_and(|found| found == extension);
    let mut files: Vec<PathBuf> = files.filter(is_one).collect();
    files.sort();
    files
}

/// Waits until no other test of this program runs trybuild. All runs share one folder. trybuild's own lock is not
/// enough between processes, because another process takes it if the owner has not written to it for 1.5 seconds. A
/// busy machine can be slower.
fn wait_for_others() -> MutexGuard<'static, ()> {
    static RUN: Mutex<()> = Mutex::new(());
    RUN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Compiles each `.rs` file in the folder of the second run.
pub(crate) fn all_fail(folder: &str) {
    trybuild::TestCases::new().compile_fail(format!("{folder}/*.rs"));
}

/// Returns the folder for which `compare` or `record` started this run. Returns `None` in any other run.
pub(crate) fn started_for() -> Option<String> {
    env::var(FOLDER).ok()
}

/// Returns the path of a folder for generated cases. Deletes the folder, but does not create a new one.
pub(crate) fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    folder
}

/// Writes the source of a case into the subfolder `rustc` of `to`.
pub(crate) fn copy(case: &Case, to: &Path) {
    let copy = to.join("rustc").join(case.path.file_name().unwrap());
    fs::create_dir_all(copy.parent().unwrap()).unwrap();
    fs::write(&copy, &case.source).unwrap();
}

/// Compiles each `.rs` file in `folder`. Each file must fail to compile, with the recorded message. With
/// `TRYBUILD=overwrite`, records the message instead of comparing it.
pub(crate) fn compare(folder: &str) {
    run(&mut second_run(folder));
}

/// Compiles the programs in the subfolders of a scratch folder, and records the compiler's messages. Panics if
/// a program compiles. trybuild records messages only with `TRYBUILD=overwrite`.
pub(crate) fn record(folder: &Path) {
    let folder = format!("{}/*", folder.display());
    run(second_run(&folder).env("TRYBUILD", "overwrite"));
}

/// Runs the test `mistakes_do_not_compile` in a second process, with variables that trybuild and cargo read.
/// `folder` may be a glob pattern.
fn second_run(folder: &str) -> Command {
    let mut command = Command::new(env::current_exe().unwrap());
    command
        .args(["--exact", "mistakes_do_not_compile", "--nocapture"])
        .env("CARGO_ENCODED_RUSTFLAGS", FLAGS.join("\u{1f}"))
        .env(FOLDER, folder);
    command
}

fn run(command: &mut Command) {
    let _run = wait_for_others();
    assert!(
        command.status().unwrap().success(),
        "see above for the cases"
    );
}

/// Returns whether the compiler is the version in `rust-toolchain.toml`, which wrote the recorded messages.
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
