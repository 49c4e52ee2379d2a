//! The programs whose builds are measured. Each tool has three parameters, and returns an object with two
//! members.

/// The way in which a program declares its tools.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    /// With `#[mcp_tool]` and `ToolServer`.
    Ours,
    /// With `#[mcp_tool]`, without a server.
    Core,
    /// With the macros of the SDK.
    Rmcp,
    /// With JSON written by hand.
    Hand,
    /// Without tools: only the result types of the tools, with their derives.
    Derives,
}

impl Kind {
    pub(crate) fn name(self) -> &'static str {
        self.name_and_template().0
    }

    /// Returns the name, and a template: the lines of `[dependencies]`, a line `---`, and the program.
    fn name_and_template(self) -> (&'static str, &'static str) {
        match self {
            Kind::Ours => ("ours", include_str!("../programs/ours.rs.txt")),
            Kind::Core => ("core", include_str!("../programs/core.rs.txt")),
            Kind::Rmcp => ("rmcp", include_str!("../programs/rmcp.rs.txt")),
            Kind::Hand => ("hand", include_str!("../programs/hand.rs.txt")),
            Kind::Derives => ("derives", include_str!("../programs/derives.rs.txt")),
        }
    }

    /// Returns the lines of `[dependencies]`, and a program with this many tools. `root` is the folder of the
    /// repository, and replaces `ROOT` in the dependencies. For each tool, repeats the template lines between
    /// `#each` and `#end`, and replaces `@` with the number of the tool.
    pub(crate) fn instantiate(self, root: &str, tools: usize) -> (String, String) {
        let (_, template) = self.name_and_template();
        let (dependencies, source) = split_template(template, root);
        let mut parts = source.split("#each\n");
        let mut program = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let (each, rest) = part.split_once("#end\n").unwrap_or_default();
            program.extend((0..tools).map(|tool| each.replace('@', &tool.to_string())));
            program += rest;
        }
        (dependencies, program)
    }
}

/// Returns the dependencies and the source of a template. Replaces `ROOT` in the dependencies with `root`.
pub(crate) fn split_template<'t>(template: &'t str, root: &str) -> (String, &'t str) {
    let (dependencies, source) = template.split_once("---\n").unwrap_or_default();
    (dependencies.replace("ROOT", root), source)
}
