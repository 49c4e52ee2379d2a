//! Golden files: files with recorded tool definitions, which a test compares with the current definitions.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{env, fs};

use serde_json::{Map, Value};

use crate::registry::ToolRegistry;

/// The name of an environment variable. If its value is `1`, [`assert_golden`] writes the golden file and
/// compares nothing.
pub const UPDATE: &str = "UPDATE_GOLDEN";

/// Compares the definitions of all tools with a file that you commit. A change to a type or a doc
/// comment can change a definition. A test with this function shows you such a change before models
/// and clients see it.
///
/// A relative path starts at the package's folder, or at the current directory if Cargo did not start the
/// test. With `UPDATE_GOLDEN=1` in the environment, the function does not compare, but writes the file and
/// creates its folder. The file contains the full definitions, without the changes that the registry makes
/// for a client's protocol version. Names and keys are sorted, so the same tools always produce the same
/// file.
///
/// # Panics
///
/// Panics if the definitions differ from those in the file, and prints the lines that differ. Also panics if
/// the function cannot read or write the file, or if the file is not JSON.
#[track_caller]
pub fn assert_golden<S>(registry: &ToolRegistry<S>, path: impl AsRef<Path>) {
    let path = &in_package(path.as_ref());
    let actual = definitions(registry);
    // A definition contains only text, booleans and JSON, so serializing it cannot fail.
    let text = serde_json::to_string_pretty(&actual).unwrap_or_default() + "\n";
    if env::var_os(UPDATE).is_some_and(|set| set == "1") {
        let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
        if let Err(error) = folder.and_then(|()| fs::write(path, text)) {
            panic!("{} cannot be written: {error}", path.display());
        }
        return;
    }
    let recorded = match fs::read_to_string(path) {
        Ok(recorded) => recorded,
        Err(error) => panic!(
            "{} cannot be read: {error}; `{UPDATE}=1 cargo test` writes it",
            path.display()
        ),
    };
    let Ok(expected) = serde_json::from_str::<Value>(&recorded) else {
        panic!(
            "{} is not JSON; `{UPDATE}=1 cargo test` writes it again",
            path.display()
        );
    };
    if expected != actual {
        let mut lines = Vec::new();
        compare(&expected, &actual, 0, &mut lines);
        panic!(
            "the tools differ from those in {}; `{UPDATE}=1 cargo test` records the new ones\n{}",
            path.display(),
            lines.join("\n")
        );
    }
}

/// Appends a relative path to the path of the package's folder. Returns an absolute path unchanged, and every
/// path if Cargo did not start the test.
fn in_package(path: &Path) -> PathBuf {
    match env::var_os("CARGO_MANIFEST_DIR") {
        Some(package) => Path::new(&package).join(path),
        None => path.to_owned(),
    }
}

/// Appends the members that differ to `lines`, inside the objects that contain them. `-` marks a line of the
/// file, and `+` marks a line of the registry.
fn compare(recorded: &Value, actual: &Value, depth: usize, lines: &mut Vec<String>) {
    let members = [recorded, actual].into_iter().filter_map(Value::as_object);
    let names: BTreeSet<_> = members.flat_map(Map::keys).collect();
    let indent = "  ".repeat(depth);
    for name in names {
        match (recorded.get(name), actual.get(name)) {
            (recorded, actual) if recorded == actual => {}
            (Some(recorded @ Value::Object(_)), Some(actual @ Value::Object(_))) => {
                lines.push(format!("  {indent}{name:?}: {{"));
                compare(recorded, actual, depth + 1, lines);
                lines.push(format!("  {indent}}}"));
            }
            (recorded, actual) => {
                let sides = [("-", recorded), ("+", actual)].into_iter();
                for (sign, value) in sides.filter_map(|(sign, value)| Some((sign, value?))) {
                    let text = format!("{name:?}: {value:#}");
                    lines.extend(text.lines().map(|line| format!("{sign} {indent}{line}")));
                }
            }
        }
    }
}

/// Returns the definitions as an object, keyed by the names of the tools.
fn definitions<S>(registry: &ToolRegistry<S>) -> Value {
    let members = registry.definitions().iter().map(|definition| {
        let mut tool = serde_json::to_value(definition).unwrap_or_default();
        if let Some(tool) = tool.as_object_mut() {
            tool.remove("name");
        }
        (definition.name.clone(), tool)
    });
    let mut tools = Value::Object(members.collect::<Map<_, _>>());
    tools.sort_all_objects();
    tools
}
