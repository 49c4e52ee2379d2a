//! Truncates long texts, removes the modules from type names, and creates ids.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher as _, Hasher as _};
use std::sync::atomic::{AtomicU64, Ordering};

/// Truncates a text of more than `limit` characters, and appends `…`. Returns any other text unchanged.
pub fn shorten(text: &str, limit: usize) -> String {
    match text.char_indices().nth(limit) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

/// Returns a number that nobody can guess.
pub(crate) fn random_number() -> u64 {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let mut hasher = RandomState::new().build_hasher();
    hasher.write_u64(COUNT.fetch_add(1, Ordering::Relaxed));
    hasher.finish()
}

/// Returns a type's name without the modules: `Option<Filter>` for
/// `core::option::Option<archive::Filter>`.
pub(crate) fn short_type_name(name: &str) -> String {
    let is_end = |c: char| !c.is_alphanumeric() && c != '_' && c != ':';
    let paths = name.split_inclusive(is_end);
    paths.filter_map(|path| path.rsplit("::").next()).collect()
}

#[cfg(test)]
mod tests {
    use super::short_type_name;

    #[test]
    fn type_names_omit_their_modules() {
        for (long, words) in [
            ("alloc::string::String", "String"),
            (
                "core::option::Option<archive::deep::Filter>",
                "Option<Filter>",
            ),
            ("&[(u8, std::path::PathBuf)]", "&[(u8, PathBuf)]"),
            ("alloc::vec::Vec<alloc::vec::Vec<f64>>", "Vec<Vec<f64>>"),
        ] {
            assert_eq!(short_type_name(long), words);
        }
    }
}
