//! Compiles the code of docs/guide and of the READMEs: each page is a set of doc tests.

#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
mod readme {}

#[cfg(doctest)]
#[doc = include_str!("../../../mcp-tool-runtime/README.md")]
mod readme_of_the_runtime {}

#[cfg(doctest)]
#[doc = include_str!("../../../crates/mcp-tool-server/README.md")]
mod readme_of_the_server {}

#[cfg(doctest)]
#[doc = include_str!("../../../crates/mcp-tool-rmcp/README.md")]
mod readme_of_the_sdk {}

#[cfg(doctest)]
macro_rules! pages {
    ($($page:ident)*) => {
        $(
            #[doc = include_str!(concat!("../../../docs/guide/src/", stringify!($page), ".md"))]
            mod $page {}
        )*
    };
}

#[cfg(doctest)]
pages! {
    README
    arguments
    clients
    context
    deploy
    dynamic_tools
    elicitation
    http
    limits
    migrate_others
    migrate_rmcp
    observability
    prompts
    results
    state
    tested_versions
    testing
    tutorial
    users
}
