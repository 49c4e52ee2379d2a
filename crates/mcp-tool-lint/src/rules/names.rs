//! Names of tools and arguments.

use super::*;

fn is_portable(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '-')
}

pub(super) const NAME_CHARACTERS: Rule = Rule {
    id: "name_characters",
    breaks: "a tool's name contains a character other than an ASCII letter, an ASCII digit, `_` or `-`, or does not begin with a letter or \
             `_`, which Gemini rejects",
    repair: "replace that character with `_`, and begin the name with a letter",
    since: "2026-08",
    sources: &[
        "evoila/meho#2745",
        "cline/cline#7339",
        "github/copilot-cli#1879",
        "openai/codex#8174",
        "mcp-router/mcp-router#176",
    ],
    effects: effects![Error List: Claude; Error Session: OpenAi OpenAiStrict; Warning Session: Gemini VsCode],
    effects_in_result: NONE,
    check: Check::Tool(name_characters),
};

fn name_characters(tool: &Subject<'_>, hits: &mut Vec<Hit>) {
    let start = tool.name.chars().next();
    if let Some(start) = start.filter(|c| matches!(c, '0'..='9' | '-' | '.' | ':')) {
        let hit = tool.hit_at("/name", format!("its name begins with `{start}`"));
        hits.push(hit.effects(effects![Warning Session: Gemini]));
    }
    let mut wrong = tool.name.chars().filter(|c| !is_portable(*c)).peekable();
    if let Some(first) = wrong.peek().copied() {
        let what = format!("its name contains `{}`", first.escape_debug());
        let hit = tool.hit_at("/name", what);
        // Gemini accepts dots and colons.
        let is_taken = wrong.all(|c| matches!(c, '.' | ':'));
        hits.push(hit.effects_if(is_taken, effects![Error List: Claude; Error Session: OpenAi OpenAiStrict; Warning Session: VsCode]));
    }
}

pub(super) const NAME_LENGTH: Rule = Rule {
    id: "name_length",
    breaks: "a tool's name has more than 64 characters",
    repair: "shorten the name",
    since: "2026-08",
    sources: &[
        "loomle/loomle#168",
        "openai/codex#8174",
        "nanbingxyz/5ire#403",
        "microsoft/vscode#243602",
        "mims-harvard/ToolUniverse#3",
    ],
    effects: effects![Error List: Claude; Error Session: OpenAi OpenAiStrict; Warning Session: Gemini; Error Tool: VsCode Cursor],
    effects_in_result: NONE,
    check: Check::Tool(|tool, hits| {
        let length = tool.name.chars().count();
        if length > 64 {
            let what = format!("its name has {length} characters, more than 64");
            hits.push(tool.hit_at("/name", what));
        }
    }),
};

pub(super) const PREFIXED_NAME: Rule = Rule {
    id: "prefixed_name",
    breaks: "clients put the server's name before the tool's name: Cursor leaves out a tool with more than 60 characters in total; \
             VS Code and versions of Claude Code accept 64 with a prefix; Gemini CLI cuts the middle of a name with more than 63",
    repair: "shorten one of the names",
    since: "2026-08",
    sources: &[
        "ComposioHQ/composio#2788",
        "PostHog/posthog#51483",
        "google-gemini/gemini-cli:packages/core/src/tools/mcp-tool.ts",
    ],
    effects: effects![Error Tool: Cursor; Warning Tool: Claude VsCode; Warning Meaning: Gemini],
    effects_in_result: NONE,
    check: Check::List(|list, hits| {
        let tools = list.tools.iter();
        hits.extend(tools.filter_map(|tool| prefixed_name(tool, list.server_name)));
    }),
};

fn prefixed_name(tool: &Subject<'_>, server: Option<&str>) -> Option<Hit> {
    let length = tool.name.chars().count();
    let Some(server) = server else {
        let what = format!("its name has {length} characters, and clients add the server's name");
        let hit = tool.hit_at("/name", what);
        // Up to 40 characters usually leave enough room for the server's name. Another rule reports
        // names with more than 64 characters.
        let is_long = length > 40 && length <= 64;
        let effects = effects![Warning Tool: Claude VsCode Cursor; Warning Meaning: Gemini];
        return is_long.then(|| hit.effects(effects));
    };
    let joined = server.chars().count() + length;
    // Claude Code writes `mcp__server__tool`, Gemini CLI writes `mcp_server_tool`, and Cursor adds one
    // character.
    let effects = match joined {
        ..58 => return None,
        58 => effects![Warning Tool: Claude],
        59 => effects![Warning Tool: Claude; Warning Meaning: Gemini],
        60.. => PREFIXED_NAME.effects,
    };
    let what = format!("with the server's name `{server}`, its name has {joined} characters");
    Some(tool.hit_at("/name", what).effects(effects))
}

pub(super) const ARGUMENT_NAME: Rule = Rule {
    id: "argument_name",
    breaks: "the name of an argument is empty, has more than 64 characters, or contains a character other than an ASCII letter, an ASCII digit, `_`, `.` or `-`; Anthropic's API does not check names inside arguments",
    repair: "rename the argument",
    since: "2026-09",
    sources: &[
        "anthropics/claude-code#92648",
        "decocms/studio#6874",
        "aws-solutions-library-samples/accelerated-intelligent-document-processing-on-aws#709",
    ],
    effects: effects![Error Session: Claude],
    effects_in_result: NONE,
    check: Check::Tool(|tool, hits| {
        for node in tool.arguments() {
            let what = name_fault(node.property().unwrap_or_default());
            hits.extend(what.map(|what| tool.hit(node, "", what)));
        }
    }),
};

fn name_fault(name: &str) -> Option<String> {
    let wrong = name.chars().find(|c| !is_portable(*c) && *c != '.');
    let length = name.chars().count();
    match wrong {
        Some(wrong) => Some(format!("its name contains `{}`", wrong.escape_debug())),
        None if name.is_empty() => Some("its name is empty".to_owned()),
        None if length > 64 => Some(format!("its name has {length} characters, more than 64")),
        None => None,
    }
}
