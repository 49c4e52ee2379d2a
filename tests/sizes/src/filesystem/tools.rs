//! The tools of the filesystem server.

use mcp_tool_runtime::{ContentBlock, Tool, ToolError, mcp_tool, tools};
use serde_json::json;

use super::{Disk, ROOT, allowed, fits};

pub(super) fn tools() -> Vec<Tool<Disk>> {
    tools![
        read_file,
        read_text_file,
        read_media_file,
        read_multiple_files,
        write_file,
        edit_file,
        create_directory,
        list_directory,
        list_directory_with_sizes,
        directory_tree,
        move_file,
        search_files,
        get_file_info,
        list_allowed_directories,
    ]
}

/// The text that a tool returns.
#[derive(serde::Serialize, schemars::JsonSchema)]
pub(crate) struct Text {
    content: String,
}

type Answer = Result<Text, ToolError>;

fn answer(content: impl Into<String>) -> Answer {
    Ok(Text {
        content: content.into(),
    })
}

fn part(text: &str, head: Option<usize>, tail: Option<usize>) -> Answer {
    let lines: Vec<_> = text.lines().collect();
    let lines = match (head, tail) {
        (Some(_), Some(_)) => return Err(ToolError::new("`head` and `tail` exclude each other")),
        (Some(head), None) => &lines[..head.min(lines.len())],
        (None, Some(tail)) => &lines[lines.len().saturating_sub(tail)..],
        (None, None) => return answer(text),
    };
    answer(lines.join("\n"))
}

/// Reads a text file. Deprecated: use `read_text_file`.
#[mcp_tool(title = "Read File (Deprecated)", read_only, open_world = false)]
fn read_file(
    #[state] disk: &Disk,
    /// Which file
    path: &str,
    /// Read only this many lines from the end
    tail: Option<usize>,
    /// Read only this many lines from the start
    head: Option<usize>,
) -> Answer {
    part(&disk.text(path)?, head, tail)
}

/// Reads a text file, or a number of lines from its start or end.
#[mcp_tool(title = "Read Text File", read_only, open_world = false)]
fn read_text_file(
    #[state] disk: &Disk,
    /// Which file
    path: &str,
    /// Read only this many lines from the end
    tail: Option<usize>,
    /// Read only this many lines from the start
    head: Option<usize>,
) -> Answer {
    part(&disk.text(path)?, head, tail)
}

/// Reads an image or an audio file.
#[mcp_tool(title = "Read Media File", read_only, open_world = false)]
fn read_media_file(
    #[state] disk: &Disk,
    /// Which file
    path: &str,
) -> Result<ContentBlock, ToolError> {
    let bytes = disk.bytes(path)?;
    match path.rsplit_once('.') {
        Some((_, "png")) => Ok(ContentBlock::image_bytes(&bytes, "image/png")),
        Some((_, "wav")) => Ok(ContentBlock::audio_bytes(&bytes, "audio/wav")),
        _ => Err(ToolError::new(format!(
            "{path} is neither an image nor a recording"
        ))),
    }
}

/// Reads several text files at once. An unreadable file does not affect the others.
#[mcp_tool(title = "Read Multiple Files", read_only, open_world = false)]
fn read_multiple_files(
    #[state] disk: &Disk,
    /// Which files
    #[arg(length(1..))]
    paths: &[String],
) -> Answer {
    let texts = paths.iter().map(|path| match disk.text(path) {
        Ok(text) => format!("{path}:\n{text}"),
        Err(error) => format!("{path}: {error}"),
    });
    answer(texts.collect::<Vec<_>>().join("\n---\n"))
}

/// Creates or overwrites a file.
#[mcp_tool(
    title = "Write File",
    read_only = false,
    destructive,
    idempotent,
    open_world = false
)]
fn write_file(
    #[state] disk: &Disk,
    /// Which file
    path: &str,
    /// The whole new text
    content: String,
) -> Answer {
    disk.files()
        .insert(allowed(path)?.to_owned(), content.into_bytes());
    answer(format!("{path} is written"))
}

/// A part of a file's text, and its replacement.
#[derive(serde::Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Edit {
    /// The exact current text
    old_text: String,
    /// The new text
    new_text: String,
}

/// Replaces parts of a text file, and shows the changes.
#[mcp_tool(
    title = "Edit File",
    read_only = false,
    destructive,
    idempotent = false,
    open_world = false
)]
fn edit_file(
    #[state] disk: &Disk,
    /// Which file
    path: &str,
    /// The replacements, in order
    edits: Vec<Edit>,
    /// Only show the changes, without writing the file
    #[arg(rename = "dryRun", default = false)]
    dry_run: bool,
) -> Answer {
    let mut text = disk.text(path)?;
    let mut changes = Vec::new();
    for Edit { old_text, new_text } in edits {
        if !text.contains(&old_text) {
            return Err(ToolError::new(format!("{path} does not have {old_text:?}")));
        }
        text = text.replacen(&old_text, &new_text, 1);
        changes.push(format!("-{old_text}\n+{new_text}"));
    }
    if !dry_run {
        disk.files().insert(path.to_owned(), text.into_bytes());
    }
    answer(changes.join("\n"))
}

