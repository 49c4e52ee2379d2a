//! The rules, each with its check. Each rule states the month of its newest report. If all affected clients
//! have fixed the problem since then, remove the rule.

mod compositions;
mod contradictions;
mod descriptions;
mod gemini;
mod lists;
mod malformed;
mod metadata;
mod names;
mod references;
mod roots;
mod strict;
mod types;
mod values;

use serde_json::Value;

use crate::effect::Effect;
use crate::hit::Hit;
use crate::rule::{Check, Rule, effects};
use crate::subject::{Node, Reference, Role, Side, Subject, ToolList};
use crate::value_text::shorten;

/// No effects: the fault cannot occur in this part of a tool, or clients ignore it there.
const NONE: &[Effect] = &[];

/// The model may use the tool wrongly in every client.
const EVERYWHERE: &[Effect] =
    effects![Warning Meaning: Claude OpenAi OpenAiStrict Gemini VsCode Cursor];

/// The id of the rule that `#[mcp_tool(allow(nested_input))]` turns off for a tool.
pub(super) const NESTED_INPUT: &str = roots::NESTED_INPUT.id;

/// Returns a text such as ` and 2 others`. The text is empty for 0.
fn and_others(count: usize) -> String {
    match count {
        0 => String::new(),
        1 => " and 1 other".to_owned(),
        count => format!(" and {count} others"),
    }
}

/// All rules. The findings about a tool follow the order of this list.
pub static RULES: &[Rule] = &[
    lists::NO_TOOLS,
    malformed::MALFORMED_TOOL,
    roots::ROOT_OBJECT,
    roots::ROOT_PROPERTIES,
    roots::ROOT_COMPOSITION,
    roots::NESTED_INPUT,
    roots::OUTPUT_OBJECT,
    malformed::MALFORMED_KEYWORD,
    malformed::LISTED_TWICE,
    malformed::UNDEFINED_REQUIRED,
    malformed::EMPTY_ENUM,
    contradictions::CONTRADICTION,
    contradictions::FOREIGN_PATTERN,
    contradictions::LOOK_AROUND,
    values::LARGE_NUMBER,
    malformed::DEEP_SCHEMA,
    types::BOOLEAN_SCHEMA,
    references::REFERENCE,
    references::UNRESOLVED_REFERENCE,
    references::RECURSION,
    references::UNUSED_DEFINITION,
    values::CONSTANT,
    types::SEVERAL_TYPES,
    types::OPTIONAL_NULL,
    types::NULLABLE,
    types::NO_TYPE,
    types::ARRAY_ITEMS,
    compositions::SINGLE_BRANCH,
    compositions::UNUSED_CONDITION,
    values::INVENTED_FORMAT,
    values::DIALECT,
    gemini::GEMINI_KEYWORD,
    gemini::BESIDE_ANY_OF,
    gemini::EMPTY_ENUM_VALUE,
    gemini::MISPLACED_KEYWORD,
    gemini::TITLE_AND_TYPE,
    strict::STRICT_OBJECT,
    strict::STRICT_KEYWORD,
    strict::STRICT_SIZE,
    names::NAME_CHARACTERS,
    names::NAME_LENGTH,
    names::PREFIXED_NAME,
    names::ARGUMENT_NAME,
    descriptions::NO_DESCRIPTION,
    descriptions::PLACEHOLDER_DESCRIPTION,
    descriptions::HIDDEN_CHARACTER,
    descriptions::DESCRIPTION_REPEATS_NAME,
    descriptions::LONG_DESCRIPTION,
    descriptions::NO_INSTRUCTIONS,
    descriptions::LARGE_SCHEMA,
    metadata::ICON,
    lists::CONTRADICTING_HINTS,
    lists::REVIEW,
    lists::PORTAL_DESCRIPTION,
    lists::ONE_NAME_TWICE,
    lists::TOO_MANY_TOOLS,
    lists::LARGE_LIST,
];
