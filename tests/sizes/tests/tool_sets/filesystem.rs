//! The filesystem server's list of tools, and calls of the tools.

use mcp_tool_tests_sizes::filesystem::registry;
use serde_json::json;

use crate::checks::{Fact, call};

// `FACTS` differs from the original filesystem server only in the type of `head` and `tail`. The
// original server declares `number`, and this tool set declares `integer`.
#[rustfmt::skip]
const FACTS: &[Fact] = &[
    ("read_file", "read_only !open_world", "head?: integer, path: string, tail?: integer"),
    ("read_text_file", "read_only !open_world", "head?: integer, path: string, tail?: integer"),
    ("read_media_file", "read_only !open_world", "path: string"),
    ("read_multiple_files", "read_only !open_world", "paths: [string; 1..]"),
    ("write_file", "!read_only destructive idempotent !open_world", "content: string, path: string"),
    ("edit_file", "!read_only destructive !idempotent !open_world",
        "dryRun?: boolean = false, edits: [{ newText: string, oldText: string }], path: string"),
    ("create_directory", "!read_only !destructive idempotent !open_world", "path: string"),
    ("list_directory", "read_only !open_world", "path: string"),
    ("list_directory_with_sizes", "read_only !open_world",
        r#"path: string, sortBy?: "name" | "size" = "name""#),
    ("directory_tree", "read_only !open_world", "excludePatterns?: [string] = [], path: string"),
    ("move_file", "!read_only destructive !idempotent !open_world", "destination: string, source: string"),
    ("search_files", "read_only !open_world",
        "excludePatterns?: [string] = [], path: string, pattern: string"),
    ("get_file_info", "read_only !open_world", "path: string"),
    ("list_allowed_directories", "read_only !open_world", ""),
];

check_set!(registry(), "filesystem", FACTS);

#[test]
fn files_are_edited_and_listed() {
    let registry = registry();
    let edits = json!([{ "oldText": "two", "newText": "2" }]);
    let dry = json!({ "path": "/work/a.txt", "edits": edits, "dryRun": true });
    assert_eq!(
        call(&registry, "edit_file", dry),
        (false, r#"{"content":"-two\n+2"}"#.to_owned())
    );
    // The registry also accepts a list as JSON in a string.
    let wet = json!({ "path": "/work/a.txt", "edits": edits.to_string() });
    assert!(!call(&registry, "edit_file", wet).0);
    let head = json!({ "path": "/work/a.txt", "head": 2, "tail": null });
    let read = call(&registry, "read_text_file", head);
    assert_eq!(read, (false, r#"{"content":"one\n2"}"#.to_owned()));
    let sizes = json!({ "path": "/work", "sortBy": "size" });
    let listed = call(&registry, "list_directory_with_sizes", sizes);
    assert_eq!(listed.1, r#"{"content":"a.txt 11\ndot.png 5\nsrc 0"}"#);
    let search = json!({ "path": "/work", "pattern": "*.*", "excludePatterns": ["*.png"] });
    let found = call(&registry, "search_files", search);
    assert_eq!(found.1, r#"{"content":"/work/a.txt\n/work/src/main.rs"}"#);
}

#[test]
fn an_image_file_becomes_an_image_block() {
    let answer = mcp_tool_tests::block_on(mcp_tool_runtime::testing::call_json(
        &registry(),
        "read_media_file",
        json!({ "path": "/work/dot.png" }),
    ));
    let answer = serde_json::to_value(answer).unwrap();
    assert_eq!(answer["content"][0]["mimeType"], "image/png");
}

#[test]
fn wrong_arguments_are_reported() {
    let registry = registry();
    let call = |name, arguments| call(&registry, name, arguments).1;
    assert_eq!(
        call(
            "edit_file",
            json!({
                "path": "/work/a.txt",
                "edits": [{ "old_text": "a", "newText": 5 }],
                "dry_run": true,
            })
        ),
        r#"3 wrong arguments for `edit_file`:
- `dry_run`: no such argument; did you mean `dryRun`?
- `edits[0]`: lacks the member `oldText`, and has `old_text`; expected a string
- `edits[0].newText`: expected a string, got 5
a minimal valid call has the arguments {"edits":[{"newText":"<newText>","oldText":"<oldText>"}],"path":"<path>"}"#
    );
    assert_eq!(
        call(
            "list_directory_with_sizes",
            json!({ "path": "/work", "sortBy": "date" })
        ),
        r#"wrong argument for `list_directory_with_sizes`:
- `sortBy`: got "date", expected one of "name", "size"
a minimal valid call has the arguments {"path":"<path>"}"#
    );
    assert_eq!(
        call("read_multiple_files", json!({ "paths": [] })),
        r#"wrong argument for `read_multiple_files`:
- `paths`: expected an array of at least 1 item whose items are each a string, got 0 items
a minimal valid call has the arguments {"paths":["<paths>"]}"#
    );
    assert_eq!(
        call(
            "read_text_file",
            json!({ "path": "/work/a.txt", "head": 1.5 })
        ),
        r#"wrong argument for `read_text_file`:
- `head`: expected an integer of at least 0, got 1.5
a minimal valid call has the arguments {"path":"<path>"}"#
    );
    assert_eq!(
        call("read_text_file", json!({ "path": "/etc/passwd" })),
        r#"/etc/passwd is outside of /work
ask `list_allowed_directories` where files may be"#
    );
}
