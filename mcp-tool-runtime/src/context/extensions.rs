//! Values that a server adds to a request: at most one value of each type.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::sync::Arc;

/// The values of a request. The key of each value is its type. Clones share the values.
#[derive(Clone, Default)]
pub(super) struct Extensions(HashMap<TypeId, Arc<dyn Any + Send + Sync>>);

impl Extensions {
    pub(super) fn insert<T: Send + Sync + 'static>(&mut self, value: Arc<T>) {
        self.0.insert(TypeId::of::<T>(), value);
    }

    pub(super) fn get<T: Send + Sync + 'static>(&self) -> Option<&T> {
        self.0.get(&TypeId::of::<T>())?.downcast_ref()
    }
}
