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
fn the_indentation_is_removed_and_lines_stay() {
    reads(
        " Forecast for a city, hour\n by hour.\n\n Days are\n those of UTC.\n",
        "Forecast for a city, hour\nby hour.\n\nDays are\nthose of UTC.",
    );
    // All lines are indented, as in `/** … */`.
    reads(
        "\n    One\n    paragraph.\n\n    Another.\n    ",
        "One\nparagraph.\n\nAnother.",
    );
    reads("One\r\nline.\r\n\r\nAnother.\r\n", "One\nline.\n\nAnother.");
    reads("\n\n\nOne  \n\n\n\nTwo\n\n", "One\n\nTwo");
    stays("");
    reads(" \n\t\n", "");
    stays("- a city,\n  as it is called\n- a day\n  1. today\n\n  of that city\n* and\nmore");
}

#[test]
fn laid_out_text_stays() {
    stays("| a | b |\n|---|---|\n| 1 | 2 |");
    stays("> quoted\n> in two lines\n>\n> and more");
    stays("# Title\nText");
    stays("One\n\n---\n\nTwo");
    stays("Text\n\n    code\n      more\n    # Examples");
}

#[test]
fn code_is_untouched() {
    stays("`[Foo]` and ``[`a`](b)`` and `a\\`");
    stays("```\n[Foo]\n\n\nwrapped\nline  \n# Examples\n```");
    stays("~~~text\n```\n# Errors\n~~~");
    stays("- ```json\n  [Foo]\n  [a]: b\n  ```");
    // A code block without an end extends to the end of the text.
    stays("```\n# Examples");
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
        ("[`Vec<T>`]s", "`Vec<T>`s"),
        ("[wrapped\nlink](Foo)", "wrapped\nlink"),
        (
            "[guide](../guide.md) [part](#part) [page](struct.Foo.html)",
            "guide part page",
        ),
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
    stays("[text](https://a.example/b_(c) \"title\") and <https://a.example>");
    stays("[mail](mailto:a@b.example)");
    stays("[Foo](https://a.example \"title\") and [`Bar`](https://a.example 'a \"title\"' )");
    stays("![chart](https://a.example/c.png)");
    stays("[![chart](https://a.example/c.png)](https://a.example)");
    // The definitions of their labels come last, also those below the description.
    reads(
        "[Text][guide], [Guide] and ![guide].\n\n# Errors\n\n[guide]: https://a.example/guide\n[no]: https://b",
        "[Text][guide], [Guide] and ![guide].\n\n[guide]: https://a.example/guide",
    );
    stays("See [`Foo`].\n\n[`foo`]: https://a.example \"title\"");
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
