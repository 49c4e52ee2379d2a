//! Compiles the code of docs/guide: each page is a set of doc tests.

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
    results
    state
    testing
    tutorial
    users
}
