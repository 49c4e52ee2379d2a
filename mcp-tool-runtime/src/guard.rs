//! A panic inside a call is an answer of that call, and nothing else (R154).

use std::future::{Future, poll_fn};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::task::Poll;

use crate::answer::Outcome;
use crate::tool::Reply;

/// User code panicked, with this message if it was a text. It goes to the log and no further.
pub(crate) struct Panicked(pub(crate) Option<String>);

/// Runs a call, from decoding its arguments to dropping its future.
pub(crate) fn guard<'a>(
    make: impl FnOnce() -> Reply<'a>,
) -> impl Future<Output = Result<Outcome, Panicked>> {
    let (mut running, mut failed) = match catch(make) {
        Ok(future) => (Running(Some(future)), None),
        Err(panicked) => (Running(None), Some(panicked)),
    };
    poll_fn(move |context| {
        let Some(future) = running.0.as_mut() else {
            return Poll::Ready(Err(failed.take().unwrap_or(Panicked(None))));
        };
        match catch(|| future.as_mut().poll(context)) {
            Ok(Poll::Pending) => Poll::Pending,
            Ok(Poll::Ready(outcome)) => {
                running.drop_quietly();
                Poll::Ready(Ok(outcome))
            }
            Err(panicked) => {
                running.drop_quietly();
                Poll::Ready(Err(panicked))
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
