//! Which client will not take which tool as it was meant, before it is shipped.
//!
//! A definition that follows the protocol is not yet one that every client accepts: one boolean
//! schema makes a client drop every tool of a server, and nothing is said about it anywhere. The
//! rules here are [data](RULES) with their sources, and they can be held against a
//! [registry](crate::ToolRegistry) or against the list of any other server.
//!
//! ```
//! use mcp_tool_runtime::lint::{Lint, Profile};
//! use serde_json::json;
//!
//! let list = json!({ "tools": [{
//!     "name": "search",
//!     "description": "Searches the archive.",
//!     "inputSchema": {
//!         "type": "object",
//!         "properties": { "filter": { "type": ["string", "null"], "description": "What to leave out" } },
//!     },
//! }] });
//! let findings = Lint::new(Profile::ALL).check_json(&list);
//! assert_eq!(findings[0].rule.id, "several_types");
//! assert_eq!(findings[0].pointer, "/tools/0/inputSchema/properties/filter/type");
//! ```

mod checks;
mod finding;
mod profile;
mod rule;
mod rules;
mod subject;

use serde_json::Value;

pub use finding::{Effect, Finding, Loss, Severity};
pub use profile::{Profile, UnknownProfile};
pub use rule::Rule;
pub use rules::RULES;

use crate::{Revision, ToolRegistry};
use rule::Check;
use subject::Subject;

/// What is looked for: for which clients, and under which name the server is known to them.
#[derive(Clone, Debug)]
pub struct Lint {
    profiles: Vec<Profile>,
    options: Options,
}

/// What beside the list is known.
#[derive(Clone, Debug, Default)]
struct Options {
    server_name: Option<String>,
}

impl Lint {
    /// Looks for what these clients do not take.
    pub fn new(profiles: &[Profile]) -> Self {
        Lint {
            profiles: profiles.to_vec(),
            options: Options::default(),
        }
    }

    /// The name under which people configure the server: some clients write it before the names
    /// of its tools, and limit the two together.
    pub fn server_name(mut self, name: impl Into<String>) -> Self {
        self.options.server_name = Some(name.into());
        self
    }

    /// What there is to say of a registry's tools, in the form that clients of today ask for
    /// (2025-11-25).
    pub fn check<S>(&self, registry: &ToolRegistry<S>) -> Vec<Finding> {
        let tools = registry.definitions().iter().map(|definition| {
            // Definitions are text, booleans and JSON: nothing that cannot be written.
            serde_json::to_value(definition.project(Revision::V2025_11_25)).unwrap_or_default()
        });
        self.check_tools(&tools.collect::<Vec<_>>())
    }

    /// What there is to say of the result of a `tools/list` request: an object with `tools`, that
    /// list alone, or a response around it.
    pub fn check_json(&self, list: &Value) -> Vec<Finding> {
        let result = list.get("result").unwrap_or(list);
        let tools = result.get("tools").unwrap_or(result);
        self.check_tools(tools.as_array().map_or(&[], Vec::as_slice))
    }

    fn check_tools(&self, tools: &[Value]) -> Vec<Finding> {
        let subjects: Vec<_> = tools
            .iter()
            .enumerate()
            .map(|(position, tool)| Subject::new(position, tool))
            .collect();
        let found = RULES.iter().flat_map(|rule| self.of_rule(rule, &subjects));
        let mut found: Vec<(Option<usize>, Finding)> = found.collect();
        // Tool by tool, and what is about the whole list first.
        found.sort_by_key(|(position, _)| *position);
        found.into_iter().map(|(_, finding)| finding).collect()
    }

    /// What breaks a rule, with the position of the tool.
    fn of_rule(
        &self,
        rule: &'static Rule,
        subjects: &[Subject<'_>],
    ) -> Vec<(Option<usize>, Finding)> {
        let effects: Vec<_> = rule
            .effects
            .iter()
            .filter(|effect| self.profiles.contains(&effect.client))
            .copied()
            .collect();
        if effects.is_empty() {
            return Vec::new();
        }
        let mut hits = Vec::new();
        match rule.check {
            Check::Tool(check) => subjects
                .iter()
                .for_each(|tool| check(tool, &self.options, &mut hits)),
            Check::List(check) => check(subjects, &self.options, &mut hits),
        }
        let findings = hits.into_iter().map(|hit| {
            let finding = Finding {
                rule,
                effects: effects.clone(),
                tool: hit.tool.as_ref().map(|(_, name)| name.clone()),
                pointer: hit.pointer,
                argument: hit.argument,
                what: hit.what,
            };
            (hit.tool.map(|(position, _)| position), finding)
        });
        findings.collect()
    }
}
