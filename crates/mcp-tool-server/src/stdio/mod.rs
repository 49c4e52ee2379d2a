//! Serves standard input and output.
//!
//! ```text
//! descriptors   standard input and output, protected while they carry the protocol
//! ```

pub(crate) mod descriptors;
