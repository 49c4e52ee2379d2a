//! Catches panics of user code.

use std::panic::{AssertUnwindSafe, catch_unwind};

/// A panic of user code, with its message if that was text. The message goes to the log only.
pub(crate) struct Panicked(pub(crate) Option<String>);

/// Runs user code, and catches its panic.
///
/// `AssertUnwindSafe` holds because a panic drops the data of its call. The user's state is shared by
/// reference, and has locks of its own.
pub(crate) fn catch<T>(run: impl FnOnce() -> T) -> Result<T, Panicked> {
    catch_unwind(AssertUnwindSafe(run)).map_err(|payload| {
        let text = payload
            .downcast_ref::<&str>()
            .map(|text| (*text).to_owned());
        let text = text.or_else(|| payload.downcast_ref::<String>().cloned());
        // Dropping the payload runs user code as well. A payload that panics is leaked.
        if let Err(again) = catch_unwind(AssertUnwindSafe(|| drop(payload))) {
            std::mem::forget(again);
        }
        Panicked(text)
    })
}
