//! Traits that the user implements for all types do not clash with generated code. This holds even if the
//! methods of these traits have frequent names, such as `get`.

#![allow(deprecated)] // This lint also reports arguments without a description.
#![allow(unreachable_pub)] // Tools are `pub` here, as in a library, but no crate uses a test.

use mcp_tool_runtime::{ToolRegistry, mcp_tool, tools};
use mcp_tool_tests::Peer;
use serde_json::json;

mod extension_traits {
    //! A trait that is implemented for all types. Its methods have frequent names, such as `get`.

    #![allow(dead_code)]

    use super::*;

    trait ByReference {
        fn schema(&self) -> u8 {
            0
        }
        fn data(&self) -> u8 {
            0
        }
        fn failure(&self) -> u8 {
            0
        }
        fn reply(&self) -> u8 {
            0
        }
        fn or(&self) -> u8 {
            0
        }
        fn get(&self) -> u8 {
            0
        }
        fn entry(&self) -> u8 {
            0
        }
        fn take(&self) -> u8 {
            0
        }
        fn success(&self) -> u8 {
            0
        }
        fn description(&self) -> u8 {
            0
        }
        fn rules(&self) -> u8 {
            0
        }
        fn error(&self) -> u8 {
            0
        }
    }

    impl<T: ?Sized> ByReference for T {}

    /// Returns data.
    #[mcp_tool]
    pub async fn data(#[arg(default = 1)] number: u8, text: &str) -> Vec<u8> {
        vec![number, text.len() as u8]
    }

    /// Fails.
    #[mcp_tool]
    pub fn failure() -> Result<u8, String> {
        Err("no".to_owned())
    }

    /// Returns a text.
    #[mcp_tool]
    pub fn text() -> &'static str {
        "text"
    }

    pub fn registry() -> ToolRegistry<()> {
        ToolRegistry::builder(())
            .tools(tools![data, failure, text])
            .build()
            .unwrap()
    }
}

mod extension_traits_by_value {
    //! A trait like `ByReference` in `extension_traits`, but its methods take `self` by value.

    #![allow(dead_code)]

    use super::*;

    trait ByValue: Sized {
        fn schema(self) -> u8 {
            0
        }
        fn data(self) -> u8 {
            0
        }
        fn failure(self) -> u8 {
            0
        }
        fn reply(self) -> u8 {
            0
        }
        fn or(self) -> u8 {
            0
        }
        fn get(self) -> u8 {
            0
        }
        fn take(self) -> u8 {
            0
        }
        fn success(self) -> u8 {
            0
        }
        fn description(self) -> u8 {
            0
        }
        fn rules(self) -> u8 {
            0
        }
        fn error(self) -> u8 {
            0
        }
    }

    impl<T> ByValue for T {}

    /// Returns data.
    #[mcp_tool]
    pub async fn data(#[arg(default = 1)] number: u8, text: &str) -> Vec<u8> {
        vec![number, text.len() as u8]
    }

    /// Fails.
    #[mcp_tool]
    pub fn failure() -> Result<u8, String> {
        Err("no".to_owned())
    }

    pub fn registry() -> ToolRegistry<()> {
        ToolRegistry::builder(())
            .tools(tools![data, failure])
            .build()
            .unwrap()
    }
}

#[test]
fn tools_compile_beside_blanket_extension_traits() {
    let registry = extension_traits::registry();
    let peer = Peer::new(&registry);
    assert_eq!(peer.text("data", json!({ "text": "ab" })), "[1,2]");
    assert_eq!(peer.error("failure", json!({})), "no");
    assert_eq!(peer.text("text", json!({})), "text");
    let registry = extension_traits_by_value::registry();
    let peer = Peer::new(&registry);
    assert_eq!(peer.text("data", json!({ "text": "ab" })), "[1,2]");
    assert_eq!(peer.error("failure", json!({})), "no");
}
