//! Keywords that Gemini's own kind of schema does not have.

use super::{Gemini, NONE, Session, error, warning};
use crate::Rule;
use crate::checks::gemini;
use crate::rule::Check;

pub(super) const FORMAT: Rule = Rule {
    id: "gemini_format",
    breaks: "of strings, the Gemini API takes the formats `date-time` and `enum` only; Vertex AI takes others, and many hosts remove them",
    repair: "say the format in the description, and check it in the tool",
    since: "2026-09",
    sources: &[
        "reference.rnfirebase.io/_react-native-firebase/ai/SchemaInterface.html",
        "google-gemini/gemini-cli#3178",
        "pizza-bot-app/pizza-bot#62",
        "fazer-ai/agents#64",
        "ahmadrosid/nakama#293",
    ],
    effects: &[warning(Gemini, Session)],
    effects_in_answer: NONE,
    check: Check::Tool(gemini::unknown_format),
};

pub(super) const KEYWORD: Rule = Rule {
    id: "gemini_keyword",
    breaks: "Gemini refuses keywords that it does not know, such as `exclusiveMinimum`, `examples` and all `x-…`, at hosts that hand them through",
    repair: "say it in the description, and check it in the tool",
    since: "2026-09",
    sources: &[
        "pizza-bot-app/pizza-bot#62",
        "AstrBotDevs/AstrBot#7572",
        "tashfeenahmed/freellmapi#417",
        "ahmadrosid/nakama#292",
        "zendev-sh/goai#108",
        "hideya/langchain-mcp-tools-ts#36",
        "CherryHQ/cherry-studio#4153",
    ],
    effects: &[warning(Gemini, Session)],
    effects_in_answer: NONE,
    check: Check::Tool(gemini::keyword),
};

pub(super) const BESIDE_ANY_OF: Rule = Rule {
    id: "beside_any_of",
    breaks: "where there is `anyOf`, Vertex AI wants nothing else beside it but a description",
    repair: "put it into each branch, or leave it out",
    since: "2026-07",
    sources: &[
        "lambda-alpha-labs/Graphenium#37",
        "BerriAI/litellm#11164",
        "anomalyco/opencode#15795",
        "anomalyco/opencode#14788",
    ],
    effects: &[warning(Gemini, Session)],
    effects_in_answer: NONE,
    check: Check::Tool(gemini::beside_any_of),
};

pub(super) const EMPTY_VALUE: Rule = Rule {
    id: "empty_enum_value",
    breaks: "an `enum` has the empty string, which Gemini refuses",
    repair: "leave it out, and make the argument optional",
    since: "2026-04",
    sources: &["sbroenne/mcp-server-excel#607"],
    effects: &[error(Gemini, Session)],
    effects_in_answer: NONE,
    check: Check::Tool(gemini::empty_value),
};

pub(super) const MISPLACED: Rule = Rule {
    id: "misplaced_keyword",
    breaks: "`properties`, `required` or `items` stands at a type that has none",
    repair: "remove it, or mend the type",
    since: "2026-08",
    sources: &["anomalyco/opencode#11889", "mastra-ai/mastra#22489"],
    effects: &[error(Gemini, Session)],
    effects_in_answer: NONE,
    check: Check::Tool(gemini::misplaced),
};
