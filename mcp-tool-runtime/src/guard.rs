//! A panic inside a call is an answer of that call, and nothing else (R154).

use std::future::{Future, poll_fn};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::task::Poll;

use crate::answer::Outcome;
use crate::tool::Reply;

/// The call panicked. The payload went to the panic hook, and goes no further.
pub(crate) struct Panicked;

/// Runs a call, from decoding its arguments to dropping its future.
pub(crate) fn guard<'a>(
    make: impl FnOnce() -> Reply<'a>,
) -> impl Future<Output = Result<Outcome, Panicked>> {
    let mut running = Running(catch(make).ok());
    poll_fn(move |context| {
        let Some(future) = running.0.as_mut() else {
            return Poll::Ready(Err(Panicked));
        };
        match catch(|| future.as_mut().poll(context)) {
            Ok(Poll::Pending) => Poll::Pending,
            Ok(Poll::Ready(outcome)) => {
                running.drop_quietly();
                Poll::Ready(Ok(outcome))
            }
            Err(Panicked) => {
                running.drop_quietly();
                Poll::Ready(Err(Panicked))
            }
        }
    })
}

/// Runs code of the user's, which may panic.
///
/// Whatever a call leaves half done when it panics is dropped with it or lives in the user's
/// state, which is shared by reference and has its own locks; hence `AssertUnwindSafe`.
pub(crate) fn catch<T>(run: impl FnOnce() -> T) -> Result<T, Panicked> {
    catch_unwind(AssertUnwindSafe(run)).map_err(|payload| {
        // The payload is a value of the user's too. One that panics in its turn is leaked.
        if let Err(again) = catch_unwind(AssertUnwindSafe(|| drop(payload))) {
            std::mem::forget(again);
        }
        Panicked
    })
}

struct Running<'a>(Option<Reply<'a>>);

impl Running<'_> {
    fn drop_quietly(&mut self) {
        let future = self.0.take();
        let _ = catch(|| drop(future));
    }
}

/// A call that is cancelled is dropped by the host, and must not take it down.
impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.drop_quietly();
    }
}
