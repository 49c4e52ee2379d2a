//! The walls inside of the crates: which module imports which.
//!
//! Code imports a name from the module that defines it, never through `lib.rs`. So an import shows which part
//! of the crate it needs, and the modules of a crate import each other in one direction only.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The folders of the crates that users get.
const CRATES: [&str; 7] = [
    "crates/mcp-tool-lint",
    "crates/mcp-tool-rmcp",
    "crates/mcp-tool-rules",
    "crates/mcp-tool-schema",
    "crates/mcp-tool-server",
    "mcp-tool-macros",
    "mcp-tool-runtime",
];

/// A path in the code that starts with `crate::`, or with `super::`.
struct Import {
    file: PathBuf,
    /// The module of the root or the folder that contains the file.
    from: String,
    /// The segment after `crate::` or `super::`.
    to: String,
}

#[test]
fn names_are_imported_from_the_module_that_defines_them() {
    let mut through_the_root = Vec::new();
    for name in CRATES {
        let known = root_names(&folder(name));
        let imports = imports(&folder(name));
        assert!(!imports.is_empty(), "{name} imports nothing");
        for Import { file, to, .. } in imports {
            // A macro that another file exports stands in the root.
            let is_known = known.contains(&to) || to.starts_with("__");
            if !is_known {
                through_the_root.push(format!("{}: crate::{to}", file.display()));
            }
        }
    }
    assert!(
        through_the_root.is_empty(),
        "import these names from their module:\n{}",
        through_the_root.join("\n")
    );
}

#[test]
fn modules_do_not_import_in_a_circle() {
    for name in CRATES {
        let mut arrows: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
        for import in imports(&folder(name)) {
            // `private` collects names for expansions, and nothing imports it.
            let is_exempt = import.from == "private";
            if !is_exempt && import.from != import.to {
                arrows.entry(import.from).or_default().insert(import.to);
            }
        }
        // Remove the modules that import only removed ones. What is left imports in a circle.
        loop {
            let left: BTreeSet<_> = arrows.keys().cloned().collect();
            arrows.retain(|_, to| to.iter().any(|to| left.contains(to)));
            if arrows.len() == left.len() {
                break;
            }
        }
        assert!(arrows.is_empty(), "a circle of {name}: {arrows:#?}");
    }
}

/// If a `lib.rs` or `mod.rs` says "imports only those", it lists its modules in the order of their imports.
#[test]
fn listed_modules_import_only_those_above_them() {
    let mut lists = 0;
    for root in CRATES.iter().flat_map(|name| sources(&folder(name))) {
        let text = fs::read_to_string(&root).unwrap();
        if !text.contains("imports only those") {
            continue;
        }
        lists += 1;
        let modules = listed_modules(&text);
        let place = |name: &str| modules.iter().position(|module| module == name);
        for Import { file, from, to } in imports(root.parent().unwrap()) {
            if from != "tests" {
                let (file, root) = (file.display(), root.display());
                let from = place(&from).unwrap_or_else(|| panic!("{root} does not list {from}"));
                let is_above = place(&to).is_none_or(|to| to <= from);
                assert!(is_above, "{file} imports {to}, which is below it in {root}");
            }
        }
    }
    assert!(lists > 5, "{lists} lists");
}

#[test]
fn inherent_methods_of_a_type_stand_in_at_most_two_files() {
    for name in CRATES {
        let mut places: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
        for file in sources(&folder(name)) {
            let text = fs::read_to_string(&file).unwrap();
            for line in text.lines().filter(|line| line.starts_with("impl")) {
                if let Some(name) = inherent_type(line) {
                    places.entry(name).or_default().insert(file.clone());
                }
            }
        }
        assert!(!places.is_empty(), "{name} has types with methods");
        places.retain(|_, files| files.len() > 2);
        assert!(places.is_empty(), "{name}: {places:#?}");
    }
}

fn folder(name: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    root.join(name).join("src")
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files
}

/// Returns the names that the root of a crate defines: its modules, and the macros that it exports.
fn root_names(src: &Path) -> BTreeSet<String> {
    let root = fs::read_to_string(src.join("lib.rs")).unwrap();
    let definitions = root.split('\n').filter_map(|line| {
        let line = line.trim_start();
        let line = line.strip_prefix("pub ").unwrap_or(line);
        let name = line
            .strip_prefix("mod ")
            .or_else(|| line.strip_prefix("macro_rules! "))?;
        Some(name.trim_end_matches([';', '{', ' ']).to_owned())
    });
    definitions.collect()
}

