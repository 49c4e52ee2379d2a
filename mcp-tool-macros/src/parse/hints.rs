//! Unknown keys that authors may try, such as keys of rmcp, serde and schemars, and a help text for each.
//!
//! The macros reject unknown keys with or without these tables. The tables only improve the help.

use crate::diagnostics::fold;

/// Groups of keys, with one help text for each group. The keys are in lower case, without underscores.
pub(crate) type Hints = &'static [(&'static [&'static str], &'static str)];

/// Unknown keys of `#[mcp_tool]`, such as keys of rmcp's `#[tool(…)]`, and keys that serde allows above a
/// struct.
pub(crate) const OF_A_TOOL: Hints = &[
    (
        &["annotations"],
        "write the annotations as options: `read_only`, `destructive`, `idempotent`, `open_world` and `title = \"…\"`",
    ),
    (
        &["inputschema"],
        "remove it: the parameters give the schema; `#[arg(schema = path)]` replaces the schema of a parameter",
    ),
    (
        &["outputschema"],
        "remove it: the return type gives the schema; if the function returns `CallToolResult` or `Value`, write `output = Type`; to publish no schema, write `output = false`",
    ),
    (&["execution"], "remove it: tools do not run as tasks"),
    (&["state"], "write `#[state] name: &Type` as a parameter"),
    (
        &["param", "params"],
        "write each argument as a parameter of the function, with a doc comment or `#[arg(…)]` before it",
    ),
    (&["tags"], "write `meta(tags = …)`; MCP has no tags"),
    (
        &["renameall"],
        "write `#[arg(rename = \"…\")]` before each parameter, or `#[arg(flatten)]` before a parameter whose type has serde's `rename_all`",
    ),
    (
        &["denyunknownfields"],
        "remove it: unknown arguments are rejected unless you write `allow_unknown`",
    ),
];

/// Unknown keys of `#[arg]`, such as keys of `#[serde(…)]` and `#[schemars(…)]`.
pub(crate) const OF_AN_ARGUMENT: Hints = &[
    (
        &["alias", "renameall"],
        "remove it: an argument has only one name, which `rename = \"…\"` changes",
    ),
    (&["title"], "write `description = \"…\"`"),
    (&["type"], "remove it: the schema has the parameter's type"),
    (&["enum"], "remove it, and use an enum as the type"),
    (&["xmcpheader"], "write `header = \"…\"`"),
    (&["examples"], "write `example = …`, once for each example"),
    (
        &["required", "optional"],
        "remove it: an argument is required unless its type is an `Option` or it has a `default`",
    ),
    (
        &["skip", "state", "context", "principal"],
        "write `#[state] name: &Type`, `#[context] cx: &ToolContext` or `#[principal] user: &Principal` if the server provides the value, or remove the parameter",
    ),
    (
        &["with", "deserializewith", "format", "email", "url"],
        "remove it, and use a type whose `Deserialize` checks the argument and whose `JsonSchema` describes it",
    ),
    (&["regex"], "write `pattern(\"…\")`"),
    (
        &["min", "max", "minimum", "maximum"],
        "write one or both limits as a range, as in `range(1..=10)` or `range(1..)`",
    ),
    (
        &["minlength", "maxlength"],
        "write one or both limits as a range, as in `length(1..=64)` or `length(1..)`",
    ),
];

/// Returns the help for a key, if it is in the table.
pub(crate) fn find(key: &str, hints: Hints) -> Option<&'static str> {
    let key = fold(key);
    let mut hints = hints.iter();
    let hint = hints.find(|(words, _)| words.contains(&key.as_str()))?;
    Some(hint.1)
}
