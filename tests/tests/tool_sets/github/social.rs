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

/// Lists what there is to notice.
#[mcp_tool(title = "List notifications", read_only, idempotent = false)]
fn list_notifications(
    #[state] api: &Api,
    /// Nothing after this
    before: Option<String>,
    /// Which of them
    filter: Option<ListNotificationsFilter>,
    /// Who owns it
    owner: Option<String>,
    /// Name of the repository
    repo: Option<String>,
    /// Nothing before this time
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
    /// In which state
    state: DismissNotificationState,
    /// Id of the thread
    #[arg(rename = "threadID")]
    thread_id: String,
) -> Answer {
    api.send(
        "PATCH",
        &format!("/notifications/threads/{thread_id}"),
        json!({ "state": state }),
    )
}

/// Watches or ignores a thread.
#[mcp_tool(
    title = "Manage notification subscription",
    read_only = false,
    destructive,
    idempotent = false
)]
fn manage_notification_subscription(
    #[state] api: &Api,
    /// What to do
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
    /// What is later stays unread
    #[arg(rename = "lastReadAt")]
    last_read_at: Option<String>,
    /// Who owns it
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

/// Reads what was said in a discussion.
#[mcp_tool(title = "Get discussion comments", read_only, idempotent = false)]
fn get_discussion_comments(
    #[state] api: &Api,
    #[arg(flatten)] repository: Repository,
    /// Where the last page ended
    after: Option<String>,
    /// Number of the discussion
    #[arg(rename = "discussionNumber")]
    discussion_number: u64,
    /// With the answers
    #[arg(rename = "includeReplies")]
    include_replies: Option<bool>,
    /// How many on a page
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
    /// Where the last page ended
    after: Option<String>,
    /// Id of the category
    category: Option<String>,
    /// Which way to sort
    direction: Option<Direction>,
    /// By what to sort
    #[arg(rename = "orderBy")]
    order_by: Option<DiscussionOrder>,
    /// Who owns it
    owner: String,
    /// How many on a page
    #[arg(rename = "perPage", range(1..=100))]
    per_page: Option<u8>,
    /// Name of the repository
    repo: Option<String>,
) -> Answer {
    api.send("GET", &format!("/discussions/{owner}"), json!({ "after": after, "category": category, "direction": direction, "order_by": order_by, "per_page": per_page, "repo": repo }))
}

/// Lists what kinds of discussions there are.
#[mcp_tool(title = "List discussion categories", read_only, idempotent = false)]
fn list_discussion_categories(
    #[state] api: &Api,
    /// Who owns it
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

/// Tells who is signed in.
#[mcp_tool(title = "Get my user profile", read_only, idempotent = false)]
fn get_me(#[state] api: &Api) -> Answer {
    api.send("GET", "/user", json!({}))
}

/// Lists the teams of somebody.
#[mcp_tool(title = "Get teams", read_only, idempotent = false)]
fn get_teams(
    #[state] api: &Api,
    /// Who; the one that is signed in when absent
    user: Option<String>,
) -> Answer {
    api.send("GET", "/user/teams", json!({ "user": user }))
}

/// Lists who is in a team.
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
