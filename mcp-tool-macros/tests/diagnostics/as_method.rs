//! Turns the tool functions of a test program into methods.

use std::fmt::Write as _;

/// The topics in which a method must get the same reports as the original function, except in the programs of
/// `OTHER_FOR_METHODS`.
const SAME_FOR_METHODS: &[&str] = &[
    "return_type",
    "argument",
    "argument_type",
    "constraint",
    "context",
    "description",
    "header",
    "icon",
    "meta",
    "name",
    "option",
    "execution",
    "principal",
    "signature",
    "state",
    "text",
    "version",
    "warning",
];

/// Programs of the topics in `SAME_FOR_METHODS` whose reports differ for methods. For example, a help text
/// lists keys that a method cannot have. Methods have no companion.
const OTHER_FOR_METHODS: &[&str] = &[
    "name/name_of_a_crate_that_an_option_uses",
    "name/name_of_a_crate_that_the_signature_uses",
    "option/number_without_a_key",
    "option/state_in_the_options",
    "option/unknown_key",
    "option/unknown_key_unlike_any_option",
];

/// Returns whether a program must keep its reports when its tools become methods.
pub(crate) fn is_same(topic: &str, name: &str) -> bool {
    let path = format!("{topic}/{name}");
    SAME_FOR_METHODS.contains(&topic) && !OTHER_FOR_METHODS.contains(&path.as_str())
}

/// Returns the program with each tool function in an `impl` block of its own. Returns `None` if the program has
/// no tool function, or if the rewrite is impossible. The columns inside the tools stay the same.
pub(crate) fn as_method(source: &str) -> Option<String> {
    // These keys are allowed on a function and on a block, but not on a method.
    let keys = ["(companion", "(register", "(crate"];
    if keys.iter().any(|key| source.contains(key)) {
        return None;
    }
    // A test compiles the rewritten program in another folder, so skip programs with a relative
    // path in `include_str!`.
    if source.contains("include_str!(\"") {
        return None;
    }
    let lines: Vec<&str> = source.lines().collect();
    let tools = tools(&lines);
    if tools.is_empty() {
        return None;
    }
    let mut rewritten = String::new();
    for (at, line) in lines.iter().enumerate() {
        if let Some(number) = tools.iter().position(|tool| tool.first == at) {
            let owner = owner(number, &tools[number]);
            let _ = writeln!(
                rewritten,
                "struct {owner};\n#[::mcp_tool_runtime::mcp_tools]\nimpl {owner} {{"
            );
        }
        let is_inside = tools
            .iter()
            .any(|tool| (tool.first..=tool.last).contains(&at));
        let line = match is_inside {
            true => (*line).to_owned(),
            false => named_anew(line, &tools),
        };
        rewritten += &line;
        rewritten.push('\n');
        if tools.iter().any(|tool| tool.last == at) {
            rewritten += "}\n";
        }
    }
    Some(rewritten)
}

/// Returns a type name for a tool. Padding makes the type name at least as long as the tool's name.
fn owner(number: usize, tool: &Tool<'_>) -> String {
    let length = tool.name.len();
    format!("{:x<length$}", format!("S{number}"))
}

/// A function with `#[mcp_tool]`: the indices of its first and last line, and its name. Doc comments and
/// attributes belong to the function.
struct Tool<'l> {
    first: usize,
    last: usize,
    name: &'l str,
}

/// Returns the tool functions at the top level of a program. The programs are formatted, so indentation shows
/// where a function ends.
fn tools<'l>(lines: &[&'l str]) -> Vec<Tool<'l>> {
    let mut tools: Vec<Tool<'l>> = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let is_attribute = line.starts_with("#[mcp_tool") && !line.starts_with("#[mcp_tools");
        if !is_attribute || tools.last().is_some_and(|tool| at <= tool.last) {
            continue;
        }
        let first = first_above(&lines[..at]);
        let Some(head) = (at..lines.len()).find(|at| is_head(lines[*at])) else {
            continue;
        };
        let Some(name) = function_name(lines[head]) else {
            continue;
        };
        let Some(last) = (head..lines.len()).find(|at| is_end(lines[*at])) else {
            continue;
        };
        tools.push(Tool { first, last, name });
    }
    tools
}

/// Returns the index at which the doc comments and attributes at the end of `lines` start.
fn first_above(lines: &[&str]) -> usize {
    let mut first = lines.len();
    while let Some(above) = first.checked_sub(1).map(|above| lines[above]) {
        let is_block = above.ends_with("*/");
        let start = lines[..first]
            .iter()
            .rposition(|line| line.starts_with("/**"));
        match start.filter(|_| is_block) {
            Some(start) => first = start,
            None if above.starts_with("///") || above.starts_with("#[") => first -= 1,
            None => break,
        }
    }
    first
}

/// Returns whether a line starts an item, and is not part of an attribute or a comment.
fn is_head(line: &str) -> bool {
    line.starts_with(|first: char| first.is_alphabetic())
}

fn is_end(line: &str) -> bool {
    !line.starts_with(' ') && line.ends_with('}')
}

fn function_name(head: &str) -> Option<&str> {
    let (before, after) = head.split_once("fn ")?;
    let is_function = before.split_whitespace().all(|word| {
        matches!(
            word,
            "pub" | "async" | "unsafe" | "const" | "extern" | "\"C\""
        )
    });
    let end = after.find(|c: char| !c.is_alphanumeric() && c != '_')?;
    is_function.then_some(&after[..end])
}

/// Returns the line with the new names of the tools. In a line with `tools!`, the type replaces the function
/// name. In any other line of code, `Type::method` replaces it. A comment does not change.
fn named_anew(line: &str, tools: &[Tool<'_>]) -> String {
    let is_comment = line.trim_start().starts_with("//");
    let is_list = line.contains("tools!");
    let mut line = line.to_owned();
    for (number, tool) in tools.iter().enumerate() {
        let owner = owner(number, tool);
        let name = match is_list {
            true => owner,
            false => format!("{owner}::{}", tool.name),
        };
        if !is_comment {
            line = replace_word(&line, tool.name, &name);
        }
    }
    line
}

fn replace_word(line: &str, word: &str, by: &str) -> String {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '"';
    let mut replaced = String::new();
    let mut rest = line;
    while let Some(at) = rest.find(word) {
        let (before, after) = (&rest[..at], &rest[at + word.len()..]);
        let is_whole = !before.ends_with(is_part) && !after.starts_with(is_part);
        replaced += before;
        replaced += if is_whole { by } else { word };
        rest = after;
    }
    replaced + rest
}

#[cfg(test)]
mod tests {
    use super::as_method;

    #[test]
    fn a_function_becomes_a_method() {
        let source = "\
use x;

/// Text.
#[mcp_tool(
    title = 5,
)]
#[allow(unused)]
async fn search(
    limit: u8,
) {
}

fn main() {
    let _ = tools![search];
    search(1);
    research();
}
";
        let expected = "\
use x;

struct S0xxxx;
#[::mcp_tool_runtime::mcp_tools]
impl S0xxxx {
/// Text.
#[mcp_tool(
    title = 5,
)]
#[allow(unused)]
async fn search(
    limit: u8,
) {
}
}

fn main() {
    let _ = tools![S0xxxx];
    S0xxxx::search(1);
    research();
}
";
        assert_eq!(as_method(source).as_deref(), Some(expected));
    }

    #[test]
    fn items_other_than_functions_stay() {
        assert_eq!(as_method("#[mcp_tool]\nstruct A;\n"), None);
        assert_eq!(
            as_method("impl A {\n    #[mcp_tool]\n    fn a() {}\n}\n"),
            None
        );
    }
}
