//! Expands `#[mcp_tools]` on an `impl` block with tools.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::{Attribute, Meta};

use crate::codegen;
use crate::codegen::stand_in::StandIn;
use crate::diagnostics::Errors;
use crate::model::block::{Member, Tools};
use crate::model::self_type;
use crate::model::{self, ToolName};
use crate::options::name;
use crate::options::tool::{self, Options};
use crate::parse::impl_block::ImplBlock;
use crate::parse::item::{self, ToolFunction};
use crate::util::conditions::is_cfg;
use crate::util::lifetimes;
use crate::util::tokens::first_span;
use crate::util::types::type_span;

/// Returns the block without `#[mcp_tool]` and helper attributes such as `#[arg]`, followed by the code of its
/// tools or by errors.
pub(crate) fn expand(attribute: TokenStream, item: TokenStream, garde: bool) -> TokenStream {
    expand_below(MCP_TOOLS, attribute, item, garde)
}

/// The name of the attribute for `impl` blocks.
const MCP_TOOLS: &str = "mcp_tools";

/// Expands the block below `#[mcp_tools]`, or below an `#[mcp_tool]` written by mistake.
pub(crate) fn expand_below(
    name: &str,
    attribute: TokenStream,
    item: TokenStream,
    garde: bool,
) -> TokenStream {
    let block = match syn::parse2::<ImplBlock>(item.clone()) {
        Ok(block) => block,
        Err(error) => return not_a_block(&attribute, item, error),
    };
    let mut errors = Errors::default();
    let mut options = tool::parse_group(attribute, &mut errors);
    options.garde = garde;
    if name != MCP_TOOLS && block.can_have_tools() {
        errors.report(
            block.impl_token.span,
            format!("`#[{name}]` applies to functions, not to `impl` blocks"),
            "write `#[mcp_tools]`, with an s; `#[mcp_tool]` belongs above each method that should be a tool",
        );
    }
    let group = Tools::check(&block, &options, &mut errors);
    let is_whole = group.tools.len() == block.tools().count();
    let generated = match errors.finish(is_whole.then_some(())) {
        Ok(()) => codegen::methods::tools(&group, false),
        // After an error, still generate the code that lets `tools!` list the type, unless the
        // type is a trait object, which `tools!` cannot list. Without this code, an invocation of
        // `tools!` that lists the type would cause a second error.
        Err(messages) => {
            let rest = if block.can_be_listed() {
                codegen::methods::tools(&group, true)
            } else {
                codegen::methods::uses(&group)
            };
            TokenStream::from_iter([messages, rest])
        }
    };
    TokenStream::from_iter([block.to_token_stream(), generated])
}

/// Reports an item that is not a valid `impl` block. Does not report mistakes in the attribute's
/// options.
fn not_a_block(attribute: &TokenStream, item: TokenStream, error: syn::Error) -> TokenStream {
    let mut errors = Errors::default();
    let mut stand_in = None;
    match item::kind(&item) {
        Some((kind, span)) if kind != "impl" => {
            let what = format!("`#[mcp_tools]` applies to `impl` blocks, not to this `{kind}`");
            let help = if kind == "fn" {
                "write `#[mcp_tool]`, without the s"
            } else {
                "put `#[mcp_tools]` above an `impl Type` block with `#[mcp_tool]` methods"
            };
            errors.report(span, what, help);
            let options = tool::parse(attribute.clone(), &mut Errors::default());
            let function = syn::parse2::<ToolFunction>(item.clone()).ok();
            stand_in = function.and_then(|function| StandIn::new(attribute, &options, &function));
        }
        _ => drop(errors.read::<()>(Err(error))),
    }
    let messages = errors.finish(Some(())).err();
    let item = item::without_ours(item);
    let generated = [messages.to_token_stream(), stand_in.to_token_stream()];
    [item].into_iter().chain(generated).collect()
}

