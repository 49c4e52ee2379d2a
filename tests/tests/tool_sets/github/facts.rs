//! The facts about the tools of the original server. The original declares integers as `number`, but the
//! facts write `integer`. If an optional argument also accepts `null`, the facts omit `null`.

use crate::checks::Fact;

#[rustfmt::skip]
pub(super) const FACTS: &[Fact] = &[
    ("issue_read", "read_only !idempotent",
        r#"issue_number: integer, method: "get" | "get_comments" | "get_sub_issues" | "get_parent" |
        "get_labels", owner: string, page?: integer 1.., perPage?: integer 1..=100, repo: string"#),
    ("add_issue_comment", "!read_only !idempotent",
        r#"body?: string 1.., comment_id?: integer 1.., issue_number: integer, owner: string,
        reaction?: "+1" | "-1" | "laugh" | "confused" | "heart" | "hooray" | "rocket" | "eyes",
        repo: string"#),
    ("list_issues", "read_only !idempotent",
        r#"after?: string, direction?: "ASC" | "DESC", field_filters?: [{ field_name: string, value:
        string }], fields?: ["number" | "title" | "body" | "state" | "user" | "labels" |
        "assignees" | "comments" | "created_at" | "updated_at" | "field_values"], labels?:
        [string], orderBy?: "CREATED_AT" | "UPDATED_AT" | "COMMENTS", owner: string, perPage?:
        integer 1..=100, repo: string, since?: string, state?: "OPEN" | "CLOSED""#),
    ("search_issues", "read_only !idempotent",
        r#"fields?: ["number" | "title" | "body" | "state" | "state_reason" | "draft" | "locked" |
        "html_url" | "user" | "author_association" | "labels" | "assignee" | "assignees" |
        "milestone" | "comments" | "reactions" | "created_at" | "updated_at" | "closed_at" |
        "closed_by" | "type" | "repository_url" | "pull_request" | "field_values"], order?: "asc"
        | "desc", owner?: string, page?: integer 1.., perPage?: integer 1..=100, query: string,
        repo?: string, sort?: "comments" | "reactions" | "reactions-+1" | "reactions--1" |
        "reactions-smile" | "reactions-thinking_face" | "reactions-heart" | "reactions-tada" |
        "interactions" | "created" | "updated""#),
    ("list_issue_types", "read_only !idempotent", "owner: string, repo?: string"),
    ("issue_write", "!read_only !idempotent",
        r#"assignees?: [string], body?: string, duplicate_of?: integer, issue_fields?: [{ delete?:
        boolean, field_name: string, field_option_name?: string, value?: string or number or
        boolean }], issue_number?: integer, labels?: [string], method: "create" | "update",
        milestone?: integer, owner: string, repo: string, state?: "open" | "closed",
        state_reason?: "completed" | "not_planned" | "duplicate", title?: string, type?: string
        1.."#),
    ("sub_issue_write", "!read_only !idempotent",
        "after_id?: integer, before_id?: integer, issue_number: integer, method: string, owner:
        string, replace_parent?: boolean, repo: string, sub_issue_id: integer"),
    ("update_issue_labels", "!read_only !destructive !idempotent open_world",
        r#"issue_number: integer 1.., labels: [string or { confidence?: "LOW" | "MEDIUM" | "HIGH",
        is_suggestion?: boolean, name: string, rationale?: string ..=280 }], owner: string, repo:
        string"#),
    ("set_issue_fields", "!read_only !destructive !idempotent open_world",
        r#"fields: [{ confidence?: "LOW" | "MEDIUM" | "HIGH", date_value?: string, delete?: boolean,
        field_id: string, is_suggestion?: boolean, number_value?: number, rationale?: string
        ..=280, single_select_option_id?: string, text_value?: string }; 1..], issue_number:
        integer 1.., owner: string, repo: string"#),
    ("update_issue_type", "!read_only !destructive !idempotent open_world",
        r#"confidence?: "LOW" | "MEDIUM" | "HIGH", is_suggestion?: boolean, issue_number: integer
        1.., issue_type: string 1.. or null, owner: string, rationale?: string ..=280, repo:
        string"#),
    ("pull_request_read", "read_only !idempotent",
        r#"after?: string, method: "get" | "get_diff" | "get_status" | "get_files" | "get_commits" |
        "get_review_comments" | "get_reviews" | "get_comments" | "get_check_runs", owner: string,
        page?: integer 1.., perPage?: integer 1..=100, pullNumber: integer, repo: string"#),
    ("list_pull_requests", "read_only !idempotent",
        r#"base?: string, direction?: "asc" | "desc", fields?: ["number" | "title" | "body" | "state"
        | "draft" | "merged" | "mergeable_state" | "html_url" | "user" | "labels" | "assignees" |
        "requested_reviewers" | "merged_by" | "head" | "base" | "additions" | "deletions" |
        "changed_files" | "commits" | "comments" | "created_at" | "updated_at" | "closed_at" |
        "merged_at" | "milestone"], head?: string, owner: string, page?: integer 1.., perPage?:
        integer 1..=100, repo: string, sort?: "created" | "updated" | "popularity" |
        "long-running", state?: "open" | "closed" | "all""#),
    ("search_pull_requests", "read_only !idempotent",
        r#"fields?: ["number" | "title" | "body" | "state" | "state_reason" | "draft" | "locked" |
        "html_url" | "user" | "author_association" | "labels" | "assignee" | "assignees" |
        "milestone" | "comments" | "reactions" | "created_at" | "updated_at" | "closed_at" |
        "closed_by" | "pull_request" | "repository_url"], order?: "asc" | "desc", owner?: string,
        page?: integer 1.., perPage?: integer 1..=100, query: string, repo?: string, sort?:
        "comments" | "reactions" | "reactions-+1" | "reactions--1" | "reactions-smile" |
        "reactions-thinking_face" | "reactions-heart" | "reactions-tada" | "interactions" |
        "created" | "updated""#),
    ("create_pull_request", "!read_only !idempotent",
        "base: string, body?: string, draft?: boolean, head: string, maintainer_can_modify?:
        boolean, owner: string, repo: string, reviewers?: [string], title: string"),
    ("update_pull_request", "!read_only !idempotent",
        r#"base?: string, body?: string, draft?: boolean, maintainer_can_modify?: boolean, owner:
        string, pullNumber: integer, repo: string, reviewers?: [string], state?: "open" |
        "closed", title?: string"#),
    ("update_pull_request_branch", "!read_only !idempotent",
        "expectedHeadSha?: string, owner: string, pullNumber: integer, repo: string"),
    ("merge_pull_request", "!read_only !idempotent",
        r#"commit_message?: string, commit_title?: string, merge_method?: "merge" | "squash" |
        "rebase", owner: string, pullNumber: integer, repo: string"#),
    ("pull_request_review_write", "!read_only !idempotent",
        r#"body?: string, commitID?: string, event?: "APPROVE" | "REQUEST_CHANGES" | "COMMENT",
        method: "create" | "submit_pending" | "delete_pending" | "resolve_thread" |
        "unresolve_thread", owner: string, pullNumber: integer, repo: string, threadId?: string"#),
    ("add_comment_to_pending_review", "!read_only !idempotent",
        r#"body: string, line?: integer, owner: string, path: string, pullNumber: integer, repo:
        string, side?: "LEFT" | "RIGHT", startLine?: integer, startSide?: "LEFT" | "RIGHT",
        subjectType: "FILE" | "LINE""#),
    ("add_reply_to_pull_request_comment", "!read_only !idempotent",
        r#"body?: string, commentId: integer 1.., owner: string, pullNumber?: integer, reaction?:
        "+1" | "-1" | "laugh" | "confused" | "heart" | "hooray" | "rocket" | "eyes", repo: string"#),
    ("request_copilot_review", "!read_only !idempotent",
        "owner: string, pullNumber: integer, repo: string"),
    ("create_branch", "!read_only !idempotent",
        "branch: string, from_branch?: string, owner: string, repo: string"),
    ("create_or_update_file", "!read_only !idempotent",
        "allow_symlink_write?: boolean = false, branch: string, content: string, message: string,
        owner: string, path: string, repo: string, sha?: string"),
    ("create_repository", "!read_only !idempotent",
        "autoInit?: boolean, description?: string, name: string, organization?: string, private?:
        boolean = true"),
    ("delete_file", "!read_only destructive !idempotent",
        "branch: string, message: string, owner: string, path: string, repo: string"),
    ("fork_repository", "!read_only !idempotent",
        "organization?: string, owner: string, repo: string"),
    ("get_commit", "read_only !idempotent",
        r#"detail?: "none" | "stats" | "full_patch" = "stats", owner: string, page?: integer 1..,
        perPage?: integer 1..=100, repo: string, sha: string"#),
    ("get_file_contents", "read_only !idempotent",
        r#"fields?: ["type" | "name" | "path" | "size" | "sha" | "url" | "git_url" | "html_url" |
        "download_url"], owner: string, path?: string = "/", ref?: string, repo: string, sha?:
        string"#),
    ("get_latest_release", "read_only !idempotent", "owner: string, repo: string"),
    ("get_release_by_tag", "read_only !idempotent", "owner: string, repo: string, tag: string"),
    ("get_repository_tree", "read_only !idempotent",
        "owner: string, path_filter?: string, recursive?: boolean = false, repo: string, tree_sha?:
        string"),
    ("get_tag", "read_only !idempotent", "owner: string, repo: string, tag: string"),
    ("list_branches", "read_only !idempotent",
        "owner: string, page?: integer 1.., perPage?: integer 1..=100, repo: string"),
    ("list_commits", "read_only !idempotent",
        r#"author?: string, fields?: ["sha" | "html_url" | "commit" | "author" | "committer"], owner:
        string, page?: integer 1.., path?: string, perPage?: integer 1..=100, repo: string, sha?:
        string, since?: string, until?: string"#),
    ("list_releases", "read_only !idempotent",
        r#"fields?: ["id" | "tag_name" | "name" | "body" | "html_url" | "published_at" | "prerelease"
        | "draft" | "author"], owner: string, page?: integer 1.., perPage?: integer 1..=100, repo:
        string"#),
    ("list_tags", "read_only !idempotent",
        "owner: string, page?: integer 1.., perPage?: integer 1..=100, repo: string"),
    ("push_files", "!read_only !idempotent",
        "branch: string, files: [{ content: string, path: string }], message: string, owner:
        string, repo: string"),
    ("search_code", "read_only !idempotent",
        r#"fields?: ["name" | "path" | "sha" | "repository" | "text_matches"], order?: "asc" |
        "desc", page?: integer 1.., perPage?: integer 1..=100, query: string, sort?: string"#),
    ("search_repositories", "read_only !idempotent",
        r#"minimal_output?: boolean = true, order?: "asc" | "desc", page?: integer 1.., perPage?:
        integer 1..=100, query: string, sort?: "stars" | "forks" | "help-wanted-issues" |
        "updated""#),
    ("search_users", "read_only !idempotent",
        r#"order?: "asc" | "desc", page?: integer 1.., perPage?: integer 1..=100, query: string,
        sort?: "followers" | "repositories" | "joined""#),
    ("search_orgs", "read_only !idempotent",
        r#"order?: "asc" | "desc", page?: integer 1.., perPage?: integer 1..=100, query: string,
        sort?: "followers" | "repositories" | "joined""#),
    ("search_commits", "read_only !idempotent",
        r#"order?: "asc" | "desc", page?: integer 1.., perPage?: integer 1..=100, query: string,
        sort?: "author-date" | "committer-date""#),
    ("list_starred_repositories", "read_only !idempotent",
        r#"direction?: "asc" | "desc", page?: integer 1.., perPage?: integer 1..=100, sort?:
        "created" | "updated", username?: string"#),
    ("star_repository", "!read_only !idempotent", "owner: string, repo: string"),
    ("unstar_repository", "!read_only !idempotent", "owner: string, repo: string"),
    ("actions_get", "read_only !idempotent",
        r#"method: "get_workflow" | "get_workflow_run" | "get_workflow_job" |
        "download_workflow_run_artifact" | "get_workflow_run_usage" | "get_workflow_run_logs_url",
        owner: string, repo: string, resource_id: string"#),
    ("actions_list", "read_only !idempotent",
        r#"method: "list_workflows" | "list_workflow_runs" | "list_workflow_jobs" |
        "list_workflow_run_artifacts", owner: string, page?: integer 1.., per_page?: integer
        1..=100, repo: string, resource_id?: string, workflow_jobs_filter?: { filter?: "latest" |
        "all" }, workflow_runs_filter?: { actor?: string, branch?: string, event?:
        "branch_protection_rule" | "check_run" | "check_suite" | "create" | "delete" |
        "deployment" | "deployment_status" | "discussion" | "discussion_comment" | "fork" |
        "gollum" | "issue_comment" | "issues" | "label" | "merge_group" | "milestone" |
        "page_build" | "public" | "pull_request" | "pull_request_review" |
        "pull_request_review_comment" | "pull_request_target" | "push" | "registry_package" |
        "release" | "repository_dispatch" | "schedule" | "status" | "watch" | "workflow_call" |
        "workflow_dispatch" | "workflow_run", status?: "queued" | "in_progress" | "completed" |
        "requested" | "waiting" }"#),
    ("actions_run_trigger", "!read_only destructive !idempotent",
        r#"inputs?: object, method: "run_workflow" | "rerun_workflow_run" | "rerun_failed_jobs" |
        "cancel_workflow_run" | "delete_workflow_run_logs", owner: string, ref?: string, repo:
        string, run_id?: integer, workflow_id?: string"#),
    ("get_job_logs", "read_only",
        "failed_only?: boolean, job_id?: integer, owner: string, repo: string, return_content?:
        boolean, run_id?: integer, tail_lines?: integer = 500"),
    ("get_code_scanning_alert", "read_only !idempotent",
        "alertNumber: integer, owner: string, repo: string"),
    ("list_code_scanning_alerts", "read_only !idempotent",
        r#"owner: string, page?: integer 1.., perPage?: integer 1..=100, ref?: string, repo: string,
        severity?: "critical" | "high" | "medium" | "low" | "warning" | "note" | "error", state?:
        "open" | "closed" | "dismissed" | "fixed" = "open", tool_name?: string"#),
    ("get_dependabot_alert", "read_only !idempotent",
        "alertNumber: integer, owner: string, repo: string"),
    ("list_dependabot_alerts", "read_only !idempotent",
        r#"after?: string, owner: string, perPage?: integer 1..=100, repo: string, severity?: "low" |
        "medium" | "high" | "critical", state?: "open" | "fixed" | "dismissed" | "auto_dismissed"
        = "open""#),
    ("get_secret_scanning_alert", "read_only !idempotent",
        "alertNumber: integer, owner: string, repo: string"),
    ("list_secret_scanning_alerts", "read_only !idempotent",
        r#"owner: string, page?: integer 1.., perPage?: integer 1..=100, repo: string, resolution?:
        "false_positive" | "wont_fix" | "revoked" | "pattern_edited" | "pattern_deleted" |
        "used_in_tests", secret_type?: string, state?: "open" | "resolved""#),
    ("get_global_security_advisory", "read_only !idempotent", "ghsaId: string"),
    ("list_global_security_advisories", "read_only !idempotent",
        r#"affects?: string, cveId?: string, cwes?: [string], ecosystem?: "actions" | "composer" |
        "erlang" | "go" | "maven" | "npm" | "nuget" | "other" | "pip" | "pub" | "rubygems" |
        "rust", ghsaId?: string, isWithdrawn?: boolean, modified?: string, published?: string,
        severity?: "unknown" | "low" | "medium" | "high" | "critical", type?: "reviewed" |
        "malware" | "unreviewed" = "reviewed", updated?: string"#),
    ("list_repository_security_advisories", "read_only !idempotent",
        r#"direction?: "asc" | "desc", owner: string, repo: string, sort?: "created" | "updated" |
        "published", state?: "triage" | "draft" | "published" | "closed""#),
    ("list_org_repository_security_advisories", "read_only !idempotent",
        r#"direction?: "asc" | "desc", org: string, sort?: "created" | "updated" | "published",
        state?: "triage" | "draft" | "published" | "closed""#),
    ("list_notifications", "read_only !idempotent",
        r#"before?: string, filter?: "default" | "include_read_notifications" | "only_participating",
        owner?: string, page?: integer 1.., perPage?: integer 1..=100, repo?: string, since?:
        string"#),
    ("get_notification_details", "read_only !idempotent", "notificationID: string"),
    ("dismiss_notification", "!read_only !idempotent",
        r#"state: "read" | "done", threadID: string"#),
    ("manage_notification_subscription", "!read_only destructive !idempotent",
        r#"action: "ignore" | "watch" | "delete", notificationID: string"#),
    ("mark_all_notifications_read", "!read_only !idempotent",
        "lastReadAt?: string, owner?: string, repo?: string"),
    ("get_discussion", "read_only !idempotent",
        "discussionNumber: integer, owner: string, repo: string"),
    ("get_discussion_comments", "read_only !idempotent",
        "after?: string, discussionNumber: integer, includeReplies?: boolean, owner: string,
        perPage?: integer 1..=100, repo: string"),
    ("list_discussions", "read_only !idempotent",
        r#"after?: string, category?: string, direction?: "ASC" | "DESC", orderBy?: "CREATED_AT" |
        "UPDATED_AT", owner: string, perPage?: integer 1..=100, repo?: string"#),
    ("list_discussion_categories", "read_only !idempotent", "owner: string, repo?: string"),
    ("get_me", "read_only !idempotent", ""),
    ("get_teams", "read_only !idempotent", "user?: string"),
    ("get_team_members", "read_only !idempotent", "org: string, team_slug: string"),
    ("create_gist", "!read_only !idempotent",
        "content: string, description?: string, filename: string, public?: boolean = false"),
    ("get_gist", "read_only !idempotent", "gist_id: string"),
    ("update_gist", "!read_only !idempotent",
        "content: string, description?: string, filename: string, gist_id: string"),
    ("list_gists", "read_only !idempotent",
        "page?: integer 1.., perPage?: integer 1..=100, since?: string, username?: string"),
    ("get_label", "read_only !idempotent", "name: string, owner: string, repo: string"),
    ("list_label", "read_only !idempotent", "owner: string, repo: string"),
    ("label_write", "!read_only destructive !idempotent",
        r#"color?: string, description?: string, method: "create" | "update" | "delete", name:
        string, new_name?: string, owner: string, repo: string"#),
    ("projects_get", "read_only !idempotent",
        r#"field_id?: integer, field_names?: [string], fields?: [string], item_id?: integer, method:
        "get_project" | "get_project_field" | "get_project_item" | "get_project_status_update" |
        "get_project_view", owner?: string, owner_type?: "user" | "org", project_number?: integer,
        status_update_id?: string, view_id?: string"#),
    ("projects_list", "read_only !idempotent",
        r#"after?: string, before?: string, field_names?: [string], fields?: [string], method:
        "list_projects" | "list_project_fields" | "list_project_items" |
        "list_project_status_updates" | "list_project_views", owner: string, owner_type?: "user" |
        "org", per_page?: integer, project_number?: integer, query?: string"#),
    ("projects_write", "!read_only destructive !idempotent",
        r#"body?: string, field_name?: string, filter?: string, issue_number?: integer, item_id?:
        integer, item_owner?: string, item_repo?: string, item_type?: "issue" | "pull_request",
        items?: [{ node_id: string } or { item_id: integer } or { issue_number: integer,
        item_owner: string, item_repo: string }], iteration_duration?: integer, iterations?: [{
        duration: integer, start_date: string, title: string }], layout?: "table" | "board" |
        "roadmap", method: "add_project_item" | "update_project_item" | "update_project_items" |
        "delete_project_item" | "create_project_status_update" | "create_project_view" |
        "update_project_view" | "delete_project_view" | "create_project" |
        "create_iteration_field", name?: string, owner: string, owner_type?: "user" | "org",
        project_number?: integer, pull_request_number?: integer, start_date?: string, status?:
        "INACTIVE" | "ON_TRACK" | "AT_RISK" | "OFF_TRACK" | "COMPLETE", target_date?: string,
        title?: string, updated_field?: { id: integer, value: any } or { name: string, value: any
        }, view_id?: string, visible_field_names?: [string], visible_fields?: [string]"#),
];
