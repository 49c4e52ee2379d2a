//! Compares the macros' reports about wrong programs with the reports recorded in
//! `tests/diagnostics/TOPIC.txt`.
//!
//! The macros run in this process, without a compiler. Some programs need optional features, which `cargo
//! test --workspace` enables. `UPDATE_SNAPSHOTS=1` overwrites the recorded reports. Review their diff before
//! you commit them.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use proc_macro2::{Delimiter, Group, LineColumn, Literal, TokenStream, TokenTree};
use quote::quote;

use crate::derive::{self, elicit_form, has_state, tool_error};
use crate::expand;
use crate::methods;
use crate::tool_list;

#[path = "../../tests/diagnostics/as_method.rs"]
mod as_method;
#[path = "../../tests/diagnostics/format.rs"]
pub(super) mod format;

use format::{Program, Report};

/// The topic of programs that can have several reports each. All other programs have one report.
const SEVERAL: &str = "many";

/// Returns the macros' reports about a program, in the order of the source.
fn reports(source: &str) -> Vec<Report> {
    let mut expansions = Vec::new();
    expand_all(
        source.parse().expect("a program of tokens"),
        &mut expansions,
    );
    let mut reports = Vec::new();
    for expansion in expansions {
        collect(expansion.output, &mut reports);
    }
    for report in &mut reports {
        let line = source.lines().nth(report.line - 1).unwrap_or_default();
        let rest = line.chars().count() + 1 - report.column;
        report.marked = report.marked.min(rest);
    }
    reports.sort();
    reports
}

/// The input and the output of a macro.
pub(super) struct Expansion {
    /// The item below an attribute or a derive, or `None` for `tools!`.
    pub(super) item: Option<TokenStream>,
    pub(super) output: TokenStream,
}

/// Expands each use of a macro of this crate.
pub(super) fn expand_all(tokens: TokenStream, expansions: &mut Vec<Expansion>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut at = 0;
    while at < tokens.len() {
        if let Some(list) = list(&tokens[at..]) {
            expansions.push(Expansion {
                item: None,
                output: tool_list::expand(list),
            });
            at += 3;
        } else if is_punct(tokens.get(at), '#')
            && group(tokens.get(at + 1), Delimiter::Bracket).is_some()
        {
            let end = at + item_length(&tokens[at..]);
            expand_item(&tokens[at..end], expansions);
            at = end;
        } else {
            if let TokenTree::Group(group) = &tokens[at] {
                expand_all(group.stream(), expansions);
            }
            at += 1;
        }
    }
}

