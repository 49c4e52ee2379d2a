# `just` lists the recipes. Each one is what .ci/run runs.

_default:
    @just --list

# Everything that has to pass
ci:
    bash .ci/run

# The formatting, checked
format:
    cargo fmt --all --check

# Clippy, warnings are errors
lint:
    cargo clippy --workspace --all-targets --all-features -- -D warnings

# All tests
test:
    cargo test --workspace --no-fail-fast

# The list of tools with serde_json's features: the same bytes
order:
    SERDE_JSON= cargo test -p mcp-tool-tests-order
    SERDE_JSON=preserve_order cargo test -p mcp-tool-tests-order --features serde_json/preserve_order
    SERDE_JSON=arbitrary_precision cargo test -p mcp-tool-tests-order --features serde_json/arbitrary_precision

# The documentation, warnings are errors
docs:
    RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --all-features

# The public API of the linter, the macros and the runtime, compared with its record
public-api:
    bash .ci/public-api

# Licences, banned crates and sources of all dependencies; prints "0 run" without cargo-deny
deny:
    bash .ci/deny

# All tests in a copy with the newest dependencies, and what is newer; not part of CI
newest *WORDS:
    bash .ci/newest {{WORDS}}

# The runtime and the linter alone, without features and with each one: a workspace build would hide a gap
features:
    cargo check -p mcp-tool-runtime --no-default-features
    cargo check -p mcp-tool-runtime --no-default-features --features rmcp3
    cargo check -p mcp-tool-runtime --no-default-features --features rmcp
    cargo check -p mcp-tool-runtime --no-default-features --features http
    cargo check -p mcp-tool-runtime --no-default-features --features regex
    cargo check -p mcp-tool-runtime --no-default-features --features garde
    cargo check -p mcp-tool-runtime --no-default-features --features inventory
    cargo check -p mcp-tool-runtime --no-default-features --features metrics
    cargo check -p mcp-tool-runtime --no-default-features --features request-state
    cargo check -p mcp-tool-runtime --no-default-features --features sdk
    cargo check -p mcp-tool-runtime --no-default-features --features testing
    cargo check -p mcp-tool-runtime --no-default-features --features tower
    cargo check -p mcp-tool-lint
    cargo check -p mcp-tool-lint --features cli

# The examples that end by themselves, and the servers with one request each
examples:
    cargo run --quiet --example quickstart
    cargo run --quiet --example all_options
    cargo run --quiet --example methods
    cargo run --quiet --example by_value
    cargo run --quiet --example content
    cargo run --quiet --example errors
    bash examples/try.sh

# Every schema that the tests publish, before Ajv in strict mode; prints "0 run" without npm
ajv:
    bash tests/ajv/run

# Real clients of other languages against the examples; prints "0 run" without npm
clients *WORDS:
    bash tests/clients/run {{WORDS}}

# The example `everything`, before the public conformance suite; prints "0 run" without npm
conformance:
    bash tests/conformance/run

# Typical tools here and with rmcp's own macros: bytes, tokens, and what clients make of them
sizes:
    cargo run --quiet -p mcp-tool-tests-sizes

# Instructions and allocations of calls, beside code written by hand and rmcp; `--record` records them
bench *WORDS:
    bash .ci/bench {{WORDS}}

# CPU seconds and sizes of builds, each so many times; writes their table into docs/PERFORMANCE.md
bench-build TURNS="3":
    cargo run --quiet --release -p mcp-tool-benches -- build {{TURNS}}

# What the attribute adds to a tool with two arguments, and how many lines that is
expansion:
    cargo test --quiet -p mcp-tool-macros --lib the_expansion_stays_small -- --nocapture

# Records what macros and compiler report about wrong programs, and their page; read the diff
bless:
    UPDATE_SNAPSHOTS=1 cargo test --workspace --lib -- each_mistake
    UPDATE_SNAPSHOTS=1 cargo test --workspace --test ui -- each_phase
    TRYBUILD=overwrite cargo test --workspace --test ui -- mistakes_do_not_compile
    just diagnostics

# Writes docs/DIAGNOSTICS.md from the recorded reports
diagnostics:
    UPDATE_SNAPSHOTS=1 cargo test --workspace --test ui -- diagnostics

# Writes docs/CLIENTS.md from the rules of the linter
client-page:
    UPDATE_SNAPSHOTS=1 cargo test -p mcp-tool-tests --test lint -- clients_page

# Records the snapshots anew, the examples' lists and the public API; read the diff
snapshots:
    UPDATE_SNAPSHOTS=1 bash .ci/public-api
    UPDATE_SNAPSHOTS=1 cargo test -p mcp-tool-macros -p mcp-tool-tests -p mcp-tool-tests-order
    UPDATE_GOLDEN=1 cargo test -p mcp-tool-examples -p mcp-tool-tests-sizes --examples --tests
