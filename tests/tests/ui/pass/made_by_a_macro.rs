// Tools that a `macro_rules!` writes: each kind of fragment, where an option or a type can stand.
#![deny(warnings)]

use mcp_tool_runtime::{ToolRegistry, mcp_tool, mcp_tools, tools};

macro_rules! tool {
    ($vis:vis $name:ident($argument:ident: $ty:ty = $default:expr), $title:literal, $about:expr, $path:path) => {
        #[mcp_tool(title = $title, description = $about, crate = $path)]
        $vis async fn $name(
            /// What it is about
            #[arg(default = $default, length(..=9), example = $default)]
            $argument: $ty,
        ) -> String {
            $argument.to_string()
        }
    };
}

tool!(first(text: String = "one"), "First", "Does it first", ::mcp_tool_runtime);
tool!(pub(super) second(text: &str = "two"), "Second", concat!("Does it ", "again"), ::mcp_tool_runtime);

macro_rules! whole {
    ($item:item) => {
        #[mcp_tool]
        $item
    };
}

whole! {
    /// Does it as it was written.
    fn third(
        /// What it is about
        number: u8,
    ) -> u8 {
        number
    }
}

macro_rules! options {
    ($($option:tt)*) => {
        /// Does it with these options.
        #[mcp_tool($($option)*)]
        fn fourth() {}
    };
}

options!(name = "last", read_only, idempotent = true);

struct Server;

macro_rules! methods {
    ($owner:ty, $prefix:literal, $($name:ident: $ty:ty),*) => {
        #[mcp_tools(prefix = $prefix)]
        impl $owner {
            $(
                /// Does one thing.
                #[mcp_tool]
                fn $name(
                    &self,
                    /// What it is about
                    value: $ty,
                ) -> $ty {
                    value
                }
            )*
        }
    };
}

methods!(Server, "one_", number: u8, text: String);

pub(crate) fn main() {
    let registry = ToolRegistry::builder(())
        .tools(tools![first, second, third, fourth])
        .build()
        .unwrap();
    let names: Vec<_> = registry
        .definitions()
        .iter()
        .map(|tool| tool.name.to_string())
        .collect();
    assert_eq!(names, ["first", "second", "third", "last"]);
    let registry = ToolRegistry::builder(Server)
        .tools(tools![Server])
        .build()
        .unwrap();
    assert_eq!(registry.definitions().len(), 2);
}
