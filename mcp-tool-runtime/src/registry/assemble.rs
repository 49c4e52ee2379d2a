//! Checks the tools and settings of a registry, and builds its `RegisteredTool`s.

use std::collections::HashSet;
use std::io::{self, Write as _};
use std::sync::Arc;
use std::time::Duration;

use mcp_tool_rules::scope::is_scope;
use mcp_tool_rules::tool_name::name_fault;
use mcp_tool_schema::generate::SchemaProfile;
use mcp_tool_schema::output::{output_schema, wrapped};
use serde_json::{Map, Value};

use super::definition_checks::{icon_faults, meta_faults, text_faults};
use super::nested_input::nested_input;
use super::settings::{Settings, UnknownArguments};
use crate::arguments::input_schema;
use crate::call::{Handler, Limit, RegisteredTool};
use crate::definition::{DefinitionText, ToolDefinition, header_bindings};
use crate::error::{BuildError, BuildProblem, PanicMessage, catch, short_type_name};
use crate::services::Services;
use crate::tool::{BoundTool, Declaration, NoHandler, PublishedTool, Source, ValueTool};

/// Checks and builds the tools of a registry.
pub(super) fn assemble(
    bound: Vec<BoundTool>,
    settings: &Settings,
    services: &Services,
) -> Result<Vec<Arc<RegisteredTool>>, BuildError> {
    let (tools, problems) = build_tools(bound, settings, services);
    check(problems)?;
    Ok(tools)
}

pub(super) fn build_tools(
    bound: Vec<BoundTool>,
    settings: &Settings,
    services: &Services,
) -> (Vec<Arc<RegisteredTool>>, Vec<BuildProblem>) {
    let mut problems = name_problems(bound.iter().map(|tool| tool.source.name()));
    let mut assembly = Assembly {
        settings,
        services,
        problems: Vec::new(),
    };
    let short = settings.calls.state_keys.short_keys();
    problems.extend(short.map(|length| BuildProblem::ShortRequestStateKey { length }));
    let tools: Vec<_> = bound
        .into_iter()
        .filter_map(|tool| assembly.tool(tool).map(Arc::new))
        .collect();
    problems.append(&mut assembly.problems);
    (tools, problems)
}

struct Assembly<'b> {
    settings: &'b Settings,
    services: &'b Services,
    problems: Vec<BuildProblem>,
}

