//! `Parameters<T>` of the official SDK: there, the arguments of a tool; here, it would be one of them.

use super::parameter::Param;

/// Parameters of every other type; what the type itself has to say about it goes first.
pub trait NoWrapper {
    const __IS_PARAMETERS: bool = false;
}

impl<T> NoWrapper for Param<T> {}

#[cfg(feature = "rmcp3")]
#[doc(hidden)]
impl<T> Param<rmcp::handler::server::wrapper::Parameters<T>> {
    pub const __IS_PARAMETERS: bool = true;
}
