//! A crate without the standard prelude.

#![allow(deprecated)] // Most arguments here need no description.
#![no_implicit_prelude]

extern crate std;

use ::mcp_tool_runtime::{
    ElicitForm, HasState, ToolContext, ToolError, ToolRegistry, mcp_tool, mcp_tools, tools,
};
// The code that schemars' `JsonSchema` derive generates needs the traits `From` and `Into` in
// scope.
use ::std::convert::{From as _, Into as _};
use ::std::option::Option::{self, Some};
use ::std::result::Result::{self, Err, Ok};
use ::std::string::String;

/// Has all features that affect the expansion.
///
/// Its description has a second paragraph.
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

/// A state with parts.
#[::std::prelude::v1::derive(HasState)]
struct App {
    text: String,
    #[state(deref)]
    number: ::std::boxed::Box<u8>,
    #[state(skip)]
    _hidden: bool,
}

/// A form with every kind of field.
#[::std::prelude::v1::derive(ElicitForm, ::serde::Deserialize, ::schemars::JsonSchema)]
#[schemars(crate = "::schemars")]
#[allow(dead_code)]
struct Form {
    _text: String,
    _optional: Option<Choice>,
    _several: ::std::vec::Vec<Choice>,
    _value: Value,
}

#[::std::prelude::v1::derive(ElicitForm, ::serde::Deserialize, ::schemars::JsonSchema)]
#[schemars(crate = "::schemars")]
#[allow(dead_code)]
enum Choice {
    One,
}

#[::std::prelude::v1::derive(ElicitForm, ::serde::Deserialize, ::schemars::JsonSchema)]
#[schemars(crate = "::schemars")]
#[allow(dead_code)]
struct Value(u8);

/// Asks for a form.
#[mcp_tool]
async fn ask(#[context] cx: &ToolContext) -> bool {
    let asked = cx.elicit::<Form>("form", "?").await;
    asked.accepted().is_some()
}

/// An error with every kind of variant.
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

/// Has every option that affects the expansion.
#[mcp_tool(
    icon(src = "https://tools.example/i.png", mime_type = "image/png", sizes = ["any"], theme = "dark"),
    meta(owner = "search team"),
    timeout = "30s",
    blocking,
    wrap = "items"
)]
fn options(
    #[arg(range(1..=3), example = 2)] number: u8,
    #[arg(length(1..), pattern("^a"), header = "Text")] text: &str,
    #[arg(sensitive)] token: Option<String>,
) -> ::std::vec::Vec<String> {
    let _ = (number, text, token);
    ::std::vec::Vec::new()
}

struct Server;

#[mcp_tools(prefix = "server.")]
impl Server {
    const NAME: &'static str = "named";

    /// Is a method.
    #[mcp_tool(read_only)]
    async fn method(&self, #[arg(range(..9), default = 3)] number: u8) -> u8 {
        number
    }

    /// Borrows the state.
    #[mcp_tool]
    fn part(#[state] state: &Self) {
        let Server = state;
    }
}

#[mcp_tools(companion = Named)]
impl Server {
    /// Takes its name from a constant.
    #[mcp_tool(name = Self::NAME)]
    fn named(&self) {}
}

#[::std::prelude::v1::test]
fn methods_need_no_prelude() {
    let registry = match ToolRegistry::builder(Server)
        .tools(tools![Server, Named, options])
        .build()
    {
        Ok(registry) => registry,
        Err(error) => ::std::panic!("{error}"),
    };
    ::std::assert_eq!(registry.definitions().len(), 4);
    let peer = ::mcp_tool_tests::Peer::new(&registry);
    use ::std::string::ToString;
    let answer = peer.call_json("server.method", "{}").to_string();
    ::std::assert!(answer.contains(r#""text":"3""#), "{answer}");
}

#[::std::prelude::v1::test]
fn tools_need_no_prelude() {
    let registry = match ToolRegistry::builder(App {
        text: String::new(),
        number: ::std::boxed::Box::new(7),
        _hidden: true,
    })
    .tools(tools![everything, nothing, fail, ask])
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
