//! Finds missing files that doc comments include. The compiler reports each one at the doc comment, and would report
//! it again at the tool's description.

use std::path::Path;

use proc_macro2::Span;
use syn::{Expr, LitStr};

use crate::util::tokens::ungroup;

/// Returns the path in `include_str!("…")` or `include_bytes!("…")` if there is no such file.
pub(crate) fn file(value: &Expr) -> Option<LitStr> {
    let path = included(value)?;
    let is_there = |from: Span| {
        // The path is relative to the source file. If the source file is unknown, skip the check.
        let source_file = proc_macro::is_available()
            .then(|| from.unwrap().local_file())
            .flatten()
            .filter(|file| file.is_file());
        source_file.is_none_or(|file| {
            let folder = file.parent().unwrap_or(Path::new(""));
            folder.join(path.value()).exists()
        })
    };
    (!is_there(path.span()) && !is_there(Span::call_site())).then_some(path)
}

fn included(value: &Expr) -> Option<LitStr> {
    let Expr::Macro(called) = ungroup(value) else {
        return None;
    };
    let name = &called.mac.path.segments.last()?.ident;
    let is_one = name == "include_str" || name == "include_bytes";
    syn::parse2(called.mac.tokens.clone())
        .ok()
        .filter(|_| is_one)
}
