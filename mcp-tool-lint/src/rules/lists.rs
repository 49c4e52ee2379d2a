//! Annotations, and the list as a whole.

use super::{
    Claude, Cursor, Gemini, List, Meaning, NONE, OpenAi, OpenAiStrict, Session, Tokens, Tool,
    VsCode, error, warning,
};
use crate::Rule;
use crate::checks::{hints, list};
use crate::rule::Check;

pub(super) const NO_TOOLS: Rule = Rule {
    id: "no_tools",
    breaks: "no tools are listed",
    repair: "answer `tools/list` with an object that has `tools`",
    since: "2026-08",
    sources: &[
        "modelcontextprotocol/rust-sdk#1233",
        "modelcontextprotocol/rust-sdk#1174",
    ],
    effects: &[
        error(Claude, List),
        error(OpenAi, List),
        error(OpenAiStrict, List),
        error(Gemini, List),
        error(VsCode, List),
        error(Cursor, List),
    ],
    effects_in_answer: NONE,
    check: Check::List(list::no_tools),
};

pub(super) const CONTRADICTING_HINTS: Rule = Rule {
    id: "contradicting_hints",
    breaks: "a tool says that it only reads, and that it destroys",
    repair: "leave one of the hints out",
    since: "2026-08",
    sources: &["elgorro/aiquila#386", "bug-ops/mcpls#319"],
    effects: &[
        warning(Claude, Meaning),
        warning(OpenAi, Meaning),
        warning(VsCode, Meaning),
    ],
    effects_in_answer: NONE,
    check: Check::Tool(hints::contradiction),
};

pub(super) const REVIEW: Rule = Rule {
    id: "review",
    breaks: "reviews of connector directories ask every tool for a title, and whether it reads or destroys",
    repair: "write `title`, and `readOnlyHint` or `destructiveHint`",
    since: "2026-08",
    sources: &["justincasher/lean-explore#85", "elgorro/aiquila#386"],
    effects: &[warning(Claude, super::Loss::Review)],
    effects_in_answer: NONE,
    check: Check::List(hints::review),
};

pub(super) const ONE_NAME_TWICE: Rule = Rule {
    id: "one_name_twice",
    breaks: "two tools have one name",
    repair: "rename one of them",
    since: "2026-08",
    sources: &[
        "langchain-ai/langchain-mcp-adapters#605",
        "microsoft/vscode#249266",
        "googleapis/js-genai:src/mcp/_mcp.ts",
    ],
    effects: &[
        error(Claude, Tool),
        error(OpenAi, Session),
        error(OpenAiStrict, Session),
        error(Gemini, Session),
        error(VsCode, Tool),
        error(Cursor, Tool),
    ],
    effects_in_answer: NONE,
    check: Check::List(list::one_name_twice),
};

pub(super) const TOO_MANY_TOOLS: Rule = Rule {
    id: "too_many_tools",
    breaks: "there are more tools than a request may have",
    repair: "make several servers of it, or filter the tools",
    since: "2026-06",
    sources: &[
        "microsoft/copilot-intellij-feedback#1842",
        "zed-industries/zed#32946",
        "0x4m4/hexstrike-ai#119",
        "microsoft/vscode#255585",
        "Azure/azure-mcp#372",
    ],
    effects: &[
        error(VsCode, Session),
        warning(OpenAi, Session),
        warning(OpenAiStrict, Session),
    ],
    effects_in_answer: NONE,
    check: Check::List(list::more_than_128),
};

pub(super) const MANY_TOOLS: Rule = Rule {
    id: "many_tools",
    breaks: "Cursor has passed on the first 40 tools only",
    repair: "make several servers of it, or filter the tools",
    since: "2025-04",
    sources: &["bun913/mcp-testrail#6"],
    effects: &[warning(Cursor, Tool)],
    effects_in_answer: NONE,
    check: Check::List(list::more_than_40),
};

pub(super) const LARGE_LIST: Rule = Rule {
    id: "large_list",
    breaks: "the tools take more than 25,000 tokens, where Claude Code warns",
    repair: "shorten the largest, or make several servers of it",
    since: "2025-12",
    sources: &[
        "anthropics/claude-code#12241",
        "getsentry/XcodeBuildMCP#153",
    ],
    effects: &[warning(Claude, Tokens)],
    effects_in_answer: NONE,
    check: Check::List(list::large),
};
