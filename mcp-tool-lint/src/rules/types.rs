//! Types, choices and shapes of values.

use super::{
    Claude, Cursor, EVERYWHERE, Gemini, Meaning, NONE, OpenAi, OpenAiStrict, Session, Tool, VsCode,
    error, warning,
};
use crate::Rule;
use crate::checks::{contradictions, references, schema};
use crate::rule::Check;

pub(super) const REFERENCE: Rule = Rule {
    id: "reference",
    breaks: "a `$ref` has to be followed to know what is meant",
    repair: "put the schema in its place; where the definition was generated and is too large for that, make its types smaller, or the tool two",
    since: "2026-09",
    sources: &[
        "NousResearch/hermes-agent#100441",
        "google-gemini/gemini-cli#13326",
        "anomalyco/opencode#12295",
        "su-kaka/gcli2api#374",
    ],
    effects: &[error(Gemini, Session)],
    effects_in_answer: NONE,
    check: Check::Tool(references::reference),
};

pub(super) const CONSTANT: Rule = Rule {
    id: "constant",
    breaks: "a value is given by `const`, by several of them, or by an `enum` of other things than strings",
    repair: "write one `enum` of strings, and say in the description what each means",
    since: "2026-09",
    sources: &[
        "taylorwilsdon/google_workspace_mcp#1099",
        "zed-extensions/mcp-server-brave-search#12",
        "microsoft/azure-devops-mcp#145",
        "microsoft/vscode#328147",
        "JetBrains/koog#2067",
    ],
    effects: &[error(Gemini, Session), warning(VsCode, Meaning)],
    effects_in_answer: NONE,
    check: Check::Tool(schema::constant),
};

pub(super) const SEVERAL_TYPES: Rule = Rule {
    id: "several_types",
    breaks: "`type` is a list",
    repair: "write one type; an optional argument is left out of `required`",
    since: "2026-09",
    sources: &[
        "taylorwilsdon/google_workspace_mcp#1099",
        "Eigenwise/atomic-agents#283",
        "cursor/cursor#3778",
        "baruchiro/paperless-mcp#138",
        "zed-industries/zed#44875",
    ],
    effects: &[
        error(Gemini, Session),
        warning(Claude, Tool),
        warning(Cursor, Tool),
    ],
    effects_in_answer: NONE,
    check: Check::Tool(schema::several_types),
};

pub(super) const OPTIONAL_NULL: Rule = Rule {
    id: "optional_null",
    breaks: "an optional member may also be `null`",
    repair: "write its type alone, unless `null` says something else than being left out",
    since: "2026-09",
    sources: &[
        "taylorwilsdon/google_workspace_mcp#1099",
        "jordiboehme/crystalline#14",
        "longbridge/longbridge-mcp#61",
        "anthropics/claude-code#80666",
    ],
    effects: &[warning(Gemini, Session), warning(Claude, Tool)],
    effects_in_answer: NONE,
    check: Check::Tool(schema::optional_null),
};

pub(super) const NULLABLE: Rule = Rule {
    id: "nullable",
    breaks: "`nullable` is OpenAPI's: JSON Schema does not have it, and refuses `null`",
    repair: "leave the member out of `required` instead",
    since: "2026-06",
    sources: &[
        "PrefectHQ/fastmcp#3744",
        "nocobase/nocobase#8994",
        "gravitee-io/gravitee-api-management#17521",
    ],
    effects: &[
        warning(Claude, Meaning),
        warning(OpenAi, Meaning),
        warning(OpenAiStrict, Session),
        warning(VsCode, Meaning),
        warning(Cursor, Meaning),
    ],
    effects_in_answer: &[warning(Claude, Tool), warning(Cursor, Tool)],
    check: Check::Tool(schema::nullable),
};

pub(super) const NO_TYPE: Rule = Rule {
    id: "no_type",
    breaks: "a value has no `type`",
    repair: "write its type, or `anyOf` with the types that are admitted",
    since: "2026-04",
    sources: &[
        "google-gemini/gemini-cli#4400",
        "googleapis/js-genai#806",
        "jordiboehme/crystalline#14",
        "TencentCloudBase/CloudBase-AI-Toolkit#626",
        "FlowiseAI/Flowise#5109",
    ],
    effects: &[error(OpenAiStrict, Session), warning(Gemini, Session)],
    effects_in_answer: NONE,
    check: Check::Tool(schema::no_type),
};

