//! A checked tool, the input of code generation.

pub(crate) mod argument;
pub(crate) mod block;
pub(crate) mod extractors;
pub(crate) mod inner_types;
mod map_keys;
pub(crate) mod parameter;
pub(crate) mod self_type;
pub(crate) mod type_shape;
pub(crate) mod warnings;

mod execution;
mod return_type;

use std::collections::{HashMap, HashSet};

use proc_macro2::{Ident, Span, TokenStream};
use quote::ToTokens as _;
use syn::ext::IdentExt as _;
use syn::{Expr, ExprPath, GenericParam, LitStr, Path, Visibility};

use crate::diagnostics::Errors;
use crate::options::allow::AllowedLints;
use crate::options::bounds::Bounds;
use crate::options::icon::Icon;
use crate::options::name;
use crate::options::output::Output;
use crate::options::text_rules;
use crate::options::tool::Options;
use crate::parse::docs::Line;
use crate::parse::item::{self, ToolFunction};
use crate::parse::options::Options as _;
use crate::util::lifetimes;
use crate::util::literals;
use crate::util::literals::text;
use crate::util::tokens::{find, first_span, is_word};

pub(crate) use self::return_type::ResultType;

pub(crate) struct Tool {
    /// The path of the runtime, if the author gives one.
    pub(crate) runtime: Option<Path>,
    pub(crate) visibility: Visibility,
    pub(crate) function: Ident,
    pub(crate) is_async: bool,
    pub(crate) companion: Ident,
    pub(crate) name: ToolName,
    pub(crate) description: Description,
    /// The span of the option `description`, or of the attribute.
    pub(crate) description_span: Span,
    /// The fields of the declaration that have a key of the same name, with their values.
    pub(crate) declared: Vec<(Ident, TokenStream)>,
    /// `None` means the registry's default, for a function that is not `async`.
    pub(crate) blocking: Option<bool>,
    pub(crate) schema: OutputSchema,
    /// The value of `register`: the collection that contains the tool.
    pub(crate) register: Option<Path>,
    pub(crate) parameters: Vec<Parameter>,
    /// The names of the local variables for the parameters in the generated code.
    pub(crate) locals: Vec<Ident>,
    pub(crate) result: ResultType,
    /// Whether the title, the `wrap` text or a part of an icon is not a literal.
    pub(crate) has_constant_text: bool,
    pub(crate) allowed: AllowedLints,
    /// Whether arguments are validated with the garde rules of their types.
    pub(crate) garde: bool,
    /// Whether the code before the function's body contains the word `deprecated`. If so, the generated code
    /// allows the lint `deprecated`.
    pub(crate) names_deprecated: bool,
}

impl Tool {
    /// Returns whether the tool has a parameter `#[principal] user: &Principal`.
    pub(crate) fn needs_principal(&self) -> bool {
        self.parameters.iter().any(|parameter| {
            matches!(parameter, Parameter::Principal(principal) if !principal.is_optional)
        })
    }
}

/// The schema of a tool's result.
pub(crate) enum OutputSchema {
    OfResult,
    Unpublished,
    /// The schema of this type, which the tool's hand-built result follows.
    Of(TokenStream),
}

/// The description of a tool or an argument.
pub(crate) enum Description {
    /// The value of the `description` option.
    Given(Box<Expr>),
    /// A doc comment.
    Docs(Vec<Line>),
}

impl Description {
    pub(crate) fn is_literal(&self) -> bool {
        match self {
            Description::Given(text) => is_literal(text),
            Description::Docs(lines) => lines.iter().all(|line| is_literal(&line.text)),
        }
    }
}

fn is_literal(text: &Expr) -> bool {
    literals::text(text).is_some()
}

impl Tool {
    /// Returns whether only the compiler knows the name or a text.
    pub(crate) fn has_constants(&self) -> bool {
        let mut descriptions = arguments(self.parameters.iter())
            .filter_map(|argument| argument.description.as_ref())
            .chain([&self.description]);
        self.has_constant_text
            || matches!(self.name, ToolName::Constant(_))
            || descriptions.any(|description| !description.is_literal())
    }
}

/// The published name: a text that the macro knows, or a constant whose value only the compiler knows.
pub(crate) enum ToolName {
    Literal(String, Span),
    Constant(Expr),
}

pub(crate) enum Parameter {
    Argument(Box<Argument>),
    /// The type `T` of a state parameter `&T`.
    State(TokenStream),
    /// The type `T` of a context parameter `&T`, and the span of `T`.
    Context(TokenStream, Span),
    Principal(Principal),
}

/// A parameter `#[principal] user: &T` or `#[principal] user: Option<&T>`.
pub(crate) struct Principal {
    /// `T`
    pub(crate) ty: TokenStream,
    pub(crate) span: Span,
    pub(crate) is_optional: bool,
}

