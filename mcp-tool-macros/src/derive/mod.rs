//! The derives.

pub(crate) mod elicit_form;
pub(crate) mod has_state;
pub(crate) mod template;
pub(crate) mod tool_error;
