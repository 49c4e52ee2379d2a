use std::future::{Future, poll_fn};
use std::task::Poll;

use crate::error::{Panicked, catch};
use crate::return_type::Outcome;
use crate::services::Sleep;
use crate::tool::Reply;

/// Why a call has no outcome.
pub(crate) enum Stopped {
    Panicked(Panicked),
    TimedOut,
}

/// Runs a call, from decoding its arguments to dropping its future; where there is a limit, until
/// that is over and does not begin anew.
pub(crate) fn guard<'a>(
    make: impl FnOnce() -> Reply<'a>,
    limit: Option<impl Fn() -> Sleep>,
    mut begins_anew: impl FnMut() -> bool,
) -> impl Future<Output = Result<Outcome, Stopped>> {
    let (mut running, mut failed) = match catch(make) {
        Ok(future) => (Running(Some(future)), None),
        Err(panicked) => (Running(None), Some(panicked)),
    };
    let mut sleep = match limit.as_ref().map(catch) {
        None => Running(None),
        Some(Ok(sleep)) => Running(Some(sleep)),
        Some(Err(panicked)) => {
            running.drop_quietly();
            failed.get_or_insert(panicked);
            Running(None)
        }
    };
    poll_fn(move |context| {
        let Some(future) = running.0.as_mut() else {
            let panicked = failed.take().unwrap_or(Panicked(None));
            return Poll::Ready(Err(Stopped::Panicked(panicked)));
        };
        let polled = catch(|| match future.as_mut().poll(context) {
            Poll::Ready(outcome) => Poll::Ready(Ok(outcome)),
            Poll::Pending => match sleep.0.as_mut().map(|sleep| sleep.as_mut().poll(context)) {
                Some(Poll::Ready(())) if begins_anew() => {
                    sleep.0 = limit.as_ref().map(|limit| limit());
                    // It is waited for from the next time on, however short it is.
                    context.waker().wake_by_ref();
                    Poll::Pending
                }
                Some(Poll::Ready(())) => Poll::Ready(Err(Stopped::TimedOut)),
                _ => Poll::Pending,
            },
        });
        match polled {
            Ok(Poll::Pending) => Poll::Pending,
            Ok(Poll::Ready(end)) => {
                running.drop_quietly();
                Poll::Ready(end)
            }
            Err(panicked) => {
                running.drop_quietly();
                Poll::Ready(Err(Stopped::Panicked(panicked)))
            }
        }
    })
}

/// A future that may panic when it is dropped.
struct Running<F>(Option<F>);

impl<F> Running<F> {
    fn drop_quietly(&mut self) {
        let future = self.0.take();
        let _ = catch(|| drop(future));
    }
}

/// A call that is cancelled is dropped by the host, and must not take it down.
impl<F> Drop for Running<F> {
    fn drop(&mut self) {
        self.drop_quietly();
    }
}