/// How the function takes an argument.
#[derive(Clone, Copy)]
pub(crate) enum Passing {
    Value,
    /// `&T`
    Reference,
    /// `Option<&T>`
    OptionalReference,
}

pub(crate) struct Argument {
    /// The name on the wire. For a flattened parameter, its name or pattern in the signature.
    pub(crate) wire_name: String,
    pub(crate) wire_span: Span,
    /// The span of the name of `ty`. For a type without a name, the span of its first token.
    pub(crate) span: Span,
    /// `T`, for a parameter of the type `T`, `&T` or `Option<&T>`.
    pub(crate) ty: TokenStream,
    pub(crate) passing: Passing,
    /// The span of the only type in the parameter's type that may lack a derive, or `span`.
    pub(crate) derive_span: Span,
    pub(crate) description: Option<Description>,
    pub(crate) is_renamed: bool,
    pub(crate) default: Option<DefaultValue>,
    pub(crate) examples: Vec<Expr>,
    pub(crate) rules: Vec<Rule>,
    pub(crate) header: Option<LitStr>,
    /// The function that gives the schema in place of the type.
    pub(crate) schema: Option<ExprPath>,
    pub(crate) flatten: bool,
    pub(crate) sensitive: bool,
}

/// The value of an argument that the client omits.
pub(crate) struct DefaultValue {
    /// `None` means the default of the argument's type.
    pub(crate) value: Option<Expr>,
    /// Whether each evaluation gives the same value. Without a value, the macro knows this only for some types
    /// of the standard library.
    pub(crate) is_constant: bool,
}

/// A rule for the values of an argument.
pub(crate) enum Rule {
    Range(Bounds),
    Length(Bounds),
    Pattern(Expr),
}

/// Checks the options and the function, and returns the tool. Returns `None` if the description is missing,
/// or if a parameter or the return type is unusable.
pub(crate) fn check(
    options: Options,
    function: &ToolFunction,
    owner: Option<&TokenStream>,
    errors: &mut Errors,
) -> Option<Tool> {
    let signature = &function.signature;
    let ident = &signature.ident;

    let prefix = options
        .prefix
        .as_ref()
        .map(LitStr::value)
        .unwrap_or_default();
    let name = match (&options.name, options.name.as_ref().and_then(text)) {
        (Some(path), None) => {
            if !prefix.is_empty() {
                errors.report(
                    first_span(path),
                    format!("`name` must be a string literal, because the block has the prefix `{prefix}`"),
                    "write `name = \"…\"` with the text of the constant, or remove `prefix`",
                );
            }
            ToolName::Constant(path.clone())
        }
        (_, literal) => {
            let (name, at) = literal.map_or_else(
                || (ident.unraw().to_string(), ident.span()),
                |literal| (literal.value(), literal.span()),
            );
            name::check_tool(&prefix, &name, at, errors);
            ToolName::Literal(prefix + &name, at)
        }
    };
    let description = description(&options, function, errors);
    execution::check(&options, function, errors);
    check_wrap(&options, errors);
    check_shape(function, errors);
    let companion = options.companion.clone().unwrap_or_else(|| ident.clone());
    if owner.is_none() {
        if let Some(word) = item::self_type(signature) {
            errors.report(
                word,
                "an associated function can be a tool only in an `impl` block with `#[mcp_tools]`",
                item::help_for_a_method(),
            );
        }
        name::check_companion(&companion, errors);
    }

    let lifetimes = lifetimes::declared(&signature.generics);
    let parameters: Vec<_> = signature
        .inputs
        .iter()
        .map(|input| parameter::parse(input, owner, &lifetimes, errors))
        .collect();
    execution::check_questions(&options, function, &parameters, errors);
    parameter::one_principal(signature, errors);
    one_name_each(&parameters, errors);
    one_header_each(&parameters, errors);
    let result = return_type::parse(&signature.output, ident, &lifetimes, errors);

    let icons = options.icon.iter().flat_map(Icon::texts);
    let texts = options.title.iter().chain(&options.wrap).chain(icons);
    let has_constant_text = !texts.into_iter().all(is_literal);
    let key_span = |key: &str| options.span(key).unwrap_or_else(Span::call_site);
    let declared = options.declared().into_iter();
    let declared = declared
        .filter_map(|(key, value)| Some((Ident::new(key, key_span(key)), value?)))
        .collect();
    let description_span = key_span("description");
    Some(Tool {
        runtime: options.crate_path,
        visibility: function.visibility.clone(),
        function: ident.clone(),
        is_async: signature.asyncness.is_some(),
        companion,
        name,
        description: description?,
        description_span,
        declared,
        schema: match options.output {
            None => OutputSchema::OfResult,
            Some(Output::Unpublished(_)) => OutputSchema::Unpublished,
            // The generated code cannot name the function's own lifetimes.
            Some(Output::Of(ty)) => OutputSchema::Of(lifetimes::replace(&ty, &lifetimes, "_")),
        },
        blocking: options.blocking,
        register: options.register,
        parameters: parameters.into_iter().collect::<Option<_>>()?,
        locals: parameter::locals(signature),
        result: result?,
        has_constant_text,
        allowed: options.allow.unwrap_or_default(),
        garde: options.garde,
        names_deprecated: item::names_deprecated(&function.head()),
    })
}

