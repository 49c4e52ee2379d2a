//! Tools beside a handler of the SDK's that has tools of its own.

use std::sync::Arc;

use mcp_tool_runtime::BuildProblem;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ListToolsResult,
    PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::{Value, json};

use crate::beside::{SERVER_INFO, over, server, sum};
use crate::client::*;

type Request = RequestContext<RoleServer>;

fn names(list: &Value) -> Vec<&str> {
    let tools = list["tools"].as_array().unwrap();
    tools
        .iter()
        .map(|tool| tool["name"].as_str().unwrap())
        .collect()
}

/// Has tools of its own, in two pages.
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
        // What it asks for this one knows no such method.
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
async fn tools_of_the_handler_follow() {
    // R143, R146
    let shelf = Shelf {
        names: ["dust", "sort"],
        tells: true,
    };
    let beside = server().beside(shelf).unwrap();
    assert!(beside.get_tool("sort").is_some());
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
    // R143: the handler is asked for its own pages only, because many ignore the cursor.
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
async fn no_tool_is_lost_to_another_of_its_name_without_a_word() {
    // R06
    let shelf = |tells| Shelf {
        names: ["add", "sort"],
        tells,
    };
    let error = server().beside(shelf(true)).unwrap_err();
    let tool = "add".to_owned();
    assert_eq!(error.problems(), [BuildProblem::DuplicateName { tool }]);

    // Who does not tell its tools to begin with: ours is the one that is listed, and called.
    let mut client = over(server().beside(shelf(false)).unwrap());
    client.initialize(LEGACY[1]).await;
    let list = client.result("tools/list", json!({})).await;
    assert_eq!(names(&list), ["add", "whose"]);
    assert_eq!(
        client.result("tools/call", sum()).await["content"][0]["text"],
        "3"
    );
}
