//! Tests the conversion of each construct of a doc comment. Each test compares the result with the text that
//! a model must read.

use super::{Description, read};

#[track_caller]
fn reads(doc: &str, text: &str) {
    assert_eq!(read(doc), text);
    assert_eq!(read(text), text, "it reads as itself");
}

/// Asserts that a text stays unchanged.
#[track_caller]
fn stays(text: &str) {
    reads(text, text);
}

#[test]
fn wrapped_lines_are_joined() {
    reads(
        " Forecast for a city, hour\n by hour, from the service of the country.\n\n Days are\n those of UTC.\n",
        "Forecast for a city, hour by hour, from the service of the country.\n\nDays are those of UTC.",
    );
    // All lines are indented, as in `/** … */`.
    reads(
        "\n    One\n    paragraph.\n\n    Another.\n    ",
        "One paragraph.\n\nAnother.",
    );
    reads("One\r\nline.\r\n\r\nAnother.\r\n", "One line.\n\nAnother.");
    // Inside a paragraph, a numbered list can only start with 1, so `1984.` continues the
    // sentence.
    reads("It was in\n1984. Then", "It was in 1984. Then");
    reads("\n\n\nOne\n\n\n\nTwo\n\n", "One\n\nTwo");
    stays("");
    reads(" \n\t\n", "");
}

#[test]
fn entries_without_marks_keep_their_lines() {
    stays("Where it is.\n\nUnit: celsius\nRange: -40..60\nDefault: 20");
    reads(
        "Args:\n    query (str): what to\n        look for\n    `limit`: how many\n\nReturns:\n    a list",
        "Args:\nquery (str): what to look for\n`limit`: how many\n\nReturns: a list",
    );
    stays("Deletes it.\nNote: for ever.");
    // A line with a colon can continue the sentence of the line above.
    reads("It has two\nparts: a and b", "It has two parts: a and b");
    reads("See https:\n//a: b", "See https: //a: b");
    stays("- Items.\n  note: few");
    reads(
        "- a: one\n  b: two\n  and\n  three",
        "- a: one b: two and three",
    );
}

#[test]
fn scripts_without_spaces_get_no_spaces() {
    reads("予報を取得して\nください。", "予報を取得してください。");
    reads("天気と\nweather と\n雨", "天気と weather と雨");
    reads("도시의 날씨를\n가져옵니다.", "도시의 날씨를 가져옵니다.");
}

#[test]
fn lists_keep_their_items() {
    reads(
        "Takes\n- a city,\n  as it is called\n  in English\n- a day\n  1. today\n  2. tomorrow, or\n     later\n\n  of that city\n* and\nmore",
        "Takes\n- a city, as it is called in English\n- a day\n  1. today\n  2. tomorrow, or later\n\n  of that city\n* and more",
    );
    stays("1. one\n2. two\n10. ten");
    stays("- [ ] to do\n- [x] done");
    stays("-\n- a");
    reads("- a\n\n\n- b\n\nend\nof it", "- a\n\n- b\n\nend of it");
}

#[test]
fn laid_out_text_stays() {
    stays("| a | b |\n|---|---|\n| 1 | 2 |");
    reads(
        "Units:\n| a | b |\n\nwrapped\nline",
        "Units:\n| a | b |\n\nwrapped line",
    );
    stays("> quoted\n> in two lines\n>\n> and more");
    stays("# Title\nText");
    stays("One\n\n---\n\nTwo");
    stays("Text\n\n    code\n      [Foo] more\n\n    code");
    stays("- item\n\n      code\n      code");
}

#[test]
fn code_is_untouched() {
    stays("`[Foo]` and ``[`a`](b)`` and `a\\`");
    stays("```\n[Foo]\n\n\nwrapped\nline  \n# Examples\n```");
    stays("~~~text\n```\n# Errors\n~~~");
    stays("- ```json\n  [Foo]\n  [a]: b\n  ```");
    // A code block without an end extends to the end of the text.
    stays("```\n# Examples");
    // Only code blocks marked as Rust lose lines that start with `# `. In other blocks, these
    // lines can be script comments.
    stays("```sh\n# all of it\nrun\n```");
    stays("```\n# all of it\nrun\n```");
    reads(
        "```rust\n# use a::B;\n#\nlet b = B;\n#[allow(x)]\n## no\n```",
        "```rust\nlet b = B;\n#[allow(x)]\n## no\n```",
    );
    reads(
        "```no_run\n# fn f() {\ng();\n# }\n```",
        "```no_run\ng();\n```",
    );
}

