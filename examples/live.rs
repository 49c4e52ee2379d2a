//! Changes tools while clients are connected. Each text file of a folder becomes a tool.
//!
//! ```console
//! $ cargo run --example live -- notes
//! ```
//!
//! Create `notes/shopping.txt` while the server runs. Connected clients then get the tool `shopping`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use mcp_tool_runtime::registry::ToolRegistryBuilder;
use mcp_tool_runtime::{
    BuildError, LiveRegistry, Tool, ToolAnnotations, ToolContext, ToolError, ToolRegistry,
    mcp_tool, tools,
};
use mcp_tool_server::ToolServer;

/// Lists the tools that read notes, each with the first line of its note.
#[mcp_tool(read_only, open_world = false)]
async fn list_notes(#[context] cx: &ToolContext) -> String {
    let tools = cx.tools().filter(|tool| tool.name != "list_notes");
    let lines = tools.map(|tool| {
        let title = tool.title.as_deref().unwrap_or_default();
        format!("{}: {title}\n", tool.name)
    });
    lines.collect()
}

/// A folder with notes, the registry of tools that read them, and the first line of each note.
struct Notes {
    folder: PathBuf,
    tools: LiveRegistry<()>,
    known: BTreeMap<String, String>,
}

fn fixed_tools() -> ToolRegistryBuilder<()> {
    ToolRegistry::builder(()).tools(tools![list_notes])
}

impl Notes {
    fn open(folder: PathBuf) -> Result<Self, BuildError> {
        let mut notes = Notes {
            folder,
            tools: fixed_tools().build_live()?,
            known: BTreeMap::new(),
        };
        notes.refresh()?;
        Ok(notes)
    }

    /// Builds the tools again if the folder has changed. Clients see one change.
    fn refresh(&mut self) -> Result<(), BuildError> {
        let found = titles(&self.folder).unwrap_or_default();
        if found == self.known {
            return Ok(());
        }
        let mut tools = self.tools.build(tools![list_notes])?;
        for (name, title) in &found {
            let path = self.folder.join(name).with_extension("txt");
            match self.tools.build([note(path, name, title)]) {
                Ok(note) => tools = tools.extend(note)?,
                // If the name of a file is not a valid tool name, skip only this file.
                Err(error) => tracing::warn!(%error, "a note is not a tool"),
            }
        }
        self.tools.update(|_| Ok(tools))?;
        self.known = found;
        Ok(())
    }
}

/// Returns a map from the name of each text file, without `.txt`, to the file's first line. Skips
/// `list_notes.txt`, because the fixed tool already has this name.
fn titles(folder: &Path) -> std::io::Result<BTreeMap<String, String>> {
    let mut titles = BTreeMap::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if let (Some(name), Some("txt")) = (
            path.file_stem()
                .and_then(|name| name.to_str())
                .filter(|name| *name != "list_notes"),
            path.extension().and_then(|extension| extension.to_str()),
        ) {
            // Skip a file that is not UTF-8.
            let Ok(text) = fs::read_to_string(&path) else {
                continue;
            };
            let title = text.lines().next().unwrap_or_default();
            titles.insert(name.to_owned(), title.to_owned());
        }
    }
    Ok(titles)
}

/// Returns the tool that reads one note.
fn note(path: PathBuf, name: &str, title: &str) -> Tool<()> {
    Tool::builder(name)
        .title(title)
        .description(format!("Reads the note: {title}"))
        .annotations(ToolAnnotations::default().read_only(true).open_world(false))
        .handler(move |_, _| {
            let text = fs::read_to_string(&path).map_err(ToolError::private);
            async move { text }
        })
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    tracing_subscriber::fmt()
        .with_max_level(tracing::Level::WARN)
        .with_writer(std::io::stderr)
        .init();
    let folder = std::env::args_os().nth(1).unwrap_or("notes".into());
    let mut notes = Notes::open(folder.into())?;
    let server = ToolServer::new("live", env!("CARGO_PKG_VERSION"), notes.tools.clone());
    tokio::spawn(async move {
        loop {
            tokio::time::sleep(Duration::from_secs(1)).await;
            if let Err(error) = notes.refresh() {
                tracing::error!(%error, "the tools stay the same");
            }
        }
    });
    Ok(server.serve_stdio().await?)
}

#[cfg(test)]
mod tests {
    use mcp_tool_runtime::ProtocolVersion;
    use serde_json::{Value, json};

    use super::*;

    mcp_tool_runtime::check_tools!(fixed_tools().build().unwrap(), golden = "golden/live.json");

    async fn ask(tools: &LiveRegistry<()>, method: &str, params: Value) -> Value {
        let request = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
        let context = ToolContext::new(ProtocolVersion::V2025_11_25);
        let response = tools
            .handle_json(request.to_string().as_bytes(), &context)
            .await;
        serde_json::from_slice(&response.unwrap()).unwrap()
    }

    #[tokio::test]
    async fn tools_change_with_the_files_of_the_folder() {
        let folder = std::env::temp_dir().join(format!("live-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let mut notes = Notes::open(folder.clone()).unwrap();
        let tools = notes.tools.clone();
        let names = async || {
            let list = ask(&tools, "tools/list", json!({})).await;
            let tools = list["result"]["tools"].as_array().unwrap().clone();
            let names = tools
                .iter()
                .map(|tool| tool["name"].as_str().unwrap().to_owned());
            names.collect::<Vec<_>>()
        };
        let text = async |name: &str| {
            let answer = ask(&tools, "tools/call", json!({ "name": name })).await;
            answer["result"]["content"][0]["text"].clone()
        };
        assert_eq!(names().await, ["list_notes"]);

        fs::write(folder.join("shopping.txt"), "Shopping\nbread").unwrap();
        fs::write(folder.join("no name.txt"), "Not a tool").unwrap();
        fs::write(folder.join("list_notes.txt"), "Not a tool").unwrap();
        notes.refresh().unwrap();
        assert_eq!(names().await, ["list_notes", "shopping"]);
        assert_eq!(text("shopping").await, "Shopping\nbread");

        fs::write(folder.join("shopping.txt"), "Shopping for Sunday").unwrap();
        notes.refresh().unwrap();
        assert_eq!(text("list_notes").await, "shopping: Shopping for Sunday\n");

        fs::remove_file(folder.join("shopping.txt")).unwrap();
        notes.refresh().unwrap();
        assert_eq!(names().await, ["list_notes"]);
        fs::remove_dir_all(folder).unwrap();
    }
}
