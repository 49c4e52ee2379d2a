//! The options of `#[mcp_tool]`, and of `#[mcp_tools]` for all tools of an `impl` block.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use syn::{Expr, LitStr, Path};

use crate::diagnostics::{Errors, nearest};
use crate::options::allow::Allowed;
use crate::options::duration;
use crate::options::icon::Icon;
use crate::options::meta::Meta;
use crate::options::name;
use crate::options::output::{self, Output};
use crate::options::schema_profile;
use crate::options::text_rules::{self, Role};
use crate::parse::attribute::{Elsewhere, Entry, Flag, Keys, Name, entries};
use crate::parse::hints;
use crate::util::literals;
use crate::util::tokens::first_span;

const HINTS: &str = "2025-11-25/schema#toolannotations";

/// Every key of `#[mcp_tool(…)]`, those of a method first.
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
    "allow",
    "allow_unknown",
    "companion",
    "register",
    "crate",
];

const fn of_a_group(keys: &'static [&'static str]) -> Option<Elsewhere> {
    Some(Elsewhere {
        keys,
        are_for: "all tools of an `impl` block",
        attribute: "mcp_tools",
        place: "the block",
    })
}

#[derive(Default)]
pub(crate) struct Options {
    pub(crate) name: Option<Name>,
    pub(crate) title: Option<Expr>,
    pub(crate) description: Option<Expr>,
    /// Whether a description seems to be meant, though it may be that none could be read.
    pub(crate) describes: bool,
    pub(crate) read_only: Option<Flag>,
    pub(crate) destructive: Option<Flag>,
    pub(crate) idempotent: Option<Flag>,
    pub(crate) open_world: Option<Flag>,
    pub(crate) icons: Vec<Icon>,
    pub(crate) meta: Option<Meta>,
    pub(crate) timeout: Option<Timeout>,
    pub(crate) blocking: Option<Flag>,
    pub(crate) output: Option<Output>,
    pub(crate) wrap: Option<Expr>,
    /// Whether schemas are published as they are generated.
    pub(crate) as_generated: Option<Flag>,
    /// Whether earlier answers of the user come back sealed.
    pub(crate) request_state: Option<Flag>,
    pub(crate) allow: Allowed,
    pub(crate) companion: Option<Ident>,
    pub(crate) allow_unknown: Option<Flag>,
    pub(crate) register: Option<Path>,
    pub(crate) crate_path: Option<Path>,
    /// What stands before each name of a group.
    pub(crate) prefix: Option<LitStr>,
    /// Each key that was written, and where.
    pub(crate) keys: Vec<(String, Span)>,
}

/// A limit in milliseconds, and the key that gave it.
#[derive(Clone, Copy)]
pub(crate) struct Timeout {
    pub(crate) milliseconds: u64,
    pub(crate) key: Span,
}

/// Reads the options of a tool; what cannot be read is reported and left out.
pub(crate) fn parse(tokens: TokenStream, errors: &mut Errors) -> Options {
    let keys = Keys {
        known: KEYS,
        elsewhere: of_a_group(&["prefix"]),
        hints: hints::OF_A_TOOL,
    };
    Options::parse(tokens, &keys, errors)
}

/// Reads the options of a tool that is a method.
pub(crate) fn parse_method(tokens: TokenStream, errors: &mut Errors) -> Options {
    let keys = Keys {
        known: METHOD_KEYS,
        elsewhere: of_a_group(&["prefix", "companion", "register", "crate"]),
        hints: hints::OF_A_TOOL,
    };
    Options::parse(tokens, &keys, errors)
}

/// Reads the options of a group of tools.
pub(crate) fn parse_group(tokens: TokenStream, errors: &mut Errors) -> Options {
    let keys = Keys {
        known: GROUP_KEYS,
        elsewhere: Some(Elsewhere {
            keys: &[
                "name",
                "title",
                "description",
                "icon",
                "meta",
                "blocking",
                "output",
                "wrap",
                "request_state",
            ],
            are_for: "a single tool",
            attribute: "mcp_tool",
            place: "the method",
        }),
        hints: &[],
    };
    let options = Options::parse(tokens, &keys, errors);
    hints(&options, errors);
    options
}

/// Whether there is a text without a key, or a key that is `description` but for a slip.
fn describes(tokens: &TokenStream) -> bool {
    let mut tokens = tokens.clone().into_iter().peekable();
    matches!(tokens.peek(), Some(TokenTree::Literal(_)))
        || tokens.any(|token| match token {
            TokenTree::Ident(word) => nearest(&word.to_string(), KEYS) == Some("description"),
            _ => false,
        })
}

impl Options {
    /// Options that could not be read, and that may have had a description.
    pub(crate) fn of_a_description() -> Self {
        Options {
            describes: true,
            ..Options::default()
        }
    }

    fn parse(tokens: TokenStream, keys: &Keys, errors: &mut Errors) -> Self {
        let mut options = Options {
            describes: describes(&tokens),
            ..Options::default()
        };
        for option in entries(tokens, keys, errors) {
            options.set(&option, errors);
            options.keys.push((option.key, option.span));
        }
        options
    }

