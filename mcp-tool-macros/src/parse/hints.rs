//! Keys of rmcp, serde and schemars that the macros do not know, and a help text for each.
//!
//! The macros reject unknown keys with or without these tables. The tables only add the help.

use crate::diagnostics::fold;

/// Groups of keys, with one help text for each group. The keys are in lower case, without underscores.
pub(crate) type Hints = &'static [(&'static [&'static str], &'static str)];

/// Keys of rmcp's `#[tool(…)]`, and keys that serde allows above a struct.
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
        "remove it: the return type gives the schema; for a result that is built by hand, write \
         `output = Type`",
    ),
    (
        &["execution"],
        "remove it: this library does not run tools as tasks; the response to the call has the result",
    ),
    (&["state"], "write `#[state] name: &Type` as a parameter"),
    (
        &["param", "params"],
        "write a doc comment or `#[arg(…)]` before the parameter",
    ),
    (
        &["renameall"],
        "write `#[arg(rename = \"…\")]` before each parameter, or `#[arg(flatten)]` before a struct with serde's `rename_all`",
    ),
    (
        &["denyunknownfields"],
        "remove it: unknown arguments are rejected unless you write `allow_unknown`",
    ),
];

/// Keys of `#[serde(…)]` and `#[schemars(…)]`.
pub(crate) const OF_AN_ARGUMENT: Hints = &[
    (
        &["alias", "renameall"],
        "remove it: an argument has only one name; `rename = \"…\"` changes it",
    ),
    (&["title"], "write `description = \"…\"`"),
    (&["examples"], "write `example = …`, once for each example"),
    (
        &["required", "optional"],
        "remove it: an argument is required unless its type is an `Option` or it has a `default`",
    ),
    (
        &["skip"],
        "remove the parameter, or write `#[state]` or `#[context]` if the server provides it",
    ),
    (
        &["with", "deserializewith", "format", "email", "url"],
        "remove it, and use a type whose `Deserialize` reads the value and whose `JsonSchema` describes it",
    ),
    (&["regex"], "write `pattern(\"…\")`"),
    (
        &["min", "max", "minimum", "maximum"],
        "write the limits as one range, as in `range(1..=10)`",
    ),
    (&["minlength", "maxlength"], "write `length(1..=64)`"),
];

/// Returns the help for a key, if it is in the table.
pub(crate) fn find(key: &str, hints: Hints) -> Option<&'static str> {
    let key = fold(key);
    let mut hints = hints.iter();
    let found = hints.find(|(words, _)| words.contains(&key.as_str()))?;
    Some(found.1)
}