#[test]
fn a_section_for_developers_ends_the_description() {
    for heading in [
        "# Examples",
        "## Example",
        "### Errors ###",
        "#### Panics:",
        "##### safety",
        "###### ERROR",
        "  # Panic",
    ] {
        reads(
            &format!("Text.\n\n{heading}\n\nMore.\n\n# Notes\n\nMore."),
            "Text.",
        );
        reads(&format!("Text.\n{heading}\nMore."), "Text.");
        reads(heading, "");
    }
    stays("# Notes\n\nText.");
    stays("# Errors of the service\n\nText.");
    stays("Examples\n\nText.");
    stays("#Examples");
    stays("> # Examples\n> of quotes");
    stays("- # Examples\n- of items");
    reads("- item\n\n# Examples", "- item");
    reads("- item\n# Examples", "- item");
    reads("`# Examples` are\n\n# Examples", "`# Examples` are");
}

#[test]
fn links_to_items_become_plain_text() {
    for (doc, text) in [
        ("[`Foo`](crate::Foo)", "`Foo`"),
        ("[`Foo`]", "`Foo`"),
        ("[Foo]", "Foo"),
        ("[text](Foo::bar)", "text"),
        ("[some text][Foo]", "some text"),
        ("[the search][search]", "the search"),
        ("[Foo][]", "Foo"),
        (
            "[crate::a::Foo], [find_files], [search()], [vec!]",
            "crate::a::Foo, find_files, search(), vec!",
        ),
        ("[`fn@search`] and [struct@Foo]", "`search` and Foo"),
        ("[`Vec<T>`]s", "`Vec<T>`s"),
        ("[wrapped\nlink](Foo)", "wrapped link"),
        (
            "[guide](../guide.md) [part](#part) [page](struct.Foo.html)",
            "guide part page",
        ),
        ("![chart](chart.png)", "chart"),
        ("[![chart](chart.png)](Foo)", "chart"),
        (
            "用[`预报`](crate::forecast)或[天气](weather)",
            "用`预报`或天气",
        ),
        ("[A](a)[B](b)", "AB"),
        ("- [`Foo`]\n- [bar](Foo)", "- `Foo`\n- bar"),
        ("| [`Foo`] | [bar](Foo) |", "| `Foo` | bar |"),
        ("> [`Foo`]", "> `Foo`"),
        ("## About [`Foo`]", "## About `Foo`"),
        ("[see [Foo]](bar)", "see Foo"),
        ("[Foo](crate::Foo \"a (title)\")", "Foo"),
        ("[Foo](crate::Foo 'title' ).", "Foo."),
    ] {
        reads(doc, text);
    }
}

#[test]
fn link_definitions_are_removed() {
    reads(
        "See [the other], [`Foo`] or [text][label].\n\n[the other]: crate::other\n[`Foo`]: crate::Foo \"title\"\n[LABEL]: x\n\nMore.",
        "See the other, `Foo` or text.\n\nMore.",
    );
    // The heading `# Examples` ends the description, but a link definition below the heading
    // still applies.
    reads(
        "See [text][label].\n\n# Examples\n\n```\n[label]: no\n```\n\n[label]: crate::Foo",
        "See text.",
    );
    stays("[^1]: A footnote\n\nText[^1]");
    stays("[label]: more than a target");
    // A definition must be at the start of a line.
    stays("Text [label]: x");
}

#[test]
fn links_to_urls_are_kept() {
    stays("[text](https://a.example/b_(c) \"title\") and <https://a.example/[Foo]>");
    stays("[mail](mailto:a@b.example)");
    stays("[Foo](https://a.example \"title\") and [`Bar`](https://a.example 'a \"title\"' )");
    stays("![chart](https://a.example/c.png)");
    stays("[![chart](https://a.example/c.png)](https://a.example)");
    // If several links have the same label, only the first link keeps the address.
    reads(
        "[Text][guide], [guide] and ![guide].\n\n# Errors\n\n[guide]: https://a.example/guide\n",
        "[Text](https://a.example/guide), guide and guide.",
    );
}

#[test]
fn brackets_other_than_links_stay() {
    for text in [
        "array[0], list[i], map[Key] and f(x)[Foo]",
        "[ ] [x] [X] [0] [1, 2] [a, b] [a..b] [-1] []",
        "[optional] [WARNING] [city]/[country]",
        "text[^1] and [^note]",
        "\\[Foo\\] \\[`Foo`](crate::Foo)",
        "[one two]",
        "[lat][lon]",
        "handlers[0](event)",
        "vec![Foo] and [Foo",
        "[text]() [text](two words)",
        "Foo] [",
        "[`two words`] [`a`, `b`]",
    ] {
        stays(text);
    }
}

#[test]
fn a_given_description_is_verbatim() {
    let text = "  Wrapped\n  line, [Foo]\n\n# Examples\n ";
    assert_eq!(Description::Given(text).text().as_deref(), Some(text));
    assert_eq!(Description::Given(" \n").text(), None);
    assert_eq!(Description::Doc("# Examples\n\nNone.").text(), None);
}
