//! `docs/COMPLIANCE.md` names a test or a file for each rule of the protocol. These tests check that each
//! named test exists and cites the rule.

use std::collections::BTreeSet;
use std::fs;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

/// The possible entries of the column "kept". [`PARTLY`] may follow each entry except the last.
const TIMES: [&str; 6] = [
    "by type",
    "error",
    "start-up",
    "call",
    "host",
    "not applicable",
];

/// Marks a rule that the project follows in part. The text after [`MISSING`] in the same row says what is
/// missing.
const PARTLY: &str = ", partly";
const MISSING: &str = "; missing: ";

/// The number of rules. The first is R01.
const RULES: u16 = 207;

/// The numbers of the rules about tasks. One row covers all of these rules.
const TASKS: RangeInclusive<u16> = 85..=97;

struct Row {
    rule: String,
    time: String,
    partly: bool,
    place: String,
    what: String,
}

impl Row {
    fn of(line: &str) -> Self {
        let cells: Vec<_> = line.trim_end_matches(" |").split(" | ").collect();
        let [rule, time, place, what] = cells.as_slice() else {
            panic!("a row has four cells: {line}");
        };
        let (time, partly) = match time.strip_suffix(PARTLY) {
            Some(time) => (time, true),
            None => (*time, false),
        };
        Row {
            rule: format!("R{rule}"),
            time: time.to_owned(),
            partly,
            place: (*place).to_owned(),
            what: (*what).to_owned(),
        }
    }

    /// Returns the ids of all rules that the row covers.
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

    /// Splits the column "where" into the path of a file, the name of a test or of a case, and a reason. The
    /// name is `None` if the row names only a file. The reason is empty if the row gives none.
    fn place(&self) -> (&str, Option<&str>, &str) {
        let (place, reason) = self.place.split_once(": ").unwrap_or((&self.place, ""));
        match place.split_once("::") {
            Some((path, test)) => (path, Some(test), reason),
            None => (place, None, reason),
        }
    }

