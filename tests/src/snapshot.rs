//! Compares outputs with the recorded files in `tests/snapshots/`, and with pages of the documentation.
//!
//! `UPDATE_SNAPSHOTS=1 cargo test -p mcp-tool-tests` records the output. Read the changes before you commit
//! them.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

/// Compares a value with `tests/snapshots/NAME.json`. The formatting of the file must match as well.
///
/// # Panics
///
/// Panics if they differ.
#[track_caller]
pub fn json(name: &str, actual: &Value) {
    let path = path(&format!("{name}.json"));
    let mut sorted = actual.clone();
    // Sort the members, because their order depends on a feature of serde_json.
    sorted.sort_all_objects();
    let text = format!("{sorted:#}\n");
    if updated(&path, &text) {
        return;
    }
    let expected = read(&path);
    let value: Value = serde_json::from_str(&expected)
        .unwrap_or_else(|error| panic!("{} is no JSON: {error}", path.display()));
    if value != *actual || expected != text {
        differ(&path, &expected, &text);
    }
}

/// Compares a text with `tests/snapshots/NAME.txt`.
///
/// # Panics
///
/// Panics if they differ.
#[track_caller]
pub fn text(name: &str, actual: &str) {
    same_text(&path(&format!("{name}.txt")), actual);
}

/// Compares a text with a page of the documentation. `path` is relative to the repository.
///
/// # Panics
///
/// Panics if they differ.
#[track_caller]
pub fn document(path: &str, actual: &str) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    same_text(&root.join(path), actual);
}

#[track_caller]
fn same_text(path: &Path, actual: &str) {
    let text = format!("{}\n", actual.trim_end_matches('\n'));
    if updated(path, &text) {
        return;
    }
    let expected = read(path);
    if expected != text {
        differ(path, &expected, &text);
    }
}

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/snapshots")
        .join(name)
}

fn updated(path: &Path, text: &str) -> bool {
    if std::env::var_os("UPDATE_SNAPSHOTS").is_none_or(|set| set != "1") {
        return false;
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).expect("the folder of the snapshot can be made");
    }
    fs::write(path, text).expect("the snapshot can be written");
    true
}

#[track_caller]
fn read(path: &Path) -> String {
    match fs::read_to_string(path) {
        // A checkout on Windows may have CRLF line ends.
        Ok(text) => text.replace("\r\n", "\n"),
        Err(error) => panic!("{}: {error}; UPDATE_SNAPSHOTS=1 writes it", path.display()),
    }
}

/// Panics, and shows the lines that differ, with three lines of context.
#[track_caller]
fn differ(path: &Path, expected: &str, actual: &str) -> ! {
    let (old, new): (Vec<_>, Vec<_>) = (expected.lines().collect(), actual.lines().collect());
    let same = |(a, b): &(&&str, &&str)| a == b;
    let before = old.iter().zip(&new).take_while(same).count();
    let after = old[before..]
        .iter()
        .rev()
        .zip(new[before..].iter().rev())
        .take_while(same)
        .count();
    let mut shown = String::new();
    let mut show = |mark: &str, lines: &[&str]| {
        for line in lines {
            shown.push_str(mark);
            shown.push_str(line);
            shown.push('\n');
        }
    };
    show("  ", &old[before.saturating_sub(3)..before]);
    show("- ", &old[before..old.len() - after]);
    show("+ ", &new[before..new.len() - after]);
    let tail = old.len() - after;
    show("  ", &old[tail..old.len().min(tail + 3)]);
    panic!(
        "{} differs (- expected, + actual; UPDATE_SNAPSHOTS=1 accepts it):\n{shown}",
        path.display()
    );
}
