// Every type that a tool can return: plain, in a `Result`, and through an alias.
#![deny(warnings)]
#![allow(deprecated)] // arguments without a description

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use mcp_tool_runtime::content::{
    AudioContent, EmbeddedResource, ImageContent, ResourceLink, TextContent,
};
use mcp_tool_runtime::{
    CallToolResult, ContentBlock, ToolError, ToolRegistry, WithContent, WithText, mcp_tool, tools,
};
use schemars::JsonSchema;
use serde::Serialize;

#[derive(Serialize, JsonSchema)]
struct Page {
    text: String,
}

#[derive(Serialize, JsonSchema)]
struct Borrowed<'a> {
    text: &'a str,
}

#[derive(Serialize, JsonSchema)]
enum Unit {
    Metric,
}

#[derive(Serialize, JsonSchema)]
struct Generic<T> {
    value: T,
}

#[derive(Debug, thiserror::Error)]
#[error("broken")]
struct Broken;

type Reply<T, E = Broken> = Result<T, E>;
type PageReply = Result<Page, Broken>;
type Alias = Page;

macro_rules! answers {
    ($($name:ident -> $type:ty { $value:expr })*) => {
        $(
            /// Answers.
            #[mcp_tool]
            async fn $name() -> $type {
                $value
            }
        )*

        mod in_a_result {
            use super::*;

            $(
                /// Answers, or fails.
                #[mcp_tool]
                pub(super) async fn $name() -> Result<$type, Broken> {
                    Ok($value)
                }
            )*
        }

        mod behind_an_alias {
            use super::*;

            $(
                /// Answers, or fails.
                #[mcp_tool]
                pub(super) async fn $name() -> Reply<$type> {
                    Ok($value)
                }
            )*
        }

        fn build() {
            let _ = ToolRegistry::builder(()).tools(tools![$($name),*]).build().unwrap();
            let _ = ToolRegistry::builder(()).tools(tools![$(in_a_result::$name),*]).build().unwrap();
            let _ = ToolRegistry::builder(()).tools(tools![$(behind_an_alias::$name),*]).build().unwrap();
        }
    };
}

fn page() -> Page {
    Page {
        text: String::new(),
    }
}

answers! {
    nothing -> () { () }
    string -> String { String::new() }
    literal -> &'static str { "" }
    cow -> Cow<'static, str> { "".into() }
    boxed -> Box<str> { "".into() }
    shared -> Arc<str> { "".into() }
    result -> CallToolResult { CallToolResult::text("") }
    block -> ContentBlock { ContentBlock::text("") }
    blocks -> Vec<ContentBlock> { Vec::new() }
    structure -> Page { page() }
    alias -> Alias { page() }
    generic -> Generic<Vec<u8>> { Generic { value: Vec::new() } }
    list -> Vec<Page> { Vec::new() }
    map -> BTreeMap<String, Page> { BTreeMap::new() }
    option -> Option<Page> { None }
    unit -> Unit { Unit::Metric }
    number -> u64 { 1 }
    float -> f64 { 1.0 }
    flag -> bool { true }
    letter -> char { 'a' }
    tuple -> (u8, String) { (1, String::new()) }
    json -> serde_json::Value { serde_json::Value::Null }
    with_text -> WithText<Page> { WithText::new("", page()) }
    list_with_text -> WithText<Vec<Alias>> { WithText::new("", Vec::new()) }
    with_content -> WithContent<Page> { WithContent::new([], page()) }
    list_with_content -> WithContent<Vec<Alias>> { WithContent::new([], Vec::new()) }
}

/// Returns one of the content types.
#[mcp_tool]
async fn text() -> TextContent {
    panic!("never called")
}

/// Returns one of the content types.
#[mcp_tool]
async fn image() -> ImageContent {
    panic!("never called")
}

/// Returns one of the content types.
#[mcp_tool]
async fn audio() -> AudioContent {
    panic!("never called")
}

/// Returns one of the content types.
#[mcp_tool]
async fn link() -> ResourceLink {
    panic!("never called")
}

/// Returns one of the content types.
#[mcp_tool]
async fn resource() -> EmbeddedResource {
    panic!("never called")
}

/// Answers by an alias of the whole.
#[mcp_tool]
async fn whole_alias() -> PageReply {
    Ok(page())
}

/// Says nothing, without saying so.
#[mcp_tool]
async fn silent() {}

/// Returns a part of an argument.
#[mcp_tool]
async fn first_word(text: &str) -> &str {
    text.split(' ').next().unwrap_or_default()
}

/// Returns a part of an argument.
#[mcp_tool]
async fn first_word_in_a_struct<'a>(text: &'a str) -> Borrowed<'a> {
    Borrowed { text }
}

/// Returns a part of an argument, or fails.
#[mcp_tool]
fn first_word_or_nothing(text: &str) -> Result<Cow<'_, str>, Broken> {
    text.split(' ').next().map(Cow::Borrowed).ok_or(Broken)
}

mod errors {
    use super::*;

    /// Fails with advice.
    #[mcp_tool]
    pub(super) async fn tool_error() -> Result<Page, ToolError> {
        Err(ToolError::new("no such page"))
    }

    /// Fails with a text.
    #[mcp_tool]
    pub(super) async fn string() -> Result<String, String> {
        Err("no such page".to_owned())
    }

    /// Fails with a text.
    #[mcp_tool]
    pub(super) async fn literal() -> Result<(), &'static str> {
        Err("no such page")
    }

    /// Fails with anything.
    #[mcp_tool]
    pub(super) async fn anything() -> anyhow::Result<Page> {
        anyhow::bail!("no such page")
    }

    /// Fails with anything.
    #[mcp_tool]
    pub(super) async fn anything_in_full() -> Result<Vec<Page>, anyhow::Error> {
        Ok(Vec::new())
    }

    /// Fails with anything.
    #[mcp_tool]
    pub(super) async fn boxed() -> Result<Page, Box<dyn std::error::Error + Send + Sync>> {
        Err("no such page".into())
    }

    /// Fails while reading.
    #[mcp_tool]
    pub(super) async fn io() -> std::io::Result<String> {
        Ok(String::new())
    }

    /// Cannot fail.
    #[mcp_tool]
    pub(super) async fn infallible() -> Result<String, std::convert::Infallible> {
        Ok(String::new())
    }
}

pub(crate) fn main() {
    build();
    let registry = ToolRegistry::builder(())
        .tools(tools![
            text,
            image,
            audio,
            link,
            resource,
            whole_alias,
            silent,
            first_word,
            first_word_in_a_struct,
            first_word_or_nothing,
            errors::tool_error,
            errors::string,
            errors::literal,
            errors::anything,
            errors::anything_in_full,
            errors::boxed,
            errors::io,
            errors::infallible,
        ])
        .build()
        .unwrap();
    assert_eq!(registry.definitions().len(), 18);
}