    /// Returns the summary of the rule. Also returns the part that the project does not follow, if there is
    /// one.
    fn what(&self) -> (&str, Option<&str>) {
        match self.what.split_once(MISSING) {
            Some((what, missing)) => (what, Some(missing)),
            None => (&self.what, None),
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
    rows.map(Row::of).collect()
}

/// Returns the ids of rules in a text, with duplicates.
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
    // In `docs/COMPLIANCE.md`, one row covers all rules about tasks. This row must list the id of
    // each rule, so that a text search for the id finds the row.
    let tasks = rows().into_iter().find(Row::is_about_tasks).unwrap();
    let named: BTreeSet<_> = ids(&tasks.place).into_iter().collect();
    assert!(tasks.rules().iter().all(|rule| named.contains(rule)));
}

#[test]
fn every_row_has_a_stage_and_a_place() {
    let mut faults = Vec::new();
    let mut reminders = BTreeSet::new();
    for row in rows() {
        let twice = !reminders.insert(row.what().0.to_owned());
        let twice = twice.then(|| "another row has the same reminder".to_owned());
        let found = fault(&row, &read).or(twice);
        faults.extend(found.map(|fault| format!("{}: {fault}", row.rule)));
    }
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

type Files<'f> = &'f dyn Fn(&str) -> Option<String>;

fn fault(row: &Row, files: Files<'_>) -> Option<String> {
    let words = |text: &str| text.split_whitespace().count();
    if !TIMES.contains(&row.time.as_str()) {
        return Some(format!("`{}` is no word of the table", row.time));
    }
    let (what, missing) = row.what();
    if !(3..=12).contains(&words(what)) {
        return Some("a reminder has three to twelve words".to_owned());
    }
    match (row.partly, missing) {
        (true, _) if row.time == "not applicable" => {
            return Some("what is not applicable is not kept in part".to_owned());
        }
        (true, None) => return Some(format!("`{PARTLY}` needs `{MISSING}`")),
        (true, Some(missing)) if words(missing) < 4 => {
            return Some("what is missing has four words or more".to_owned());
        }
        (false, Some(_)) => return Some(format!("`{MISSING}` needs `{PARTLY}`")),
        _ => {}
    }
    let (path, test, reason) = row.place();
    let Some(text) = files(path) else {
        return Some(format!("there is no `{path}`"));
    };
    let proof = if let Some(program) = test.filter(|_| path.ends_with(".txt")) {
        program_fault(row, &text, program)
    } else if let Some(test) = test {
        test_fault(row, &text, test)
    } else if path.starts_with("tests/") {
        // The row names a file in `tests/`, but no test in that file. The file must then be a
        // script instead of Rust code, and must contain `throw new Error(` as its assertion.
        let asserts = !path.ends_with(".rs") && text.contains("throw new Error(");
        (!asserts).then(|| format!("which test of `{path}` is not said"))
    } else if words(reason) < 4 {
        Some(format!("why `{path}` is enough is not said"))
    } else if row.partly || ["by type", "not applicable"].contains(&row.time.as_str()) {
        None
    } else {
        Some(format!("`{path}` is no test"))
    };
    if proof.is_some() || test.is_some() {
        return proof;
    }
    // If the row names a file in `/src/` but no test, the row itself says why the rule needs no
    // test. So the file does not need to contain the rule's id.
    let is_source = path.contains("/src/");
    let cites = is_source || row.time == "not applicable" || ids(&text).contains(&row.rule);
    (!cites).then(|| format!("`{}` does not cite it", row.place))
}

/// Checks that `text` has an entry for `program` with a compile error, and that the line below the program's
/// name cites the row's rule. Returns the fault, or `None`.
fn program_fault(row: &Row, text: &str, program: &str) -> Option<String> {
    let entries = text.split("\n--- ");
    let entry = entries.filter_map(|entry| entry.strip_prefix(program)?.strip_prefix('\n'));
    let Some(entry) = entry.last() else {
        return Some(format!("there is no program `{program}`"));
    };
    let rule = entry.lines().next().unwrap_or_default();
    if !entry.contains("\nerror: ") {
        return Some(format!("the compiler reports nothing for `{program}`"));
    }
    (!ids(rule).contains(&row.rule)).then(|| format!("`{program}` does not cite it"))
}

/// Checks that `test` is a test in `text`, is not ignored, cites the row's rule and has an assertion. Returns
/// the fault, or `None`.
fn test_fault(row: &Row, text: &str, test: &str) -> Option<String> {
    let place = &row.place;
    let Some(function) = function(text, test) else {
        return Some(format!("there is no test `{place}`"));
    };
    let is_attribute = |line: &&str| line.trim_start().starts_with("#[");
    let mut attributes = function.lines().take_while(|line| !line.contains("fn "));
    let mut attributes = attributes.by_ref().filter(is_attribute);
    let (mut is_test, mut is_ignored) = (false, false);
    for attribute in attributes.by_ref() {
        is_test |= attribute.contains("test]") || attribute.contains("test(");
        is_ignored |= attribute.contains("ignore");
    }
    if !is_test {
        return Some(format!("`{place}` is no test"));
    }
    if is_ignored {
        return Some(format!("`{place}` is ignored"));
    }
    if !ids(function).contains(&row.rule) {
        return Some(format!("`{place}` does not cite it"));
    }
    (!asserts(function, text, 2)).then(|| format!("`{place}` asserts nothing"))
}

/// Returns the source of a function, from the last blank line above it up to its closing brace. Returns `None`
/// if `text` has no such function.
fn function<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let head = format!("fn {name}");
    let mut all = text.match_indices(&head).map(|(at, _)| at);
    let at = all.find(|at| {
        let line = text[..*at].rfind('\n').map_or(0, |before| before + 1);
        let after = &text[at + 3 + name.len()..];
        !text[line..*at].contains("//") && after.starts_with(['(', '<'])
    })?;
    let start = text[..at].rfind("\n\n").map_or(0, |before| before + 2);
    let line = text[..at].rfind('\n').map_or(0, |before| before + 1);
    let indentation = text[line..].len() - text[line..].trim_start_matches(' ').len();
    let end = format!("\n{}}}", " ".repeat(indentation));
    let length = text[at..].find(&end)?;
    Some(&text[start..at + length])
}

/// Returns whether the source of a function contains an assertion. The search includes the functions in
/// `text` that this function calls, up to `depth` levels of calls.
fn asserts(function: &str, text: &str, depth: usize) -> bool {
    let lines = function.lines();
    let code: Vec<_> = lines
        .filter(|line| !line.trim_start().starts_with("//"))
        .collect();
    let code = code.join("\n");
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let mut rest = code.as_str();
    while let Some(end) = rest.find(['(', '!']) {
        let name = &rest[rest[..end].rfind(|c| !is_name(c)).map_or(0, |at| at + 1)..end];
        let is_macro = rest[end..].starts_with("!(");
        let is_constant = rest[end..].starts_with("!(true");
        if is_macro && !is_constant && (name.contains("assert") || name == "panic") {
            return true;
        }
        if ["unwrap_err", "expect_err"].contains(&name) {
            return true;
        }
        let is_definition = rest[..end].trim_end_matches(is_name).ends_with("fn ");
        if depth > 0
            && !is_macro
            && !is_definition
            && !name.is_empty()
            && self::function(text, name).is_some_and(|helper| asserts(helper, text, depth - 1))
        {
            return true;
        }
        rest = &rest[end + 1..];
    }
    false
}

#[test]
fn mistakes_in_rows_are_found() {
    const FILES: [(&str, &str); 5] = [
        (
            "tests/tests/names.rs",
            r#"
#[test]
fn right() {
    // R05
    assert_eq!(1, 1);
}

#[tokio::test]
async fn by_helper() {
    // R05
    later(1).await;
}

async fn later(number: u8) {
    check(number);
}

fn check(number: u8) {
    assert!(number > 0);
}

#[test]
fn of_another_rule() {
    // R06
    assert!(names().is_empty());
}

#[test]
fn silent() {
    // R05: assert_eq!(1, 1)
    let names = names();
    drop(names);
}

#[test]
fn constant() {
    // R05
    assert!(true);
}

#[test]
#[ignore = "slow"]
fn ignored() {
    // R05
    assert_eq!(1, 1);
}

fn helper() {
    // R05: this comment is not in a test
    assert_eq!(1, 1);
}

// fn commented() { // R05
//     assert_eq!(1, 1);
// }
"#,
        ),
        (
            "tests/diagnostics/name.txt",
            "Names\n\n--- space\nR05: no space\n\nx\n\nerror: `a b` is no name\n\n--- silent\nR05: no space\n\nx\n",
        ),
        (
            "tests/clients/client.mjs",
            "// R05\nthrow new Error(\"no name\");",
        ),
        ("src/name.rs", "/// R05\npub struct Name(String);"),
        ("README.md", "Names are compared."),
    ];
    let files = |path: &str| {
        let file = FILES.iter().find(|(name, _)| *name == path);
        file.map(|(_, text)| (*text).to_owned())
    };
    let check = |time: &str, place: &str, what: &str| {
        fault(
            &Row::of(&format!("05 | {time} | {place} | {what} |")),
            &files,
        )
    };
    const WHAT: &str = "names are compared exactly";
    const PART: &str = "names are compared exactly; missing: names in other alphabets too";
    for (time, place, what) in [
        ("call", "tests/tests/names.rs::right", WHAT),
        ("call", "tests/tests/names.rs::by_helper", WHAT),
        ("call, partly", "tests/tests/names.rs::right", PART),
        ("error", "tests/diagnostics/name.txt::space", WHAT),
        ("host", "tests/clients/client.mjs", WHAT),
        (
            "by type",
            "src/name.rs: the constructor checks its text",
            WHAT,
        ),
        (
            "host, partly",
            "src/name.rs: the constructor checks its text",
            PART,
        ),
        (
            "not applicable",
            "README.md: only the author knows that",
            WHAT,
        ),
    ] {
        assert_eq!(check(time, place, what), None, "{time} | {place} | {what}");
    }
    let right = "tests/tests/names.rs::right";
    for (time, place, what, reason) in [
        ("sometimes", right, WHAT, "is no word of the table"),
        ("partly", right, PART, "is no word of the table"),
        ("call", right, "names", "three to twelve words"),
        ("call", right, &"long ".repeat(13), "three to twelve words"),
        ("call, partly", right, WHAT, "needs `; missing: `"),
        ("call", right, PART, "needs `, partly`"),
        (
            "call, partly",
            right,
            "names are compared exactly; missing: a lot",
            "has four words or more",
        ),
        (
            "not applicable, partly",
            "README.md: only the author knows that",
            PART,
            "is not kept in part",
        ),
        (
            "call",
            "tests/tests/nowhere.rs::right",
            WHAT,
            "there is no `tests",
        ),
        ("call", "planned", WHAT, "there is no `planned`"),
        (
            "call",
            "tests/tests/names.rs::nobody",
            WHAT,
            "there is no test",
        ),
        (
            "call",
            "tests/tests/names.rs::righ",
            WHAT,
            "there is no test",
        ),
        (
            "call",
            "tests/tests/names.rs::commented",
            WHAT,
            "there is no test",
        ),
        ("call", "tests/tests/names.rs::helper", WHAT, "is no test"),
        ("call", "tests/tests/names.rs::ignored", WHAT, "is ignored"),
        (
            "call",
            "tests/tests/names.rs::silent",
            WHAT,
            "asserts nothing",
        ),
        (
            "call",
            "tests/tests/names.rs::constant",
            WHAT,
            "asserts nothing",
        ),
        (
            "call",
            "tests/tests/names.rs::of_another_rule",
            WHAT,
            "does not cite",
        ),
        ("by type", "tests/tests/names.rs", WHAT, "which test"),
        (
            "error",
            "tests/diagnostics/name.txt::silent",
            WHAT,
            "reports nothing",
        ),
        ("by type", "src/name.rs", WHAT, "is enough is not said"),
        (
            "by type",
            "src/name.rs: see there",
            WHAT,
            "is enough is not said",
        ),
        (
            "call",
            "src/name.rs: the constructor checks its text",
            WHAT,
            "is no test",
        ),
        (
            "by type",
            "README.md: only the author knows that",
            WHAT,
            "does not cite",
        ),
        ("not applicable", "README.md", WHAT, "is enough is not said"),
    ] {
        let found = check(time, place, what).unwrap_or_default();
        assert!(found.contains(reason), "{time} | {place} | {what}: {found}");
    }
}
