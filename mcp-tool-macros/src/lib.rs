//! The macros of `mcp-tool-runtime`, which re-exports them. Do not depend on this crate directly:
//! what it expands to belongs to exactly one version of the runtime.

mod argument;
mod argument_options;
mod argument_tokens;
mod beside;
mod bounds;
mod codegen;
mod conditions;
mod const_text;
mod docs;
mod elicit_form;
mod errors;
mod expand;
#[cfg(test)]
mod expansions;
mod extractors;
mod has_state;
mod helper;
mod hints;
mod icon;
mod icon_rules;
mod icon_source;
mod impl_block;
mod impl_item;
mod inner_types;
mod item;
mod lifetimes;
mod literals;
mod meta_key;
mod metadata;
mod missing;
#[cfg(all(
    test,
    feature = "inventory",
    feature = "regex",
    feature = "request-state"
))]
mod mistakes;
mod model;
mod name;
mod no_entry;
mod options;
mod output;
mod parameter;
mod schema_profile;
mod section;
mod self_type;
mod shadowing;
mod show;
mod stand_in;
mod template;
mod text_rules;
mod time;
mod tokens;
mod tool_error;
mod tool_options;
mod tools;
mod type_shape;
mod type_value;
mod warnings;

use proc_macro::TokenStream;

// No doc comment: rustdoc would append it to the page of `mcp_tool_runtime::mcp_tool`.
#[proc_macro_attribute]
pub fn mcp_tool(options: TokenStream, item: TokenStream) -> TokenStream {
    expand::expand(options.into(), item.into()).into()
}

// No doc comment here either.
#[proc_macro_attribute]
pub fn mcp_tools(options: TokenStream, item: TokenStream) -> TokenStream {
    impl_block::expand(options.into(), item.into()).into()
}

// The pages of the derives are the runtime's, too.
#[proc_macro_derive(ToolError, attributes(tool_error))]
pub fn tool_error(item: TokenStream) -> TokenStream {
    tool_error::expand(item.into()).into()
}

#[proc_macro_derive(HasState, attributes(state))]
pub fn has_state(item: TokenStream) -> TokenStream {
    has_state::expand(item.into()).into()
}

#[proc_macro_derive(ElicitForm, attributes(elicit))]
pub fn elicit_form(item: TokenStream) -> TokenStream {
    elicit_form::expand(item.into()).into()
}

/// What `#[mcp_tool]` puts above the type beside a function.
#[doc(hidden)]
#[proc_macro_attribute]
pub fn __beside(rest: TokenStream, companion: TokenStream) -> TokenStream {
    beside::expand(rest.into(), companion.into()).into()
}

/// The list behind `mcp_tool_runtime::tools!`.
#[doc(hidden)]
#[proc_macro]
pub fn __tools(entries: TokenStream) -> TokenStream {
    tools::expand(entries.into()).into()
}
