//! Reads the options of `#[mcp_tool]`, and of `#[mcp_tools]` for all tools of an `impl` block.

use darling::{Error, FromMeta, Result};
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use syn::{Expr, LitStr, Path};

use crate::diagnostics::{Errors, mistake, nearest};
use crate::options::allow::AllowedLints;
use crate::options::icon::Icon;
use crate::options::meta::Meta;
use crate::options::name;
use crate::options::output::Output;
use crate::options::scopes::Scopes;
use crate::options::text_rules::{self, Role};
use crate::parse::attribute::{self, KeySpans, Keys, OtherList};
use crate::parse::hints;
use crate::parse::values::{self, Flag, Name, Reader, Time};
use crate::util::literals;
use crate::util::tokens::first_span;

const HINTS: &str = "2025-11-25/schema#toolannotations";

/// Every key of `#[mcp_tool(…)]` above a free function. The last three keys are not allowed above a method.
const KEYS: &[&str] = &[
    "name",
    "title",
    "description",
    "read_only",
    "destructive",
    "idempotent",
    "open_world",
    "icon",
    "meta",
    "timeout",
    "blocking",
    "output",
    "wrap",
    "schema_profile",
    "request_state",
    "scopes",
    "allow",
    "allow_unknown",
    "companion",
    "register",
    "crate",
];

/// Every key of `#[mcp_tool(…)]` above a method.
const METHOD_KEYS: &[&str] = KEYS.split_at(KEYS.len() - 3).0;

/// Every key of `#[mcp_tools(…)]`.
const GROUP_KEYS: &[&str] = &[
    "prefix",
    "read_only",
    "destructive",
    "idempotent",
    "open_world",
    "timeout",
    "schema_profile",
    "scopes",
    "allow",
    "allow_unknown",
    "companion",
    "register",
    "crate",
];

/// The keys of `#[mcp_tools]`. If an author writes one of them in an `#[mcp_tool]` that does not allow it, the
/// error shows the right place.
const OF_A_BLOCK: OtherList = OtherList {
    keys: GROUP_KEYS,
    are_for: "all tools of an `impl` block",
    attribute: "mcp_tools",
    place: "an `impl` block",
};

/// The keys of `#[mcp_tool]`. If an author writes one of them in an `#[mcp_tools]` that does not allow it, the
/// error shows the right place.
const OF_A_TOOL: OtherList = OtherList {
    keys: KEYS,
    are_for: "a single tool",
    attribute: "mcp_tool",
    place: "the method",
};

/// The options of a tool, or of all tools of a block.
#[derive(Default, FromMeta)]
#[darling(default)]
pub(crate) struct Options {
    /// The location of each key.
    #[darling(skip)]
    pub(crate) keys: KeySpans,
    /// Whether the options seem to contain a description, even one with a mistake.
    #[darling(skip)]
    pub(crate) describes: bool,
    pub(crate) name: Option<Name>,
    #[darling(with = |meta| text_rules::read(meta, Role::Title))]
    pub(crate) title: Option<Expr>,
    #[darling(with = |meta| text_rules::read(meta, Role::Tool))]
    pub(crate) description: Option<Expr>,
    pub(crate) read_only: Option<Flag>,
    pub(crate) destructive: Option<Flag>,
    pub(crate) idempotent: Option<Flag>,
    pub(crate) open_world: Option<Flag>,
    #[darling(rename = "icon", multiple)]
    pub(crate) icons: Vec<Icon>,
    pub(crate) meta: Option<Meta>,
    #[darling(with = read_timeout)]
    pub(crate) timeout: Option<Time>,
    pub(crate) blocking: Option<Flag>,
    pub(crate) output: Option<Output>,
    #[darling(with = |meta| text_rules::read(meta, Role::Name))]
    pub(crate) wrap: Option<Expr>,
    /// The option `schema_profile`. `true` means `as_generated`, and `false` means `portable`.
    #[darling(rename = "schema_profile", with = read_schema_profile)]
    pub(crate) as_generated: Option<Flag>,
    /// Whether the client stores the user's earlier answers between the rounds of a call. The server signs these
    /// answers.
    #[darling(with = read_request_state)]
    pub(crate) request_state: Option<Flag>,
    pub(crate) scopes: Option<Scopes>,
    pub(crate) allow: AllowedLints,
    #[darling(with = read_companion)]
    pub(crate) companion: Option<Ident>,
    pub(crate) allow_unknown: Option<Flag>,
    #[darling(with = read_register)]
    pub(crate) register: Option<Path>,
    #[darling(rename = "crate", with = values::crate_path)]
    pub(crate) crate_path: Option<Path>,
    /// The prefix of each tool name in a block.
    #[darling(with = read_prefix)]
    pub(crate) prefix: Option<LitStr>,
}

