//! Notifications, discussions and people.

use mcp_tool_runtime::{Tool, mcp_tool, tools};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{Answer, Api, Direction, Page, Repository};

pub(super) fn tools() -> Vec<Tool<Api>> {
    tools![
        list_notifications,
        get_notification_details,
        dismiss_notification,
        manage_notification_subscription,
        mark_all_notifications_read,
        get_discussion,
        get_discussion_comments,
        list_discussions,
        list_discussion_categories,
        get_me,
        get_teams,
        get_team_members
    ]
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum ListNotificationsFilter {
    Default,
    IncludeReadNotifications,
    OnlyParticipating,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum DismissNotificationState {
    Read,
    Done,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum SubscriptionAction {
    Ignore,
    Watch,
    Delete,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
enum DiscussionOrder {
    CreatedAt,
    UpdatedAt,
}

/// Lists notifications.
#[mcp_tool(title = "List notifications", read_only, idempotent = false)]
fn list_notifications(
    #[state] api: &Api,
    /// Only notifications updated before this time
    before: Option<String>,
    /// Filter
    filter: Option<ListNotificationsFilter>,
    /// Owner
    owner: Option<String>,
    /// Name of the repository
    repo: Option<String>,
    /// Only notifications updated since this time
    since: Option<String>,
    #[arg(flatten)] page: Page,
) -> Answer {
    api.send("GET", "/notifications", json!({ "before": before, "filter": filter, "owner": owner, "repo": repo, "since": since, "page": page }))
}

/// Reads a notification.
#[mcp_tool(title = "Get notification details", read_only, idempotent = false)]
fn get_notification_details(
    #[state] api: &Api,
    /// Id of the notification
    #[arg(rename = "notificationID")]
    notification_id: String,
) -> Answer {
    api.send(
        "GET",
        &format!("/notifications/threads/{notification_id}"),
        json!({}),
    )
}

/// Marks a notification as read or done.
#[mcp_tool(title = "Dismiss notification", read_only = false, idempotent = false)]
fn dismiss_notification(
    #[state] api: &Api,
    /// State
    state: DismissNotificationState,
    /// Id of the notification's thread
    #[arg(rename = "threadID")]
    thread_id: String,
) -> Answer {
    api.send(
        "PATCH",
        &format!("/notifications/threads/{thread_id}"),
        json!({ "state": state }),
    )
}

/// Watches or ignores a notification's thread, or deletes the subscription to that thread.
#[mcp_tool(
    title = "Manage notification subscription",
    read_only = false,
    destructive,
    idempotent = false
)]
fn manage_notification_subscription(
    #[state] api: &Api,
    /// Operation
    action: SubscriptionAction,
    /// Id of the notification
    #[arg(rename = "notificationID")]
    notification_id: String,
) -> Answer {
    api.send(
        "PUT",
        &format!("/notifications/threads/{notification_id}/subscription"),
        json!({ "action": action }),
    )
}

/// Marks all notifications as read.
#[mcp_tool(
    title = "Mark all notifications as read",
    read_only = false,
    idempotent = false
)]
fn mark_all_notifications_read(
    #[state] api: &Api,
    /// Mark only notifications up to this time as read
    #[arg(rename = "lastReadAt")]
    last_read_at: Option<String>,
    /// Owner
    owner: Option<String>,
    /// Name of the repository
    repo: Option<String>,
) -> Answer {
    api.send(
        "PUT",
        "/notifications",
        json!({ "last_read_at": last_read_at, "owner": owner, "repo": repo }),
    )
}

/// Reads a discussion.
#[mcp_tool(title = "Get discussion", read_only, idempotent = false)]
fn get_discussion(
    #[state] api: &Api,
    #[arg(flatten)] repository: Repository,
    /// Number of the discussion
    #[arg(rename = "discussionNumber")]
    discussion_number: u64,
) -> Answer {
    api.send(
        "GET",
        &format!("{repository}/discussions/{discussion_number}"),
        json!({}),
    )
}

/// Reads the comments of a discussion.
#[mcp_tool(title = "Get discussion comments", read_only, idempotent = false)]
fn get_discussion_comments(
    #[state] api: &Api,
    #[arg(flatten)] repository: Repository,
    /// Cursor from the previous page
    after: Option<String>,
    /// Number of the discussion
    #[arg(rename = "discussionNumber")]
    discussion_number: u64,
    /// Include replies
    #[arg(rename = "includeReplies")]
    include_replies: Option<bool>,
    /// Number of items per page
    #[arg(rename = "perPage", range(1..=100))]
    per_page: Option<u8>,
) -> Answer {
    api.send(
        "GET",
        &format!("{repository}/discussions/{discussion_number}/comments"),
        json!({ "after": after, "include_replies": include_replies, "per_page": per_page }),
    )
}

/// Lists discussions.
#[mcp_tool(title = "List discussions", read_only, idempotent = false)]
fn list_discussions(
    #[state] api: &Api,
    /// Cursor from the previous page
    after: Option<String>,
    /// Id of the category
    category: Option<String>,
    /// Sort direction
    direction: Option<Direction>,
    /// Sort key
    #[arg(rename = "orderBy")]
    order_by: Option<DiscussionOrder>,
    /// Owner
    owner: String,
    /// Number of items per page
    #[arg(rename = "perPage", range(1..=100))]
    per_page: Option<u8>,
    /// Name of the repository
    repo: Option<String>,
) -> Answer {
    api.send("GET", &format!("/discussions/{owner}"), json!({ "after": after, "category": category, "direction": direction, "order_by": order_by, "per_page": per_page, "repo": repo }))
}

/// Lists the categories of discussions.
#[mcp_tool(title = "List discussion categories", read_only, idempotent = false)]
fn list_discussion_categories(
    #[state] api: &Api,
    /// Owner
    owner: String,
    /// Name of the repository
    repo: Option<String>,
) -> Answer {
    api.send(
        "GET",
        &format!("/discussions/{owner}/categories"),
        json!({ "repo": repo }),
    )
}

/// Returns the signed-in user.
#[mcp_tool(title = "Get my user profile", read_only, idempotent = false)]
fn get_me(#[state] api: &Api) -> Answer {
    api.send("GET", "/user", json!({}))
}

/// Lists the teams of a user.
#[mcp_tool(title = "Get teams", read_only, idempotent = false)]
fn get_teams(
    #[state] api: &Api,
    /// Name of the user. Default: the signed-in user
    user: Option<String>,
) -> Answer {
    api.send("GET", "/user/teams", json!({ "user": user }))
}

/// Lists the members of a team.
#[mcp_tool(title = "Get team members", read_only, idempotent = false)]
fn get_team_members(
    #[state] api: &Api,
    /// Organisation
    org: String,
    /// Short name of the team
    team_slug: String,
) -> Answer {
    api.send(
        "GET",
        &format!("/orgs/{org}/teams/{team_slug}/members"),
        json!({}),
    )
}
