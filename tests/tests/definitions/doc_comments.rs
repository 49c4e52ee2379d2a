//! Descriptions from doc comments: each syntax of doc comments, on tools, arguments, types and their members.

use super::*;

mod forms {
    use super::*;

    /// Looks for [`Folder`]s and their
    /// content. See [the others](crate::others).
    ///
    /// - no hidden
    ///   folders
    ///
    /// # Errors
    ///
    /// If there is no folder.
    #[mcp_tool]
    pub fn lines() {}

    /**
     * Looks for [`Folder`]s, in a
     * block with stars.
     *
     * * an item
     *   that goes on
     *
     * # Panics
     * Never.
     */
    #[mcp_tool]
    #[allow(clippy::suspicious_doc_comments)]
    pub fn stars() {}

    /** Stands in
    one line more.

    # Safety
    Is none. */
    #[mcp_tool]
    pub fn beside_the_mark() {}

    #[doc = "* a list,\n* and no stars"]
    #[mcp_tool]
    pub fn list_in_a_string() {}

    /// Is written
    #[doc = "in several"]
    #[must_use]
    #[mcp_tool]
    #[inline]
    /// ways,
    #[allow(dead_code)]
    #[doc = concat!("some ", "of ")]
    #[doc(alias = "not this one")]
    /// them macros.
    pub fn mixed() -> u8 {
        0
    }

    #[cfg_attr(all(), doc = "Comes first.")]
    #[mcp_tool]
    #[cfg_attr(any(), doc = "Never comes.")]
    ///
    #[cfg_attr(all(), doc = " Comes", inline, doc = " last.")]
    pub fn conditional() {}

    #[mcp_tool]
    #[cfg_attr(all(), doc = "Is described here only.")]
    pub fn conditional_only() {}

    #[doc = include_str!("../text/windows.md")]
    #[mcp_tool]
    pub fn windows() {}

