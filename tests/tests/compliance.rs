//! `docs/COMPLIANCE.md` says where each rule of the protocol is kept. That it is kept is for the
//! tests that it names; that they are there and mean this rule is for these.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::{env, fs};

const WORDS: [&str; 6] = [
    "by type",
    "error",
    "start-up",
    "call",
    "host",
    "not applicable",
];

/// Rules are numbered from 1 on.
const RULES: u16 = 207;

/// The rules about tasks share a row.
const TASKS: RangeInclusive<u16> = 85..=97;

struct Row {
    rule: String,
    word: String,
    place: String,
    what: String,
}

impl Row {
    /// The rules that the row is about.
    fn rules(&self) -> Vec<String> {
        if self.is_about_tasks() {
            TASKS.map(id).collect()
        } else {
            vec![self.rule.clone()]
        }
    }

    fn is_about_tasks(&self) -> bool {
        self.rule == format!("{}–{}", id(*TASKS.start()), id(*TASKS.end()))
    }

    /// A path, the name of a test in it, and the words behind them.
    fn place(&self) -> (&str, Option<&str>, &str) {
        let (place, words) = match self.place.split_once(": ") {
            Some((place, words)) => (place, words),
            None => (self.place.as_str(), ""),
        };
        match place.split_once("::") {
            Some((path, test)) => (path, Some(test), words),
            None => (place, None, words),
        }
    }
}

fn id(number: u16) -> String {
    format!("R{number:02}")
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(path: &str) -> Option<String> {
    fs::read_to_string(root().join(path)).ok()
}

fn rows() -> Vec<Row> {
    let table = read("docs/COMPLIANCE.md").unwrap();
    let rows = table.lines().filter_map(|line| line.strip_prefix("| R"));
    rows.map(|line| {
        let cells: Vec<_> = line.trim_end_matches(" |").split(" | ").collect();
        let [rule, word, place, what] = cells.as_slice() else {
            panic!("a row has four cells: {line}");
        };
        Row {
            rule: format!("R{rule}"),
            word: (*word).to_owned(),
            place: (*place).to_owned(),
            what: (*what).to_owned(),
        }
    })
    .collect()
}

/// The ids of rules in a text, each as often as it is there.
fn ids(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| {
            let digits = word.strip_prefix('R').unwrap_or_default();
            (2..=3).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit())
        })
        .map(str::to_owned)
        .collect()
}

#[test]
fn every_rule_is_in_one_row() {
    let rules: Vec<_> = rows().iter().flat_map(Row::rules).collect();
    assert_eq!(rules, (1..=RULES).map(id).collect::<Vec<_>>());
    // Somebody who searches for one of the rules about tasks finds it.
    let tasks = rows().into_iter().find(Row::is_about_tasks).unwrap();
    let named: BTreeSet<_> = ids(&tasks.place).into_iter().collect();
    assert!(tasks.rules().iter().all(|rule| named.contains(rule)));
}

#[test]
fn every_row_says_when_and_where() {
    let mut faults = Vec::new();
    for row in rows() {
        if let Some(fault) = fault(&row) {
            faults.push(format!("{}: {fault}", row.rule));
        }
    }
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

fn fault(row: &Row) -> Option<String> {
    if !WORDS.contains(&row.word.as_str()) {
        return Some(format!("`{}` is no word of the table", row.word));
    }
    if !(1..=12).contains(&row.what.split_whitespace().count()) {
        return Some("a reminder has at most twelve words".to_owned());
    }
    let (path, test, words) = row.place();
    let Some(text) = read(path) else {
        return Some(format!("there is no `{path}`"));
    };
    let is_test = path.starts_with("tests/") || text.contains("#[test]");
    if !is_test && matches!(row.word.as_str(), "error" | "start-up" | "call") {
        return Some(format!("`{path}` is no test"));
    }
    let proves_nothing = !is_test || ["by type", "not applicable"].contains(&row.word.as_str());
    if !path.starts_with("tests/") && test.is_none() && proves_nothing && words.is_empty() {
        return Some(format!("why `{path}` is enough is not said"));
    }
    // What is not applicable is cited only where a test could be meant.
    if row.word == "not applicable" && !is_test {
        return None;
    }
    let cites = match test {
        None => ids(&text).contains(&row.rule),
        Some(test) => match body(&text, test) {
            Some(body) => ids(body).contains(&row.rule),
            None => return Some(format!("`{path}` has no test `{test}`")),
        },
    };
    (!cites).then(|| format!("`{}` does not cite it", row.place))
}

/// A test with what stands directly above it, up to its closing brace.
fn body<'t>(text: &'t str, test: &str) -> Option<&'t str> {
    let at = text.find(&format!("fn {test}("))?;
    let start = text[..at].rfind("\n\n").map_or(0, |before| before + 2);
    if !text[start..at].contains("test") {
        return None;
    }
    let line = text[..at].rfind('\n').map_or(0, |before| before + 1);
    let indentation = text[line..].len() - text[line..].trim_start_matches(' ').len();
    let end = format!("\n{}}}", " ".repeat(indentation));
    let length = text[at..].find(&end)?;
    Some(&text[start..at + length])
}

#[test]
fn the_rules_are_those_of_the_rule_book() {
    let Some(folder) = env::var_os("MCP_SCHEMA_DIR") else {
        println!("skipped: MCP_SCHEMA_DIR does not name a folder with the rules");
        return;
    };
    let Ok(book) = fs::read_to_string(PathBuf::from(folder).join("RULES.md")) else {
        println!("skipped: there is no RULES.md in MCP_SCHEMA_DIR");
        return;
    };
    let in_book = book
        .lines()
        .filter(|line| line.starts_with("| R"))
        .filter_map(|line| ids(line.split('|').nth(1)?).pop());
    let here = rows().iter().flat_map(Row::rules).collect::<BTreeSet<_>>();
    assert_eq!(in_book.collect::<BTreeSet<_>>(), here);
}

#[test]
fn what_is_no_place_is_found_out() {
    let row = |word: &str, place: &str| Row {
        rule: "R05".to_owned(),
        word: word.to_owned(),
        place: place.to_owned(),
        what: "names are compared exactly".to_owned(),
    };
    let right = "tests/tests/registry.rs::names_differ_by_case";
    assert_eq!(fault(&row("call", right)), None);
    for (word, place) in [
        ("sometimes", right),
        ("call", "tests/tests/nowhere.rs"),
        ("call", "tests/tests/registry.rs::nobody"),
        // A test of another rule.
        ("call", "tests/tests/registry.rs::a_registry_may_be_empty"),
        ("error", "mcp-tool-runtime/src/annotations.rs"),
        ("by type", "mcp-tool-runtime/src/name.rs"),
        ("not applicable", "README.md"),
        ("call", "planned"),
    ] {
        assert!(fault(&row(word, place)).is_some(), "{word}: {place}");
    }
}