/// Creates a folder and its parents. Does not change an existing folder.
#[mcp_tool(
    title = "Create Directory",
    read_only = false,
    destructive = false,
    idempotent,
    open_world = false
)]
fn create_directory(
    #[state] disk: &Disk,
    /// Which folder
    path: &str,
) -> Answer {
    disk.files()
        .entry(format!("{}/", allowed(path)?))
        .or_default();
    answer(format!("{path} is there"))
}

/// Lists the entries of a folder.
#[mcp_tool(title = "List Directory", read_only, open_world = false)]
fn list_directory(
    #[state] disk: &Disk,
    /// Which folder
    path: &str,
) -> Answer {
    let entries = disk.entries(path)?;
    let lines = entries.iter().map(|(name, is_folder, _)| match is_folder {
        true => format!("[DIR] {name}"),
        false => format!("[FILE] {name}"),
    });
    answer(lines.collect::<Vec<_>>().join("\n"))
}

#[derive(serde::Deserialize, serde::Serialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum SortBy {
    Name,
    Size,
}

/// Lists the entries of a folder, with sizes.
#[mcp_tool(title = "List Directory with Sizes", read_only, open_world = false)]
fn list_directory_with_sizes(
    #[state] disk: &Disk,
    /// Which folder
    path: &str,
    /// Sort order
    #[arg(rename = "sortBy", default = SortBy::Name)]
    sort_by: SortBy,
) -> Answer {
    let mut entries = disk.entries(path)?;
    if let SortBy::Size = sort_by {
        entries.sort_by_key(|(_, _, size)| std::cmp::Reverse(*size));
    }
    let lines = entries
        .iter()
        .map(|(name, _, size)| format!("{name} {size}"));
    answer(lines.collect::<Vec<_>>().join("\n"))
}

fn tree(disk: &Disk, folder: &str, exclude: &[String]) -> Result<serde_json::Value, ToolError> {
    let mut nodes = Vec::new();
    for (name, is_folder, _) in disk.entries(folder)? {
        if exclude.iter().any(|pattern| fits(pattern, &name)) {
            continue;
        }
        nodes.push(match is_folder {
            true => json!({
                "name": name,
                "type": "directory",
                "children": tree(disk, &format!("{folder}/{name}"), exclude)?,
            }),
            false => json!({ "name": name, "type": "file" }),
        });
    }
    Ok(nodes.into())
}

/// Shows a folder and everything below it as JSON.
#[mcp_tool(title = "Directory Tree", read_only, open_world = false)]
fn directory_tree(
    #[state] disk: &Disk,
    /// Which folder
    path: &str,
    /// Patterns of names to leave out; `*` matches any text
    #[arg(rename = "excludePatterns", default)]
    exclude_patterns: Vec<String>,
) -> Answer {
    answer(tree(disk, path, &exclude_patterns)?.to_string())
}

/// Moves or renames a file. Never overwrites another file.
#[mcp_tool(
    title = "Move File",
    read_only = false,
    destructive,
    idempotent = false,
    open_world = false
)]
fn move_file(
    #[state] disk: &Disk,
    /// Which file
    source: &str,
    /// New path
    destination: &str,
) -> Answer {
    let bytes = disk.bytes(source)?;
    let mut files = disk.files();
    let destination = allowed(destination)?;
    if files.contains_key(destination) {
        return Err(ToolError::new(format!("{destination} is there already")));
    }
    files.remove(source);
    files.insert(destination.to_owned(), bytes);
    answer(format!("{source} is {destination} now"))
}

/// Finds files below a folder by their names.
#[mcp_tool(title = "Search Files", read_only, open_world = false)]
fn search_files(
    #[state] disk: &Disk,
    /// Folder to search
    path: &str,
    /// Pattern for the file name; `*` matches any text
    pattern: &str,
    /// Patterns of names to leave out
    #[arg(rename = "excludePatterns", default)]
    exclude_patterns: Vec<String>,
) -> Answer {
    let folder = allowed(path)?;
    let files = disk.files();
    let found = files.keys().filter(|file| {
        let name = file.rsplit('/').next().unwrap_or_default();
        file.starts_with(folder)
            && fits(pattern, name)
            && !exclude_patterns.iter().any(|pattern| fits(pattern, name))
    });
    answer(found.cloned().collect::<Vec<_>>().join("\n"))
}

/// Returns the size and kind of a file.
#[mcp_tool(title = "Get File Info", read_only, open_world = false)]
fn get_file_info(
    #[state] disk: &Disk,
    /// Which file
    path: &str,
) -> Answer {
    answer(format!("size: {}\nisFile: true", disk.bytes(path)?.len()))
}

/// Lists the folders that the tools can read and write.
#[mcp_tool(title = "List Allowed Directories", read_only, open_world = false)]
fn list_allowed_directories() -> Answer {
    answer(ROOT)
}