/// Returns the description. If it is missing, reports an error, unless an option has a mistake, which may be about
/// the description.
fn description(
    options: &Options,
    function: &ToolFunction,
    errors: &mut Errors,
) -> Option<Description> {
    let name = &function.signature.ident;
    if let Some(description) = &options.description {
        return Some(Description::Given(Box::new(description.clone())));
    }
    let lines = text_rules::checked_docs(&function.attributes, name, errors);
    if lines.is_none() && !options.is_wrong {
        errors.report_rule(
            name.span(),
            format!("tool `{}` has no description, so no model can know when to call it", name.unraw()),
            "write what the tool does in a doc comment above the function, before any heading such as `# Errors`; or in `description = \"…\"`",
            "2025-11-25/server/tools#tool",
        );
    }
    lines.map(Description::Docs)
}

/// Reports a `wrap` option next to `output = false`.
fn check_wrap(options: &Options, errors: &mut Errors) {
    if let (Some(Output::Unpublished(key)), Some(_)) = (&options.output, &options.wrap) {
        errors.report(
            *key,
            "`wrap` needs a published schema, and `output = false` publishes none",
            "remove `output` or `wrap`",
        );
    }
}

/// Reports a duplicate `#[mcp_tool]`, an `unsafe` function, and type or const parameters.
fn check_shape(function: &ToolFunction, errors: &mut Errors) {
    let signature = &function.signature;
    if let Some(duplicate) = function
        .attributes
        .iter()
        .find_map(item::tool_attribute_span)
    {
        errors.report(
            duplicate,
            format!("duplicate `#[mcp_tool]` on `{}`", signature.ident),
            "keep one of them, with all options",
        );
    }
    if let Some(word) = find(&signature.safety.to_token_stream(), &|token| {
        is_word(token, "unsafe")
    }) {
        errors.report(
            word,
            "a tool cannot be `unsafe`, because a model can call it with any arguments",
            "remove `unsafe`, and check the preconditions of the function in its body",
        );
    }
    for parameter in &signature.generics.params {
        let (name, kind, concrete) = match parameter {
            GenericParam::Lifetime(_) => continue,
            GenericParam::Type(parameter) => (&parameter.ident, "type", "type"),
            GenericParam::Const(parameter) => (&parameter.ident, "const", "value"),
        };
        let what = format!("a tool cannot have {kind} parameters: it must be concrete");
        let help = format!(
            "remove `{name}`, and use a fixed {concrete} instead; or remove `#[mcp_tool]`, and for each {concrete}, write a tool that calls this function"
        );
        errors.report(name.span(), what, help);
    }
}

/// Returns the arguments among the parameters.
pub(crate) fn arguments<'p>(
    parameters: impl Iterator<Item = &'p Parameter>,
) -> impl Iterator<Item = &'p Argument> {
    parameters.filter_map(|parameter| match parameter {
        Parameter::Argument(argument) => Some(&**argument),
        _ => None,
    })
}

/// Reports two arguments with the same name, if at least one has `rename`. Otherwise, the compiler reports
/// the two parameters.
fn one_name_each(parameters: &[Option<Parameter>], errors: &mut Errors) {
    let mut seen = HashMap::new();
    for argument in arguments(parameters.iter().flatten()) {
        // Skip a flattened parameter, because clients do not send its name.
        if argument.flatten {
            continue;
        }
        let renamed = argument.is_renamed;
        if let Some(other_renamed) = seen.insert(&argument.wire_name, renamed)
            && (renamed || other_renamed)
        {
            errors.report(
                argument.wire_span,
                format!("two arguments are named `{}`", argument.wire_name),
                "write a different name for this argument in `#[arg(rename = \"…\")]`",
            );
        }
    }
}

/// Reports two arguments that have the same header. Header names ignore case.
fn one_header_each(parameters: &[Option<Parameter>], errors: &mut Errors) {
    let mut seen = HashSet::new();
    for argument in arguments(parameters.iter().flatten()) {
        if let Some(header) = &argument.header
            && !seen.insert(header.value().to_ascii_lowercase())
        {
            errors.report_rule(
                header.span(),
                format!("two arguments have the header `{}`", header.value()),
                "give this argument another header; header names ignore case",
                "2026-07-28/server/tools#x-mcp-header",
            );
        }
    }
}