    fn set(&mut self, option: &Entry, errors: &mut Errors) {
        match option.key.as_str() {
            "name" => self.name = option.name(errors),
            "title" => self.title = text_rules::option(option, Role::Title, errors),
            "description" => self.description = text_rules::option(option, Role::Tool, errors),
            "read_only" => self.read_only = option.flag(errors),
            "destructive" => self.destructive = option.flag(errors),
            "idempotent" => self.idempotent = option.flag(errors),
            "open_world" => self.open_world = option.flag(errors),
            "icon" => self.icons.extend(Icon::parse(option, errors)),
            "meta" => self.meta = Meta::parse(option, errors),
            "timeout" => self.timeout = Timeout::parse(option, errors),
            "blocking" => self.blocking = option.flag(errors),
            "output" => self.output = output::parse(option, errors),
            "wrap" => self.wrap = text_rules::option(option, Role::Name, errors),
            "schema_profile" => self.as_generated = schema_profile::parse(option, errors),
            "request_state" => self.request_state = request_state(option, errors),
            "allow" => self.allow = Allowed::parse(option, errors),
            "companion" => self.companion = option.ident(errors),
            "allow_unknown" => self.allow_unknown = option.flag(errors),
            "register" => self.register = collection(option, errors),
            "crate" => self.crate_path = option.path(errors),
            "prefix" => self.prefix = prefix(option, errors),
            // `entries` lets only known keys through.
            _ => {}
        }
    }

    /// Takes the first two hints of a group; what the tool says is what can be wrong (R81).
    fn hints_of(&mut self, group: &Options, errors: &mut Errors) {
        let contradicted = match (is_on(self.read_only), is_on(self.destructive)) {
            (Some(own), None)
                if self.destructive.is_none() && is_on(group.destructive).is_some() =>
            {
                Some((own, "read_only", "destructive"))
            }
            (None, Some(own)) if self.read_only.is_none() && is_on(group.read_only).is_some() => {
                Some((own, "destructive", "read_only"))
            }
            _ => None,
        };
        if let Some((own, hint, of_group)) = contradicted {
            errors.report_rule(
                own.key,
                format!("a tool cannot be `{hint}` where its block says that it is `{of_group}`"),
                format!("write `{hint}, {of_group} = false`"),
                HINTS,
            );
        }
        // What is wrong above the block has been reported there.
        let is_wrong = is_on(group.read_only).is_some() && is_on(group.destructive).is_some();
        if contradicted.is_none() && !is_wrong {
            self.read_only = self.read_only.or(group.read_only);
            self.destructive = self.destructive.or(group.destructive);
        }
    }

    /// Takes from a group what the tool does not say itself.
    pub(crate) fn or(mut self, group: &Options, can_time_out: bool, errors: &mut Errors) -> Self {
        self.hints_of(group, errors);
        self.keys.extend_from_slice(&group.keys);
        self.idempotent = self.idempotent.or(group.idempotent);
        self.open_world = self.open_world.or(group.open_world);
        self.allow_unknown = self.allow_unknown.or(group.allow_unknown);
        self.as_generated = self.as_generated.or(group.as_generated);
        self.allow = self.allow.or(group.allow);
        self.timeout = self.timeout.or(group.timeout.filter(|_| can_time_out));
        self.crate_path = self.crate_path.or_else(|| group.crate_path.clone());
        self
    }
}

/// R81: a hint about changes means nothing for a tool that makes none.
pub(crate) fn hints(options: &Options, errors: &mut Errors) {
    if let (Some(_), Some(destructive)) = (is_on(options.read_only), is_on(options.destructive)) {
        errors.report_rule(
            destructive.key,
            "a tool that is `read_only` cannot be `destructive`",
            "remove `destructive` if the tool changes nothing, or `read_only` if it does",
            HINTS,
        );
    }
}

fn is_on(flag: Option<Flag>) -> Option<Flag> {
    flag.filter(|flag| flag.value)
}

/// What stands before names has to be the start of one (R03, R04).
fn prefix(option: &Entry, errors: &mut Errors) -> Option<LitStr> {
    let prefix = option.literal(errors)?;
    name::check_prefix(&prefix, errors).then_some(prefix)
}

/// R193: what comes back is sealed, and the feature brings the seal.
fn request_state(option: &Entry, errors: &mut Errors) -> Option<Flag> {
    let flag = option.flag(errors)?;
    if flag.value && !cfg!(feature = "request-state") {
        errors.report(
            option.span,
            "`request_state` needs the feature `request-state` of `mcp-tool-runtime`, which brings the seal",
            "write `mcp-tool-runtime = { version = \"…\", features = [\"request-state\"] }` in `Cargo.toml`",
        );
        return None;
    }
    Some(flag)
}

fn collection(option: &Entry, errors: &mut Errors) -> Option<Path> {
    if !cfg!(feature = "inventory") {
        errors.report(
            option.span,
            "`register` needs the feature `inventory` of `mcp-tool-runtime`",
            "write `mcp-tool-runtime = { version = \"…\", features = [\"inventory\"] }` in `Cargo.toml`, \
             or list the tool in `tools!`",
        );
        return None;
    }
    let takes = "the path of a collection of tools";
    let help =
        "write `register = AppTools`, with `collect_tools!(pub AppTools: AppState);` somewhere";
    option.path_of(takes, help, errors)
}

impl Timeout {
    fn parse(option: &Entry, errors: &mut Errors) -> Option<Self> {
        let takes = "a time as a string: a whole number and `ms`, `s`, `m` or `h`";
        let value = option.any_value(takes, "write `timeout = \"30s\"`", errors)?;
        let help = &format!("write `timeout = \"{}\"`", duration::example(&value));
        let Some(text) = literals::text(&value) else {
            option.wrong(first_span(&value), takes, help, errors);
            return None;
        };
        match duration::milliseconds(&text.value()) {
            Some(0) => {
                errors.report(
                    text.span(),
                    "a call that may take no time never answers",
                    help,
                );
                None
            }
            Some(milliseconds) => Some(Timeout {
                milliseconds,
                key: option.span,
            }),
            None => {
                option.wrong(text.span(), takes, help, errors);
                None
            }
        }
    }
}
