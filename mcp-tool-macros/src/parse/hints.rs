//! Words that people bring from rmcp, serde and schemars, and what to write here.
//!
//! Each is an unknown key in any case. The tables decide about the help alone.

use darling::ast::NestedMeta;
use proc_macro2::TokenStream;
use quote::ToTokens as _;
use syn::Meta;

use crate::diagnostics::fold;
use crate::util::show::show;

/// Words, in lower case without underscores, and the help for each.
pub(crate) type Hints = &'static [(&'static [&'static str], &'static str)];

/// Keys of rmcp's `#[tool(…)]`.
pub(crate) const OF_A_TOOL: Hints = &[
    (
        &["annotations", "annotation", "hints"],
        "write each hint by itself: `read_only`, `destructive`, `idempotent` or `open_world`",
    ),
    (
        &["inputschema", "schema"],
        "remove it: the schema is that of the parameters, and `#[arg(schema = path)]` before one \
         of them gives it another",
    ),
    (
        &["outputschema"],
        "remove it: the schema of the returned type is published; for an answer that is built \
         by hand, write `output = Type`",
    ),
    (
        &["execution", "tasksupport"],
        "remove it: a tool answers the call itself, and not by a task",
    ),
    (
        &["vis"],
        "remove it: the tool is as visible as its function, as in `pub async fn`",
    ),
    (
        &["aggr", "toolbox", "router", "toolrouter"],
        "remove it, and list the tool in `tools![…]`",
    ),
    (
        &["renameall"],
        "write `#[arg(rename = \"…\")]` before each parameter, or make them one struct with serde's \
         `rename_all` and `#[arg(flatten)]`",
    ),
    (
        &["denyunknownfields"],
        "remove it: unknown arguments are refused, unless there is `allow_unknown`",
    ),
    (
        &["tags"],
        "write `meta(\"com.example/tags\" = […])`, with a domain of yours",
    ),
    (
        &["param", "params", "parameters", "arg", "args"],
        "write a doc comment or `#[arg(…)]` before the parameter itself",
    ),
    (&["state"], "write `#[state]` before the parameter"),
    (&["context"], "write `#[context]` before the parameter"),
];

/// Keys of `#[serde(…)]` and `#[schemars(…)]`.
pub(crate) const OF_AN_ARGUMENT: Hints = &[
    (
        &["alias"],
        "remove it: an argument has one name, which `rename = \"…\"` can change",
    ),
    (
        &["renameall"],
        "remove it: the whole name of an argument is in `rename = \"…\"`",
    ),
    (&["title"], "write `description = \"…\"`"),
    (&["examples"], "write `example = …`, once for each example"),
    (
        &["required"],
        "remove it: an argument has to be given, unless its type is an `Option` or it has a `default`",
    ),
    (
        &["optional"],
        "remove it, and make the type of the parameter an `Option`",
    ),
    (
        &["skip", "ignore"],
        "remove the parameter, or write `#[state]` or `#[context]` if the server provides it",
    ),
    (
        &["with", "deserializewith"],
        "remove it, and implement `Deserialize` for a type of your own",
    ),
    (
        &["format", "email", "url"],
        "remove it, and take a type that has the format, for example `url::Url`; `pattern(\"…\")` \
         checks any text",
    ),
    (
        &["enum"],
        "make the type of the parameter an enum with \
         `#[derive(serde::Deserialize, schemars::JsonSchema)]`",
    ),
    (
        &["type"],
        "remove it: the type is that of the parameter, and `schema = path` publishes another schema",
    ),
    (
        &["serde", "schemars"],
        "write the options by themselves, as in `#[arg(rename = \"…\", default = …)]`",
    ),
    (&["state"], "write `#[state]` in place of `#[arg(…)]`"),
    (&["context"], "write `#[context]` in place of `#[arg(…)]`"),
];

/// Returns the help for a key, if it is in the table.
pub(crate) fn find(key: &str, hints: Hints) -> Option<&'static str> {
    let key = fold(key);
    let mut hints = hints.iter();
    let found = hints.find(|(words, _)| words.contains(&key.as_str()))?;
    Some(found.1)
}

/// Returns `min = 1, max = 5`, as schemars has it, as a range.
pub(crate) fn range(tokens: TokenStream) -> Option<String> {
    let (mut min, mut max) = (String::new(), String::new());
    for option in NestedMeta::parse_meta_list(tokens).ok()? {
        let NestedMeta::Meta(Meta::NameValue(option)) = option else {
            return None;
        };
        let end = show(&option.value.to_token_stream());
        match option.path.get_ident()?.to_string().as_str() {
            "min" => min = end,
            "max" => max = end,
            "equal" => (min, max) = (end.clone(), end),
            _ => return None,
        }
    }
    match (min.is_empty(), max.is_empty()) {
        (true, true) => None,
        (_, true) => Some(format!("{min}..")),
        _ => Some(format!("{min}..={max}")),
    }
}
