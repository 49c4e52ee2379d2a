//! Tools that take a long time. They report progress, and stop when the client cancels the call.
//!
//! ```console
//! $ cargo run --example long_running
//! ```
//!
//! An `async` tool needs no code for cancellation. On cancellation, the server drops the tool's future at the
//! next `.await`. The server cannot stop the thread of a `blocking` tool, so the tool checks `is_cancelled`
//! between steps.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use mcp_tool_runtime::{BuildError, ToolContext, ToolError, ToolRegistry, mcp_tool, tools};
use mcp_tool_server::ToolServer;
use schemars::JsonSchema;
use serde::Serialize;

#[derive(Debug, PartialEq, Serialize, JsonSchema)]
struct LineCount {
    /// Number of files that were read
    files: usize,
    /// Number of lines in all files
    lines: usize,
}

/// Counts the lines of all text files in a folder.
#[mcp_tool(read_only, open_world = false, blocking, timeout = "5m")]
fn count_lines(
    #[context] cx: &ToolContext,
    /// Absolute path of the folder
    folder: &Path,
) -> Result<LineCount, ToolError> {
    let files = files_of(folder)
        .map_err(|error| ToolError::new(format!("cannot read the folder: {error}")))?;
    let mut count = LineCount { files: 0, lines: 0 };
    for (done, file) in files.iter().enumerate() {
        if cx.is_cancelled() {
            return Err(ToolError::new("cancelled"));
        }
        // Report progress at every step. The server sends the first ten reports, then at most ten
        // reports per second, and skips the others.
        cx.progress(done, files.len(), file.display().to_string());
        // Skip binary files.
        if let Ok(text) = fs::read_to_string(file) {
            count.files += 1;
            count.lines += text.lines().count();
        }
    }
    Ok(count)
}

fn files_of(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder)?.collect::<Result<Vec<_>, _>>()?;
    let mut files: Vec<_> = entries.iter().map(|entry| entry.path()).collect();
    files.retain(|path| path.is_file());
    files.sort();
    Ok(files)
}

/// Waits for a number of seconds, and reports progress each second.
#[mcp_tool(read_only, open_world = false)]
async fn wait(
    #[context] cx: &ToolContext,
    /// Number of seconds
    #[arg(range(1..=600))]
    seconds: u32,
) -> String {
    for passed in 0..seconds {
        cx.progress(passed, seconds, None);
        // If the client cancels the call, the server drops the tool's future at this `.await`.
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
    format!("waited for {seconds} seconds")
}

fn registry() -> Result<ToolRegistry<()>, BuildError> {
    ToolRegistry::builder(())
        .tools(tools![count_lines, wait])
        .build()
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let server = ToolServer::new("long-running", env!("CARGO_PKG_VERSION"), registry()?);
    Ok(server.serve_stdio().await?)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use mcp_tool_runtime::ProtocolVersion;
    use mcp_tool_runtime::testing::{call_json, call_json_with};
    use serde_json::{Map, json};

    use super::*;

    mcp_tool_runtime::check_tools!(registry().unwrap(), golden = "golden/long_running.json");

    /// The path of the folder `support` in this package. The folder contains text files.
    const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/support");

    #[tokio::test]
    async fn progress_goes_up() {
        let (send, progress) = mpsc::channel();
        let meta = json!({ "progressToken": "t" });
        let context = ToolContext::new(ProtocolVersion::V2025_11_25)
            .with_meta(meta.as_object().cloned().unwrap_or(Map::new()))
            .with_progress(move |progress| send.send(progress).unwrap());
        let arguments = json!({ "folder": FOLDER });
        let result = call_json_with(
            &registry().unwrap(),
            &context,
            "count_lines",
            arguments,
            |_, _| unreachable!(),
        )
        .await;
        let files = files_of(Path::new(FOLDER)).unwrap().len();
        let content = serde_json::to_value(result.structured_content()).unwrap();
        assert_eq!(content["files"], files);
        drop(context);
        let steps: Vec<_> = progress.try_iter().map(|step| step.progress).collect();
        assert!(!steps.is_empty() && steps.is_sorted(), "{steps:?}");
    }

    #[tokio::test]
    async fn a_missing_folder_is_an_error_for_the_model() {
        let arguments = json!({ "folder": "/no/such/folder" });
        let result = call_json(&registry().unwrap(), "count_lines", arguments).await;
        assert!(result.is_error);
    }

    #[tokio::test(start_paused = true)]
    async fn a_dropped_call_ends() {
        let registry = registry().unwrap();
        let call = call_json(&registry, "wait", json!({ "seconds": 600 }));
        let ended = tokio::time::timeout(Duration::from_secs(3), call).await;
        assert!(ended.is_err());
    }
}
