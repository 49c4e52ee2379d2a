//! A crate without the standard prelude.

#![no_implicit_prelude]

extern crate std;

use ::mcp_tool_runtime::{HasState, ToolContext, ToolError, ToolRegistry, mcp_tool, tools};
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

/// Has parts.
#[::std::prelude::v1::derive(HasState)]
struct App {
    text: String,
    #[state(deref)]
    number: ::std::boxed::Box<u8>,
    #[state(skip)]
    _hidden: bool,
}

/// Has every kind of error.
#[::std::prelude::v1::derive(::std::fmt::Debug, ToolError)]
enum Failure {
    Plain,
    #[tool_error("not {0}, {0}", suggest = "not {0:?}", retry_after = "2s")]
    Worded(u8),
    #[tool_error(private)]
    Private {
        _id: u8,
    },
    #[tool_error(transparent)]
    Inside(::std::boxed::Box<Failure>),
}

impl ::std::fmt::Display for Failure {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        f.write_str("plain")
    }
}

impl ::std::error::Error for Failure {}

/// Fails.
#[mcp_tool]
fn fail(#[state] number: &u8, #[arg(default)] kind: u8) -> Result<(), Failure> {
    Err(match kind {
        0 => Failure::Worded(*number),
        1 => Failure::Private { _id: 1 },
        2 => Failure::Inside(::std::boxed::Box::new(Failure::Plain)),
        _ => return Ok(()),
    })
}

/// Has nothing.
#[mcp_tool]
fn nothing() {}

#[::std::prelude::v1::test]
fn tools_need_no_prelude() {
    let registry = match ToolRegistry::builder(App {
        text: String::new(),
        number: ::std::boxed::Box::new(7),
        _hidden: true,
    })
    .tools(tools![everything, nothing, fail])
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
    let fail = |arguments: &str| peer.call_json("fail", arguments).to_string();
    ::std::assert!(fail("{}").contains(r"not 7, 7\nnot 7\ntry again in 2 seconds"));
    ::std::assert!(fail(r#"{"kind":2}"#).contains("plain"));
    ::std::assert!(fail(r#"{"kind":3}"#).contains("ok"));
}
