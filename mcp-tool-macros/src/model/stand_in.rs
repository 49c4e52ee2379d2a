//! The parts of a tool whose declaration has an error.

use proc_macro2::{Ident, TokenStream};
use syn::{Path, Visibility};

use crate::options::name::is_primitive;
use crate::options::tool::Options;
use crate::parse::item::{self, ToolFunction};
use crate::util::tokens::{is_punct, is_word, located_at};

/// The parts of a tool that the macro can read despite an error.
pub(crate) struct StandIn {
    /// The path of the runtime, if the author gives one.
    pub(crate) runtime: Option<Path>,
    pub(crate) visibility: Visibility,
    pub(crate) companion: Ident,
}

impl StandIn {
    /// Returns `None` if a stand-in would cause more errors. This applies to methods, companions named like a
    /// primitive type, and an unknown runtime path.
    pub(crate) fn new(
        attribute: &TokenStream,
        options: &Options,
        function: &ToolFunction,
    ) -> Option<Self> {
        let signature = &function.signature;
        let is_method = signature.receiver().is_some() || item::self_type(signature).is_some();
        let is_known = options.crate_path.is_some() || !names_crate(attribute);
        let mut companion = options
            .companion
            .clone()
            .unwrap_or_else(|| signature.ident.clone());
        companion.set_span(located_at(companion.span()));
        (is_known && !is_method && !is_primitive(&companion)).then(|| StandIn {
            runtime: options.crate_path.clone(),
            visibility: function.visibility.clone(),
            companion,
        })
    }
}

/// Returns whether the attribute has the key `crate`, even if the macro cannot read the value.
fn names_crate(attribute: &TokenStream) -> bool {
    let mut is_key = true;
    attribute.clone().into_iter().any(|token| {
        let is_crate_key = is_key && is_word(&token, "crate");
        is_key = is_punct(&token, ',');
        is_crate_key
    })
}
