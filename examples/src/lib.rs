//! See the examples beside this package; `cargo run --example quickstart` starts with the first.
