//! The tools of `git.rs` and `filesystem.rs`, declared with the macros of the official SDK. They are never called.

#![allow(dead_code)] // No code reads the arguments.

use rmcp::handler::server::wrapper::Parameters;
use rmcp::{Json, tool, tool_router};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::filesystem::{Edit, SortBy, Text};
use crate::git::BranchType;

fn nothing<T>() -> Result<T, String> {
    Err("nothing is called here".to_owned())
}

#[derive(Deserialize, JsonSchema)]
struct RepoPath {
    /// Path of the repository
    repo_path: String,
}

#[derive(Deserialize, JsonSchema)]
struct Diff {
    /// Path of the repository
    repo_path: String,
    /// Number of lines around each change
    #[serde(default = "context_lines")]
    context_lines: u32,
}

#[derive(Deserialize, JsonSchema)]
struct DiffTo {
    /// Path of the repository
    repo_path: String,
    /// The other branch or commit
    target: String,
    /// Number of lines around each change
    #[serde(default = "context_lines")]
    context_lines: u32,
}

#[derive(Deserialize, JsonSchema)]
struct Message {
    /// Path of the repository
    repo_path: String,
    /// Message that describes the change and its reason
    message: String,
}

#[derive(Deserialize, JsonSchema)]
struct Files {
    /// Path of the repository
    repo_path: String,
    /// Paths in the repository
    #[schemars(length(min = 1))]
    files: Vec<String>,
}

#[derive(Deserialize, JsonSchema)]
struct Log {
    /// Path of the repository
    repo_path: String,
    /// Maximum number of results
    #[serde(default = "max_count")]
    max_count: usize,
    /// Only commits since this time, such as `2026-01-31` or `2026-01-31T12:00:00Z`
    start_timestamp: Option<String>,
    /// Only commits until this time, in the same format
    end_timestamp: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
struct NewBranch {
    /// Path of the repository
    repo_path: String,
    /// Its name
    branch_name: String,
    /// Branch to start from. Default: the current branch
    base_branch: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
struct Branch {
    /// Path of the repository
    repo_path: String,
    /// Its name
    branch_name: String,
}

#[derive(Deserialize, JsonSchema)]
struct Revision {
    /// Path of the repository
    repo_path: String,
    /// Index of the commit, or `HEAD` for the latest commit
    revision: String,
}

#[derive(Deserialize, JsonSchema)]
struct Branches {
    /// Path of the repository
    repo_path: String,
    /// Local branches, remote branches, or all
    branch_type: BranchType,
    /// Only branches that contain this commit
    contains: Option<String>,
    /// Only branches that do not contain this commit
    not_contains: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
struct Lines {
    /// Which file
    path: String,
    /// Read only this many lines from the end
    tail: Option<usize>,
    /// Read only this many lines from the start
    head: Option<usize>,
}

#[derive(Deserialize, JsonSchema)]
struct File {
    /// Which file
    path: String,
}

#[derive(Deserialize, JsonSchema)]
struct Paths {
    /// Which files
    #[schemars(length(min = 1))]
    paths: Vec<String>,
}

#[derive(Deserialize, JsonSchema)]
struct NewText {
    /// Which file
    path: String,
    /// The whole new text
    content: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Edits {
    /// Which file
    path: String,
    /// The replacements, in order
    edits: Vec<Edit>,
    /// Only show the changes, without writing the file
    #[serde(default)]
    dry_run: bool,
}

#[derive(Deserialize, JsonSchema)]
struct Folder {
    /// Which folder
    path: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct SortedFolder {
    /// Which folder
    path: String,
    /// Sort order
    #[serde(default = "by_name")]
    sort_by: SortBy,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct FilteredFolder {
    /// Which folder
    path: String,
    /// Patterns of names to leave out; `*` matches any text
    #[serde(default)]
    exclude_patterns: Vec<String>,
}

#[derive(Deserialize, JsonSchema)]
struct Move {
    /// Which file
    source: String,
    /// New path
    destination: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Search {
    /// Folder to search
    path: String,
    /// Pattern for the file name; `*` matches any text
    pattern: String,
    /// Patterns of names to leave out
    #[serde(default)]
    exclude_patterns: Vec<String>,
}

fn context_lines() -> u32 {
    3
}

fn max_count() -> usize {
    10
}

fn by_name() -> SortBy {
    SortBy::Name
}

struct Git;

#[tool_router]
impl Git {
    /// Lists changed and staged files.
    #[tool(
        title = "Git Status",
        annotations(
            read_only_hint = true,
            destructive_hint = false,
            idempotent_hint = true,
            open_world_hint = false
        )
    )]
    async fn git_status(&self, _: Parameters<RepoPath>) -> Result<String, String> {
        nothing()
    }

    /// Shows changes that are not staged.
    #[tool(
        title = "Git Diff Unstaged",
        annotations(
            read_only_hint = true,
            destructive_hint = false,
            idempotent_hint = true,
            open_world_hint = false
        )
    )]
    async fn git_diff_unstaged(&self, _: Parameters<Diff>) -> Result<String, String> {
        nothing()
    }

