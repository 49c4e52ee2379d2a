//! Malformed definitions, roots, and values that are not JSON Schema.

use super::{
    CLOSED_LIST, Claude, Cursor, EVERYWHERE, Gemini, List, Meaning, NONE, OpenAi, OpenAiStrict,
    Session, Tool, VsCode, error, warning,
};
use crate::Rule;
use crate::checks::{malformed, roots};
use crate::rule::Check;

pub(super) const MALFORMED_TOOL: Rule = Rule {
    id: "malformed_tool",
    breaks: "a tool is no object, has no name, or a part of it is of the wrong type",
    repair: "write it as the specification has it",
    since: "2026-09",
    sources: &["opentokenz/mcpx#28", "modelcontextprotocol/rust-sdk#445"],
    effects: &[
        error(Claude, List),
        error(OpenAi, Session),
        error(OpenAiStrict, Session),
        error(Gemini, List),
        error(VsCode, List),
        error(Cursor, List),
    ],
    effects_in_answer: NONE,
    check: Check::Tool(malformed::tool),
};

pub(super) const ROOT_OBJECT: Rule = Rule {
    id: "root_object",
    breaks: "the root of `inputSchema` does not say `\"type\": \"object\"`",
    repair: "write `\"type\": \"object\"` at the root, and `\"properties\"` beside it",
    since: "2026-09",
    sources: &[
        "opentokenz/mcpx#28",
        "inboxapi/cli#106",
        "github/copilot-cli#1825",
        "modelcontextprotocol/rust-sdk#251",
    ],
    effects: &[
        error(Claude, List),
        error(OpenAi, Session),
        error(OpenAiStrict, Session),
        error(Gemini, Session),
        error(VsCode, List),
        error(Cursor, List),
    ],
    effects_in_answer: NONE,
    check: Check::Tool(roots::input),
};

pub(super) const ROOT_PROPERTIES: Rule = Rule {
    id: "root_properties",
    breaks: "an input object lists no `properties`, not even none",
    repair: "write `\"properties\": {}`",
    since: "2026-09",
    sources: &[
        "opentokenz/mcpx#28",
        "posit-dev/mcptools#91",
        "wevm/incur#170",
        "github/github-mcp-server#1548",
        "bnb-chain/bnbchain-mcp#68",
    ],
    effects: &[
        error(OpenAi, Session),
        error(OpenAiStrict, Session),
        error(VsCode, Session),
    ],
    effects_in_answer: NONE,
    check: Check::Tool(roots::properties),
};

pub(super) const ROOT_COMPOSITION: Rule = Rule {
    id: "root_composition",
    breaks: "the arguments of a tool are described by `oneOf`, `anyOf` or `allOf` at the root; OpenAI refuses `enum` and `not` there, too",
    repair: "make a tool of each form, or one object whose other members are optional",
    since: "2026-09",
    sources: &[
        "opentokenz/mcpx#28",
        "makenotion/notion-mcp-server#341",
        "anthropics/claude-code#4753",
        "langchain-ai/langchainjs#9804",
        "ProfSynapse/nexus#6",
    ],
    effects: &[
        error(Claude, Session),
        error(OpenAi, Session),
        error(OpenAiStrict, Session),
        warning(Gemini, Session),
        warning(VsCode, Meaning),
        warning(Cursor, Meaning),
    ],
    effects_in_answer: NONE,
    check: Check::Tool(roots::composition),
};

pub(super) const NESTED: Rule = Rule {
    id: "nested_input",
    breaks: "the whole input is nested under one argument such as `request`, and models send its members without it",
    repair: "write `#[arg(flatten)]` before the parameter, as in `#[arg(flatten)] request: Request`, or \
             `allow(nested_input)` in `#[mcp_tool]` to keep it nested",
    since: "2026-09",
    sources: &["basher83/Zammad-MCP#212"],
    effects: EVERYWHERE,
    effects_in_answer: NONE,
    check: Check::Tool(roots::nested_input),
};

