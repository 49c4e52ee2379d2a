//! A tool registry beside an SDK handler that has its own tools.

use std::sync::Arc;

use mcp_tool_rmcp::BesideHandler as _;
use mcp_tool_runtime::{ToolRegistry, mcp_tool, mcp_tools, tools};
use mcp_tool_server::ToolServer;
use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ListToolsResult,
    PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler, tool, tool_handler, tool_router};
use serde_json::{Value, json};

use super::existing_handler::{SERVER_INFO, over, server, sum};
use crate::stdio::client::*;

type Request = RequestContext<RoleServer>;

fn names(list: &Value) -> Vec<&str> {
    let tools = list["tools"].as_array().unwrap();
    tools
        .iter()
        .map(|tool| tool["name"].as_str().unwrap())
        .collect()
}

/// A handler that lists two tools of its own, one per page.
#[derive(Clone)]
struct Shelf {
    names: [&'static str; 2],
    tells: bool,
}

impl Shelf {
    fn tool(name: &'static str) -> Tool {
        Tool::new(name, "Says its name", Arc::default())
    }
}

impl ServerHandler for Shelf {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(
            ServerCapabilities::builder()
                .enable_tools()
                .enable_tool_list_changed()
                .build(),
        )
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        _: Request,
    ) -> Result<ListToolsResult, ErrorData> {
        let cursor = request.and_then(|request| request.cursor);
        let page = match cursor.as_deref() {
            None => 0,
            Some("second") => 1,
            Some(_) => return Err(ErrorData::invalid_params("no such shelf", None)),
        };
        let mut result = ListToolsResult::with_all_items(vec![Shelf::tool(self.names[page])]);
        result.next_cursor = (page == 0).then(|| "second".to_owned());
        Ok(result)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _: Request,
    ) -> Result<CallToolResponse, ErrorData> {
        // Reject `sort`, although the handler lists `sort`. A test checks that the client
        // receives this error.
        if self.names.contains(&&*request.name) && request.name != "sort" {
            let text = ContentBlock::text(request.name);
            return Ok(CallToolResult::success(vec![text]).into());
        }
        Err(ErrorData::method_not_found::<
            rmcp::model::CallToolRequestMethod,
        >())
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        let mut names = self.names.iter().filter(|own| self.tells && **own == name);
        names.next().map(|name| Shelf::tool(name))
    }
}

#[tokio::test]
async fn handler_tools_are_listed_after_registry_tools() {
    // R143, R146
    let shelf = Shelf {
        names: ["dust", "sort"],
        tells: true,
    };
    let beside = server().beside_handler(shelf).unwrap();
    let mut client = over(beside);
    let result = client.initialize(LEGACY[1]).await;
    assert_eq!(
        result["capabilities"],
        json!({ "tools": { "listChanged": true } })
    );
    let mut cursor = Value::Null;
    for params in [json!({}), modern(json!({}))] {
        let list = client.result("tools/list", params).await;
        assert_eq!(names(&list), ["add", "whose", "dust"]);
        cursor = list["nextCursor"].clone();
    }
    let list = client
        .result("tools/list", modern(json!({ "cursor": cursor })))
        .await;
    assert_eq!(names(&list), ["sort"]);
    assert_eq!(list["_meta"][SERVER_INFO]["name"], "desk");
    assert_eq!(
        (&list["ttlMs"], &list["cacheScope"]),
        (&json!(0), &json!("private"))
    );
    // R143: the server adds a prefix to each cursor from the handler, and rejects a cursor
    // without this prefix.
    for cursor in ["second", "third", ""] {
        let params = json!({ "cursor": cursor });
        let (code, message) = client.error("tools/list", params).await;
        assert_eq!(code, -32602);
        assert!(message.contains("cursor"), "{message}");
    }

    let answer = client
        .result("tools/call", modern(call("dust", json!({}))))
        .await;
    assert_eq!(answer["content"][0]["text"], "dust");
    assert_eq!(answer["_meta"][SERVER_INFO]["name"], "desk");
    assert_eq!(
        client.result("tools/call", sum()).await["content"][0]["text"],
        "3"
    );
    let error = client.error("tools/call", call("sort", json!({}))).await;
    assert_eq!(error, (-32601, "tools/call".to_owned()));
    let (code, message) = client.error("tools/call", call("ad", json!({}))).await;
    assert!(code == -32602 && message.contains("`add`"), "{message}");
}

#[tokio::test]
async fn a_duplicate_tool_name_is_an_error() {
    // R06
    let shelf = |tells| Shelf {
        names: ["add", "sort"],
        tells,
    };
    let error = server().beside_handler(shelf(true)).unwrap_err();
    let text = error.to_string();
    let words = "the name of `add`: what serves beside the registry also has a tool of this name; remove one of the two";
    assert!(text.contains(words), "{text}");

    // `beside` calls the handler's `get_tool` to find duplicate names. The `get_tool` of
    // `shelf(false)` returns `None` for every name, so `beside` succeeds. Of the two tools named
    // `add`, the server then lists and calls only the registry's.
    let mut client = over(server().beside_handler(shelf(false)).unwrap());
    client.initialize(LEGACY[1]).await;
    let list = client.result("tools/list", json!({})).await;
    assert_eq!(names(&list), ["add", "whose"]);
    assert_eq!(
        client.result("tools/call", sum()).await["content"][0]["text"],
        "3"
    );
}

