//! Collects tool definitions from the tests and the examples: those of the module `zoo`, and those in golden
//! files. This module does not check that the golden files are up to date. Separate tests do.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::{Peer, zoo};

/// The definition of a tool, and its origin.
#[derive(Clone, Debug)]
pub struct Published {
    /// The name of a golden file, or `zoo`.
    pub from: String,
    /// The definition. A definition from the zoo has the form of the newest protocol version. Any other has
    /// the form in its golden file.
    pub tool: Value,
}

impl Published {
    /// Returns the name of the tool.
    #[must_use]
    pub fn name(&self) -> &str {
        self.tool["name"].as_str().unwrap_or_default()
    }
}

/// The name of a tool whose handwritten schema some clients reject. The conformance suite requires exactly
/// this schema.
const DIFFICULT: &str = "json_schema_2020_12_tool";

/// Returns all definitions that every client should accept. Excludes the snapshot `as_generated`, whose
/// schemas are not adapted to clients, and the tool `DIFFICULT`.
///
/// # Panics
///
/// Panics if a file cannot be read or is not JSON, or if a folder has no definitions.
#[must_use]
pub fn all_definitions() -> Vec<Published> {
    let mut all = zoo();
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = [
        "tests/snapshots",
        "sizes",
        "everything",
        "../examples/golden",
    ];
    for folder in folders {
        let before = all.len();
        for path in files(&tests.join(folder)) {
            if path.ends_with("as_generated.json") {
                continue;
            }
            let text = fs::read_to_string(&path).expect("the file can be read");
            let json = serde_json::from_str(&text).expect("the file is JSON");
            let from = path.strip_prefix(tests).unwrap_or(&path);
            find(&json, None, &from.display().to_string(), &mut all);
        }
        assert!(all.len() > before, "no definitions in {folder}");
    }
    all.retain(|published| published.name() != DIFFICULT);
    all
}

/// Returns the definitions of the zoo.
#[must_use]
pub fn zoo() -> Vec<Published> {
    let registry = zoo::registry();
    let Value::Array(tools) = Peer::new(&registry).tools() else {
        return Vec::new();
    };
    let from = || "zoo".to_owned();
    let tools = tools.into_iter();
    tools.map(|tool| Published { from: from(), tool }).collect()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder can be read");
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let inner = paths.into_iter().flat_map(|path| match path.is_dir() {
        true => files(&path),
        false => vec![path],
    });
    inner
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "json")
        })
        .collect()
}

/// Adds every object with an `inputSchema` to `all`. If the object has no `name`, uses its key in the golden
/// file as the name.
fn find(json: &Value, key: Option<&str>, from: &str, all: &mut Vec<Published>) {
    match json {
        Value::Object(members) if members.contains_key("inputSchema") => {
            let mut tool = json.clone();
            if let (None, Some(name)) = (members.get("name"), key) {
                tool["name"] = name.into();
            }
            let from = from.to_owned();
            all.push(Published { from, tool });
        }
        Value::Object(members) => {
            for (key, inner) in members {
                find(inner, Some(key), from, all);
            }
        }
        Value::Array(items) => items.iter().for_each(|inner| find(inner, None, from, all)),
        _ => {}
    }
}

/// Writes tools to the file `name`, for validators in other languages. The environment variable `TOOL_LISTS`
/// names the folder. Does nothing if the variable is not set.
///
/// # Panics
///
/// Panics if the file cannot be written.
pub fn hand_over(name: &str, tools: &[Value]) {
    if let Some(folder) = std::env::var_os("TOOL_LISTS") {
        let list = serde_json::json!({ "tools": tools });
        fs::write(Path::new(&folder).join(name), list.to_string()).expect("the list is written");
    }
}
