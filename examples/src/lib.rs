//! The examples are in `examples`, the parent folder of this `src`. Start with `cargo run --example
//! quickstart`.

// `cargo test` compiles the code in the README files.
#[cfg(doctest)]
mod readme {
    #[doc = include_str!("../../README.md")]
    struct Root;

    #[doc = include_str!("../../mcp-tool-runtime/README.md")]
    struct Runtime;
}