/// An SDK handler with two tools migrated to this toolkit, and one still in the SDK's router.
#[derive(Default)]
struct Migrated {
    lent: std::sync::atomic::AtomicU32,
}

#[tool_router]
impl Migrated {
    #[tool(description = "Counts the books that are lent")]
    async fn count(&self) -> String {
        self.lent
            .load(std::sync::atomic::Ordering::Relaxed)
            .to_string()
    }
}

#[tool_handler]
impl ServerHandler for Migrated {}

#[mcp_tools]
impl Migrated {
    /// Lends a book.
    #[mcp_tool]
    async fn lend(
        &self,
        /// Title of the book
        title: &str,
    ) -> String {
        self.lent.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        format!("{title} is lent")
    }

    /// Lists the books.
    #[mcp_tool(read_only)]
    async fn books(&self) -> Vec<&'static str> {
        vec!["Emma"]
    }
}

/// An SDK handler that stores its tool router in a field.
#[derive(Clone)]
struct WithField {
    tool_router: ToolRouter<Self>,
}

#[tool_router]
impl WithField {
    #[tool(description = "Counts the books that are lent")]
    async fn count(&self) -> String {
        "0".to_owned()
    }
}

#[tool_handler(router = self.tool_router)]
impl ServerHandler for WithField {}

/// An SDK handler with an empty tool router, as after the migration of all its tools.
#[derive(Clone)]
struct Empty;

#[tool_router(allow_empty)]
impl Empty {}

#[tool_handler]
impl ServerHandler for Empty {}

fn moved(library: &Arc<Migrated>) -> ToolServer {
    let registry = ToolRegistry::builder_arc(Arc::clone(library))
        .tools(tools![Migrated])
        .build()
        .unwrap();
    ToolServer::new("library", "1.0.0", registry)
}

#[tokio::test]
async fn sdk_macro_tools_can_be_migrated_one_at_a_time() {
    // R98, R103
    let library = Arc::default();
    let mut client = over(moved(&library).beside_handler(library).unwrap());
    client.initialize(LEGACY[1]).await;
    let list = client.result("tools/list", json!({})).await;
    assert_eq!(names(&list), ["lend", "books", "count"]);
    let tools = list["tools"].as_array().unwrap();
    assert!(
        tools.iter().all(|tool| tool.get("outputSchema").is_none()),
        "{list}"
    );
    assert_eq!(tools[1]["annotations"], json!({ "readOnlyHint": true }));
    assert_eq!(tools[0]["inputSchema"]["required"], json!(["title"]));
    let list = client.result("tools/list", modern(json!({}))).await;
    assert_eq!(names(&list), ["lend", "books", "count"]);
    assert_eq!(list["tools"][1]["outputSchema"]["type"], "array");

    // The registry and the handler share one `Migrated` value. So the handler's tool `count`
    // counts the call of the registry's tool `lend`.
    for (name, arguments, text) in [
        ("lend", json!({ "title": "Emma" }), "Emma is lent"),
        ("count", json!({}), "1"),
        ("books", json!({}), "[\"Emma\"]"),
    ] {
        let answer = client.result("tools/call", call(name, arguments)).await;
        assert_eq!(answer["content"][0]["text"], text, "{name}");
        assert_eq!(answer.get("structuredContent"), None, "{name}");
    }
    let answer = client
        .result("tools/call", modern(call("books", json!({}))))
        .await;
    assert_eq!(answer["structuredContent"], json!(["Emma"]));
    let answer = client.result("tools/call", call("lend", json!({}))).await;
    assert_eq!(answer["isError"], true);
    let text = answer["content"][0]["text"].as_str().unwrap();
    assert!(text.contains("`title`"), "{text}");
}

#[tokio::test]
async fn migrated_tools_work_with_field_and_empty_routers() {
    let handler = WithField {
        tool_router: WithField::tool_router(),
    };
    let mut client = over(moved(&Arc::default()).beside_handler(handler).unwrap());
    client.initialize(LEGACY[1]).await;
    let list = client.result("tools/list", json!({})).await;
    assert_eq!(names(&list), ["lend", "books", "count"]);

    let mut client = over(moved(&Arc::default()).beside_handler(Empty).unwrap());
    client.initialize(LEGACY[1]).await;
    let list = client.result("tools/list", json!({})).await;
    assert_eq!(names(&list), ["lend", "books"]);
}

#[test]
fn a_migrated_tool_still_in_the_router_is_an_error() {
    /// Counts the books that are lent.
    #[mcp_tool]
    fn count() -> u32 {
        0
    }

    let server = || {
        let registry = ToolRegistry::builder(()).tools(tools![count]).build();
        ToolServer::new("library", "1.0.0", registry.unwrap())
    };
    let handler = WithField {
        tool_router: WithField::tool_router(),
    };
    let words = "the name of `count`: what serves beside the registry also has a tool of this name";
    for error in [
        server().beside_handler(handler).unwrap_err(),
        server()
            .beside_handler(Arc::<Migrated>::default())
            .unwrap_err(),
    ] {
        assert!(error.to_string().contains(words), "{error}");
    }
}
