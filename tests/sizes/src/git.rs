//! The git server: branches and commits of one invented repository.

use std::sync::{Mutex, MutexGuard};

use mcp_tool_runtime::{ToolError, ToolRegistry, mcp_tool, tools};

struct Commit {
    message: String,
    /// The time in UTC, in RFC 3339 format. Alphabetical order of these strings is chronological order.
    time: String,
    files: Vec<String>,
}

struct Repository {
    commits: Vec<Commit>,
    branches: Vec<String>,
    current: String,
    staged: Vec<String>,
    changed: Vec<String>,
}

/// The server's state.
pub struct Git(Mutex<Repository>);

impl Git {
    /// Returns the repository at this path.
    fn at(&self, path: &str) -> Result<MutexGuard<'_, Repository>, ToolError> {
        match path {
            "/work" => Ok(self
                .0
                .lock()
                .unwrap_or_else(|poisoned| poisoned.into_inner())),
            _ => Err(ToolError::new(format!("{path} is no repository"))),
        }
    }
}

fn diff(files: &[String], context_lines: u32) -> String {
    let of_file = |file: &String| format!("--- a/{file}\n+++ b/{file}\n@@ -1,{context_lines} @@");
    files.iter().map(of_file).collect::<Vec<_>>().join("\n")
}

fn known<'a>(repository: &'a Repository, name: &str) -> Result<&'a str, ToolError> {
    let found = repository.branches.iter().find(|branch| *branch == name);
    found.map(String::as_str).ok_or_else(|| {
        ToolError::new(format!("there is no branch {name}")).suggest("`git_branch` lists them")
    })
}

/// Lists changed and staged files.
#[mcp_tool(
    title = "Git Status",
    read_only,
    destructive = false,
    idempotent,
    open_world = false
)]
fn git_status(
    #[state] git: &Git,
    /// Path of the repository
    repo_path: &str,
) -> Result<String, ToolError> {
    let repository = git.at(repo_path)?;
    let Repository {
        current,
        staged,
        changed,
        ..
    } = &*repository;
    Ok(format!(
        "on {current}\nstaged: {staged:?}\nchanged: {changed:?}"
    ))
}

/// Shows changes that are not staged.
#[mcp_tool(
    title = "Git Diff Unstaged",
    read_only,
    destructive = false,
    idempotent,
    open_world = false
)]
fn git_diff_unstaged(
    #[state] git: &Git,
    /// Path of the repository
    repo_path: &str,
    /// Number of lines around each change
    #[arg(default = 3)]
    context_lines: u32,
) -> Result<String, ToolError> {
    Ok(diff(&git.at(repo_path)?.changed, context_lines))
}

/// Shows changes that are staged.
#[mcp_tool(
    title = "Git Diff Staged",
    read_only,
    destructive = false,
    idempotent,
    open_world = false
)]
fn git_diff_staged(
    #[state] git: &Git,
    /// Path of the repository
    repo_path: &str,
    /// Number of lines around each change
    #[arg(default = 3)]
    context_lines: u32,
) -> Result<String, ToolError> {
    Ok(diff(&git.at(repo_path)?.staged, context_lines))
}

/// Shows the differences between the current branch and another branch or commit.
#[mcp_tool(
    title = "Git Diff",
    read_only,
    destructive = false,
    idempotent,
    open_world = false
)]
fn git_diff(
    #[state] git: &Git,
    /// Path of the repository
    repo_path: &str,
    /// The other branch or commit
    target: &str,
    /// Number of lines around each change
    #[arg(default = 3)]
    context_lines: u32,
) -> Result<String, ToolError> {
    let repository = git.at(repo_path)?;
    known(&repository, target)?;
    let files: Vec<_> = repository
        .commits
        .iter()
        .flat_map(|commit| commit.files.clone())
        .collect();
    Ok(diff(&files, context_lines))
}

/// Commits the staged changes.
#[mcp_tool(
    title = "Git Commit",
    read_only = false,
    destructive = false,
    idempotent = false,
    open_world = false
)]
fn git_commit(
    #[state] git: &Git,
    /// Path of the repository
    repo_path: &str,
    /// Message that describes the change and its reason
    message: String,
) -> Result<String, ToolError> {
    let mut repository = git.at(repo_path)?;
    if repository.staged.is_empty() {
        return Err(ToolError::new("nothing is staged").suggest("call `git_add` before"));
    }
    let files = std::mem::take(&mut repository.staged);
    let time = "2026-03-01T12:00:00Z".to_owned();
    repository.commits.push(Commit {
        message,
        time,
        files,
    });
    Ok(format!("commit {}", repository.commits.len()))
}

/// Stages files.
#[mcp_tool(
    title = "Git Add",
    read_only = false,
    destructive = false,
    idempotent,
    open_world = false
)]
fn git_add(
    #[state] git: &Git,
    /// Path of the repository
    repo_path: &str,
    /// Paths in the repository
    #[arg(length(1..))]
    files: Vec<String>,
) -> Result<&'static str, ToolError> {
    let mut repository = git.at(repo_path)?;
    repository.changed.retain(|file| !files.contains(file));
    repository.staged.extend(files);
    Ok("staged")
}

