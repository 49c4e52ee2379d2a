//! The size of a list of tools, in bytes and tokens.

use serde_json::Value;

use crate::tool_list::{find_tools, tool_name};
use crate::tool_source::ToolSource;

/// The size of a list of tools. Some clients send the whole list to the model with every request. Others load
/// only names at first.
///
/// ```
/// use mcp_tool_lint::ListSize;
/// use serde_json::json;
///
/// let list = json!({ "tools": [{ "name": "search", "inputSchema": { "type": "object" } }] });
/// let size = ListSize::of_json(&list);
/// assert_eq!(size.tools.len(), 1);
/// assert_eq!(size.bytes, list.to_string().len());
/// assert_eq!(size.tokens(), size.bytes.div_ceil(4));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ListSize {
    /// The bytes of the measured list or result, as JSON without spaces. For a whole response, only the result
    /// counts.
    pub bytes: usize,
    /// The tools, in the order of the list.
    pub tools: Vec<ToolSize>,
}

/// The size of one tool.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ToolSize {
    /// The name of the tool. Empty if the tool has no name.
    pub name: String,
    /// The bytes of the definition, as JSON without spaces.
    pub bytes: usize,
}

impl ListSize {
    /// Measures the first page of the list that a registry sends to clients of protocol version 2026-07-28.
    pub fn of(source: &impl ToolSource) -> Self {
        Self::of_json(&source.list())
    }

    /// Measures a list of tools, the result of a `tools/list` request, or the whole response.
    pub fn of_json(list: &Value) -> Self {
        let size_of_tool = |tool: &Value| ToolSize {
            name: tool_name(tool).to_owned(),
            bytes: tool.to_string().len(),
        };
        let tools = find_tools(list).ok().into_iter().flatten();
        ListSize {
            bytes: list.get("result").unwrap_or(list).to_string().len(),
            tools: tools.map(size_of_tool).collect(),
        }
    }

    /// Estimates the number of tokens: one for every four bytes, rounded up.
    pub fn tokens(&self) -> usize {
        tokens(self.bytes)
    }

    /// Returns up to `count` tools, largest first.
    pub fn largest(&self, count: usize) -> Vec<&ToolSize> {
        let mut tools: Vec<_> = self.tools.iter().collect();
        tools.sort_by_key(|tool| std::cmp::Reverse(tool.bytes));
        tools.truncate(count);
        tools
    }
}

impl ToolSize {
    /// Estimates the number of tokens: one for every four bytes, rounded up.
    pub fn tokens(&self) -> usize {
        tokens(self.bytes)
    }
}

fn tokens(bytes: usize) -> usize {
    bytes.div_ceil(4)
}
