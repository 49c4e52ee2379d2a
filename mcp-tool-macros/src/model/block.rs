//! The tools of one `impl` block, checked.

use std::collections::HashSet;

use proc_macro2::{Span, TokenStream};
use quote::ToTokens as _;
use syn::{Attribute, Generics, Ident, Meta, Path};

use super::{Tool, check, self_type};
use crate::diagnostics::Errors;
use crate::options::name;
use crate::options::tool::{self, Options};
use crate::parse::impl_block::ImplBlock;
use crate::parse::item::{self, ToolFunction};
use crate::util::conditions::is_cfg;
use crate::util::lifetimes;
use crate::util::tokens::first_span;
use crate::util::types::type_span;

pub(crate) struct Tools<'b> {
    /// The path of the runtime, if the author gives one.
    pub(crate) runtime: Option<&'b Path>,
    pub(crate) owner: TokenStream,
    /// The span of the type that the `impl` block is for.
    pub(crate) span: Span,
    pub(crate) generics: &'b Generics,
    pub(crate) tools: Vec<Member<'b>>,
    /// The value of `companion`: the struct that `tools!` lists instead of the block's own type. Also `None`
    /// if the value is the name of a primitive type, because the macro reports it.
    pub(crate) companion: Option<&'b Ident>,
    pub(crate) register: Option<&'b Path>,
    /// Whether the code before the block's braces contains the word `deprecated`. If so, the generated code
    /// allows the lint `deprecated`.
    pub(crate) names_deprecated: bool,
}

pub(crate) struct Member<'b> {
    /// Each `#[cfg]` of the tool, also inside `#[cfg_attr]`.
    pub(crate) conditions: Vec<&'b Attribute>,
    pub(crate) tool: Tool,
}

impl<'b> Tools<'b> {
    pub(crate) fn check(block: &'b ImplBlock, options: &'b Options, errors: &mut Errors) -> Self {
        // `self` is part of the state of a tool, and the state must be `'static`. So replace the
        // lifetimes in `owner` with `'static`.
        let mut declared = lifetimes::declared(&block.declaration.generics);
        declared.extend(lifetimes::named(&block.declaration.self_ty));
        let owner = lifetimes::replace(&block.declaration.self_ty, &declared, "static");
        let mut group = Tools {
            runtime: options.crate_path.as_ref(),
            owner,
            span: type_span(&block.declaration.self_ty),
            generics: &block.declaration.generics,
            tools: Vec::new(),
            companion: (options.companion.as_ref()).filter(|name| !name::is_primitive(name)),
            register: options.register.as_ref(),
            names_deprecated: item::names_deprecated(&block.head),
        };
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
                block.declaration.impl_token.span,
                "no method of this block is a tool",
                if block.has_marks() {
                    item::UNDER_ITS_OWN_NAME
                } else {
                    "write `#[mcp_tool]` above each method that should be a tool"
                },
            );
        }
        let is_generic = block.declaration.generics.type_params().next().is_some()
            || block.declaration.generics.const_params().next().is_some();
        if let Some(collection) = options.register.as_ref().filter(|_| is_generic) {
            errors.report(
                first_span(collection),
                "a collection cannot contain tools of a block with type or const parameters",
                "remove `register`, and list the type with concrete parameters, as in `tools![Type<u8>]`",
            );
        }
        group.one_method_each(errors);
        group
    }

    fn member(
        &self,
        function: &'b ToolFunction,
        group: &Options,
        errors: &mut Errors,
    ) -> Option<Member<'b>> {
        let mut lifetimes = lifetimes::declared(self.generics);
        // Keep `'_`, which does not stand for a lifetime of the block.
        lifetimes.remove("_");
        let declared = lifetimes::replace(&function.head(), &lifetimes, "static");
        // No parse error is expected, because these tokens come from a function that is already
        // parsed.
        let head = syn::parse2(self_type::replace(declared, &self.owner));
        let mut head: ToolFunction = errors.read(head.map_err(Into::into))?;
        let mut attributes = head.attributes.iter();
        let first = attributes.position(|it| item::tool_attribute_span(it).is_some())?;
        let tokens = match head.attributes.remove(first).meta {
            Meta::List(list) => list.tokens,
            Meta::Path(_) => TokenStream::new(),
            Meta::NameValue(option) => option.value.to_token_stream(),
        };
        let can_time_out = head.signature.asyncness.is_some();
        let options = tool::parse_method(tokens, group, can_time_out, errors);
        let tool = check(options, &head, Some(&self.owner), errors)?;
        Some(Member {
            conditions: function.attributes.iter().filter(|it| is_cfg(it)).collect(),
            tool,
        })
    }

    /// Leaves two methods of the same name to the compiler. `tools!` reports two tools of the same name.
    fn one_method_each(&self, errors: &mut Errors) {
        let mut seen = HashSet::new();
        for member in &self.tools {
            let method = &member.tool.function;
            if member.conditions.is_empty() && !seen.insert(method) {
                let what = format!("two methods are named `{method}`");
                errors.leave_to_rustc(method.span(), what);
            }
        }
    }
}
