//! Catches panics of user code.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A panic of user code, with the panic message if the payload is a string. Only the log may get the message.
pub struct PanicMessage(pub(crate) Option<String>);

/// Runs user code, and returns an error if the code panics.
///
/// `AssertUnwindSafe` is correct here. After a panic in a tool, the registry drops all data of the call. Locks
/// protect the state that several calls share.
pub(crate) fn catch<T>(run: impl FnOnce() -> T) -> Result<T, PanicMessage> {
    catch_unwind(AssertUnwindSafe(run)).map_err(message)
}

/// Returns the message of a panic, and drops its payload.
#[cold]
fn message(payload: Box<dyn Any + Send>) -> PanicMessage {
    let text = payload
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| payload.downcast_ref::<String>().cloned());
    // Dropping the payload can run user code, which can panic. Leak the payload of this
    // second panic, because dropping `again` can cause a third panic.
    if let Err(again) = catch_unwind(AssertUnwindSafe(|| drop(payload))) {
        std::mem::forget(again);
    }
    PanicMessage(text)
}
