//! Checks properties of the conversion from doc comments to descriptions, with random texts.

use mcp_tool_runtime::__private::portable_schema;
use proptest::collection::vec;
use proptest::prelude::*;
use schemars::json_schema;
use serde_json::Value;

/// Returns the description that the portable transformation makes from a doc comment.
fn read(text: &str) -> String {
    let schema = portable_schema(json_schema!({ "description": text }), true);
    let read = schema.get("description").and_then(Value::as_str);
    read.unwrap_or_default().to_owned()
}

/// Pieces of Markdown, and ordinary words.
const PIECES: &[&str] = &[
    "\n",
    "\n",
    "\n\n",
    "\r\n",
    " ",
    "  ",
    "    ",
    "\t",
    "\\",
    "\\\n",
    "  \n",
    "`",
    "``",
    "```",
    "```rust\n",
    "~~~",
    "[",
    "]",
    "(",
    ")",
    "](",
    "][",
    "[]",
    "]: ",
    "![",
    "<",
    ">",
    "> ",
    "- ",
    "* ",
    "1. ",
    "2) ",
    "- [ ] ",
    "- [x] ",
    "# ",
    "## ",
    "# Examples",
    "# Errors:\n",
    "\n---\n",
    "\n===\n",
    "|",
    "| a | b |",
    "|---|---|",
    "a | b\n- | -",
    "<br>",
    "<!--",
    "Foo",
    "`Foo`",
    "crate::Foo",
    "foo_bar",
    "fn@f",
    "https://a.example/b",
    "\"title\"",
    "[Foo]",
    "[`Foo`]",
    "[a](b)",
    "[a](https://a.example)",
    "[a][b]",
    "[b]: c::d\n",
    "[b]: https://b.example\n",
    "[^1]",
    "[^1]: note\n",
    "array[0]",
    "word",
    "\u{e9}",
    "\u{4e2d}\u{6587}",
    "\u{1f600}",
    "\u{200d}",
    "!",
    ":",
    "\"",
    "\0",
];

fn markdown() -> impl Strategy<Value = String> {
    vec(proptest::sample::select(PIECES), 0..40).prop_map(|pieces| pieces.concat())
}

fn holds(text: &str) {
    let once = read(text);
    assert_eq!(read(&once), once, "it reads as itself: {text:?}");
    // A blank line can come before definitions of link labels.
    assert!(
        once.len() <= text.len() + 1,
        "it is no longer: {text:?} {once:?}"
    );
    let unix = text.replace("\r\n", "\n");
    assert_eq!(read(&unix), once, "the end of a line is one: {text:?}");
}

/// Pieces of Markdown that contain a word. `N` stands for a unique number.
const PROSE: &[&str] = &[
    "wordN",
    "`wordN`",
    "*wordN*",
    "[`wordN`](crate::Target)",
    "[wordN](Target)",
    "[WordN]",
    "[wordN][target]",
    "[wordN](https://target.example)",
    "wordN[0]",
    "[wordN, 2]",
    "\\[wordN\\]",
    "[^wordN]",
    "<https://wordN.example>",
    "![wordN](target.png)",
    "(wordN)",
    "\"wordN\"",
];

/// Line prefixes. Some also contain preceding lines, such as the start of a code block.
const STARTS: &[&str] = &[
    "",
    "- ",
    "  - ",
    "1. ",
    "2. ",
    "> ",
    "### ",
    "| ",
    "    ",
    "- [ ] ",
    "\n",
    "\n- ",
    "\n\n",
    "\n    ",
    "\n```text\n",
    "\n```\n",
];

fn described() -> impl Strategy<Value = Vec<(&'static str, Vec<&'static str>)>> {
    let words = vec(proptest::sample::select(PROSE), 1..4);
    vec((proptest::sample::select(STARTS), words), 1..12)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn reading_any_text_is_idempotent(text in any::<String>()) {
        holds(&text);
    }

    #[test]
    fn reading_any_markdown_is_idempotent(text in markdown()) {
        holds(&text);
    }

    #[test]
    fn every_word_is_kept(lines in described()) {
        let (mut text, mut words) = (String::new(), Vec::new());
        for (start, pieces) in lines {
            text.push_str(start);
            for piece in pieces {
                let number = format!("{:03}", words.len());
                text.push_str(&piece.replace('N', &number));
                text.push(' ');
                words.push(format!("ord{number}"));
            }
            text.push('\n');
        }
        let whole = format!("{text}\n[target]: crate::Target\n");
        let read = read(&whole);
        for word in words {
            prop_assert!(read.contains(&word), "{word} is lost:\n{whole}\nbecame\n{read}");
        }
        let has_code = text.contains("```") || text.contains("    ");
        prop_assert!(has_code || !read.contains("crate::Target"), "{whole}\nbecame\n{read}");
    }

    #[test]
    fn sections_after_the_description_are_dropped(text in markdown(), level in 1_usize..=6) {
        // After an unclosed code fence, the heading `Panics` belongs to the code block and starts
        // no section. So remove all code fences from the text.
        let text = text.replace("```", "").replace("~~~", "");
        prop_assume!(!text.contains("```"));
        let whole = format!("text\n\n{text}\n\n{} Panics\n\nnot to be read", "#".repeat(level));
        prop_assert!(!read(&whole).contains("not to be read"), "{whole}");
    }
}
