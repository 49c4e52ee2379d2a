//! Definitions of link labels: `[label]: target`, on a line of its own.

use std::collections::HashMap;

use super::item_path::is_url;

/// The definitions of a text. The first definition of a label counts.
#[derive(Default)]
pub(super) struct Definitions(HashMap<String, Target>);

enum Target {
    /// An address for the first link with this label.
    Url(String),
    /// No address. The target is not a URL, or an earlier link with this label already has the address. Links
    /// with this label become plain words.
    Words,
}

impl Definitions {
    /// Stores the definition in a line. Returns whether the line is a definition.
    pub(super) fn take(&mut self, line: &str) -> bool {
        let Some((label, target)) = definition(line) else {
            return false;
        };
        self.0.entry(key(label)).or_insert_with(|| match target {
            target if is_url(target) => Target::Url(target.to_owned()),
            _ => Target::Words,
        });
        true
    }

    pub(super) fn has(&self, label: &str) -> bool {
        self.0.contains_key(&key(label))
    }

    /// Returns the address of a label, if any, on the first call for that label. Later calls return `None`,
    /// so that only the first link shows the address.
    pub(super) fn url(&mut self, label: &str) -> Option<String> {
        let target = self.0.get_mut(&key(label))?;
        match std::mem::replace(target, Target::Words) {
            Target::Url(url) => Some(url),
            Target::Words => None,
        }
    }
}

/// Normalizes the case and the spaces of a label.
fn key(label: &str) -> String {
    let words: Vec<_> = label.split_whitespace().collect();
    words.join(" ").to_lowercase()
}

fn definition(line: &str) -> Option<(&str, &str)> {
    let rest = line.strip_prefix('[')?;
    let (label, rest) = rest.split_once("]:")?;
    // A label that starts with `^` belongs to a footnote, not to a link.
    if label.trim().is_empty() || label.starts_with('^') || label.contains(['[', ']']) {
        return None;
    }
    let rest = rest.trim();
    let (target, title) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let is_title = title.is_empty() || title.trim_start().starts_with('"');
    (!target.is_empty() && is_title).then_some((label, target))
}

#[cfg(test)]
mod tests {
    use super::definition;

    #[test]
    fn link_definitions_are_recognized() {
        for (line, label, target) in [
            ("[a]: b", "a", "b"),
            ("[`Foo`]: crate::Foo", "`Foo`", "crate::Foo"),
            (
                "[the guide]:   https://x.example/a#b  \"Guide\"",
                "the guide",
                "https://x.example/a#b",
            ),
        ] {
            assert_eq!(definition(line), Some((label, target)), "{line}");
        }
        for line in [
            "[^1]: a footnote",
            "[note]: more than a target",
            "[a]:",
            "[a] : b",
            "[]: b",
            "[a[0]]: b",
            "a: b",
        ] {
            assert_eq!(definition(line), None, "{line}");
        }
    }
}
