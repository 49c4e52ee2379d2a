//! A list of tools, with the place of every schema in it.

mod nodes;
mod references;

use mcp_tool_schema::definitions::escape_pointer;
use serde_json::Value;

pub(super) use nodes::{Node, Role, Schemas, accepts_all};
pub(super) use references::Reference;

use crate::hit::Hit;
use crate::profile::Profile;
use crate::tool_list::tool_name;

/// All tools of a list.
pub(super) struct ToolList<'l> {
    pub(super) tools: Vec<Subject<'l>>,
    /// If the JSON contains no list of tools, the reason.
    pub(super) not_a_list: Option<&'static str>,
    pub(super) server_name: Option<&'l str>,
    /// The server's instructions. `None` if they are unknown, as for a list from a file.
    pub(super) instructions: Option<&'l str>,
    /// The clients whose directories must accept the server.
    pub(super) ready_for: &'l [Profile],
}

/// One tool of a list.
pub(super) struct Subject<'l> {
    pub(super) position: usize,
    pub(super) name: &'l str,
    /// The place of the tool in the list, such as `/tools/0`.
    pub(super) pointer: String,
    pub(super) definition: &'l Value,
    pub(super) input: Schemas<'l>,
    pub(super) output: Schemas<'l>,
}

/// One of the two schemas of a tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Input,
    Output,
}

impl Side {
    /// Returns the key of the schema in a tool's definition.
    pub(super) fn key(self) -> &'static str {
        match self {
            Side::Input => "inputSchema",
            Side::Output => "outputSchema",
        }
    }
}

impl<'l> Subject<'l> {
    pub(super) fn new(position: usize, tool: &'l Value) -> Self {
        let pointer = format!("/tools/{position}");
        let schemas = |side: Side| {
            let root = tool.get(side.key()).filter(|schema| !schema.is_null());
            Schemas::new(side, root)
        };
        Subject {
            position,
            name: tool_name(tool),
            input: schemas(Side::Input),
            output: schemas(Side::Output),
            pointer,
            definition: tool,
        }
    }

    pub(super) fn text(&self, key: &str) -> &'l str {
        self.definition[key].as_str().unwrap_or_default()
    }

    pub(super) fn schemas(&self, side: Side) -> &Schemas<'l> {
        match side {
            Side::Input => &self.input,
            Side::Output => &self.output,
        }
    }

    /// Creates a hit at a keyword of a schema. If `keyword` is empty, the hit is at the schema.
    pub(super) fn hit(&self, node: &Node<'_>, keyword: &str, what: impl Into<String>) -> Hit {
        let mut pointer = format!("/{}{}", node.side.key(), node.pointer);
        if !keyword.is_empty() {
            pointer = format!("{pointer}/{}", escape_pointer(keyword));
        }
        Hit {
            argument: node.argument.map(str::to_owned),
            path: (!node.path.is_empty()).then(|| node.path.clone()),
            in_result: node.side == Side::Output,
            unused: node.is_unused,
            ..self.hit_at(&pointer, what)
        }
    }

    /// Creates a hit at a place of the tool, such as `/name`.
    pub(super) fn hit_at(&self, place: &str, what: impl Into<String>) -> Hit {
        Hit {
            tool: Some((self.position, self.display_name())),
            pointer: format!("{}{place}", self.pointer),
            what: what.into(),
            ..Hit::default()
        }
    }

    /// Returns the name of the tool. For a tool without a name, returns `#` and the position.
    pub(super) fn display_name(&self) -> String {
        match self.name {
            "" => format!("#{}", self.position),
            name => name.to_owned(),
        }
    }

    /// Returns the schemas of the arguments.
    pub(super) fn arguments(&self) -> impl Iterator<Item = &Node<'l>> {
        let nodes = self.input.nodes.iter();
        nodes.filter(|node| node.parent == Some(0) && node.property().is_some())
    }

    /// Returns every schema of the tool.
    pub(super) fn nodes(&self) -> impl Iterator<Item = &Node<'l>> {
        self.input.nodes.iter().chain(&self.output.nodes)
    }
}
