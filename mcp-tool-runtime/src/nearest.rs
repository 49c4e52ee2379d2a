//! The known name that somebody probably meant.

/// The candidate nearest to `name`, if one is near enough to be a slip of the hand.
pub(crate) fn nearest<'a>(
    name: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    // A longer text is no slip, and the distance is quadratic.
    if name.len() > 128 {
        return None;
    }
    candidates
        .into_iter()
        .map(|candidate| (distance(&fold(name), &fold(candidate)), candidate))
        .filter(|(distance, candidate)| *distance <= slips(candidate))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// The only candidate that is `name` with words more or less at one end: `path` is `repo_path`.
pub(crate) fn related<'a>(
    name: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let is_end = |whole: &[char], part: &[char]| {
        part.len() > 2 && (whole.starts_with(part) || whole.ends_with(part))
    };
    let name = fold(name);
    let mut related = candidates.into_iter().filter(|candidate| {
        let candidate = fold(candidate);
        is_end(&candidate, &name) || is_end(&name, &candidate)
    });
    let only = related.next()?;
    related.next().is_none().then_some(only)
}

/// How many slips make one name of another: none in a single letter, one in a short word.
fn slips(name: &str) -> usize {
    name.chars().count().saturating_add(1).min(13) / 3
}

/// Case and separators are the commonest slips: `dryRun` is `dry_run`.
fn fold(name: &str) -> Vec<char> {
    name.chars()
        .filter(|c| !matches!(c, '_' | '-' | '.' | ' '))
        .flat_map(char::to_lowercase)
        .collect()
}

/// Levenshtein's distance, with two neighbours swapped counted as one step.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, to) in b.iter().enumerate() {
            let mut steps = (last[j] + usize::from(from != to))
                .min(last[j + 1] + 1)
                .min(row[j] + 1);
            if i > 0 && j > 0 && from == &b[j - 1] && &a[i - 1] == to {
                steps = steps.min(before[j - 1] + 1);
            }
            row.push(steps);
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::{nearest, related};

    #[test]
    fn slips_are_found_and_other_words_are_not() {
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
    fn a_name_with_a_word_more_or_less_is_related_if_it_is_the_only_one() {
        assert_eq!(related("path", ["repo_path", "message"]), Some("repo_path"));
        assert_eq!(related("repository", ["owner", "repo"]), Some("repo"));
        assert_eq!(related("issueNumber", ["issue"]), Some("issue"));
        assert_eq!(related("path", ["source_path", "target_path"]), None);
        assert_eq!(related("id", ["user_id"]), None);
        assert_eq!(related("other", ["repo_path"]), None);
    }
}
