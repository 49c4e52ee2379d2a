//! `Lint`: checks the tools of a server for its clients.

use serde_json::Value;

use crate::effect::Severity;
use crate::finding::Finding;
use crate::hit::Hit;
use crate::profile::Profile;
use crate::rule::{Check, Rule};
use crate::rules::{self, RULES};
use crate::subject::{Node, Side, Subject, ToolList};
use crate::tool_list::find_tools;
use crate::tool_source::ToolSource;

/// Checks tools. Holds the clients, the server's name and instructions, and the allowed rules.
#[derive(Clone, Debug)]
pub struct Lint {
    profiles: Vec<Profile>,
    /// The clients whose directories must accept the server.
    ready_for: Vec<Profile>,
    server_name: Option<String>,
    instructions: Option<String>,
    /// Pairs of a tool and a rule. The linter leaves out the findings of the rule in the tool. `None` means all
    /// tools.
    allowed: Vec<(Option<String>, String)>,
}

impl Lint {
    /// Creates a linter for these clients.
    pub fn new(profiles: &[Profile]) -> Self {
        Lint {
            profiles: profiles.to_vec(),
            ready_for: Vec::new(),
            server_name: None,
            instructions: None,
            allowed: Vec::new(),
        }
    }

    /// Returns the clients.
    pub fn profiles(&self) -> &[Profile] {
        &self.profiles
    }

    /// Leaves out the findings of the rule with this [id](Rule::id). A finding that the JSON has no list of tools
    /// remains.
    ///
    /// ```
    /// use mcp_tool_lint::{Lint, Profile};
    /// use serde_json::json;
    ///
    /// let list = json!([{
    ///     "name": "files.read",
    ///     "description": "Reads a file.",
    ///     "inputSchema": { "type": "object", "properties": {} },
    ///     "annotations": { "readOnlyHint": true, "destructiveHint": false, "openWorldHint": false },
    /// }]);
    /// let lint = Lint::new(&[Profile::OpenAi]);
    /// assert_eq!(lint.check_json(&list)[0].rule.id, "name_characters");
    /// assert!(lint.allow("name_characters").check_json(&list).is_empty());
    /// ```
    pub fn allow(mut self, rule: impl Into<String>) -> Self {
        self.allowed.push((None, rule.into()));
        self
    }

    /// Leaves out the findings of a rule in one tool. To allow `nested_input` in a Rust tool, write
    /// `#[mcp_tool(allow(nested_input))]` instead.
    pub fn allow_for(mut self, tool: impl Into<String>, rule: impl Into<String>) -> Self {
        self.allowed.push((Some(tool.into()), rule.into()));
        self
    }

    fn allows(&self, finding: &Finding) -> bool {
        // A finding has an empty pointer only if the JSON contains no list of tools. In this
        // case, the linter has checked no tools, so `allow` and `allow_for` do not suppress the
        // finding.
        let is_checked = !finding.pointer.is_empty();
        let mut allowed = self.allowed.iter();
        is_checked
            && allowed.any(|(tool, rule)| {
                rule == finding.rule.id && (tool.is_none() || *tool == finding.tool)
            })
    }

    /// Also checks for this client, and reports what its directory of servers demands as errors. Only ChatGPT
    /// and Claude have a directory: see [`Profile::of_store`].
    ///
    /// ```
    /// use mcp_tool_lint::{Lint, Profile, Severity};
    /// use serde_json::json;
    ///
    /// let list = json!([{
    ///     "name": "search",
    ///     "description": "Searches the archive.",
    ///     "inputSchema": { "type": "object", "properties": {} },
    ///     "annotations": { "readOnlyHint": true, "destructiveHint": false },
    /// }]);
    /// let lint = Lint::new(&[]).ready_for(Profile::of_store("chatgpt")?);
    /// let findings = lint.check_json(&list);
    /// assert_eq!(findings[0].what, "`search` lacks the hint `openWorldHint`");
    /// assert_eq!(findings[0].severity(), Severity::Error);
    /// # Ok::<(), mcp_tool_lint::UnknownProfile>(())
    /// ```
    pub fn ready_for(mut self, store: Profile) -> Self {
        self.ready_for.push(store);
        self.profiles
            .extend((!self.profiles.contains(&store)).then_some(store));
        self
    }

    /// Sets the server's name, as users configure it in their clients. Some clients write this name before
    /// the name of each tool, and limit the length of both together. Default: unknown.
    pub fn server_name(mut self, name: impl Into<String>) -> Self {
        self.server_name = Some(name.into());
        self
    }

    /// Sets the instructions that the server sends when a client connects. An empty text means that the server
    /// sends none. Default: unknown.
    pub fn instructions(mut self, text: impl Into<String>) -> Self {
        self.instructions = Some(text.into());
        self
    }

    /// Checks the definitions that a registry sends to clients of protocol version 2025-11-25. A finding
    /// about an argument names the argument's Rust type, if the registry knows it.
    pub fn check(&self, source: &impl ToolSource) -> Vec<Finding> {
        let mut findings = self.check_json(&source.definitions());
        findings.retain(|finding| {
            let tool = finding.tool.as_deref();
            finding.rule.id != rules::NESTED_INPUT
                || !tool.is_some_and(|tool| source.allows_nested_input(tool))
        });
        for finding in &mut findings {
            if let (Some(tool), Some(argument)) = (&finding.tool, &finding.argument) {
                finding.rust_type = source.argument_type(tool, argument);
            }
        }
        findings
    }

