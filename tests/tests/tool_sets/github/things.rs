//! Gists, labels and projects.

use mcp_tool_runtime::{Tool, mcp_tool, tools};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{Answer, Api, Page, Repository};

pub(super) fn tools() -> Vec<Tool<Api>> {
    tools![
        create_gist,
        get_gist,
        update_gist,
        list_gists,
        get_label,
        list_label,
        label_write,
        projects_get,
        projects_list,
        projects_write
    ]
}

/// Identifies an item by global id, by number in the project, or by its issue's repository and number.
#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(untagged, deny_unknown_fields)]
enum ItemToChange {
    ByNode {
        /// Its global id
        node_id: String,
    },
    ByItem {
        /// Number of the item in the project
        item_id: u64,
    },
    ByIssue {
        item_owner: String,
        item_repo: String,
        issue_number: u64,
    },
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Iteration {
    title: String,
    /// First day
    start_date: String,
    /// How many days
    duration: u32,
}

/// A new value for a field. The field's number or name identifies the field.
#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(untagged, deny_unknown_fields)]
enum FieldUpdate {
    ById { id: u64, value: Value },
    ByName { name: String, value: Value },
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum LabelWriteMethod {
    Create,
    Update,
    Delete,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum ProjectsGetMethod {
    GetProject,
    GetProjectField,
    GetProjectItem,
    GetProjectStatusUpdate,
    GetProjectView,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum OwnerType {
    User,
    Org,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum ProjectsListMethod {
    ListProjects,
    ListProjectFields,
    ListProjectItems,
    ListProjectStatusUpdates,
    ListProjectViews,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum ItemType {
    Issue,
    PullRequest,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum ProjectsWriteLayout {
    Table,
    Board,
    Roadmap,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum ProjectsWriteMethod {
    AddProjectItem,
    UpdateProjectItem,
    UpdateProjectItems,
    DeleteProjectItem,
    CreateProjectStatusUpdate,
    CreateProjectView,
    UpdateProjectView,
    DeleteProjectView,
    CreateProject,
    CreateIterationField,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
enum ProjectsWriteStatus {
    Inactive,
    OnTrack,
    AtRisk,
    OffTrack,
    Complete,
}

/// Creates a gist with one file.
#[mcp_tool(title = "Create Gist", read_only = false, idempotent = false)]
fn create_gist(
    #[state] api: &Api,
    /// The whole text
    content: String,
    /// Description
    description: Option<String>,
    /// Name of the file
    filename: String,
    /// Make it public
    #[arg(default = false)]
    public: bool,
) -> Answer {
    api.send("POST", "/gists", json!({ "content": content, "description": description, "filename": filename, "public": public }))
}

/// Reads a gist.
#[mcp_tool(title = "Get Gist Content", read_only, idempotent = false)]
fn get_gist(
    #[state] api: &Api,
    /// Id of the gist
    gist_id: String,
) -> Answer {
    api.send("GET", &format!("/gists/{gist_id}"), json!({}))
}

/// Changes a file of a gist.
#[mcp_tool(title = "Update Gist", read_only = false, idempotent = false)]
fn update_gist(
    #[state] api: &Api,
    /// The whole text
    content: String,
    /// Description
    description: Option<String>,
    /// Name of the file
    filename: String,
    /// Id of the gist
    gist_id: String,
) -> Answer {
    api.send(
        "PATCH",
        &format!("/gists/{gist_id}"),
        json!({ "content": content, "description": description, "filename": filename }),
    )
}

/// Lists the gists of a user.
#[mcp_tool(title = "List Gists", read_only, idempotent = false)]
fn list_gists(
    #[state] api: &Api,
    /// Only gists updated since this time
    since: Option<String>,
    /// Name of the user. Default: the signed-in user
    username: Option<String>,
    #[arg(flatten)] page: Page,
) -> Answer {
    api.send(
        "GET",
        "/gists",
        json!({ "since": since, "username": username, "page": page }),
    )
}

/// Reads a label.
#[mcp_tool(
    title = "Get a specific label from a repository",
    read_only,
    idempotent = false
)]
fn get_label(
    #[state] api: &Api,
    #[arg(flatten)] repository: Repository,
    /// Name
    name: String,
) -> Answer {
    api.send("GET", &format!("{repository}/labels/{name}"), json!({}))
}

/// Lists the labels of a repository.
#[mcp_tool(title = "List labels from a repository", read_only, idempotent = false)]
fn list_label(#[state] api: &Api, #[arg(flatten)] repository: Repository) -> Answer {
    api.send("GET", &format!("{repository}/labels"), json!({}))
}

/// Creates, changes or deletes a label.
#[mcp_tool(
    title = "Write operations on repository labels",
    read_only = false,
    destructive,
    idempotent = false
)]
fn label_write(
    #[state] api: &Api,
    #[arg(flatten)] repository: Repository,
    /// Six hexadecimal digits
    color: Option<String>,
    /// Description
    description: Option<String>,
    /// Operation
    method: LabelWriteMethod,
    /// Name
    name: String,
    /// Another name
    new_name: Option<String>,
) -> Answer {
    api.send("POST", &format!("{repository}/labels"), json!({ "color": color, "description": description, "method": method, "name": name, "new_name": new_name }))
}

/// Reads a project, or one field, item, status update or view of a project.
#[mcp_tool(
    title = "Get details of GitHub Projects resources",
    read_only,
    idempotent = false
)]
fn projects_get(
    #[state] api: &Api,
    /// Number of the field
    field_id: Option<u64>,
    /// Names of the fields to return
    field_names: Option<Vec<String>>,
    /// Ids of the fields to return
    fields: Option<Vec<String>>,
    /// Number of the item
    item_id: Option<u64>,
    /// Operation
    method: ProjectsGetMethod,
    /// Owner
    owner: Option<String>,
    /// Whether a person or an organisation owns the project
    owner_type: Option<OwnerType>,
    /// Number of the project
    project_number: Option<u64>,
    /// Id of the status update
    status_update_id: Option<String>,
    /// Id of the view
    view_id: Option<String>,
) -> Answer {
    api.send("GET", "/projects", json!({ "field_id": field_id, "field_names": field_names, "fields": fields, "item_id": item_id, "method": method, "owner": owner, "owner_type": owner_type, "project_number": project_number, "status_update_id": status_update_id, "view_id": view_id }))
}

/// Lists projects, or the fields, items, status updates or views of one project.
#[mcp_tool(
    title = "List GitHub Projects resources",
    read_only,
    idempotent = false
)]
fn projects_list(
    #[state] api: &Api,
    /// Cursor from the previous page
    after: Option<String>,
    /// Cursor of a page, to return the page before it
    before: Option<String>,
    /// Names of the fields to return
    field_names: Option<Vec<String>>,
    /// Ids of the fields to return
    fields: Option<Vec<String>>,
    /// Operation
    method: ProjectsListMethod,
    /// Owner
    owner: String,
    /// Whether a person or an organisation owns the project
    owner_type: Option<OwnerType>,
    /// Number of items per page
    per_page: Option<u64>,
    /// Number of the project
    project_number: Option<u64>,
    /// Query in GitHub's search syntax
    query: Option<String>,
) -> Answer {
    api.send("GET", &format!("/projects/{owner}"), json!({ "after": after, "before": before, "field_names": field_names, "fields": fields, "method": method, "owner_type": owner_type, "per_page": per_page, "project_number": project_number, "query": query }))
}

/// Creates a project, or changes the items, views, status updates or iteration fields of a project.
#[mcp_tool(
    title = "Manage GitHub Projects",
    read_only = false,
    destructive,
    idempotent = false
)]
fn projects_write(
    #[state] api: &Api,
    /// Text of the status update, in Markdown
    body: Option<String>,
    /// Name of the iteration field to create
    field_name: Option<String>,
    /// Filter
    filter: Option<String>,
    /// Number of the issue
    issue_number: Option<u64>,
    /// Number of the item
    item_id: Option<u64>,
    /// Owner of the item's repository
    item_owner: Option<String>,
    /// Repository of the item
    item_repo: Option<String>,
    /// Kind of item
    item_type: Option<ItemType>,
    /// Items to change
    items: Option<Vec<ItemToChange>>,
    /// Length of an iteration in days
    iteration_duration: Option<u32>,
    /// The iterations
    iterations: Option<Vec<Iteration>>,
    /// Layout of the view
    layout: Option<ProjectsWriteLayout>,
    /// Operation
    method: ProjectsWriteMethod,
    /// Name
    name: Option<String>,
    /// Owner
    owner: String,
    /// Whether a person or an organisation owns the project
    owner_type: Option<OwnerType>,
    /// Number of the project
    project_number: Option<u64>,
    /// Number of the pull request
    pull_request_number: Option<u64>,
    /// First day
    start_date: Option<String>,
    /// Status
    status: Option<ProjectsWriteStatus>,
    /// Last day
    target_date: Option<String>,
    /// Title
    title: Option<String>,
    /// The field to change, and its value
    updated_field: Option<FieldUpdate>,
    /// Id of the view
    view_id: Option<String>,
    /// Names of the fields that the view shows
    visible_field_names: Option<Vec<String>>,
    /// Ids of the fields that the view shows
    visible_fields: Option<Vec<String>>,
) -> Answer {
    api.send("POST", &format!("/projects/{owner}"), json!({ "body": body, "field_name": field_name, "filter": filter, "issue_number": issue_number, "item_id": item_id, "item_owner": item_owner, "item_repo": item_repo, "item_type": item_type, "items": items, "iteration_duration": iteration_duration, "iterations": iterations, "layout": layout, "method": method, "name": name, "owner_type": owner_type, "project_number": project_number, "pull_request_number": pull_request_number, "start_date": start_date, "status": status, "target_date": target_date, "title": title, "updated_field": updated_field, "view_id": view_id, "visible_field_names": visible_field_names, "visible_fields": visible_fields }))
}
