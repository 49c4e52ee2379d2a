//! Finds missing files and missing environment variables that texts refer to. Without this check, the
//! compiler would report each one at every use of its text.

use std::path::Path;

use proc_macro2::Span;
use syn::{Expr, LitStr, Result};

use crate::diagnostics::mistake;
use crate::util::tokens::ungroup;

/// Rejects `include_str!` or `include_bytes!` of a missing file, and `env!` of a missing variable.
pub(crate) fn check(value: &Expr) -> Result<()> {
    if let Some(path) = file(value) {
        let what = format!("cannot find the file `{}` from this file", path.value());
        let help = "create the file, or write its path relative to the folder of this source file";
        return Err(mistake(path.span(), what, help));
    }
    let missing = in_macro(value, &["env"]).filter(|name| std::env::var_os(name.value()).is_none());
    missing.map_or(Ok(()), |missing| {
        let name = missing.value();
        let what = format!("the environment variable `{name}` is not set for the compiler");
        let help = format!("set it, as in `{name}=… cargo build`, or write the text in quotes");
        Err(mistake(missing.span(), what, help))
    })
}

/// Returns the path in `include_str!("…")` or `include_bytes!("…")` if there is no such file.
pub(crate) fn file(value: &Expr) -> Option<LitStr> {
    let path = in_macro(value, &["include_str", "include_bytes"])?;
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

fn in_macro(value: &Expr, names: &[&str]) -> Option<LitStr> {
    let Expr::Macro(called) = ungroup(value) else {
        return None;
    };
    let name = &called.mac.path.segments.last()?.ident;
    let is_one = names.iter().any(|wanted| name == wanted);
    syn::parse2(called.mac.tokens.clone())
        .ok()
        .filter(|_| is_one)
}