pub(super) const ARRAY_ITEMS: Rule = Rule {
    id: "array_items",
    breaks: "a list does not say what its items are, or only of each by its position",
    repair: "write `items`; a tuple is better an object with named members",
    since: "2026-08",
    sources: &[
        "sbroenne/mcp-server-excel#672",
        "db-lyon/ue-mcp#936",
        "diegosouzapw/OmniRoute#13464",
        "webflow/mcp-server#119",
        "spacelift-io/spacectl#402",
        "microsoft/vscode#244467",
        "rootlyhq/rootly-mcp-server#82",
    ],
    effects: &[
        error(VsCode, Session),
        error(OpenAi, Session),
        error(OpenAiStrict, Session),
        error(Gemini, Session),
    ],
    effects_in_answer: NONE,
    check: Check::Tool(schema::array_items),
};

pub(super) const SINGLE_BRANCH: Rule = Rule {
    id: "single_branch",
    breaks: "a composition has one branch, which converters drop",
    repair: "write the branch in its place",
    since: "2026-09",
    sources: &[
        "alpacahq/alpaca-mcp-server#110",
        "makenotion/notion-mcp-server#102",
    ],
    effects: &[
        warning(Gemini, Session),
        warning(OpenAi, Meaning),
        warning(VsCode, Meaning),
    ],
    effects_in_answer: NONE,
    check: Check::Tool(schema::single_branch),
};

pub(super) const UNUSED_CONDITION: Rule = Rule {
    id: "unused_condition",
    breaks: "models do not follow `oneOf`, `if` and their like in arguments, and Gemini does not know them",
    repair: "say the condition in the description, and check it in the tool",
    since: "2026-08",
    sources: &[
        "modelcontextprotocol/modelcontextprotocol#2806",
        "cortexkit/aft#323",
        "mastra-ai/mastra#22489",
    ],
    effects: &[
        warning(Claude, Meaning),
        warning(OpenAi, Meaning),
        warning(OpenAiStrict, Meaning),
        warning(Gemini, Session),
        warning(VsCode, Meaning),
        warning(Cursor, Meaning),
    ],
    effects_in_answer: NONE,
    check: Check::Tool(schema::condition),
};

pub(super) const CONTRADICTION: Rule = Rule {
    id: "contradiction",
    breaks: "bounds leave no value, or a default or a choice is refused by what stands beside it",
    repair: "mend the one or the other",
    since: "2026-09",
    sources: &[
        "dcdpr/jp#998",
        "esphome/device-builder#2766",
        "decolua/9router#359",
    ],
    effects: EVERYWHERE,
    effects_in_answer: EVERYWHERE,
    check: Check::Tool(contradictions::contradiction),
};

pub(super) const LARGE_NUMBER: Rule = Rule {
    id: "large_number",
    breaks: "a number is beyond ±(2^53 − 1): Anthropic's API refuses the whole request (\"int too big to convert\"), and JavaScript reads another number",
    repair: "leave out a bound that only says what 64 bits hold; say any other in the description, and check it in the tool",
    since: "2026-07",
    sources: &[
        "anthropics/claude-code#48332",
        "RevenueCat/ai-toolkit#26",
        "ansible/aap-mcp-server#170",
        "adiom-data/grpcmcp#5",
        "anthropics/claude-code#78762",
    ],
    effects: &[
        error(Claude, Session),
        warning(VsCode, Meaning),
        warning(Cursor, Meaning),
    ],
    effects_in_answer: &[warning(Claude, Meaning), warning(Cursor, Meaning)],
    check: Check::Tool(schema::large_number),
};

pub(super) const FOREIGN_PATTERN: Rule = Rule {
    id: "foreign_pattern",
    breaks: "a `pattern` is not a regular expression in JavaScript, where many clients compile it: the call fails, or the tool is gone",
    repair: "write it without flags, names as `(?<name>…)`, `^` and `$` for the ends, and no `\\` before what needs none",
    since: "2026-08",
    sources: &[
        "langchain-ai/langchainjs#11351",
        "n8n-io/n8n#35320",
        "ajv-validator/ajv#2477",
    ],
    effects: &[
        warning(Claude, Tool),
        warning(VsCode, Tool),
        warning(Cursor, Tool),
    ],
    effects_in_answer: &[warning(Claude, Tool), warning(Cursor, Tool)],
    check: Check::Tool(contradictions::pattern),
};