    /// Shows changes that are staged.
    #[tool(
        title = "Git Diff Staged",
        annotations(
            read_only_hint = true,
            destructive_hint = false,
            idempotent_hint = true,
            open_world_hint = false
        )
    )]
    async fn git_diff_staged(&self, _: Parameters<Diff>) -> Result<String, String> {
        nothing()
    }

    /// Shows the differences between the current branch and another branch or commit.
    #[tool(
        title = "Git Diff",
        annotations(
            read_only_hint = true,
            destructive_hint = false,
            idempotent_hint = true,
            open_world_hint = false
        )
    )]
    async fn git_diff(&self, _: Parameters<DiffTo>) -> Result<String, String> {
        nothing()
    }

    /// Commits the staged changes.
    #[tool(
        title = "Git Commit",
        annotations(
            read_only_hint = false,
            destructive_hint = false,
            idempotent_hint = false,
            open_world_hint = false
        )
    )]
    async fn git_commit(&self, _: Parameters<Message>) -> Result<String, String> {
        nothing()
    }

    /// Stages files.
    #[tool(
        title = "Git Add",
        annotations(
            read_only_hint = false,
            destructive_hint = false,
            idempotent_hint = true,
            open_world_hint = false
        )
    )]
    async fn git_add(&self, _: Parameters<Files>) -> Result<String, String> {
        nothing()
    }

    /// Unstages all changes.
    #[tool(
        title = "Git Reset",
        annotations(
            read_only_hint = false,
            destructive_hint = true,
            idempotent_hint = true,
            open_world_hint = false
        )
    )]
    async fn git_reset(&self, _: Parameters<RepoPath>) -> Result<String, String> {
        nothing()
    }

    /// Lists commits, the latest first.
    #[tool(
        title = "Git Log",
        annotations(
            read_only_hint = true,
            destructive_hint = false,
            idempotent_hint = true,
            open_world_hint = false
        )
    )]
    async fn git_log(&self, _: Parameters<Log>) -> Result<String, String> {
        nothing()
    }

    /// Creates a branch without checking it out.
    #[tool(
        title = "Git Create Branch",
        annotations(
            read_only_hint = false,
            destructive_hint = false,
            idempotent_hint = false,
            open_world_hint = false
        )
    )]
    async fn git_create_branch(&self, _: Parameters<NewBranch>) -> Result<String, String> {
        nothing()
    }

    /// Checks out another branch.
    #[tool(
        title = "Git Checkout",
        annotations(
            read_only_hint = false,
            destructive_hint = false,
            idempotent_hint = false,
            open_world_hint = false
        )
    )]
    async fn git_checkout(&self, _: Parameters<Branch>) -> Result<String, String> {
        nothing()
    }

    /// Shows a commit.
    #[tool(
        title = "Git Show",
        annotations(
            read_only_hint = true,
            destructive_hint = false,
            idempotent_hint = true,
            open_world_hint = false
        )
    )]
    async fn git_show(&self, _: Parameters<Revision>) -> Result<String, String> {
        nothing()
    }

    /// Lists branches.
    #[tool(
        title = "Git Branch",
        annotations(
            read_only_hint = true,
            destructive_hint = false,
            idempotent_hint = true,
            open_world_hint = false
        )
    )]
    async fn git_branch(&self, _: Parameters<Branches>) -> Result<String, String> {
        nothing()
    }
}

struct Filesystem;

