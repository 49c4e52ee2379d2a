//! Tools that search GitHub, and tools for starred repositories.

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

/// Searches code.
#[mcp_tool(title = "Search code", read_only, idempotent = false)]
fn search_code(
    #[state] api: &Api,
    /// Return only these fields
    fields: Option<Vec<FoundCodeField>>,
    /// Sort direction
    order: Option<Order>,
    /// Query in GitHub's search syntax
    query: String,
    /// Sort key
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
    /// Return only the most important fields
    #[arg(default = true)]
    minimal_output: bool,
    /// Sort direction
    order: Option<Order>,
    /// Query in GitHub's search syntax
    query: String,
    /// Sort key
    sort: Option<SearchRepositoriesSort>,
    #[arg(flatten)] page: Page,
) -> Answer {
    api.send("GET", "/search/repositories", json!({ "minimal_output": minimal_output, "order": order, "query": query, "sort": sort, "page": page }))
}

/// Finds people.
#[mcp_tool(title = "Search users", read_only, idempotent = false)]
fn search_users(
    #[state] api: &Api,
    /// Sort direction
    order: Option<Order>,
    /// Query in GitHub's search syntax
    query: String,
    /// Sort key
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
    /// Sort direction
    order: Option<Order>,
    /// Query in GitHub's search syntax
    query: String,
    /// Sort key
    sort: Option<AccountSort>,
    #[arg(flatten)] page: Page,
) -> Answer {
    api.send(
        "GET",
        "/search/users",
        json!({ "order": order, "query": query, "sort": sort, "page": page }),
    )
}

/// Searches commits.
#[mcp_tool(title = "Search commits", read_only, idempotent = false)]
fn search_commits(
    #[state] api: &Api,
    /// Sort direction
    order: Option<Order>,
    /// Query in GitHub's search syntax
    query: String,
    /// Sort key
    sort: Option<SearchCommitsSort>,
    #[arg(flatten)] page: Page,
) -> Answer {
    api.send(
        "GET",
        "/search/commits",
        json!({ "order": order, "query": query, "sort": sort, "page": page }),
    )
}

/// Lists the starred repositories of a user.
#[mcp_tool(title = "List starred repositories", read_only, idempotent = false)]
fn list_starred_repositories(
    #[state] api: &Api,
    /// Sort direction
    direction: Option<Order>,
    /// Sort key
    sort: Option<ListStarredRepositoriesSort>,
    /// Name of the user. Default: the signed-in user
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

/// Removes the star from a repository.
#[mcp_tool(title = "Unstar repository", read_only = false, idempotent = false)]
fn unstar_repository(#[state] api: &Api, #[arg(flatten)] repository: Repository) -> Answer {
    api.send("DELETE", &format!("/user/starred{repository}"), json!({}))
}
