//! Names of tools and arguments.

use super::*;

/// The effects of a tool's name if its only wrong characters are `.` and `:`, which Gemini accepts.
const NAME_FOR_GEMINI: &[Effect] =
    effects![Error List: Claude; Error Session: OpenAi OpenAiStrict; Warning Session: VsCode];

fn is_portable(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '-')
}

pub(super) const NAME_CHARACTERS: Rule = Rule {
    id: "name_characters",
    breaks: "a tool's name contains a character other than an ASCII letter, an ASCII digit, `_` or `-`",
    repair: "replace that character with `_`",
    since: "2026-08",
    sources: &[
        "evoila/meho#2745",
        "l22-io/orchard-mcp#14",
        "github/copilot-cli#1879",
        "openai/codex#8174",
        "mcp-router/mcp-router#176",
    ],
    effects: effects![Error List: Claude; Error Session: OpenAi OpenAiStrict; Warning Session: Gemini VsCode],
    effects_in_result: NONE,
    check: Check::Tool(name_characters),
};

fn name_characters(tool: &Subject<'_>, hits: &mut Vec<Hit>) {
    let mut wrong = tool.name.chars().filter(|c| !is_portable(*c)).peekable();
    let Some(first) = wrong.peek().copied() else {
        return;
    };
    let what = format!("its name contains `{}`", first.escape_debug());
    let hit = tool.hit_at("/name", what);
    let is_taken = wrong.all(|c| matches!(c, '.' | ':'));
    hits.push(hit.effects_if(is_taken, NAME_FOR_GEMINI));
}

pub(super) const NAME_START: Rule = Rule {
    id: "name_start",
    breaks: "a tool's name does not begin with a letter or `_`, and Gemini rejects such a name",
    repair: "begin the name with a letter",
    since: "2026-02",
    sources: &[
        "mcp-router/mcp-router#176",
        "cline/cline#7339",
        "Finerestaurant/kicad-mcp-python#2",
    ],
    effects: effects![Warning Session: Gemini],
    effects_in_result: NONE,
    check: Check::Tool(|tool, hits| {
        let first = tool.name.chars().next();
        if let Some(first) = first.filter(|c| matches!(c, '0'..='9' | '-' | '.' | ':')) {
            let what = format!("its name begins with `{first}`");
            hits.push(tool.hit_at("/name", what));
        }
    }),
};

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

/// The longest tool name, in characters, that usually leaves enough room for the server's name as a prefix.
const USUAL_LENGTH: usize = 40;

pub(super) const PREFIXED_NAME: Rule = Rule {
    id: "prefixed_name",
    breaks: "clients put the server's name before the tool's name; Cursor accepts at most 60 characters in total, and other clients accept 64",
    repair: "shorten one of the names",
    since: "2026-02",
    sources: &[
        "ComposioHQ/composio#2788",
        "PostHog/posthog#51483",
        "awslabs/mcp#1283",
    ],
    effects: effects![Error Tool: Cursor; Warning Tool: Claude VsCode],
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
        // Another rule reports names with more than 64 characters.
        let is_long = length > USUAL_LENGTH && length <= 64;
        return is_long.then(|| hit.effects(effects![Warning Tool: Claude VsCode Cursor]));
    };
    let hit = |length: usize, prefix: String| {
        let what = format!("its name has {length} characters with `{prefix}` before it");
        tool.hit_at("/name", what)
    };
    let joined = server.chars().count() + length;
    if joined + 1 > 60 {
        Some(hit(joined + 1, server.to_owned()))
    } else if joined + "mcp____".len() > 64 {
        let hit = hit(joined + "mcp____".len(), format!("mcp__{server}__"));
        Some(hit.effects(effects![Warning Tool: Claude]))
    } else {
        None
    }
}

pub(super) const ARGUMENT_NAME: Rule = Rule {
    id: "argument_name",
    breaks: "the name of an argument or member is empty, has more than 64 characters, or contains a character other than an ASCII letter, an ASCII digit, `_`, `.` or `-`",
    repair: "rename the argument or member",
    since: "2026-09",
    sources: &[
        "anthropics/claude-code#92648",
        "decocms/studio#6874",
        "twilio-labs/mcp#49",
    ],
    effects: effects![Error Session: Claude],
    effects_in_result: NONE,
    check: Check::Node(argument_name),
};

fn argument_name(tool: &Subject<'_>, node: &Node<'_>, hits: &mut Vec<Hit>) {
    let Some(name) = node.property() else {
        return;
    };
    let wrong = name.chars().find(|c| !is_portable(*c) && *c != '.');
    let length = name.chars().count();
    let what = match wrong {
        Some(wrong) => format!("its name contains `{}`", wrong.escape_debug()),
        None if name.is_empty() => "its name is empty".to_owned(),
        None if length > 64 => format!("its name has {length} characters, more than 64"),
        None => return,
    };
    let hit = tool.hit(node, "", what);
    hits.push(hit.effects_if(node.parent != Some(0), effects![Warning Session: Claude]));
}