/// Returns the modules that a text lists: in comments, or by the order of its `pub mod`.
fn listed_modules(text: &str) -> Vec<String> {
    let modules = text.lines().filter_map(|line| {
        let (name, _) = match line.strip_prefix("pub mod ") {
            Some(module) => module.split_once(';')?,
            None => line
                .strip_prefix("//")?
                .trim_start_matches(['!', ' '])
                .split_once("  ")?,
        };
        (!name.is_empty() && identifier(name) == name).then(|| name.to_owned())
    });
    modules.collect()
}

/// Returns the imports of all files of a crate or a folder, except those of its root and of unit tests. Imports
/// of a folder are those from the same folder.
fn imports(src: &Path) -> Vec<Import> {
    let folders = src.iter().rev().take_while(|part| *part != "src");
    let path = folders.fold(String::new(), |path, part| {
        format!("{}::{path}", part.display())
    });
    let from_crate = format!("crate::{path}");
    let mut imports = Vec::new();
    for file in sources(src) {
        let is_root = file.ends_with("lib.rs") || file == src.join("mod.rs");
        if is_root || file.ends_with("tests.rs") {
            continue;
        }
        let module = file.strip_prefix(src).unwrap().iter().next().unwrap();
        let module = module.to_str().unwrap();
        let from = module.trim_end_matches(".rs").to_owned();
        let text = fs::read_to_string(&file).unwrap();
        let (code, _) = text
            .split_once("#[cfg(test)]\nmod tests")
            .unwrap_or((&text, ""));
        // In a module of the root, `super` is the root, too.
        let parents =
            file.strip_prefix(src).unwrap().iter().count() - usize::from(file.ends_with("mod.rs"));
        let from_parent = "super::".repeat(parents);
        let paths = code
            .match_indices(&*from_crate)
            .chain(code.match_indices(&*from_parent));
        for (at, path) in paths {
            let line = code[..at].rsplit('\n').next().unwrap();
            let is_text = line.contains("//") || line.matches('"').count() % 2 == 1;
            let is_longer =
                line.ends_with(|char: char| char.is_alphanumeric() || "_$`:".contains(char));
            if !is_text && !is_longer {
                let segments = first_segments(&code[at + path.len()..]);
                imports.extend(segments.into_iter().map(|to| Import {
                    file: file.clone(),
                    from: from.clone(),
                    to,
                }));
            }
        }
    }
    imports
}

/// Returns the first segment of a path, or of each path in braces.
fn first_segments(path: &str) -> Vec<String> {
    let Some(group) = path.strip_prefix('{') else {
        return vec![identifier(path)];
    };
    let mut depth = 0;
    let mut segments = vec![identifier(group)];
    for (at, char) in group.char_indices() {
        match char {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => segments.push(identifier(group[at + 1..].trim_start())),
            _ => {}
        }
    }
    segments.retain(|segment| !segment.is_empty());
    segments
}

fn identifier(text: &str) -> String {
    let is_part = |char: &char| char.is_alphanumeric() || *char == '_';
    text.trim_start().chars().take_while(is_part).collect()
}

/// Returns the type of `impl Type {`, also with generics. Returns `None` for an implementation of a trait.
fn inherent_type(line: &str) -> Option<String> {
    let line = line.strip_suffix(" {").unwrap_or(line);
    let rest = line.strip_prefix("impl")?;
    let rest = match rest.strip_prefix('<') {
        Some(generics) => after_generics(generics)?,
        None => rest,
    };
    let (head, _) = rest.split_once(" where").unwrap_or((rest, ""));
    if head.contains(" for ") {
        return None;
    }
    let path = head.trim().split('<').next()?;
    Some(path.rsplit("::").next()?.to_owned())
}

/// Returns the text after the `>` that closes the generics of an `impl`.
fn after_generics(generics: &str) -> Option<&str> {
    let mut depth = 1;
    let mut last = ' ';
    for (at, char) in generics.char_indices() {
        match char {
            '<' => depth += 1,
            '>' if last != '-' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(&generics[at + 1..]);
        }
        last = char;
    }
    None
}