/// Reads the options of a tool that is a free function.
pub(crate) fn parse(tokens: TokenStream, errors: &mut Errors) -> Options {
    Options::parse(tokens, KEYS, OF_A_BLOCK, errors)
}

/// Reads the options of a tool that is a method.
pub(crate) fn parse_method(tokens: TokenStream, errors: &mut Errors) -> Options {
    Options::parse(tokens, METHOD_KEYS, OF_A_BLOCK, errors)
}

/// Reads the options of a group of tools.
pub(crate) fn parse_group(tokens: TokenStream, errors: &mut Errors) -> Options {
    let options = Options::parse(tokens, GROUP_KEYS, OF_A_TOOL, errors);
    check_hints(&options, errors);
    options
}

/// Returns whether the options start with a literal, or contain a word similar to `description`.
fn describes(tokens: &TokenStream) -> bool {
    let mut tokens = tokens.clone().into_iter().peekable();
    matches!(tokens.peek(), Some(TokenTree::Literal(_)))
        || tokens.any(|token| match token {
            TokenTree::Ident(word) => nearest(&word.to_string(), KEYS) == Some("description"),
            _ => false,
        })
}

impl Options {
    fn parse(
        tokens: TokenStream,
        known: &'static [&'static str],
        elsewhere: OtherList,
        errors: &mut Errors,
    ) -> Self {
        let describes = describes(&tokens);
        let keys = Keys {
            known,
            elsewhere: Some(elsewhere),
            hints: hints::OF_A_TOOL,
            ..Keys::default()
        };
        let (options, keys): (Options, _) = attribute::read(tokens, &keys, errors);
        Options {
            keys,
            describes,
            ..options
        }
    }

    /// Copies the hints `read_only` and `destructive` from a group, unless the tool sets them itself. Reports
    /// a tool whose hints contradict those of the group, and copies neither hint.
    fn hints_of(&mut self, group: &Options, errors: &mut Errors) {
        let contradicts = |own_hint, other: Option<Flag>, of_group| {
            is_on(own_hint).filter(|_| other.is_none() && is_on(of_group).is_some())
        };
        let read_only = contradicts(self.read_only, self.destructive, group.destructive);
        let destructive = contradicts(self.destructive, self.read_only, group.read_only);
        let contradicted = match (read_only, destructive) {
            (Some(own_hint), _) => Some((own_hint, "read_only", "destructive")),
            (None, Some(own_hint)) => Some((own_hint, "destructive", "read_only")),
            (None, None) => None,
        };
        if let Some((own_hint, hint, of_group)) = contradicted {
            errors.report_rule(
                own_hint.key,
                format!("this tool is `{hint}`, but its block is `{of_group}`"),
                format!("write `{hint}, {of_group} = false`"),
                HINTS,
            );
        }
        // If both `read_only` and `destructive` are `true` for the block, copy neither hint. The
        // macro has already reported this contradiction.
        let is_wrong = is_on(group.read_only).is_some() && is_on(group.destructive).is_some();
        if contradicted.is_none() && !is_wrong {
            self.read_only = self.read_only.or(group.read_only);
            self.destructive = self.destructive.or(group.destructive);
        }
    }

    /// Copies the options that a group sets for its tools, except `prefix` and those that the tool sets itself.
    /// Joins both `allow` lists, and copies `timeout` only if `can_time_out` is true.
    pub(crate) fn or(mut self, group: &Options, can_time_out: bool, errors: &mut Errors) -> Self {
        self.hints_of(group, errors);
        self.keys.extend_from_slice(&group.keys);
        self.idempotent = self.idempotent.or(group.idempotent);
        self.open_world = self.open_world.or(group.open_world);
        self.allow_unknown = self.allow_unknown.or(group.allow_unknown);
        self.as_generated = self.as_generated.or(group.as_generated);
        self.allow.add(&group.allow);
        self.timeout = self.timeout.or(group.timeout.filter(|_| can_time_out));
        self.scopes = self.scopes.or_else(|| group.scopes.clone());
        self.crate_path = self.crate_path.or_else(|| group.crate_path.clone());
        self
    }
}

