//! The GitHub server. Its eighty-one tools share a few types and send requests to an API.

mod actions;
mod facts;
mod issue_changes;
mod issues;
mod pull_requests;
mod repositories;
mod reviews;
mod search;
mod security;
mod social;
mod things;

use std::fmt;

use mcp_tool_runtime::{ToolError, ToolRegistry};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::checks::{call, parsed};

/// An API that echoes each request, except that it rejects paths that contain `/nobody/`.
struct Api;

type Answer = Result<Value, ToolError>;

impl Api {
    fn send(&self, method: &str, path: &str, mut body: Value) -> Answer {
        if path.contains("/nobody/") {
            return Err(ToolError::new("not found").suggest("`search_repositories` finds names"));
        }
        // In `body`, an omitted argument is a member with the value `null`. Remove these members.
        if let Some(body) = body.as_object_mut() {
            body.retain(|_, value| !value.is_null());
        }
        Ok(json!({ "method": method, "path": path, "body": body }))
    }
}

/// The repository that a tool reads or changes.
#[derive(Deserialize, JsonSchema)]
struct Repository {
    /// Owner of the repository
    owner: String,
    /// Its name
    repo: String,
}

impl fmt::Display for Repository {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "/repos/{}/{}", self.owner, self.repo)
    }
}

/// The arguments that select a page of a long list.
#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Page {
    /// Number of the page. Default: the first
    #[schemars(range(min = 1))]
    page: Option<u32>,
    /// Number of items per page
    #[schemars(range(min = 1, max = 100))]
    per_page: Option<u8>,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Order {
    Asc,
    Desc,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "UPPERCASE")]
