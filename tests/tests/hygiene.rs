//! Tools next to unrelated macros and attributes, and tools that share names with other items. The
//! most important check is that this file compiles.

#![allow(deprecated)] // This lint also reports arguments without a description.
#![allow(unreachable_pub)] // Tools are `pub` here, as in a library, but no crate uses a test.
#![allow(clippy::too_many_arguments)] // Some tools have many arguments.

use mcp_tool_runtime::{ToolRegistry, mcp_tool, mcp_tools, tools};
use mcp_tool_tests::{Peer, block_on};
use serde_json::json;

mod prelude {
    //! A module that shadows names of the standard library, primitive types, crates, and some types of this
    //! project.

    #![allow(dead_code, non_camel_case_types)]

    pub struct Result;
    pub struct Ok;
    pub struct Err;
    pub struct Option;
    pub struct Some;
    pub struct None;
    pub struct String;
    pub struct Vec;
    pub struct Box;
    pub struct Arc;
    pub struct Cow;
    pub struct Value;
    pub struct Default;
    pub struct From;
    pub struct Into;
    pub struct Clone;
    pub struct Send;
    pub struct Sync;
    pub struct Sized;
    pub struct Fn;
    pub struct FnOnce;
    pub struct Iterator;
    pub struct ToString;
    pub struct Drop;
    pub struct Future;
    pub struct Pin;
    pub struct Tag;
    pub struct Declaration;
    pub struct McpTool;
    pub struct Arguments;
    pub struct ToolContext;
    pub type usize = ();
    pub type bool = ();
    pub type u8 = ();
    pub type str = ();
    pub mod serde {}
    pub mod serde_json {}
    pub mod schemars {}
    pub mod std {}
    pub mod core {}
    pub mod alloc {}
    pub mod mcp_tool_runtime {}
    pub mod __private {}
}

mod shadowed {
    #[allow(unused_imports)]
    use super::prelude::*;

    // These explicit imports take precedence over names that a macro imports by a glob. Only the
    // glob above shadows the other names of `prelude`.
    #[allow(unused_imports)]
    use super::prelude::{
        Arc, Box, Clone, Default, Err, Fn, From, Future, Into, None, Ok, Option, Pin, Result, Send,
        Sized, Some, String, Sync, ToString, Value, Vec, bool, core, serde, serde_json, std, str,
        u8, usize,
    };

    #[allow(unused_macros)]
    macro_rules! concat {
        ($($_:tt)*) => {
            compile_error!("not this one")
        };
    }

    #[derive(Debug)]
    pub struct Failure;