/// Rejects hints that contradict each other.
pub(crate) fn check_hints(options: &Options, errors: &mut Errors) {
    if let (Some(_), Some(destructive)) = (is_on(options.read_only), is_on(options.destructive)) {
        errors.report_rule(
            destructive.key,
            "a tool that is `read_only` cannot be `destructive`",
            "remove `destructive` if the tool changes nothing, or `read_only` if the tool changes something",
            HINTS,
        );
    }
}

fn is_on(flag: Option<Flag>) -> Option<Flag> {
    flag.filter(|flag| flag.value)
}

fn read_prefix(meta: &syn::Meta) -> Result<Option<LitStr>> {
    name::checked_prefix(values::literal(meta)?).map(Some)
}

fn read_companion(meta: &syn::Meta) -> Result<Option<Ident>> {
    let help = match values::literal(meta).and_then(|text| Ok(text.parse::<Ident>()?)) {
        Ok(name) => format!("write `companion = {name}`, without quotes"),
        Err(_) => "write `companion = SearchTool`, and list that name in `tools!`".to_owned(),
    };
    Reader::new(meta, "a name for the generated struct", &help)
        .ident()
        .map(Some)
}

fn read_timeout(meta: &syn::Meta) -> Result<Option<Time>> {
    let time = Time::from_meta(meta)?;
    if time.milliseconds == 0 {
        let at = first_span(&meta.require_name_value()?.value);
        let what = "`timeout` must be greater than zero";
        let help = "write a longer time, as in `timeout = \"30s\"`";
        return Err(mistake(at, what, help));
    }
    Ok(Some(time))
}

fn read_schema_profile(meta: &syn::Meta) -> Result<Option<Flag>> {
    let takes = "the name of a profile as a string, `\"as_generated\"` or `\"portable\"`";
    let help = "write `schema_profile = \"as_generated\"` or `schema_profile = \"portable\"`";
    let reader = Reader::new(meta, takes, help);
    let value = reader.value()?;
    let profile = literals::text(value).map(LitStr::value);
    let value = match profile.as_deref() {
        Some("as_generated") => true,
        Some("portable") => false,
        _ => return Err(reader.error(first_span(value))),
    };
    let key = first_span(meta.path());
    Ok(Some(Flag { value, key }))
}

fn read_request_state(meta: &syn::Meta) -> Result<Option<Flag>> {
    let flag = Flag::from_meta(meta)?;
    if flag.value && !cfg!(feature = "request-state") {
        return Err(lacking_feature(flag.key, "request_state", "request-state"));
    }
    Ok(Some(flag))
}

fn read_register(meta: &syn::Meta) -> Result<Option<Path>> {
    if !cfg!(feature = "inventory") {
        return Err(lacking_feature(
            first_span(meta.path()),
            "register",
            "inventory",
        ));
    }
    let help = "write the name of a collection, as in `register = AppTools`; `collect_tools!(pub AppTools: AppState);` declares one";
    let reader = Reader::new(meta, "the path of a collection of tools", help);
    reader.path().map(Some)
}

/// Returns the error for an option that needs a feature of the runtime.
pub(crate) fn lacking_feature(at: Span, key: &str, feature: &str) -> Error {
    mistake(
        at,
        format!("`{key}` needs the feature `{feature}` of `mcp-tool-runtime`"),
        format!("add `\"{feature}\"` to the `features` of `mcp-tool-runtime` in `Cargo.toml`"),
    )
}

#[cfg(test)]
mod tests {
    use super::{GROUP_KEYS, KEYS, Options};
    use crate::parse::attribute::unread;

    #[test]
    fn each_key_has_a_field() {
        assert_eq!(unread::<Options>(KEYS), [""; 0]);
        assert_eq!(unread::<Options>(GROUP_KEYS), [""; 0]);
        assert_eq!(unread::<Options>(&["colour"]), ["colour"]);
    }
}
