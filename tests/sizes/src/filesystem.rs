//! The filesystem server: files of an in-memory disk.

mod tools;

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard};

use mcp_tool_runtime::{ToolError, ToolRegistry};

pub(crate) use tools::{Edit, SortBy, Text};

/// The only folder that the tools may access.
const ROOT: &str = "/work";

/// A map from paths to the content of files. A path that ends with `/` is a folder that a tool created.
#[derive(Default)]
pub struct Disk(Mutex<BTreeMap<String, Vec<u8>>>);

impl Disk {
    fn files(&self) -> MutexGuard<'_, BTreeMap<String, Vec<u8>>> {
        self.0
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn bytes(&self, path: &str) -> Result<Vec<u8>, ToolError> {
        let files = self.files();
        let found = files.get(allowed(path)?);
        found
            .cloned()
            .ok_or_else(|| ToolError::new(format!("there is no file {path}")))
    }

    fn text(&self, path: &str) -> Result<String, ToolError> {
        let not_text =
            |_| ToolError::new(format!("{path} is no text")).suggest("use `read_media_file`");
        String::from_utf8(self.bytes(path)?).map_err(not_text)
    }

    /// Returns the name of each entry in a folder, whether the entry is a folder, and its size in bytes, which is
    /// 0 for a folder.
    fn entries(&self, folder: &str) -> Result<Vec<(String, bool, usize)>, ToolError> {
        let prefix = format!("{}/", allowed(folder)?);
        let files = self.files();
        let inside = files.iter().filter_map(|(path, bytes)| {
            let rest = path.strip_prefix(&prefix).filter(|rest| !rest.is_empty())?;
            match rest.split_once('/') {
                Some((name, _)) => Some((name.to_owned(), true, 0)),
                None => Some((rest.to_owned(), false, bytes.len())),
            }
        });
        let mut entries: Vec<_> = inside.collect();
        entries.dedup_by(|one, other| one.0 == other.0);
        Ok(entries)
    }
}

fn allowed(path: &str) -> Result<&str, ToolError> {
    let path = path.trim_end_matches('/');
    let inside = path
        .strip_prefix(ROOT)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    match inside && !path.contains("/..") {
        true => Ok(path),
        false => Err(ToolError::new(format!("{path} is outside of {ROOT}"))
            .suggest("ask `list_allowed_directories` where files may be")),
    }
}

/// Returns whether a name matches a pattern. `*` matches any text.
fn fits(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == name,
        Some((head, tail)) => name.strip_prefix(head).is_some_and(|rest| {
            rest.char_indices()
                .map(|(at, _)| at)
                .chain([rest.len()])
                .any(|at| fits(tail, &rest[at..]))
        }),
    }
}

/// Builds a registry of the tools.
///
/// # Panics
///
/// Panics if the registry rejects a tool.
#[must_use]
pub fn registry() -> ToolRegistry<Disk> {
    let disk = Disk::default();
    let files = [
        ("/work/a.txt", &b"one\ntwo\nthree"[..]),
        ("/work/src/main.rs", b"fn main() {}"),
        ("/work/dot.png", &[0x89, b'P', b'N', b'G', 0xff]),
    ];
    disk.files()
        .extend(files.map(|(path, bytes)| (path.to_owned(), bytes.to_vec())));
    ToolRegistry::builder(disk)
        .tools(tools::tools())
        .build()
        .expect("the tools can be registered")
}
