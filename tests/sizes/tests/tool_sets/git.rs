//! The git server's list of tools, and calls of the tools.

use mcp_tool_tests_sizes::git::registry;
use serde_json::json;

use crate::checks::{Fact, call};

// The original git server declares `branch_type` as a string. In this tool set and in `FACTS`,
// `branch_type` is an enum.
#[rustfmt::skip]
const FACTS: &[Fact] = &[
    ("git_status", "read_only !destructive idempotent !open_world", "repo_path: string"),
    ("git_diff_unstaged", "read_only !destructive idempotent !open_world", "context_lines?: integer = 3, repo_path: string"),
    ("git_diff_staged", "read_only !destructive idempotent !open_world", "context_lines?: integer = 3, repo_path: string"),
    ("git_diff", "read_only !destructive idempotent !open_world",
        "context_lines?: integer = 3, repo_path: string, target: string"),
    ("git_commit", "!read_only !destructive !idempotent !open_world", "message: string, repo_path: string"),
    ("git_add", "!read_only !destructive idempotent !open_world", "files: [string; 1..], repo_path: string"),
    ("git_reset", "!read_only destructive idempotent !open_world", "repo_path: string"),
    ("git_log", "read_only !destructive idempotent !open_world",
        "end_timestamp?: string, max_count?: integer = 10, repo_path: string, start_timestamp?: string"),
    ("git_create_branch", "!read_only !destructive !idempotent !open_world",
        "base_branch?: string, branch_name: string, repo_path: string"),
    ("git_checkout", "!read_only !destructive !idempotent !open_world", "branch_name: string, repo_path: string"),
    ("git_show", "read_only !destructive idempotent !open_world", "repo_path: string, revision: string"),
    ("git_branch", "read_only !destructive idempotent !open_world",
        r#"branch_type: "local" | "remote" | "all", contains?: string, not_contains?: string, repo_path: string"#),
];

check_set!(registry(), "git", FACTS);

#[test]
fn staged_changes_are_committed() {
    let registry = registry();
    let call = |name, arguments| call(&registry, name, arguments);
    let commit = json!({ "repo_path": "/work", "message": "Change b" });
    assert_eq!(
        call("git_commit", commit.clone()),
        (true, "nothing is staged\ncall `git_add` before".to_owned()),
    );
    assert!(
        !call(
            "git_add",
            json!({ "repo_path": "/work", "files": ["b.txt"] })
        )
        .0
    );
    assert_eq!(call("git_commit", commit), (false, "commit 2".to_owned()));
    // Some clients send `null` for an unused argument, such as `end_timestamp`.
    let log =
        json!({ "repo_path": "/work", "start_timestamp": "2026-02-01", "end_timestamp": null });
    assert_eq!(
        call("git_log", log),
        (false, "2026-03-01T12:00:00Z Change b".to_owned())
    );
}

#[test]
fn wrong_arguments_are_reported() {
    let registry = registry();
    let call = |name, arguments| call(&registry, name, arguments).1;
    assert_eq!(
        call(
            "git_branch",
            json!({ "repo_path": "/work", "branch_type": "Local" })
        ),
        r#"wrong argument for `git_branch`:
- `branch_type`: got "Local", expected one of "local", "remote", "all"; did you mean "local"?
a minimal valid call has the arguments {"branch_type":"local","repo_path":"<repo_path>"}"#
    );
    assert_eq!(
        call("git_log", json!({ "path": "/work", "max_count": -1 })),
        r#"2 wrong arguments for `git_log`:
- `path`: no such argument; did you mean `repo_path`, which is missing?
- `max_count`: expected an integer of at least 0, got -1
a minimal valid call has the arguments {"repo_path":"<repo_path>"}"#
    );
    assert_eq!(
        call("git_add", json!({ "repo_path": "/work", "files": [] })),
        r#"wrong argument for `git_add`:
- `files`: expected an array of at least 1 item whose items are each a string, got 0 items
a minimal valid call has the arguments {"files":["<files>"],"repo_path":"<repo_path>"}"#
    );
    assert_eq!(
        call(
            "git_checkout",
            json!({ "repo_path": "/work", "branch_name": "master" })
        ),
        r#"there is no branch master
`git_branch` lists them"#
    );
}
