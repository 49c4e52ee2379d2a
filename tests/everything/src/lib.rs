//! This library is empty. The server is the package's example `everything`.
