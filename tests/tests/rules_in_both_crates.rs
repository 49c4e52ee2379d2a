//! What the macros check of literals, and the runtime of everything else, is one set of rules.

/// A file of both crates, which cannot share one: the runtime depends on the macros.
macro_rules! is_the_same_file {
    ($($name:ident: $of_the_macros:literal, $of_the_runtime:literal;)*) => {$(
        #[test]
        fn $name() {
            let of_the_macros =
                include_str!(concat!("../../mcp-tool-macros/src/", $of_the_macros));
            let of_the_runtime =
                include_str!(concat!("../../mcp-tool-runtime/src/", $of_the_runtime));
            assert_eq!(of_the_macros, of_the_runtime);
        }
    )*};
}

is_the_same_file! {
    const_text: "util/const_text.rs", "const_text.rs";
    icon_source: "options/icon_source.rs", "icon_source.rs";
    text_fault: "options/text_rules/fault.rs", "text_rules/fault.rs";
    text_characters: "options/text_rules/characters.rs", "text_rules/characters.rs";
    text_placeholder: "options/text_rules/placeholder.rs", "text_rules/placeholder.rs";
    section: "parse/section.rs", "doc_comment/section.rs";
}
