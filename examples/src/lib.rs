//! See the examples beside this package; `cargo run --example quickstart` starts with the first.

// The code in the README files is compiled by `cargo test`.
#[cfg(doctest)]
mod readme {
    #[doc = include_str!("../../README.md")]
    struct Root;

    #[doc = include_str!("../../mcp-tool-runtime/README.md")]
    struct Runtime;
}
