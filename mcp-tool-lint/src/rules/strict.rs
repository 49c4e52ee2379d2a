//! OpenAI's strict mode.

use super::{NONE, OpenAiStrict, Session, error};
use crate::Rule;
use crate::checks::strict;
use crate::rule::Check;

pub(super) const OBJECT: Rule = Rule {
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
    effects_in_answer: NONE,
    check: Check::Tool(strict::object),
};

pub(super) const KEYWORD: Rule = Rule {
    id: "strict_keyword",
    breaks: "strict mode does not know this keyword",
    repair: "leave strict mode off for this tool, or remove the keyword",
    since: "2026-09",
    sources: &[
        "1jehuang/jcode#687",
        "posit-dev/chatlas#255",
        "vercel/ai#6704",
        "jsonschemaprofiles.unitvectorylabs.com/schemas/openai",
    ],
    effects: &[error(OpenAiStrict, Session)],
    effects_in_answer: NONE,
    check: Check::Tool(strict::keyword),
};

pub(super) const SIZE: Rule = Rule {
    id: "strict_size",
    breaks: "strict mode limits a schema to 10 levels, 5,000 properties, 1,000 enum values and 120,000 characters",
    repair: "make several tools of it",
    since: "2026-02",
    sources: &["jsonschemaprofiles.unitvectorylabs.com/schemas/openai"],
    effects: &[error(OpenAiStrict, Session)],
    effects_in_answer: NONE,
    check: Check::Tool(strict::size),
};
