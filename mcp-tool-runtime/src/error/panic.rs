//! Panics of the user's code, caught.

use std::panic::{AssertUnwindSafe, catch_unwind};

/// User code panicked, with this message if it was a text. It goes to the log and no further.
pub(crate) struct Panicked(pub(crate) Option<String>);

/// Runs code of the user's, which may panic.
///
/// Whatever a call leaves half done when it panics is dropped with it or lives in the user's
/// state, which is shared by reference and has its own locks; hence `AssertUnwindSafe`.
pub(crate) fn catch<T>(run: impl FnOnce() -> T) -> Result<T, Panicked> {
    catch_unwind(AssertUnwindSafe(run)).map_err(|payload| {
        let text = payload
            .downcast_ref::<&str>()
            .map(|text| (*text).to_owned());
        let text = text.or_else(|| payload.downcast_ref::<String>().cloned());
        // The payload is a value of the user's too. One that panics in its turn is leaked.
        if let Err(again) = catch_unwind(AssertUnwindSafe(|| drop(payload))) {
            std::mem::forget(again);
        }
        Panicked(text)
    })
}
