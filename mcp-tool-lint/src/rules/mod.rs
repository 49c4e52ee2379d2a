//! The rules. Remove a rule when its newest report is older than the client.

mod answers_too;
mod gemini;
mod lists;
mod shapes;
mod strict;
mod texts;
mod types;

use super::{Effect, Loss, Profile, Rule};

use Loss::{List, Meaning, Session, Tokens, Tool};
use Profile::{Claude, Cursor, Gemini, OpenAi, OpenAiStrict, VsCode};

const fn error(client: Profile, loss: Loss) -> Effect {
    Effect::error(client, loss)
}

const fn warning(client: Profile, loss: Loss) -> Effect {
    Effect::warning(client, loss)
}

/// Clients that hardly read what describes an answer.
const NONE: &[Effect] = &[];

/// A loss that every client has, because it is the model's.
const EVERYWHERE: &[Effect] = &[
    warning(Claude, Meaning),
    warning(OpenAi, Meaning),
    warning(OpenAiStrict, Meaning),
    warning(Gemini, Meaning),
    warning(VsCode, Meaning),
    warning(Cursor, Meaning),
];

/// Every request is longer.
const LONGER: &[Effect] = &[
    warning(Claude, Tokens),
    warning(OpenAi, Tokens),
    warning(OpenAiStrict, Tokens),
    warning(Gemini, Tokens),
    warning(VsCode, Tokens),
    warning(Cursor, Tokens),
];

/// The rule that a tool can silence itself.
pub(super) const NESTED_INPUT: &str = shapes::NESTED.id;

// Cases of rules that have other effects than most.

/// Keywords at the root that Claude takes.
pub(super) const ROOT_FOR_CLAUDE: &[Effect] = &[
    error(OpenAi, Session),
    error(OpenAiStrict, Session),
    warning(Gemini, Session),
];

/// A schema that is too deep to be looked at.
pub(super) const CLOSED_LIST: &[Effect] = &[
    warning(Claude, List),
    warning(OpenAi, Session),
    warning(OpenAiStrict, Session),
    warning(Gemini, Session),
    warning(VsCode, List),
    warning(Cursor, List),
];

/// A repeated value in an `enum`.
pub(super) const TWICE_IN_ENUM: &[Effect] = &[
    warning(OpenAi, Session),
    warning(OpenAiStrict, Session),
    error(VsCode, Tool),
];

pub(super) const ONLY_GEMINI_SESSION: &[Effect] = &[error(Gemini, Session)];

/// Items of a list one by one, and all together besides, which the others read.
pub(super) const TUPLE_AT_GEMINI: &[Effect] = &[warning(Gemini, Session)];

/// Values in an `enum` that are not of its type. Gemini rejects any value that is not a string.
pub(super) const ENUM_OF_OTHERS: &[Effect] = &[
    warning(Claude, Meaning),
    warning(OpenAi, Meaning),
    warning(OpenAiStrict, Meaning),
    error(Gemini, Session),
    warning(VsCode, Meaning),
    warning(Cursor, Meaning),
];

/// Only OpenAI's strict mode reads it.
pub(super) const ONLY_STRICT: &[Effect] = &[error(OpenAiStrict, Session)];

pub(super) const ONLY_GEMINI_MEANING: &[Effect] = &[warning(Gemini, Meaning)];

/// The format `enum`, which Gemini has, and JSON Schema does not.
pub(super) const FORMAT_BUT_GEMINI: &[Effect] = &[
    warning(Claude, Meaning),
    error(OpenAiStrict, Session),
    warning(VsCode, Meaning),
    warning(Cursor, Meaning),
];

/// The dialect that clients of today want, for those that know an older one only.
pub(super) const NEW_DIALECT_OF_ANSWER: &[Effect] = &[warning(Gemini, Tool)];

/// Keywords that strict mode does not list, without a report that it rejects them.
pub(super) const STRICT_LIMIT: &[Effect] = &[warning(OpenAiStrict, Session)];

/// A name inside of an argument: the reports are about arguments themselves.
pub(super) const INNER_NAME: &[Effect] = &[warning(Claude, Session)];

/// A tool's name that only Gemini takes.
pub(super) const NAME_GEMINI_TAKES: &[Effect] = &[
    error(Claude, List),
    error(OpenAi, Session),
    error(OpenAiStrict, Session),
    warning(VsCode, Session),
];

/// A long name, where the server's is not known.
pub(super) const UNKNOWN_SERVER: &[Effect] = &[
    warning(Claude, Tool),
    warning(VsCode, Tool),
    warning(Cursor, Tool),
];

/// A name that is too long with what Claude Code alone writes before it.
pub(super) const LONG_FOR_CLAUDE: &[Effect] = &[warning(Claude, Tool)];

/// A list that is there, and empty.
pub(super) const EMPTY_LIST: &[Effect] = &[
    warning(Claude, List),
    warning(OpenAi, List),
    warning(OpenAiStrict, List),
    warning(Gemini, List),
    warning(VsCode, List),
    warning(Cursor, List),
];

/// All rules, in the order of their findings.
pub static RULES: &[Rule] = &[
    lists::NO_TOOLS,
    shapes::MALFORMED_TOOL,
    shapes::ROOT_OBJECT,
    shapes::ROOT_PROPERTIES,
    shapes::ROOT_COMPOSITION,
    shapes::NESTED,
    answers_too::OUTPUT_OBJECT,
    shapes::MALFORMED_KEYWORD,
    shapes::ITEM_LIST,
    shapes::LISTED_TWICE,
    shapes::UNDEFINED_REQUIRED,
    shapes::EMPTY_ENUM,
    types::CONTRADICTION,
    types::FOREIGN_PATTERN,
    types::LARGE_NUMBER,
    shapes::DEEP_SCHEMA,
    answers_too::BOOLEAN_SCHEMA,
    types::REFERENCE,
    answers_too::UNRESOLVED_REFERENCE,
    answers_too::RECURSION,
    answers_too::UNUSED_DEFINITION,
    types::CONSTANT,
    types::SEVERAL_TYPES,
    types::OPTIONAL_NULL,
    types::NULLABLE,
    types::NO_TYPE,
    types::ARRAY_ITEMS,
    types::SINGLE_BRANCH,
    types::UNUSED_CONDITION,
    answers_too::INVENTED_FORMAT,
    answers_too::DIALECT,
    gemini::FORMAT,
    gemini::KEYWORD,
    gemini::BESIDE_ANY_OF,
    gemini::EMPTY_VALUE,
    gemini::MISPLACED,
    strict::OBJECT,
    strict::KEYWORD,
    strict::SIZE,
    texts::NAME_CHARACTERS,
    texts::NAME_START,
    texts::NAME_LENGTH,
    texts::PREFIXED_NAME,
    texts::ARGUMENT_NAME,
    texts::NO_DESCRIPTION,
    texts::PLACEHOLDER,
    texts::NAME_AGAIN,
    texts::LONG_DESCRIPTION,
    texts::LONG_INSTRUCTIONS,
    texts::LONG_ARGUMENT_DESCRIPTION,
    texts::GENERATED_TITLE,
    lists::CONTRADICTING_HINTS,
    lists::REVIEW,
    lists::ONE_NAME_TWICE,
    lists::TOO_MANY_TOOLS,
    lists::MANY_TOOLS,
    lists::LARGE_LIST,
];