pub(super) const MALFORMED_KEYWORD: Rule = Rule {
    id: "malformed_keyword",
    breaks: "a keyword has a value that JSON Schema 2020-12 does not allow",
    repair: "write what is asked for, or remove the keyword",
    since: "2026-05",
    sources: &[
        "anthropics/claude-code#63673",
        "anthropics/claude-code#586",
        "smallmain/vscode-unify-chat-provider#162",
        "FoundationAgents/OpenManus#1162",
    ],
    effects: &[
        error(Claude, Session),
        error(OpenAi, Session),
        error(OpenAiStrict, Session),
        error(Gemini, Session),
        error(VsCode, Tool),
        warning(Cursor, Tool),
    ],
    effects_in_answer: &[
        warning(Claude, List),
        warning(Gemini, List),
        warning(Cursor, List),
    ],
    check: Check::Tool(malformed::keyword),
};

pub(super) const ITEM_LIST: Rule = Rule {
    id: "item_list",
    breaks: "`items` is a list of schemas, as it was in draft-07: JSON Schema 2020-12 does not have that",
    repair: "write one schema for all items; a tuple is better an object with named members",
    since: "2026-08",
    sources: &[
        "brave/brave-search-mcp-server#335",
        "anthropics/claude-code#586",
        "anomalyco/opencode#32488",
    ],
    effects: &[
        error(Claude, Session),
        error(OpenAi, Session),
        error(OpenAiStrict, Session),
        error(Gemini, Session),
        error(VsCode, Session),
        warning(Cursor, Tool),
    ],
    effects_in_answer: &[warning(Claude, Tool)],
    check: Check::Tool(malformed::item_list),
};

pub(super) const LISTED_TWICE: Rule = Rule {
    id: "listed_twice",
    breaks: "`required`, `type` or `enum` lists something twice",
    repair: "remove one of the two",
    since: "2026-04",
    sources: &[
        "DingTalk-Real-AI/dingtalk-workspace-cli#123",
        "microsoft/vscode#292474",
        "ProfSynapse/nexus#5",
    ],
    effects: &[
        error(Claude, Session),
        error(OpenAi, Session),
        error(OpenAiStrict, Session),
        warning(Gemini, Session),
        error(VsCode, Tool),
    ],
    effects_in_answer: &[warning(Claude, Tool)],
    check: Check::Tool(malformed::twice),
};

pub(super) const UNDEFINED_REQUIRED: Rule = Rule {
    id: "undefined_required",
    breaks: "`required` names something that is not in `properties`",
    repair: "describe it in `properties`, or take it out of `required`",
    since: "2026-04",
    sources: &[
        "moltis-org/moltis#747",
        "google-gemini/gemini-cli#1458",
        "camel-ai/camel#2629",
        "openai/openai-java#485",
    ],
    effects: &[
        error(Gemini, Session),
        error(OpenAiStrict, Session),
        warning(Claude, Meaning),
        warning(OpenAi, Meaning),
        warning(VsCode, Meaning),
        warning(Cursor, Meaning),
    ],
    effects_in_answer: &[warning(Claude, Meaning), warning(Cursor, Meaning)],
    check: Check::Tool(malformed::undefined_required),
};

pub(super) const EMPTY_ENUM: Rule = Rule {
    id: "empty_enum",
    breaks: "an `enum` is empty, so that no value is admitted",
    repair: "list the values, or remove `enum`",
    since: "2026-02",
    sources: &[
        "microsoft/vscode#292474",
        "json-schema.org/draft/2020-12/json-schema-validation",
    ],
    effects: &[
        warning(Claude, Tool),
        warning(OpenAi, Tool),
        warning(OpenAiStrict, Tool),
        warning(Gemini, Tool),
        warning(VsCode, Tool),
        warning(Cursor, Tool),
    ],
    effects_in_answer: &[warning(Claude, Tool), warning(Cursor, Tool)],
    check: Check::Tool(malformed::empty_enum),
};

pub(super) const DEEP_SCHEMA: Rule = Rule {
    id: "deep_schema",
    breaks: "a schema is nested more than 128 levels deep",
    repair: "take the inner part as a string of JSON, or make several tools of it",
    since: "2026-08",
    sources: &[
        "Avick3110/houseCARL#451",
        "OpenHands/software-agent-sdk#1955",
        "openclaw/openclaw#152883",
    ],
    effects: CLOSED_LIST,
    effects_in_answer: CLOSED_LIST,
    check: Check::Tool(malformed::too_deep),
};
