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
    http
    migrate_rmcp
    results
    testing
    tutorial
}
