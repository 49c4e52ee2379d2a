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
        self.name_and_template().0
    }

    /// The template has the lines of `[dependencies]`, a line `---`, and the program.
    fn name_and_template(self) -> (&'static str, &'static str) {
        match self {
            Kind::Ours => ("ours", include_str!("../programs/ours.rs.txt")),
            Kind::Core => ("core", include_str!("../programs/core.rs.txt")),
            Kind::Rmcp => ("rmcp", include_str!("../programs/rmcp.rs.txt")),
            Kind::Hand => ("hand", include_str!("../programs/hand.rs.txt")),
            Kind::Derives => ("derives", include_str!("../programs/derives.rs.txt")),
        }
    }

    /// Returns the lines of `[dependencies]`, for a repository in the folder `root`, and a program with so many
    /// tools: the lines from `#each` to `#end` are there for each tool, with its number for `@`.
    pub(crate) fn instantiate(self, root: &str, tools: usize) -> (String, String) {
        let (_, template) = self.name_and_template();
        let (dependencies, source) = template.split_once("---\n").unwrap_or_default();
        let mut parts = source.split("#each\n");
        let mut program = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let (each, rest) = part.split_once("#end\n").unwrap_or_default();
            program.extend((0..tools).map(|tool| each.replace('@', &tool.to_string())));
            program += rest;
        }
        (dependencies.replace("ROOT", root), program)
    }
}
