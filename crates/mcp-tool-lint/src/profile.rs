//! The clients that the linter knows.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};

/// A client, or a mode of a client, that the linter knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Profile {
    /// claude.ai, Claude Desktop and Claude Code, with Anthropic's API.
    Claude,
    /// ChatGPT and Codex, and OpenAI's API without strict mode.
    OpenAi,
    /// OpenAI's strict mode, which some clients enable. Strict mode requires that `required` lists every
    /// property, and that `additionalProperties` is `false`.
    OpenAiStrict,
    /// Gemini CLI, and clients that pass schemas to Gemini's API or Vertex AI as `parameters`. The rules for
    /// schemas exclude newer clients, which use `parametersJsonSchema`. That field accepts more schemas.
    Gemini,
    /// VS Code and other editors, with GitHub Copilot.
    VsCode,
    /// Cursor.
    Cursor,
}

impl Profile {
    /// Every profile except [`OpenAiStrict`](Self::OpenAiStrict). Strict mode is left out because its
    /// requirements conflict with other clients. It requires that optional arguments accept `null`. Some
    /// clients reject such arguments.
    pub const ALL: &'static [Profile] = &[
        Profile::Claude,
        Profile::OpenAi,
        Profile::Gemini,
        Profile::VsCode,
        Profile::Cursor,
    ];

    /// Returns the client of a directory of servers: `chatgpt` or `claude`.
    ///
    /// # Errors
    ///
    /// Returns an error if no directory has this name.
    pub fn of_store(name: &str) -> Result<Self, UnknownProfile> {
        match name {
            "chatgpt" => Ok(Profile::OpenAi),
            "claude" => Ok(Profile::Claude),
            _ => Err(UnknownProfile(format!(
                "the store `{name}` is unknown; the stores are `chatgpt` and `claude`"
            ))),
        }
    }

    /// Returns the client's name in options and in JSON, such as `openai_strict`.
    ///
    /// ```
    /// use mcp_tool_lint::Profile;
    ///
    /// assert_eq!(Profile::VsCode.name(), "vscode");
    /// assert_eq!("vscode".parse(), Ok(Profile::VsCode));
    /// ```
    pub const fn name(self) -> &'static str {
        self.names().0
    }

    /// Returns the product's name, such as `VS Code`.
    pub const fn title(self) -> &'static str {
        self.names().1
    }

    const fn names(self) -> (&'static str, &'static str) {
        match self {
            Profile::Claude => ("claude", "Claude"),
            Profile::OpenAi => ("openai", "ChatGPT"),
            Profile::OpenAiStrict => ("openai_strict", "OpenAI strict mode"),
            Profile::Gemini => ("gemini", "Gemini"),
            Profile::VsCode => ("vscode", "VS Code"),
            Profile::Cursor => ("cursor", "Cursor"),
        }
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Serialize for Profile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// The error for a name that no profile or store has. Holds the message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownProfile(String);

impl fmt::Display for UnknownProfile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for UnknownProfile {}

impl FromStr for Profile {
    type Err = UnknownProfile;

    fn from_str(name: &str) -> Result<Self, UnknownProfile> {
        let all = Profile::ALL.iter().copied();
        all.chain([Profile::OpenAiStrict])
            .find(|profile| profile.name() == name)
            .ok_or_else(|| {
                let names: Vec<_> = Profile::ALL.iter().map(|profile| profile.name()).collect();
                UnknownProfile(format!(
                    "the client `{name}` is unknown; the clients are `{}` (together `all`), and `openai_strict`",
                    names.join("`, `")
                ))
            })
    }
}
