use std::fmt;

use super::{Profile, Rule};

/// How sure it is that something is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// It works, and worse than it could; or only some versions or hosts fail.
    Warning,
    /// The client fails.
    Error,
}

impl Severity {
    /// `warning` or `error`.
    pub const fn name(self) -> &'static str {
        match self {
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

/// What is lost at a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Loss {
    /// It is read with every request, and says nothing.
    Tokens,
    /// Directories of servers do not list it.
    Review,
    /// The tool is there, and the model is told less, or something else, than was meant.
    Meaning,
    /// The tool is gone, or cannot be called.
    Tool,
    /// All tools of the server are gone.
    List,
    /// While the server is connected, every request to the model fails.
    Session,
}

impl Loss {
    const fn words(self) -> &'static str {
        match self {
            Loss::Tokens => "tokens",
            Loss::Review => "a place in its directory",
            Loss::Meaning => "meaning",
            Loss::Tool => "the tool",
            Loss::List => "all tools of the server",
            Loss::Session => "the session",
        }
    }
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.words())
    }
}

/// What a client makes of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Effect {
    /// The client.
    pub client: Profile,
    /// How sure it is.
    pub severity: Severity,
    /// What is lost there.
    pub loss: Loss,
}

impl Effect {
    pub(super) const fn error(client: Profile, loss: Loss) -> Self {
        Effect {
            client,
            severity: Severity::Error,
            loss,
        }
    }

    pub(super) const fn warning(client: Profile, loss: Loss) -> Self {
        Effect {
            client,
            severity: Severity::Warning,
            loss,
        }
    }
}

/// One place in a list of tools that at least one of the clients does not take as it was meant.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Finding {
    /// What was looked for.
    pub rule: &'static Rule,
    /// The clients, and what each loses; never empty.
    pub effects: Vec<Effect>,
    /// The tool, unless it is the whole list; `#0` for the first of a list if it has no name.
    pub tool: Option<String>,
    /// Where it stands in the result of `tools/list`, as a JSON pointer such as
    /// `/tools/0/inputSchema/properties/limit`.
    pub pointer: String,
    /// The argument that it is about, which is the parameter of the function unless it was
    /// renamed.
    pub argument: Option<String>,
    /// Where inside of the argument or the answer, as `filters[].kind`.
    pub path: Option<String>,
    /// Whether it is about what describes the answer.
    pub in_answer: bool,
    /// The Rust type of the argument, such as `Option<Filter>`, where a registry was looked at.
    pub rust_type: Option<String>,
    /// What was found, in words.
    pub what: String,
}

impl Finding {
    /// The highest severity among the clients.
    pub fn severity(&self) -> Severity {
        let severities = self.effects.iter().map(|effect| effect.severity);
        severities.max().unwrap_or(Severity::Warning)
    }

    /// What is lost at some client, each once.
    fn losses(&self) -> Vec<(Severity, Loss)> {
        let mut losses: Vec<_> = Vec::new();
        for effect in &self.effects {
            let loss = (effect.severity, effect.loss);
            if !losses.contains(&loss) {
                losses.push(loss);
            }
        }
        losses
    }

    /// What it is about: ``argument `filter` of `search` (`Option<Filter>`), in `kind` ``.
    fn subject(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.tool, &self.argument) {
            (None, _) => return f.write_str("the list"),
            (Some(tool), Some(argument)) => {
                write!(f, "argument `{}` of `{}`", printed(argument), printed(tool))?;
                if let Some(name) = &self.rust_type {
                    write!(f, " (`{name}`)")?;
                }
            }
            (Some(tool), None) if self.in_answer => {
                write!(f, "the answer of `{}`", printed(tool))?;
            }
            (Some(tool), None) => write!(f, "`{}`", printed(tool))?,
        }
        match &self.path {
            Some(path) => write!(f, ", in `{}`", printed(path)),
            None => Ok(()),
        }
    }
}

/// A name without line breaks and the like, so that a finding stays one line.
fn printed(name: &str) -> String {
    let printed = name.chars().map(|c| match c.is_control() {
        true => c.escape_default().to_string(),
        false => c.to_string(),
    });
    printed.collect()
}

/// One line.
impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let severity = self.severity().name();
        write!(f, "{severity}[{}] ", self.rule.id)?;
        if !self.pointer.is_empty() {
            write!(f, "{}: ", printed(&self.pointer))?;
        }
        self.subject(f)?;
        write!(f, ": {}; {} (", printed(&self.what), self.rule.repair)?;
        for (at, (severity, loss)) in self.losses().into_iter().enumerate() {
            let comma = if at == 0 { "" } else { "; " };
            let may = match severity {
                Severity::Error => "costs",
                Severity::Warning => "may cost",
            };
            let alike = self.effects.iter();
            let alike = alike.filter(|effect| (effect.severity, effect.loss) == (severity, loss));
            let clients: Vec<_> = alike.map(|effect| effect.client.name()).collect();
            write!(f, "{comma}{may} {loss}: {}", clients.join(", "))?;
        }
        f.write_str(")")
    }
}
