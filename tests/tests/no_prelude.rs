//! A crate without the standard prelude.

#![no_implicit_prelude]

extern crate std;

use ::mcp_tool_runtime::{ToolContext, ToolError, ToolRegistry, mcp_tool, tools};
use ::std::option::Option::{self, Some};
use ::std::result::Result::{self, Err, Ok};
use ::std::string::String;

/// Has everything that an expansion can need.
///
/// Even a second paragraph.
#[mcp_tool(title = "Everything", read_only)]
async fn everything<'a>(
    #[state] state: &String,
    #[context] cx: &ToolContext,
    /// A text
    /// on two lines
    text: &'a str,
    #[arg(default = "a")] owned: String,
    #[arg(default = "b")] lent: &str,
    #[arg(default)] number: u8,
    optional: Option<u8>,
) -> Result<&'a str, ToolError> {
    let _ = (state, cx, owned, lent, number);
    match optional {
        Some(_) => Err(ToolError::new("no")),
        _ => Ok(text),
    }
}

/// Has nothing.
#[mcp_tool]
fn nothing() {}

#[::std::prelude::v1::test]
fn tools_need_no_prelude() {
    let registry = match ToolRegistry::builder(String::new())
        .tools(tools![everything, nothing])
        .build()
    {
        Ok(registry) => registry,
        Err(error) => ::std::panic!("{error}"),
    };
    let peer = ::mcp_tool_tests::Peer::new(&registry);
    let call = |arguments: &str| peer.call_json("everything", arguments).to_string();
    use ::std::string::ToString;
    ::std::assert!(call(r#"{"text":"here"}"#).contains(r#""text":"here""#));
    ::std::assert!(call(r#"{"text":"here","optional":1}"#).contains(r#""isError":true"#));
}
