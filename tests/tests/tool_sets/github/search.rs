//! Searching, starring and watching.

use mcp_tool_runtime::{Tool, mcp_tool, tools};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{Answer, Api, Order, Page, Repository};

pub(super) fn tools() -> Vec<Tool<Api>> {
    tools![
        search_code,
        search_repositories,
        search_users,
        search_orgs,
        search_commits,
        list_starred_repositories,
        star_repository,
        unstar_repository
    ]
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum FoundCodeField {
    Name,
    Path,
    Sha,
    Repository,
    TextMatches,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum SearchRepositoriesSort {
    Stars,
    Forks,
    HelpWantedIssues,
    Updated,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum AccountSort {
    Followers,
    Repositories,
    Joined,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum SearchCommitsSort {
    AuthorDate,
    CommitterDate,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum ListStarredRepositoriesSort {
    Created,
    Updated,
}

/// Finds words in files.
#[mcp_tool(title = "Search code", read_only, idempotent = false)]
fn search_code(
    #[state] api: &Api,
    /// Only these members of each answer
    fields: Option<Vec<FoundCodeField>>,
    /// Which way to sort
    order: Option<Order>,
    /// Words and conditions, as in GitHub's own search
    query: String,
    /// By what to sort
    sort: Option<String>,
    #[arg(flatten)] page: Page,
) -> Answer {
    api.send(
        "GET",
        "/search/code",
        json!({ "fields": fields, "order": order, "query": query, "sort": sort, "page": page }),
    )
}

/// Finds repositories.
#[mcp_tool(title = "Search repositories", read_only, idempotent = false)]
fn search_repositories(
    #[state] api: &Api,
    /// Only what is needed most
    #[arg(default = true)]
    minimal_output: bool,
    /// Which way to sort
    order: Option<Order>,
    /// Words and conditions, as in GitHub's own search
    query: String,
    /// By what to sort
    sort: Option<SearchRepositoriesSort>,
    #[arg(flatten)] page: Page,
) -> Answer {
    api.send("GET", "/search/repositories", json!({ "minimal_output": minimal_output, "order": order, "query": query, "sort": sort, "page": page }))
}

/// Finds people.
#[mcp_tool(title = "Search users", read_only, idempotent = false)]
fn search_users(
    #[state] api: &Api,
    /// Which way to sort
    order: Option<Order>,
    /// Words and conditions, as in GitHub's own search
    query: String,
    /// By what to sort
    sort: Option<AccountSort>,
    #[arg(flatten)] page: Page,
) -> Answer {
    api.send(
        "GET",
        "/search/users",
        json!({ "order": order, "query": query, "sort": sort, "page": page }),
    )
}

/// Finds organisations.
#[mcp_tool(title = "Search organizations", read_only, idempotent = false)]
fn search_orgs(
    #[state] api: &Api,
    /// Which way to sort
    order: Option<Order>,
    /// Words and conditions, as in GitHub's own search
    query: String,
    /// By what to sort
    sort: Option<AccountSort>,
    #[arg(flatten)] page: Page,
) -> Answer {
    api.send(
        "GET",
        "/search/users",
        json!({ "order": order, "query": query, "sort": sort, "page": page }),
    )
}

/// Finds commits by words and conditions.
#[mcp_tool(title = "Search commits", read_only, idempotent = false)]
fn search_commits(
    #[state] api: &Api,
    /// Which way to sort
    order: Option<Order>,
    /// Words and conditions, as in GitHub's own search
    query: String,
    /// By what to sort
    sort: Option<SearchCommitsSort>,
    #[arg(flatten)] page: Page,
) -> Answer {
    api.send(
        "GET",
        "/search/commits",
        json!({ "order": order, "query": query, "sort": sort, "page": page }),
    )
}

/// Lists the repositories that somebody has starred.
#[mcp_tool(title = "List starred repositories", read_only, idempotent = false)]
fn list_starred_repositories(
    #[state] api: &Api,
    /// Which way to sort
    direction: Option<Order>,
    /// By what to sort
    sort: Option<ListStarredRepositoriesSort>,
    /// Who; the one that is signed in when absent
    username: Option<String>,
    #[arg(flatten)] page: Page,
) -> Answer {
    api.send(
        "GET",
        "/user/starred",
        json!({ "direction": direction, "sort": sort, "username": username, "page": page }),
    )
}

/// Stars a repository.
#[mcp_tool(title = "Star repository", read_only = false, idempotent = false)]
fn star_repository(#[state] api: &Api, #[arg(flatten)] repository: Repository) -> Answer {
    api.send("PUT", &format!("/user/starred{repository}"), json!({}))
}

/// Takes the star from a repository.
#[mcp_tool(title = "Unstar repository", read_only = false, idempotent = false)]
fn unstar_repository(#[state] api: &Api, #[arg(flatten)] repository: Repository) -> Answer {
    api.send("DELETE", &format!("/user/starred{repository}"), json!({}))
}
