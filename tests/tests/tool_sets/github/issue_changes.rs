//! Tools that change issues. Their arguments include unions, lists of objects, and a nullable value.

use mcp_tool_runtime::{Tool, mcp_tool, tools};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{Answer, Api, Repository, State};

pub(super) fn tools() -> Vec<Tool<Api>> {
    tools![
        issue_write,
        sub_issue_write,
        update_issue_labels,
        set_issue_fields,
        update_issue_type
    ]
}

/// A field of an issue, and its value.
#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct FieldValue {
    /// Name of the field
    field_name: String,
    /// The value, if the field has no options
    value: Option<Plain>,
    /// Name of the chosen option, if the field has options
    field_option_name: Option<String>,
    /// Remove the value
    delete: Option<bool>,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(untagged)]
enum Plain {
    Text(String),
    Number(f64),
    Truth(bool),
}

/// A label, as a name alone or as an object that can include a reason.
#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(untagged)]
enum LabelChange {
    Name(String),
    Reasoned {
        /// Name of the label
        name: String,
        /// Why
        #[schemars(length(max = 280))]
        rationale: Option<String>,
        /// How sure
        confidence: Option<Confidence>,
        /// Whether a person should confirm the change
        is_suggestion: Option<bool>,
    },
}

/// The new value of a field.
#[derive(Deserialize, Serialize, JsonSchema)]
struct FieldChange {
    /// Id of the field
    field_id: String,
    text_value: Option<String>,
    number_value: Option<f64>,
    date_value: Option<String>,
    single_select_option_id: Option<String>,
    /// Remove the value
    delete: Option<bool>,
    /// Why
    #[schemars(length(max = 280))]
    rationale: Option<String>,
    /// How sure
    confidence: Option<Confidence>,
    /// Whether a person should confirm the change
    is_suggestion: Option<bool>,
}

/// The name of the new type, or `null` to remove the type.
#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(untagged)]
enum TypeChange {
    Name(#[schemars(length(min = 1))] String),
    Nothing(()),
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum IssueWriteMethod {
    Create,
    Update,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum StateReason {
    Completed,
    NotPlanned,
    Duplicate,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "UPPERCASE")]
enum Confidence {
    Low,
    Medium,
    High,
}

/// Creates or changes an issue.
#[mcp_tool(
    title = "Create or update issue/pull request",
    read_only = false,
    idempotent = false
)]
fn issue_write(
    #[state] api: &Api,
    #[arg(flatten)] repository: Repository,
    /// Users to assign
    assignees: Option<Vec<String>>,
    /// The text, in Markdown
    body: Option<String>,
    /// The duplicate issue
    duplicate_of: Option<u64>,
    /// Fields to set
    issue_fields: Option<Vec<FieldValue>>,
    /// Number of the issue
    issue_number: Option<u64>,
    /// Names of labels
    labels: Option<Vec<String>>,
    /// Operation
    method: IssueWriteMethod,
    /// Number of the milestone
    milestone: Option<u64>,
    /// State
    state: Option<State>,
    /// Reason for the state
    state_reason: Option<StateReason>,
    /// Title
    title: Option<String>,
    /// Which type
    #[arg(length(1..))]
    r#type: Option<String>,
) -> Answer {
    api.send("POST", &format!("{repository}/issues"), json!({ "assignees": assignees, "body": body, "duplicate_of": duplicate_of, "issue_fields": issue_fields, "issue_number": issue_number, "labels": labels, "method": method, "milestone": milestone, "state": state, "state_reason": state_reason, "title": title, "type": r#type }))
}

/// Adds, removes or moves a sub-issue.
#[mcp_tool(title = "Change sub-issue", read_only = false, idempotent = false)]
fn sub_issue_write(
    #[state] api: &Api,
    #[arg(flatten)] repository: Repository,
    /// Id of the sub-issue that will come directly before the moved one
    after_id: Option<u64>,
    /// Id of the sub-issue that will come directly after the moved one
    before_id: Option<u64>,
    /// Number of the issue
    issue_number: u64,
    /// Operation
    method: String,
    /// Move the sub-issue even if another issue is its parent
    replace_parent: Option<bool>,
    /// Id of the sub-issue
    sub_issue_id: u64,
) -> Answer {
    api.send("POST", &format!("{repository}/issues/{issue_number}/sub_issues"), json!({ "after_id": after_id, "before_id": before_id, "method": method, "replace_parent": replace_parent, "sub_issue_id": sub_issue_id }))
}

/// Sets the labels of an issue.
#[mcp_tool(
    title = "Update Issue Labels",
    read_only = false,
    destructive = false,
    idempotent = false,
    open_world
)]
fn update_issue_labels(
    #[state] api: &Api,
    #[arg(flatten)] repository: Repository,
    /// Number of the issue
    #[arg(range(1..))]
    issue_number: u64,
    /// Names of labels
    labels: Vec<LabelChange>,
) -> Answer {
    api.send(
        "PATCH",
        &format!("{repository}/issues/{issue_number}"),
        json!({ "labels": labels }),
    )
}

/// Sets fields of an issue.
#[mcp_tool(
    title = "Set Issue Fields",
    read_only = false,
    destructive = false,
    idempotent = false,
    open_world
)]
fn set_issue_fields(
    #[state] api: &Api,
    #[arg(flatten)] repository: Repository,
    /// Fields to change
    #[arg(length(1..))]
    fields: Vec<FieldChange>,
    /// Number of the issue
    #[arg(range(1..))]
    issue_number: u64,
) -> Answer {
    api.send(
        "PATCH",
        &format!("{repository}/issues/{issue_number}"),
        json!({ "fields": fields }),
    )
}

/// Sets or removes the type of an issue.
#[mcp_tool(
    title = "Update Issue Type",
    read_only = false,
    destructive = false,
    idempotent = false,
    open_world
)]
fn update_issue_type(
    #[state] api: &Api,
    #[arg(flatten)] repository: Repository,
    /// How sure
    confidence: Option<Confidence>,
    /// Whether a person should confirm the change
    is_suggestion: Option<bool>,
    /// Number of the issue
    #[arg(range(1..))]
    issue_number: u64,
    /// The type. `null` removes it
    issue_type: TypeChange,
    /// Why
    #[arg(length(..=280))]
    rationale: Option<String>,
) -> Answer {
    api.send("PATCH", &format!("{repository}/issues/{issue_number}"), json!({ "confidence": confidence, "is_suggestion": is_suggestion, "issue_type": issue_type, "rationale": rationale }))
}