impl Assembly<'_> {
    /// Builds one tool, and records its problems. Returns `None` if `publish` does.
    fn tool(&mut self, tool: BoundTool) -> Option<RegisteredTool> {
        if tool.handler.is_none() {
            self.problems.push(BuildProblem::NoBlockingPool {
                tool: tool.source.name().to_owned(),
            });
        }
        let handler = tool.handler.unwrap_or_else(|| Arc::new(NoHandler));
        let built = match tool.source {
            Source::Declared(declaration) => self.declared(declaration, handler)?,
            Source::Value(value) => self.by_value(*value, handler)?,
        };
        if built.request_state && !self.settings.calls.state_keys.has_keys() {
            self.problems.push(BuildProblem::NoRequestStateKey {
                tool: built.definition.name.clone(),
            });
        }
        #[cfg(feature = "tower")]
        let built = RegisteredTool {
            layers: tool.layers,
            ..built
        };
        Some(built)
    }

    fn declared(
        &mut self,
        declaration: &'static Declaration,
        handler: Arc<dyn Handler>,
    ) -> Option<RegisteredTool> {
        let closed = declaration.allow_unknown != Some(true) && self.refuses_unknown();
        let profile = self.settings.schema_profile;
        let mut published =
            self.publish(declaration.name, || declared(declaration, closed, profile))?;
        let definition = ToolDefinition {
            title: declaration.title.map(str::to_owned),
            description: declaration.description.text(),
            annotations: declaration.annotations(),
            icons: declaration.icon.iter().map(|icon| icon.icon()).collect(),
            meta: published.meta.take(),
            scopes: declaration
                .scopes
                .iter()
                .map(|it| (*it).to_owned())
                .collect(),
            ..ToolDefinition::new(declaration.name.to_owned())
        };
        published.input.input.accept.unknown = !closed;
        warn_of_nested_input(declaration, &published.input.schema);
        let mut registered = self.registered(definition, published, handler, declaration.timeout);
        registered.needs_principal = declaration.principal;
        registered.request_state = declaration.request_state == Some(true);
        registered.wrap = declaration.wrap;
        registered.allow_nested_input = declaration.allow_nested_input;
        Some(registered)
    }

    fn by_value(&mut self, tool: ValueTool, handler: Arc<dyn Handler>) -> Option<RegisteredTool> {
        let closed = self.refuses_unknown();
        let profile = self.settings.schema_profile;
        let name = &tool.definition.name;
        let mut published = self.publish(name, || (tool.publish)(&tool, closed, profile))?;
        published.input.input.accept.unknown = !closed;
        let mut registered = self.registered(tool.definition, published, handler, tool.timeout);
        registered.request_state = tool.request_state;
        Some(registered)
    }

    /// Runs the user code that generates schemas, default values and `_meta` values. If this code panics,
    /// records a problem and returns `None`.
    fn publish(
        &mut self,
        tool: &str,
        make: impl FnOnce() -> PublishedTool,
    ) -> Option<PublishedTool> {
        match catch(make) {
            Ok(published) => Some(published),
            Err(PanicMessage(_)) => {
                self.problems.push(BuildProblem::Schema {
                    tool: tool.to_owned(),
                });
                None
            }
        }
    }

    fn registered(
        &mut self,
        mut definition: ToolDefinition,
        published: PublishedTool,
        handler: Arc<dyn Handler>,
        timeout: Option<Duration>,
    ) -> RegisteredTool {
        let tool = definition.name.clone();
        let PublishedTool {
            input: document,
            output,
            is_checked,
            faults,
            ..
        } = published;
        definition.description = definition
            .description
            .filter(|text| !text.trim().is_empty());
        if definition.description.is_none() {
            self.problems
                .push(BuildProblem::NoDescription { tool: tool.clone() });
        }
        definition.annotations = self
            .settings
            .defaults
            .complete(definition.annotations.take());
        definition.input_schema = document.schema;
        definition.output_schema = output;
        if self.settings.annotation_titles && definition.title.is_some() {
            let annotations = definition.annotations.get_or_insert_default();
            annotations.title.clone_from(&definition.title);
        }
        definition.sort();
        let text = DefinitionText::new(&definition);
        let (mut headers, header_faults) = header_bindings(&definition.input_schema);
        let mut arguments = document.faults;
        arguments.extend(header_faults);
        for (argument, reason) in arguments {
            self.problems.push(BuildProblem::Argument {
                tool: tool.clone(),
                argument,
                reason,
            });
        }
        let mut parts = faults;
        parts.extend(icon_faults(&definition.icons));
        parts.extend(meta_faults(definition.meta.as_ref()));
        if let Some(scope) = definition.scopes.iter().find(|scope| !is_scope(scope)) {
            parts.push(("scopes", format!("`{scope}` is not a scope")));
        }
        for (part, reason) in parts {
            self.problems.push(BuildProblem::Part {
                tool: tool.clone(),
                part: part.to_owned(),
                reason,
            });
        }
        let limit = match (timeout, &self.services.timer) {
            (None, _) => None,
            (Some(after), Some(timer)) => Some(Limit {
                after,
                timer: Arc::clone(timer),
            }),
            (Some(_), None) => {
                self.problems
                    .push(BuildProblem::NoTimer { tool: tool.clone() });
                None
            }
        };
        for binding in &mut headers {
            binding.set_aliases(|name| document.input.aliases_of(name));
        }
        self.problems
            .extend(text_faults(&definition, text.is_plain()));
        let checked_output = definition.output_schema.filter(|_| is_checked);
        let mut input = document.input.shrunk();
        let ignored = &self.settings.calls.ignored_arguments;
        input.accept.ignored.clone_from(ignored);
        RegisteredTool {
            checked_output: checked_output.map(Arc::new),
            definition: text,
            settings: Arc::clone(&self.settings.calls),
            input: Arc::new(input),
            handler,
            needs_principal: false,
            limit,
            wrap: None,
            headers: headers.into(),
            request_state: false,
            #[cfg(feature = "tower")]
            layers: None,
            allow_nested_input: false,
        }
    }

    fn refuses_unknown(&self) -> bool {
        self.settings.unknown_arguments == UnknownArguments::Refuse
    }
}

