//! What the macros check of literals, and the runtime of everything else, is one set of rules.

/// A file of both crates, which cannot share one: the runtime depends on the macros.
macro_rules! is_the_same_file {
    ($($name:ident)*) => {$(
        #[test]
        fn $name() {
            let of_the_macros =
                include_str!(concat!("../../mcp-tool-macros/src/", stringify!($name), ".rs"));
            let of_the_runtime =
                include_str!(concat!("../../mcp-tool-runtime/src/", stringify!($name), ".rs"));
            assert_eq!(of_the_macros, of_the_runtime);
        }
    )*};
}

is_the_same_file!(const_text icon_source image_data);
