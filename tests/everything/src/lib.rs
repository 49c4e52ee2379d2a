//! The server is the example `everything` of this package.