enum Direction {
    Asc,
    Desc,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum State {
    Open,
    Closed,
}

fn registry() -> ToolRegistry<Api> {
    ToolRegistry::builder(Api)
        .tools(issues::tools())
        .tools(issue_changes::tools())
        .tools(pull_requests::tools())
        .tools(reviews::tools())
        .tools(repositories::tools())
        .tools(search::tools())
        .tools(actions::tools())
        .tools(security::tools())
        .tools(social::tools())
        .tools(things::tools())
        .build()
        .unwrap()
}

check_set!(registry(), "github", facts::FACTS);

#[test]
fn tools_share_repository_and_page_arguments() {
    let registry = registry();
    let arguments =
        json!({ "owner": "rust-lang", "repo": "rust", "state": "open", "perPage": "30" });
    assert_eq!(
        parsed(&call(&registry, "list_pull_requests", arguments).1),
        json!({
            "method": "GET",
            "path": "/repos/rust-lang/rust/pulls",
            "body": { "page": { "page": null, "perPage": 30 }, "state": "open" },
        }),
    );
    let arguments = json!({ "owner": "nobody", "repo": "rust" });
    assert_eq!(
        call(&registry, "list_tags", arguments),
        (
            true,
            "not found\n`search_repositories` finds names".to_owned()
        ),
    );
}

#[test]
fn a_required_nullable_argument_accepts_null() {
    let registry = registry();
    let arguments = json!({ "owner": "o", "repo": "r", "issue_number": 1, "issue_type": null });
    assert_eq!(
        parsed(&call(&registry, "update_issue_type", arguments).1),
        parsed(r#"{"body":{},"method":"PATCH","path":"/repos/o/r/issues/1"}"#)
    );
    let arguments = json!({ "owner": "o", "repo": "r", "issue_number": 1 });
    assert_eq!(
        call(&registry, "update_issue_type", arguments).1,
        r#"wrong argument for `update_issue_type`:
- `issue_type`: missing; expected a string of at least 1 character or null (The type. `null` removes it)
a minimal valid call has the arguments {"issue_number":1,"issue_type":"<issue_type>","owner":"<owner>","repo":"<repo>"}"#
    );
    let labels = json!(["bug", { "name": "slow", "confidence": "LOW" }]);
    let arguments = json!({ "owner": "o", "repo": "r", "issue_number": 1, "labels": labels });
    assert_eq!(
        parsed(&call(&registry, "update_issue_labels", arguments).1),
        parsed(
            r#"{"body":{"labels":["bug",{"confidence":"LOW","is_suggestion":null,"name":"slow","rationale":null}]},"method":"PATCH","path":"/repos/o/r/issues/1"}"#
        )
    );
}

#[test]
fn bounds_of_flattened_members_are_published_and_checked() {
    let registry = registry();
    let list = registry
        .definitions()
        .iter()
        .find(|tool| tool.name == "list_commits");
    assert_eq!(
        list.unwrap().input_schema["properties"]["perPage"]["maximum"],
        100
    );
    let arguments = json!({ "owner": "o", "repo": "r", "page": 0, "perPage": 101 });
    let (is_error, text) = call(&registry, "list_commits", arguments);
    assert!(is_error, "{text}");
    for fault in ["`page`: ", "`perPage`: "] {
        assert!(text.contains(fault), "{text}");
    }
}

#[test]
fn wrong_arguments_are_reported() {
    let registry = registry();
    let call = |name, arguments| call(&registry, name, arguments).1;
    assert_eq!(
        call(
            "list_commits",
            json!({ "owner": "o", "repo": "r", "per_page": 30, "fields": ["sha", "date"] })
        ),
        r#"2 wrong arguments for `list_commits`:
- `per_page`: no such argument; did you mean `perPage`?
- `fields[1]`: got "date", expected one of "sha", "html_url", "commit", "author", "committer"
a minimal valid call has the arguments {"owner":"<owner>","repo":"<repo>"}"#
    );
    assert_eq!(
        call(
            "list_commits",
            json!({ "owner": "o", "repository": "r", "page": "first" })
        ),
        r#"2 wrong arguments for `list_commits`:
- `repository`: no such argument; did you mean `repo`, which is missing?
- `page`: expected an integer from 1 to 4294967295, got "first"
a minimal valid call has the arguments {"owner":"<owner>","repo":"<repo>"}"#
    );
    assert_eq!(
        call("issue_read", json!({ "repo": "o/r", "method": "comments" })),
        r#"3 wrong arguments for `issue_read`:
- `owner`: missing; expected a string (Owner of the repository)
- `issue_number`: missing; expected an integer of at least 0 (Number of the issue)
- `method`: got "comments", expected one of "get", "get_comments", "get_sub_issues", "get_parent", "get_labels"; did you mean "get_comments"?
a minimal valid call has the arguments {"issue_number":1,"method":"get","owner":"<owner>","repo":"<repo>"}"#
    );
    let labels = json!(["bug", { "label": "slow" }, 3]);
    assert_eq!(
        call(
            "update_issue_labels",
            json!({ "owner": "o", "repo": "r", "issue_number": 1, "labels": labels })
        ),
        r#"2 wrong arguments for `update_issue_labels`:
- `labels[1]`: lacks the member `name`; expected a string
- `labels[2]`: expected a string or an object with `name`, got 3
a minimal valid call has the arguments {"issue_number":1,"labels":["<labels>"],"owner":"<owner>","repo":"<repo>"}"#
    );
    let items = json!([{ "item_id": 4 }, { "issue_number": 4, "item_owner": "o" }]);
    assert_eq!(
        call(
            "projects_write",
            json!({ "owner": "o", "method": "update_project_items", "items": items })
        ),
        r#"wrong argument for `projects_write`:
- `items[1]`: lacks the member `item_repo`; expected a string
a minimal valid call has the arguments {"method":"add_project_item","owner":"<owner>"}"#
    );
    let run = json!({ "owner": "o", "repo": "r", "method": "list_workflow_runs", "workflow_runs_filter": { "status": "done" } });
    assert_eq!(
        call("actions_list", run),
        r#"wrong argument for `actions_list`:
- `workflow_runs_filter.status`: got "done", expected one of "queued", "in_progress", "completed", "requested", "waiting"
a minimal valid call has the arguments {"method":"list_workflows","owner":"<owner>","repo":"<repo>"}"#
    );
}