    /// Checks the tools in a JSON value: a list of tools, the result of `tools/list`, or the whole response.
    pub fn check_json(&self, list: &Value) -> Vec<Finding> {
        let (tools, not_a_list) = match find_tools(list) {
            Ok(tools) => (tools.as_slice(), None),
            Err(what) => (&[][..], Some(what)),
        };
        let tools = tools.iter().enumerate();
        let list = ToolList {
            tools: tools.map(|(at, tool)| Subject::new(at, tool)).collect(),
            not_a_list,
            server_name: self.server_name.as_deref(),
            instructions: self.instructions.as_deref(),
            ready_for: &self.ready_for,
        };
        let mut hits: Vec<(&Rule, Hit)> = RULES
            .iter()
            .flat_map(|rule| {
                let hits_of_rule = find_hits(rule, &list).into_iter();
                hits_of_rule.map(move |hit| (rule, hit))
            })
            .collect();
        // `None` sorts before `Some`, so the findings about the whole list come before the
        // findings about single tools.
        hits.sort_by_key(|(_, hit)| hit.tool.as_ref().map(|(position, _)| *position));
        let findings = hits
            .into_iter()
            .filter_map(|(rule, hit)| self.finding(rule, hit));
        findings.collect()
    }

    /// Returns the finding for a hit. Returns `None` if the hit affects no checked client, or the user
    /// allowed the rule.
    fn finding(&self, rule: &'static Rule, hit: Hit) -> Option<Finding> {
        let effects_of_rule = if hit.in_result {
            rule.effects_in_result
        } else {
            rule.effects
        };
        let effects = hit
            .effects
            .unwrap_or(effects_of_rule)
            .iter()
            .copied()
            .filter(|effect| self.profiles.contains(&effect.client))
            .filter(|effect| !hit.unused || is_read_unused(rule, effect.client))
            .map(|mut effect| {
                if rule.id == "review" && self.ready_for.contains(&effect.client) {
                    effect.severity = Severity::Error;
                }
                effect
            });
        let finding = Finding {
            rule,
            effects: effects.collect(),
            tool: hit.tool.map(|(_, name)| name),
            pointer: hit.pointer,
            argument: hit.argument,
            path: hit.path,
            in_result: hit.in_result,
            rust_type: None,
            what: hit.what,
            repair: hit.repair.unwrap_or(rule.repair),
        };
        (!finding.effects.is_empty() && !self.allows(&finding)).then_some(finding)
    }
}

impl From<&[Profile]> for Lint {
    fn from(profiles: &[Profile]) -> Self {
        Lint::new(profiles)
    }
}

impl<const N: usize> From<&[Profile; N]> for Lint {
    fn from(profiles: &[Profile; N]) -> Self {
        Lint::new(profiles)
    }
}

impl From<&Lint> for Lint {
    fn from(lint: &Lint) -> Self {
        lint.clone()
    }
}

/// Returns each place where a list of tools breaks a rule.
fn find_hits(rule: &Rule, list: &ToolList<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    match rule.check {
        Check::Keyword(keywords, check) => {
            for (tool, node) in checked_schemas(rule, list) {
                for keyword in keywords {
                    let what = node.get(keyword).and_then(|it| check(node, keyword, it));
                    hits.extend(what.map(|what| tool.hit(node, keyword, what)));
                }
            }
        }
        Check::Node(check) => {
            checked_schemas(rule, list).for_each(|(tool, node)| check(tool, node, &mut hits));
        }
        Check::Tool(check) => list.tools.iter().for_each(|tool| check(tool, &mut hits)),
        Check::List(check) => check(list, &mut hits),
    }
    hits
}

/// Returns the schemas that a rule checks. These include output schemas only if the rule has an effect there.
fn checked_schemas<'t, 'l>(
    rule: &Rule,
    list: &'t ToolList<'l>,
) -> impl Iterator<Item = (&'t Subject<'l>, &'t Node<'l>)> {
    let reads_results = !rule.effects_in_result.is_empty();
    let read = move |node: &&Node<'_>| reads_results || node.side == Side::Input;
    let tools = list.tools.iter();
    tools.flat_map(move |tool| tool.nodes().filter(read).map(move |node| (tool, node)))
}

/// Returns whether a rule affects a client even in a definition that nothing refers to. Most clients
/// ignore such definitions, but OpenAI's strict mode does not. Some rules, such as `unused_definition`, affect
/// every client there.
fn is_read_unused(rule: &Rule, client: Profile) -> bool {
    const OF_THE_DOCUMENT: &[&str] = &[
        "unused_definition",
        "malformed_keyword",
        "listed_twice",
        "unresolved_reference",
        "deep_schema",
        "boolean_schema",
    ];
    client == Profile::OpenAiStrict || OF_THE_DOCUMENT.contains(&rule.id)
}
