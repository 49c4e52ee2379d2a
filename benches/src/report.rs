//! Writes the tables and plots of docs/PERFORMANCE.md.

use std::fs;

use crate::plot;

const DOCS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs");

/// A row of the table: two numbers for each measured implementation. They are instructions and allocations,
/// or bytes per tool in the memory row.
pub(crate) struct Row {
    pub(crate) name: &'static str,
    pub(crate) counts: [Option<[u64; 2]>; 3],
}

impl Row {
    /// Returns the first number of `side` divided by that of `other`. Returns `None` if one of them was not
    /// measured.
    fn multiple(&self, side: usize, other: usize) -> Option<f64> {
        Some(self.counts[side]?[0] as f64 / self.counts[other]?[0] as f64)
    }
}

/// Formats the counts of all paths as a Markdown table.
pub(crate) fn counts(rows: &[Row]) -> String {
    let mut table =
        "| path | ours | by hand | rmcp | ours ÷ by hand | ours ÷ rmcp |\n|---|---:|---:|---:|---:|---:|\n"
            .to_owned();
    for row in rows {
        let [ours, hand, rmcp] = row.counts.map(|counts| match counts {
            Some([first, second]) => format!("{} ({second})", thousands(first)),
            None => "–".to_owned(),
        });
        let [to_hand, to_rmcp] = [1, 2].map(|other| match row.multiple(0, other) {
            Some(multiple) => format!("{multiple:.2}"),
            None => "–".to_owned(),
        });
        let name = row.name;
        table += &format!("| `{name}` | {ours} | {hand} | {rmcp} | {to_hand} | {to_rmcp} |\n");
    }
    table
}

/// Formats a number with its digits in groups of three.
pub(crate) fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let chunks = digits.as_bytes().rchunks(3).rev();
    let groups: Vec<_> = chunks.map(String::from_utf8_lossy).collect();
    groups.join(",")
}

/// Writes the table and the plots of the counted paths.
pub(crate) fn write_counts(rows: &[Row]) -> Result<(), String> {
    write_section("calls", &counts(rows))?;
    let title = "Instructions, as a multiple of code written by hand";
    let points: Vec<_> = rows
        .iter()
        .filter(|row| row.name != "registry")
        .map(|row| (row.name, [0, 1, 2].map(|side| row.multiple(side, 1))))
        .filter(|(_, [_, hand, _])| hand.is_some())
        .collect();
    let (lists, calls): (Vec<_>, Vec<_>) = points
        .into_iter()
        .partition(|(name, _)| name.starts_with("tools-list"));
    write("plots/calls.svg", &plot::bars(title, &calls))?;
    write("plots/lists.svg", &plot::bars(title, &lists))
}

/// Replaces a section of `docs/PERFORMANCE.md` with `table`. Comments in the page mark the start and the end of
/// the section.
pub(crate) fn write_section(name: &str, table: &str) -> Result<(), String> {
    let path = format!("{DOCS}/PERFORMANCE.md");
    let page = fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))?;
    let start = format!("<!-- {name} -->\n");
    let end = format!("<!-- end of {name} -->");
    let parts = page.split_once(&start).and_then(|(before, rest)| {
        let (_, after) = rest.split_once(&end)?;
        Some(format!("{before}{start}{table}{end}{after}"))
    });
    let page = parts.ok_or_else(|| format!("{path} has no section `{name}`"))?;
    write("PERFORMANCE.md", &page)
}

/// Writes a file in the folder `docs`.
pub(crate) fn write(name: &str, text: &str) -> Result<(), String> {
    let path = format!("{DOCS}/{name}");
    fs::write(&path, text).map_err(|error| format!("{path}: {error}"))
}
