//! Private reasons of failures. The log gets the reason under an id, and the client gets only the id.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher as _, Hasher as _};
use std::io::{self, Write as _};
use std::sync::atomic::{AtomicU64, Ordering};

use tracing::Level;

/// Logs a reason that the client must not read, and returns the id that the client gets instead.
///
/// Without a `tracing` subscriber, this function writes the id and the reason to standard error. Then an
/// operator can still look up the id.
pub(super) fn hide(level: Level, tool: &str, event: &str, reason: Option<&str>) -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let mut hasher = RandomState::new().build_hasher();
    hasher.write_u64(COUNT.fetch_add(1, Ordering::Relaxed));
    let id = format!("{:08x}", hasher.finish() as u32);
    match level {
        Level::WARN => tracing::warn!(tool, error_id = id, error = reason, "{event}"),
        _ => tracing::error!(tool, error_id = id, error = reason, "{event}"),
    }
    if !tracing::dispatcher::has_been_set() {
        let text = reason.unwrap_or(event);
        // `eprintln!` panics if standard error is closed.
        let _ = writeln!(io::stderr(), "tool `{tool}`, error {id}: {text}");
    }
    id
}