/// Returns the entries of `tools![…]`, if the tokens start with this macro. Adds the path of the runtime
/// before the entries.
fn list(tokens: &[TokenTree]) -> Option<TokenStream> {
    let [TokenTree::Ident(name), sign, TokenTree::Group(entries), ..] = tokens else {
        return None;
    };
    let entries = entries.stream();
    (name == "tools" && is_punct(Some(sign), '!')).then(|| quote!((::mcp_tool_runtime) #entries))
}

/// Returns the number of tokens of an item with its attributes.
fn item_length(tokens: &[TokenTree]) -> usize {
    let end = tokens.iter().position(|token| {
        is_punct(Some(token), ';') || group(Some(token), Delimiter::Brace).is_some()
    });
    end.map_or(tokens.len(), |end| end + 1)
}

/// Expands the outermost attribute macro above an item, and the derives above that macro.
fn expand_item(item: &[TokenTree], expansions: &mut Vec<Expansion>) {
    let mut at = 0;
    while is_punct(item.get(at), '#') {
        let Some(attribute) = group(item.get(at + 1), Delimiter::Bracket) else {
            break;
        };
        let (path, arguments) = attribute_of(attribute);
        let rest =
            || -> TokenStream { item[..at].iter().chain(&item[at + 2..]).cloned().collect() };
        let mut add = |output| {
            expansions.push(Expansion {
                item: Some(rest()),
                output,
            });
        };
        match path.as_str() {
            "mcp_tool" => return add(expand::expand(arguments, rest(), true)),
            "mcp_tools" => return add(methods::expand(arguments, rest(), true)),
            "derive" => {
                for name in arguments.clone() {
                    match name.to_string().as_str() {
                        "ToolError" => add(derive::expand(rest(), tool_error::expand)),
                        "HasState" => add(derive::expand(rest(), has_state::expand)),
                        "ElicitForm" => add(derive::expand(rest(), elicit_form::expand)),
                        _ => {}
                    }
                }
            }
            _ => {}
        }
        at += 2;
    }
    // Expand the items inside modules and functions, too.
    expand_all(item[at..].iter().cloned().collect(), expansions);
}

/// Returns the last segment of an attribute's path, and the arguments of the attribute.
fn attribute_of(attribute: &Group) -> (String, TokenStream) {
    let mut path = String::new();
    let mut arguments = TokenStream::new();
    for token in attribute.stream() {
        match token {
            TokenTree::Ident(segment) => path = segment.to_string(),
            TokenTree::Group(group) => arguments = group.stream(),
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
    (path, arguments)
}

/// Collects each `::core::compile_error! { "…" }`.
fn collect(tokens: TokenStream, reports: &mut Vec<Report>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Ident(name) if name == "compile_error" => {
                let Some(TokenTree::Group(text)) = tokens.get(at + 2) else {
                    continue;
                };
                let Some(TokenTree::Literal(literal)) = text.stream().into_iter().next() else {
                    continue;
                };
                // syn writes an error as `::core::compile_error!`. The position of the error is
                // the span of the first token, five tokens before `compile_error`.
                let first = tokens.get(at.wrapping_sub(5)).unwrap_or(token);
                reports.push(report(first.span().start(), text.span().end(), &literal));
            }
            TokenTree::Group(group) => collect(group.stream(), reports),
            _ => {}
        }
    }
}

fn report(start: LineColumn, end: LineColumn, text: &Literal) -> Report {
    let literal: syn::LitStr = syn::parse2(quote!(#text)).expect("a string");
    let text = literal.value();
    let lines: Vec<&str> = text.lines().filter(|line| !line.is_empty()).collect();
    Report {
        line: start.line,
        column: start.column + 1,
        marked: if end.line == start.line {
            end.column - start.column
        } else {
            usize::MAX
        },
        text: lines.join("\n"),
    }
}

fn is_punct(token: Option<&TokenTree>, sign: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == sign)
}

fn group(token: Option<&TokenTree>, delimiter: Delimiter) -> Option<&Group> {
    match token {
        Some(TokenTree::Group(group)) if group.delimiter() == delimiter => Some(group),
        _ => None,
    }
}

pub(super) fn topics() -> Vec<(String, PathBuf)> {
    format::topics(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/diagnostics"))
}

/// Checks that each program has the recorded reports, and that the reports follow the style of
/// `fault_of_style`.
#[test]
fn each_mistake_has_its_report() {
    let is_update = env::var_os("UPDATE_SNAPSHOTS").is_some_and(|set| set == "1");
    let mut faults = String::new();
    for (topic, path) in topics() {
        let recorded = format::programs(&fs::read_to_string(&path).unwrap());
        let mut programs = Vec::new();
        for recorded in &recorded {
            let reports = reports(&recorded.source);
            let program = Program {
                reports,
                ..recorded.clone()
            };
            if program != *recorded && !is_update {
                let _ = writeln!(
                    faults,
                    "{topic}: these are the reports:{}",
                    format::shown(&program)
                );
            }
            if let Some(fault) = fault_of_style(&topic, &program) {
                let _ = writeln!(faults, "{topic}/{}: {fault}", program.name);
            }
            programs.push(program);
        }
        if is_update {
            format::write(&path, &programs);
        }
    }
    assert!(faults.is_empty(), "\n{faults}");
}

/// Returns the first violation of the style, if any. A program must have a rule, and one report or, in the topic
/// `SEVERAL`, more. A report must start in lower case, have a help but no full stop, and not mark the whole
/// attribute.
fn fault_of_style(topic: &str, program: &Program) -> Option<&'static str> {
    let subject = program.rule.split(": ").next().unwrap_or_default();
    let number = subject.strip_prefix('R').map(str::parse::<u16>);
    if subject != "usage" && !matches!(number, Some(Ok(_))) {
        return Some("the second line is not `R…: …` or `usage: …`");
    }
    if program.reports.is_empty() || topic != SEVERAL && program.reports.len() != 1 {
        return Some("it is not one error");
    }
    program.reports.iter().find_map(|report| {
        let (what, help) = report.text.split_once('\n').unwrap_or((&report.text, ""));
        if !help.contains("help: ") {
            return Some("it does not say what to write");
        }
        if what.starts_with(char::is_uppercase) || what.ends_with('.') {
            return Some("it is not lower case without a full stop");
        }
        let line = program.source.lines().nth(report.line - 1)?;
        let is_attribute = report.column <= 2 && line.starts_with("#[mcp_tool");
        is_attribute.then_some("it marks the attribute, not a token inside it")
    })
}

/// In the programs that `is_same` selects, a mistake in a method causes the same reports as in a free function,
/// at the same tokens.
#[test]
fn methods_have_the_same_reports() {
    let mut compared = 0;
    for (topic, path) in topics() {
        for program in format::programs(&fs::read_to_string(path).unwrap()) {
            let name = format!("{topic}/{}", program.name);
            if !as_method::is_same(&topic, &program.name) {
                continue;
            }
            let Some(source) = as_method::as_method(&program.source) else {
                continue;
            };
            let place = |report: &Report| (report.column, report.marked, report.text.clone());
            let of_function: Vec<_> = reports(&program.source).iter().map(place).collect();
            let of_method: Vec<_> = reports(&source).iter().map(place).collect();
            assert_eq!(of_method, of_function, "{name}:\n{source}");
            compared += 1;
        }
    }
    assert!(compared > 200, "only {compared} programs have a method");
}
