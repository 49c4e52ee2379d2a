//! Workflows and their runs.

use mcp_tool_runtime::{Tool, mcp_tool, tools};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::{Answer, Api, Repository};

pub(super) fn tools() -> Vec<Tool<Api>> {
    tools![actions_get, actions_list, actions_run_trigger, get_job_logs]
}

#[derive(Deserialize, Serialize, JsonSchema)]
struct JobsFilter {
    /// Jobs of the latest attempt, or of all attempts
    filter: Option<Attempts>,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Attempts {
    Latest,
    All,
}

#[derive(Deserialize, Serialize, JsonSchema)]
struct RunsFilter {
    /// User who started the run
    actor: Option<String>,
    /// Branch of the run
    branch: Option<String>,
    /// Event that started the run
    event: Option<Event>,
    /// Status of the run
    status: Option<RunStatus>,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum RunStatus {
    Queued,
    InProgress,
    Completed,
    Requested,
    Waiting,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Event {
    BranchProtectionRule,
    CheckRun,
    CheckSuite,
    Create,
    Delete,
    Deployment,
    DeploymentStatus,
    Discussion,
    DiscussionComment,
    Fork,
    Gollum,
    IssueComment,
    Issues,
    Label,
    MergeGroup,
    Milestone,
    PageBuild,
    Public,
    PullRequest,
    PullRequestReview,
    PullRequestReviewComment,
    PullRequestTarget,
    Push,
    RegistryPackage,
    Release,
    RepositoryDispatch,
    Schedule,
    Status,
    Watch,
    WorkflowCall,
    WorkflowDispatch,
    WorkflowRun,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum ActionsGetMethod {
    GetWorkflow,
    GetWorkflowRun,
    GetWorkflowJob,
    DownloadWorkflowRunArtifact,
    GetWorkflowRunUsage,
    GetWorkflowRunLogsUrl,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum ActionsListMethod {
    ListWorkflows,
    ListWorkflowRuns,
    ListWorkflowJobs,
    ListWorkflowRunArtifacts,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum ActionsRunTriggerMethod {
    RunWorkflow,
    RerunWorkflowRun,
    RerunFailedJobs,
    CancelWorkflowRun,
    DeleteWorkflowRunLogs,
}

/// Reads a workflow, a run, a job or an artifact.
#[mcp_tool(
    title = "Get details of GitHub Actions resources (workflows, workflow runs, jobs, and artifacts)",
    read_only,
    idempotent = false
)]
fn actions_get(
    #[state] api: &Api,
    #[arg(flatten)] repository: Repository,
    /// Operation
    method: ActionsGetMethod,
    /// Id of the workflow, run, job or artifact, or file name of the workflow
    resource_id: String,
) -> Answer {
    api.send(
        "GET",
        &format!("{repository}/actions/{resource_id}"),
        json!({ "method": method }),
    )
}

/// Lists workflows, runs, jobs or artifacts.
#[mcp_tool(
    title = "List GitHub Actions workflows in a repository",
    read_only,
    idempotent = false
)]
fn actions_list(
    #[state] api: &Api,
    #[arg(flatten)] repository: Repository,
    /// Operation
    method: ActionsListMethod,
    /// Which page
    #[arg(range(1..))]
    page: Option<u32>,
    /// Number of items per page
    #[arg(range(1..=100))]
    per_page: Option<u8>,
    /// Id of the workflow, run, job or artifact, or file name of the workflow
    resource_id: Option<String>,
    /// Which jobs
    workflow_jobs_filter: Option<JobsFilter>,
    /// Which runs
    workflow_runs_filter: Option<RunsFilter>,
) -> Answer {
    api.send("GET", &format!("{repository}/actions"), json!({ "method": method, "page": page, "per_page": per_page, "resource_id": resource_id, "workflow_jobs_filter": workflow_jobs_filter, "workflow_runs_filter": workflow_runs_filter }))
}

/// Starts a workflow, repeats or cancels a run, or deletes the logs of a run.
#[mcp_tool(
    title = "Trigger GitHub Actions workflow actions",
    read_only = false,
    destructive,
    idempotent = false
)]
fn actions_run_trigger(
    #[state] api: &Api,
    #[arg(flatten)] repository: Repository,
    /// Inputs of the workflow
    inputs: Option<Map<String, Value>>,
    /// Operation
    method: ActionsRunTriggerMethod,
    /// Branch, tag or commit
    r#ref: Option<String>,
    /// Number of the run
    run_id: Option<u64>,
    /// Number or file name of the workflow
    workflow_id: Option<String>,
) -> Answer {
    api.send("POST", &format!("{repository}/actions"), json!({ "inputs": inputs, "method": method, "ref": r#ref, "run_id": run_id, "workflow_id": workflow_id }))
}

/// Reads the logs of jobs.
#[mcp_tool(title = "Get job logs", read_only)]
fn get_job_logs(
    #[state] api: &Api,
    #[arg(flatten)] repository: Repository,
    /// Only jobs that failed
    failed_only: Option<bool>,
    /// Number of the job
    job_id: Option<u64>,
    /// Return the text instead of a URL
    return_content: Option<bool>,
    /// Number of the run
    run_id: Option<u64>,
    /// Read only this many lines from the end
    #[arg(default = 500)]
    tail_lines: u32,
) -> Answer {
    api.send("GET", &format!("{repository}/actions/jobs/logs"), json!({ "failed_only": failed_only, "job_id": job_id, "return_content": return_content, "run_id": run_id, "tail_lines": tail_lines }))
}
