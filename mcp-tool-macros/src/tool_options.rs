//! The options of `#[mcp_tool]`, and of `#[mcp_tools]` for all tools of an `impl` block.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use syn::{Expr, ExprLit, Lit, LitStr, Path};

use crate::errors::{Errors, nearest};
use crate::metadata::{Icon, Meta};
use crate::options::{Entry, Flag, Name, entries};
use crate::time;
use crate::warnings::Allowed;

/// Every key of `#[mcp_tool(…)]`.
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
    "allow",
    "allow_unknown",
    "companion",
    "register",
    "crate",
];

/// Every key of `#[mcp_tools(…)]`.
const GROUP_KEYS: &[&str] = &[
    "prefix",
    "read_only",
    "destructive",
    "idempotent",
    "open_world",
    "timeout",
    "allow",
    "allow_unknown",
    "companion",
    "register",
    "crate",
];

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
    pub(crate) output: Option<Flag>,
    pub(crate) wrap: Option<Expr>,
    pub(crate) allow: Allowed,
    pub(crate) companion: Option<Ident>,
    pub(crate) allow_unknown: Option<Flag>,
    pub(crate) register: Option<Path>,
    pub(crate) crate_path: Option<Path>,
    /// What stands before each name of a group.
    pub(crate) prefix: Option<LitStr>,
}

/// A limit in milliseconds, and the key that gave it.
#[derive(Clone, Copy)]
pub(crate) struct Timeout {
    pub(crate) milliseconds: u64,
    pub(crate) key: Span,
}

/// Reads the options of a tool; what cannot be read is reported and left out.
pub(crate) fn parse(tokens: TokenStream, errors: &mut Errors) -> Options {
    let mut options = Options {
        describes: describes(&tokens),
        ..Options::default()
    };
    for option in entries(tokens, KEYS, errors) {
        options.set(&option, errors);
    }
    options
}

/// Reads the options of a group of tools.
pub(crate) fn parse_group(tokens: TokenStream, errors: &mut Errors) -> Options {
    let mut options = Options::default();
    for option in entries(tokens, GROUP_KEYS, errors) {
        options.set(&option, errors);
    }
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
    fn set(&mut self, option: &Entry, errors: &mut Errors) {
        match option.key.as_str() {
            "name" => self.name = option.name(errors),
            "title" => self.title = option.text(errors),
            "description" => self.description = option.text(errors),
            "read_only" => self.read_only = option.flag(errors),
            "destructive" => self.destructive = option.flag(errors),
            "idempotent" => self.idempotent = option.flag(errors),
            "open_world" => self.open_world = option.flag(errors),
            "icon" => self.icons.extend(Icon::parse(option, errors)),
            "meta" => self.meta = Meta::parse(option, errors),
            "timeout" => self.timeout = Timeout::parse(option, errors),
            "blocking" => self.blocking = option.flag(errors),
            "output" => self.output = output(option, errors),
            "wrap" => self.wrap = option.text(errors),
            "allow" => self.allow = Allowed::parse(option, errors),
            "companion" => self.companion = option.ident(errors),
            "allow_unknown" => self.allow_unknown = option.flag(errors),
            "register" => self.register = collection(option, errors),
            "crate" => self.crate_path = option.path(errors),
            "prefix" => self.prefix = option.literal(errors),
            // `entries` lets only known keys through.
            _ => {}
        }
    }

    /// Takes from a group what the tool does not say itself.
    pub(crate) fn or(mut self, group: &Options, can_time_out: bool) -> Self {
        self.read_only = self.read_only.or(group.read_only);
        self.destructive = self.destructive.or(group.destructive);
        self.idempotent = self.idempotent.or(group.idempotent);
        self.open_world = self.open_world.or(group.open_world);
        self.allow_unknown = self.allow_unknown.or(group.allow_unknown);
        self.allow = self.allow.or(group.allow);
        self.timeout = self.timeout.or(group.timeout.filter(|_| can_time_out));
        self.crate_path = self.crate_path.or_else(|| group.crate_path.clone());
        self
    }
}

/// A type has its schema without being asked; what can be said is that it is not wanted.
fn output(option: &Entry, errors: &mut Errors) -> Option<Flag> {
    let flag = option.flag(errors)?;
    if flag.value {
        errors.report(
            flag.key,
            "an output schema is published without being asked for",
            "remove `output`, or write `output = false`",
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
        let takes = "a time as a string: a number and `ms`, `s`, `m` or `h`";
        let help = "write `timeout = \"30s\"`";
        let value = option.any_value(takes, help, errors)?;
        let Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) = &value
        else {
            option.wrong(crate::tokens::first_span(&value), takes, help, errors);
            return None;
        };
        match time::milliseconds(&text.value()) {
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

/// Reports the keys of a method that mean nothing there.
pub(crate) fn only_for_functions(options: &Options, errors: &mut Errors) {
    if let Some(companion) = &options.companion {
        errors.report(
            companion.span(),
            "a method has no companion: the type that it belongs to is what `tools!` lists",
            "remove `companion`",
        );
    }
    let elsewhere = [
        ("crate", &options.crate_path),
        ("register", &options.register),
    ];
    for (key, path) in elsewhere {
        if let Some(path) = path {
            errors.report(
                crate::tokens::first_span(path),
                format!("`{key}` is for all tools of an `impl` block"),
                format!("write it above the block: `#[mcp_tools({key} = …)]`"),
            );
        }
    }
}
