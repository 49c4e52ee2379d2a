//! Rules about input and output schemas.

use super::super::{Effect, Rule};
use super::{
    Claude, Cursor, Gemini, LONGER, List, Meaning, NONE, OpenAi, OpenAiStrict, Session, Tokens,
    Tool, VsCode, error, warning,
};
use crate::checks::{references, roots, schema};
use crate::rule::Check;

pub(super) const OUTPUT_OBJECT: Rule = Rule {
    id: "output_object",
    breaks: "the root of `outputSchema` does not say `\"type\": \"object\"`",
    repair: "return an object, wrap the value in one, or publish no output schema",
    since: "2026-09",
    sources: &["opentokenz/mcpx#28", "modelcontextprotocol/rust-sdk#445"],
    effects: NONE,
    effects_in_answer: &[
        error(Claude, List),
        error(VsCode, List),
        error(Cursor, List),
        warning(Gemini, List),
    ],
    check: Check::Tool(roots::output),
};

pub(super) const BOOLEAN_SCHEMA: Rule = Rule {
    id: "boolean_schema",
    breaks: "`true` or `false` stands where a schema object is expected",
    repair: "write the types that are admitted",
    since: "2026-09",
    sources: &[
        "anomalyco/opencode#49464",
        "anthropics/claude-code#92900",
        "7xuanlu/wenlan#360",
        "GaloyMoney/drua#230",
    ],
    effects: &[
        error(Claude, List),
        warning(Gemini, Session),
        error(OpenAiStrict, Session),
    ],
    effects_in_answer: &[error(Claude, List), warning(Cursor, List)],
    check: Check::Tool(schema::boolean),
};

pub(super) const UNRESOLVED_REFERENCE: Rule = Rule {
    id: "unresolved_reference",
    breaks: "a `$ref` leads to nothing, or to another document",
    repair: "put the schema in its place",
    since: "2026-06",
    sources: &[
        "google-gemini/gemini-cli#13326",
        "modelcontextprotocol/typescript-sdk#1175",
        "modelcontextprotocol/typescript-sdk#2337",
    ],
    effects: &[
        warning(Claude, Session),
        warning(OpenAi, Session),
        error(OpenAiStrict, Session),
        error(Gemini, Session),
        warning(VsCode, Tool),
        warning(Cursor, Tool),
    ],
    effects_in_answer: &[
        error(Claude, List),
        error(Gemini, List),
        error(Cursor, List),
    ],
    check: Check::Tool(references::unresolved),
};

pub(super) const RECURSION: Rule = Rule {
    id: "recursion",
    breaks: "a schema contains itself",
    repair: "limit the depth, or take the inner part as a string of JSON",
    since: "2026-08",
    sources: &[
        "Avick3110/houseCARL#451",
        "anthropics/claude-code#77106",
        "mastra-ai/mastra#15400",
    ],
    effects: &[
        warning(Claude, List),
        error(Gemini, Session),
        warning(OpenAi, Session),
    ],
    effects_in_answer: &[warning(Claude, List)],
    check: Check::Tool(references::recursion),
};

pub(super) const INVENTED_FORMAT: Rule = Rule {
    id: "invented_format",
    breaks: "a `format` that JSON Schema does not have",
    repair: "remove it; say the bounds of a number by `minimum` and `maximum`, and the form of a string in its description",
    since: "2026-09",
    sources: &[
        "longbridge/developers#1264",
        "skillsynchq/txcript#17",
        "ZhangHanDong/mempal#84",
    ],
    effects: &[
        warning(Claude, Meaning),
        error(OpenAiStrict, Session),
        warning(Gemini, Session),
        warning(VsCode, Meaning),
        warning(Cursor, Meaning),
    ],
    effects_in_answer: &[warning(Claude, Meaning), warning(Cursor, Meaning)],
    check: Check::Tool(schema::invented_format),
};

pub(super) const DIALECT: Rule = Rule {
    id: "dialect",
    breaks: "a `$schema` member: clients that check answers know one dialect, and Gemini none",
    repair: "leave it out: JSON Schema 2020-12 is what is meant without it",
    since: "2026-09",
    sources: &[
        "modelcontextprotocol/typescript-sdk#2721",
        "oscardvs/zoteus#83",
        "nataliapc/mcp-openmsx#22",
        "google-gemini/gemini-cli#14970",
        "GetStream/Vision-Agents#513",
    ],
    effects: &[warning(Gemini, Session)],
    effects_in_answer: &[error(Claude, Tool)],
    check: Check::Tool(schema::dialect),
};

/// Every request is longer, and Gemini's fails.
const UNUSED: &[Effect] = &[
    warning(Claude, Tokens),
    warning(OpenAi, Tokens),
    warning(OpenAiStrict, Tokens),
    warning(Gemini, Session),
    warning(VsCode, Tokens),
    warning(Cursor, Tokens),
];

pub(super) const UNUSED_DEFINITION: Rule = Rule {
    id: "unused_definition",
    breaks: "a definition that nothing refers to is read with every request, and Gemini does not know `$defs`",
    repair: "leave it out",
    since: "2026-03",
    sources: &[
        "larksuite/lark-openapi-mcp#63",
        "anthropics/claude-code#13717",
        "datastax/astra-assistants-api#73",
    ],
    effects: UNUSED,
    effects_in_answer: LONGER,
    check: Check::Tool(references::unused),
};
