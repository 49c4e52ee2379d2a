//! Uses the macros when `mcp_tool_runtime` is renamed or re-exported. If a macro ignored its `crate` option,
//! this crate would not compile.

#![allow(deprecated)] // Silences warnings about arguments without descriptions.

/// A module that re-exports the runtime, as a framework would.
pub mod facade {
    /// The runtime.
    pub use mcp;
    pub use mcp::{mcp_tool, tools};
}

use mcp::{ToolError, ToolRegistry};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A place on Earth.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct Place {
    /// Degrees north
    pub lat: f64,
}

/// Uses the renamed crate.
#[mcp::mcp_tool(crate = mcp, read_only)]
pub async fn by_name(
    /// A text
    #[arg(default = "here")]
    text: &str,
    place: Option<Place>,
) -> Result<Place, ToolError> {
    place.ok_or_else(|| ToolError::new(text))
}

/// Uses the renamed crate by its absolute path.
#[mcp::mcp_tool(crate = ::mcp)]
pub fn by_path(#[arg(default)] number: u8) -> u8 {
    number
}

/// Uses a re-export of the crate.
#[facade::mcp_tool(crate = crate::facade::mcp)]
pub fn by_facade(words: &[String]) -> String {
    words.join(" ")
}

/// A state with parts. The derived code uses the renamed crate.
#[derive(mcp::HasState)]
#[state(crate = mcp)]
pub struct App {
    /// A part of the state, which tools can borrow.
    pub count: u8,
}

/// A form. The derived code uses the renamed crate.
#[derive(mcp::ElicitForm, Deserialize, JsonSchema)]
#[elicit(crate = mcp)]
pub struct Form {
    /// What is chosen.
    pub choice: Choice,
}

/// A choice. The derived code uses a re-export of the crate.
#[derive(mcp::ElicitForm, Deserialize, JsonSchema)]
#[elicit(crate = crate::facade::mcp)]
pub enum Choice {
    /// This one.
    This,
    /// That one.
    That,
}

/// An error. The derived code uses a re-export of the crate.
#[derive(Debug, ToolError)]
#[tool_error(private, crate = crate::facade::mcp)]
pub enum Failure {
    /// Not yet.
    #[tool_error("not before {0}", retry_after = "1h")]
    Early(u8),
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("early")
    }
}

impl std::error::Error for Failure {}

/// Tools in a nested module.
pub mod elsewhere {
    /// Uses the re-export from inside a module.
    #[super::facade::mcp_tool(crate = super::facade::mcp)]
    pub fn from_inside() {}
}

/// Builds the registry. Calls `tools!` through the renamed crate, and through the re-export.
///
/// # Errors
///
/// Returns an error if `build()` rejects the tools.
pub fn registry() -> Result<ToolRegistry<()>, mcp::BuildError> {
    ToolRegistry::builder(())
        .tools(mcp::tools![by_name, by_path])
        .tools(facade::tools![by_facade, elsewhere::from_inside])
        .build()
}

#[cfg(test)]
mod tests {
    use std::pin::pin;
    use std::task::{Context, Poll, Waker};

    use mcp::{CallToolRequest, ToolContext};
    use serde_json::json;

    use super::{by_name, by_path, registry};

    /// Calls a tool whose future completes at the first poll, and returns the text of its result.
    fn call(tool: &str, arguments: serde_json::Value) -> String {
        let registry = registry().unwrap();
        let request = CallToolRequest::new(tool).with_arguments(arguments);
        let context = ToolContext::detached();
        let mut call = pin!(registry.call(request, &context));
        match call.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(Ok(response)) => {
                let result = response.complete().unwrap();
                result.content()[0].as_text().unwrap().to_owned()
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn tools_work_with_a_renamed_crate() {
        assert_eq!(
            call("by_name", json!({ "place": { "lat": 1 } })),
            r#"{"lat":1.0}"#
        );
        assert_eq!(call("by_name", json!({})), "here");
        assert_eq!(call("by_path", json!({ "number": 7 })), "7");
        assert_eq!(call("by_facade", json!({ "words": ["a", "b"] })), "a b");
        assert_eq!(call("from_inside", json!({})), "ok");
    }

    #[test]
    fn derives_work_with_a_renamed_crate() {
        let error = mcp::IntoToolError::into_tool_error(super::Failure::Early(9));
        assert_eq!(error.to_string(), "not before 9\ntry again in 1 hour");
        let count: &u8 = mcp::HasState::state(&super::App { count: 7 });
        assert_eq!(*count, 7);
    }

    #[test]
    fn tools_of_a_renamed_crate_are_still_functions() {
        assert_eq!(by_path(7), 7);
        drop(by_name("a", None));
    }
}
