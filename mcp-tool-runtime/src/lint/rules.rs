//! What is known of clients, newest reports first. A rule whose reports are older than the client
//! is a candidate to go.

use super::checks::{list, object, schema, strict, text};
use super::rule::Check;
use super::{Effect, Loss, Profile, Rule};

const fn error(client: Profile, loss: Loss) -> Effect {
    Effect::error(client, loss)
}

const fn warning(client: Profile, loss: Loss) -> Effect {
    Effect::warning(client, loss)
}

use Loss::{List, Meaning, Session, Tool};
use Profile::{Claude, Cursor, Gemini, OpenAi, OpenAiStrict, VsCode};

/// A loss that every client has, because it is the model's.
const EVERYWHERE: &[Effect] = &[
    warning(Claude, Meaning),
    warning(OpenAi, Meaning),
    warning(OpenAiStrict, Meaning),
    warning(Gemini, Meaning),
    warning(VsCode, Meaning),
    warning(Cursor, Meaning),
];

/// Every rule, in the order in which findings are told.
pub static RULES: &[Rule] = &[
    Rule {
        id: "root_composition",
        breaks: "the arguments of a tool are described by `oneOf`, `anyOf` or `allOf` at the root",
        repair: "make a tool of each form, or one object whose other members are optional",
        since: "2026-09",
        sources: &[
            "opentokenz/mcpx#28",
            "makenotion/notion-mcp-server#341",
            "anthropics/claude-code#4753",
            "ProfSynapse/nexus#6",
        ],
        effects: &[
            error(Claude, Session),
            error(OpenAi, Session),
            error(OpenAiStrict, Session),
        ],
        check: Check::Tool(object::root_composition),
    },
    Rule {
        id: "root_object",
        breaks: "the root of `inputSchema` does not say `\"type\": \"object\"`",
        repair: "write `\"type\": \"object\"` at the root",
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
        check: Check::Tool(object::root_object),
    },
    Rule {
        id: "root_properties",
        breaks: "an input object lists no `properties`, not even none",
        repair: "write `\"properties\": {}`",
        since: "2026-09",
        sources: &[
            "opentokenz/mcpx#28",
            "posit-dev/mcptools#91",
            "wevm/incur#170",
        ],
        effects: &[
            error(OpenAi, Session),
            error(OpenAiStrict, Session),
            error(VsCode, Session),
        ],
        check: Check::Tool(object::root_properties),
    },
    Rule {
        id: "output_object",
        breaks: "the root of `outputSchema` does not say `\"type\": \"object\"`",
        repair: "return an object, wrap the value in one, or publish no output schema",
        since: "2026-09",
        sources: &["opentokenz/mcpx#28", "modelcontextprotocol/rust-sdk#445"],
        effects: &[
            error(Claude, List),
            error(VsCode, List),
            error(Cursor, List),
        ],
        check: Check::Tool(object::output_object),
    },
    Rule {
        id: "boolean_schema",
        breaks: "`true` or `false` stands where a schema object is expected",
        repair: "write `{}`, or better the types that are admitted",
        since: "2026-09",
        sources: &[
            "anomalyco/opencode#49464",
            "anthropics/claude-code#92900",
            "7xuanlu/wenlan#360",
            "GaloyMoney/drua#230",
        ],
        effects: &[error(Claude, List)],
        check: Check::Tool(schema::boolean),
    },
    Rule {
        id: "reference",
        breaks: "a `$ref` has to be followed to know what is meant",
        repair: "put the schema in its place",
        since: "2026-09",
        sources: &[
            "NousResearch/hermes-agent#100441",
            "google-gemini/gemini-cli#13326",
            "anomalyco/opencode#12295",
        ],
        effects: &[error(Gemini, Session)],
        check: Check::Tool(schema::reference),
    },
    Rule {
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
        check: Check::Tool(schema::recursion),
    },
    Rule {
        id: "constant",
        breaks: "a value is given by `const`, by several of them, or by an `enum` of other things than strings",
        repair: "write one `enum` of strings, and say in the description what each means",
        since: "2026-09",
        sources: &[
            "taylorwilsdon/google_workspace_mcp#1099",
            "microsoft/vscode#328147",
            "JetBrains/koog#2067",
        ],
        effects: &[error(Gemini, Session), warning(VsCode, Meaning)],
        check: Check::Tool(schema::constant),
    },
    Rule {
        id: "several_types",
        breaks: "`type` is a list",
        repair: "write one type; an optional argument is left out of `required`",
        since: "2026-09",
        sources: &[
            "taylorwilsdon/google_workspace_mcp#1099",
            "Eigenwise/atomic-agents#283",
            "cursor/cursor#3778",
            "baruchiro/paperless-mcp#138",
        ],
        effects: &[
            error(Gemini, Session),
            warning(Claude, Tool),
            warning(Cursor, Tool),
        ],
        check: Check::Tool(schema::several_types),
    },
    Rule {
        id: "optional_null",
        breaks: "an optional member may also be `null`",
        repair: "write its type alone: being left out says the same",
        since: "2026-09",
        sources: &["jordiboehme/crystalline#14", "longbridge/longbridge-mcp#61"],
        effects: &[warning(Gemini, Session), warning(Claude, Tool)],
        check: Check::Tool(schema::optional_null),
    },
    Rule {
        id: "array_items",
        breaks: "a list does not say what its items are",
        repair: "write `items`; a tuple is better an object with named members",
        since: "2026-08",
        sources: &[
            "sbroenne/mcp-server-excel#672",
            "microsoft/vscode#244467",
            "rootlyhq/rootly-mcp-server#82",
        ],
        effects: &[
            error(VsCode, Session),
            error(OpenAi, Session),
            error(OpenAiStrict, Session),
            error(Gemini, Session),
        ],
        check: Check::Tool(schema::array_items),
    },
    Rule {
        id: "invented_format",
        breaks: "a `format` that JSON Schema does not have",
        repair: "remove it, and write `minimum` and `maximum` for a number",
        since: "2026-09",
        sources: &[
            "longbridge/developers#1264",
            "skillsynchq/txcript#17",
            "ZhangHanDong/mempal#84",
        ],
        effects: &[
            warning(Claude, Meaning),
            warning(VsCode, Meaning),
            warning(Cursor, Meaning),
            error(OpenAiStrict, Session),
        ],
        check: Check::Tool(schema::invented_format),
    },
    Rule {
        id: "gemini_format",
        breaks: "Gemini knows the format `date-time` of strings, and `float`, `double`, `int32` and `int64` of numbers",
        repair: "say the format in the description, and check it in the tool",
        since: "2026-08",
        sources: &[
            "pizza-bot-app/pizza-bot#62",
            "fazer-ai/agents#64",
            "ahmadrosid/nakama#293",
        ],
        effects: &[warning(Gemini, Session)],
        check: Check::Tool(schema::gemini_format),
    },
    Rule {
        id: "exclusive_bound",
        breaks: "Gemini refuses keywords that it does not know, such as `exclusiveMinimum`",
        repair: "write `minimum` and `maximum`, and check the rest in the tool",
        since: "2026-08",
        sources: &[
            "hideya/langchain-mcp-tools-ts#36",
            "CherryHQ/cherry-studio#4153",
        ],
        effects: &[warning(Gemini, Session)],
        check: Check::Tool(schema::exclusive_bound),
    },
    Rule {
        id: "dialect",
        breaks: "a `$schema` member",
        repair: "leave it out: JSON Schema 2020-12 is what is meant without it",
        since: "2025-12",
        sources: &[
            "google-gemini/gemini-cli#14970",
            "modelcontextprotocol/rust-sdk#182",
        ],
        effects: &[warning(Gemini, Tool)],
        check: Check::Tool(schema::dialect),
    },
    Rule {
        id: "unused_condition",
        breaks: "models do not follow `oneOf`, `if` and their like in arguments",
        repair: "say the condition in the description, and check it in the tool",
        since: "2026-08",
        sources: &[
            "modelcontextprotocol/modelcontextprotocol#2806",
            "cortexkit/aft#323",
        ],
        effects: EVERYWHERE,
        check: Check::Tool(schema::condition),
    },
    Rule {
        id: "strict_object",
        breaks: "strict mode wants every object closed and every member required",
        repair: "leave strict mode off for this tool, or make every argument required",
        since: "2026-09",
        sources: &[
            "anthony-chaudhary/fak#10777",
            "softwaremill/sttp-ai#521",
            "github/github-mcp-server#376",
        ],
        effects: &[error(OpenAiStrict, Session)],
        check: Check::Tool(strict::object),
    },
    Rule {
        id: "strict_keyword",
        breaks: "strict mode does not know this keyword",
        repair: "leave strict mode off for this tool, or remove the keyword",
        since: "2026-09",
        sources: &["posit-dev/chatlas#255", "vercel/ai#6704"],
        effects: &[error(OpenAiStrict, Session)],
        check: Check::Tool(strict::keyword),
    },
    Rule {
        id: "strict_size",
        breaks: "strict mode limits a schema to 10 levels, 5,000 properties, 1,000 enum values and 120,000 characters",
        repair: "make several tools of it",
        since: "2026-02",
        sources: &["jsonschemaprofiles.unitvectorylabs.com/schemas/openai"],
        effects: &[error(OpenAiStrict, Session)],
        check: Check::Tool(strict::size),
    },
    Rule {
        id: "name_characters",
        breaks: "a tool's name has other characters than letters, digits, `_` and `-`",
        repair: "write `_` instead",
        since: "2026-08",
        sources: &[
            "evoila/meho#2745",
            "l22-io/orchard-mcp#14",
            "github/copilot-cli#1879",
            "openai/codex#8174",
        ],
        effects: &[
            error(Claude, List),
            error(OpenAi, Session),
            error(OpenAiStrict, Session),
            error(VsCode, Session),
        ],
        check: Check::Tool(text::name_characters),
    },
    Rule {
        id: "name_length",
        breaks: "a tool's name has more than 64 characters",
        repair: "shorten it",
        since: "2026-08",
        sources: &[
            "loomle/loomle#168",
            "openai/codex#8174",
            "microsoft/vscode#243602",
        ],
        effects: &[
            error(Claude, List),
            error(OpenAi, Session),
            error(OpenAiStrict, Session),
            error(VsCode, Tool),
            error(Cursor, Tool),
        ],
        check: Check::Tool(text::name_length),
    },
    Rule {
        id: "prefixed_name",
        breaks: "the server's and the tool's name together are longer than 60 characters",
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
        check: Check::Tool(text::prefixed_name),
    },
    Rule {
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
        check: Check::Tool(text::argument_name),
    },
    Rule {
        id: "long_description",
        breaks: "a description has more than 2,048 characters, and the rest is cut in silence",
        repair: "put what matters first, and shorten it",
        since: "2026-08",
        sources: &[
            "anthropics/claude-code#87650",
            "RedHatInsights/insights-mcp#340",
        ],
        effects: &[warning(Claude, Meaning)],
        check: Check::Tool(text::long_description),
    },
    Rule {
        id: "no_description",
        breaks: "a tool or an argument has no description",
        repair: "say what it is for",
        since: "2026-08",
        sources: &[
            "trsdn/mcp-server-visio#37",
            "modelcontextprotocol/python-sdk#1033",
        ],
        effects: EVERYWHERE,
        check: Check::Tool(text::no_description),
    },
    Rule {
        id: "one_name_twice",
        breaks: "two tools have one name",
        repair: "rename one of them",
        since: "2026-08",
        sources: &[
            "langchain-ai/langchain-mcp-adapters#605",
            "microsoft/vscode#249266",
        ],
        effects: &[
            error(Claude, Tool),
            error(OpenAi, Session),
            error(OpenAiStrict, Session),
            error(Gemini, Session),
            error(VsCode, Tool),
            error(Cursor, Tool),
        ],
        check: Check::List(list::one_name_twice),
    },
    Rule {
        id: "too_many_tools",
        breaks: "there are more tools than a request may have",
        repair: "make several servers of it, or filter the tools",
        since: "2026-06",
        sources: &[
            "microsoft/copilot-intellij-feedback#1842",
            "microsoft/vscode#255585",
            "Azure/azure-mcp#372",
        ],
        effects: &[error(VsCode, Session)],
        check: Check::List(list::more_than_128),
    },
    Rule {
        id: "many_tools",
        breaks: "Cursor has passed on the first 40 tools only",
        repair: "make several servers of it, or filter the tools",
        since: "2025-04",
        sources: &["bun913/mcp-testrail#6"],
        effects: &[warning(Cursor, Tool)],
        check: Check::List(list::more_than_40),
    },
];