    impl ::core::fmt::Display for Failure {
        fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
            f.write_str("failed")
        }
    }

    /// Has many kinds of parameters.
    ///
    /// Its description has a second paragraph.
    #[::mcp_tool_runtime::mcp_tool(title = "Everything", read_only, idempotent = false)]
    pub async fn everything<'a>(
        #[context] cx: &::mcp_tool_runtime::ToolContext,
        #[state] state: &(),
        /// A text
        /// on two lines
        text: &'a ::core::primitive::str,
        #[arg(default = "a")] owned: ::std::string::String,
        #[arg(default = "b")] lent: &::core::primitive::str,
        #[arg(default)] number: ::core::primitive::u8,
        #[arg(default = 7)] other: ::core::primitive::u64,
        list: ::core::option::Option<::std::vec::Vec<::core::primitive::i8>>,
    ) -> ::core::result::Result<&'a ::core::primitive::str, Failure> {
        let _ = (cx, state, owned, lent, other, list);
        match number {
            0 => ::core::result::Result::Ok(text),
            _ => ::core::result::Result::Err(Failure),
        }
    }

    /// Has nothing.
    #[::mcp_tool_runtime::mcp_tool]
    pub fn nothing() {}

    /// Has many options that affect the expansion.
    #[::mcp_tool_runtime::mcp_tool(
        icon(src = "https://tools.example/i.png", sizes = ["any"], theme = "dark"),
        meta(owner = "search team"),
        timeout = "30s",
        blocking,
        wrap = "items"
    )]
    pub fn options(
        #[arg(range(1..=3), example = 2)] number: ::core::primitive::u8,
        #[arg(length(1..), pattern("^a"), header = "Text")] text: &::core::primitive::str,
    ) -> ::std::vec::Vec<::core::primitive::u8> {
        let _ = (number, text);
        ::std::vec::Vec::new()
    }

    /// A type whose methods are tools. It is in this module, so the shadowed names also affect its methods.
    pub struct Server;

    #[::mcp_tool_runtime::mcp_tools(prefix = "server.")]
    impl Server {
        const LIMIT: ::core::primitive::u8 = 9;

        /// Is a method.
        #[::mcp_tool_runtime::mcp_tool(read_only)]
        pub async fn method(
            &self,
            #[context] cx: &::mcp_tool_runtime::ToolContext,
            #[arg(range(..=Self::LIMIT), default = 3)] number: ::core::primitive::u8,
        ) -> ::core::result::Result<::core::primitive::u8, Failure> {
            let _ = cx;
            ::core::result::Result::Ok(number)
        }
    }

    pub fn server() -> ::mcp_tool_runtime::ToolRegistry<Server> {
        match ::mcp_tool_runtime::ToolRegistry::builder(Server)
            .tools(::mcp_tool_runtime::tools![Server])
            .build()
        {
            ::core::result::Result::Ok(registry) => registry,
            ::core::result::Result::Err(error) => ::core::panic!("{error}"),
        }
    }

    pub fn registry() -> ::mcp_tool_runtime::ToolRegistry<()> {
        match ::mcp_tool_runtime::ToolRegistry::builder(())
            .tools(::mcp_tool_runtime::tools![everything, nothing, options])
            .build()
        {
            ::core::result::Result::Ok(registry) => registry,
            ::core::result::Result::Err(error) => ::core::panic!("{error}"),
        }
    }
}

#[test]
fn prelude_names_can_be_shadowed() {
    let registry = shadowed::registry();
    let peer = Peer::new(&registry);
    assert_eq!(peer.text("everything", json!({ "text": "here" })), "here");
    assert_eq!(
        peer.error("everything", json!({ "text": "", "number": 1 })),
        "failed"
    );
    assert_eq!(
        peer.tool("everything")["description"],
        "Has many kinds of parameters.\n\nIts description has a second paragraph.",
    );
}

#[test]
fn methods_can_share_names_with_other_items() {
    let registry = shadowed::server();
    let peer = Peer::new(&registry);
    assert_eq!(peer.text("server.method", json!({})), "3");
    assert!(
        peer.error("server.method", json!({ "number": 10 }))
            .contains("9")
    );
}

mod named_like_variables {
    //! Constants with names that generated code may use for its variables. In a pattern, such a name would
    //! match the constant's value instead of binding a variable.

    #![allow(dead_code, non_upper_case_globals)]

    use super::*;

    const a: u8 = 1;
    const s: u8 = 1;
    const cx: u8 = 1;
    const state: u8 = 1;
    const context: u8 = 1;
    const arguments: u8 = 1;
    const value: u8 = 1;
    const name: u8 = 1;
    const p0: u8 = 1;
    const P0: u8 = 1;
    const it: u8 = 1;
    const result: u8 = 1;

    /// Adds.
    #[mcp_tool]
    pub fn add(x: u8, y: &u8, #[arg(default = p0)] z: u8) -> u8 {
        x + y + z
    }

    pub struct Adder;

    #[mcp_tools]
    impl Adder {
        /// Adds in a method.
        #[mcp_tool]
        pub async fn add_in_a_method(&self, x: u8, #[arg(range(s..), default = p0)] y: u8) -> u8 {
            x + y
        }
    }

    #[mcp_tools(companion = Companion)]
    impl Adder {
        /// Adds on another thread.
        #[mcp_tool(blocking)]
        pub fn add_on_a_thread(&self, x: u8, #[arg(example = a)] y: u8) -> u8 {
            x + y
        }
    }

    pub fn adder() -> ToolRegistry<Adder> {
        ToolRegistry::builder(Adder)
            .tools(tools![Adder, Companion])
            .build()
            .unwrap()
    }

    pub fn registry() -> ToolRegistry<()> {
        ToolRegistry::builder(())
            .tools(tools![add])
            .build()
            .unwrap()
    }
}