    macro_rules! tool {
        ($(#[$attribute:meta])* $name:ident, $literal:literal, $expression:expr) => {
            $(#[$attribute])*
            #[doc = $literal]
            #[mcp_tool]
            #[doc = $expression]
            #[doc = concat!("of `", stringify!($name), "`.")]
            pub fn $name() {}
        };
    }

    tool! {
        /// Is put
        /// together
        made, " in the", "macro"
    }

    /// Models do not read this text.
    ///
    /// # Examples
    #[mcp_tool(description = "  Is\n  [verbatim].\n\n# Examples\n\nare [`Folder`].\n")]
    pub fn given() {}

    pub struct Methods;

    #[mcp_tools]
    impl Methods {
        /// Looks for [`Folder`]s
        /// too.
        ///
        /// # Errors
        #[mcp_tool]
        pub fn method() {}

        #[cfg_attr(all(), doc = "Comes first.")]
        #[mcp_tool]
        #[cfg_attr(any(), doc = "Never comes.")]
        ///
        #[cfg_attr(all(), doc = " Comes", inline, doc = " last.")]
        pub fn conditional_method() {}
    }

    pub fn registry() -> ToolRegistry<()> {
        ToolRegistry::builder(())
            .tools(tools![
                Methods,
                lines,
                stars,
                beside_the_mark,
                list_in_a_string,
                mixed,
                conditional,
                conditional_only,
                windows,
                made,
                given,
            ])
            .build()
            .unwrap()
    }
}

#[test]
fn every_form_of_doc_comment_is_read() {
    // R11
    let registry = forms::registry();
    let peer = Peer::new(&registry);
    for (tool, description) in [
        (
            "lines",
            "Looks for `Folder`s and their\ncontent. See the others.\n\n- no hidden\n  folders",
        ),
        (
            "stars",
            "Looks for `Folder`s, in a\nblock with stars.\n\n* an item\n  that goes on",
        ),
        ("beside_the_mark", "Stands in\n   one line more."),
        ("list_in_a_string", "* a list,\n* and no stars"),
        (
            "mixed",
            "Is written\nin several\nways,\nsome of\nthem macros.",
        ),
        ("conditional", "Comes first.\n\nComes\nlast."),
        ("method", "Looks for `Folder`s\ntoo."),
        ("conditional_method", "Comes first.\n\nComes\nlast."),
        ("conditional_only", "Is described here only."),
        ("windows", "From a file, on\ntwo lines.\n\n- an item"),
        ("made", "Is put\ntogether\nin the\nmacro\nof `made`."),
        (
            "given",
            "  Is\n  [verbatim].\n\n# Examples\n\nare [`Folder`].\n",
        ),
    ] {
        assert_eq!(peer.tool(tool)["description"], description, "{tool}");
    }
}

/// The results of
/// [`search`](crate::search).
///
/// # Examples
///
/// None.
#[derive(Default, Deserialize, Serialize, JsonSchema)]
struct Found {
    /// The [number][Vec] of
    /// results.
    ///
    /// # Panics
    count: u32,
    /// # Errors
    ///
    /// This is a title to schemars, and a [`Text`].
    /// It has two lines.
    titled: u8,
    kind: Kind,
    /// Where [`Self`] is
    inner: Vec<Found>,
    #[schemars(example = Shown { description: "[`Stays`]".to_owned() })]
    shown: Option<Shown>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Shown {
    /// A member of [`Shown`] with the name
    /// `description`.
    description: String,
}

#[derive(Default, Deserialize, Serialize, JsonSchema)]
enum Kind {
    /// All except
    /// [`Kind::Other`].
    #[default]
    One,
    /// The
    /// others.
    Other,
}

mod places {
    use super::*;

    /// Searches.
    #[mcp_tool]
    pub fn search(
        /// The [`Kind`]
        /// to search.
        ///
        /// # Examples
        ///
        /// `One`
        kind: Kind,
        #[arg(description = " As\n [it] is. ")] given: u8,
        /// # Panics
        panics: u8,
    ) -> Found {
        let (_, _, _) = (kind, given, panics);
        Found::default()
    }
}

#[test]
fn arguments_and_answers_are_described_by_doc_comments_too() {
    // R12
    let registry = ToolRegistry::builder(())
        .tools(tools![places::search])
        .build()
        .unwrap();
    let tool = Peer::new(&registry).tool("search");
    let arguments = &tool["inputSchema"]["properties"];
    assert_eq!(
        arguments["kind"]["description"],
        "The `Kind`\nto search.\n\n- `One`: All except\n  `Kind::Other`.\n- `Other`: The\n  others."
    );
    assert_eq!(arguments["kind"]["enum"], json!(["One", "Other"]));
    assert_eq!(arguments["given"]["description"], " As\n [it] is. ");
    assert_eq!(arguments["panics"].get("description"), None);
    let output = &tool["outputSchema"];
    for found in [output, &output["$defs"]["Found"]] {
        assert_eq!(found["description"], "The results of\n`search`.", "{tool}");
        let members = &found["properties"];
        assert_eq!(members["count"]["description"], "The number of\nresults.");
        assert_eq!(
            members["titled"]["description"],
            "This is a title to schemars, and a `Text`.\nIt has two lines."
        );
        assert_eq!(members["inner"]["description"], "Where `Self` is");
        // In doc comments, the registry removes the brackets of links. The example of `shown`
        // contains the text "[`Stays`]", but an example is data and not a doc comment. So the
        // registry keeps these brackets.
        let shown = members["shown"].to_string();
        assert!(
            shown.contains(r"A member of `Shown` with the name\n`description`."),
            "{shown}"
        );
        assert!(shown.contains("[`Stays`]"), "{shown}");
    }
}

#[test]
fn an_included_doc_comment_can_be_empty() {
    // R11
    #[doc = concat!("# Exam", "ples\n\nNone.")]
    #[mcp_tool]
    fn examples() {}

    struct Methods;

    #[mcp_tools]
    impl Methods {
        #[mcp_tool]
        #[cfg_attr(any(), doc = "Never comes.")]
        #[allow(dead_code)]
        fn conditional() {}
    }

    /// [label]: crate::only_a_definition
    #[mcp_tool]
    fn definition() {}

    let error = ToolRegistry::builder(())
        .tools(tools![examples, definition, Methods])
        .build()
        .unwrap_err();
    assert_eq!(error.problems().len(), 3, "{error}");
    assert!(
        error
            .to_string()
            .contains("the description of `examples` is empty"),
        "{error}"
    );
}
