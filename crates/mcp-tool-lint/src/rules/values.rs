//! Constants, numbers, formats and `$schema`.

use mcp_tool_rules::schema::FORMATS;
use mcp_tool_schema::large_numbers;

use super::contradictions::is_of_type;
use super::types::is_nullable;
use super::*;

pub(super) const CONSTANT: Rule = Rule {
    id: "constant",
    breaks: "a schema has `const`, an `enum` with values that are not strings, or an `enum` in a branch of `anyOf`",
    repair: "write one `enum` of strings, and describe each value in the description",
    since: "2026-09",
    sources: &[
        "taylorwilsdon/google_workspace_mcp#1099",
        "zed-extensions/mcp-server-brave-search#12",
        "microsoft/azure-devops-mcp#145",
        "microsoft/vscode#328147",
        "JetBrains/koog#2067",
    ],
    effects: effects![Error Session: Gemini; Warning Meaning: VsCode],
    effects_in_result: NONE,
    check: Check::Node(constant),
};

fn constant(tool: &Subject<'_>, node: &Node<'_>, hits: &mut Vec<Hit>) {
    if let Some(value) = node.get("const") {
        let what = format!("the value {} is a `const`", shorten(value));
        hits.push(tool.hit(node, "const", what));
    }
    let values = node.list("enum");
    // Another rule reports values that do not have the type of the schema.
    if values.iter().all(|value| is_of_type(node, value))
        && let Some(other) = values.iter().find(|value| !value.is_string())
    {
        let what = format!("its `enum` has {}, which is not a string", shorten(other));
        let hit = tool.hit(node, "enum", what);
        hits.push(hit.effects(effects![Error Session: Gemini]));
    }
    let outer = tool
        .input
        .parent(node)
        .filter(|_| node.role == Role::Branch);
    if node.has("enum") && outer.is_some_and(|it| it.has("anyOf") && !is_nullable(it)) {
        let hit = tool.hit(node, "enum", "its `enum` is in a branch of `anyOf`");
        hits.push(hit.effects(effects![Warning Meaning: Gemini]));
    }
}

pub(super) const LARGE_NUMBER: Rule = Rule {
    id: "large_number",
    breaks: "a number is beyond ±(2^53 − 1): Anthropic's API rejects the whole request (\"int too big to convert\"), and JavaScript rounds the number",
    repair: "remove a bound that is only the range of a 64-bit type; move any other number to the description, and check a bound in the tool",
    since: "2026-07",
    sources: &[
        "anthropics/claude-code#48332",
        "RevenueCat/ai-toolkit#26",
        "ansible/aap-mcp-server#170",
        "adiom-data/grpcmcp#5",
        "anthropics/claude-code#78762",
    ],
    effects: effects![Error Session: Claude; Warning Meaning: VsCode Cursor],
    effects_in_result: effects![Warning Meaning: Claude Cursor],
    check: Check::Node(large_number),
};

/// Reports large numbers in the keywords of one schema. The linter calls this function for each subschema.
fn large_number(tool: &Subject<'_>, node: &Node<'_>, hits: &mut Vec<Hit>) {
    const VALUES: &[&str] = &["const", "enum", "default", "example", "examples"];
    for (keyword, value) in node.object().into_iter().flatten() {
        let is_value = VALUES.contains(&keyword.as_str()) || keyword.starts_with("x-");
        if (is_value || value.is_number())
            && let Some(number) = large_numbers::large_number(value)
        {
            let what = format!("its `{keyword}` has {number}, which is beyond ±(2^53 − 1)");
            hits.push(tool.hit(node, keyword, what));
        }
    }
}

pub(super) const INVENTED_FORMAT: Rule = Rule {
    id: "invented_format",
    breaks: "a schema has a `format` that JSON Schema does not define",
    repair: "remove `format`; write the bounds of a number as `minimum` and `maximum`, and the form of a string in its description",
    since: "2026-09",
    sources: &[
        "longbridge/developers#1264",
        "skillsynchq/txcript#17",
        "ZhangHanDong/mempal#84",
    ],
    effects: effects![Warning Meaning: Claude VsCode Cursor; Error Session: OpenAiStrict; Warning Session: Gemini],
    effects_in_result: effects![Warning Meaning: Claude Cursor],
    check: Check::Node(invented_format),
};

fn invented_format(tool: &Subject<'_>, node: &Node<'_>, hits: &mut Vec<Hit>) {
    if let Some(format) = node.text("format").filter(|it| !FORMATS.contains(it)) {
        let hit = tool.hit(node, "format", format!("its format is `{format}`"));
        // Gemini accepts number formats such as `int32`, and Claude, VS Code and Cursor ignore them, so
        // report them only for OpenAI strict mode, which reads only the input schema.
        let is_known = gemini::accepts_format(node, format);
        if !(is_known && hit.in_result) {
            hits.push(hit.effects_if(is_known, effects![Error Session: OpenAiStrict]));
        }
    }
}

pub(super) const DIALECT: Rule = Rule {
    id: "dialect",
    breaks: "Gemini rejects `$schema`, some versions of VS Code leave out tools whose `$schema` is 2020-12, and clients that validate \
             results reject dialects older than 2020-12",
    repair: "remove `$schema`; the default dialect is JSON Schema 2020-12",
    since: "2026-09",
    sources: &[
        "modelcontextprotocol/typescript-sdk#2721",
        "oscardvs/zoteus#83",
        "google-gemini/gemini-cli#14970",
        "microsoft/vscode#318984",
        "microsoft/vscode#251315",
    ],
    effects: effects![Warning Session: Gemini; Warning Tool: VsCode],
    effects_in_result: effects![Error Tool: Claude],
    check: Check::Node(dialect),
};

fn dialect(tool: &Subject<'_>, node: &Node<'_>, hits: &mut Vec<Hit>) {
    let Some(dialect) = node.text("$schema") else {
        return;
    };
    let what = format!("its `$schema` is `{dialect}`");
    let hit = tool.hit(node, "$schema", what);
    let is_newest = dialect.contains("json-schema.org/draft/2020-12/");
    let of_input = tool.input.root().is_some_and(|root| root.has("$schema"));
    hits.push(match (hit.in_result, is_newest) {
        (true, false) | (false, true) => hit,
        (false, false) => hit.effects(effects![Warning Session: Gemini]),
        // The same generator usually writes the input and output schemas, so one finding for the
        // input is enough.
        (true, true) if of_input => return,
        (true, true) => hit.effects(effects![Warning Tool: Gemini]),
    });
}
