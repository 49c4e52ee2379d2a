//! A channel for one value, from a thread to a future.

use std::future::Future;
use std::mem;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

pub(crate) fn channel<T>() -> (Sender<T>, Receiver<T>) {
    let slot = Arc::new(Mutex::new(Slot::Empty(None)));
    (Sender(Arc::clone(&slot)), Receiver(slot))
}

pub(crate) struct Sender<T>(Arc<Mutex<Slot<T>>>);

/// Completes with the value, or with `None` if the sender is dropped without sending.
pub(crate) struct Receiver<T>(Arc<Mutex<Slot<T>>>);

enum Slot<T> {
    /// With the waker of the future that waits.
    Empty(Option<Waker>),
    Sent(T),
    Closed,
}

impl<T> Sender<T> {
    /// Returns whether the receiver is dropped.
    pub(crate) fn is_canceled(&self) -> bool {
        Arc::strong_count(&self.0) == 1
    }

    /// Sends the value. Drops it if the receiver is dropped.
    pub(crate) fn send(self, value: T) {
        self.fill(Slot::Sent(value));
    }

    fn fill(&self, slot: Slot<T>) {
        let before = mem::replace(&mut *lock(&self.0), slot);
        if let Slot::Empty(Some(waker)) = before {
            waker.wake();
        }
    }
}

impl<T> Drop for Sender<T> {
    fn drop(&mut self) {
        let is_empty = matches!(*lock(&self.0), Slot::Empty(_));
        if is_empty {
            self.fill(Slot::Closed);
        }
    }
}

impl<T> Future for Receiver<T> {
    type Output = Option<T>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<T>> {
        let mut slot = lock(&self.0);
        if let Slot::Empty(waker) = &mut *slot {
            *waker = Some(context.waker().clone());
            return Poll::Pending;
        }
        match mem::replace(&mut *slot, Slot::Closed) {
            Slot::Sent(value) => Poll::Ready(Some(value)),
            Slot::Empty(_) | Slot::Closed => Poll::Ready(None),
        }
    }
}

/// Locks a slot. Ignores that a waker has panicked while the slot was locked, because the slot stays valid.
fn lock<T>(slot: &Mutex<Slot<T>>) -> MutexGuard<'_, Slot<T>> {
    slot.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::pin::pin;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::task::Wake;

    use super::*;

    #[derive(Default)]
    struct Wakes(AtomicUsize);

    impl Wake for Wakes {
        fn wake(self: Arc<Self>) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }

    #[test]
    fn the_receiver_wakes_for_the_value_or_the_end_of_the_sender() {
        for sends in [true, false] {
            let wakes = Arc::new(Wakes::default());
            let waker = Arc::clone(&wakes).into();
            let (sender, receiver) = channel();
            let mut receiver = pin!(receiver);
            let mut poll = || receiver.as_mut().poll(&mut Context::from_waker(&waker));
            assert!(poll().is_pending());
            if sends {
                sender.send(7)
            } else {
                drop(sender)
            }
            assert_eq!(wakes.0.load(Ordering::Relaxed), 1);
            assert_eq!(poll(), Poll::Ready(sends.then_some(7)));
            assert_eq!(poll(), Poll::Ready(None));
        }
    }

    #[test]
    fn a_value_without_a_receiver_is_dropped() {
        let (sender, receiver) = channel();
        assert!(!sender.is_canceled());
        drop(receiver);
        assert!(sender.is_canceled());
        let value = Arc::new(());
        sender.send(Arc::clone(&value));
        assert_eq!(Arc::strong_count(&value), 1);
    }
}