#[test]
fn constants_may_have_the_names_of_variables() {
    let registry = named_like_variables::registry();
    assert_eq!(
        Peer::new(&registry).text("add", json!({ "x": 2, "y": 3 })),
        "6"
    );
    let registry = named_like_variables::adder();
    let peer = Peer::new(&registry);
    assert_eq!(peer.text("add_in_a_method", json!({ "x": 2 })), "3");
    assert_eq!(registry.definitions().len(), 2);
}

mod named_like_anything {
    //! Tools with names that the generated code may also use.

    use super::*;

    macro_rules! named {
        ($($name:ident),* $(,)?) => {
            $(
                /// Has an unusual name.
                #[mcp_tool]
                #[allow(non_snake_case)]
                pub fn $name($name: u8) -> u8 {
                    $name
                }
            )*

            pub fn registry() -> ToolRegistry<()> {
                ToolRegistry::builder(()).tools(tools![$($name),*]).build().unwrap()
            }
        };
    }

    named![
        a, s, cx, arguments, state, context, call, reply, list, tools, entry, row, param, declare,
        boxed, lend, tag, Tag, McpTool, schema, data, failure, default, union, auto, main, test,
        mcp, write, vec, format, file, line, find, get, or, names, r#type, r#match, r#async,
        r#struct, r#fn, r#use, r#mod, r#where, r#true,
    ];
}

#[test]
fn a_tool_can_have_any_function_name() {
    let registry = named_like_anything::registry();
    let peer = Peer::new(&registry);
    for tool in registry.definitions() {
        let name = tool.name.as_str();
        assert_eq!(peer.text(name, json!({ name: 7 })), "7", "{name}");
    }
    assert!(registry.definitions().len() > 40);
}

mod made_by_macros {
    use super::*;

