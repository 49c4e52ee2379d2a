// Tools that a `macro_rules!` writes: each kind of fragment, where an option or a type can stand.
#![deny(warnings)]

use mcp_tool_runtime::{Tool, ToolRegistry, mcp_tool, mcp_tools, tools};

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

// A body that is one fragment is a group without braces of its own.
struct Bodies;

macro_rules! bodies {
    ($owner:ty, $vis:vis, $about:expr, $answer:ty, $length:expr, $body:block) => {
        #[mcp_tools]
        #[allow(dead_code)]
        impl $owner {
            const LENGTH: usize = $length * 2;
            const ANSWER: $answer = $body;

            $vis fn helper(&self) -> $answer $body

            #[doc = $about]
            #[mcp_tool(title = $about)]
            $vis async fn first(&self) -> $answer $body

            fn of_a_length(&self) -> [u8; { $length }] {
                [0; $length]
            }

            #[doc = $about]
            #[mcp_tool]
            $vis fn second() -> Result<$answer, String> {
                Ok($body)
            }

            $vis fn last(&self) -> $answer $body
        }
    };
}

bodies!(Bodies, pub(crate), "Answers.", u8, 3, { 7 });

// Each item of the block is one fragment, and the attribute is another.
struct Items;

macro_rules! items {
    ($owner:ty, $attribute:meta, [$($(#[$meta:meta])* fn $name:ident() $body:block)*], $($item:item)*) => {
        #[mcp_tools]
        #[allow(dead_code)]
        impl $owner {
            $(
                $(#[$meta])*
                #[$attribute]
                fn $name(&self) $body
            )*
            $($item)*
        }
    };
}

items! {
    Items, mcp_tool(read_only),
    [
        /// Does one thing.
        fn one() {}
        /// Does another thing.
        fn two() {}
    ],
    const LIMIT: u8 = { 9 };
    /// Does a third thing.
    #[mcp_tool]
    fn three(&self) -> Result<u8, String> {
        Ok(Self::LIMIT)
    }
    fn helper(&self) {}
    /// Does a fourth thing.
    #[mcp_tool]
    fn four() {}
}

macro_rules! functions {
    ($($(#[$meta:meta])* $vis:vis $name:ident($argument:ident: $ty:ty) -> $answer:ty $body:block $title:literal)*) => {
        $(
            $(#[$meta])*
            #[mcp_tool(title = $title, allow(undocumented))]
            $vis async fn $name($argument: $ty) -> $answer $body
        )*
    };
}

functions! {
    /// Does it as a block.
    pub(super) fifth(text: &str) -> Result<String, String> { Ok(text.to_owned()) } "Fifth"
    /// Does it last.
    sixth(text: Option<u8>) -> Option<u8> { text } "Sixth"
}

// Two parameters of one name, which differ in their hygiene.
macro_rules! same_name {
    ($argument:ident) => {
        /// Adds.
        #[mcp_tool]
        fn seventh(
            #[state] number: &u8,
            /// What to add
            $argument: u8,
        ) -> u8 {
            *number + $argument
        }
    };
}

same_name!(number);

fn names<S: Send + Sync + 'static>(state: S, tools: Vec<Tool<S>>) -> Vec<String> {
    let registry = ToolRegistry::builder(state).tools(tools).build().unwrap();
    let definitions = registry.definitions().iter();
    definitions.map(|tool| tool.name.clone()).collect()
}

pub(crate) fn main() {
    assert_eq!(names(Bodies, tools![Bodies]), ["first", "second"]);
    assert_eq!(names(Items, tools![Items]), ["one", "two", "three", "four"]);
    assert_eq!(names((), tools![fifth, sixth]), ["fifth", "sixth"]);
    assert_eq!(names(7, tools![seventh]), ["seventh"]);
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
