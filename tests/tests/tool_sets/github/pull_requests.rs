//! Pull requests.

use mcp_tool_runtime::{Tool, mcp_tool, tools};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{Answer, Api, Order, Page, Repository, State};

pub(super) fn tools() -> Vec<Tool<Api>> {
    tools![
        pull_request_read,
        list_pull_requests,
        search_pull_requests,
        create_pull_request,
        update_pull_request,
        update_pull_request_branch,
        merge_pull_request
    ]
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum PullRequestReadMethod {
    Get,
    GetDiff,
    GetStatus,
    GetFiles,
    GetCommits,
    GetReviewComments,
    GetReviews,
    GetComments,
    GetCheckRuns,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum PullRequestField {
    Number,
    Title,
    Body,
    State,
    Draft,
    Merged,
    MergeableState,
    HtmlUrl,
    User,
    Labels,
    Assignees,
    RequestedReviewers,
    MergedBy,
    Head,
    Base,
    Additions,
    Deletions,
    ChangedFiles,
    Commits,
    Comments,
    CreatedAt,
    UpdatedAt,
    ClosedAt,
    MergedAt,
    Milestone,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum ListPullRequestsSort {
    Created,
    Updated,
    Popularity,
    LongRunning,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum PullState {
    Open,
    Closed,
    All,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum FoundPullRequestField {
    Number,
    Title,
    Body,
    State,
    StateReason,
    Draft,
    Locked,
    HtmlUrl,
    User,
    AuthorAssociation,
    Labels,
    Assignee,
    Assignees,
    Milestone,
    Comments,
    Reactions,
    CreatedAt,
    UpdatedAt,
    ClosedAt,
    ClosedBy,
    PullRequest,
    RepositoryUrl,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum PullSearchPullRequestsSort {
    Comments,
    Reactions,
    #[serde(rename = "reactions-+1")]
    ReactionsPlusOne,
    #[serde(rename = "reactions--1")]
    ReactionsMinusOne,
    ReactionsSmile,
    #[serde(rename = "reactions-thinking_face")]
    ReactionsThinkingFace,
    ReactionsHeart,
    ReactionsTada,
    Interactions,
    Created,
    Updated,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum MergeMethod {
    Merge,
    Squash,
    Rebase,
}

/// Reads a pull request, or its diff, files or reviews.
#[mcp_tool(
    title = "Get details for a single pull request",
    read_only,
    idempotent = false
)]
fn pull_request_read(
    #[state] api: &Api,
    #[arg(flatten)] repository: Repository,
    /// Cursor from the previous page
    after: Option<String>,
    /// Operation
    method: PullRequestReadMethod,
    /// Number of the pull request
    #[arg(rename = "pullNumber")]
    pull_number: u64,
    #[arg(flatten)] page: Page,
) -> Answer {
    api.send(
        "GET",
        &format!("{repository}/pulls/{pull_number}"),
        json!({ "after": after, "method": method, "page": page }),
    )
}

/// Lists the pull requests of a repository.
#[mcp_tool(title = "List pull requests", read_only, idempotent = false)]
fn list_pull_requests(
    #[state] api: &Api,
    #[arg(flatten)] repository: Repository,
    /// Branch to merge into
    base: Option<String>,
    /// Sort direction
    direction: Option<Order>,
    /// Return only these fields
    fields: Option<Vec<PullRequestField>>,
    /// Branch with the changes
    head: Option<String>,
    /// Sort key
    sort: Option<ListPullRequestsSort>,
    /// State
    state: Option<PullState>,
    #[arg(flatten)] page: Page,
) -> Answer {
    api.send("GET", &format!("{repository}/pulls"), json!({ "base": base, "direction": direction, "fields": fields, "head": head, "sort": sort, "state": state, "page": page }))
}

/// Searches pull requests.
#[mcp_tool(title = "Search pull requests", read_only, idempotent = false)]
fn search_pull_requests(
    #[state] api: &Api,
    /// Return only these fields
    fields: Option<Vec<FoundPullRequestField>>,
    /// Sort direction
    order: Option<Order>,
    /// Owner
    owner: Option<String>,
    /// Query in GitHub's search syntax
    query: String,
    /// Name of the repository
    repo: Option<String>,
    /// Sort key
    sort: Option<PullSearchPullRequestsSort>,
    #[arg(flatten)] page: Page,
) -> Answer {
    api.send("GET", "/search/issues", json!({ "fields": fields, "order": order, "owner": owner, "query": query, "repo": repo, "sort": sort, "page": page }))
}

/// Creates a pull request.
#[mcp_tool(title = "Open new pull request", read_only = false, idempotent = false)]
fn create_pull_request(
    #[state] api: &Api,
    #[arg(flatten)] repository: Repository,
    /// Branch to merge into
    base: String,
    /// The text, in Markdown
    body: Option<String>,
    /// Create a draft
    draft: Option<bool>,
    /// Branch with the changes
    head: String,
    /// Allow maintainers of the base repository to push to the head branch
    maintainer_can_modify: Option<bool>,
    /// Users to request a review from
    reviewers: Option<Vec<String>>,
    /// Title
    title: String,
) -> Answer {
    api.send("POST", &format!("{repository}/pulls"), json!({ "base": base, "body": body, "draft": draft, "head": head, "maintainer_can_modify": maintainer_can_modify, "reviewers": reviewers, "title": title }))
}

/// Changes a pull request.
#[mcp_tool(title = "Edit pull request", read_only = false, idempotent = false)]
fn update_pull_request(
    #[state] api: &Api,
    #[arg(flatten)] repository: Repository,
    /// Branch to merge into
    base: Option<String>,
    /// The text, in Markdown
    body: Option<String>,
    /// Whether the pull request is a draft
    draft: Option<bool>,
    /// Allow maintainers of the base repository to push to the head branch
    maintainer_can_modify: Option<bool>,
    /// Number of the pull request
    #[arg(rename = "pullNumber")]
    pull_number: u64,
    /// Users to request a review from
    reviewers: Option<Vec<String>>,
    /// State
    state: Option<State>,
    /// Title
    title: Option<String>,
) -> Answer {
    api.send("PATCH", &format!("{repository}/pulls/{pull_number}"), json!({ "base": base, "body": body, "draft": draft, "maintainer_can_modify": maintainer_can_modify, "reviewers": reviewers, "state": state, "title": title }))
}

/// Merges the base branch of a pull request into its head branch.
#[mcp_tool(
    title = "Update pull request branch",
    read_only = false,
    idempotent = false
)]
fn update_pull_request_branch(
    #[state] api: &Api,
    #[arg(flatten)] repository: Repository,
    /// Expected SHA of the pull request's head commit
    #[arg(rename = "expectedHeadSha")]
    expected_head_sha: Option<String>,
    /// Number of the pull request
    #[arg(rename = "pullNumber")]
    pull_number: u64,
) -> Answer {
    api.send(
        "PUT",
        &format!("{repository}/pulls/{pull_number}/update-branch"),
        json!({ "expected_head_sha": expected_head_sha }),
    )
}

/// Merges a pull request.
#[mcp_tool(title = "Merge pull request", read_only = false, idempotent = false)]
fn merge_pull_request(
    #[state] api: &Api,
    #[arg(flatten)] repository: Repository,
    /// Body of the commit message
    commit_message: Option<String>,
    /// First line of the commit message
    commit_title: Option<String>,
    /// Merge method
    merge_method: Option<MergeMethod>,
    /// Number of the pull request
    #[arg(rename = "pullNumber")]
    pull_number: u64,
) -> Answer {
    api.send("PUT", &format!("{repository}/pulls/{pull_number}/merge"), json!({ "commit_message": commit_message, "commit_title": commit_title, "merge_method": merge_method }))
}