impl<'b> Tools<'b> {
    fn check(block: &'b ImplBlock, options: &'b Options, errors: &mut Errors) -> Self {
        // `self` is part of the state of a tool, and the state must be `'static`. So replace the
        // lifetimes in `owner` with `'static`.
        let mut declared = lifetimes::declared(&block.generics);
        declared.extend(lifetimes::named(&block.owner));
        let owner = lifetimes::replace(&block.owner, &declared, "static");
        let mut group = Tools {
            runtime: options.crate_path.as_ref(),
            owner,
            span: type_span(&block.owner),
            generics: &block.generics,
            tools: Vec::new(),
            attributes: Vec::new(),
            companion: (options.companion.as_ref()).filter(|name| !name::is_primitive(name)),
            register: options.register.as_ref(),
            names_deprecated: item::names_deprecated(&block.head()),
        };
        let attributes = block.tools().flat_map(ToolFunction::tool_attributes);
        group.attributes = attributes.map(Attribute::path).collect();
        group
            .attributes
            .dedup_by_key(|path| path.to_token_stream().to_string());
        if let Some(companion) = &options.companion {
            name::check_companion(companion, errors);
        }
        if !block.check(errors) {
            return group;
        }
        for function in block.tools() {
            if let Some(tool) = group.member(function, options, errors) {
                group.tools.push(tool);
            }
        }
        if group.tools.is_empty() && errors.is_empty() {
            errors.report(
                block.impl_token.span,
                "no method of this block is a tool",
                if block.has_marks() {
                    item::UNDER_ITS_OWN_NAME
                } else {
                    "write `#[mcp_tool]` above each method that should be a tool"
                },
            );
        }
        let is_generic = block.generics.type_params().next().is_some()
            || block.generics.const_params().next().is_some();
        if let Some(collection) = options.register.as_ref().filter(|_| is_generic) {
            errors.report(
                first_span(collection),
                "a collection cannot contain tools of a block with type or const parameters",
                "remove `register`, and list the type with concrete parameters, as in `tools![Type<u8>]`",
            );
        }
        group.one_name_each(errors);
        group
    }

    fn member(
        &self,
        function: &'b ToolFunction,
        group: &Options,
        errors: &mut Errors,
    ) -> Option<Member<'b>> {
        let mut attributes = function.tool_attributes();
        let tokens = match &attributes.next()?.meta {
            Meta::List(list) => list.tokens.clone(),
            Meta::Path(_) => TokenStream::new(),
            Meta::NameValue(option) => option.value.to_token_stream(),
        };
        if let Some(duplicate) = attributes.next().and_then(item::tool_attribute_span) {
            errors.report(
                duplicate,
                format!("duplicate `#[mcp_tool]` on `{}`", function.signature.ident),
                "keep one of them, with all options",
            );
        }
        let lifetimes = lifetimes::declared(self.generics);
        // Keep `'_`, which does not stand for a lifetime of the block.
        let declared = lifetimes::replace_declared(&function.head(), &lifetimes, "static");
        let mut without_body = self_type::replace(declared, &self.owner);
        let body = Group::new(Delimiter::Brace, TokenStream::new());
        without_body.extend([TokenTree::from(body)]);
        // No parse error is expected, because these tokens come from a function that is already
        // parsed.
        let head: ToolFunction = match syn::parse2(without_body) {
            Ok(head) => head,
            Err(error) => {
                errors.read::<()>(Err(error));
                return None;
            }
        };
        let tokens = self_type::replace(tokens, &self.owner);
        let can_time_out = head.signature.asyncness.is_some();
        let options = tool::parse_method(tokens, group, can_time_out, errors);
        let tool = model::check(options, &head, Some(&self.owner), errors)?;
        Some(Member {
            conditions: function.attributes.iter().filter(|it| is_cfg(it)).collect(),
            body: function.body().clone(),
            tool,
        })
    }

    /// Reports two tools of this block with the same name, if neither tool has a `#[cfg]` and the macro knows
    /// both names. `tools!` or the registry reports all other duplicates.
    fn one_name_each(&self, errors: &mut Errors) {
        let mut seen = std::collections::HashMap::new();
        for member in self
            .tools
            .iter()
            .filter(|member| member.conditions.is_empty())
        {
            let ToolName::Literal(name, span) = &member.tool.name else {
                continue;
            };
            let method = &member.tool.function;
            match seen.insert(name, method) {
                None => {}
                // The compiler itself reports two methods of the same name.
                Some(first) if first == method => {
                    errors.leave_to_rustc(*span, format!("two methods are named `{method}`"));
                }
                Some(_) => errors.report_rule(
                    *span,
                    format!("two tools of this block are named `{name}`"),
                    "give one of them another name with `#[mcp_tool(name = \"…\")]`",
                    "2025-11-25/server/tools#tool-names",
                ),
            }
        }
    }
}