#[tool_router]
impl Filesystem {
    /// Reads a text file. Deprecated: use `read_text_file`.
    #[tool(
        title = "Read File (Deprecated)",
        annotations(read_only_hint = true, open_world_hint = false)
    )]
    async fn read_file(&self, _: Parameters<Lines>) -> Result<Json<Text>, String> {
        nothing()
    }

    /// Reads a text file, or a number of lines from its start or end.
    #[tool(
        title = "Read Text File",
        annotations(read_only_hint = true, open_world_hint = false)
    )]
    async fn read_text_file(&self, _: Parameters<Lines>) -> Result<Json<Text>, String> {
        nothing()
    }

    /// Reads an image or an audio file.
    #[tool(
        title = "Read Media File",
        annotations(read_only_hint = true, open_world_hint = false)
    )]
    async fn read_media_file(&self, _: Parameters<File>) -> Result<String, String> {
        nothing()
    }

    /// Reads several text files at once. An unreadable file does not affect the others.
    #[tool(
        title = "Read Multiple Files",
        annotations(read_only_hint = true, open_world_hint = false)
    )]
    async fn read_multiple_files(&self, _: Parameters<Paths>) -> Result<Json<Text>, String> {
        nothing()
    }

    /// Creates or overwrites a file.
    #[tool(
        title = "Write File",
        annotations(
            read_only_hint = false,
            destructive_hint = true,
            idempotent_hint = true,
            open_world_hint = false
        )
    )]
    async fn write_file(&self, _: Parameters<NewText>) -> Result<Json<Text>, String> {
        nothing()
    }

    /// Replaces parts of a text file, and shows the changes.
    #[tool(
        title = "Edit File",
        annotations(
            read_only_hint = false,
            destructive_hint = true,
            idempotent_hint = false,
            open_world_hint = false
        )
    )]
    async fn edit_file(&self, _: Parameters<Edits>) -> Result<Json<Text>, String> {
        nothing()
    }

    /// Creates a folder and its parents. Does not change an existing folder.
    #[tool(
        title = "Create Directory",
        annotations(
            read_only_hint = false,
            destructive_hint = false,
            idempotent_hint = true,
            open_world_hint = false
        )
    )]
    async fn create_directory(&self, _: Parameters<Folder>) -> Result<Json<Text>, String> {
        nothing()
    }

    /// Lists the entries of a folder.
    #[tool(
        title = "List Directory",
        annotations(read_only_hint = true, open_world_hint = false)
    )]
    async fn list_directory(&self, _: Parameters<Folder>) -> Result<Json<Text>, String> {
        nothing()
    }

    /// Lists the entries of a folder, with sizes.
    #[tool(
        title = "List Directory with Sizes",
        annotations(read_only_hint = true, open_world_hint = false)
    )]
    async fn list_directory_with_sizes(
        &self,
        _: Parameters<SortedFolder>,
    ) -> Result<Json<Text>, String> {
        nothing()
    }

    /// Shows a folder and everything below it as JSON.
    #[tool(
        title = "Directory Tree",
        annotations(read_only_hint = true, open_world_hint = false)
    )]
    async fn directory_tree(&self, _: Parameters<FilteredFolder>) -> Result<Json<Text>, String> {
        nothing()
    }

    /// Moves or renames a file. Never overwrites another file.
    #[tool(
        title = "Move File",
        annotations(
            read_only_hint = false,
            destructive_hint = true,
            idempotent_hint = false,
            open_world_hint = false
        )
    )]
    async fn move_file(&self, _: Parameters<Move>) -> Result<Json<Text>, String> {
        nothing()
    }

    /// Finds files below a folder by their names.
    #[tool(
        title = "Search Files",
        annotations(read_only_hint = true, open_world_hint = false)
    )]
    async fn search_files(&self, _: Parameters<Search>) -> Result<Json<Text>, String> {
        nothing()
    }

    /// Returns the size and kind of a file.
    #[tool(
        title = "Get File Info",
        annotations(read_only_hint = true, open_world_hint = false)
    )]
    async fn get_file_info(&self, _: Parameters<File>) -> Result<Json<Text>, String> {
        nothing()
    }

    /// Lists the folders that the tools can read and write.
    #[tool(
        title = "List Allowed Directories",
        annotations(read_only_hint = true, open_world_hint = false)
    )]
    async fn list_allowed_directories(&self) -> Result<Json<Text>, String> {
        nothing()
    }
}

/// Returns the definitions, as a client receives them.
#[must_use]
pub fn list() -> Vec<Value> {
    let mut tools = Git::tool_router().list_all();
    tools.extend(Filesystem::tool_router().list_all());
    tools.iter().map(|tool| json!(tool)).collect()
}