    macro_rules! getter {
        ($(#[$attribute:meta])* $visibility:vis $name:ident, $doc:expr, $ty:ty) => {
            #[doc = $doc]
            $(#[$attribute])*
            #[mcp_tool]
            $visibility async fn $name(it: $ty) -> String {
                format!("{it:?}")
            }
        };
    }

    getter!(pub plain, "Takes a number.", u8);
    getter!(pub generic, concat!("Takes ", "several."), Vec<Option<u8>>);
    getter!(pub borrowed, "Borrows.", &str);
    getter!(pub slice, "Borrows several.", &[String]);
    getter!(#[allow(dead_code)] pub(crate) by_path, stringify!(By its path), std::collections::BTreeMap<String, u8>);

    macro_rules! whole {
        (
            $(#[$attribute:meta])*
            fn $name:ident($($(#[$of:meta])* $argument:ident: $ty:ty),* $(,)?) -> $answer:ty $body:block
        ) => {
            $(#[$attribute])*
            pub fn $name($($(#[$of])* $argument: $ty),*) -> $answer $body
        };
    }

    whole! {
        /// Adds two numbers.
        #[mcp_tool(title = "Add", read_only)]
        fn add(
            /// The first
            a: i64,
            /// The second
            #[arg(default = 1)]
            b: i64,
        ) -> Result<i64, String> {
            a.checked_add(b).ok_or_else(|| "too large".to_owned())
        }
    }

    macro_rules! options {
        ($name:ident, $wire:literal, $title:expr, $hint:literal, $default:expr, $companion:ident) => {
            #[mcp_tool(
                                                                            name = $wire,
                                                                            title = $title,
                                                                            description = $title,
                                                                            read_only = $hint,
                                                                            companion = $companion,
                                                                        )]
            pub fn $name(
                #[arg(rename = $wire, default = $default, description = $title)] it: u8,
            ) -> u8 {
                it
            }
        };
    }

    options!(
        with_options,
        "on.the-wire",
        concat!("A", " number"),
        true,
        3 + 4,
        Companion
    );

    macro_rules! tokens {
        ($($tokens:tt)*) => {
            $($tokens)*
        };
    }

    tokens! {
        /// Passes through another macro.
        #[mcp_tool]
        pub fn passed(
            /// A number
            it: u8
        ) -> u8 {
            it
        }
    }

    macro_rules! listed {
        ($($tool:path),*) => {
            tools![$($tool),*]
        };
    }

    macro_rules! listed_as_types {
        ($($tool:ty),* $(,)?) => {
            tools![$($tool),*]
        };
    }

    pub fn registry() -> ToolRegistry<()> {
        ToolRegistry::builder(())
            .tools(tools![plain, generic, borrowed, slice, by_path])
            .tools(listed![add, self::Companion])
            .tools(listed_as_types![passed])
            .build()
            .unwrap()
    }
}

#[test]
fn macros_may_define_tools() {
    let registry = made_by_macros::registry();
    let peer = Peer::new(&registry);
    assert_eq!(peer.text("plain", json!({ "it": 7 })), "7");
    assert_eq!(
        peer.text("generic", json!({ "it": [1, null] })),
        "[Some(1), None]"
    );
    assert_eq!(peer.text("borrowed", json!({ "it": "a" })), "\"a\"");
    assert_eq!(peer.text("slice", json!({ "it": ["a"] })), "[\"a\"]");
    assert_eq!(peer.text("by_path", json!({ "it": {} })), "{}");
    assert_eq!(peer.text("add", json!({ "a": 1 })), "2");
    assert_eq!(peer.text("on.the-wire", json!({})), "7");
    assert_eq!(peer.text("on.the-wire", json!({ "on.the-wire": 1 })), "1");
    assert_eq!(peer.text("passed", json!({ "it": 1 })), "1");

    assert_eq!(peer.tool("generic")["description"], "Takes several.");
    assert_eq!(peer.tool("by_path")["description"], "By its path");
    assert_eq!(peer.argument("add", "a")["description"], "The first");
    assert_eq!(peer.argument("passed", "it")["description"], "A number");
    let tool = peer.tool("on.the-wire");
    assert_eq!(tool["title"], "A number");
    assert_eq!(tool["description"], "A number");
    assert_eq!(tool["annotations"], json!({ "readOnlyHint": true }));
    assert_eq!(block_on(made_by_macros::plain(7)), "7");
}

#[test]
fn a_tool_can_be_inside_a_function() {
    use schemars::JsonSchema;
    use serde::{Deserialize, Serialize};

    struct State(u8);

    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Local {
        n: u8,
    }

    #[derive(Debug, thiserror::Error)]
    #[error("a local failure")]
    struct Failure;

    const SEVEN: u8 = 7;

    /// Uses items that exist only inside this function.
    #[mcp_tool]
    async fn local(
        #[state] state: &State,
        local: &Local,
        #[arg(default = SEVEN)] seven: u8,
    ) -> Result<Local, Failure> {
        match local.n {
            0 => Err(Failure),
            n => Ok(Local {
                n: n + seven + state.0,
            }),
        }
    }

    let registry = ToolRegistry::builder(State(1))
        .tools(tools![local])
        .build()
        .unwrap();
    let peer = Peer::new(&registry);
    assert_eq!(
        peer.text("local", json!({ "local": { "n": 2 } })),
        r#"{"n":10}"#
    );
    assert_eq!(
        peer.error("local", json!({ "local": { "n": 0 } })),
        "a local failure"
    );
}

mod instrumented {
    use super::*;

    /// Has `instrument` above `mcp_tool`.
    #[tracing::instrument(skip(secret), err)]
    #[mcp_tool(read_only)]
    pub async fn above(
        /// A city
        city: &str,
        #[arg(default = 1)] days: u8,
        secret: Option<String>,
    ) -> Result<String, std::io::Error> {
        tokio::task::yield_now().await;
        Ok(format!("{city} {days} {secret:?}"))
    }

    /// Has `instrument` below `mcp_tool`.
    #[mcp_tool(read_only)]
    #[tracing::instrument(level = "debug", ret)]
    pub async fn below(
        /// A city
        city: &str,
        #[arg(default = 1)] days: u8,
    ) -> String {
        tokio::task::yield_now().await;
        format!("{city} {days}")
    }

    /// Has `instrument`, and is not `async`.
    #[tracing::instrument]
    #[mcp_tool]
    pub fn sync(
        /// Numbers
        numbers: &[u8],
    ) -> usize {
        numbers.len()
    }
}

#[test]
fn instrument_can_be_above_or_below() {
    use instrumented::{above, below, sync};
    let registry = ToolRegistry::builder(())
        .tools(tools![above, below, sync])
        .build()
        .unwrap();
    let peer = Peer::new(&registry);
    assert_eq!(peer.text("above", json!({ "city": "Oslo" })), "Oslo 1 None");
    assert_eq!(
        peer.text("below", json!({ "city": "Oslo", "days": 2 })),
        "Oslo 2"
    );
    assert_eq!(peer.text("sync", json!({ "numbers": [1, 2] })), "2");
    for tool in ["above", "below"] {
        assert_eq!(peer.argument(tool, "city")["description"], "A city");
        assert_eq!(peer.argument(tool, "days")["default"], 1);
    }
    assert_eq!(block_on(below("Rome", 3)), "Rome 3");
}

mod conditional {
    use super::*;

    /// Always exists.
    #[mcp_tool]
    pub fn always() {}

    /// Never exists.
    #[cfg(any())]
    #[mcp_tool]
    pub fn never(what: NoSuchType) {}

    /// Exists in tests only.
    #[cfg(test)]
    #[mcp_tool]
    pub fn testing() {}

    /// Exists on every system.
    #[cfg_attr(all(), mcp_tool(read_only))]
    #[cfg_attr(any(), mcp_tool(destructive))]
    pub fn either() {}

    /// Exists on every system.
    #[cfg(not(any()))]
    #[mcp_tool(name = "system")]
    pub fn system_other() -> &'static str {
        "other"
    }

    /// Exists on no system, because `cfg(any())` is false.
    #[cfg(any())]
    #[mcp_tool(name = "system")]
    pub fn system_none() -> &'static str {
        "none"
    }
}

#[test]
fn a_tool_may_depend_on_a_cfg() {
    use conditional as c;
    let registry = ToolRegistry::builder(())
        .tools(tools![
            c::always,
            #[cfg(any())]
            c::never,
            #[cfg(test)]
            c::testing,
            c::either,
            #[cfg(not(any()))]
            c::system_other,
            #[cfg(any())]
            c::system_none,
        ])
        .tools(tools![
            #[cfg(any())]
            c::never
        ])
        .tools(tools![])
        .build()
        .unwrap();
    let names: Vec<_> = registry
        .definitions()
        .iter()
        .map(|tool| tool.name.as_str())
        .collect();
    assert_eq!(names, ["always", "testing", "either", "system"]);
    assert_eq!(Peer::new(&registry).text("system", json!({})), "other");
}

mod beside_a_module {
    pub mod weather {
        use super::super::*;

        /// Forecast.
        #[mcp_tool(companion = WeatherTool)]
        pub fn weather(city: &str) -> String {
            city.to_owned()
        }
    }

    // Without `companion`, the generated struct would be named `weather`. The import of this
    // struct would conflict with the module `weather`.
    pub use weather::{WeatherTool, weather};
}

#[test]
fn a_companion_may_have_another_name() {
    use beside_a_module::{WeatherTool, weather};
    let registry = ToolRegistry::builder(())
        .tools(tools![WeatherTool])
        .build()
        .unwrap();
    assert_eq!(
        Peer::new(&registry).text("weather", json!({ "city": "Oslo" })),
        "Oslo"
    );
    assert_eq!(weather("Rome"), "Rome");
    // The path `beside_a_module::weather` still names the module, although a function has the
    // same path.
    let registry = ToolRegistry::builder(())
        .tools(tools![beside_a_module::weather::WeatherTool])
        .build()
        .unwrap();
    assert_eq!(registry.definitions()[0].name, "weather");
}

mod by_other_ways {
    pub mod deep {
        pub mod inside {
            use super::super::super::*;

            /// Is in a nested module.
            #[mcp_tool]
            pub fn far() {}

            /// Is visible in this crate only.
            #[mcp_tool]
            pub(crate) fn restricted() {}
        }
        pub use inside::far as near;
    }
    pub use deep::inside::*;
}

#[test]
fn a_tool_can_be_listed_by_any_path() {
    use by_other_ways::deep::near as renamed;
    let registry = |list: Vec<_>| ToolRegistry::builder(()).tools(list).build().unwrap();
    for registry in [
        registry(tools![by_other_ways::deep::inside::far]),
        registry(tools![by_other_ways::deep::near]),
        registry(tools![crate::by_other_ways::far]),
        registry(tools![self::by_other_ways::far]),
        registry(tools![renamed]),
    ] {
        assert_eq!(registry.definitions()[0].name, "far");
    }
    assert_eq!(
        registry(tools![by_other_ways::restricted]).definitions()[0].name,
        "restricted"
    );
}

mod attributes {
    use super::*;

    /// Has attributes of many kinds, above and below.
    #[inline]
    #[must_use]
    #[mcp_tool]
    #[cold]
    #[allow(clippy::needless_pass_by_value)]
    #[expect(unused_variables)]
    pub fn many(#[allow(unused_mut)] mut number: u8, #[expect(non_snake_case)] Text: String) -> u8 {
        let unused = 1;
        number
    }

    /// Has an alias in the documentation.
    #[doc(alias = "other")]
    #[doc(hidden)]
    #[mcp_tool]
    pub fn documented() {}

    /// Has a body with many kinds of expressions.
    #[mcp_tool]
    pub async fn body(words: Vec<String>) -> Result<Vec<usize>, String> {
        macro_rules! length {
            ($text:expr) => {
                $text.len()
            };
        }
        async fn inner(word: &str) -> Result<usize, String> {
            if word.is_empty() {
                return Err("an empty word".to_owned());
            }
            Ok(length!(word))
        }
        let mut lengths = Vec::new();
        'words: for word in &words {
            if word == "stop" {
                break 'words;
            }
            lengths.push(inner(word).await?);
        }
        Ok(lengths)
    }
}

#[test]
fn other_attributes_and_bodies_are_kept_unchanged() {
    use attributes::{body, documented, many};
    let registry = ToolRegistry::builder(())
        .tools(tools![many, documented, body])
        .build()
        .unwrap();
    let peer = Peer::new(&registry);
    assert_eq!(peer.text("many", json!({ "number": 1, "Text": "" })), "1");
    assert_eq!(
        peer.tool("documented")["description"],
        "Has an alias in the documentation.",
    );
    assert_eq!(
        peer.text("body", json!({ "words": ["a", "bc", "stop", ""] })),
        "[1,2]"
    );
    assert_eq!(
        peer.error("body", json!({ "words": [""] })),
        "an empty word"
    );
}

mod like_something_else {
    //! Tools that share a name with an item in an outer scope. Importing a tool by such a name would be
    //! ambiguous. So `tools!` lists the tool's path or its companion's name.

    use super::*;

    /// Has the name of a crate that this package depends on.
    #[mcp_tool(companion = ChronoTool)]
    pub fn chrono() -> String {
        // The tool `chrono` does not hide the crate of the same name.
        chrono::DateTime::UNIX_EPOCH.to_rfc3339()
    }

    /// Has the name of a function of the prelude.
    #[mcp_tool(companion = DropTool)]
    pub fn drop() -> &'static str {
        "the tool"
    }

    pub fn helper() -> &'static str {
        "from outside"
    }

    pub mod inner {
        use super::super::*;
        #[allow(unused_imports)]
        use super::*;

        /// Has the name of a function that a glob imports.
        #[mcp_tool]
        pub fn helper() -> &'static str {
            "the tool"
        }

        pub fn registry() -> ToolRegistry<()> {
            ToolRegistry::builder(())
                .tools(tools![self::helper, ChronoTool, DropTool])
                .build()
                .unwrap()
        }
    }
}

#[test]
fn a_tool_can_share_its_name_with_another_item() {
    let registry = like_something_else::inner::registry();
    let peer = Peer::new(&registry);
    assert_eq!(peer.text("helper", json!({})), "the tool");
    assert_eq!(peer.text("drop", json!({})), "the tool");
    assert_eq!(peer.text("chrono", json!({})), "1970-01-01T00:00:00+00:00");
    assert_eq!(like_something_else::helper(), "from outside");
}
