//! The clients that the linter knows.

use std::fmt;
use std::ops::Deref;
use std::str::FromStr;

use serde::{Serialize, Serializer};

/// A client, or a mode of a client, that the linter knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Profile {
    /// claude.ai, Claude Desktop and Claude Code, with Anthropic's API.
    Claude,
    /// ChatGPT and Codex, with OpenAI's API without strict mode.
    OpenAi,
    /// OpenAI's strict mode, which some clients enable. Strict mode requires that `required` lists every
    /// property, and that `additionalProperties` is `false`.
    OpenAiStrict,
    /// Clients that pass schemas to Gemini's API or Vertex AI as `parameters`. This profile excludes newer
    /// clients, which use `parametersJsonSchema`. That field accepts more schemas.
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

/// The error for a name that no profile has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownProfile(pub(super) String);

impl fmt::Display for UnknownProfile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = Profile::ALL.iter().map(|profile| profile.name()).collect();
        let (unknown, names) = (&self.0, names.join("`, `"));
        write!(
            f,
            "the client `{unknown}` is unknown; the clients are `{names}` (together `all`), and `openai_strict`"
        )
    }
}

impl std::error::Error for UnknownProfile {}

impl FromStr for Profile {
    type Err = UnknownProfile;

    fn from_str(name: &str) -> Result<Self, UnknownProfile> {
        let all = Profile::ALL.iter().copied();
        all.chain([Profile::OpenAiStrict])
            .find(|profile| profile.name() == name)
            .ok_or_else(|| UnknownProfile(name.to_owned()))
    }
}

/// Several profiles, parsed from a list such as `claude,gemini`. The name `all` means [`Profile::ALL`].
///
/// ```
/// use mcp_tool_lint::{Lint, Profile, Profiles};
///
/// let profiles: Profiles = "claude, openai_strict".parse()?;
/// assert_eq!(*profiles, [Profile::Claude, Profile::OpenAiStrict]);
/// let lint = Lint::new(&"all".parse::<Profiles>()?);
/// # Ok::<(), mcp_tool_lint::UnknownProfile>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profiles(Vec<Profile>);

impl Deref for Profiles {
    type Target = [Profile];

    fn deref(&self) -> &[Profile] {
        &self.0
    }
}

impl FromStr for Profiles {
    type Err = UnknownProfile;

    fn from_str(names: &str) -> Result<Self, UnknownProfile> {
        let mut profiles = Vec::new();
        for name in names.split(',').map(str::trim) {
            let added = match name {
                "all" => Profile::ALL.to_vec(),
                name => vec![name.parse()?],
            };
            for profile in added {
                if !profiles.contains(&profile) {
                    profiles.push(profile);
                }
            }
        }
        Ok(Profiles(profiles))
    }
}
