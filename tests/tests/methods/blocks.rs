//! `impl` blocks with other items, with `#[cfg]`, or from a macro.

use mcp_tool_runtime::{ToolRegistry, mcp_tool, mcp_tools, tools};
use mcp_tool_tests::Peer;
use serde_json::json;

struct Server {
    number: u8,
}

macro_rules! getter {
    ($name:ident) => {
        fn $name(&self) -> u8 {
            self.number
        }
    };
}

/// A comment on the whole block.
#[mcp_tools]
#[allow(clippy::unnecessary_wraps)]
#[allow(dead_code)]
impl Server {
    /// A constant whose value is a block of code.
    const SUM: u8 = {
        let sum = 1 + 1;
        sum + 1
    };
    const PAIR: (u8, [u8; 2]) = (1, [2, 3]);

    getter! { with_braces }

    getter!(with_parentheses);

    const fn constant() -> u8 {
        const INNER: u8 = 9;
        INNER
    }

    extern "C" fn extern_one() -> u8 {
        1
    }

    fn generic<T>(&self, more: T) -> u8
    where
        T: Into<u8> + Copy,
    {
        self.number + more.into()
    }

    fn with_items(&self) -> u8 {
        fn inner() -> u8 {
            1
        }
        struct Inner {
            field: u8,
        }
        impl Inner {
            fn get(&self) -> u8 {
                self.field
            }
        }
        Inner { field: inner() }.get()
    }

    /// A tool among others.
    #[mcp_tool]
    #[allow(clippy::let_and_return)]
    #[must_use]
    #[inline]
    fn tool(&self) -> u8 {
        let number = self.with_braces() + self.with_parentheses() + Self::SUM + Self::constant();
        number + Self::PAIR.0 + self.generic(1_u8) + self.with_items() + Self::extern_one()
    }

    /// A tool that a `#[cfg]` removes.
    #[cfg(any())]
    #[mcp_tool]
    fn gone(&self, missing: Missing) -> Missing {
        missing
    }

    /// A tool that a `#[cfg]` keeps.
    #[mcp_tool(name = "gone")]
    #[cfg(not(any()))]
    fn there(&self) -> &'static str {
        "there"
    }

    /// A tool with an attribute inside of `#[cfg_attr]`.
    #[cfg_attr(test, allow(unused))]
    #[mcp_tool]
    fn attributed(&self) -> u8 {
        self.number
    }
}

#[test]
fn a_block_can_contain_other_items() {
    let registry = ToolRegistry::builder(Server { number: 1 })
        .tools(tools![Server])
        .build()
        .unwrap();
    let names: Vec<_> = registry
        .definitions()
        .iter()
        .map(|tool| tool.name.as_str())
        .collect();
    assert_eq!(names, ["tool", "gone", "attributed"]);
    let peer = Peer::new(&registry);
    assert_eq!(
        peer.text("tool", json!({})),
        (1 + 1 + 3 + 9 + 1 + 2 + 1 + 1).to_string()
    );
    assert_eq!(peer.text("gone", json!({})), "there");
}

struct Off;

#[mcp_tools]
#[cfg(any())]
impl Off {
    /// A tool that a `#[cfg]` removes.
    #[mcp_tool]
    fn off(&self, missing: Missing) {}
}

#[cfg(any())]
#[mcp_tools]
impl Off {
    /// A tool that a `#[cfg]` removes.
    #[mcp_tool]
    fn off(&self, missing: Missing) {}
}

#[mcp_tools]
impl Off {
    /// A tool that exists.
    #[mcp_tool]
    fn on(&self) {}
}

#[test]
fn a_block_can_be_conditional() {
    let registry = ToolRegistry::builder(Off)
        .tools(tools![Off])
        .build()
        .unwrap();
    assert_eq!(registry.definitions().len(), 1);
    Off.on();
}

macro_rules! counter {
    ($name:ident, $tool:ident, $ty:ty, $what:literal $(, $option:meta)*) => {
        struct $name($ty);

        #[mcp_tools]
        impl $name {
            #[doc = $what]
            #[mcp_tool]
            fn $tool(&self, #[arg(default = 1, range(1..=9))] by: $ty) -> $ty {
                self.0 + by
            }

            #[doc = concat!($what, " Twice.")]
            #[mcp_tool(read_only)]
            async fn twice(&self, other: &$name) -> Option<$ty> {
                Some(self.0 + other.0)
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                <$ty>::deserialize(deserializer).map($name)
            }
        }

        impl schemars::JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                <$ty>::json_schema(generator)
            }
        }
    };
}

counter!(Small, add_small, u8, "Adds a little.");
counter!(Large, add_large, i64, "Adds much.");

#[test]
fn a_macro_can_generate_an_impl_block_of_tools() {
    let registry = ToolRegistry::builder(Small(5))
        .tools(tools![Small])
        .build()
        .unwrap();
    let peer = Peer::new(&registry);
    assert_eq!(peer.text("add_small", json!({})), "6");
    assert_eq!(peer.text("twice", json!({ "other": 7 })), "12");
    assert_eq!(peer.tool("twice")["description"], "Adds a little. Twice.");
    let registry = ToolRegistry::builder(Large(-5))
        .tools(tools![Large])
        .build()
        .unwrap();
    assert_eq!(
        Peer::new(&registry).text("add_large", json!({ "by": 9 })),
        "4"
    );
}

/// A type with methods that have a `#[cfg_attr]`.
struct Conditional;

#[mcp_tools]
impl Conditional {
    #![allow(clippy::unused_self)]

    /// Kept, with attributes inside of `#[cfg_attr]`.
    #[cfg_attr(all(), inline, must_use)]
    #[mcp_tool]
    fn there(&self) -> u8 {
        1
    }

    /// Removed by a `#[cfg]` inside of `#[cfg_attr]`.
    #[cfg_attr(all(), cfg(any()))]
    #[mcp_tool]
    fn gone(&self) {}

    /// Kept, because its `#[cfg_attr]` does not apply.
    #[cfg_attr(any(), cfg(any()))]
    #[mcp_tool]
    fn still_there(&self) {}
}

#[test]
fn cfg_attributes_of_methods_are_kept() {
    let registry = ToolRegistry::builder(Conditional)
        .tools(tools![Conditional])
        .build()
        .unwrap();
    let names: Vec<_> = registry
        .definitions()
        .iter()
        .map(|tool| &*tool.name)
        .collect();
    assert_eq!(names, ["there", "still_there"]);
}
