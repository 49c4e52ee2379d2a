//! Files and variables that a text comes from, and that are not there. The compiler would say so once
//! for each place where the text is needed.

use std::path::Path;

use proc_macro2::Span;
use syn::{Expr, LitStr};

use crate::diagnostics::Errors;
use crate::util::tokens::ungroup;

/// Reports a text that cannot be there.
pub(crate) fn report(value: &Expr, errors: &mut Errors) -> bool {
    if let Some(path) = file(value) {
        let what = format!("there is no file `{}`, seen from this one", path.value());
        let help = "write the path as it is from the folder of this file";
        errors.report(path.span(), what, help);
        return true;
    }
    let Some(name) = in_macro(value, &["env"]) else {
        return false;
    };
    let is_missing = std::env::var_os(name.value()).is_none();
    if is_missing {
        let name_of = name.value();
        let what = format!("the environment variable `{name_of}` is not set for the compiler");
        let help = format!("set it, as in `{name_of}=… cargo build`, or write the text");
        errors.report(name.span(), what, help);
    }
    is_missing
}

/// The path in `include_str!("…")` under which there is nothing.
pub(crate) fn file(value: &Expr) -> Option<LitStr> {
    let path = in_macro(value, &["include_str", "include_bytes"])?;
    let is_there = |from: Span| {
        // Where the compiler looks from elsewhere, nothing can be known.
        let from = proc_macro::is_available().then(|| from.unwrap().local_file());
        let from = from.flatten().filter(|file| file.is_file());
        from.is_none_or(|file| {
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