/// Unstages all changes.
#[mcp_tool(
    title = "Git Reset",
    read_only = false,
    destructive,
    idempotent,
    open_world = false
)]
fn git_reset(
    #[state] git: &Git,
    /// Path of the repository
    repo_path: &str,
) -> Result<&'static str, ToolError> {
    let mut repository = git.at(repo_path)?;
    let staged = std::mem::take(&mut repository.staged);
    repository.changed.extend(staged);
    Ok("nothing is staged")
}

/// Lists commits, the latest first.
#[mcp_tool(
    title = "Git Log",
    read_only,
    destructive = false,
    idempotent,
    open_world = false
)]
fn git_log(
    #[state] git: &Git,
    /// Path of the repository
    repo_path: &str,
    /// Maximum number of results
    #[arg(default = 10)]
    max_count: usize,
    /// Only commits since this time, such as `2026-01-31` or `2026-01-31T12:00:00Z`
    start_timestamp: Option<String>,
    /// Only commits until this time, in the same format
    end_timestamp: Option<String>,
) -> Result<String, ToolError> {
    let repository = git.at(repo_path)?;
    let found = repository.commits.iter().rev().filter(|commit| {
        start_timestamp
            .as_ref()
            .is_none_or(|start| commit.time >= *start)
            && end_timestamp.as_ref().is_none_or(|end| commit.time <= *end)
    });
    let lines = found
        .take(max_count)
        .map(|commit| format!("{} {}", commit.time, commit.message));
    Ok(lines.collect::<Vec<_>>().join("\n"))
}

/// Creates a branch without checking it out.
#[mcp_tool(
    title = "Git Create Branch",
    read_only = false,
    destructive = false,
    idempotent = false,
    open_world = false
)]
fn git_create_branch(
    #[state] git: &Git,
    /// Path of the repository
    repo_path: &str,
    /// Its name
    branch_name: String,
    /// Branch to start from. Default: the current branch
    base_branch: Option<String>,
) -> Result<String, ToolError> {
    let mut repository = git.at(repo_path)?;
    let base = base_branch.unwrap_or_else(|| repository.current.clone());
    known(&repository, &base)?;
    let answer = format!("{branch_name} begins at {base}");
    repository.branches.push(branch_name);
    Ok(answer)
}

/// Checks out another branch.
#[mcp_tool(
    title = "Git Checkout",
    read_only = false,
    destructive = false,
    idempotent = false,
    open_world = false
)]
fn git_checkout(
    #[state] git: &Git,
    /// Path of the repository
    repo_path: &str,
    /// Its name
    branch_name: &str,
) -> Result<String, ToolError> {
    let mut repository = git.at(repo_path)?;
    repository.current = known(&repository, branch_name)?.to_owned();
    Ok(format!("on {branch_name}"))
}

/// Shows a commit.
#[mcp_tool(
    title = "Git Show",
    read_only,
    destructive = false,
    idempotent,
    open_world = false
)]
fn git_show(
    #[state] git: &Git,
    /// Path of the repository
    repo_path: &str,
    /// Index of the commit, or `HEAD` for the latest commit
    revision: &str,
) -> Result<String, ToolError> {
    let repository = git.at(repo_path)?;
    let commit = match revision {
        "HEAD" => repository.commits.last(),
        number => number
            .parse()
            .ok()
            .and_then(|number: usize| repository.commits.get(number)),
    };
    let commit = commit.ok_or_else(|| ToolError::new(format!("there is no commit {revision}")))?;
    Ok(format!(
        "{}\n{}\n{:?}",
        commit.message, commit.time, commit.files
    ))
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum BranchType {
    Local,
    Remote,
    All,
}

/// Lists branches.
#[mcp_tool(
    title = "Git Branch",
    read_only,
    destructive = false,
    idempotent,
    open_world = false
)]
fn git_branch(
    #[state] git: &Git,
    /// Path of the repository
    repo_path: &str,
    /// Local branches, remote branches, or all
    branch_type: BranchType,
    /// Only branches that contain this commit
    contains: Option<String>,
    /// Only branches that do not contain this commit
    not_contains: Option<String>,
) -> Result<String, ToolError> {
    let repository = git.at(repo_path)?;
    // `Repository` does not record the commits of a branch. So treat `HEAD` as the only commit of
    // each branch.
    let has = |revision: &str| revision == "HEAD";
    let wanted = contains.as_deref().is_none_or(has) && !not_contains.as_deref().is_some_and(has);
    match branch_type {
        BranchType::Local | BranchType::All if wanted => Ok(repository.branches.join("\n")),
        _ => Ok(String::new()),
    }
}

/// Builds a registry of the tools.
///
/// # Panics
///
/// Panics if the registry rejects a tool.
#[must_use]
pub fn registry() -> ToolRegistry<Git> {
    let git = Git(Mutex::new(Repository {
        commits: vec![Commit {
            message: "Begin".to_owned(),
            time: "2026-01-01T09:00:00Z".to_owned(),
            files: vec!["a.txt".to_owned()],
        }],
        branches: vec!["main".to_owned()],
        current: "main".to_owned(),
        staged: Vec::new(),
        changed: vec!["b.txt".to_owned()],
    }));
    ToolRegistry::builder(git)
        .tools(tools![
            git_status,
            git_diff_unstaged,
            git_diff_staged,
            git_diff,
            git_commit,
            git_add,
            git_reset,
            git_log,
            git_create_branch,
            git_checkout,
            git_show,
            git_branch,
        ])
        .build()
        .expect("the tools can be registered")
}
