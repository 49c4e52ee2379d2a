//! What the compiler says, taken apart.

/// One error of a message.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Error {
    /// What is wrong, then what to write, without the code of the error.
    pub(crate) text: String,
    /// The column of the first character below which there is a `^`, counted from one.
    pub(crate) column: usize,
    /// How many characters are marked.
    pub(crate) marked: usize,
    /// The notes and the help that stand below the code.
    pub(crate) notes: Vec<String>,
}

/// The errors of a recorded message.
pub(crate) fn errors(message: &str) -> Vec<Error> {
    let lines: Vec<&str> = message.lines().collect();
    let starts: Vec<usize> = (0..lines.len())
        .filter(|at| lines[*at].starts_with("error"))
        .collect();
    let ends = starts.iter().skip(1).copied().chain([lines.len()]);
    starts
        .iter()
        .zip(ends)
        .map(|(start, end)| error(&lines[*start..end]))
        .collect()
}

fn error(lines: &[&str]) -> Error {
    let arrow = lines
        .iter()
        .position(|line| line.trim_start().starts_with("--> "))
        .unwrap_or(lines.len());
    let text: Vec<&str> = lines[..arrow].iter().map(|line| line.trim()).collect();
    let text = text.join("\n");
    let text = text.split_once(": ").map_or(&*text, |(_, text)| text);
    let below = lines.iter().skip(arrow);
    let marked = below
        .clone()
        .find_map(|line| Some(&line[line.find('^')?..]))
        .map_or(0, |marks| marks.chars().take_while(|c| *c == '^').count());
    let notes = below
        .clone()
        .filter_map(|line| line.trim_start().strip_prefix("= "))
        .filter(|note| is_of_ours(note))
        .map(|note| note.replace("help: ", "").replace("note: ", ""));
    let labels = below.filter_map(|line| help_of_label(line).map(str::to_owned));
    Error {
        text: text
            .strip_prefix("evaluation panicked: ")
            .unwrap_or(text)
            .trim_end()
            .to_owned(),
        column: lines
            .get(arrow)
            .and_then(|line| line.rsplit(':').next()?.parse().ok())
            .unwrap_or_default(),
        marked,
        notes: labels.chain(notes).collect(),
    }
}

/// The help in a label below the code: at a `?`, rustc prints no notes.
pub(crate) fn help_of_label(line: &str) -> Option<&str> {
    let (_, label) = line.split_once("^ ")?;
    Some(label.split_once("; help: ")?.1)
}

/// Whether a note says what to do; rustc adds some that tell how it came to the error.
pub(crate) fn is_of_ours(note: &str) -> bool {
    let of_rustc = [
        "help: the trait ",
        "help: within ",
        "help: the following ",
        "note: required",
        "note: the question mark operation",
        "note: this error",
        "note: the full",
    ];
    !of_rustc.iter().any(|start| note.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::{Error, errors};

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
        let first = Error {
            text: "`A` is no `B`\n\nhelp: write `C`".to_owned(),
            column: 47,
            marked: 3,
            notes: vec!["take `D`".to_owned()],
        };
        let second = Error {
            text: "another".to_owned(),
            column: 2,
            marked: 1,
            notes: vec!["write `E`".to_owned()],
        };
        assert_eq!(errors(message), [first, second]);
    }
}
