//! Names, descriptions and titles.

use super::{
    Claude, Cursor, EVERYWHERE, Gemini, LONGER, List, Meaning, NONE, OpenAi, OpenAiStrict, Session,
    Tool, VsCode, error, warning,
};
use crate::Rule;
use crate::checks::{descriptions, names};
use crate::rule::Check;

pub(super) const NAME_CHARACTERS: Rule = Rule {
    id: "name_characters",
    breaks: "a tool's name has other characters than letters, digits, `_` and `-`",
    repair: "write `_` instead",
    since: "2026-08",
    sources: &[
        "evoila/meho#2745",
        "l22-io/orchard-mcp#14",
        "github/copilot-cli#1879",
        "openai/codex#8174",
        "mcp-router/mcp-router#176",
    ],
    effects: &[
        error(Claude, List),
        error(OpenAi, Session),
        error(OpenAiStrict, Session),
        warning(Gemini, Session),
        warning(VsCode, Session),
    ],
    effects_in_answer: NONE,
    check: Check::Tool(names::characters),
};

pub(super) const NAME_START: Rule = Rule {
    id: "name_start",
    breaks: "a tool's name does not begin with a letter or `_`, as Gemini wants it",
    repair: "put a word before it",
    since: "2026-02",
    sources: &[
        "mcp-router/mcp-router#176",
        "cline/cline#7339",
        "Finerestaurant/kicad-mcp-python#2",
    ],
    effects: &[warning(Gemini, Session)],
    effects_in_answer: NONE,
    check: Check::Tool(names::start),
};

pub(super) const NAME_LENGTH: Rule = Rule {
    id: "name_length",
    breaks: "a tool's name has more than 64 characters",
    repair: "shorten it",
    since: "2026-08",
    sources: &[
        "loomle/loomle#168",
        "openai/codex#8174",
        "nanbingxyz/5ire#403",
        "microsoft/vscode#243602",
        "mims-harvard/ToolUniverse#3",
    ],
    effects: &[
        error(Claude, List),
        error(OpenAi, Session),
        error(OpenAiStrict, Session),
        warning(Gemini, Session),
        error(VsCode, Tool),
        error(Cursor, Tool),
    ],
    effects_in_answer: NONE,
    check: Check::Tool(names::length),
};

pub(super) const PREFIXED_NAME: Rule = Rule {
    id: "prefixed_name",
    breaks: "clients write the server's name before the tool's, and Cursor takes 60 characters together, others 64",
    repair: "shorten one of them",
    since: "2026-02",
    sources: &[
        "ComposioHQ/composio#2788",
        "PostHog/posthog#51483",
        "awslabs/mcp#1283",
    ],
    effects: &[
        error(Cursor, Tool),
        warning(Claude, Tool),
        warning(VsCode, Tool),
    ],
    effects_in_answer: NONE,
    check: Check::Tool(names::prefixed),
};

pub(super) const ARGUMENT_NAME: Rule = Rule {
    id: "argument_name",
    breaks: "an argument's name has other characters than letters, digits, `_`, `.` and `-`, or more than 64",
    repair: "rename it",
    since: "2026-09",
    sources: &[
        "anthropics/claude-code#92648",
        "decocms/studio#6874",
        "twilio-labs/mcp#49",
    ],
    effects: &[error(Claude, Session)],
    effects_in_answer: NONE,
    check: Check::Tool(names::argument),
};

pub(super) const NO_DESCRIPTION: Rule = Rule {
    id: "no_description",
    breaks: "a tool or an argument has no description",
    repair: "say what it is for",
    since: "2026-08",
    sources: &[
        "trsdn/mcp-server-visio#37",
        "modelcontextprotocol/python-sdk#1033",
    ],
    effects: EVERYWHERE,
    effects_in_answer: NONE,
    check: Check::Tool(descriptions::missing),
};

pub(super) const PLACEHOLDER: Rule = Rule {
    id: "placeholder_description",
    breaks: "a description stands for one that has yet to be written",
    repair: "say what it is for",
    since: "2026-08",
    sources: &[
        "trsdn/mcp-server-visio#37",
        "trustabl/agent-reliability-rules#19",
    ],
    effects: EVERYWHERE,
    effects_in_answer: EVERYWHERE,
    check: Check::Tool(descriptions::placeholder),
};

pub(super) const NAME_AGAIN: Rule = Rule {
    id: "description_repeats_name",
    breaks: "a description says what the name says, and no more",
    repair: "say what the name does not: what comes back, in which form, when to use it",
    since: "2026-08",
    sources: &["trsdn/mcp-server-ppt#128", "fallow-rs/fallow#421"],
    effects: EVERYWHERE,
    effects_in_answer: NONE,
    check: Check::Tool(descriptions::name_again),
};

pub(super) const LONG_DESCRIPTION: Rule = Rule {
    id: "long_description",
    breaks: "a tool's description has more than 2,048 characters, and Claude Code cuts the rest in silence",
    repair: "put what matters first, and shorten it",
    since: "2026-08",
    sources: &[
        "anthropics/claude-code#87650",
        "anthropics/claude-code#81268",
        "RedHatInsights/insights-mcp#340",
    ],
    effects: &[warning(Claude, Meaning)],
    effects_in_answer: NONE,
    check: Check::Tool(descriptions::long),
};

pub(super) const LONG_INSTRUCTIONS: Rule = Rule {
    id: "long_instructions",
    breaks: "the server's instructions have more than 2,048 characters, and Claude Code cuts the rest in silence",
    repair: "put what matters first, and shorten them",
    since: "2026-08",
    sources: &["anthropics/claude-code#87650", "nexu-io/open-design#7098"],
    effects: &[warning(Claude, Meaning)],
    effects_in_answer: NONE,
    check: Check::List(descriptions::long_instructions),
};

pub(super) const LONG_ARGUMENT_DESCRIPTION: Rule = Rule {
    id: "long_argument_description",
    breaks: "a description inside of a schema has more than 2,048 characters, which are read with every request",
    repair: "shorten it, or say it where the tool is described",
    since: "2026-08",
    sources: &[
        "anthropics/claude-code#87650",
        "larksuite/lark-openapi-mcp#63",
    ],
    effects: LONGER,
    effects_in_answer: LONGER,
    check: Check::Tool(descriptions::long_inside),
};

pub(super) const GENERATED_TITLE: Rule = Rule {
    id: "generated_title",
    breaks: "a title that was made of a name says nothing, and is read with every request",
    repair: "leave it out",
    since: "2026-08",
    sources: &["punkpeye/fastmcp#189", "modelcontextprotocol/rust-sdk#856"],
    effects: LONGER,
    effects_in_answer: LONGER,
    check: Check::Tool(descriptions::generated_title),
};
