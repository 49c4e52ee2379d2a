//! The programs whose builds are measured: so many tools with three parameters and an answer of two members.

/// How a program declares its tools.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    /// With the attribute, on the server of the SDK.
    Ours,
    /// With the attribute, without a server.
    Core,
    /// With the macros of the SDK.
    Rmcp,
    /// With JSON written by hand.
    Hand,
    /// The answers alone, with their derives.
    Derives,
}

impl Kind {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Kind::Ours => "ours",
            Kind::Core => "core",
            Kind::Rmcp => "rmcp",
            Kind::Hand => "hand",
            Kind::Derives => "derives",
        }
    }

    /// Returns the lines of `[dependencies]`, for a repository in the folder `root`.
    pub(crate) fn dependencies(self, root: &str) -> String {
        let own = match self {
            Kind::Ours => format!(
                "mcp-tool-runtime = {{ path = \"{root}/mcp-tool-runtime\", features = [\"rmcp\"] }}\n"
            ),
            Kind::Core => format!("mcp-tool-runtime = {{ path = \"{root}/mcp-tool-runtime\" }}\n"),
            Kind::Rmcp => "rmcp = { version = \"3\", features = [\"transport-io\"] }\n".to_owned(),
            Kind::Hand | Kind::Derives => String::new(),
        };
        let tokio = match self {
            Kind::Ours | Kind::Rmcp => {
                "tokio = { version = \"1\", features = [\"rt\", \"macros\"] }\n"
            }
            _ => "",
        };
        let schemars = match self {
            Kind::Hand => "",
            _ => "schemars = \"1\"\n",
        };
        own + tokio + schemars + include_str!("../programs/serde.toml.txt")
    }

    /// Returns a program with so many tools: the lines from `#each` to `#end` are there for each tool, with
    /// its number for `@`.
    pub(crate) fn source(self, tools: usize) -> String {
        let template = match self {
            Kind::Ours => include_str!("../programs/ours.rs.txt"),
            Kind::Core => include_str!("../programs/core.rs.txt"),
            Kind::Rmcp => include_str!("../programs/rmcp.rs.txt"),
            Kind::Hand => include_str!("../programs/hand.rs.txt"),
            Kind::Derives => include_str!("../programs/derives.rs.txt"),
        };
        let mut parts = template.split("#each\n");
        let mut program = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let (each, rest) = part.split_once("#end\n").unwrap_or_default();
            program.extend((0..tools).map(|tool| each.replace('@', &tool.to_string())));
            program += rest;
        }
        program
    }
}
