//! Repositories, their content and their history.

use mcp_tool_runtime::{Tool, mcp_tool, tools};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{Answer, Api, Page, Repository};

pub(super) fn tools() -> Vec<Tool<Api>> {
    tools![
        create_branch,
        create_or_update_file,
        create_repository,
        delete_file,
        fork_repository,
        get_commit,
        get_file_contents,
        get_latest_release,
        get_release_by_tag,
        get_repository_tree,
        get_tag,
        list_branches,
        list_commits,
        list_releases,
        list_tags,
        push_files
    ]
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct FileContent {
    /// Path in the repository
    path: String,
    /// The whole text
    content: String,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum GetCommitDetail {
    None,
    Stats,
    FullPatch,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum GetFileContentField {
    Type,
    Name,
    Path,
    Size,
    Sha,
    Url,
    GitUrl,
    HtmlUrl,
    DownloadUrl,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum CommitField {
    Sha,
    HtmlUrl,
    Commit,
    Author,
    Committer,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum ReleaseField {
    Id,
    TagName,
    Name,
    Body,
    HtmlUrl,
    PublishedAt,
    Prerelease,
    Draft,
    Author,
}

/// Creates a branch.
#[mcp_tool(title = "Create branch", read_only = false, idempotent = false)]
fn create_branch(
    #[state] api: &Api,
    #[arg(flatten)] repository: Repository,
    /// Name of the branch
    branch: String,
    /// Branch to start from
    from_branch: Option<String>,
) -> Answer {
    api.send(
        "POST",
        &format!("{repository}/git/refs"),
        json!({ "branch": branch, "from_branch": from_branch }),
    )
}

/// Commits one file.
#[mcp_tool(title = "Create or update file", read_only = false, idempotent = false)]
fn create_or_update_file(
    #[state] api: &Api,
    #[arg(flatten)] repository: Repository,
    /// Allow a write through a symbolic link
    #[arg(default = false)]
    allow_symlink_write: bool,
    /// Name of the branch
    branch: String,
    /// The whole text
    content: String,
    /// Message that describes the change and its reason
    message: String,
    /// Path in the repository
    path: String,
    /// Current blob SHA of the file to replace
    sha: Option<String>,
) -> Answer {
    api.send("PUT", &format!("{repository}/contents/{path}"), json!({ "allow_symlink_write": allow_symlink_write, "branch": branch, "content": content, "message": message, "sha": sha }))
}

/// Creates a repository.
#[mcp_tool(title = "Create repository", read_only = false, idempotent = false)]
fn create_repository(
    #[state] api: &Api,
    /// Create a README
    #[arg(rename = "autoInit")]
    auto_init: Option<bool>,
    /// Description
    description: Option<String>,
    /// Name
    name: String,
    /// Organisation that will own the repository
    organization: Option<String>,
    /// Make it private
    #[arg(default = true)]
    private: bool,
) -> Answer {
    api.send("POST", "/user/repos", json!({ "auto_init": auto_init, "description": description, "name": name, "organization": organization, "private": private }))
}

/// Deletes a file with a commit.
#[mcp_tool(
    title = "Delete file",
    read_only = false,
    destructive,
    idempotent = false
)]
fn delete_file(
    #[state] api: &Api,
    #[arg(flatten)] repository: Repository,
    /// Name of the branch
    branch: String,
    /// Message that describes the change and its reason
    message: String,
    /// Path in the repository
    path: String,
) -> Answer {
    api.send(
        "DELETE",
        &format!("{repository}/contents/{path}"),
        json!({ "branch": branch, "message": message }),
    )
}

/// Forks a repository.
#[mcp_tool(title = "Fork repository", read_only = false, idempotent = false)]
fn fork_repository(
    #[state] api: &Api,
    #[arg(flatten)] repository: Repository,
    /// Organisation that will own the fork
    organization: Option<String>,
) -> Answer {
    api.send(
        "POST",
        &format!("{repository}/forks"),
        json!({ "organization": organization }),
    )
}

/// Reads a commit.
#[mcp_tool(title = "Get commit details", read_only, idempotent = false)]
fn get_commit(
    #[state] api: &Api,
    #[arg(flatten)] repository: Repository,
    /// Level of detail
    #[arg(default = GetCommitDetail::Stats)]
    detail: GetCommitDetail,
    /// A commit, a branch or a tag
    sha: String,
    #[arg(flatten)] page: Page,
) -> Answer {
    api.send(
        "GET",
        &format!("{repository}/commits/{sha}"),
        json!({ "detail": detail, "page": page }),
    )
}

/// Reads a file, or lists a folder.
#[mcp_tool(
    title = "Get file or directory contents",
    read_only,
    idempotent = false
)]
fn get_file_contents(
    #[state] api: &Api,
    #[arg(flatten)] repository: Repository,
    /// Return only these fields
    fields: Option<Vec<GetFileContentField>>,
    /// Path in the repository
    #[arg(default = "/")]
    path: String,
    /// Branch, tag or commit
    r#ref: Option<String>,
    /// A commit, a branch or a tag
    sha: Option<String>,
) -> Answer {
    api.send(
        "GET",
        &format!("{repository}/contents"),
        json!({ "fields": fields, "path": path, "ref": r#ref, "sha": sha }),
    )
}

/// Reads the latest release.
#[mcp_tool(title = "Get latest release", read_only, idempotent = false)]
fn get_latest_release(#[state] api: &Api, #[arg(flatten)] repository: Repository) -> Answer {
    api.send("GET", &format!("{repository}/releases/latest"), json!({}))
}

/// Reads the release of a tag.
#[mcp_tool(title = "Get a release by tag name", read_only, idempotent = false)]
fn get_release_by_tag(
    #[state] api: &Api,
    #[arg(flatten)] repository: Repository,
    /// Name of the tag
    tag: String,
) -> Answer {
    api.send(
        "GET",
        &format!("{repository}/releases/tags/{tag}"),
        json!({}),
    )
}

/// Lists the files and folders of a repository.
#[mcp_tool(title = "Get repository tree", read_only, idempotent = false)]
fn get_repository_tree(
    #[state] api: &Api,
    #[arg(flatten)] repository: Repository,
    /// Only files and folders below this path
    path_filter: Option<String>,
    /// Include the contents of subfolders at any depth
    #[arg(default = false)]
    recursive: bool,
    /// A commit, a branch or a tag
    tree_sha: Option<String>,
) -> Answer {
    api.send(
        "GET",
        &format!("{repository}/git/trees"),
        json!({ "path_filter": path_filter, "recursive": recursive, "tree_sha": tree_sha }),
    )
}

/// Reads a tag.
#[mcp_tool(title = "Get tag details", read_only, idempotent = false)]
fn get_tag(
    #[state] api: &Api,
    #[arg(flatten)] repository: Repository,
    /// Name of the tag
    tag: String,
) -> Answer {
    api.send("GET", &format!("{repository}/git/tags/{tag}"), json!({}))
}

/// Lists the branches of a repository.
#[mcp_tool(title = "List branches", read_only, idempotent = false)]
fn list_branches(
    #[state] api: &Api,
    #[arg(flatten)] repository: Repository,
    #[arg(flatten)] page: Page,
) -> Answer {
    api.send(
        "GET",
        &format!("{repository}/branches"),
        json!({ "page": page }),
    )
}

/// Lists commits, the latest first.
#[mcp_tool(title = "List commits", read_only, idempotent = false)]
fn list_commits(
    #[state] api: &Api,
    #[arg(flatten)] repository: Repository,
    /// Author
    author: Option<String>,
    /// Return only these fields
    fields: Option<Vec<CommitField>>,
    /// Path in the repository
    path: Option<String>,
    /// A commit, a branch or a tag
    sha: Option<String>,
    /// Only commits since this time
    since: Option<String>,
    /// Only commits until this time
    until: Option<String>,
    #[arg(flatten)] page: Page,
) -> Answer {
    api.send("GET", &format!("{repository}/commits"), json!({ "author": author, "fields": fields, "path": path, "sha": sha, "since": since, "until": until, "page": page }))
}

/// Lists releases, the latest first.
#[mcp_tool(title = "List releases", read_only, idempotent = false)]
fn list_releases(
    #[state] api: &Api,
    #[arg(flatten)] repository: Repository,
    /// Return only these fields
    fields: Option<Vec<ReleaseField>>,
    #[arg(flatten)] page: Page,
) -> Answer {
    api.send(
        "GET",
        &format!("{repository}/releases"),
        json!({ "fields": fields, "page": page }),
    )
}

/// Lists the tags of a repository.
#[mcp_tool(title = "List tags", read_only, idempotent = false)]
fn list_tags(
    #[state] api: &Api,
    #[arg(flatten)] repository: Repository,
    #[arg(flatten)] page: Page,
) -> Answer {
    api.send(
        "GET",
        &format!("{repository}/tags"),
        json!({ "page": page }),
    )
}

/// Commits several files at once.
#[mcp_tool(
    title = "Push files to repository",
    read_only = false,
    idempotent = false
)]
fn push_files(
    #[state] api: &Api,
    #[arg(flatten)] repository: Repository,
    /// Name of the branch
    branch: String,
    /// The files
    files: Vec<FileContent>,
    /// Message that describes the change and its reason
    message: String,
) -> Answer {
    api.send(
        "POST",
        &format!("{repository}/git/trees"),
        json!({ "branch": branch, "files": files, "message": message }),
    )
}
