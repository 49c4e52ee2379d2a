//! Reviews of pull requests.

use mcp_tool_runtime::{Tool, mcp_tool, tools};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{Answer, Api, Repository};

pub(super) fn tools() -> Vec<Tool<Api>> {
    tools![
        pull_request_review_write,
        add_comment_to_pending_review,
        add_reply_to_pull_request_comment,
        request_copilot_review
    ]
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
enum ReviewEvent {
    Approve,
    RequestChanges,
    Comment,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum PullRequestReviewWriteMethod {
    Create,
    SubmitPending,
    DeletePending,
    ResolveThread,
    UnresolveThread,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "UPPERCASE")]
enum Side {
    Left,
    Right,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "UPPERCASE")]
enum SubjectType {
    File,
    Line,
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

/// Creates a review, submits or deletes a pending review, or resolves or reopens a review thread.
#[mcp_tool(
    title = "Write operations (create, submit, delete) on pull request reviews",
    read_only = false,
    idempotent = false
)]
fn pull_request_review_write(
    #[state] api: &Api,
    #[arg(flatten)] repository: Repository,
    /// The text, in Markdown
    body: Option<String>,
    /// The reviewed commit
    #[arg(rename = "commitID")]
    commit_id: Option<String>,
    /// Result of the review
    event: Option<ReviewEvent>,
    /// Operation
    method: PullRequestReviewWriteMethod,
    /// Number of the pull request
    #[arg(rename = "pullNumber")]
    pull_number: u64,
    /// Id of the thread
    #[arg(rename = "threadId")]
    thread_id: Option<String>,
) -> Answer {
    api.send("POST", &format!("{repository}/pulls/{pull_number}/reviews"), json!({ "body": body, "commit_id": commit_id, "event": event, "method": method, "thread_id": thread_id }))
}

/// Adds a comment to a pending review.
#[mcp_tool(
    title = "Add review comment to the requester's latest pending pull request review",
    read_only = false,
    idempotent = false
)]
fn add_comment_to_pending_review(
    #[state] api: &Api,
    #[arg(flatten)] repository: Repository,
    /// The text, in Markdown
    body: String,
    /// The line, or the last line of a range
    line: Option<u32>,
    /// Path in the repository
    path: String,
    /// Number of the pull request
    #[arg(rename = "pullNumber")]
    pull_number: u64,
    /// Side of the diff
    side: Option<Side>,
    /// The first line of a range
    #[arg(rename = "startLine")]
    start_line: Option<u32>,
    /// Side of the diff at the first line of a range
    #[arg(rename = "startSide")]
    start_side: Option<Side>,
    /// Kind of comment: about a file or a line
    #[arg(rename = "subjectType")]
    subject_type: SubjectType,
) -> Answer {
    api.send("POST", &format!("{repository}/pulls/{pull_number}/comments"), json!({ "body": body, "line": line, "path": path, "side": side, "start_line": start_line, "start_side": start_side, "subject_type": subject_type }))
}

/// Replies to a review comment, or adds a reaction to the comment.
#[mcp_tool(
    title = "Add reply to pull request comment",
    read_only = false,
    idempotent = false
)]
fn add_reply_to_pull_request_comment(
    #[state] api: &Api,
    #[arg(flatten)] repository: Repository,
    /// The text, in Markdown
    body: Option<String>,
    /// The review comment
    #[arg(rename = "commentId", range(1..))]
    comment_id: u64,
    /// Number of the pull request
    #[arg(rename = "pullNumber")]
    pull_number: Option<u64>,
    /// The reaction
    reaction: Option<Reaction>,
) -> Answer {
    api.send(
        "POST",
        &format!("{repository}/pulls/comments/{comment_id}/replies"),
        json!({ "body": body, "pull_number": pull_number, "reaction": reaction }),
    )
}

/// Requests a review from Copilot.
#[mcp_tool(
    title = "Request Copilot review",
    read_only = false,
    idempotent = false
)]
fn request_copilot_review(
    #[state] api: &Api,
    #[arg(flatten)] repository: Repository,
    /// Number of the pull request
    #[arg(rename = "pullNumber")]
    pull_number: u64,
) -> Answer {
    api.send(
        "POST",
        &format!("{repository}/pulls/{pull_number}/requested_reviewers"),
        json!({}),
    )
}
