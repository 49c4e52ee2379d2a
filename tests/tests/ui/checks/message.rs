//! Parses the compiler's messages.

use super::format::Report;

/// Returns the errors in the compiler's output, each with its whole text.
pub(crate) fn errors(message: &str) -> Vec<(Report, String)> {
    let lines: Vec<&str> = message.lines().collect();
    let starts: Vec<usize> = (0..lines.len())
        .filter(|at| lines[*at].starts_with("error"))
        .collect();
    let ends = starts.iter().skip(1).copied().chain([lines.len()]);
    starts
        .iter()
        .zip(ends)
        .map(|(start, end)| (error(&lines[*start..end]), lines[*start..end].join("\n")))
        .collect()
}

/// Parses one error. The report's text has the error message, the label at the `^` marks, and this project's
/// notes.
fn error(lines: &[&str]) -> Report {
    let arrow = lines
        .iter()
        .position(|line| line.trim_start().starts_with("--> "))
        .unwrap_or(lines.len());
    let (head, below) = lines.split_at(arrow);
    let head: Vec<&str> = head.iter().map(|line| line.trim()).collect();
    let head = head.join("\n");
    let head = head.split_once(": ").map_or(&*head, |(_, text)| text);
    let head = head.strip_prefix("evaluation panicked: ").unwrap_or(head);
    let mut place = below.first().unwrap_or(&"").rsplit(':');
    let mut number = || place.next().and_then(|number| number.parse().ok());
    let column = number().unwrap_or_default();
    let line = number().unwrap_or_default();
    let marks = below
        .iter()
        .filter_map(|line| line.trim_start().strip_prefix('|'))
        .find_map(|line| Some(&line[line.find('^')?..]))
        .unwrap_or_default();
    let label = marks.trim_start_matches('^');
    let marked = marks.len() - label.len();
    let label = Some(label.trim_matches(|c| " -|".contains(c)))
        .filter(|label| !label.is_empty() && !label.starts_with("evaluation of"))
        .map(|label| format!("label: {label}"));
    let notes = below
        .iter()
        .filter_map(|line| line.trim_start().strip_prefix("= "))
        .filter(|note| is_of_ours(note))
        .map(str::to_owned);
    let head = head.lines().filter(|line| !line.is_empty());
    let text: Vec<String> = head.map(str::to_owned).chain(label).chain(notes).collect();
    Report {
        line,
        column,
        marked,
        text: text.join("\n"),
    }
}

/// Returns whether a note comes from this project. rustc adds its own notes, which explain the cause of the
/// error.
pub(crate) fn is_of_ours(note: &str) -> bool {
    let of_rustc = [
        "help: the trait ",
        "help: within ",
        "help: the following ",
        "note: required",
        "note: the question mark operation",
        "note: this error",
        "note: the full",
        "note: consider using `--verbose`",
    ];
    !of_rustc.iter().any(|start| note.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::{Report, errors};

    #[test]
    fn an_error_has_a_text_a_place_and_notes() {
        let message = "\
error[E0277]: `A` is no `B`

              help: write `C`
 --> tests/ui/fail/a/b.rs:7:47
  |
7 | async fn search(it: f64) {
  |                     ^^^ is none
  |
  = help: the trait `B` is not implemented for `A`
  = note: take `D`

error: another
 --> a.rs:1:2
  | ^ is none; help: write `E`
  = note: the question mark operation (`?`) implicitly converts
";
        let first = Report {
            line: 7,
            column: 47,
            marked: 3,
            text: "`A` is no `B`\nhelp: write `C`\nlabel: is none\nnote: take `D`".to_owned(),
        };
        let second = Report {
            line: 1,
            column: 2,
            marked: 1,
            text: "another\nlabel: is none; help: write `E`".to_owned(),
        };
        let reports: Vec<_> = errors(message)
            .into_iter()
            .map(|(report, _)| report)
            .collect();
        assert_eq!(reports, [first, second]);
    }
}
