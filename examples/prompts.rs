//! Two prompts and a resource beside a tool, without the official SDK.
//!
//! ```console
//! $ cargo run --example prompts
//! ```

use mcp_tool_runtime::{ProtocolError, ToolRegistry, mcp_tool, tools};
use mcp_tool_server::{ClientRequest, ToolServer, companion_fn};
use serde_json::{Value, json};

const NOTES: &str = "Buy bread\nCall Ada\n";
const URI: &str = "notes://all";

/// Counts the notes.
#[mcp_tool(read_only)]
fn count_notes() -> usize {
    NOTES.lines().count()
}

/// Answers all requests that are not about tools.
async fn answer(request: ClientRequest) -> Result<Value, ProtocolError> {
    let params = request.params();
    let topic = params["arguments"]["topic"].as_str();
    let prompt = |text: String| {
        let content = json!({ "type": "text", "text": text });
        Ok(json!({ "messages": [{ "role": "user", "content": content }] }))
    };
    match request.method() {
        "initialize" | "server/discover" => {
            Ok(json!({ "capabilities": { "prompts": {}, "resources": {} } }))
        }
        "prompts/list" => Ok(json!({ "prompts": [
            { "name": "plan", "description": "Plans the day." },
            { "name": "find", "arguments": [{ "name": "topic", "required": true }] },
        ] })),
        "prompts/get" => match (params["name"].as_str(), topic) {
            (Some("plan"), _) => prompt(format!("Plan my day with these notes:\n{NOTES}")),
            (Some("find"), Some(topic)) => prompt(format!("Find {topic} in:\n{NOTES}")),
            (Some("find"), None) => Err(ProtocolError::invalid_params("`topic` is missing")),
            _ => Err(ProtocolError::invalid_params("unknown prompt")),
        },
        "resources/list" => Ok(json!({ "resources": [{ "uri": URI, "name": "notes" }] })),
        "resources/read" if params["uri"] == URI => {
            Ok(json!({ "contents": [{ "uri": URI, "mimeType": "text/plain", "text": NOTES }] }))
        }
        // The server sends the code that the client's protocol version has for this error.
        "resources/read" => Err(ProtocolError::new(-32002, "unknown resource")),
        method => Err(ProtocolError::method_not_found(method)),
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let registry = ToolRegistry::builder(())
        .tools(tools![count_notes])
        .build()?;
    let server = ToolServer::new("notes", "1.0.0", registry).beside(companion_fn(answer))?;
    Ok(server.serve_stdio().await?)
}

#[cfg(test)]
mod tests {
    use mcp_tool_runtime::ProtocolVersion;
    use mcp_tool_server::testing::TestClient;

    use super::*;

    async fn client(version: ProtocolVersion) -> TestClient {
        let registry = ToolRegistry::builder(()).tools(tools![count_notes]).build();
        let server = ToolServer::new("notes", "1.0.0", registry.unwrap());
        TestClient::connect(server.beside(companion_fn(answer)).unwrap(), version).await
    }

    #[tokio::test]
    async fn tool_prompts_and_resource_work_in_every_version() {
        for version in ProtocolVersion::ALL {
            let client = client(*version).await;
            let notes = client.call("count_notes", json!({})).await;
            assert_eq!(notes["content"][0]["text"], "2");

            let prompts = client.request("prompts/list", json!({})).await.unwrap();
            assert_eq!(prompts["prompts"].as_array().unwrap().len(), 2);
            let find = json!({ "name": "find", "arguments": { "topic": "food" } });
            let prompt = client.request("prompts/get", find).await.unwrap();
            let text = &prompt["messages"][0]["content"]["text"];
            assert_eq!(text, "Find food in:\nBuy bread\nCall Ada\n");

            let resources = client.request("resources/list", json!({})).await.unwrap();
            let uri = &resources["resources"][0]["uri"];
            let read = client
                .request("resources/read", json!({ "uri": uri }))
                .await;
            assert_eq!(read.unwrap()["contents"][0]["text"], NOTES);
        }
    }

    #[tokio::test]
    async fn errors_have_the_codes_of_the_version() {
        for version in ProtocolVersion::ALL {
            let client = client(*version).await;
            let not_found = match *version {
                ProtocolVersion::V2026_07_28 => -32602,
                _ => -32002,
            };
            for (method, params, code) in [
                ("resources/templates/list", json!({}), -32601),
                ("prompts/get", json!({ "name": "other" }), -32602),
                ("prompts/get", json!({ "name": "find" }), -32602),
                (
                    "resources/read",
                    json!({ "uri": "notes://other" }),
                    not_found,
                ),
            ] {
                let error = client.request(method, params).await.unwrap_err();
                assert_eq!(error.code(), code, "{version} {method}");
            }
        }
    }
}
