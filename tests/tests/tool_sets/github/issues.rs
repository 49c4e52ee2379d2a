//! Tools that read, list, search and comment on issues, and a tool that lists issue types.

use mcp_tool_runtime::{Tool, mcp_tool, tools};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{Answer, Api, Direction, Order, Page, Repository};

pub(super) fn tools() -> Vec<Tool<Api>> {
    tools![
        issue_read,
        add_issue_comment,
        list_issues,
        search_issues,
        list_issue_types
    ]
}

#[derive(Deserialize, Serialize, JsonSchema)]
struct FieldFilter {
    /// Name of the field
    field_name: String,
    /// Its value
    value: String,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum IssueReadMethod {
    Get,
    GetComments,
    GetSubIssues,
    GetParent,
    GetLabels,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Reaction {
    #[serde(rename = "+1")]
    PlusOne,
    #[serde(rename = "-1")]
    MinusOne,
    Laugh,
    Confused,
    Heart,
    Hooray,
    Rocket,
    Eyes,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum IssueField {
    Number,
    Title,
    Body,
    State,
    User,
    Labels,
    Assignees,
    Comments,
    CreatedAt,
    UpdatedAt,
    FieldValues,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
enum IssueOrder {
    CreatedAt,
    UpdatedAt,
    Comments,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "UPPERCASE")]
enum ListedState {
    Open,
    Closed,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum FoundIssueField {
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
    Type,
    RepositoryUrl,
    PullRequest,
    FieldValues,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum SearchIssuesSort {
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

/// Reads an issue, or its comments or labels.
#[mcp_tool(title = "Get issue details", read_only, idempotent = false)]
fn issue_read(
    #[state] api: &Api,
    #[arg(flatten)] repository: Repository,
    /// Number of the issue
    issue_number: u64,
    /// Operation
    method: IssueReadMethod,
    #[arg(flatten)] page: Page,
) -> Answer {
    api.send(
        "GET",
        &format!("{repository}/issues/{issue_number}"),
        json!({ "method": method, "page": page }),
    )
}

/// Adds a comment or a reaction to an issue or a pull request.
#[mcp_tool(
    title = "Add comment to issue or pull request",
    read_only = false,
    idempotent = false
)]
fn add_issue_comment(
    #[state] api: &Api,
    #[arg(flatten)] repository: Repository,
    /// The text, in Markdown
    #[arg(length(1..))]
    body: Option<String>,
    /// The comment to react to
    #[arg(range(1..))]
    comment_id: Option<u64>,
    /// Number of the issue
    issue_number: u64,
    /// The reaction
    reaction: Option<Reaction>,
) -> Answer {
    api.send(
        "POST",
        &format!("{repository}/issues/{issue_number}/comments"),
        json!({ "body": body, "comment_id": comment_id, "reaction": reaction }),
    )
}

/// Lists the issues of a repository.
#[mcp_tool(title = "List issues", read_only, idempotent = false)]
fn list_issues(
    #[state] api: &Api,
    #[arg(flatten)] repository: Repository,
    /// Cursor from the previous page
    after: Option<String>,
    /// Sort direction
    direction: Option<Direction>,
    /// Only issues whose fields have these values
    field_filters: Option<Vec<FieldFilter>>,
    /// Return only these fields
    fields: Option<Vec<IssueField>>,
    /// Names of labels
    labels: Option<Vec<String>>,
    /// Sort key
    #[arg(rename = "orderBy")]
    order_by: Option<IssueOrder>,
    /// Number of items per page
    #[arg(rename = "perPage", range(1..=100))]
    per_page: Option<u8>,
    /// Only issues updated since this time
    since: Option<String>,
    /// State
    state: Option<ListedState>,
) -> Answer {
    api.send("GET", &format!("{repository}/issues"), json!({ "after": after, "direction": direction, "field_filters": field_filters, "fields": fields, "labels": labels, "order_by": order_by, "per_page": per_page, "since": since, "state": state }))
}

/// Searches issues.
#[mcp_tool(title = "Search issues", read_only, idempotent = false)]
fn search_issues(
    #[state] api: &Api,
    /// Return only these fields
    fields: Option<Vec<FoundIssueField>>,
    /// Sort direction
    order: Option<Order>,
    /// Owner
    owner: Option<String>,
    /// Query in GitHub's search syntax
    query: String,
    /// Name of the repository
    repo: Option<String>,
    /// Sort key
    sort: Option<SearchIssuesSort>,
    #[arg(flatten)] page: Page,
) -> Answer {
    api.send("GET", "/search/issues", json!({ "fields": fields, "order": order, "owner": owner, "query": query, "repo": repo, "sort": sort, "page": page }))
}

/// Lists the types that issues of an organisation can have.
#[mcp_tool(title = "List available issue types", read_only, idempotent = false)]
fn list_issue_types(
    #[state] api: &Api,
    /// Owner
    owner: String,
    /// Name of the repository
    repo: Option<String>,
) -> Answer {
    api.send(
        "GET",
        &format!("/orgs/{owner}/issue-types"),
        json!({ "repo": repo }),
    )
}
