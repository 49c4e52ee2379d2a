//! Generates warnings. Procedural macros cannot emit warnings on stable Rust, so a warning uses a deprecated constant.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use crate::model::warnings::Warning;

pub(crate) fn warnings(runtime: &TokenStream, warnings: &[Warning]) -> TokenStream {
    let warnings = warnings.iter().map(|Warning { name, at, note }| {
        let name = Ident::new(name, *at);
        quote!(#runtime::__private::warning!(#name, #note);)
    });
    warnings.collect()
}
