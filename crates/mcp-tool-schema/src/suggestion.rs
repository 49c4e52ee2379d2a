//! Suggestions of a known name for a misspelt one.
//!
//! A client may control the name or the candidates. This module therefore limits the length of names and the
//! number of candidates.

/// The maximum length in bytes of a name or a candidate. The search ignores longer ones.
const LONGEST: usize = 64;

/// The maximum number of candidates that a search looks at.
const CANDIDATES: usize = 1024;

/// Returns the candidate nearest to `name`, if `name` may be a misspelling of it.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // Compile the search only once, not for each type of iterator.
    fn search<'a>(name: &str, candidates: &mut dyn Iterator<Item = &'a str>) -> Option<&'a str> {
        let name = fold(name)?;
        let mut best = None;
        for candidate in candidates.take(CANDIDATES) {
            let Some(folded) = fold(candidate) else {
                continue;
            };
            let distance = strsim::osa_distance(&name, &folded);
            if distance <= slips(candidate) && best.is_none_or(|(least, _)| distance < least) {
                best = Some((distance, candidate));
            }
        }
        best.map(|(_, candidate)| candidate)
    }
    search(name, &mut candidates.into_iter())
}

/// Returns the only candidate that starts or ends with `name`, such as `repo_path` for `path`. A candidate
/// also matches if `name` starts or ends with the candidate. The shorter of both names needs at least three
/// characters. Ignores case and separators. Returns `None` if no candidate or more than one matches.
pub fn related<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let is_end = |whole: &str, part: &str| {
        part.chars().count() > 2 && (whole.starts_with(part) || whole.ends_with(part))
    };
    let name = fold(name)?;
    let mut related = candidates.into_iter().take(CANDIDATES).filter(|candidate| {
        fold(candidate)
            .is_some_and(|candidate| is_end(&candidate, &name) || is_end(&name, &candidate))
    });
    let only = related.next()?;
    related.next().is_none().then_some(only)
}

/// Returns the maximum number of typing errors in a misspelling of `name`.
fn slips(name: &str) -> usize {
    name.chars().count().saturating_add(1).min(13) / 3
}

/// Converts a name to lower case and removes separators, so that `dryRun` equals `dry_run`. Returns `None`
/// for a name of more than [`LONGEST`] bytes.
fn fold(name: &str) -> Option<String> {
    let is_short = name.len() <= LONGEST;
    is_short.then(|| {
        name.chars()
            .filter(|c| !matches!(c, '_' | '-' | '.' | ' '))
            .flat_map(char::to_lowercase)
            .collect()
    })
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::{CANDIDATES, LONGEST, nearest, related};

    #[test]
    fn typing_errors_are_recognized() {
        let known = ["city", "days", "dry_run", "temperature_unit"];
        assert_eq!(nearest("citty", known), Some("city"));
        assert_eq!(nearest("dasy", known), Some("days"));
        assert_eq!(nearest("dryRun", known), Some("dry_run"));
        assert_eq!(nearest("temprature_unit", known), Some("temperature_unit"));
        assert_eq!(nearest("country", known), None);
        assert_eq!(nearest("", known), None);
        assert_eq!(nearest("f", ["d", "e"]), None);
        assert_eq!(nearest("ab", ["a", "b"]), None);
        assert_eq!(nearest(&"c".repeat(10_000), known), None);
    }

    #[test]
    fn the_only_name_with_one_word_more_or_less_is_suggested() {
        assert_eq!(related("path", ["repo_path", "message"]), Some("repo_path"));
        assert_eq!(related("repository", ["owner", "repo"]), Some("repo"));
        assert_eq!(related("issueNumber", ["issue"]), Some("issue"));
        assert_eq!(related("path", ["source_path", "target_path"]), None);
        assert_eq!(related("id", ["user_id"]), None);
        assert_eq!(related("other", ["repo_path"]), None);
    }

    /// A client may control the name or the candidates. The search must stay fast even for hostile input.
    #[test]
    fn the_search_for_suggestions_is_limited() {
        let long = "c".repeat(4 << 20);
        assert_eq!(nearest("city", [long.as_str(), "citty"]), Some("citty"));
        assert_eq!(nearest(&long, ["city"]), None);
        assert_eq!(related(&long, ["ccc"]), None);
        assert_eq!(related("ccc", [long.as_str()]), None);
        let longest = "c".repeat(LONGEST);
        assert_eq!(
            nearest(&longest, [longest.as_str()]),
            Some(longest.as_str())
        );

        let looked_at = Cell::new(0);
        let keys = std::iter::repeat_n("k1234", 1_000_000).inspect(|_| {
            looked_at.set(looked_at.get() + 1);
        });
        assert_eq!(nearest("city", keys), None);
        assert_eq!(looked_at.get(), CANDIDATES);
    }
}