/// Warns if the whole input is nested under one argument, unless the author allows this. Such nesting happens
/// in a migration from rmcp, if the author replaces `Parameters<T>` by an argument of type `T`. Without a
/// `tracing` subscriber, the warning goes to standard error.
fn warn_of_nested_input(declaration: &Declaration, schema: &Map<String, Value>) {
    let nested = nested_input(schema);
    let Some(argument) = nested.filter(|_| !declaration.allow_nested_input) else {
        return;
    };
    let row = declaration
        .arguments
        .iter()
        .find(|row| row.name == argument);
    if let Some(row) = row.filter(|row| !row.joined) {
        let ty = short_type_name(row.parameter.type_name());
        let tool = declaration.name;
        let advice = format!(
            "the whole input is nested under `{argument}`; write `#[arg(flatten)] {argument}: {ty}`, \
             or `allow(nested_input)` in `#[mcp_tool]` to keep it nested"
        );
        tracing::warn!(tool, "{advice}");
        if !tracing::dispatcher::has_been_set() {
            // `eprintln!` panics if standard error is closed.
            let _ = writeln!(io::stderr(), "tool `{tool}`: {advice}");
        }
    }
}

fn declared(declaration: &Declaration, closed: bool, profile: SchemaProfile) -> PublishedTool {
    let mut published = PublishedTool {
        input: input_schema(declaration.arguments, closed, profile),
        is_checked: declaration.validate_output,
        ..PublishedTool::default()
    };
    let output = (declaration.output)();
    let schema = output.and_then(|output| output_schema(&output, profile));
    if schema.as_ref().is_some_and(is_result) {
        let reason = "a `CallToolResult` of another rmcp version would be sent as data; write \
                      `rmcp = \"3\"` and add the crate `mcp-tool-rmcp`, or return the \
                      `CallToolResult` of `mcp-tool-runtime`";
        published.faults.push(("output schema", reason.to_owned()));
    }
    published.output = match (output, declaration.wrap) {
        (_, None) => schema,
        (Some(_), Some(name)) => Some(wrapped(name, schema)),
        (None, Some(_)) => {
            let reason = "the tool returns text or content blocks, so there is no structured content to wrap; \
                 remove `wrap`";
            published.faults.push(("wrap", reason.to_owned()));
            None
        }
    };
    let mut meta = Map::new();
    for (key, value) in declaration.meta {
        match value() {
            Some(value) => {
                meta.insert((*key).to_owned(), value);
            }
            None => published.faults.push((
                "meta",
                format!("the value of `{key}` cannot be written as JSON"),
            )),
        }
    }
    published.meta = (!meta.is_empty()).then_some(meta);
    published
}

/// Returns whether a schema describes a whole `CallToolResult` instead of structured content.
fn is_result(schema: &Map<String, Value>) -> bool {
    let members = schema.get("properties").and_then(Value::as_object);
    let has = |name: &&str| members.is_some_and(|members| members.contains_key(*name));
    ["content", "structuredContent", "isError"].iter().all(has)
}

/// Returns a problem for each invalid or duplicate name.
pub(super) fn name_problems<'n>(names: impl Iterator<Item = &'n str>) -> Vec<BuildProblem> {
    let mut problems = Vec::new();
    let mut seen = HashSet::new();
    for name in names {
        let tool = name.to_owned();
        if let Some(fault) = name_fault(name) {
            let reason = fault.words().to_owned();
            problems.push(BuildProblem::InvalidName { tool, reason });
        } else if !seen.insert(name) {
            problems.push(BuildProblem::DuplicateName { tool });
        }
    }
    problems
}

pub(super) fn check(problems: Vec<BuildProblem>) -> Result<(), BuildError> {
    if problems.is_empty() {
        Ok(())
    } else {
        Err(BuildError::new(problems))
    }
}
